import time

import pytest
from django.core.cache import cache
from rest_framework.settings import api_settings

from api.http import throttles
from league.operations.support import cache as league_cache
from league.operations.support.shared_cache import SharedCache
from tests.api.caller import Caller, caller


@pytest.fixture
def rates(monkeypatch):
    return lambda **rates: [
        monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, scope, rate)
        for scope, rate in rates.items()
    ]


def test_an_address_gets_so_many_checks_and_then_429(db, rates):
    rates(address="3/day")
    statuses = [Caller().post("check/", {}).status_code for _time in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_429_says_when_to_come_back(db, rates):
    rates(address="0/hour")
    response = Caller().post("check/", {})
    assert response.status_code == 429
    assert response["Content-Type"] == "application/problem+json"
    assert 1 <= int(response["Retry-After"]) <= 3600


def test_a_token_has_a_limit_of_its_own(world, rates):
    rates(token="2/day", address="1/day")
    alice, second = caller(world.owner), caller(world.owner)
    assert [alice.get("clubs/").status_code for _time in range(3)] == [200, 200, 429]
    assert second.get("clubs/").status_code == 200


def test_every_answer_says_the_limit_and_what_is_left(world, rates):
    rates(token="3/day")
    alice = caller(world.owner)
    answers = [
        alice.get("clubs/"),
        alice.get("clubs/nowhere/"),
        alice.send("DELETE", "clubs/"),
        alice.get("clubs/"),
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 405, 429]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"token";q=3;w=86400'}
    left = [answer["RateLimit"].split(";")[1] for answer in answers]
    assert left == ["r=2", "r=1", "r=0", "r=0"]
    assert all(answer["RateLimit"].split(";t=")[1].isdecimal() for answer in answers)


def test_the_number_left_falls_by_one_for_each_request(db, rates):
    rates(address="300/day")
    answers = [Caller().post("check/", {}) for _time in range(7)]
    left = [int(answer["RateLimit"].split(";")[1].removeprefix("r=")) for answer in answers]
    assert left == [299, 298, 297, 296, 295, 294, 293]


def test_guessing_tokens_is_limited_by_address(db, rates):
    rates(address="2/day")
    statuses = [Caller(f"guess{n}").get("clubs/").status_code for n in range(3)]
    assert statuses == [401, 401, 429]


def test_a_process_asks_for_a_hundredth_at_once(db, rates):
    rates(address="300/day")
    caller, key = (
        Caller(),
        f"{league_cache.COUNTERS}throttle.address.127.0.0.1.{time.time() // 86400:.0f}",
    )
    counts = []
    for _time in range(7):
        assert caller.post("check/", {}).status_code == 200
        counts.append(cache.get(key))
    assert counts == [3, 3, 3, 6, 6, 6, 9]


@pytest.mark.parametrize(("limit", "least"), [(5, 5), (250, 246), (1000, 980)])
def test_two_processes_together_get_no_more_than_the_limit(monkeypatch, limit, least):
    processes: list[dict[str, tuple[int, int]]] = [{}, {}]
    allowed = 0
    for number in range(limit + 50):
        monkeypatch.setattr(throttles, "_turns", processes[number % 2])
        allowed += throttles.take_turn(f"shared-{limit}", limit, 60) is not None
    assert least <= allowed <= limit


def test_a_crowd_of_callers_is_forgotten_not_kept(monkeypatch):
    monkeypatch.setattr(throttles, "_turns", {})
    monkeypatch.setattr(throttles, "MOST", 10)
    for number in range(25):
        assert throttles.take_turn(f"caller-{number}", 1000, 60) is not None
        assert len(throttles._turns) <= 10


def test_a_refused_request_uses_up_no_key(world, rates):
    rates(token="0/day")
    alice = caller(world.owner)
    assert alice.post("clubs/", {"name": "x"}, Idempotency_Key="a").status_code == 429
    rates(token="9/day")
    assert alice.post("clubs/", {"name": "x"}, Idempotency_Key="a").status_code == 201


def test_requests_are_allowed_while_the_cache_is_down(db, rates, monkeypatch):
    """That it is asked once and then left alone for a while is tested with the cache."""
    rates(address="1/day")
    nowhere = SharedCache("redis://127.0.0.1:9/0", {})
    monkeypatch.setattr(league_cache, "cache", nowhere)
    assert [Caller().post("check/", {}).status_code for _time in range(3)] == [200] * 3


@pytest.mark.parametrize(
    ("rate", "parsed"), [("600/min", (600, 60)), ("1/s", (1, 1)), ("5/day", (5, 86400))]
)
def test_rates_are_read(rate, parsed):
    assert throttles.parse(rate) == parsed
