"""The page on which a player answers by account."""

import re

import pytest

from league.models import Role, SignUp, SignUpAccess, Visibility
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.operations.signups import access, sheets, sign_ups
from league.operations.tournaments import tournaments
from tests import make
from tests.web.desk import sign_in
from tests.web.signups.evenings import begin, evening, lines, own_player, pass_deadline, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    return evening(capacity=2, guests_allowed=1)


@pytest.fixture
def bob(client, sheet):
    """A signed-in member who plays as Ada."""
    account = sign_in(client, make.member(sheet.club, Role.PLAYER, "bob@example.org"))
    own_player(account, sheet.club)
    return account


def page(sheet):
    return f"/en/sessions/{sheet.session_id}/sign-up/"


def ada(sheet):
    return sheet.club.players.get(name="Ada")


def send(client, sheet, do, **fields):
    form = {"player": ada(sheet).pk, "do": do, **fields}
    return client.post(f"{page(sheet)}answer/", form, follow=True)


def test_a_tap_answers_and_the_page_says_so(client, sheet, bob):
    answer = send(client, sheet, "yes", with_games=1, games=["njet"])
    assert answer.redirect_chain == [(page(sheet), 302)]
    assert "You’re coming." in answer.text
    row = SignUp.objects.get()
    assert (lines(sheet), row.games) == ("Ada", ["njet"])
    assert "You might come." in send(client, sheet, "maybe").text
    assert SignUp.objects.get().games == ["njet"]  # this form had none
    assert "You’re not coming." in send(client, sheet, "no").text


def test_whoever_is_too_late_waits_and_reads_the_place_in_the_queue(client, sheet, bob):
    say(sheet, "yes", *make.players(sheet.club, ["Bruno", "Chloé", "Dov"]))
    assert "Join waiting list" in client.get(page(sheet)).text
    answer = send(client, sheet, "yes")
    assert "You are second on the waiting list." in answer.text
    assert "meanwhile" not in answer.text
    assert lines(sheet) == "Bruno Chloé (Dov) (Ada)"


def test_a_place_that_was_taken_meanwhile_is_named(client, sheet, bob):
    seen = client.get(page(sheet)).context["parts"][0]["view"].places_left
    say(sheet, "yes", *make.players(sheet.club, ["Bruno", "Chloé"]))
    answer = send(client, sheet, "yes", seen_places=seen)
    assert "The last place has just been taken." in answer.text
    assert "You are first on the waiting list." in answer.text


def test_an_answer_after_the_deadline_is_refused_and_the_choice_kept(client, sheet, bob):
    pass_deadline(sheet)
    answer = send(client, sheet, "yes", with_games=1, games=["njet"])
    assert answer.status_code == 409
    assert "The sign-up deadline has passed." in answer.text
    chosen = answer.context["parts"][0]["answers"][0].games
    assert [game.slug for game in chosen if game.is_chosen] == ["njet"]
    assert lines(sheet) == ""


def test_after_the_deadline_a_yes_can_only_be_taken_back(client, sheet, bob):
    say(sheet, "yes", ada(sheet))
    pass_deadline(sheet)
    text = client.get(page(sheet)).text
    assert re.findall(r'name="do" value="(\w+)"', text) == ["no"]
    assert "You’re not coming." in send(client, sheet, "no").text
    begin(sheet)
    assert 'name="do"' not in client.get(page(sheet)).text


def test_games_are_those_of_the_last_answer_or_those_that_were_played(client, sheet, bob):
    def chosen():
        games = client.get(page(sheet)).context["parts"][0]["answers"][0].games
        return [game.slug for game in games if game.is_chosen]

    assert chosen() == []
    others = make.players(sheet.club, ["Bruno", "Chloé"])
    make.match(make.session(sheet.season), [ada(sheet), *others], game="njet")
    assert chosen() == ["njet"]
    earlier = evening(sheet.club, days=1)
    sign_ups.record_answer(earlier, ada(sheet).pk, "no", games=["neurotrio"], by=None)
    assert chosen() == ["neurotrio"]


