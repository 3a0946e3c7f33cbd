"""Promotion and relegation: worked out by hand, and the guarantees held as properties."""

from collections import Counter
from itertools import pairwise, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pure import exchanges
from scoring.pure.divisions import possible_counts, plan_next_period
from scoring.pure.exchanges import Exchange, ExchangeGroup, SizeLimits
from scoring.pure.facts import PlayerId
from scoring.pure.periods import MOST_DIVISIONS, Arrival, Movement, DivisionFinding, EndingPeriod, MovementReason, DivisionRules

RULES = DivisionRules(up=1, down=1, least=2, most=4)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def number(letter):
    return PlayerId(LETTERS.index(letter))


def numbers(letters):
    return [number(letter) for letter in letters]


def period(*divisions, rules=RULES, **more):
    """`"A BC D"`: A is first, B and C share the second place."""
    named = {key: numbers(more.pop(key)) if key in more else () for key in ("leaving", "content")}
    groups = [[numbers(group) for group in division.split()] for division in divisions]
    return EndingPeriod(divisions=groups, rules=rules, **named, **more)


def ended(*divisions, **more):
    return plan_next_period(period(*divisions, **more))


def written(found):
    return ["".join(LETTERS[player] for player in each) for each in found.divisions]


def reasons(found):
    return {LETTERS[step.player]: str(step.reason) for step in found.steps}


def came(found):
    return {LETTERS[step.player]: str(step.came) for step in found.steps}


def codes(found):
    return [each.code for each in found.findings]


def arrivals(letters, level=0, returned=False):
    return [Arrival(player, level, returned) for player in numbers(letters)]


def test_the_first_goes_up_and_the_last_goes_down():
    found = ended("A B C", "D E F", "G H I")
    assert written(found) == ["ABD", "CEG", "FHI"]
    assert came(found)["D"] == "promoted"
    assert came(found)["C"] == "relegated"
    assert came(found)["A"] == came(found)["E"] == "stayed"
    assert reasons(found)["F"] == "down"
    assert reasons(found)["E"] == "in_between"
    assert found.findings == []


def test_steps_tell_from_where_to_where_and_the_place():
    step = next(step for step in ended("A B C", "D E F").steps if step.player == number("D"))
    assert (step.source, step.target, step.place) == (2, 1, 1)


def test_equals_in_the_middle_need_no_lot():
    assert ended("A BC D", "E F").lots == []


def test_equals_at_the_cut_are_settled_by_a_lot_that_is_told():
    found = ended("A B CD", "E F", seed="5eed")
    (lot,) = found.lots
    drawn = sorted(numbers("CD"))
    Random("5eed-1-3").shuffle(drawn)
    assert (lot.level, lot.place, lot.players, lot.by_table) == (1, 3, tuple(drawn), False)
    assert lot.seed == "5eed-1-3"
    assert found.divisions[1][0] == drawn[-1]


def test_equals_at_the_cut_may_play_a_table_of_their_own():
    for first, last in ("CD", "DC"):
        found = ended("A B CD", "E F", tables=[{number(first): 1, number(last): 2}])
        assert written(found) == [f"AB{first}E", f"{last}F"]
        assert found.lots[0].by_table


def test_a_table_of_others_settles_nothing():
    without = ended("A B CD", "E F")
    assert ended("A B CD", "E F", tables=[{number("C"): 1, number("E"): 2}]) == without
    assert ended("A B CD", "E F", tables=[dict.fromkeys(numbers("CDA"), 1)]) == without


def test_who_leaves_changes_no_lot_of_the_others():
    drawn = [p for p in ended("A B", "CDE F").lots[0].players if p != number("C")]
    lots = ended("A B", "CDE F", leaving="C", rules=DivisionRules(least=1)).lots
    assert [p for p in lots[0].players if p != number("C")] == drawn


