"""Whose a result is after a substitution, and how many points each player gets."""

from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import Fact, PlayerId, SeasonFacts
from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.substitutions import (
    SeatShare,
    SubstitutionEffect,
    Turn,
    player_of_round,
    rated_player,
    seat_shares,
)
from tests.scoring.seasons import a_scheme

A, B, C, X, Y, Z = map(PlayerId, range(1, 7))
XY = [Turn(X), Turn(Y, from_round=3)]
XYZ = [*XY, Turn(Z, from_round=6)]
XYX = [*XY, Turn(X, from_round=4)]
STARTER, SUBSTITUTE, BOTH, NEITHER = SubstitutionEffect


@pytest.mark.parametrize(
    ("turns", "effect", "expected"),
    [
        (XY, STARTER, [SeatShare(X)]),
        (XY, SUBSTITUTE, [SeatShare(Y)]),
        (XY, BOTH, [SeatShare(X, 0, 2, 7), SeatShare(Y, 2, 7, 7)]),
        (XY, NEITHER, []),
        (XYZ, STARTER, [SeatShare(X)]),
        (XYZ, SUBSTITUTE, [SeatShare(Z)]),
        (XYZ, BOTH, [SeatShare(X, 0, 2, 7), SeatShare(Y, 2, 5, 7), SeatShare(Z, 5, 7, 7)]),
        (XYX, SUBSTITUTE, [SeatShare(X)]),
        (XYX, BOTH, [SeatShare(X, 0, 6, 7), SeatShare(Y, 6, 7, 7)]),
        ([Turn(X)], BOTH, [SeatShare(X)]),
    ],
)
def test_effect_says_whose_result_it_is(turns, effect, expected):
    assert seat_shares(turns, effect, rounds=7) == expected


def test_player_without_a_round_has_no_share():
    assert seat_shares(XY, BOTH, rounds=2) == [SeatShare(X)]


def test_rounds_belong_to_who_sat_there():
    assert [player_of_round(XYX, number) for number in range(1, 6)] == [X, X, Y, X, X]
    assert [rated_player(XY, BOTH, number) for number in (2, 3)] == [X, Y]
    assert [rated_player(XY, effect, 2) for effect in (STARTER, SUBSTITUTE, NEITHER)] == [
        X,
        Y,
        None,
    ]


def seats(shares_of_first):
    """Return the facts of a table of three; X's seat, the winner's, has these shares."""
    shares = {0: shares_of_first, 1: [SeatShare(A)], 2: [SeatShare(B)]}
    scores = [50, 20, -7]
    return [
        Fact(
            1, 1, 0, PlayerId(share.player), seat + 1, 3, 1, scores[seat], 63, 50, seat, *share[1:]
        )
        for seat in shares
        for share in shares[seat]
    ]


@pytest.mark.parametrize("seed", range(20))
def test_shares_of_a_seat_add_up_to_its_points(seed):
    rng = Random(seed)
    scheme, rounds = a_scheme(rng), rng.randint(3, 60)
    turns = [Turn(X)]
    for player in (Y, Z):
        turns.append(Turn(player, rng.randint(turns[-1].from_round + 1, rounds + len(turns))))
    for place, score in ((1, 50), (3, -11)):
        whole = Fact(1, 1, 0, X, place, 3, 1, score, 63, 48, 0)
        parts = [
            result_points(whole._replace(**share._asdict()), scheme)
            for share in seat_shares(turns, BOTH, rounds)
        ]
        assert sum(parts) == result_points(whole, scheme)
        assert all(abs(part) <= abs(sum(parts)) for part in parts)


def test_players_who_shared_a_seat_have_not_met_there():
    shared = seat_shares(XY, BOTH, 4)
    scheme = Scheme(tiebreaks=("mini_table", "strength"), points="raw")
    rows = standings.compute(SeasonFacts(seats(shared)), scheme)
    by_player = {row.player: row for row in rows}
    assert by_player[X].points == by_player[Y].points
    assert [by_player[player].tiebreaks["mini_table"] for player in (X, Y)] == [0, 0]
    assert by_player[X].tiebreaks["strength"] == by_player[Y].tiebreaks["strength"]
    assert by_player[X].place == by_player[Y].place == 1


def test_strength_without_opponents_is_zero():
    scheme = Scheme(tiebreaks=("strength",), points="raw")
    facts = [Fact(n, 1, 0, player, 1, 2, 1, 5, 9, None, 0) for n, player in ((1, A), (2, B))]
    rows = standings.compute(SeasonFacts(facts), scheme)
    assert [row.tiebreaks["strength"] for row in rows] == [0, 0]
