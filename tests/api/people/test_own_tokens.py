"""Tokens over the API: one's own, and those of a table."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from api.models import IdempotencyKey
from league.models import Membership, Role, Submission, Token
from league.operations.people import tokens
from tests import make
from tests.api.caller import Caller, caller, problem_codes

SCREEN = {"name": "Screen", "scope": "read"}


def later(**period):
    return (timezone.now() + timedelta(**period)).isoformat()


def bound(world, **fields):
    """Return a caller with a token of Alice's that is valid for this club only; she has another
    club too."""
    make.club(world.owner, "Ailleurs")
    return Caller(tokens.issue(world.owner, club=world.club, **fields)[1])


def test_a_new_token_works_and_its_secret_is_shown_once(world, alice):
    made = alice.post("tokens/", SCREEN)
    assert made.status_code == 201
    secret = made.json()["secret"]
    screen = Caller(secret)
    assert screen.get("clubs/").status_code == 200
    assert screen.post("clubs/", {"name": "X"}).status_code == 403
    assert secret not in alice.get("tokens/").content.decode()
    content = alice.get(f"tokens/{made.json()['id']}/").json()
    assert (content["name"], content["scope"], content["club"]) == ("Screen", "read", None)
    assert secret.startswith(content["prefix"])
    assert content["last_used_at"] is not None


def test_a_secret_is_not_kept_for_a_replay(world, alice):
    first = alice.post("tokens/", SCREEN, Idempotency_Key="once").json()
    again = alice.post("tokens/", SCREEN, Idempotency_Key="once")
    assert (again.status_code, again.json()) == (201, first | {"secret": None})
    assert first["secret"] not in IdempotencyKey.objects.get().body
    assert Token.objects.filter(name="Screen").count() == 1


def test_a_revoked_token_is_refused_and_stays_in_the_list(world, alice):
    made = alice.post("tokens/", SCREEN).json()
    for _ in range(2):
        assert alice.send("DELETE", f"tokens/{made['id']}/").status_code == 204
    assert Caller(made["secret"]).get("clubs/").status_code == 401
    assert alice.get("tokens/").json()["results"][-1]["revoked_at"] is not None


def test_tokens_of_others_are_unknown(world, alice):
    made = alice.post("tokens/", SCREEN).json()
    other = caller(world.stranger)
    for method in ("GET", "DELETE"):
        assert other.send(method, f"tokens/{made['id']}/").status_code == 404
    assert made["id"] not in [row["id"] for row in other.get("tokens/").json()["results"]]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": " "}, ("blank", "name")),
        ({"name": "x" * 101}, ("too_long", "name")),
        ({"scope": "root"}, ("not_a_choice", "scope")),
        ({"club": "les-autres"}, ("unknown_club", "club")),
        ({"club": "nowhere"}, ("unknown_club", "club")),
        ({"expires_at": "2020-01-01T00:00:00Z"}, ("too_early", "expires_at")),
        ({"expires_at": "soon"}, ("not_a_time", "expires_at")),
        ({"match": 1}, ("unknown_key", "match")),
    ],
)
def test_bodies_that_make_no_token(world, alice, changes, problem):
    answer = alice.post("tokens/", SCREEN | changes)
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]
    assert Token.objects.count() == 1


def test_a_token_of_one_club_lists_and_makes_those_of_that_club_only(world, alice):
    mine = alice.post("tokens/", SCREEN).json()["id"]
    narrow = bound(world)
    child = narrow.post("tokens/", SCREEN | {"scope": "admin"}).json()
    assert child["club"] == world.club.slug
    assert narrow.get(f"tokens/{mine}/").status_code == 404
    listed = [row["club"] for row in narrow.get("tokens/").json()["results"]]
    assert listed == [world.club.slug] * 2
    clubs = Caller(child["secret"]).get("clubs/").json()["results"]
    assert [club["slug"] for club in clubs] == [world.club.slug]
    wider = narrow.post("tokens/", SCREEN | {"club": "ailleurs"})
    assert problem_codes(wider) == [("unknown_club", "club")]


def test_a_token_makes_none_that_lives_longer(world):
    short = bound(world, expires_at=timezone.now() + timedelta(hours=2))
    made = short.post("tokens/", SCREEN).json()
    ends = datetime.fromisoformat(made["expires_at"])
    assert ends <= timezone.now() + timedelta(hours=2)
    longer = short.post("tokens/", SCREEN | {"expires_at": later(hours=3)})
    assert problem_codes(longer) == [("too_late", "expires_at")]
    table = short.post(f"matches/{world.match.pk}/tokens/", {}).json()
    assert table["expires_at"] == made["expires_at"]


def test_the_answers_to_keys_stay_within_the_club_of_a_token(world, alice):
    other = make.club(world.owner, "Ailleurs")
    path = f"clubs/{other.slug}/players/"
    assert alice.post(path, {"name": "Zoé"}, Idempotency_Key="k").status_code == 201
    peeked = bound(world).post(path, {"name": "Zoé"}, Idempotency_Key="k")
    assert peeked.status_code == 422
    assert "Zoé" not in peeked.content.decode()


@pytest.fixture
def table(world):
    made = caller(world.scorer, "admin").post(f"matches/{world.match.pk}/tokens/", {"name": "4"})
    assert made.status_code == 201
    return made.json()


def test_a_table_enters_rounds_in_the_name_of_who_issued_its_token(world, table):
    rounds = f"matches/{world.match.pk}/rounds/"
    at_table = Caller(table["secret"])
    assert at_table.post(rounds, make.sheet(12, 5, 3)).status_code == 201
    assert at_table.put(f"{rounds}1/", make.sheet(12, 6, 3)).status_code == 200
    assert {row.submitted_by for row in Submission.objects.all()} == {world.scorer}
    assert (table["issued_by"], table["scope"], table["match"]) == ("Bob", "submit", world.match.pk)


def test_the_token_of_a_table_lives_for_an_evening_or_a_week_at_most(world, alice, table):
    ends = datetime.fromisoformat(table["expires_at"])
    assert timedelta(hours=17) < ends - datetime.now(UTC) <= timedelta(hours=18)
    path = f"matches/{world.match.pk}/tokens/"
    assert alice.post(path, {"expires_at": later(days=6)}).status_code == 201
    too_long = alice.post(path, {"expires_at": later(days=8)})
    assert problem_codes(too_long) == [("too_late", "expires_at")]


@pytest.mark.parametrize("role", [Role.PLAYER, None])
def test_the_token_of_a_table_dies_with_the_role_of_its_issuer(world, table, role):
    members = Membership.objects.filter(user=world.scorer)
    members.update(role=role) if role else members.delete()
    answer = Caller(table["secret"]).post(f"matches/{world.match.pk}/rounds/", make.sheet(12, 5, 3))
    assert answer.status_code == (403 if role else 404)


def test_the_token_of_a_table_is_revoked_by_whoever_may_enter_rounds(world, alice, table):
    path = f"matches/{world.match.pk}/tokens/"
    assert [row["name"] for row in alice.get(path).json()["results"]] == ["4"]
    other = make.match(world.session, world.players[:3])
    wrong = alice.send("DELETE", f"matches/{other.pk}/tokens/{table['id']}/")
    assert wrong.status_code == 404
    assert alice.send("DELETE", f"{path}{table['id']}/").status_code == 204
    assert Caller(table["secret"]).get(f"matches/{world.match.pk}/").status_code == 401


def test_the_secret_of_a_table_is_not_kept_for_a_replay(world, alice):
    path = f"matches/{world.match.pk}/tokens/"
    first = alice.post(path, {}, Idempotency_Key="qr").json()
    again = alice.post(path, {}, Idempotency_Key="qr").json()
    assert again == first | {"secret": None}
    assert Token.objects.exclude(match=None).count() == 1


def test_finding_a_token_is_one_statement(world, django_assert_num_queries):
    secret = tokens.issue(world.owner, club=world.club)[1]
    with django_assert_num_queries(1):
        assert make.token_of(secret) is not None
