"""The awards that a club defines: each statistic against plain loops over random histories, and
ties, minimums and groups of players by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pure.awards import MOST_WINNERS
from scoring.pure.club_awards import MOST_RUNNERS_UP, AwardTerms, NotGiven, Outcome, outcome
from scoring.pure.facts import PlayerId
from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.statistics import STATISTICS, ScoredResult, Unit, exact_value
from scoring.pure.units import UNIT
from tests.scoring.crosstable import NUMBERS, history

A, B, C, D = (NUMBERS[name] for name in "ABCD")


def award_facts(*lines):
    return [ScoredResult(fact, result_points(fact, Scheme())) for fact in history(*lines).facts]


def winners(facts, code, **terms):
    """Return the winners with their exact values."""
    statistic = STATISTICS[code]
    result = outcome(facts, AwardTerms(statistic, **terms))
    return {each.player: exact_value(statistic, each.measure) for each in result.winners}


@st.composite
def histories(draw):
    """Draw facts of a few players over evenings, in any order, with marks."""
    lines = []
    for _match in range(draw(st.integers(1, 8))):
        seats = draw(st.permutations("ABCDEFG"))[: draw(st.integers(2, 4))]
        lines.append(f"{draw(st.integers(1, 4))}: {' '.join(seats)}")
    facts = [
        ScoredResult(
            each.fact._replace(score=draw(st.integers(-5, 5)), place=draw(st.integers(1, 3))),
            draw(st.integers(-3, 3)) * UNIT,
            draw(st.booleans()),
            draw(st.booleans()),
        )
        for each in award_facts(*lines)
    ]
    return draw(st.permutations(facts))


def longest_streak(own):
    best = now = 0
    for each in sorted(own, key=lambda each: (each.fact.session_index, each.fact.match)):
        now = now + 1 if each.fact.place == 1 else 0
        best = max(best, now)
    return best


def best_evening(own):
    evenings = {each.fact.session for each in own}
    return max(sum(e.points for e in own if e.fact.session == at) for at in evenings)


NAIVE = {  # in points and scores
    "points": lambda own: Fraction(sum(each.points for each in own), UNIT),
    "mean_points": lambda own: Fraction(sum(each.points for each in own), UNIT * len(own)),
    "best_evening": lambda own: Fraction(best_evening(own), UNIT),
    "wins": lambda own: len([1 for each in own if each.fact.place == 1]),
    "win_share": lambda own: Fraction([each.fact.place for each in own].count(1), len(own)),
    "winning_run": longest_streak,
    "matches": len,
    "evenings": lambda own: len({each.fact.session for each in own}),
    "highest_score": lambda own: max(each.fact.score for each in own),
    "lowest_score": lambda own: min(each.fact.score for each in own),
    "mean_score": lambda own: Fraction(sum(each.fact.score for each in own), len(own)),
    "upset_matches": lambda own: len([1 for each in own if each.is_upset]),
    "verified_matches": lambda own: len([1 for each in own if each.is_verified]),
}


def naive(facts, terms):
    """Return the winners, their value and the number of equal players, by plain loops."""
    values = {}
    for player in {each.fact.player for each in facts}:
        own = [each for each in facts if each.fact.player == player]
        if terms.players is not None and player not in terms.players:
            continue
        if len(own) < terms.minimum_matches:
            continue
        if len({each.fact.session for each in own}) < terms.minimum_evenings:
            continue
        values[player] = NAIVE[terms.statistic.code](own)
    if not values:
        return set(), None
    best = min(values.values()) if terms.lowest else max(values.values())
    first = {player for player, value in values.items() if value == best}
    counts = terms.statistic.unit in (Unit.COUNT, Unit.SHARE)
    is_empty = counts and best == 0 and not terms.lowest
    return (set(), None) if is_empty or len(first) > MOST_WINNERS else (first, best)


@settings(max_examples=150)
@given(
    histories(),
    st.sampled_from(list(STATISTICS.values())),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 3),
    st.none() | st.sets(st.sampled_from([A, B, C, D])),
)
def test_winners_are_those_of_plain_loops(facts, statistic, lowest, matches, evenings, players):
    terms = AwardTerms(statistic, lowest, matches, evenings, players)
    result = outcome(facts, terms)
    first, best = naive(facts, terms)
    assert {each.player for each in result.winners} == first
    assert {exact_value(statistic, each.measure) for each in result.winners} <= {best}
    assert bool(result.winners) == (result.reason is None)
    assert not {each.player for each in result.runners_up} & first
    assert len(result.runners_up) <= MOST_RUNNERS_UP


@settings(max_examples=80)
@given(histories(), st.sampled_from(list(STATISTICS.values())))
def test_the_proof_contains_what_was_counted(facts, statistic):
    for each in outcome(facts, AwardTerms(statistic)).winners:
        own = [fact for fact in facts if fact.fact.player == each.player]
        assert set(each.measure.matches) <= {fact.fact.match for fact in own}
        assert set(each.measure.sessions) <= {fact.fact.session for fact in own}
        evidence = each.measure.matches or each.measure.sessions
        assert evidence, "every value above nothing rests on something"
        if statistic.unit == Unit.COUNT:
            assert len(evidence) == each.measure.amount


def test_all_statistics_are_compared_with_plain_loops():
    assert set(NAIVE) == set(STATISTICS)


def test_equal_players_share_an_award():
    facts = award_facts("1: A B C", "2: B A C")
    assert winners(facts, "wins") == {A: 1, B: 1}
    assert winners(facts, "points") == {A: 90, B: 90}


def test_too_many_equal_players_win_no_award():
    facts = award_facts("1: A B", "1: C D", "1: E F")
    result = outcome(facts, AwardTerms(STATISTICS["matches"]))
    assert result == Outcome(reason=NotGiven.TIED, tied=6)
    assert len(winners(award_facts("1: A B", "1: C D"), "matches")) == MOST_WINNERS


def test_a_minimum_must_be_reached():
    facts = award_facts("1: A B", "1: B C", "2: B C", "3: C B")
    assert winners(facts, "win_share") == {A: 1}
    assert winners(facts, "win_share", minimum_matches=2) == {B: Fraction(2, 4)}
    assert winners(facts, "win_share", minimum_evenings=3) == {B: Fraction(2, 4)}
    result = outcome(facts, AwardTerms(STATISTICS["wins"], minimum_evenings=4))
    assert result.reason == NotGiven.MINIMUM


def test_only_the_players_of_a_group_can_win():
    facts = award_facts("1: A B C", "2: A C B")
    assert winners(facts, "points", players={B, C}) == {B: 30, C: 30}
    result = outcome(facts, AwardTerms(STATISTICS["points"], players=set()))
    assert result.reason == NotGiven.NO_PLAYER


def test_the_lowest_value_can_win():
    facts = award_facts("1: A B C", "2: A B C")
    assert winners(facts, "points", lowest=True) == {C: 0}
    assert winners(facts, "wins", lowest=True) == {B: 0, C: 0}


def test_an_award_needs_a_result_and_a_count_above_zero():
    assert outcome([], AwardTerms(STATISTICS["wins"])).reason == NotGiven.NO_RESULT
    facts = award_facts("1: A B")
    assert outcome(facts, AwardTerms(STATISTICS["upset_matches"])).reason == NotGiven.ZERO


def test_the_next_players_follow_best_first():
    facts = award_facts("1: A B C D", "2: A B C D")
    result = outcome(facts, AwardTerms(STATISTICS["points"]))
    assert [each.player for each in result.runners_up] == [B, C, D]


@pytest.mark.parametrize(
    ("code", "value", "evidence"),
    [
        ("best_evening", 120, "sessions"),
        ("winning_run", 2, "matches"),
        ("evenings", 2, "sessions"),
    ],
)
def test_a_value_names_what_proves_it(code, value, evidence):
    facts = award_facts("1: A B", "1: A B", "2: B A")
    (won,) = outcome(facts, AwardTerms(STATISTICS[code], players=[PlayerId(A)])).winners
    assert exact_value(STATISTICS[code], won.measure) == value
    own = [each.fact for each in facts if each.fact.player == A]
    expected = {
        "sessions": [own[0].session]
        if code == "best_evening"
        else [own[0].session, own[2].session],
        "matches": [own[0].match, own[1].match],
    }
    assert list(getattr(won.measure, evidence)) == expected[evidence]
