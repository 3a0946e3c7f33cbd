"""Promotion and relegation: worked out by hand, and the guarantees held as properties."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pure import exchanges
from scoring.pure.divisions import plan_next_period, possible_counts
from scoring.pure.exchanges import ExchangeGroup
from scoring.pure.facts import PlayerId
from scoring.pure.periods import (
    MOST_DIVISIONS,
    Arrival,
    DivisionFinding,
    DivisionRules,
    EndingPeriod,
    Movement,
    MovementReason,
)

RULES = DivisionRules(up=1, down=1, least=2, most=4)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def number(letter):
    return PlayerId(LETTERS.index(letter))


def numbers(letters):
    return [number(letter) for letter in letters]


def period(*divisions, rules=RULES, **more):
    """Return a period that ends. In `"A BC D"`, A is first, and B and C share the second place."""
    player_sets: dict[str, Any] = {
        key: numbers(more.pop(key)) if key in more else () for key in ("leaving", "content")
    }
    groups = [[numbers(group) for group in division.split()] for division in divisions]
    return EndingPeriod(divisions=groups, rules=rules, **player_sets, **more)


def plan_of(*divisions, **more):
    return plan_next_period(period(*divisions, **more))


def division_texts(plan):
    return ["".join(LETTERS[player] for player in division) for division in plan.divisions]


def reasons(plan):
    return {LETTERS[step.player]: str(step.reason) for step in plan.steps}


def movements(plan):
    return {LETTERS[step.player]: str(step.came) for step in plan.steps}


def codes(plan):
    return [finding.code for finding in plan.findings]


def arrivals(letters, level=0, returned=False):
    return [Arrival(player, level, returned) for player in numbers(letters)]


def test_the_first_goes_up_and_the_last_goes_down():
    plan = plan_of("A B C", "D E F", "G H I")
    assert division_texts(plan) == ["ABD", "CEG", "FHI"]
    assert movements(plan)["D"] == "promoted"
    assert movements(plan)["C"] == "relegated"
    assert movements(plan)["A"] == movements(plan)["E"] == "stayed"
    assert reasons(plan)["F"] == "down"
    assert reasons(plan)["E"] == "in_between"
    assert plan.findings == []


def test_steps_tell_from_where_to_where_and_the_place():
    step = next(step for step in plan_of("A B C", "D E F").steps if step.player == number("D"))
    assert (step.source, step.target, step.place) == (2, 1, 1)


def test_equals_in_the_middle_need_no_lot():
    assert plan_of("A BC D", "E F").lots == []


def test_a_tie_at_the_cut_is_decided_by_a_recorded_lot():
    plan = plan_of("A B CD", "E F", seed="5eed")
    (lot,) = plan.lots
    order = sorted(numbers("CD"))
    Random("5eed-1-3").shuffle(order)
    assert (lot.level, lot.place, lot.players, lot.by_table) == (1, 3, tuple(order), False)
    assert lot.seed == "5eed-1-3"
    assert plan.divisions[1][0] == order[-1]


def test_equals_at_the_cut_may_play_a_table_of_their_own():
    for first, last in ("CD", "DC"):
        plan = plan_of("A B CD", "E F", tables=[{number(first): 1, number(last): 2}])
        assert division_texts(plan) == [f"AB{first}E", f"{last}F"]
        assert plan.lots[0].by_table


def test_a_table_of_other_players_does_not_decide_a_tie():
    without = plan_of("A B CD", "E F")
    assert plan_of("A B CD", "E F", tables=[{number("C"): 1, number("E"): 2}]) == without
    assert plan_of("A B CD", "E F", tables=[dict.fromkeys(numbers("CDA"), 1)]) == without


def test_a_leaving_player_does_not_change_the_lot_of_the_others():
    order = [p for p in plan_of("A B", "CDE F").lots[0].players if p != number("C")]
    draws = plan_of("A B", "CDE F", leaving="C", rules=DivisionRules(least=1)).lots
    assert [p for p in draws[0].players if p != number("C")] == order


def test_equals_of_whom_one_would_not_go_up_need_no_lot():
    plan = plan_of("A B C", "DE F G", content="D")
    assert division_texts(plan) == ["ABE", "CDFG"]
    assert reasons(plan)["D"] == "willing"
    assert plan.lots == []


def test_a_leaving_player_spares_a_relegation_where_the_limit_requires_it():
    plan = plan_of("A B", "C D E", leaving="A")
    assert division_texts(plan) == ["BC", "DE"]
    assert reasons(plan)["B"] == "spared"
    assert plan.left == numbers("A")


def test_a_leaving_last_player_replaces_a_relegation():
    plan = plan_of("A B C", "D E F", leaving="C")
    assert division_texts(plan) == ["ABD", "EF"]
    assert reasons(plan)["B"] == "in_between"


def test_too_few_players_above_promote_more_once_relegation_stops():
    plan = plan_of("A B C", "D E F G H", leaving="AB", rules=DivisionRules(least=3, most=5))
    assert division_texts(plan) == ["CDE", "FGH"]
    assert (reasons(plan)["C"], reasons(plan)["E"]) == ("spared", "also_up")


def test_unsatisfiable_limits_are_reported_with_a_fitting_number():
    plan = plan_of("A B C", "D E F G", leaving="AB", rules=DivisionRules(least=3, most=4))
    assert codes(plan) == ["too_few", "other_count"]
    assert plan.findings[1] == DivisionFinding("other_count", number=5)
    plan = plan_of("A B C D E", rules=RULES)
    assert plan.findings == [
        DivisionFinding("too_many", 1, 5, 2, 4),
        DivisionFinding("other_count", 0, 5, 2, 2),
    ]


def test_too_many_above_send_more_down_before_fewer_go_up():
    plan = plan_of("A B C D E", "F G", rules=DivisionRules(least=2, most=4))
    assert division_texts(plan) == ["ABCF", "DEG"]
    assert reasons(plan)["D"] == "also_down"
    assert reasons(plan)["F"] == "up"


def test_the_first_player_is_not_promoted_without_a_place_above():
    rules = DivisionRules(least=1, most=4)
    plan = plan_of("A", "B C", leaving="A", arrivals=arrivals("WXYZ", level=1), rules=rules)
    assert division_texts(plan) == ["WXYZ", "BC"]
    assert reasons(plan)["B"] == "held"


def test_newcomers_join_the_last_division_or_the_one_they_are_given():
    new, back = arrivals("X"), arrivals("Y", level=1, returned=True)
    plan = plan_of("A B C", "D E F", arrivals=[*new, *back])
    assert division_texts(plan) == ["ABDY", "CEFX"]
    assert (movements(plan)["X"], movements(plan)["Y"]) == ("new", "returned")
    assert (reasons(plan)["X"], reasons(plan)["Y"]) == ("new", "returned")


def test_a_level_that_is_no_longer_there_is_the_last_one():
    assert division_texts(plan_of("A B", "C D", arrivals=arrivals("X", level=9))) == ["AC", "BDX"]


def test_a_single_division_promotes_no_player():
    plan = plan_of("A B C")
    assert division_texts(plan) == ["ABC"]
    assert reasons(plan) == dict.fromkeys("ABC", "in_between")


def test_a_division_more_takes_those_who_go_down():
    plan = plan_of("A B C D", count=2)
    assert division_texts(plan) == ["AB", "CD"]
    assert movements(plan)["D"] == "relegated"


def test_a_division_that_closes_moves_into_the_one_above():
    plan = plan_of("A B", "C D", "E F", count=2, rules=DivisionRules(least=2, most=4))
    assert division_texts(plan) == ["AC", "BDEF"]
    assert (movements(plan)["E"], reasons(plan)["E"]) == ("promoted", "closed")


def test_the_sides_of_a_cut_play_one_table_for_the_place():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    plan = plan_of("A B C D", "E F G H", rules=rules)
    assert [
        (play_off.above, play_off.players, play_off.winners) for play_off in plan.play_offs
    ] == [(1, tuple(numbers("CF")), 1)]
    assert codes(plan) == ["play_off_due"]
    assert reasons(plan)["C"] == reasons(plan)["F"] == "waiting"
    assert division_texts(plan) == ["ABCE", "DFGH"]


def test_the_winners_of_the_play_off_are_above():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    table = {number("F"): 1, number("C"): 2}
    plan = plan_of("A B C D", "E F G H", rules=rules, tables=[table])
    assert division_texts(plan) == ["ABEF", "CDGH"]
    assert (movements(plan)["F"], reasons(plan)["F"]) == ("play_off", "won")
    assert (movements(plan)["C"], reasons(plan)["C"]) == ("play_off", "lost")
    assert plan.findings == []
    stays = {number("C"): 1, number("F"): 2}
    plan = plan_of("A B C D", "E F G H", rules=rules, tables=[stays])
    assert division_texts(plan) == ["ABCE", "DFGH"]
    assert movements(plan)["C"] == "play_off"


def test_a_shared_place_in_the_play_off_is_settled_by_lot():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    table = {number("F"): 1, number("C"): 1}
    above = {
        division_texts(plan_of("A B C D", "E F G H", rules=rules, tables=[table], seed=f"{seed}"))[
            0
        ]
        for seed in range(20)
    }
    assert above == {"ABCE", "ABEF"}


def test_divisions_play_off_with_as_many_as_both_sides_have_left():
    rules = DivisionRules(up=1, down=1, play_off=2, least=1, most=5)
    assert plan_of("A", "B", rules=rules).play_offs == []
    (plan,) = plan_of("A B", "C D E", rules=rules).play_offs
    assert plan.players == tuple(numbers("AD"))


def test_no_play_off_to_stay_while_a_worse_player_is_promoted():
    rules = DivisionRules(up=1, down=0, play_off=1, least=1, most=5)
    plan = plan_of("A B", "C D", "E F", rules=rules, content="C")
    assert [play_off.players for play_off in plan.play_offs] == []


def test_fitting_counts():
    assert list(possible_counts(20, DivisionRules(least=4, most=8))) == [3, 4, 5]
    assert list(possible_counts(5, DivisionRules(least=6, most=8))) == []
    assert list(possible_counts(9, DivisionRules(least=5, most=8))) == []
    assert list(possible_counts(1000, DivisionRules(least=2, most=5))) == []
    assert list(possible_counts(40, DivisionRules(least=2, most=8)))[-1] == MOST_DIVISIONS


# Guarantees


@st.composite
def groups_of(draw, players):
    """Draw the same players in groups of equals."""
    groups, remaining = [], list(players)
    while remaining:
        size = draw(st.integers(1, min(3, len(remaining))))
        groups.append(remaining[:size])
        remaining = remaining[size:]
    return groups


@st.composite
def periods(draw, *, quiet=False):
    """Draw a ladder that ends a period. If it is `quiet`, nobody leaves, joins or chooses to stay,
    and the divisions have the sizes that the limits demand."""
    up = draw(st.integers(0, 3))
    down = up if quiet else draw(st.integers(0, 3))
    play_off = 0 if quiet else draw(st.integers(0, 2))
    least = draw(st.integers(max(1, 2 * up) if quiet else 1, 6))
    rules = DivisionRules(up, down, play_off, least, draw(st.integers(least, 9)))
    least_size, most_size = (rules.least, rules.most) if quiet else (0, 8)
    sizes = draw(st.lists(st.integers(least_size, most_size), min_size=1, max_size=5))
    order = draw(st.permutations(range(sum(sizes))))
    divisions, start = [], 0
    for size in sizes:
        divisions.append(draw(groups_of([PlayerId(p) for p in order[start : start + size]])))
        start += size
    seed = draw(st.text("abc", max_size=3))
    if quiet:
        return EndingPeriod(divisions=divisions, rules=rules, seed=seed)
    some_players = st.sets(st.sampled_from(order), max_size=4) if order else st.just(set())
    arrival_levels = draw(st.lists(st.integers(0, 6), max_size=4))
    ending_period = EndingPeriod(
        divisions=divisions,
        rules=rules,
        seed=seed,
        leaving=draw(some_players),
        content=draw(some_players),
        arrivals=[
            Arrival(PlayerId(1000 + n), level, returned=bool(n % 2))
            for n, level in enumerate(arrival_levels)
        ],
        count=draw(st.integers(0, 6)),
    )
    return draw(with_play_offs(ending_period))


@st.composite
def with_play_offs(draw, ending_period):
    """Draw the period with results of some of the tables that the plan asks for."""
    tables = []
    for play_off in plan_next_period(ending_period).play_offs:
        if draw(st.booleans()):
            place = st.integers(1, len(play_off.players))
            tables.append({player: draw(place) for player in play_off.players})
    return EndingPeriod(**{**vars(ending_period), "tables": tables})


def members(ending_period):
    return [
        player for division in ending_period.divisions for group in division for player in group
    ]


@given(periods())
@settings(max_examples=100)
def test_every_player_is_in_exactly_one_division(ending_period):
    plan = plan_next_period(ending_period)
    players_after = [player for division in plan.divisions for player in division]
    continuing = set(members(ending_period)) - set(ending_period.leaving)
    assert Counter(players_after) == Counter(
        [*continuing, *(arrival.player for arrival in ending_period.arrivals)]
    )
    assert set(plan.left) == set(members(ending_period)) & set(ending_period.leaving)
    assert len(plan.divisions) == ending_period.next_count
    assert Counter(step.player for step in plan.steps) == Counter(players_after)
    for step in plan.steps:
        assert step.player in plan.divisions[step.target - 1]


@given(periods())
@settings(max_examples=100)
def test_no_player_passes_a_better_one_who_would_have_been_promoted(ending_period):
    plan = plan_next_period(ending_period)
    steps = {step.player: step for step in plan.steps}
    at_table = [set(play_off.players) for play_off in plan.play_offs]
    for one in steps.values():
        for other in steps.values():
            better = one.source and one.source == other.source and one.place < other.place
            if better and one.target > other.target:
                content = one.player in ending_period.content
                assert content or any({one.player, other.player} <= group for group in at_table)


@given(periods())
@settings(max_examples=100)
def test_sizes_keep_their_limits_or_a_finding_names_the_division(ending_period):
    plan = plan_next_period(ending_period)
    levels_outside = [
        level
        for level, players in enumerate(plan.divisions, 1)
        if not ending_period.rules.least <= len(players) <= ending_period.rules.most
    ]
    levels_in_findings = [
        finding.level for finding in plan.findings if finding.code in {"too_few", "too_many"}
    ]
    assert levels_in_findings == levels_outside


@given(periods(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_the_same_period_gives_the_same_plan_in_whatever_order_equals_are_listed(
    ending_period, random
):
    shuffled = [
        [random.sample(group, len(group)) for group in division]
        for division in ending_period.divisions
    ]
    assert plan_next_period(
        EndingPeriod(**{**vars(ending_period), "divisions": shuffled})
    ) == plan_next_period(ending_period)


@given(periods(quiet=True))
@settings(max_examples=100)
def test_promotions_equal_relegations_if_no_player_leaves_or_joins(ending_period):
    """Where the limits leave room: at each cut the usual exchange."""
    plan = plan_next_period(ending_period)
    assert plan.findings == []
    assert [len(division) for division in plan.divisions] == [
        sum(map(len, division)) for division in ending_period.divisions
    ]
    crossings = Counter((step.source, step.target) for step in plan.steps)
    for level in range(1, len(ending_period.divisions)):
        assert crossings[level + 1, level] == crossings[level, level + 1] == ending_period.rules.up


@given(periods())
@settings(max_examples=100)
def test_players_move_by_at_most_one_level_unless_divisions_close(ending_period):
    for step in plan_next_period(ending_period).steps:
        if step.source and step.source <= ending_period.next_count:
            assert abs(step.target - step.source) <= 1
        assert (step.came == Movement.PROMOTED) <= (step.target < step.source)
        assert (step.came == Movement.RELEGATED) <= (step.target > step.source)
        assert (step.came == Movement.STAYED) <= (step.target == step.source)
        assert (step.reason == MovementReason.CLOSED) <= (step.source > ending_period.next_count)


@given(periods())
@settings(max_examples=100)
def test_tied_players_who_end_apart_are_listed_in_a_lot(ending_period):
    plan = plan_next_period(ending_period)
    drawn_players = {player for lot in plan.lots for player in lot.players}
    drawn_players |= {player for play_off in plan.play_offs for player in play_off.players}
    steps_by_place = {}
    for step in plan.steps:
        if step.source and step.player not in ending_period.content:
            steps_by_place.setdefault((step.source, step.place), []).append(step)
    for equals in steps_by_place.values():
        if len({step.target for step in equals}) > 1:
            assert {step.player for step in equals} & drawn_players


def test_no_player_is_both_promoted_and_relegated():
    both = ExchangeGroup([True, False, True], 0)
    assert exchanges.fits(both, 1, 2)
    assert exchanges.fits(both, 2, 0)
    assert not exchanges.fits(both, 2, 1)
    assert not exchanges.fits(both, 0, 4)
    plan = plan_of("A B", "C", "D E", rules=DivisionRules(least=1, most=4))
    assert division_texts(plan) == ["AC", "BD", "E"]


def test_play_off_that_was_played_counts_among_those_who_remain():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    table = {number("F"): 1, number("C"): 2}
    plan = plan_of("A B C D", "E F G H", rules=rules, tables=[table], leaving="F")
    assert all(play_off.played for play_off in plan.play_offs)
    assert codes(plan) == []
    assert "C" in division_texts(plan)[0]
