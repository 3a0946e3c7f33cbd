"""Whatever a program changes in a club leaves an entry in the log of the club, in the name of the
person who did it."""

from contextlib import contextmanager

import pytest
from django.db import transaction

from league.models import AuditEntry
from tests import logged
from tests.api.addresses import TABLE
from tests.api.caller import caller
from tests.api.playing import fill, fill_body, kind, play

NOT_LOGGED = {
    ("check", "POST"): "nothing is stored",
    ("scheme_preview", "POST"): "nothing is stored",
    ("award_preview", "POST"): "nothing is stored",
    ("night", "DELETE"): "the session is in no night",
    ("next_period", "POST"): "nothing is stored",
    ("seating_draw", "POST"): "nothing is stored",
    ("round_check", "POST"): "nothing is stored",
    ("effects", "POST"): "nothing is stored",
    ("seats_effects", "POST"): "nothing is stored",
    ("table_call", "DELETE"): "no table calls",
    ("queue_play", "DELETE"): "queue play is off",
    ("undo_check_in", "POST"): "nobody was checked in",
    ("undo_skip_round", "POST"): "no round is skipped",
    ("what_if", "POST"): "nothing is stored",
    ("rounds", "POST"): "rounds of running matches: their versions are the log",
    ("bulk", "POST"): "rounds of running matches: their versions are the log",
    ("exports", "POST"): "an archive is being written already",
    ("publish", "POST"): "the public sees this round already",
    ("account", "PATCH"): "an account belongs to no club",
    ("own_calendar", "POST"): "an account belongs to no club",
    ("own_calendar", "DELETE"): "an account belongs to no club",
    ("read_messages", "POST"): "messages to an account",
    ("message_choices", "PATCH"): "an account belongs to no club",
    ("devices", "POST"): "an account belongs to no club",
    ("test_device", "POST"): "an account belongs to no club",
    ("device", "DELETE"): "an account belongs to no club",
    ("account_data", "POST"): "an account belongs to no club",
    ("player_data", "POST"): "a file about one person, which its job names",
    ("withdraw_proposal", "POST"): "only the author withdraws it, who is somebody else here",
    ("club", "DELETE"): "its log goes with it; the log of the server says so",
    ("archives", "POST"): "the worker creates the club, with the first entry of its log",
}


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def last_number(**filters):
    last = AuditEntry.objects.filter(**filters).order_by("-pk").first()
    return last.pk if last else 0


@pytest.fixture
def people_are_numbered_apart(db):
    """Let ids of people be like no other number, so that they can be noticed in an entry."""
    logged.number_people_apart()


def test_every_change_by_a_program_leaves_an_entry_in_its_name(people_are_numbered_apart, world):
    play(world)
    assert logged.plain_people() == set()
    alice, silent = caller(world.owner), set()
    for name, method, path, body, statuses in TABLE:
        if method == "GET":
            continue
        with undone():
            before = last_number()
            content = fill_body(body, world)
            answer = alice.send(method, fill(path, world), content, **kind(body))
            assert answer.status_code == statuses[0], (name, method, answer.content)
            assert logged.plain_people(AuditEntry.objects.filter(pk__gt=before)) == set()
            if last_number(subjects__kind="actor", subjects__object_id=world.owner.pk) <= before:
                silent.add((name, method))
    assert silent == set(NOT_LOGGED)
