"""A game that was uninstalled, in the API: all is read as before, and nothing fails."""

from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction

from api.http import throttles
from tests.api.addresses import TABLE
from tests.api.playing import fill, fill_body, kind, play
from tests.uninstalled import GONE, uninstall

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


@contextmanager
def undone():
    cache.clear()
    throttles.forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_address_answers(world, alice):
    play(world)
    uninstall()
    unread, failed = [], []
    for name, method, path, body, statuses in TABLE:
        with undone():
            address, sent = fill(path, world), fill_body(body, world)
            try:
                status = alice.send(method, address, sent, **kind(body)).status_code
            except Exception as error:  # each address is named with its own error
                failed.append((name, method, repr(error)))
                continue
        if status >= 500:
            failed.append((name, method, status))
        elif method == "GET" and status != statuses[0]:
            unread.append((name, path, status))
    standings = f"seasons/{world.season.pk}/standings/?game="
    answers = {game: alice.get(standings + game).status_code for game in (GONE, "chess", "%00")}
    assert answers == {GONE: 200, "chess": 404, "%00": 404}
    assert failed == []
    assert unread == []
