"""States of a result from plain facts: each rule by hand, and what holds for all of them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.pure.results import NOTHING, Facts, Mark, Needed, Quorum, State, due_at, needed, tell

PROVISIONAL, DISPUTED = Mark.PROVISIONAL, Mark.DISPUTED


def said(*seats, quorum=Quorum.ALL, seats_in_all=3, **more):
    confirmed = frozenset(seats)
    return tell(Facts(True, quorum, seats_in_all, confirmed=confirmed, **more))


def test_without_a_result_there_is_nothing_to_confirm():
    assert tell(Facts(False, Quorum.ALL, 3)) == (told := tell(Facts(False)))
    assert (told.state, told.marks, told.needed) == (State.NONE, (), NOTHING)
    assert not told.is_provisional


def test_what_stands_beside_no_result():
    assert tell(Facts(False, postponed=True)).marks == (Mark.POSTPONED,)
    assert tell(Facts(False, void=True, postponed=True)).marks == (Mark.VOID,)


def test_a_result_is_final_at_once_where_nobody_confirms():
    told = tell(Facts(True, Quorum.NOBODY, 3))
    assert (told.state, told.marks, told.is_final) == (State.FINAL, (), True)


def test_a_dispute_keeps_a_result_from_being_final():
    told = said(quorum=Quorum.NOBODY, disputed=True)
    assert (told.state, told.marks) == (State.CONFIRMED, (PROVISIONAL, DISPUTED))
    assert told.is_disputed
    assert not told.is_final


def test_what_is_not_confirmed_is_entered_and_provisional():
    told = said(1)
    assert (told.state, told.marks) == (State.ENTERED, (PROVISIONAL,))
    assert told.needed == Needed(2, (0, 2))
    assert said(1, disputed=True).marks == (PROVISIONAL, DISPUTED)


@pytest.mark.parametrize("way", ["by_referee", "by_time", "locked"])
def test_other_ways_than_the_players_words(way):
    for quorum in set(Quorum) - {Quorum.NOBODY}:
        assert said(quorum=quorum).state == State.ENTERED
        assert said(quorum=quorum, **{way: True}).state == State.FINAL


@pytest.mark.parametrize(
    ("quorum", "seats", "confirmed", "own", "expected"),
    [
        (Quorum.NOBODY, 4, (), None, NOTHING),
        (Quorum.REFEREE, 4, (0, 1, 2, 3), None, Needed(1)),
        (Quorum.ONE, 3, (), None, Needed(1, (0, 1, 2))),
        (Quorum.ONE, 3, (2,), None, NOTHING),
        (Quorum.ONE, 3, (2,), 2, Needed(1, (0, 1))),
        (Quorum.ONE, 3, (1, 2), 2, NOTHING),
        (Quorum.MAJORITY, 2, (0,), None, Needed(1, (1,))),
        (Quorum.MAJORITY, 3, (0,), 0, Needed(1, (1, 2))),
        (Quorum.MAJORITY, 3, (0, 2), None, NOTHING),
        (Quorum.MAJORITY, 4, (0, 2), None, Needed(1, (1, 3))),
        (Quorum.MAJORITY, 4, (0, 2, 3), None, NOTHING),
        (Quorum.ALL, 3, (0, 2), None, Needed(1, (1,))),
        (Quorum.ALL, 3, (0, 1, 2), 0, NOTHING),
    ],
)
def test_who_is_still_needed(quorum, seats, confirmed, own, expected):
    assert needed(quorum, seats, frozenset(confirmed), own) == expected


def test_only_the_referee_is_asked_where_no_seat_is():
    assert needed(Quorum.REFEREE, 3).of_referee
    assert not needed(Quorum.ALL, 3).of_referee
    assert not NOTHING.of_referee


@given(
    st.sampled_from(sorted(set(Quorum) - {Quorum.REFEREE})),
    st.integers(2, 8).flatmap(
        lambda seats: st.tuples(
            st.just(seats),
            st.sets(st.integers(0, seats - 1)),
            st.none() | st.integers(0, seats - 1),
        )
    ),
)
def test_whoever_of_the_needed_confirm_that_is_enough_and_never_too_much(quorum, table):
    seats, confirmed, own = table
    left = needed(quorum, seats, frozenset(confirmed), own)
    assert left.count <= len(left.seats)
    assert not confirmed.intersection(left.seats) or quorum == Quorum.NOBODY
    for others in (left.seats[: left.count], left.seats[len(left.seats) - left.count :]):
        assert needed(quorum, seats, frozenset({*confirmed, *others}), own) == NOTHING
        if others:
            fewer = frozenset({*confirmed, *others[1:]})
            assert needed(quorum, seats, fewer, own).count == 1


def test_time_is_over_at_the_next_full_hour():
    at = datetime(2026, 10, 1, 20, 10, 5, tzinfo=UTC)
    assert due_at(at, 24) == datetime(2026, 10, 2, 21, tzinfo=UTC)
    assert due_at(at.replace(minute=0, second=0), 1) == datetime(2026, 10, 1, 21, tzinfo=UTC)
