"""A table on a phone: each round is stored once, and the page says where the match stands."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import TestCase
from django.utils import timezone

from league.models import AuditEntry, Match, Token
from league.operations.audit import entry_words
from league.operations.matches import submissions, table_codes
from league.operations.results import postponements
from league.operations.seasons import seasons
from league.operations.sessions import undo
from league.web.games import PAGES
from league.web.table import table
from tests import make
from tests.web.desk import entry, scores, sign_in
from tests.web.table.phones import JSON, at, send, text

pytestmark = pytest.mark.django_db
SEATS = {"neurotrio": 3, "triominos": 3, "njet": 4, "nain_jaune": 3}


# --- rounds


def test_a_round_is_entered_in_the_name_of_who_made_the_code(phone, match, code):
    answer = send(phone, code, 1, 14, 5, 6)
    assert answer["Location"].startswith(f"{at(code)}?saved=1")
    row = match.submissions.get()
    assert (row.scores, row.submitted_by) == ([14, 5, 6], make.user())
    assert Token.objects.get().last_used_at is not None
    assert "Round 1 is saved." in text(phone.get(answer["Location"]))


def test_logs_name_the_phone_of_the_table(phone, client, match, code):
    season = match.session.season
    seasons.update(season, confirmation="one")
    Match.objects.filter(pk=match.pk).update(options={"target": 10})
    send(phone, code, 1, 14, 5, 6)
    phone.post(at(code, "result/"), {"do": "confirm", "player": match.seats.first().player_id})
    entries = AuditEntry.objects.filter(kind__in=["result.entered", "result.confirm"])
    assert [words.by for words in entry_words.in_words(list(entries))] == ["Phone at table 1"] * 2
    assert [entry.by_words for entry in undo.log_entries(match.session)] == ["Phone at table 1"]
    sign_in(client, make.user())
    shown = client.get(f"/en/desk/clubs/{season.club.slug}/log/").content.decode()
    assert shown.count("Phone at table 1") == 2


def test_the_phone_shows_that_its_match_is_postponed(phone, match, code):
    to = datetime(2026, 12, 1, 19, tzinfo=UTC)
    postponements.postpone(match, to=to, reason="Snow", by=make.user())
    content = " ".join(text(phone.get(at(code))).split())
    assert "Postponed to Tuesday 1 December 2026, 20:00. </b> Snow" in content


def test_a_code_enters_rounds_of_its_match_only(phone, match, code):
    other = make.match(match.session, make.players(match.session.season.club, ["X", "Y"]))
    send(phone, code, 1, 14, 5, 6)
    assert not other.submissions.exists()


@pytest.mark.parametrize("headers", [None, JSON])
def test_the_same_form_twice_is_stored_once(phone, match, code, headers):
    statuses = [send(phone, code, 1, 14, 5, 6, headers=headers).status_code for _time in range(3)]
    assert len(set(statuses)) == 1
    assert match.submissions.count() == 1


def test_a_round_resent_after_a_correction_keeps_the_correction(phone, match, code):
    send(phone, code, 1, 14, 5, 6)
    submissions.correct(match.pk, 1, make.sheet(14, 5, 7), by=None)
    assert send(phone, code, 1, 14, 5, 6, headers=JSON).json()["state"] == "stored"
    assert submissions.find(match, 1).scores == [14, 5, 7]


def test_a_refusal_stands_beside_its_field(phone, match, code):
    answer = send(phone, code, 1, 14, "5x", 6)
    assert answer.status_code == 422
    field = text(answer).split('id="score-1"')[1].split('id="score-2"')[0]
    assert "Enter a whole number" in field
    assert not match.submissions.exists()


def test_a_phone_that_waited_hears_why_its_round_is_refused(phone, match, code):
    data = send(phone, code, 1, 14, "5x", 6, headers=JSON, queued="7").json()
    assert data["state"] == "refused"
    assert "Enter a whole number" in data["reasons"][0]
    assert make.NAMES[1] in data["reasons"][0]
    assert "Enter a whole number" in data["form"].split('id="score-1"')[1]


def test_two_entries_of_a_round_are_shown_side_by_side(phone, match, code):
    make.played(match, [12, 2, 3])
    data = send(phone, code, 1, 14, 5, 6, headers=JSON, queued="7").json()
    assert data["state"] == "conflict"
    for words in ("Keep theirs", "?settled=7", "Replace with mine", "mine is round 2"):
        assert words in data["html"]
    page = send(phone, code, 1, 14, 5, 6)
    assert page.status_code == 409
    row = text(page).split(make.NAMES[0])[1]
    assert '<td class="num">12</td><td class="num">14</td>' in row
    assert match.submissions.count() == 1


def test_mine_replaces_theirs_as_a_correction(phone, match, code):
    make.played(match, [12, 2, 3])
    send(phone, code, 1, 14, 5, 6, seen=1, reason="Entered twice")
    row = submissions.find(match, 1)
    assert (row.version, row.scores, row.reason) == (2, [14, 5, 6], "Entered twice")


def test_the_last_round_is_mended_at_the_table_and_earlier_ones_at_the_desk(phone, match, code):
    make.played(match, [12, 2, 3], [14, 5, 6])
    assert 'value="14"' in text(phone.get(at(code, "last/")))
    assert send(phone, code, 2, 14, 5, 7, seen=1).status_code == 302
    assert submissions.find(match, 2).scores == [14, 5, 7]
    answer = send(phone, code, 1, 12, 2, 4, seen=1)
    assert answer.status_code == 409
    assert "An organiser can correct this one" in text(answer)
    assert submissions.find(match, 1).scores == [12, 2, 3]


def test_a_correction_that_is_refused_stays_one(phone, match, code):
    make.played(match, [12, 2, 3])
    page = text(send(phone, code, 1, 12, "2x", 3, seen=1, reason="Misread"))
    assert "Correct round 1" in page
    assert 'name="seen" value="1"' in page
    assert 'value="Misread"' in page
    submissions.correct(match.pk, 1, make.sheet(12, 2, 4), by=None)
    page = text(send(phone, code, 1, 12, 2, 5, seen=1, reason="Misread"))
    assert "has corrected round 1 in the meantime" in page
    assert "Replace with mine" in page
    assert 'value="Misread"' in page
    assert "mine is round 2" not in page


def test_the_last_round_cannot_be_mended_before_the_first_one(phone, code):
    assert phone.get(at(code, "last/"))["Location"] == at(code)


@pytest.mark.parametrize("number", ["0", "3", "99999", "-1", "x", ""])
def test_odd_numbers_of_rounds_store_no_round_out_of_order(phone, match, code, number):
    send(phone, code, number, 14, 5, 6)
    assert list(match.submissions.values_list("number", flat=True)) in ([], [1])


def test_a_match_that_is_over_shows_who_won_and_no_form(phone, match, code):
    make.played(match, [16, 2, 3], [22, 2, 3], [14, 2, 3])
    content = text(phone.get(at(code)))
    assert "The match is over." in content
    assert 'class="entry' not in content
    assert "has won" in content


# --- the last round once more


@pytest.mark.parametrize("headers", [None, JSON])
def test_the_last_round_from_another_phone_is_asked_about(phone, match, code, headers):
    send(phone, code, 1, 14, 5, 6, device="one")
    answer = send(phone, code, 2, 14, 5, 6, device="two", headers=headers, queued="7")
    content = answer.json()["html"] if headers else text(answer)
    assert answer.status_code == (200 if headers else 409)
    assert re.search(
        "Is this the round entered at [0-9]{2}:[0-9]{2} from a phone at the table", content
    )
    for words in ("?settled=7", 'name="score-0" value="14"', 'name="device" value="two"'):
        assert words in content
    assert match.submissions.count() == 1
    data = send(phone, code, 2, 14, 5, 6, device="two", again="yes", headers=JSON).json()
    assert (data["state"], data["number"]) == ("stored", 2)


def test_a_different_or_late_round_is_no_repetition(phone, match, code):
    for number in (1, 2, 3):
        assert send(phone, code, number, 4, 5, 6, device="one").status_code == 302
    assert send(phone, code, 4, 4, 5, 7, device="two").status_code == 302
    match.submissions.update(submitted_at=timezone.now() - timedelta(minutes=2, seconds=1))
    assert send(phone, code, 5, 4, 5, 7, device="one").status_code == 302


def test_a_repetition_that_breaks_the_rules_is_refused_first(phone, match, code):
    make.played(match, [16, 2, 3], [16, 2, 3], [16, 2, 3], [16, 2, 3])
    assert send(phone, code, 5, 16, 2, 3, device="two").status_code == 422


def test_desk_and_phone_ask_each_other(client, phone, match, code):
    sign_in(client, make.user())
    with TestCase.captureOnCommitCallbacks(execute=True):
        client.post(entry(match, 1), scores(14, 5, 6))
    content = text(send(phone, code, 2, 14, 5, 6, device="one"))
    assert "Is this the round that Alice entered at" in content
    send(phone, code, 2, 3, 5, 6, device="one")
    answer = client.post(entry(match, 3), scores(3, 5, 6))
    assert answer.status_code == 409
    assert "from a phone at the table?" in text(answer)
    assert 'name="score-0" value="3"' in text(answer)
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = client.post(entry(match, 3), scores(3, 5, 6, again="yes"))
    assert answer.status_code == 302
    assert client.post(entry(match, 4), scores(3, 5, 6)).status_code == 302
    assert match.submissions.count() == 4


# --- the page


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("neurotrio", "Played to 50: 50 points to go"),
        ("triominos", "Played to 400: 400 points to go"),
        ("njet", "8 rounds left"),
        ("nain_jaune", "6 rounds left"),
    ],
)
def test_each_game_says_how_much_is_left_and_has_its_form(phone, game, goal):
    season = make.season(make.club())
    seated = make.players(season.club)[: SEATS[game]]
    match = make.match(make.session(season), seated, game)
    content = text(phone.get(at(table_codes.renew(match, by=make.user()))))
    assert goal in content
    assert 'class="entry" action=' in content


def test_a_game_for_chips_says_so():
    season = make.season(make.club())
    options = {"end": "chips"}
    match = make.match(make.session(season), make.players(season.club), "nain_jaune", options)
    assert "no chips left" in PAGES["nain_jaune"].goal(match)


def test_the_result_in_another_language_is_the_page_of_the_table(phone, code):
    assert phone.get(at(code, "result/")).url == at(code)


def test_the_totals_alone_come_again_only_when_they_have_changed(phone, match, code):
    first = phone.get(at(code, "stand/"))
    headers = {"If-None-Match": first["ETag"]}
    assert phone.get(at(code, "stand/"), headers=headers).status_code == 304
    make.played(match, [14, 5, 6])
    answer = phone.get(at(code, "stand/"), headers=headers)
    assert answer.status_code == 200
    assert "in the lead" in text(answer)


def test_the_page_asks_the_database_as_often_after_many_rounds(
    phone, match, code, django_assert_num_queries
):
    make.played(match, [3, 2, 3])
    with django_assert_num_queries(12):
        phone.get(at(code))
    make.played(Match.objects.get(pk=match.pk), *[[3, 2, 3]] * 5)
    with django_assert_num_queries(12):
        phone.get(at(code))


def test_the_preview_needs_no_account(phone, code):
    answer = phone.post(at(code, "preview/"), {**scores(14, 5, 6), "number": 1})
    assert "Total after this round: 14" in text(answer)


# --- like an app


def test_the_manifest_belongs_to_the_language_of_the_page(phone):
    answer = phone.get("/fr/t/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["lang"], manifest["scope"], manifest["start_url"]) == (
        "fr",
        "/fr/t/",
        "/fr/t/",
    )


def test_the_worker_keeps_whatever_the_form_of_a_game_needs(phone):
    answer = phone.get("/table-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    for name in table.OFFLINE_FILES:
        assert f'"/static/{name}"' in text(answer)
    styles = {pages.style for pages in PAGES.values() if pages.style}
    assert styles <= set(table.OFFLINE_FILES)


# --- the organiser


def test_the_card_of_a_table_shows_the_way_there(client, match):
    sign_in(client, make.user())
    page = f"/en/desk/matches/{match.pk}/code/"
    assert "Create code" in text(client.get(page))
    assert client.post(page).status_code == 302
    code = table_codes.of_match(match)
    content = text(client.get(page))
    assert f"http://testserver/t/{code}/" in content
    assert "only on this computer" not in content
    assert "only on this computer" in text(client.get(page, headers={"host": "localhost:8000"}))
    client.post(page)
    assert table_codes.of_match(match) != code
    client.post(f"{page}revoke/")
    assert table_codes.of_match(match) is None


def test_the_cards_of_an_evening_are_made_and_shown_at_once(
    client, match, code, django_assert_max_num_queries
):
    sign_in(client, make.user())
    club, page = match.session.season.club, f"/en/desk/sessions/{match.session_id}/cards/"
    for number in range(4):
        make.match(match.session, make.players(club, [f"P{number}", f"Q{number}"]))
    over = make.match(match.session, make.players(club, ["R", "S"]), options={"target": 1})
    make.played(over, [12, 3])
    assert "Create codes for 4 tables" in text(client.get(page))
    client.post(page)
    assert str(table_codes.of_match(match)) == code, "a code that works is kept"
    with django_assert_max_num_queries(12):
        content = text(client.get(page))
    assert content.count('class="table-card raised"') == 5
    assert "Create code" not in content


def test_a_round_from_the_desk_shows_on_the_phone(client, phone, match, code):
    sign_in(client, make.user())
    client.post(entry(match, 1), scores(14, 5, 6))
    assert "Enter round 2" in text(phone.get(at(code)))


def test_chips_are_taken_as_gains_by_one_button(phone):
    match = make.match(game="nain_jaune", options={"chips": 30})
    code = str(table_codes.renew(match, by=make.user()))
    data = send(phone, code, 1, 28, 23, 39, headers=JSON).json()
    assert (data["state"], match.submissions.count()) == ("refused", 0)
    assert 'form="round" name="banks" value="30 30 30"' in " ".join(data["form"].split())
    assert send(phone, code, 1, 28, 23, 39, banks="30 30 30", headers=JSON).json()["number"] == 1
    send(phone, code, 2, 21, 27, 42, banks="28 23 39")
    assert [row.scores for row in match.submissions.current()] == [[-2, -7, 9], [-7, 4, 3]]
    odd = send(phone, code, 3, 20, 27, 43, banks="21 x 42", headers=JSON).json()
    assert odd["state"] == "refused"
    again = send(phone, code, 2, 21, 27, 42, seen="1", reason="typo", headers=JSON).json()
    assert 'value="28 23 39"' in again["form"], "the banks before the corrected round"
