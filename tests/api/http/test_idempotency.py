from datetime import timedelta

import pytest
from django.utils import timezone

from api.models import IdempotencyKey
from api.tasks import purge_keys
from league.errors import invalid
from league.models import Club, Submission
from scoring import tasks
from tests import make
from tests.api.caller import caller, problem_codes


@pytest.fixture
def rounds(world):
    return f"matches/{world.match.pk}/rounds/"


def test_the_same_key_has_one_effect_and_one_answer(bob, rounds):
    first = bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    again = bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    for name in ("ETag", "Location", "Content-Type"):
        assert first[name] == again[name]
    assert Submission.objects.count() == 1


def test_without_a_key_the_same_round_counts_twice(bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 5))
    bob.post(rounds, make.sheet(12, 5, 5))
    assert Submission.objects.count() == 2


def test_another_key_is_another_request(bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="b")
    assert Submission.objects.count() == 2


def test_keys_of_different_users_are_different(world, alice, bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    alice.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    assert Submission.objects.count() == 2


def test_a_second_token_of_the_same_person_shares_the_keys(world, bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    again = caller(world.scorer).post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    assert again["Idempotent-Replayed"] == "true"


def test_a_key_belongs_to_its_body_path_and_method(bob, rounds):
    bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a")
    for response in (
        bob.post(rounds, make.sheet(13, 5, 5), Idempotency_Key="a"),
        bob.post("clubs/", make.sheet(12, 5, 5), Idempotency_Key="a"),
        bob.put(f"{rounds}1/", make.sheet(12, 5, 5), Idempotency_Key="a"),
    ):
        assert response.status_code == 422
        assert problem_codes(response) == [("idempotency_key_reused", "")]
    assert Submission.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status"), [(make.sheet(17, 5, 5), 422), (b"{", 400), (b"", 400), ([], 422)]
)
def test_a_refusal_is_an_answer_too(bob, rounds, body, status):
    first = bob.post(rounds, body, Idempotency_Key="a")
    again = bob.post(rounds, body, Idempotency_Key="a")
    assert first.status_code == again.status_code == status
    assert again["Idempotent-Replayed"] == "true"
    assert again["Content-Type"] == "application/problem+json"
    assert first.content == again.content


def test_a_refusal_halfway_takes_the_first_half_back(alice, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("api.people.clubs.write", refuse)
        assert alice.post("clubs/", {"name": "Halfway"}, Idempotency_Key="a").status_code == 422
    assert not Club.objects.filter(name="Halfway").exists()
    assert IdempotencyKey.objects.get().status == 422


def refuse(club):
    raise invalid("blank", "name", "no")


def test_a_conflict_stays_a_conflict_for_its_key(bob, rounds):
    body = {**make.sheet(12, 5, 5), "number": 2}
    assert bob.post(rounds, body, Idempotency_Key="a").status_code == 409
    bob.post(rounds, make.sheet(12, 5, 5))
    assert bob.post(rounds, body, Idempotency_Key="a").status_code == 409
    assert bob.post(rounds, body, Idempotency_Key="b").status_code == 201


def test_a_failure_of_the_server_leaves_no_key_behind(bob, rounds, monkeypatch):
    bob.client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr("league.operations.webhooks.events.round_submitted", explode)
        assert bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a").status_code == 500
    assert not Submission.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a").status_code == 201


def explode(match, stored):
    raise RuntimeError("the disk is full")


def test_a_forbidden_call_leaves_no_key_behind(world, rounds):
    reader = caller(world.owner, "read")
    assert reader.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a").status_code == 403
    reader.headers = {}
    assert reader.post(rounds, make.sheet(12, 5, 5), Idempotency_Key="a").status_code == 401
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 256, "clé", "a\tb"])
def test_odd_keys_are_refused(bob, rounds, key):
    response = bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key=key)
    assert response.status_code == 400
    assert problem_codes(response) == [("bad_idempotency_key", "")]
    assert not Submission.objects.exists()


@pytest.mark.parametrize("key", ["x" * 255, '"quoted"', "a b", "'; DROP TABLE"])
def test_any_printable_key_is_taken(bob, rounds, key):
    assert bob.post(rounds, make.sheet(12, 5, 5), Idempotency_Key=key).status_code == 201
    assert IdempotencyKey.objects.get().key == key


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "clubs/", {"name": "Deux"}),
        ("PATCH", "clubs/{club}/", {"language": "en"}),
        ("POST", "clubs/{club}/players/", {"name": "Zoé"}),
        ("POST", "clubs/{club}/seasons/", {"name": "P", "starts_on": "2027-01-01"}),
        ("PATCH", "seasons/{season}/", {"name": "P"}),
        ("POST", "seasons/{season}/sessions/", {"starts_at": "2026-10-01T20:30:00Z"}),
        ("PATCH", "sessions/{session}/", {"place": "P"}),
        ("PUT", "matches/{match}/rounds/1/", make.sheet(13, 5, 5)),
    ],
)
def test_every_unsafe_request_may_carry_a_key(world, alice, method, path, body):
    make.played(world.match, [12, 5, 5])
    path = path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
    )
    first = alice.send(method, path, body, Idempotency_Key="a")
    again = alice.send(method, path, body, Idempotency_Key="a")
    assert first.status_code < 300, first.content
    assert again["Idempotent-Replayed"] == "true"
    assert first.content == again.content


def test_safe_requests_need_no_key(alice):
    assert "Idempotent-Replayed" not in alice.get("clubs/", Idempotency_Key="a")
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_tasks_are_sent_once_and_never_for_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks, "announce", sent.append)
    match = make.played(make.match(), [22, 5, 0], [16, 8, 11])
    alice = caller(make.user())
    sent.clear()
    for _time in range(3):
        alice.post(
            f"matches/{match.pk}/rounds/", make.sheet(12, 11, 3), Idempotency_Key="the last round"
        )
    assert sent == [match.session.season_id]


def test_old_keys_are_forgotten_and_young_ones_kept(world, alice):
    for key in ("old", "young"):
        alice.post("clubs/", {"name": key}, Idempotency_Key=key)
    IdempotencyKey.objects.filter(key="old").update(created_at=timezone.now() - timedelta(hours=49))
    purge_keys()
    assert IdempotencyKey.objects.get().key == "young"
    alice.post("clubs/", {"name": "young"}, Idempotency_Key="young")
    assert Club.objects.filter(name="young").count() == 1
