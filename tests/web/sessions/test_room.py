"""Announcements and calls, from the desk to phones, screens and public pages."""

import pytest

from league.models import Message, MessageKind, Role, RoomAnnouncement, TableCall
from league.operations.matches import table_codes
from league.operations.room import table_calls
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
WILD = "<b>Lunch</b> 🥪 until 14:00"
SHOWN = "&lt;b&gt;Lunch&lt;/b&gt; 🥪 until 14:00"


@pytest.fixture
def match(alice):
    season = make.season(make.club())
    return make.match(make.session(season), make.players(season.club))


@pytest.fixture
def code(match, alice):
    return table_codes.renew(match, by=alice)


def test_an_announcement_is_on_all_pages_of_an_evening(client, match, code):
    session = match.session_id
    desk = f"/en/desk/sessions/{session}/"
    pages = [f"/en/sessions/{session}/", f"/en/screens/sessions/{session}/", f"/en/t/{code}/"]
    assert not any(SHOWN in client.get(page).text for page in pages)
    form = {"text": WILD, "until": "23:59"}
    assert client.post(f"{desk}announcements/", form).status_code == 302
    for page in [desk, *pages]:
        assert SHOWN in client.get(page).text, page
    number = RoomAnnouncement.objects.get().pk
    client.post(f"{desk}announcements/{number}/remove/")
    assert not any(SHOWN in client.get(page).text for page in [desk, *pages])


def test_an_announcement_is_on_the_pages_of_a_tournament(client, alice):
    tournament = make.tournament(here=4)
    desk = f"/en/desk/tournaments/{tournament.pk}/"
    client.post(f"{desk}announcements/", {"text": WILD})
    for page in (desk, f"/en/tournaments/{tournament.pk}/"):
        assert SHOWN in client.get(page).text, page


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"text": ""}, "Enter the text of the announcement."),
        ({"text": "Lunch", "until": "25:00"}, "Enter a time such as 20:30."),
    ],
)
def test_a_refused_announcement_says_why(client, match, form, words):
    address = f"/en/desk/sessions/{match.session_id}/announcements/"
    assert words in client.post(address, form, follow=True).text
    assert not RoomAnnouncement.objects.exists()


def test_a_table_calls_and_the_desk_answers(client, match, code):
    table = f"/en/t/{code}/"
    desk = f"/en/desk/sessions/{match.session_id}/"
    assert "Call the organiser" in client.get(table).text
    for _tap in range(2):
        client.post(f"{table}call/")
    assert TableCall.objects.count() == 1
    assert "Organiser called at" in client.get(table).text
    text = one_line(client.get(f"{desk}parts/").text)
    assert "Tables that call" in text
    assert "Table 1" in text
    assert 'class="bell-count">1' in client.get(desk).text
    client.post(f"{desk}calls/{match.pk}/done/")
    assert "Tables that call" not in client.get(f"{desk}parts/").text
    assert "bell-count" not in client.get(desk).text
    again = client.post(f"{table}call/")
    assert again.status_code == 409
    assert "half a minute" in again.text


def test_only_organisers_announce_and_finish_calls(client, match):
    table_calls.call(match)
    sign_in(client, make.member(match.session.season.club, Role.SCORER, "bob@example.org"))
    desk = f"/en/desk/sessions/{match.session_id}/"
    assert client.post(f"{desk}announcements/", {"text": "Hi"}).status_code == 403
    assert client.post(f"{desk}calls/{match.pk}/done/").status_code == 403
    assert TableCall.objects.get().done_at is None


def test_call_of_an_evening_reaches_its_organisers(client, match, code):
    client.post(f"/en/t/{code}/call/")
    desk = f"/en/desk/sessions/{match.session_id}/"
    assert "Table 1 calls the organiser" in one_line(client.get("/en/account/messages/").text)
    message = Message.objects.get(kind=MessageKind.TABLE_CALL)
    opened = client.post(f"/en/account/messages/{message.pk}/")
    assert opened["Location"] == f"{desk}#calls"
    for view in ("cards", "dense"):
        assert 'id="calls"' in client.get(f"{desk}?view={view}").text, view
