"""Many tables as squares: what each says, where it leads, and how long the choice lasts."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Match
from league.operations.tournaments.play import sitting_clock
from league.web.support import dense_tables
from league.web.support.dense_tables import SquareState
from tests import make

pytestmark = pytest.mark.django_db

SQUARE = re.compile(r'class="square square-(\w+)"\s+(?:href="([^"]+)")?')


def squares(text):
    return SQUARE.findall(text)


@pytest.fixture
def evening(alice):
    """Return an evening with a table that plays, one that waits long, and one that has finished."""
    session = make.session(make.season(make.club(alice)))
    people = make.players(session.season.club, [f"Player {number}" for number in range(9)])
    playing, late, over = (
        make.match(session, people[first : first + 3], options={"target": 20})
        for first in (0, 3, 6)
    )
    make.played(playing, [0, 7, 3])
    make.played(over, [22, 5, 4])
    Match.objects.filter(pk=late.pk).update(updated_at=timezone.now() - timedelta(minutes=40))
    return session


def test_each_square_leads_to_what_its_table_waits_for(client, evening):
    playing, late, over = (match.pk for match in evening.matches.order_by("pk"))
    text = client.get(f"/en/desk/sessions/{evening.pk}/?view=dense").text
    assert squares(text) == [
        ("playing", f"/en/desk/matches/{playing}/rounds/2/"),
        ("late", f"/en/desk/matches/{late}/rounds/1/"),
        ("done", f"/en/matches/{over}/"),
    ]
    assert "Player 4" in text.split('id="table-2"')[1].split("</li>")[0]
    assert "table-card" not in text


def test_the_choice_lasts_until_another_one(client, evening):
    path = f"/en/desk/sessions/{evening.pk}/"
    assert squares(client.get(path).text) == []
    client.get(path, {"view": "dense"})
    player = evening.season.club.players.first().pk
    answer = client.post(f"{path}here/", {"player": player}, follow=True)
    assert len(squares(answer.text)) == 3
    part = client.get(f"{path}parts/")
    assert len(squares(part.text)) == 3
    client.get(path, {"view": "cards"})
    seen = {"If-None-Match": part["ETag"]}
    assert "table-card" in client.get(f"{path}parts/", headers=seen).text
    client.get(path, {"view": "<b>"})
    assert squares(client.get(path).text) == []


def test_a_tournament_shows_the_tables_that_are_played(client, alice):
    sitting = make.published(make.tournament(here=8))
    sitting_clock.start(sitting, by=None)
    make.finished(sitting, 1)
    match = sitting.tables.get(number=2).match_id
    expected = [("done", f"/en/matches/{sitting.tables.get(number=1).match_id}/")]
    expected += [("set", f"/en/desk/matches/{match}/rounds/1/")]
    pages = [f"/en/desk/sittings/{sitting.pk}/", f"/en/desk/tournaments/{sitting.tournament_id}/"]
    assert [squares(client.get(f"{page}?view=dense").text) for page in pages] == [expected] * 2


def test_a_refused_form_of_a_table_is_shown_on_its_card(client, alice):
    sitting = make.published(make.tournament(here=8, minutes=45))
    page = f"/en/desk/sittings/{sitting.pk}/"
    client.get(f"{page}?view=dense")
    answer = client.post(f"{page}tables/2/", {"do": "extra", "minutes": "1441"})
    assert answer.status_code == 422
    assert squares(answer.text) == []
    assert "table-card" in answer.text


def test_a_tally_names_the_most_urgent_first():
    tables = [
        dense_tables.TableSquare(number, None, [], state)
        for number, state in enumerate((SquareState.DONE, SquareState.LATE, SquareState.DONE), 1)
    ]
    assert dense_tables.tally(tables) == [(SquareState.LATE, 1), (SquareState.DONE, 2)]