def test_one_game_is_no_choice(client):
    sheet = evening(games=["njet"])
    account = sign_in(client, make.member(sheet.club, Role.PLAYER, "bob@example.org"))
    own_player(account, sheet.club)
    assert 'name="games"' not in client.get(page(sheet)).text
    assert send(client, sheet, "yes").status_code == 200


def test_a_guest_comes_along_and_goes_again(client, sheet, bob):
    assert "Bring a guest" not in client.get(page(sheet)).text
    send(client, sheet, "yes")
    assert "Bring a guest" in client.get(page(sheet)).text
    answer = send(client, sheet, "guest", **{"guest-name": "Paul  Gast"})
    assert "Paul Gast is coming." in answer.text
    assert "Bring a guest" not in answer.text  # one is the most
    guest = sheet.club.players.get(name="Paul Gast")
    answer = send(client, sheet, f"drop-{guest.pk}")
    assert "Paul Gast has been removed from the list." in answer.text
    assert lines(sheet) == "Ada"


@pytest.mark.parametrize("name", ["", "\u3164", "x" * 101])
def test_a_guest_without_a_name_is_refused(client, sheet, bob, name):
    say(sheet, "yes", ada(sheet))
    answer = send(client, sheet, "guest", **{"guest-name": name})
    assert answer.status_code == 409
    assert f'name="guest-name" value="{name}"' in answer.text
    assert lines(sheet) == "Ada"


def test_a_guest_of_an_earlier_evening_is_found_by_the_name(client, sheet, bob):
    (paul,) = make.players(sheet.club, ["Paul Gast"])
    say(sheet, "yes", ada(sheet))
    send(client, sheet, "guest", **{"guest-name": "paul gast"})
    assert SignUp.objects.get(guest_of=ada(sheet)).player == paul


def test_a_guardian_answers_for_the_child(client, sheet, bob):
    child = clubs.add_player(sheet.club, name="Zoé", is_child=True)
    child.guardian = bob
    child.save()
    answer = send(client, sheet, "yes", player=child.pk)
    assert "Zoé is coming." in answer.text


def test_a_player_cannot_answer_for_others(client, sheet, bob):
    (bruno,) = make.players(sheet.club, ["Bruno"])
    assert send(client, sheet, "yes", player=bruno.pk).status_code == 404
    assert lines(sheet) == ""


@pytest.mark.parametrize("do", ["", "perhaps", "drop-x", "drop-9"])
def test_an_invalid_answer_is_not_stored(client, sheet, bob, do):
    assert send(client, sheet, do).status_code in {200, 409}
    assert lines(sheet) == ""


def test_strangers_read_public_names_and_the_ways_to_answer(client, sheet):
    clubs.add_player(sheet.club, name="Adam Vanished", visibility=Visibility.HIDDEN)
    clubs.add_player(sheet.club, name="Iris Nabbed", visibility=Visibility.INITIAL)
    say(sheet, "yes", *sheet.club.players.order_by("pk"))
    text = client.get(page(sheet)).text
    assert "2 are coming" in text
    assert "Iris N." in text
    assert "and 1 more" in text
    assert "Vanished" not in text
    assert "Sign in to answer" in text
    assert "club code" not in text
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    assert "Sign up with the club code" in client.get(page(sheet)).text


def test_an_account_without_a_player_reads_what_to_do(client, sheet):
    sign_in(client, make.user("charlie@example.org"))
    assert "is not linked to a player of" in client.get(page(sheet)).text


def test_the_player_reads_the_own_table_on_both_pages(client, sheet, bob):
    others = make.players(sheet.club, ["Bruno", "Chloé"])
    begin(sheet)
    make.match(sheet.session, others)
    make.match(sheet.session, [ada(sheet), *others])
    for address in (page(sheet), f"/en/sessions/{sheet.session_id}/"):
        text = client.get(address).text
        assert "You sit at table 2" in text
        assert "Neurotrio · Bruno, Chloé" in text
    client.logout()
    assert "You sit" not in client.get(f"/en/sessions/{sheet.session_id}/").text


