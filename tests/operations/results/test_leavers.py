"""Players who leave a table for good: the others go on, or the match stops."""

import pytest

from league.errors import Conflict, Invalid
from league.models import ActionKind, Match, Seat
from league.operations.results import leavers, match_ends
from league.operations.results.leavers import MatchEnd
from league.operations.sessions import session_log, undo
from scoring.models import Result
from tests import make

pytestmark = pytest.mark.django_db


def table(game="neurotrio", count=4, **fields):
    season = make.season(make.club(), games=["neurotrio", "njet"])
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov"])
    return make.match(make.session(season), players[:count], game=game, **fields)


def player(match, name):
    return match.session.season.club.players.get(name=name).pk


def go_on(match, leaving="Ada", end=MatchEnd.RESULT, **more):
    return leavers.go_on(match, leaving=player(match, leaving), end=end, by=None, **more)


@pytest.mark.parametrize(
    ("end", "places"),
    [
        (MatchEnd.RESULT, [1, 4, 3, 2]),
        (MatchEnd.FORFEIT, [4, 3, 2, 1]),
        (MatchEnd.NONE, []),
    ],
)
def test_others_go_on_at_the_same_table(end, places):
    match = make.played(table(options={"target": 70}), [22, 1, 2, 3])
    new = go_on(match, end=end)
    match.refresh_from_db()
    assert match.stopped_at is not None
    assert list(Result.objects.live().values_list("place", flat=True)) == places
    seats = Seat.objects.filter(match=new).order_by("number")
    assert list(seats.values_list("player__name", flat=True)) == ["Bruno", "Chloé", "Dov"]
    assert (new.continues, new.table_number) == (match, 1)
    assert new.options["target"] == 70


def test_match_without_rounds_ends_without_a_result():
    match = table()
    new = go_on(match, end=MatchEnd.FORFEIT)
    match.refresh_from_db()
    assert (match.over, match.stopped_at is not None) == (False, True)
    assert new.continues == match


def test_game_that_needs_all_players_is_refused():
    match = make.played(table("njet", 3, options={"rounds": 2}), [3, 3, 12])
    with pytest.raises(Conflict, match="Njet! cannot be played at a table of 2"):
        go_on(match)
    match.refresh_from_db()
    assert match.stopped_at is None
    assert Match.objects.count() == 1


def test_four_players_of_njet_go_on_with_three():
    match = make.played(table("njet", options={"rounds": 2}), [6, 6, 6, 6])
    assert leavers.can_go_on(match, 4)
    assert go_on(match).seats.count() == 3


def test_player_of_another_table_is_refused():
    match = make.played(table(count=3), [22, 1, 2])
    with pytest.raises(Invalid, match="is not at this table"):
        go_on(match, "Dov")
    assert Match.objects.count() == 1


def test_second_form_is_refused():
    match = make.played(table(), [22, 1, 2, 3])
    go_on(match)
    with pytest.raises(Conflict, match="already stopped"):
        go_on(match)
    assert Match.objects.count() == 2


def test_table_of_a_tournament_is_refused():
    sitting = make.published(make.tournament())
    match = make.played(sitting.tables.first().match, [2, 1, 2, 3])
    leaving = match.seats.first().player_id
    with pytest.raises(Conflict, match="part of a tournament"):
        leavers.go_on(match, leaving=leaving, end=MatchEnd.NONE, by=None)


def test_match_is_not_resumed_beside_the_new_one():
    match = make.played(table(), [22, 1, 2, 3])
    new = go_on(match)
    with pytest.raises(Conflict, match="match of their own \\(table 1\\)"):
        match_ends.resume(match, confirmed=True, by=None)
    session_log.call_off(new, by=None)
    match_ends.resume(match, confirmed=True, by=None)
    match.refresh_from_db()
    assert match.stopped_at is None


def test_undo_of_the_end_undoes_the_new_match():
    match = make.played(table(), [22, 1, 2, 3])
    new = go_on(match)
    listed = undo.log_entries(match.session)
    entry = next(row for row in listed if row.kind == ActionKind.STOP)
    later = undo.dependents(entry, listed)
    assert [(row.kind, row.subject["matches"]) for row in later] == [(ActionKind.SEAT, [new.pk])]
    refs = [row.ref for row in later]
    undo.undo(match.session, entry.ref, by=None, expected_dependents=refs, confirmed=True)
    match.refresh_from_db()
    assert (match.stopped_at, match.over, match.table_number) == (None, False, 1)
    assert list(Match.objects.all()) == [match]
