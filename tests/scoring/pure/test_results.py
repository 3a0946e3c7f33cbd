"""States of a result from plain facts: each rule by hand, and what holds for all of them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.pure.results import (
    NONE_MISSING,
    MissingConfirmations,
    Quorum,
    ResultFacts,
    ResultMark,
    ResultState,
    due_at,
    missing_confirmations,
    result_status,
)

PROVISIONAL, DISPUTED = ResultMark.PROVISIONAL, ResultMark.DISPUTED


def status_with(*seats, quorum=Quorum.ALL, seats_in_all=3, **more):
    confirmed = frozenset(seats)
    return result_status(ResultFacts(True, quorum, seats_in_all, confirmed=confirmed, **more))


def test_without_a_result_no_confirmation_is_needed():
    assert result_status(ResultFacts(False, Quorum.ALL, 3)) == (
        status := result_status(ResultFacts(False))
    )
    assert (status.state, status.marks, status.needed) == (ResultState.NONE, (), NONE_MISSING)
    assert not status.is_provisional


def test_marks_of_a_match_without_result():
    assert result_status(ResultFacts(False, postponed=True)).marks == (ResultMark.POSTPONED,)
    assert result_status(ResultFacts(False, void=True, postponed=True)).marks == (ResultMark.VOID,)


def test_a_result_is_final_immediately_if_no_confirmation_is_required():
    status = result_status(ResultFacts(True, Quorum.NOBODY, 3))
    assert (status.state, status.marks, status.is_final) == (ResultState.FINAL, (), True)


def test_a_dispute_keeps_a_result_from_being_final():
    status = status_with(quorum=Quorum.NOBODY, disputed=True)
    assert (status.state, status.marks) == (ResultState.CONFIRMED, (PROVISIONAL, DISPUTED))
    assert status.is_disputed
    assert not status.is_final


def test_an_unconfirmed_result_is_entered_and_provisional():
    status = status_with(1)
    assert (status.state, status.marks) == (ResultState.ENTERED, (PROVISIONAL,))
    assert status.needed == MissingConfirmations(2, (0, 2))
    assert status_with(1, disputed=True).marks == (PROVISIONAL, DISPUTED)


@pytest.mark.parametrize("reason", ["by_referee", "by_time", "locked"])
def test_other_ways_than_the_players_words(reason):
    for quorum in set(Quorum) - {Quorum.NOBODY}:
        assert status_with(quorum=quorum).state == ResultState.ENTERED
        assert status_with(quorum=quorum, **{reason: True}).state == ResultState.FINAL


@pytest.mark.parametrize(
    ("quorum", "seats", "confirmed", "own", "expected"),
    [
        (Quorum.NOBODY, 4, (), None, NONE_MISSING),
        (Quorum.REFEREE, 4, (0, 1, 2, 3), None, MissingConfirmations(1)),
        (Quorum.ONE, 3, (), None, MissingConfirmations(1, (0, 1, 2))),
        (Quorum.ONE, 3, (2,), None, NONE_MISSING),
        (Quorum.ONE, 3, (2,), 2, MissingConfirmations(1, (0, 1))),
        (Quorum.ONE, 3, (1, 2), 2, NONE_MISSING),
        (Quorum.MAJORITY, 2, (0,), None, MissingConfirmations(1, (1,))),
        (Quorum.MAJORITY, 3, (0,), 0, MissingConfirmations(1, (1, 2))),
        (Quorum.MAJORITY, 3, (0, 2), None, NONE_MISSING),
        (Quorum.MAJORITY, 4, (0, 2), None, MissingConfirmations(1, (1, 3))),
        (Quorum.MAJORITY, 4, (0, 2, 3), None, NONE_MISSING),
        (Quorum.ALL, 3, (0, 2), None, MissingConfirmations(1, (1,))),
        (Quorum.ALL, 3, (0, 1, 2), 0, NONE_MISSING),
    ],
)
def test_missing_confirmations_follow_the_quorum(quorum, seats, confirmed, own, expected):
    assert missing_confirmations(quorum, seats, frozenset(confirmed), own) == expected


def test_only_the_referee_is_asked_where_no_seat_is():
    assert missing_confirmations(Quorum.REFEREE, 3).of_referee
    assert not missing_confirmations(Quorum.ALL, 3).of_referee
    assert not NONE_MISSING.of_referee


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
    missing = missing_confirmations(quorum, seats, frozenset(confirmed), own)
    assert missing.count <= len(missing.seats)
    assert not confirmed.intersection(missing.seats) or quorum == Quorum.NOBODY
    for others in (
        missing.seats[: missing.count],
        missing.seats[len(missing.seats) - missing.count :],
    ):
        assert (
            missing_confirmations(quorum, seats, frozenset({*confirmed, *others}), own)
            == NONE_MISSING
        )
        if others:
            fewer = frozenset({*confirmed, *others[1:]})
            assert missing_confirmations(quorum, seats, fewer, own).count == 1


def test_time_is_over_at_the_next_full_hour():
    at = datetime(2026, 10, 1, 20, 10, 5, tzinfo=UTC)
    assert due_at(at, 24) == datetime(2026, 10, 2, 21, tzinfo=UTC)
    assert due_at(at.replace(minute=0, second=0), 1) == datetime(2026, 10, 1, 21, tzinfo=UTC)
