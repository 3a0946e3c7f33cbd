"""The list of organisers, used without script."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Entrant, PersonalLink, SignUp, SignUpAccess, SignUpSheet
from league.operations.seasons import seasons
from league.operations.signups import access, personal_links, sheets, sign_ups
from league.operations.tournaments import tournaments
from tests import make
from tests.web.markup import one_line
from tests.web.signups.evenings import evening, lines, own_player, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(alice):
    return evening(capacity=2)


def page(sheet):
    return f"/en/desk/sign-ups/{sheet.pk}/"


def send(client, sheet, do, **fields):
    return client.post(f"{page(sheet)}do/", {"do": do, **fields}, follow=True)


def test_a_list_is_opened_for_an_evening(client, alice):
    season = make.season(make.club())
    session = seasons.open_session(season, starts_at=timezone.now() + timedelta(days=9))
    address = f"/en/desk/sessions/{session.pk}/sign-ups/"
    form = {"closes_at": "2026-12-04T18:00", "capacity": "12", "guests_allowed": "1"}
    answer = client.post(address, form)
    sheet = SignUpSheet.objects.get()
    assert answer["Location"] == page(sheet)
    assert sheet.closes_at == datetime(2026, 12, 4, 17, tzinfo=UTC)  # the clock of the club
    assert (sheet.capacity, sheet.guests_allowed) == (12, 1)
    assert client.get(address)["Location"] == page(sheet)
    assert client.post(address, form)["Location"] == page(sheet)  # sent twice


@pytest.mark.parametrize(
    "form", [{"capacity": "0"}, {"guests_allowed": "99"}, {"closes_at": "soon"}]
)
def test_impossible_settings_are_refused_and_stay(client, alice, form):
    session = make.session(make.season(make.club()))
    sent = {"guests_allowed": "0", **form}
    answer = client.post(f"/en/desk/sessions/{session.pk}/sign-ups/", sent)
    assert answer.status_code == 422
    assert all(f'value="{value}"' in answer.text for value in form.values())
    assert not SignUpSheet.objects.exists()


def test_the_list_shows_who_comes_waits_and_cannot(client, sheet):
    ada, bruno, chloe, dov, eve = make.players(sheet.club, ["Ada", "Bruno", "Chloé", "Dov", "Eve"])
    say(sheet, "yes", ada, bruno, chloe)
    say(sheet, "no", dov)
    view = client.get(page(sheet)).context
    assert [row.player for row in view["view"].coming] == [ada, bruno]
    assert [row.player for row in view["view"].waiting] == [chloe]
    assert [row.player for row in view["view"].no] == [dov]
    assert view["silent"].players == [eve]


def test_expected_tables_are_shown_per_game(client, sheet):
    sheets.change(sheet, by=None, capacity=None)
    players = make.players(sheet.club, [f"P{number:02}" for number in range(12)])
    for player in players[:11]:
        sign_ups.record_answer(sheet, player.pk, "yes", games=["neurotrio"], by=None)
    say(sheet, "maybe", players[11])
    text = client.get(page(sheet)).text
    assert "11 players: 4 + 4 + 3, nobody sits out" in text
    assert "With 1 more player: 3 tables of 4." in text
    assert "12 including “perhaps” answers: 4 + 4 + 4, nobody sits out" in text
    assert text.count('class="seat-dot"') == 11


def test_an_organiser_answers_for_a_player(client, sheet):
    (ada,) = make.players(sheet.club, ["Ada"])
    answer = send(client, sheet, "answer", player=ada.pk, answer="yes", with_games=1, games="njet")
    assert "Ada is coming." in answer.text
    assert SignUp.objects.get().games == ["njet"]
    send(client, sheet, "answer", player=ada.pk, answer="maybe")
    assert (lines(sheet), SignUp.objects.get().games) == ("Ada: maybe", ["njet"])


def test_organisers_answer_when_players_no_longer_can(client, sheet):
    (ada,) = make.players(sheet.club, ["Ada"])
    assert "Reopen sign-up" in send(client, sheet, "close").text
    send(client, sheet, "answer", player=ada.pk, answer="yes")
    assert lines(sheet) == "Ada"
    assert "Close sign-up" in send(client, sheet, "reopen").text


@pytest.mark.parametrize("form", [{"answer": "yes"}, {"player": "9999", "answer": "yes"}])
def test_an_answer_without_a_player_is_refused(client, sheet, form):
    assert send(client, sheet, "answer", **form).status_code == 422
    assert lines(sheet) == ""


def test_removing_a_player_promotes_the_next_one(client, sheet):
    ada, bruno, chloe = make.players(sheet.club, ["Ada", "Bruno", "Chloé"])
    say(sheet, "yes", ada, bruno, chloe)
    answer = send(client, sheet, "take_out", player=ada.pk)
    assert "Ada has been removed from the list." in answer.text
    assert lines(sheet) == "Bruno Chloé"
    assert send(client, sheet, "take_out", player=ada.pk).status_code == 200  # once more


def test_a_guest_is_added_to_a_player_who_comes(client, sheet):
    (ada,) = make.players(sheet.club, ["Ada"])
    say(sheet, "yes", ada)
    paul = {"host": ada.pk, "guest-name": "Paul Gast"}
    assert "New player: Paul Gast" in one_line(send(client, sheet, "guest", **paul).text)
    answer = send(client, sheet, "guest", **paul, **{"guest-do": "new"})
    assert "Paul Gast is coming." in answer.text
    assert SignUp.objects.get(guest_of=ada).player.name == "Paul Gast"
    assert send(client, sheet, "guest", **paul | {"guest-name": ""}).status_code == 422


def test_places_deadline_and_guests_are_changed(client, sheet):
    say(sheet, "yes", *make.players(sheet.club, ["Ada", "Bruno", "Chloé"]))
    initial = {"initial-closes_at": "", "initial-capacity": "2", "initial-guests_allowed": "0"}
    form = {**initial, "closes_at": "", "guests_allowed": "0"}
    refused = client.post(page(sheet), {**form, "capacity": "1"})
    assert refused.status_code == 422
    assert "2 places are taken" in refused.text
    client.post(page(sheet), {**form, "capacity": "3"})
    assert lines(sheet) == "Ada Bruno Chloé"


def test_a_list_is_removed_only_with_the_tick(client, sheet):
    answer = send(client, sheet, "remove")
    assert answer.status_code == 409
    assert "Tick “Delete all answers” first" in answer.text
    send(client, sheet, "remove", sure="1")
    assert not SignUpSheet.objects.exists()


def test_signed_up_players_of_a_tournament_become_entrants(client, alice):
    club = make.club()
    cup = tournaments.create(
        club,
        name="Open",
        starts_at=timezone.now() + timedelta(days=9),
        place="",
        game="neurotrio",
        options={"target": 20},
        least=3,
        most=4,
        seed="lot",
    )
    client.post(f"/en/desk/tournaments/{cup.pk}/sign-ups/", {"guests_allowed": "0"})
    sheet = SignUpSheet.objects.get()
    say(sheet, "yes", *make.players(club, ["Ada", "Bruno"]))
    assert "Add 2 players as entrants" in client.get(page(sheet)).text
    answer = send(client, sheet, "take_over")
    assert "2 entrants added." in answer.text
    assert Entrant.objects.filter(tournament=cup).count() == 2
    assert "as entrant" not in client.get(page(sheet)).text


def test_an_unknown_button_is_refused(client, sheet):
    assert send(client, sheet, "dance").status_code == 404
    assert send(client, sheet, "take_over").status_code == 404  # of an evening


def test_an_open_page_gets_the_list_anew(client, sheet):
    address = f"{page(sheet)}list/"
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    say(sheet, "yes", *make.players(sheet.club, ["Ada"]))
    assert "Ada" in client.get(address, headers={"If-None-Match": tag}).text


# --- how a club signs up


def test_a_club_chooses_how_players_sign_up_and_renews_its_code(client, alice):
    club = make.club()
    address = f"/en/desk/clubs/{club.slug}/sign-ups/"
    assert "Club code" not in client.get(address).text
    client.post(address, {"access": "code"})
    code = access.settings_of(club).code
    assert f"{code[:4]}-{code[4:]}" in client.get(address).text
    client.post(f"{address}code/")
    assert access.settings_of(club).code != code
    assert client.post(address, {"access": "magic"}).status_code == 422
    assert access.settings_of(club).access == SignUpAccess.CODE


def test_personal_links_are_made_for_players_without_account(client, alice):
    club = make.club()
    ada, bruno = make.players(club, ["Ada", "Bruno"])
    own_player(make.user("dov@example.org"), club, "Dov")
    link = personal_links.make(ada, by=None)
    address = f"/en/desk/clubs/{club.slug}/sign-ups/links/"
    assert "Create a link for 1 player" in client.get(address).text
    client.post(address)
    assert {link.player for link in PersonalLink.objects.all()} == {ada, bruno}
    shown = [qr.text for _player, qr in client.get(address).context["cards"]]
    assert f"http://testserver/{personal_links.path_of(link)}" in shown


def test_a_personal_link_is_shown_renewed_and_revoked(client, alice):
    club = make.club()
    (ada,) = make.players(club, ["Ada"])
    address = f"/en/desk/players/{ada.pk}/link/"
    assert "Create personal link" in client.get(address).text
    client.post(address, {"do": "make"})
    first = client.get(address).context["qr"].text
    client.post(address, {"do": "make"})
    assert client.get(address).context["qr"].text != first
    client.post(address, {"do": "revoke"})
    assert not PersonalLink.objects.exists()


# --- a series of evenings


SERIES = {
    "first": "2026-12-04T20:00",
    "every_weeks": "2",
    "until": "2027-01-20",
    "place": "Salle Pascal",
    "has_sign_up": "on",
    "closes_hours_before": "3",
    "capacity": "12",
    "guests_allowed": "1",
}
DAYS = ["2026-12-04", "2026-12-18", "2027-01-01", "2027-01-15"]


@pytest.fixture
def series(client, alice):
    season = make.season(make.club())
    return f"/en/desk/seasons/{season.pk}/series/", season


def test_the_dates_of_a_series_are_shown_before_anything_is_planned(client, series):
    address, season = series
    text = client.post(address, {**SERIES, "do": "preview"}).text
    assert all(f'value="{day}" checked' in text for day in DAYS)
    assert season.sessions.count() == 0


def test_the_evenings_of_a_series_are_planned_without_those_left_out(client, series):
    address, season = series
    form = {**SERIES, "do": "create", "shown": DAYS, "date": [DAYS[0], DAYS[1], DAYS[3]]}
    answer = client.post(address, form, follow=True)
    assert "3 evenings planned." in answer.text
    starts = [session.starts_at.isoformat() for session in season.sessions.order_by("starts_at")]
    assert starts == [f"{day}T19:00:00+00:00" for day in form["date"]]
    sheet = season.sessions.last().sign_up_sheet
    assert sheet.closes_at == sheet.session.starts_at - timedelta(hours=3)
    assert (sheet.capacity, sheet.guests_allowed) == (12, 1)
    assert "already planned" in client.post(address, {**SERIES, "do": "preview"}).text


def test_a_series_may_have_no_sign_up(client, series):
    address, season = series
    client.post(address, {**SERIES, "has_sign_up": "", "do": "create"})
    assert season.sessions.count() == 4
    assert not SignUpSheet.objects.exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"until": "2026-12-01"}, "The last day must not be before the first."),
        ({"until": "2090-12-01"}, "A series may have at most"),
        ({"first": "Friday"}, "Enter a valid date/time."),
        ({"every_weeks": "7"}, "Select a valid choice."),
    ],
)
def test_an_impossible_series_is_refused_and_stays(client, series, changes, words):
    address, season = series
    answer = client.post(address, {**SERIES, **changes, "do": "create"})
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Salle Pascal"' in answer.text
    assert season.sessions.count() == 0
