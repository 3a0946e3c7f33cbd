"""A database filled beside the present one: until the last step nothing changes, afterwards
everything has."""

import os
import signal
import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import Error, connection, connections

from database import replacement
from tests import services

pytestmark = pytest.mark.django_db
OLD, NEW = ["old"], ["extra", "new"]


@pytest.fixture
def place(tmp_path):
    """Put a small database of our own in the place of the default one: a table and a row."""
    usual, own = connections["default"], connections["default"].copy()
    connections["default"] = own
    try:
        with scratch(own, tmp_path):
            fill("old")
            own.close()
            yield tmp_path / "small.sqlite3"
            own.close()
    finally:
        connections["default"] = usual


@contextmanager
def scratch(own, folder):
    if own.vendor == "sqlite":
        own.settings_dict["NAME"] = str(folder / "small.sqlite3")
        own.settings_dict["OPTIONS"]["timeout"] = 0.1
        yield
        return
    with services.fresh_database() as url:
        server = urlsplit(url)
        address = {"HOST": server.hostname, "PORT": server.port, "NAME": server.path[1:]}
        own.settings_dict.update(address)
        yield


def fill(*names):
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"CREATE TABLE {name} (pk integer)")
            for pk in range(5):
                cursor.execute(f"INSERT INTO {name} VALUES ({pk})")


def content():
    """Return the names of the tables, all of which are whole."""
    names = sorted(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"SELECT count(*) FROM {name}")
            assert cursor.fetchone() == (5,)
    connection.close()
    return names


def replace():
    with replacement.replacing():
        assert connection.introspection.table_names() == []
        fill(*NEW)


def test_the_new_database_takes_the_place_of_the_present_one(place):
    replace()
    assert content() == NEW
    replace()
    assert content() == NEW
    assert leftovers(place) == []


def test_an_error_leaves_the_present_database(place):
    with pytest.raises(Error, match="new"), replacement.replacing():
        fill("new", "new")
    assert content() == OLD
    assert leftovers(place) == []


def leftovers(file):
    return [path.name for path in file.parent.iterdir() if path != file]


def test_a_process_that_is_killed_at_any_step_leaves_one_of_both_whole(place):
    seen = []
    for step in range(1000):
        if not killed_at(step, signal.SIGKILL):
            break
        seen.append(content())
        if seen[-1] == NEW:  # the step after the last one: begin again with the old
            with replacement.replacing():
                fill(*OLD)
    assert seen.count(OLD) >= 8
    assert seen == sorted(seen, key=[OLD, NEW].index)
    assert content() == NEW
    assert leftovers(place) == []


def test_an_interrupted_replacement_keeps_the_old_content(place):
    outcomes = []
    for step in range(1000):
        outcome = (killed_at(step, signal.SIGINT), content())
        if outcome == (True, NEW):  # it came after the end
            break
        outcomes.append(outcome)
        if outcome[1] == NEW:
            with replacement.replacing():
                fill(*OLD)
    stopped = outcomes.count((True, OLD))
    assert outcomes == [(True, OLD)] * stopped + [(False, NEW)] * (len(outcomes) - stopped)
    assert stopped >= 4
    assert len(outcomes) - stopped >= 2


def killed_at(step, number):
    """Replace the database in a process of its own, which gets a signal when the functions of the
    replacement have been entered or left so many times; return whether it died of it."""
    child = os.fork()
    if not child:
        status = 0
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.setprofile(sender(step, number))
            replace()
        except KeyboardInterrupt:
            status = 1
        finally:
            sys.setprofile(None)
            os._exit(status)
    _child, status = os.waitpid(child, 0)
    return status != 0


def sender(step, number):
    remaining = [step]

    def follow(frame, event, _argument):
        ours = frame.f_code.co_filename == replacement.__file__
        if ours and event in {"call", "return", "c_call", "c_return"}:
            if remaining[0] == 0:
                os.kill(os.getpid(), number)
            remaining[0] -= 1

    return follow


def test_a_database_in_use_is_left_alone(place, monkeypatch):
    monkeypatch.setattr(replacement, "LOCK_SECONDS", 1)
    with holding(place), pytest.raises(replacement.DatabaseInUse):
        replace()
    assert content() == OLD


@contextmanager
def holding(file):
    """Let another process write to the database."""
    other = connections["default"].copy()
    if other.vendor == "sqlite":
        with closing(sqlite3.connect(file, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            yield
        return
    other.set_autocommit(False)
    with closing(other), other.cursor() as cursor:
        cursor.execute("INSERT INTO old VALUES (6)")
        yield


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about a file")
def test_a_damaged_file_is_set_aside(place):
    broken = b"no database" * 1000
    place.write_bytes(broken)
    place.chmod(0o600)
    replace()
    assert content() == NEW
    (aside,) = place.parent.glob("small.sqlite3.damaged-*")
    assert Path(aside).read_bytes() == broken
    assert place.stat().st_mode & 0o777 == 0o600
