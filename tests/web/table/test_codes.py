"""Table codes: access, limits and expiry."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Membership, Role, TableCode, Token
from league.operations.matches import matches, table_codes
from league.operations.people import tokens
from tests import make
from tests.web.desk import scores
from tests.web.table.phones import at, send, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7QX-3MPD", "K7QX3MPD"),
        (" k7qx 3mpd ", "K7QX3MPD"),
        ("K7QX–3MPO", "K7QX3MP0"),
        ("oili-ooou", "0111000V"),
        ("K7QX3MP", ""),
        ("K7QX3MPDD", ""),
        ("K7QX-3MP!", ""),
        ("É7QX-3MPD", ""),
    ],
)
def test_a_code_is_typed_as_people_type(typed, code):
    assert table_codes.normalize(typed) == code


def test_whoever_types_the_code_sits_down(phone, code, match):
    answer = phone.get("/en/t/", {"code": code.lower().replace("-", " ").replace("0", "o")})
    assert (answer.status_code, answer["Location"]) == (302, at(code))
    content = text(phone.get(at(code)))
    assert "Enter round 1" in content
    assert all(name in content for name in make.NAMES[:3])
    assert make.NAMES[3] not in content


def test_an_address_typed_by_hand_leads_to_the_one_that_is_kept(phone, code):
    lower = code.lower().replace("-", "")
    assert phone.get(f"/t/{lower}/")["Location"] == at(lower)
    assert phone.get(at(lower))["Location"] == at(code)


def test_unknown_code_is_refused_beside_the_field(phone):
    answer = phone.get("/en/t/", {"code": "<b>table 4"})
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert "<b>table" not in text(answer)


def test_the_page_sets_no_cookie_and_leaks_no_code(phone, code):
    for answer in (phone.get("/en/t/"), phone.get(at(code)), send(phone, code, 1, 14, 5, 6)):
        assert not answer.cookies
    answer = phone.get(at(code))
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "csrfmiddlewaretoken" not in text(answer)


def test_a_code_is_valid_until_the_morning_after(phone, match, code):
    token = TableCode.objects.get().token
    hours = (token.expires_at - timezone.now()) / timedelta(hours=1)
    assert 17 < hours <= 18
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = phone.get(at(code))
    assert answer.status_code == 404
    assert "no longer valid" in text(answer)
    assert send(phone, code, 1, 14, 5, 6).status_code == 404
    assert not match.submissions.exists()


def test_a_code_printed_days_before_lasts_through_its_evening(match):
    match.session.starts_at = timezone.now() + timedelta(days=3)
    match.session.save()
    expires_at = table_codes.renew(match, by=make.user()).token.expires_at
    assert expires_at - match.session.starts_at == tokens.AT_A_TABLE


@pytest.mark.parametrize("lose", [Role.PLAYER, None])
def test_a_code_dies_with_the_right_of_who_made_it(phone, match, lose):
    club = match.session.season.club
    code = table_codes.renew(match, by=make.member(club, Role.SCORER, "bob@example.org"))
    assert phone.get(at(code)).status_code == 200
    of_bob = Membership.objects.filter(user__email="bob@example.org")
    of_bob.update(role=lose) if lose else of_bob.delete()
    assert phone.get(at(code)).status_code == 404
    assert table_codes.of_match(match) is None


@pytest.mark.parametrize("piece", ["", "stand/", "last/"])
def test_the_code_of_a_cancelled_match_is_404(phone, match, code, piece):
    matches.call_off(match)
    answer = phone.get(at(code, piece))
    assert answer.status_code == 404
    assert "no longer valid" in text(answer)


@pytest.mark.parametrize(
    ("piece", "fields"),
    [
        ("rounds/", {**scores(5, 3, 1), "number": 1}),
        ("result/", {"do": "confirm"}),
    ],
)
def test_a_match_that_is_called_off_while_a_phone_sends_is_closed(
    phone, match, code, monkeypatch, piece, fields
):
    opened, player = table_codes.open_table(code), match.seats.first().player_id
    matches.call_off(match)
    monkeypatch.setattr(table_codes, "open_table", lambda typed: opened)
    answer = phone.post(at(code, piece), {**fields, "player": player})
    assert answer.status_code == 404


def test_a_new_code_ends_the_one_before(phone, match, code):
    fresh = table_codes.renew(match, by=make.user())
    assert phone.get(at(code)).status_code == 404
    assert phone.get(at(fresh)).status_code == 200
    table_codes.revoke(match)
    assert phone.get(at(fresh)).status_code == 404


def test_guessing_codes_slows_down_only_the_guesser(phone, match, code, monkeypatch):
    """A hall has one address: guessing codes there must not close its tables."""
    monkeypatch.setattr(table_codes, "MOST_WRONG", 3)
    wrong = [phone.get(at(f"0000-000{n}", "stand/")) for n in range(5)]
    assert [answer.status_code for answer in wrong] == [404, 404, 404, 429, 429]
    assert wrong[-1]["Retry-After"] == "600"
    assert phone.get(at(code)).status_code == 200
    send(phone, code, 1, 14, 5, 6)
    assert match.submissions.count() == 1
    assert Client(REMOTE_ADDR="127.0.0.2").get(at("0000-0000")).status_code == 404


def test_old_phones_are_not_taken_for_guessers(phone, match, code, monkeypatch):
    monkeypatch.setattr(table_codes, "MOST_WRONG", 1)
    fresh = table_codes.renew(match, by=make.user())
    for old in (code, "no-code-at-all", code):
        assert phone.get(at(old, "stand/")).status_code == 404
    assert phone.get(at(fresh)).status_code == 200