def test_equals_of_whom_one_would_not_go_up_need_no_lot():
    found = ended("A B C", "DE F G", content="D")
    assert written(found) == ["ABE", "CDFG"]
    assert reasons(found)["D"] == "willing"
    assert found.lots == []


def test_who_leaves_makes_room_where_the_limit_asks_for_it():
    found = ended("A B", "C D E", leaving="A")
    assert written(found) == ["BC", "DE"]
    assert reasons(found)["B"] == "spared"
    assert found.left == numbers("A")


def test_who_leaves_from_the_last_places_goes_for_one_who_would_go_down():
    found = ended("A B C", "D E F", leaving="C")
    assert written(found) == ["ABD", "EF"]
    assert reasons(found)["B"] == "in_between"


def test_too_few_above_take_more_up_once_nobody_goes_down():
    found = ended("A B C", "D E F G H", leaving="AB", rules=DivisionRules(least=3, most=5))
    assert written(found) == ["CDE", "FGH"]
    assert (reasons(found)["C"], reasons(found)["E"]) == ("spared", "also_up")


def test_limits_that_nobody_can_keep_are_named_with_what_would_fit():
    found = ended("A B C", "D E F G", leaving="AB", rules=DivisionRules(least=3, most=4))
    assert codes(found) == ["too_few", "other_count"]
    assert found.findings[1] == DivisionFinding("other_count", number=5)
    found = ended("A B C D E", rules=RULES)
    assert found.findings == [DivisionFinding("too_many", 1, 5, 2, 4), DivisionFinding("other_count", 0, 5, 2, 2)]


def test_too_many_above_send_more_down_before_fewer_go_up():
    found = ended("A B C D E", "F G", rules=DivisionRules(least=2, most=4))
    assert written(found) == ["ABCF", "DEG"]
    assert reasons(found)["D"] == "also_down"
    assert reasons(found)["F"] == "up"


def test_who_is_first_is_held_where_there_is_no_place_above():
    rules = DivisionRules(least=1, most=4)
    found = ended("A", "B C", leaving="A", arrivals=arrivals("WXYZ", level=1), rules=rules)
    assert written(found) == ["WXYZ", "BC"]
    assert reasons(found)["B"] == "held"


def test_newcomers_join_the_last_division_or_the_one_they_are_given():
    new, back = arrivals("X"), arrivals("Y", level=1, returned=True)
    found = ended("A B C", "D E F", arrivals=[*new, *back])
    assert written(found) == ["ABDY", "CEFX"]
    assert (came(found)["X"], came(found)["Y"]) == ("new", "returned")
    assert (reasons(found)["X"], reasons(found)["Y"]) == ("new", "returned")


def test_a_level_that_is_no_longer_there_is_the_last_one():
    assert written(ended("A B", "C D", arrivals=arrivals("X", level=9))) == ["AC", "BDX"]


def test_nobody_goes_up_into_nothing():
    found = ended("A B C")
    assert written(found) == ["ABC"]
    assert reasons(found) == dict.fromkeys("ABC", "in_between")


def test_a_division_more_takes_those_who_go_down():
    found = ended("A B C D", count=2)
    assert written(found) == ["AB", "CD"]
    assert came(found)["D"] == "relegated"


def test_a_division_that_closes_moves_into_the_one_above():
    found = ended("A B", "C D", "E F", count=2, rules=DivisionRules(least=2, most=4))
    assert written(found) == ["AC", "BDEF"]
    assert (came(found)["E"], reasons(found)["E"]) == ("promoted", "closed")


def test_the_sides_of_a_cut_play_one_table_for_the_place():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    found = ended("A B C D", "E F G H", rules=rules)
    assert [(each.above, each.players, each.winners) for each in found.play_offs] == [
        (1, tuple(numbers("CF")), 1)
    ]
    assert codes(found) == ["play_off_due"]
    assert reasons(found)["C"] == reasons(found)["F"] == "waiting"
    assert written(found) == ["ABCE", "DFGH"]


