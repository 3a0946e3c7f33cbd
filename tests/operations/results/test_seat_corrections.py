"""Seats of played matches corrected: the same scores, other names."""

import pytest

from league.errors import Conflict, Invalid
from league.models import Confirmation, IncidentKind, Match, Seat
from league.operations.results import seat_corrections
from league.operations.results.correction_preview import preview_seats
from league.operations.tournaments.play import sittings
from scoring.models import Result
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db
WON = [[22, 1, 2, 3]] * 3


def seats(match):
    rows = Seat.objects.filter(match=match).order_by("number")
    return [row.player_id for row in rows]


def results(match):
    rows = Result.objects.live().filter(match_id=match.pk).order_by("seat")
    return [(row.player_id, row.score) for row in rows]


@pytest.fixture
def match():
    season = make.season(make.club())
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva"])
    return make.played(make.match(make.session(season), players[:4]), *WON)


@pytest.fixture
def sitting():
    tournament = make.tournament(here=9, least=4, most=4)
    sitting = make.published(tournament)
    for table in sitting.tables.select_related("match"):
        make.played(table.match, WON[0])
    return sitting


def test_scores_go_to_the_players_who_sat_there(match):
    ada, bruno, chloe, dov = seats(match)
    eva = match.session.season.club.players.get(name="Eva").pk
    rows = set(Seat.objects.filter(match=match).values_list("pk", flat=True))
    seat_corrections.correct_seats({match.pk: [bruno, ada, eva, dov]}, by=None)
    assert seats(match) == [bruno, ada, eva, dov]
    assert results(match) == [(bruno, 66), (ada, 3), (eva, 6), (dov, 9)]
    assert set(Seat.objects.filter(match=match).values_list("pk", flat=True)) == rows
    versions = [(row.version, row.scores) for row in match.submissions.current()]
    assert versions == [(2, [22, 1, 2, 3])] * 3
    seat_corrections.correct_seats({match.pk: [bruno, ada, eva, dov]}, by=None)  # sent twice
    assert {row.version for row in match.submissions.current()} == {2}
    seat_corrections.correct_seats({match.pk: [ada, bruno, chloe, dov]}, by=None)
    assert results(match)[0] == (ada, 66)


def test_a_seat_preview_shows_the_effects_without_storing_them(match):
    ada, bruno, chloe, dov = seats(match)
    preview = preview_seats(match.pk, {match.pk: [bruno, ada, chloe, dov]}, by=None)
    moved = {move.row.player_id for table in preview.effects.tables for move in table.moves}
    assert moved == {ada, bruno}
    assert seats(match) == [ada, bruno, chloe, dov]
    assert results(match)[0] == (ada, 66)


@pytest.mark.parametrize("wrong", ["twice", "few", "stranger"])
def test_players_who_cannot_have_sat_there_are_refused(match, wrong):
    ada, bruno, chloe, _dov = seats(match)
    (stranger,) = make.players(make.club(name="Other"), ["Zoé"])
    chosen = {
        "twice": [ada, ada, bruno, chloe],
        "few": [ada, bruno, chloe],
        "stranger": [ada, bruno, chloe, stranger.pk],
    }
    with pytest.raises(Invalid):
        seat_corrections.correct_seats({match.pk: chosen[wrong]}, by=None)
    assert results(match)[0] == (ada, 66)


def test_confirmations_of_others_no_longer_count(match):
    ada, bruno, chloe, dov = seats(match)
    result = Match.objects.get(pk=match.pk).result
    Confirmation.objects.create(match=match, player_id=ada, result=result, how="table")
    seat_corrections.correct_seats({match.pk: [bruno, ada, chloe, dov]}, by=None)
    assert Confirmation.objects.get().taken_back_at is not None


def test_two_tables_are_exchanged_and_the_draw_learns_it(sitting):
    one, two = sitting.tables.order_by("number").select_related("match")
    players = [two.players[0], *one.players[1:]]
    with pytest.raises(Invalid, match="correct both tables"):
        seat_corrections.correct_seats({one.match_id: players}, by=None)
    chosen = seat_corrections.with_exchanges(one.match, players)
    seat_corrections.correct_seats(chosen, by=make.user())
    one.refresh_from_db()
    two_now = sitting.tables.get(pk=two.pk)
    assert (one.players, two_now.players) == (players, chosen[two.match_id])
    assert results(two.match)[0] == (two_now.players[0], 22)
    draft = sittings.draw(sitting.tournament, None, seed="a", by=None)[0]
    history = draft.request["history"][0]
    tables = history["tables"] if isinstance(history, dict) else history
    assert [str(player) for player in players] in tables
    assert kinds_of(sitting.tournament).count(IncidentKind.SEATS) == 2


def test_a_player_who_sat_out_swaps_with_one_at_the_table(sitting):
    table = sitting.tables.order_by("number").first()
    (watching,) = sitting.sit_out
    leaving = table.players[2]
    players = [*table.players[:2], watching, table.players[3]]
    seat_corrections.correct_seats({table.match_id: players}, by=None)
    sitting.refresh_from_db()
    assert sitting.sit_out == [leaving]


def test_a_locked_round_stays_as_it_is(sitting):
    sittings.lock(sitting, by=None)
    table = sitting.tables.first()
    with pytest.raises(Conflict, match="locked"):
        seat_corrections.correct_seats({table.match_id: table.players[::-1]}, by=None)
