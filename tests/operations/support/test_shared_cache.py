"""Redis that is dead or silent: asked once, then left alone for some seconds."""

import secrets
import socket
import threading
from contextlib import contextmanager, suppress

import pytest
import redis

from league.operations.support import cache, shared_cache
from league.operations.support.shared_cache import CacheDown, SharedCache
from tests import services

NOWHERE = "redis://127.0.0.1:9/0"  # the discard port: nobody listens


@pytest.fixture(autouse=True)
def _close_circuit_breaker(monkeypatch):
    monkeypatch.setitem(shared_cache._rest, "until", 0.0)


def shared(url, **options):
    options = {"socket_timeout": 0.2, "socket_connect_timeout": 0.2, **options}
    return SharedCache(url, {"OPTIONS": options})


@contextmanager
def silent_redis():
    """Yield the address of a Redis that accepts connections and never answers, and the list of the
    connections that it accepted."""
    accepted = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept():
            with suppress(OSError):
                while True:
                    accepted.append(server.accept()[0])

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0", accepted
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)
    for connection in accepted:
        connection.close()


def error_of_call(store):
    with pytest.raises(CacheDown) as error:
        store.add("a", 1)
    return type(error.value.__cause__)


def test_a_silent_redis_is_waited_for_once():
    with silent_redis() as (url, accepted):
        answers = [error_of_call(shared(url)) for _ in range(5)]
    assert answers == [redis.TimeoutError] + [type(None)] * 4
    assert len(accepted) == 1


def test_after_the_rest_one_asks_again(monkeypatch):
    with silent_redis() as (url, accepted):
        error_of_call(shared(url))
        monkeypatch.setitem(shared_cache._rest, "until", 0.001)  # long ago
        answers = [error_of_call(shared(url)) for _ in range(3)]
    assert answers == [redis.TimeoutError] + [type(None)] * 2
    assert len(accepted) == 2


def test_a_dead_redis_is_remembered_too():
    assert "moment ago" not in error_of_url(NOWHERE)
    assert "moment ago" in error_of_url(NOWHERE)


def test_several_keys_fail_as_one_does():
    with pytest.raises(CacheDown):
        shared(NOWHERE).set_many({"a": 1, "b": 2})


def error_of_url(url):
    with pytest.raises(CacheDown) as error:
        shared(url).get("a")
    return str(error.value)


@pytest.mark.services
def test_a_redis_that_answers_again_is_used_again(monkeypatch):
    from tests import services

    error_of_url(NOWHERE)
    monkeypatch.setitem(shared_cache._rest, "until", 0.001)
    store = shared(services.REDIS, socket_timeout=5)
    store.set("tests.cache", "kept", 5)
    assert [store.get("tests.cache"), store.get("tests.cache")] == ["kept", "kept"]
    assert shared_cache._rest["until"] == 0.0


@pytest.mark.services
def test_redis_counts_in_one_journey_and_forgets():
    store = shared(services.REDIS)
    key = f"tests.count.{secrets.token_hex(4)}"
    assert [store.count(key, 60) for _ in range(3)] == [1, 2, 3]
    client = store._cache.get_client(key)
    assert 0 < client.ttl(store.make_and_validate_key(key)) <= 60
    store.delete(key)


@pytest.mark.services
def test_redis_counts_a_handful_at_once_and_forgets_it_too():
    store = shared(services.REDIS)
    key = f"tests.count.{secrets.token_hex(4)}"
    assert [store.count(key, 60, 3) for _ in range(3)] == [3, 6, 9]
    client = store._cache.get_client(key)
    assert 0 < client.ttl(store.make_and_validate_key(key)) <= 60
    store.delete(key)


def test_one_process_counts_for_itself():
    store = cache.LocalCache("tests.count", {})
    assert [store.count("key", 60) for _ in range(3)] == [1, 2, 3]
    assert store.count("other", 60) == 1


def test_a_counter_that_was_dropped_begins_anew():
    store = cache.LocalCache("tests.dropped", {"OPTIONS": {"MAX_ENTRIES": 1}})
    store.set("key", 41, timeout=-1)
    assert store.count("key", 60) == 1


def test_a_handful_of_a_counter_that_was_dropped_is_counted():
    store = cache.LocalCache("tests.dropped", {"OPTIONS": {"MAX_ENTRIES": 1}})
    store.set("key", 41, timeout=-1)
    assert store.count("key", 60, 3) == 3
