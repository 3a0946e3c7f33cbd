"""Who would go up or down, and who would have sat elsewhere: told before a correction, and true."""

import pytest

from league.models import Format, Match, Sitting, SittingTable
from league.operations.ladders import divisions
from league.operations.matches import submissions
from league.operations.results import later_seats
from league.operations.results.correction_preview import preview_correction
from league.operations.tournaments.play import sittings
from tests import make
from tests.operations.ladders.building import a_ladder, ids, next_period, people, play_all

pytestmark = pytest.mark.django_db
TURNED = make.sheet(5, 10, 22)


@pytest.fixture
def ladder():
    club = make.club()
    players = ids(make.players(club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"]))
    return a_ladder(club, players[:3], players[3:])


def moves(preview):
    return {
        move.player.name: (move.before and move.before.level, move.after and move.after.level)
        for move in preview.promotions
    }


def test_previewed_ladder_moves_match_the_next_period(ladder):
    play_all(ladder)
    match = Match.objects.get(session__season__division__level=1)
    preview = preview_correction(match.pk, 1, make.sheet(5, 9, 22), by=None)
    assert moves(preview) == {"Ada": (1, 2), "Chloé": (2, 1)}
    assert divisions.current_period(ladder).number == 1
    submissions.correct(match.pk, 1, make.sheet(5, 9, 22), by=None)
    assert people(next_period(ladder)) == [["Chloé", "Bruno", "Dov"], ["Ada", "Eva", "Finn"]]


def test_a_correction_in_a_past_period_moves_no_player(ladder):
    play_all(ladder)
    match = Match.objects.get(session__season__division__level=1)
    next_period(ladder)
    assert moves(preview_correction(match.pk, 1, make.sheet(5, 9, 22), by=None)) == {}


def test_a_season_without_ladder_and_tournament_has_neither():
    match = make.played(make.match(options={"target": 20}), [22, 10, 5])
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert (preview.promotions, preview.seats.moves, preview.seats.unknown) == ([], [], [])
    assert preview.effects.match.totals == [5, 10, 22]


# --- seats that were drawn later


def seated(sitting):
    """Return the number of the table of each player."""
    return {
        player: table.number
        for table in SittingTable.objects.filter(sitting=sitting)
        for player in table.players
    }


def swiss(**fields):
    "Return a tournament of which the first round is played and the second is drawn."
    tournament = make.tournament(here=9, format=Format.SWISS, least=3, most=3, **fields)
    first = make.finished(make.published(tournament))
    drawn = sittings.draw(tournament, by=None)[0]
    return first.tables.get(number=1).match, drawn


def foretold(preview):
    return {
        (move.sitting, move.player.pk): (move.table_now, move.table) for move in preview.seats.moves
    }


def test_previewed_seat_moves_match_the_next_draw():
    match, drawn = swiss()
    before = seated(drawn)
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert preview.seats.unknown == []
    assert seated(drawn) == before, "only told"
    sittings.discard(drawn, by=None)
    submissions.correct(match.pk, 1, TURNED, by=None)
    after = seated(sittings.draw(drawn.tournament, seed=drawn.seed, by=None)[0])
    moved = {
        (2, player): (before[player], after[player])
        for player in before
        if before[player] != after[player]
    }
    assert moved
    assert foretold(preview) == moved


def test_previewed_seat_moves_ignore_later_rounds():
    match, drawn = swiss()
    at_the_draw = foretold(preview_correction(match.pk, 1, TURNED, by=None))
    sittings.publish(sittings.check(drawn, by=None), by=None)
    make.finished(drawn)
    later = preview_correction(match.pk, 1, TURNED, by=None)
    assert at_the_draw
    assert foretold(later) == at_the_draw


def test_a_correction_that_keeps_places_moves_no_player():
    match, _drawn = swiss()
    preview = preview_correction(match.pk, 1, make.sheet(22, 10, 4), by=None)
    assert (preview.seats.moves, preview.seats.unknown) == ([], [])


def test_hand_arranged_seats_are_not_previewed():
    match, drawn = swiss()
    tables = [list(table.players) for table in drawn.tables.order_by("number")]
    sittings.arrange(drawn, tables[::-1], by=None)
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert (preview.seats.moves, preview.seats.unknown) == ([], [])


def test_seats_that_would_take_long_are_said_to_be_unknown(monkeypatch):
    match, _drawn = swiss()
    monkeypatch.setattr(later_seats, "MOST_PLAYERS", 8)
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert (preview.seats.moves, preview.seats.unknown) == ([], [2])


def test_seats_of_a_draw_that_cannot_be_repeated_are_unknown():
    match, drawn = swiss()
    request = {**drawn.request, "ranking": drawn.request["ranking"][::-1]}
    Sitting.objects.filter(pk=drawn.pk).update(request=request)
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert (preview.seats.moves, preview.seats.unknown) == ([], [2])


def test_a_sitting_that_was_drawn_whatever_happens_stays_as_it_is():
    tournament = make.tournament(here=9)
    first = make.finished(make.published(tournament))
    sittings.draw(tournament, by=None)
    match = first.tables.get(number=1).match
    preview = preview_correction(match.pk, 1, TURNED, by=None)
    assert (preview.seats.moves, preview.seats.unknown) == ([], [])