def test_the_winners_of_the_play_off_are_above():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    table = {number("F"): 1, number("C"): 2}
    found = ended("A B C D", "E F G H", rules=rules, tables=[table])
    assert written(found) == ["ABEF", "CDGH"]
    assert (came(found)["F"], reasons(found)["F"]) == ("play_off", "won")
    assert (came(found)["C"], reasons(found)["C"]) == ("play_off", "lost")
    assert found.findings == []
    stays = {number("C"): 1, number("F"): 2}
    found = ended("A B C D", "E F G H", rules=rules, tables=[stays])
    assert written(found) == ["ABCE", "DFGH"]
    assert came(found)["C"] == "play_off"


def test_a_shared_place_in_the_play_off_is_settled_by_lot():
    rules = DivisionRules(up=1, down=1, play_off=1, least=3, most=5)
    table = {number("F"): 1, number("C"): 1}
    above = {
        written(ended("A B C D", "E F G H", rules=rules, tables=[table], seed=f"{seed}"))[0]
        for seed in range(20)
    }
    assert above == {"ABCE", "ABEF"}


def test_divisions_play_off_with_as_many_as_both_sides_have_left():
    rules = DivisionRules(up=1, down=1, play_off=2, least=1, most=5)
    assert ended("A", "B", rules=rules).play_offs == []
    (found,) = ended("A B", "C D E", rules=rules).play_offs
    assert found.players == tuple(numbers("AD"))


def test_nobody_plays_to_stay_while_somebody_worse_goes_up():
    rules = DivisionRules(up=1, down=0, play_off=1, least=1, most=5)
    found = ended("A B", "C D", "E F", rules=rules, content="C")
    assert [each.players for each in found.play_offs] == []


def test_fitting_counts():
    assert list(possible_counts(20, DivisionRules(least=4, most=8))) == [3, 4, 5]
    assert list(possible_counts(5, DivisionRules(least=6, most=8))) == []
    assert list(possible_counts(9, DivisionRules(least=5, most=8))) == []
    assert list(possible_counts(1000, DivisionRules(least=2, most=5))) == []
    assert list(possible_counts(40, DivisionRules(least=2, most=8)))[-1] == MOST_DIVISIONS


# Guarantees


@st.composite
def groups_of(draw, players):
    """The same players in groups of equals."""
    found, left = [], list(players)
    while left:
        size = draw(st.integers(1, min(3, len(left))))
        found.append(left[:size])
        left = left[size:]
    return found


@st.composite
def periods(draw, *, quiet=False):
    """A ladder that ends a period; `quiet`: nobody leaves, joins or stays of his own will, and the
    divisions have the sizes that the limits want."""
    up = draw(st.integers(0, 3))
    down = up if quiet else draw(st.integers(0, 3))
    play_off = 0 if quiet else draw(st.integers(0, 2))
    least = draw(st.integers(max(1, 2 * up) if quiet else 1, 6))
    rules = DivisionRules(up, down, play_off, least, draw(st.integers(least, 9)))
    low, high = (rules.least, rules.most) if quiet else (0, 8)
    sizes = draw(st.lists(st.integers(low, high), min_size=1, max_size=5))
    order = draw(st.permutations(range(sum(sizes))))
    divisions, start = [], 0
    for size in sizes:
        divisions.append(draw(groups_of([PlayerId(p) for p in order[start : start + size]])))
        start += size
    seed = draw(st.text("abc", max_size=3))
    if quiet:
        return EndingPeriod(divisions=divisions, rules=rules, seed=seed)
    chosen = st.sets(st.sampled_from(order), max_size=4) if order else st.just(set())
    joining = draw(st.lists(st.integers(0, 6), max_size=4))
    found = EndingPeriod(
        divisions=divisions,
        rules=rules,
        seed=seed,
        leaving=draw(chosen),
        content=draw(chosen),
        arrivals=[
            Arrival(PlayerId(1000 + n), level, returned=bool(n % 2))
            for n, level in enumerate(joining)
        ],
        count=draw(st.integers(0, 6)),
    )
    return draw(played(found))


