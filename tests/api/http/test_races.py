"""Many at once, with a connection each: PostgreSQL locks rows, SQLite lets one write at a time."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from api.models import IdempotencyKey
from api.sessions import presence
from league.models import Club, Match, Player, Role, Submission
from league.operations.people import members
from tests import make
from tests.api.caller import Caller, caller
from tests.api.conftest import build

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def world(transactional_db):
    return build()


def at_once(count, request, waves=1):
    """Return the answers to the same request, sent by `count` threads at the same moment, or in
    waves. Each thread holds a connection, and PostgreSQL has a hundred for everybody."""
    threads = count // waves
    ready = Barrier(threads)

    def one(number):
        try:
            ready.wait(30)
            return request(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(count)))


def test_a_hundred_requests_with_one_key_are_one_round(world):
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/"

    def post(_number):
        bob = caller_with(secret)
        return bob.post(path, make.sheet(12, 5, 5), Idempotency_Key="same")

    answers = at_once(100, post, waves=4)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replayed" not in answer for answer in answers) == 1
    assert Submission.objects.count() == 1


def test_concurrent_requests_with_one_key_get_one_answer(world):
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/"
    body = {**make.sheet(12, 5, 5), "number": 1}  # refused once the first one is stored
    answers = at_once(
        16, lambda _number: caller_with(secret).post(path, body, Idempotency_Key="same")
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1


def test_concurrent_creations_with_one_key_create_one_club(world):
    secret = caller(world.owner).headers

    def post(_number):
        return caller_with(secret).post("clubs/", {"name": "Trio"}, Idempotency_Key="same")

    answers = at_once(16, post)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert Club.objects.filter(name="Trio").count() == 1


def test_a_refusal_that_comes_many_times_at_once_is_one_answer(world):
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/"

    def post(_number):
        return caller_with(secret).post(path, make.sheet(17, 5, 5), Idempotency_Key="same")

    answers = at_once(16, post)
    assert {answer.status_code for answer in answers} == {422}
    assert sum("Idempotent-Replayed" not in answer for answer in answers) == 1
    assert IdempotencyKey.objects.count() == 1


def test_two_bodies_that_come_at_once_with_one_key_are_one_effect(world):
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/"

    def post(number):
        body = make.sheet(12, 5, number % 2)
        return caller_with(secret).post(path, body, Idempotency_Key="same")

    answers = at_once(16, post)
    assert Counter(answer.status_code for answer in answers) == {201: 8, 422: 8}
    assert Submission.objects.count() == 1


def test_sixteen_people_with_the_same_round_are_one_round(world):
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/"

    def post(_number):
        return caller_with(secret).post(path, {**make.sheet(12, 5, 5), "number": 1})

    answers = at_once(16, post)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 15}
    assert Match.objects.get(pk=world.match.pk).totals == [12, 5, 5]


def test_sixteen_corrections_of_one_version_are_one_correction(world):
    make.played(world.match, [12, 5, 5])
    secret = caller(world.scorer).headers
    path = f"matches/{world.match.pk}/rounds/1/"
    tag = caller(world.scorer).get(path)["ETag"]

    def put(number):
        return caller_with(secret).put(path, make.sheet(12, 5, number % 5), If_Match=tag)

    answers = at_once(16, put)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: 15}
    assert Submission.objects.count() == 2


def test_sixteen_changes_of_what_was_seen_are_one_change(world):
    secret = caller(world.owner).headers
    path = f"sessions/{world.session.pk}/"
    tag = caller(world.owner).get(path)["ETag"]

    def patch(number):
        return caller_with(secret).patch(path, {"place": f"Salle {number}"}, If_Match=tag)

    answers = at_once(16, patch)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: 15}


EVENING = {"starts_at": "2026-10-08T20:30:00+02:00"}
PAIRS = [("table", "newcomer"), ("table", "undo"), ("table", "player"), ("table", "evening")]
PAIRS += [("evening", "newcomer"), ("evening", "undo"), ("another evening", "season")]


@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
def test_people_at_one_evening_never_wait_for_each_other_in_a_circle(world, pair):
    alice = caller(world.owner)
    evening = f"sessions/{world.session.pk}/"
    alice.post(f"{evening}presence/", {"name": "Zoé"})
    entry = alice.get(f"{evening}log/").json()["results"][0]["ref"]
    table = {"game": "neurotrio", "players": [player.pk for player in world.players[:3]]}
    acts = {
        "table": lambda _n: ("POST", f"{evening}matches/", table),
        "newcomer": lambda n: ("POST", f"{evening}presence/", {"name": f"New {n}"}),
        "undo": lambda n: ("POST", f"{evening}log/{entry}/{'re' if n & 2 else 'un'}do/", {}),
        "player": lambda n: ("PATCH", f"players/{world.players[0].pk}/", {"name": f"Ada {n}"}),
        "evening": lambda n: ("PATCH", evening, {"place": f"Room {n}"}),
        "another evening": lambda _n: ("POST", f"seasons/{world.season.pk}/sessions/", EVENING),
        "season": lambda n: ("PATCH", f"seasons/{world.season.pk}/", {"name": f"Saison {n}"}),
    }

    def act(number):
        return caller_with(alice.headers).send(*acts[pair[number % 2]](number))

    answers = at_once(16, act, waves=2)
    assert {answer.status_code for answer in answers} <= {200, 201, 409}


ORGANISED = {
    "quorum": ("season", lambda n: {"confirmation": ("all", "one")[n // 2 % 2]}),
    "scheme": ("season", lambda n: {"scheme": {"points": "place_fraction", "scale": 60 * n}}),
    "date": ("session", lambda n: {"starts_at": f"2026-10-{10 + n}T20:30:00+02:00"}),
}


@pytest.mark.parametrize("what", ORGANISED)
def test_a_match_may_end_while_its_evening_or_season_is_changed(world, what):
    players = world.players[:3]
    alice = caller(world.owner)
    tables = [make.match(world.session, players, options={"target": 1}) for _ in range(8)]
    kind, change = ORGANISED[what]
    path = f"{kind}s/{getattr(world, kind).pk}/"

    def act(number):
        someone = caller_with(alice.headers)
        if number % 2:
            return someone.patch(path, change(number))
        return someone.post(f"matches/{tables[number // 2].pk}/rounds/", make.sheet(22, 5, 5))

    answers = at_once(16, act)
    assert {answer.status_code for answer in answers} == {200, 201}


ABOUT_A_PLAYER = {
    "penalty": lambda world, player: (
        f"seasons/{world.season.pk}/penalties/",
        {"session": world.session.pk, "player": player, "points": 1, "reason": "Late"},
    ),
    "table": lambda world, player: (
        f"sessions/{world.session.pk}/matches/",
        {"game": "neurotrio", "players": [world.players[0].pk, player]},
    ),
    "check-in": lambda world, player: (
        f"sessions/{world.session.pk}/presence/",
        {"players": [player]},
    ),
}


@pytest.mark.parametrize("what", ABOUT_A_PLAYER)
def test_a_player_may_be_erased_while_something_is_done_with_him(world, what):
    (player,) = make.players(world.club, ["Check out"])
    alice = caller(world.owner)
    path, body = ABOUT_A_PLAYER[what](world, player.pk)

    def act(number):
        someone = caller_with(alice.headers)
        if number % 2:
            return someone.post(f"players/{player.pk}/erase/", {"name": "Check out"})
        return someone.post(path, body)

    answers = at_once(8, act)
    assert {answer.status_code for answer in answers} <= {200, 201, 204, 404, 409, 422}
    gone = not Player.every.filter(pk=player.pk).exists()
    assert gone == any(answer.status_code == 204 for answer in answers)


def test_a_match_may_be_corrected_while_its_evening_is_moved(world):
    alice = caller(world.owner)
    tables = [make.match(world.session, world.players[:3], options={"target": 1}) for _ in range(6)]
    for match in tables:
        make.played(match, [22, 5, 5])

    def act(number):
        someone = caller_with(alice.headers)
        if number % 2:
            moved = {"starts_at": f"2026-10-{10 + number}T20:30:00+02:00"}
            return someone.patch(f"sessions/{world.session.pk}/", moved)
        sheet = make.sheet(22, 4, number // 4)
        return someone.put(f"matches/{tables[number // 2 % 6].pk}/rounds/1/", sheet)

    answers = at_once(18, act)
    assert {answer.status_code for answer in answers} == {200}


def test_concurrent_check_in_and_check_out_record_one_stay(world, monkeypatch):
    secret = caller(world.owner).headers
    path = f"sessions/{world.session.pk}/presence/"
    player = world.players[0].pk
    came, stay = Event(), presence._stay

    def slow(*arguments):
        came.set()
        time.sleep(0.3)
        return stay(*arguments)

    def act(number):
        if number:
            return caller_with(secret).post(path, {"player": player})
        came.wait(5)
        return caller_with(secret).send("DELETE", f"{path}{player}/")

    caller_with(secret).post(path, {"player": player})
    monkeypatch.setattr(presence, "_stay", slow)
    assert [answer.status_code for answer in at_once(2, act)] == [204, 201]


def test_eight_clubs_of_one_name_get_eight_addresses(world):
    secret = caller(world.owner).headers
    answers = at_once(8, lambda _number: caller_with(secret).post("clubs/", {"name": "Trio"}))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["slug"] for answer in answers}) == 8


def test_two_owners_who_demote_each_other_at_once_leave_one(world):
    other = make.member(world.club, Role.OWNER, "zoe@example.org")
    owners = [world.owner, other]
    paths = [f"clubs/{world.club.slug}/members/{user.memberships.get().pk}/" for user in owners]
    secrets = [caller(user).headers for user in owners]

    def demote_the_other(number):
        return caller_with(secrets[number]).patch(paths[1 - number], {"role": "player"})

    answers = at_once(2, demote_the_other)
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert world.club.memberships.filter(role=Role.OWNER).count() == 1


def test_an_owner_who_leaves_waits_for_another_who_is_leaving(world):
    """Without a lock on the members each would see the other stay."""
    other = make.member(world.club, Role.OWNER, "zoe@example.org").memberships.get()
    secret = caller(world.owner).headers
    path = f"clubs/{world.club.slug}/members/{world.owner.memberships.get().pk}/"

    def leave():
        try:
            return caller_with(secret).send("DELETE", path)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            members.remove(other, by=other.user)
            leaving = pool.submit(leave)
            wait([leaving], timeout=1)  # it cannot be done before our commit
        assert leaving.result(30).status_code == 409
    assert world.club.memberships.filter(role=Role.OWNER).count() == 1


@pytest.mark.parametrize(
    ("kind", "change"),
    [("season", {"scheme": {"scale": 100}}), ("session", {"starts_at": "2026-09-09T20:00:00Z"})],
)
def test_a_result_and_other_rules_do_not_wait_in_a_circle(world, kind, change):
    match = make.match(world.session, world.players[:3], options={"target": 20})
    secret, path = caller(world.owner).headers, f"{kind}s/{getattr(world, kind).pk}/"

    def patch():
        try:
            return caller_with(secret).patch(path, change)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            make.played(match, [22, 5, 6])
            changing = pool.submit(patch)
            wait([changing], timeout=1)  # until our commit the season's facts are ours
        assert changing.result(30).status_code == 200
    assert Match.objects.get(pk=match.pk).over


def caller_with(headers):
    other = Caller()
    other.headers = headers
    return other