def test_an_evening_without_a_list_has_no_such_page(client):
    session = make.session(make.season(make.club()))
    assert client.get(f"/en/sessions/{session.pk}/sign-up/").status_code == 404
    assert "Who is coming" not in client.get(f"/en/sessions/{session.pk}/").text


def test_public_pages_lead_to_the_sign_up(client, sheet):
    say(sheet, "yes", *make.players(sheet.club, ["Bruno"]))
    club = f"/en/clubs/{sheet.club.slug}/"
    evening_page = f"/en/sessions/{sheet.session_id}/"
    for address in (club, f"{club}live/", evening_page, f"{evening_page}live/"):
        assert f'href="{page(sheet)}"' in client.get(address).text, address
    screen = client.get(f"/en/screens/sessions/{sheet.session_id}/").text
    assert "1 is coming · 1 of 2 places left" in screen
    assert "Bruno" in screen
    seasons.cancel_session(sheet.session)
    assert "cancelled" in client.get(club).text
    assert f'href="{page(sheet)}"' not in client.get(club).text


def test_open_pages_get_a_new_answer(client, sheet):
    """The cache tag of what open pages fetch changes with the list."""
    address = f"/en/sessions/{sheet.session_id}/live/"
    for change in (
        lambda: say(sheet, "yes", *make.players(sheet.club, ["Bruno"])),
        lambda: sign_ups.remove(SignUp.objects.get(), by=None),
        lambda: sheets.change(sheet, by=None, capacity=7),
    ):
        tag = client.get(address)["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
        change()
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_all_my_evenings_are_answered_in_one_place(client, sheet, bob):
    later = evening(sheet.club, days=9)
    elsewhere = evening(make.club(name="Ailleurs"), days=5)
    own_player(bob, elsewhere.club, "Bob")
    text = client.get("/en/account/evenings/").text
    places = [
        text.index(f'id="sheet-{shown_sheet.pk}"') for shown_sheet in (sheet, elsewhere, later)
    ]
    assert places == sorted(places)
    form = {"sheet": later.pk, "player": ada(sheet).pk, "do": "maybe"}
    answer = client.post("/en/account/evenings/answer/", form)
    assert answer["Location"] == f"/en/account/evenings/#sheet-{later.pk}"
    assert lines(later) == "Ada: maybe"


def test_a_refusal_among_my_evenings_stands_at_its_evening(client, sheet, bob):
    pass_deadline(sheet)
    form = {"sheet": sheet.pk, "player": ada(sheet).pk, "do": "yes"}
    answer = client.post("/en/account/evenings/answer/", form)
    assert answer.status_code == 409
    (card,) = answer.context["cards"]
    assert card.answers[0].refusal.words == "The sign-up deadline has passed."
    assert client.post("/en/account/evenings/answer/", {**form, "sheet": 99}).status_code == 404


def test_a_tournament_has_the_same_page(client, bob, sheet):
    cup = tournaments.create(
        sheet.club,
        name="Open",
        starts_at=sheet.session.starts_at,
        place="",
        game="neurotrio",
        options={"target": 20},
        least=3,
        most=4,
        seed="lot",
    )
    cup_sheet = sheets.open_sheet(cup, by=None)
    address = f"/en/tournaments/{cup.pk}/sign-up/"
    assert f'href="{address}"' in client.get(f"/en/tournaments/{cup.pk}/").text
    assert f'href="{address}"' in client.get(f"/en/clubs/{sheet.club.slug}/").text
    form = {"player": ada(sheet).pk, "do": "yes"}
    assert client.post(f"{address}answer/", form)["Location"] == address
    assert lines(cup_sheet) == "Ada"
