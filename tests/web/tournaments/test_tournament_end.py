"""The end of a tournament on its page: the podium, and the path of who won it."""

import re

import pytest

from league.models import Format
from league.operations.tournaments import tournaments
from league.operations.tournaments.play import publication, tournament_end
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


def end(client, tournament, address=""):
    for table in tournament.season.tables.all():
        projection.refresh(table.pk)
    text = client.get(f"/en/tournaments/{tournament.pk}/{address}").content.decode()
    part = re.search(r'<section class="moment.*?</section>', text, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part[0])).strip() if part else ""


def steps(words):
    """Return the place and name of each step."""
    return re.findall(r"(\d)\w\w place (Player \d\d)", words)


def test_a_tournament_is_won_in_its_final(client):
    tournament = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=2)
    make.finished(make.published(tournament))
    assert end(client, tournament) == ""
    final = make.published(tournament)
    assert end(client, tournament) == ""
    make.finished(final)
    words = end(client, tournament, "live/")
    names = [player.name for player in final_players(final)]
    assert f"{names[0]} wins the tournament." in words
    assert steps(words) == [(str(place), name) for place, name in enumerate(names[:3], 1)]
    assert "By the places in the final; equal places by the standings." in words
    assert re.search(
        rf"{names[0]}’s path Tournament round 1 Table \d against .* Final Table 1", words
    )


def final_players(final):
    (table,) = final.tables.all()
    return [seat.player for seat in table.match.seats.select_related("player")]


def test_other_tournaments_end_with_what_was_planned_by_the_standings(client):
    tournament = make.tournament(here=8, sittings_planned=2)
    make.finished(make.published(tournament))
    assert end(client, tournament) == ""
    make.finished(make.published(tournament))
    assert "By the final standings." in end(client, tournament)


def test_a_closed_tournament_has_ended(client):
    tournament = make.tournament(here=4)
    sitting = make.finished(make.published(tournament))
    assert end(client, tournament) == ""
    tournaments.close(tournament, by=None)
    (winner, *_others) = final_players(sitting)
    assert f"{winner.name} wins the tournament." in end(client, tournament)


def test_strangers_see_the_winner_and_no_sitting_that_is_hidden_from_them(client):
    tournament = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=2)
    make.finished(make.published(tournament))
    final = make.finished(make.published(tournament))
    publication.withdraw(final, ["public"], by=None)
    tournaments.close(tournament, by=None)
    words = end(client, tournament)
    assert f"{final_players(final)[0].name} wins the tournament." in words
    assert "round 1 Table" in words
    assert "Final Table" not in words


def test_a_tournament_without_rounds_has_not_ended():
    assert not tournament_end.has_ended(make.tournament(sittings_planned=2))
