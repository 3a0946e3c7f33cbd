"""Players by pasting: a preview that stores nothing, then one button."""

import re

import pytest

from tests import make

pytestmark = pytest.mark.django_db
LIST = "1. Ada\n2. Bruno\nADA\n\nLovelace, Grace\nChloé <chloe@example.org>"


@pytest.fixture
def club(alice):
    club = make.club()
    make.players(club, ["Bruno"])
    return club


def path(club):
    return f"/en/desk/clubs/{club.slug}/players/paste/"


def names(club):
    return sorted(club.players.values_list("name", flat=True))


def fields(page):
    """Return the hidden fields of the preview."""
    text = re.search(r'<input type="hidden" name="text" value="([^"]*)"', page)
    newest = re.search(r'name="newest" value="(\d+)"', page)
    return {"do": "add", "text": text[1], "newest": newest[1]}


def test_a_preview_reports_each_line_and_adds_no_player(client, club):
    answer = client.post(path(club), {"text": LIST.replace("Chloé <chloe@example.org>", "Chloé")})
    assert answer.status_code == 200
    for words in (
        "Add 2 players",
        "The club already has Bruno.",
        "Line 1 has the same name.",
        "A name must not contain a comma",
    ):
        assert words in answer.text
    assert names(club) == ["Bruno"]


def test_one_button_adds_what_the_preview_has_shown(client, club):
    form = fields(client.post(path(club), {"text": "Ada\nBruno\nChloé"}).text)
    answer = client.post(path(club), form)
    assert answer.url == f"/en/desk/clubs/{club.slug}/"
    assert "2 players have been added." in client.get(answer.url).text
    assert names(club) == ["Ada", "Bruno", "Chloé"]


def test_sending_the_same_form_again_adds_no_player(client, club):
    form = fields(client.post(path(club), {"text": "Ada\nBruno"}).text)
    client.post(path(club), form)
    answer = client.post(path(club), form)
    assert answer.url == f"/en/desk/clubs/{club.slug}/"
    assert names(club) == ["Ada", "Bruno"]


def test_a_tick_adds_another_person_of_that_name_once(client, club):
    form = fields(client.post(path(club), {"text": "Bruno"}).text) | {"add_existing": ["1"]}
    assert client.post(path(club), form).status_code == 302
    later = client.post(path(club), {**form, "csrfmiddlewaretoken": "of another page"})
    assert later.status_code == 422
    assert "Players have been added in the meantime: check the list again." in later.text
    assert names(club) == ["Bruno", "Bruno"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"text": " \n"}, "Paste at least one name."),
        ({"text": "x\n" * 2001}, "You can add at most 2000 names at once; this text has 2001."),
        ({"text": "Ada", "do": "add", "newest": "x"}, "Enter a whole number."),
        ({"text": "Ada", "do": "add", "add_existing": "7"}, "This line contains no name."),
        ({"text": "", "do": "add"}, "This field is required."),
    ],
)
def test_invalid_forms_are_refused_with_a_reason(client, club, form, words):
    answer = client.post(path(club), form)
    assert answer.status_code == 422
    assert words in answer.text
    assert names(club) == ["Bruno"]


def test_names_are_text_and_no_html(client, club):
    page = client.post(path(club), {"text": '<b>Ada</b>\nBob "x" O\'Neil 🎲'}).text
    assert "<b>Ada</b>" not in page
    assert "Bob &quot;x&quot; O&#x27;Neil 🎲" in page


def test_a_tick_leaves_out_a_line_that_looks_like_another(client, club):
    page = client.post(path(club), {"text": "Brunoo\nJean Luc\nJean-Luc"}).text
    assert "looks like Bruno" in page
    assert "looks like Jean Luc" in page
    form = fields(page) | {"leave_out": ["1", "3"]}
    assert re.findall(r'name="leave_out" value="(\d+)"', page) == form["leave_out"]
    client.post(path(club), form)
    assert names(club) == ["Bruno", "Jean Luc"]
