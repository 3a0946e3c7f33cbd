"""Backups that are broken although every byte is as it was written, and restores that are stopped:
the old data stays."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command

from league.server.upkeep.backup import backups, restoring, tables
from league.server.upkeep.backup.backups import BackupRefused
from tests import make, migrated, services
from tests.server.upkeep.backup.test_backups import a_club, changed, content

ROOT = Path(__file__).parents[4]
PLAYERS = "league.Player.jsonl"


def without(name):
    return lambda manifest, members: manifest.pop(name)


def with_value(name, value):
    return lambda manifest, members: manifest.update({name: value})


def without_member(manifest, members):
    del members[PLAYERS]


def without_table(manifest, members):
    del manifest["tables"]["league.Player"], members[PLAYERS]


def with_unknown_table(manifest, members):
    manifest["tables"]["league.Wonder"] = 0
    members["league.Wonder.jsonl"] = b""


def with_more_promised(manifest, members):
    manifest["tables"]["league.Player"] += 1


def with_player(**values):
    """Return a change of the first player."""

    def change(manifest, members):
        first, *others = members[PLAYERS].splitlines()
        members[PLAYERS] = b"\n".join([json.dumps(json.loads(first) | values).encode(), *others])

    return change


def with_line(text):
    def change(manifest, members):
        members[PLAYERS] = text + members[PLAYERS].split(b"\n", 1)[1]

    return change


BROKEN = [
    *((without(name), name) for name in ("manche", "made_at", "migrations", "tables")),
    *((with_value(name, 7), name) for name in ("manche", "made_at", "migrations", "tables")),
    (with_value("made_at", "yesterday"), "made_at"),
    (with_value("migrations", []), "migrations"),
    (with_value("migrations", ["league"]), "migrations"),
    (with_value("migrations", [["league", 7]]), "migrations"),
    (with_value("tables", {}), "tables"),
    (with_value("tables", {"league.Player": "3"}), "tables"),
    (with_value("secret_key", 7), "secret_key"),
    (without_member, PLAYERS),
    (without_table, "do not match its migrations (league.Player)"),
    (with_unknown_table, "do not match its migrations (league.Wonder)"),
    (with_more_promised, "league.Player has 3 rows, but the manifest says 4"),
    (with_player(wonder=1), "league.Player, line 1: its columns are not"),
    (with_player(club_id="x"), "league.Player, line 1"),
    (with_line(b'{"id": \n'), "league.Player, line 1"),
]


@pytest.mark.django_db
def test_a_broken_backup_is_refused_with_a_message_and_the_content_kept(tmp_path):
    a_club()
    file = backups.make(tmp_path).file
    before = content()
    for change, words in BROKEN:
        with pytest.raises(BackupRefused, match=re.escape(words)):
            restoring.restore(changed(file, change), overwrite=True)
    for text in (b"", b"{", b"[]", b"[" * 100_000, b"\xff"):
        other = changed(file, lambda *_: None, manifest=text)
        with pytest.raises(BackupRefused, match=r"manifest\.json is not"):
            restoring.restore(other, overwrite=True)
    assert content() == before


SPOKEN = {
    "fr": [
        (without("manche"), "défectueuse\u00a0: manche manque dans manifest.json"),
        (without_member, f"défectueuse\u00a0: il y manque {PLAYERS}."),
        (with_player(wonder=1), "league.Player, ligne 1\u00a0: ses colonnes ne sont pas"),
    ],
    "de": [
        (without("manche"), "defekt: manche fehlt in manifest.json"),
        (without_member, f"defekt: {PLAYERS} fehlt darin."),
        (with_player(wonder=1), "league.Player, Zeile 1: ihre Spalten sind nicht"),
    ],
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", SPOKEN)
def test_restore_refuses_a_broken_backup_in_the_language_of_the_server(
    tmp_path, settings, language
):
    settings.COMMAND_LANGUAGE = language
    a_club()
    file = backups.make(tmp_path).file
    for change, words in SPOKEN[language]:
        with pytest.raises(CommandError, match=re.escape(words)):
            call_command("restore", str(changed(file, change)), "--yes")


@pytest.mark.django_db
def test_an_archive_that_cannot_be_read_is_refused(tmp_path):
    file = backups.make(tmp_path).file
    whole = changed(file, lambda *_: None).read_bytes().split(b"\n", 2)[2]
    at = whole.index(b'"league.Player"')
    for broken in (whole[:-30], b"", whole[:at] + b"X" + whole[at + 1 :], b"\n" + whole[:50]):
        other = changed(file, lambda *_: None, archive=broken)
        with pytest.raises(BackupRefused, match="The backup is broken"):
            restoring.restore(other, overwrite=True)


@pytest.mark.django_db
def test_every_value_that_a_table_cannot_have_is_refused():
    club = make.club()
    make.players(club, ["Élise"])
    (line,) = tables.lines(type(club.players.get()))
    model, row = type(club.players.get()), json.loads(line)
    assert len(list(tables.rows(model, [line]))) == 1
    for name in ("club_id", "name", "created_at"):
        for value in (None, {"a": 1}, [1]):
            with pytest.raises(tables.RowRefused, match="line 1: "):
                list(tables.rows(model, [json.dumps(row | {name: value}).encode()]))
    for text in (b"", b"7", b"[]", b"null", b"[" * 100_000, line[:-5], b"\xff"):
        with pytest.raises(tables.RowRefused, match="line 2: "):
            list(tables.rows(model, [line, text]))


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(600)
def test_rows_that_do_not_fit_each_other_are_refused_while_the_new_database_is_filled(tmp_path):
    a_club()
    file = backups.make(tmp_path).file
    before = content()
    for change in (with_player(club_id=999_999), with_player(id=2**70)):
        with pytest.raises(BackupRefused, match="The restore failed, and nothing was changed: "):
            restoring.restore(changed(file, change), overwrite=True)
        assert content() == before


KILLER = """
import os, signal, sys
from django.core.management import execute_from_command_line
def follow(frame, event, _argument):
    if event == {event!r} and frame.f_code.co_name == {name!r}:
        sys.setprofile(None)
        os.kill(os.getpid(), {number})
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.setprofile(follow)
execute_from_command_line(["manage.py", "restore", {file!r}, "--yes"])
"""
# the first call of a function, and its end
STEPS = [
    ("call", "opened", signal.SIGKILL),
    ("call", "_check_tables", signal.SIGINT),
    ("return", "load", signal.SIGKILL),
    ("call", "_bring_up_to_date", signal.SIGINT),
    ("return", "_bring_up_to_date", signal.SIGKILL),
]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif("not services.postgres_answers()", reason="needs PostgreSQL")
@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_a_restore_that_is_killed_leaves_the_old_data(tmp_path, pytestconfig, vendor):
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(migrated.sqlite(pytestconfig.cache.mkdir("migrated")), data / "manche.sqlite3")
    adduser("Alice", data)
    manage("backup", str(tmp_path), MANCHE_DATA=data)
    (file,) = tmp_path.glob("*.manche-backup")
    with services.fresh_database() as url:
        place = {"MANCHE_DATA": data, "DATABASE_URL": url if vendor == "postgresql" else ""}
        if vendor == "postgresql":
            manage("restore", str(file), **place)
        execute(place, "UPDATE league_user SET name = 'Bob'")
        for event, name, number in STEPS:
            script = KILLER.format(event=event, name=name, number=int(number), file=str(file))
            done = run(["-c", script], **place)
            assert done.returncode in {-number, 1}, done.stderr
            if number == signal.SIGINT:
                assert "Stopped. Nothing was changed." in done.stderr
            assert names(place) == ["Bob"], (event, name)
        manage("restore", str(file), "--yes", **place)
        assert names(place) == ["Alice"]
    assert [path.name for path in data.iterdir() if "restoring" in path.name] == []


def adduser(name, data):
    manage(
        *("adduser", "alice@example.org", "--name", name, "--password", "good-pass-phrase"),
        MANCHE_DATA=data,
    )


def manage(*words, **place):
    done = run(["manage.py", *words], **place)
    assert done.returncode == 0, done.stderr


def run(arguments, **place):
    environment = {**os.environ, "DATABASE_URL": "", "REDIS_URL": "", "BACKUP_PASSPHRASE": ""}
    environment |= {name: str(value) for name, value in place.items()}
    environment["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def execute(place, statement):
    if place["DATABASE_URL"]:
        with psycopg.connect(place["DATABASE_URL"]) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(place["MANCHE_DATA"] / "manche.sqlite3")) as file, file:
        return file.execute(statement).fetchall()


def names(place):
    return [name for (name,) in execute(place, "SELECT name FROM league_user")]
