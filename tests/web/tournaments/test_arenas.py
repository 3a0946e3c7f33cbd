"""An arena on the pages, used without script: it is played on the desk of its evening."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Format, Match, Tournament
from league.operations.sessions import session_clock, session_log
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import EntryData
from tests import make
from tests.web.tournaments.desk import WILD, page, path
from tests.web.tournaments.test_tournaments import add, step

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé", WILD]


@pytest.fixture
def arena(alice):
    club = make.club()
    arena = make.tournament(club, here=[], format=Format.ARENA, minutes=60)
    people = make.players(club, NAMES)
    entrants.enter(arena, [EntryData(player.pk) for player in people], by=None)
    return arena


@pytest.fixture
def evening(arena):
    return arena.season.sessions.get()


def come(evening):
    players = evening.season.club.players.values_list("pk", flat=True)
    session_log.check_in(evening, list(players), by=None)


def desk(evening):
    return f"/en/desk/sessions/{evening.pk}/"


def test_it_is_made_from_the_form_whose_rounds_do_not_count(client, alice):
    answer = add(client, make.club(), format="arena", finalists="4")
    made = Tournament.objects.get()
    assert answer["Location"] == path(made)
    assert (made.sittings_planned, made.finalists, made.step_free_tables) == (0, 0, [])
    assert made.season.sessions.get().queue_game == "neurotrio"
    assert step(client, made) == "Manage evening"


def test_players_are_checked_in_and_seated_on_the_desk_of_the_evening(client, arena, evening):
    shown = page(client, arena)
    assert "Use “Manage evening” to check players in." in shown
    assert f'href="{desk(evening)}"' in shown
    assert WILD not in shown
    client.post(f"{desk(evening)}here/", {"do": "expected"})
    tables = client.get(desk(evening)).context["queue"].tables
    assert len(tables) == 1
    client.post(f"{desk(evening)}queue/seat/", {"table": ",".join(map(str, tables[0]))})
    assert Match.objects.get().session == evening
    assert "4 here, 1 table playing, 0 matches played" in " ".join(page(client, arena).split())


def test_its_pages_show_all_tables_that_play(client, arena, evening):
    come(evening)
    tables = client.get(desk(evening)).context["queue"].tables
    client.post(f"{desk(evening)}queue/seat/", {"table": ",".join(map(str, tables[0]))})
    session_clock.start(evening, by=None)
    client.logout()
    public = client.get(f"/en/tournaments/{arena.pk}/").text
    assert f"/en/matches/{Match.objects.get().pk}/" in public
    assert WILD not in public
    assert 'class="timer"' in public
    screen = client.get(f"/en/screens/tournaments/{arena.pk}/?size=4")
    assert screen["Location"] == f"/en/screens/sessions/{evening.pk}/?size=4"


def test_the_desk_says_that_the_time_is_up(client, arena, evening):
    come(evening)
    tag = client.get(f"{desk(evening)}parts/")["ETag"]
    session_clock.start(evening, by=None, now=timezone.now() - timedelta(minutes=59, seconds=58))
    running = client.get(f"{desk(evening)}parts/")
    assert "seat-next" in running.text
    session_clock.set_minutes(evening, 59, by=None)
    over = client.get(f"{desk(evening)}parts/")
    assert "Time is up: no more tables will start." in over.text
    assert "seat-next" not in over.text
    assert len({tag, running["ETag"], over["ETag"]}) == 3


def test_an_entry_can_be_removed_but_not_be_checked_in(client, arena):
    entrant = arena.entrants.first()
    address = path(arena, f"entrants/{entrant.player_id}/")
    shown = client.get(address).text
    assert "Remove entry" in shown
    assert "Check in<" not in shown
    refused = client.post(address, {"do": "back"})
    assert refused.status_code == 409
    assert "use “Manage evening” to check" in refused.text
    assert client.post(address, {"do": "take_out"}).status_code == 302
    assert not arena.entrants.filter(pk=entrant.pk).exists()


def test_its_wishes_are_those_of_the_club(client, arena):
    answer = client.get(path(arena, "seeding/"))
    assert answer["Location"].endswith("/seating-wishes/")