@st.composite
def played(draw, found):
    """Some of the tables that the plan asks for have been played."""
    tables = []
    for each in plan_next_period(found).play_offs:
        if draw(st.booleans()):
            shared = st.integers(1, len(each.players))
            tables.append({player: draw(shared) for player in each.players})
    return EndingPeriod(**{**vars(found), "tables": tables})


def members(found):
    return [player for division in found.divisions for group in division for player in group]


@given(periods())
@settings(max_examples=100, deadline=None)
def test_nobody_is_lost_and_nobody_is_there_twice(found):
    planned = plan_next_period(found)
    after = [player for division in planned.divisions for player in division]
    going = set(members(found)) - set(found.leaving)
    assert Counter(after) == Counter([*going, *(each.player for each in found.arrivals)])
    assert set(planned.left) == set(members(found)) & set(found.leaving)
    assert len(planned.divisions) == found.next_count
    assert Counter(step.player for step in planned.steps) == Counter(after)
    for step in planned.steps:
        assert step.player in planned.divisions[step.target - 1]


@given(periods())
@settings(max_examples=100, deadline=None)
def test_nobody_passes_somebody_better_who_would_have_gone_up(found):
    planned = plan_next_period(found)
    steps = {step.player: step for step in planned.steps}
    at_table = [set(each.players) for each in planned.play_offs]
    for one in steps.values():
        for other in steps.values():
            better = one.source and one.source == other.source and one.place < other.place
            if better and one.target > other.target:
                content = one.player in found.content
                assert content or any({one.player, other.player} <= each for each in at_table)


@given(periods())
@settings(max_examples=100, deadline=None)
def test_sizes_keep_their_limits_or_a_finding_names_the_division(found):
    planned = plan_next_period(found)
    outside = [
        level
        for level, players in enumerate(planned.divisions, 1)
        if not found.rules.least <= len(players) <= found.rules.most
    ]
    named = [each.level for each in planned.findings if each.code in {"too_few", "too_many"}]
    assert named == outside


