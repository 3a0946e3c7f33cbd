"""Answering without an account: by a personal link, or by the code of the club and a name."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone

from league.models import AuditEntry, Presence, SignUpAccess, Visibility
from league.operations.audit import verification
from league.operations.matches import table_codes
from league.operations.people import club_settings, clubs
from league.operations.seasons import seasons
from league.operations.sessions import queue_play, session_log
from league.operations.signups import access, anonymous, personal_links, sheets, sign_ups
from league.operations.tournaments.play import sittings
from tests import make
from tests.web.markup import one_line
from tests.web.signups.evenings import begin, evening, lines, own_player, pass_deadline, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet():
    sheet = evening(guests_allowed=1)
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    return sheet


@pytest.fixture
def bruno(sheet):
    return make.players(sheet.club, ["Bruno"])[0]


def link_of(player):
    return f"/en/{personal_links.path_of(personal_links.make(player, by=None))}"


def code_page(club):
    code = access.settings_of(club).code
    return f"/en/sign-up/club/{code[:4]}-{code[4:]}/"


@pytest.fixture(params=["link", "code"])
def address(request, sheet, bruno):
    """The page of Bruno, by either way."""
    return link_of(bruno) if request.param == "link" else f"{code_page(sheet.club)}{bruno.pk}/"


def test_everything_that_comes_is_answered_on_one_page(client, sheet, bruno, address):
    later = evening(sheet.club, days=9)
    text = client.get(address).text
    assert "Bruno, are you coming?" in text
    assert text.index(f'id="sheet-{sheet.pk}"') < text.index(f'id="sheet-{later.pk}"')
    form = {"sheet": later.pk, "player": bruno.pk, "do": "yes"}
    answer = client.post(f"{address}answer/", form)
    assert answer["Location"] == f"{address}#sheet-{later.pk}"
    assert "You’re coming." in client.get(address).text
    assert (lines(sheet), lines(later)) == ("", "Bruno")


def test_a_refusal_keeps_what_was_typed(client, sheet, bruno, address):
    say(sheet, "yes", bruno)
    pass_deadline(sheet)
    form = {"sheet": sheet.pk, "do": "guest", "guest-name": "Paul Gast"}
    answer = client.post(f"{address}answer/", form)
    assert answer.status_code == 409
    assert "The sign-up deadline has passed." in answer.text
    assert answer.context["cards"][0].answers[0].refusal.guest == "Paul Gast"


def test_only_the_own_player_and_the_own_club_are_reached(client, sheet, bruno, address):
    (chloe,) = make.players(sheet.club, ["Chloé"])
    foreign = evening(make.club(name="Ailleurs"))
    form = {"sheet": sheet.pk, "player": chloe.pk, "do": "yes"}
    client.post(f"{address}answer/", form)
    client.post(f"{address}answer/", {**form, "sheet": foreign.pk})
    assert (lines(sheet), lines(foreign)) == ("Bruno", "")


def test_the_personal_link_works_without_cookies(client, sheet, bruno, address):
    """No cookie gives a right here, and none is needed: a phone may refuse them all."""
    client.handler.enforce_csrf_checks = True
    answer = client.post(f"{address}answer/", {"sheet": sheet.pk, "do": "yes"})
    assert answer.status_code == 302
    assert lines(sheet) == "Bruno"
    assert "no-store" in client.get(address)["Cache-Control"]


def test_names_are_those_that_strangers_read(client, sheet, address):
    clubs.add_player(sheet.club, name="Adam Vanished", visibility=Visibility.HIDDEN)
    clubs.add_player(sheet.club, name="Iris Nabbed", visibility=Visibility.INITIAL)
    say(sheet, "yes", *sheet.club.players.all())
    text = client.get(address).text
    assert "Iris N." in text
    assert "Vanished" not in text
    assert "Nabbed" not in text


def test_the_host_of_a_guest_reads_no_name_that_strangers_do_not(client, sheet, bruno, address):
    sheets.change(sheet, guests_allowed=4, by=None)
    say(sheet, "yes", bruno)
    clubs.add_player(sheet.club, name="Adam Vanished", visibility=Visibility.HIDDEN)
    clubs.add_player(sheet.club, name="Iris Nabbed", visibility=Visibility.INITIAL)
    clubs.add_player(sheet.club, name="Zoé Secret", visibility=Visibility.ALIAS, alias="Zed")
    club_settings.update(sheet.club, player_visibility=Visibility.HIDDEN)  # of newcomers
    form = {"sheet": sheet.pk, "do": "guest"}
    for typed in ("adam VANISHED", "iris N.", "ZED", "Paul Gast"):
        answer = client.post(f"{address}answer/", {**form, "guest-name": typed}, follow=True)
        shown = {"iris N.": "Iris N.", "ZED": "Zed"}.get(typed, typed)
        assert f"· {shown} is coming." in answer.text
    for name in ("Nabbed", "Secret", "Adam Vanished"):
        assert name not in answer.text
    number = sheet.sign_ups.get(player__alias="Zed").player_id
    answer = client.post(f"{address}answer/", {**form, "do": f"drop-{number}"}, follow=True)
    assert "Zed has been removed from the list." in answer.text


def test_a_renewed_link_makes_the_old_one_useless(client, bruno):
    old = link_of(bruno)
    new = link_of(bruno)
    answer = client.get(old)
    assert answer.status_code == 404
    assert "This link no longer works." in answer.text
    assert client.post(f"{old}answer/", {"do": "yes"}).status_code == 404
    assert client.get(new).status_code == 200


def test_links_and_codes_work_as_far_as_the_club_allows(client, sheet, bruno):
    link, code = link_of(bruno), code_page(sheet.club)
    access.change(sheet.club, access=SignUpAccess.LINK, by=None)
    assert (client.get(link).status_code, client.get(code).status_code) == (200, 404)
    access.change(sheet.club, access=SignUpAccess.ACCOUNT, by=None)
    assert (client.get(link).status_code, client.get(code).status_code) == (404, 404)


def test_the_personal_page_checks_in_around_the_evening(client, sheet, bruno):
    address = link_of(bruno)
    assert "I’m here" not in client.get(address).text
    begin(sheet)
    assert "I’m here" in client.get(address).text
    client.post(f"{address}answer/", {"session": sheet.session_id, "do": "here"})
    assert Presence.objects.get().player == bruno
    assert "you are checked in" in client.get(address).text


def test_check_in_is_refused_before_the_evening_or_elsewhere(client, sheet, bruno):
    address = link_of(bruno)
    form = {"session": sheet.session_id, "do": "here"}
    answer = client.post(f"{address}answer/", form, follow=True)
    assert "Check-in opens two hours before the start." in answer.text
    foreign = evening(make.club(name="Ailleurs"))
    begin(foreign)
    assert client.post(f"{address}answer/", {**form, "session": foreign.session_id}).status_code
    assert not Presence.objects.exists()


def test_the_own_table_is_named(client, sheet, bruno):
    begin(sheet)
    make.match(sheet.session, [bruno, *make.players(sheet.club, ["Chloé", "Dov"])])
    assert "You sit at table 1" in client.get(link_of(bruno)).text


@pytest.mark.parametrize("typed", ["{code}", "{lower} ", "{front}-{back}"])
def test_the_code_is_read_as_people_type_it(client, sheet, typed):
    code = access.settings_of(sheet.club).code
    words = {"code": code, "lower": code.lower(), "front": code[:4], "back": code[4:]}
    answer = client.get("/en/sign-up/", {"code": typed.format(**words)})
    assert answer["Location"] == code_page(sheet.club)


def test_a_name_of_the_list_leads_to_its_page(client, sheet, bruno):
    assert f'<option value="{bruno.pk}">Bruno</option>' in client.get(code_page(sheet.club)).text
    answer = client.get(code_page(sheet.club), {"player": bruno.pk})
    assert answer["Location"] == f"{code_page(sheet.club)}{bruno.pk}/"


def test_the_list_omits_players_with_an_account_and_hidden_players(client, sheet):
    dov = own_player(make.user("dov@example.org"), sheet.club, "Dov")
    adam = clubs.add_player(sheet.club, name="Adam", visibility=Visibility.HIDDEN)
    page = client.get(code_page(sheet.club))
    assert page.context["players"] == []
    for player in (dov, adam):
        address = f"{code_page(sheet.club)}{player.pk}/"
        assert client.get(address).status_code == 404
        assert client.post(f"{address}answer/", {"do": "yes"}).status_code == 404


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/en/sign-up/?code=nonsense!", 422, "A code has eight letters and digits"),
        ("/en/sign-up/club/AAAA-AAAA/", 404, "No club has this code."),
        ("/en/sign-up/club/x/", 404, "No club has this code."),
    ],
)
def test_a_wrong_code_is_refused_and_stays_in_its_field(client, address, status, words):
    answer = client.get(address)
    assert answer.status_code == status
    assert words in answer.text


def test_guessing_codes_ends_and_the_right_code_still_works(client, sheet, monkeypatch):
    caches["default"].clear()
    monkeypatch.setattr(table_codes, "MOST_WRONG", 3)
    answers = [client.get(f"/en/sign-up/club/AAAA-AAA{n}/") for n in range(5)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429, 429]
    assert answers[-1]["Retry-After"] == "600"
    assert client.get(code_page(sheet.club)).status_code == 200


def test_anonymous_answers_are_limited_and_recorded_together(client, sheet, bruno):
    chloe, dov = make.players(sheet.club, ["Chloé", "Dov"])
    before = AuditEntry.objects.count()
    page = code_page(sheet.club)
    for number in range(anonymous.MOST_FOR_PLAYER):
        form = {"sheet": sheet.pk, "do": ("yes", "no")[number % 2]}
        assert client.post(f"{page}{bruno.pk}/answer/", form).status_code == 302
    refused = client.post(f"{page}{bruno.pk}/answer/", {"sheet": sheet.pk, "do": "yes"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "600")
    assert "Too many answers" in refused.text
    for player in (chloe, dov):
        form = {"sheet": sheet.pk, "do": "yes"}
        assert client.post(f"{page}{player.pk}/answer/", form).status_code == 302
    assert AuditEntry.objects.count() == before
    for _time in range(2):
        anonymous.record_answers()
    no, yes = AuditEntry.objects.order_by("pk")[before:]
    assert [entry.after for entry in (no, yes)] == [{"answer": "no"}, {"answer": "yes"}]
    assert [len(entry.subject["players"]) for entry in (no, yes)] == [1, 2]
    assert verification.find_faults(sheet.club) == []


def test_anonymous_answers_of_one_network_are_limited(client, sheet, monkeypatch):
    monkeypatch.setattr(anonymous, "MOST_OF_NETWORK", 3)
    players = make.players(sheet.club, ["Bruno", "Chloé", "Dov", "Eva"])
    form = {"sheet": sheet.pk, "do": "yes"}
    answers = [
        client.post(f"{code_page(sheet.club)}{player.pk}/answer/", form).status_code
        for player in players
    ]
    assert answers == [302, 302, 302, 429]


def test_an_organiser_who_changes_a_pending_answer_records_it(sheet, bruno):
    sign_ups.record_answer(sheet, bruno.pk, "yes", by=None, is_logged_later=True)
    sign_ups.record_answer(sheet, bruno.pk, "no", by=make.user(), as_organiser=True)
    anonymous.record_answers()
    assert AuditEntry.objects.filter(kind="sign_up.answered").count() == 1


def test_personal_link_follows_an_evening_that_has_no_sign_up(client, sheet, bruno):
    starts_at = timezone.now() - timedelta(minutes=5)
    session = seasons.open_session(sheet.session.season, starts_at=starts_at)
    queue_play.switch_on(session, game="neurotrio", size=3, by=None)
    others = make.players(sheet.club, ["Chloé", "Dov"])
    session_log.check_in(session, [others[0].pk], by=None)
    address = link_of(bruno)
    form = {"do": "here", "session": session.pk}
    assert f'name="session" value="{session.pk}"' in client.get(address).text
    client.post(f"{address}answer/", form)
    assert "Welcome, Bruno" in client.get(address).text

    first = client.get(f"{address}now/")
    assert "You are number 2 in the queue." in one_line(first.text)
    tag = {"If-None-Match": first["ETag"]}
    assert client.get(f"{address}now/", headers=tag).status_code == 304
    session_log.check_out(session, [others[0].pk], by=None)
    moved = client.get(f"{address}now/", headers=tag)
    assert "You are number 1 in the queue." in one_line(moved.text)
    session_log.check_in(session, [player.pk for player in others], by=None)
    queue_play.seat(session, queue_play.queue_of(session).tables, by=None)
    seated = client.get(f"{address}now/", headers={"If-None-Match": moved["ETag"]})
    assert "You sit at table 1" in seated.text
    assert "in the queue" not in seated.text


def test_personal_link_follows_a_tournament(client, sheet, bruno):
    others = make.players(sheet.club, ["Chloé", "Dov", "Eva"])
    now = timezone.now()
    tournament = make.tournament(sheet.club, [bruno, *others], starts_at=now, least=4)
    address = f"{link_of(bruno)}now/"
    before = client.get(address)
    assert "You sit at" not in before.text
    draft = sittings.draw(tournament, by=None)[0]
    assert "You sit at" not in client.get(address).text, "a draft is not shown"
    sittings.publish(sittings.check(draft, by=None), by=None)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert "You sit at table 1" in after.text
    assert "First time in this tournament." in after.text
    assert "have you arrived" not in after.text


def test_now_of_an_unknown_link_is_not_found(client):
    assert client.get("/en/sign-up/me/nobody/now/").status_code == 404
