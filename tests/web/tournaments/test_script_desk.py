"""Seats of all rounds from a file at the desk, used without script."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Format, Tournament
from league.operations.tournaments.play import sittings
from tests import make
from tests.logged import kinds_of
from tests.made_once import made_once
from tests.web.desk import before_alice
from tests.web.tournaments.desk import WILD, page, path
from tests.web.tournaments.test_tournaments import step

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Bob", "Cleo", "Dov", "Eve", WILD]
TEXT = "".join(f"1,{1 + i // 3},{1 + i % 3},{i + 1}\n" for i in range(6))
SECOND = TEXT.replace("1,", "2,", 1).replace("\n1,", "\n2,")


@pytest.fixture
@before_alice
@made_once
def tournament():
    club = make.club()
    return make.tournament(club, here=make.players(club, NAMES), format=Format.SCRIPT)


def send(client, tournament, **fields):
    return client.post(path(tournament, "script/"), {"version": tournament.version, **fields})


def stored():
    return Tournament.objects.get().script


def test_file_is_shown_before_it_is_stored(client, tournament):
    assert step(client, tournament) == "Upload seating plan"
    file = SimpleUploadedFile("seats.csv", TEXT.encode())
    shown = send(client, tournament, file=file)
    assert (shown.status_code, stored()) == (200, [])
    assert "Check these rounds" in shown.text
    assert "Ada · Bob · Cleo" in shown.text
    assert WILD not in shown.text
    sent = {"text": shown.context["form"].initial["text"], "do": "save"}
    for _twice in range(2):
        assert send(client, tournament, **sent)["Location"] == path(tournament, "script/")
    assert kinds_of(tournament).count("script") == 1
    assert len(stored()[0]) == 2
    assert step(client, tournament) == "Draw round 1"
    assert "Saved rounds" in page(client, tournament, "script/")


def test_refused_file_is_shown_again_with_all_problems(client, tournament):
    text = TEXT.replace("1,1,2,2", "1,1,2,Cle")
    refused = send(client, tournament, text=text, do="save")
    assert (refused.status_code, stored()) == (422, [])
    assert "Line 2: “Cle” is not entered in this tournament. Did you mean Cleo?" in refused.text
    assert "1,1,2,Cle" in refused.text
    assert send(client, tournament, text="").status_code == 422


def test_concurrent_change_is_shown_and_can_be_sent_again(client, tournament):
    send(client, tournament, text=TEXT, do="save")
    late = send(client, tournament, text=TEXT + SECOND, do="save")
    assert (late.status_code, len(stored())) == (409, 1)
    assert "changed it since you opened it" in late.text
    tournament.refresh_from_db()
    assert send(client, tournament, text=TEXT + SECOND, do="save").status_code == 302
    assert len(stored()) == 2


def test_drawn_rounds_stay(client, tournament):
    send(client, tournament, text=TEXT, do="save")
    sittings.draw(tournament, by=None)
    shown = page(client, tournament, "script/")
    assert "Rounds that are already drawn stay as they are" in shown
    assert "2,1,1,Ada" not in shown
    tournament.refresh_from_db()
    assert send(client, tournament, text=SECOND, do="save").status_code == 302
    assert len(stored()) == 2


def test_missing_rounds_lead_to_the_page(client, tournament):
    assert "2. Bob" in page(client, tournament, "script/")
    assert path(tournament, "script/") in page(client, tournament, "draw/")
    assert path(tournament, "script/") in page(client, tournament, "plan/")
    assert path(tournament, "script/") in page(client, tournament)


def test_other_formats_say_what_to_do(client):
    other = make.tournament(make.club(name="Other"), here=3)
    assert path(other, "script/") not in page(client, other)