@given(periods(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_same_period_gives_the_same_plan_in_whatever_order_equals_are_listed(found, random):
    shuffled = [
        [random.sample(group, len(group)) for group in division] for division in found.divisions
    ]
    assert plan_next_period(EndingPeriod(**{**vars(found), "divisions": shuffled})) == plan_next_period(found)


@given(periods(quiet=True))
@settings(max_examples=100, deadline=None)
def test_as_many_go_up_as_go_down_where_nobody_leaves_or_joins(found):
    """Where the limits leave room: at each cut the usual exchange."""
    planned = plan_next_period(found)
    assert planned.findings == []
    assert [len(each) for each in planned.divisions] == [
        sum(map(len, division)) for division in found.divisions
    ]
    crossed = Counter((step.source, step.target) for step in planned.steps)
    for level in range(1, len(found.divisions)):
        assert crossed[level + 1, level] == crossed[level, level + 1] == found.rules.up


@given(periods())
@settings(max_examples=100, deadline=None)
def test_nobody_moves_by_more_than_a_level_unless_divisions_close(found):
    for step in plan_next_period(found).steps:
        if step.source and step.source <= found.next_count:
            assert abs(step.target - step.source) <= 1
        assert (step.came == Movement.PROMOTED) <= (step.target < step.source)
        assert (step.came == Movement.RELEGATED) <= (step.target > step.source)
        assert (step.came == Movement.STAYED) <= (step.target == step.source)
        assert (step.reason == MovementReason.CLOSED) <= (step.source > found.next_count)


@given(periods())
@settings(max_examples=100, deadline=None)
def test_lots_are_told_where_equals_end_apart(found):
    planned = plan_next_period(found)
    told = {player for lot in planned.lots for player in lot.players}
    told |= {player for each in planned.play_offs for player in each.players}
    apart = {}
    for step in planned.steps:
        if step.source and step.player not in found.content:
            apart.setdefault((step.source, step.place), []).append(step)
    for equals in apart.values():
        if len({step.target for step in equals}) > 1:
            assert {step.player for step in equals} & told


def test_nobody_goes_up_and_down_at_once():
    both = ExchangeGroup([True, False, True], 0)
    assert exchanges.fits(both, 1, 2)
    assert exchanges.fits(both, 2, 0)
    assert not exchanges.fits(both, 2, 1)
    assert not exchanges.fits(both, 0, 4)
    found = ended("A B", "C", "D E", rules=DivisionRules(least=1, most=4))
    assert written(found) == ["AC", "BD", "E"]


@st.composite
def small(draw):
    group = st.builds(ExchangeGroup, st.lists(st.booleans(), max_size=3), st.integers(0, 2))
    least = draw(st.integers(0, 3))
    return (
        groups := draw(st.lists(group, min_size=1, max_size=3)),
        [Exchange(draw(st.integers(0, 2)), draw(st.integers(0, 2))) for _cut in groups[1:]],
        SizeLimits(least, draw(st.integers(max(least, 1), 4))),
    )


def possible(groups):
    """Every exchange that there can be."""
    each = []
    for above, below in pairwise(groups):
        ups, downs = range(sum(below.willing) + 1), range(len(above.willing) + 1)
        each.append([Exchange(up, down) for up, down in product(ups, downs)])
    none = Exchange(0, 0)
    for chosen in product(*each):
        sides = zip(groups, [none, *chosen], [*chosen, none], strict=True)
        if all(exchanges.fits(group, up.up, down.down) for group, up, down in sides):
            yield list(chosen)


def missed(groups, chosen, limits):
    return [
        max(0, limits.least - size, size - limits.most) for size in exchanges.sizes_after(groups, chosen)
    ]


@given(small())
@settings(max_examples=150, deadline=None)
def test_limits_are_kept_whenever_any_exchange_keeps_them(asked):
    groups, usual, limits = asked
    chosen = exchanges.choose_exchanges(groups, usual, limits)
    assert chosen in list(possible(groups))
    best = min(max(missed(groups, each, limits)) for each in possible(groups))
    assert max(missed(groups, chosen, limits)) == best


@given(small())
@settings(max_examples=150, deadline=None)
def test_what_is_promised_is_kept_as_far_as_the_limits_allow(asked):
    groups, usual, limits = asked

    def cost(chosen):
        return (
            sum(missed(groups, chosen, limits)),
            sum(max(0, due.up - each.up) for due, each in zip(usual, chosen, strict=True)),
            sum(max(0, each.up - due.up) for due, each in zip(usual, chosen, strict=True)),
            sum(abs(each.down - due.down) for due, each in zip(usual, chosen, strict=True)),
        )

    chosen = exchanges.choose_exchanges(groups, usual, limits)
    near = max(missed(groups, chosen, limits))
    others = [each for each in possible(groups) if max(missed(groups, each, limits)) <= near]
    assert cost(chosen) == min(map(cost, others))


def test_limits_are_missed_by_as_little_as_somebody_who_must_not_move_allows():
    groups = [ExchangeGroup([], 1), ExchangeGroup([False] * 3, 1)]
    chosen = exchanges.choose_exchanges(groups, [Exchange(1, 0)], SizeLimits(1, 1))
    assert exchanges.sizes_after(groups, chosen) == [1, 4]  # nobody would go up: three too many


def test_ten_large_divisions_are_planned_at_once():
    groups = [ExchangeGroup([True] * 38, 2)] * 9 + [ExchangeGroup([True] * 5, 20)]
    chosen = exchanges.choose_exchanges(groups, [Exchange(5, 5)] * 9, SizeLimits(2, 40))
    assert all(2 <= size <= 40 for size in exchanges.sizes_after(groups, chosen))
