"""Replacement of the whole database by one that is filled beside it.

Only the last step changes the present database, in one transaction, so a process can be killed at
any time. SQLite fills a second file and then copies its pages over the present ones; after a rename
other processes would keep writing to the old file. PostgreSQL fills a second schema, all in one
transaction, so that it works through a pool too.
"""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction

BESIDE = "restoring"  # schema, and suffix of the file, of the new database
SIDE_FILES = ("", "-journal", "-wal", "-shm")
LOCK_SECONDS = 20
# nothing reads the new file before it is whole, so it needs no journal that survives
DRAFT_PRAGMAS = "PRAGMA journal_mode=MEMORY;PRAGMA synchronous=OFF;PRAGMA foreign_keys=ON;"


class DatabaseInUse(Exception):
    """Another process holds the database, so that it cannot be replaced now."""


@contextmanager
def replacing() -> Iterator[None]:
    """Put an empty database in the place of the default one for the block. It replaces the present
    one when the block ends, and is dropped if the block fails."""
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        with _schema_beside():
            yield
    else:
        with _file_beside():
            yield


def is_damaged(error: BaseException) -> bool:
    """Return whether SQLite found that the file is not a database or that its pages are broken."""
    cause = error.__cause__ if isinstance(error, Error) else error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


@contextmanager
def _schema_beside() -> Iterator[None]:
    with (
        ExitStack() as after_commit,
        transaction.atomic(),
        connections[DEFAULT_DB_ALIAS].cursor() as cursor,
    ):
        cursor.execute("SELECT quote_ident(current_schema())")
        (present,) = cursor.fetchone()
        cursor.execute(f"CREATE SCHEMA {BESIDE}")
        cursor.execute(f"SET LOCAL search_path TO {BESIDE}")
        yield
        after_commit.enter_context(_uninterrupted())
        cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        try:
            cursor.execute(f"DROP SCHEMA {present} CASCADE")
        except Error as error:
            if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                raise DatabaseInUse from None
            raise
        cursor.execute(f"ALTER SCHEMA {BESIDE} RENAME TO {present}")


@contextmanager
def _file_beside() -> Iterator[None]:
    present = connections[DEFAULT_DB_ALIAS]
    file = Path(present.settings_dict["NAME"])
    draft = file.with_name(f"{file.name}.{BESIDE}")
    beside = present.copy()
    beside.settings_dict["NAME"] = str(draft)
    beside.settings_dict["OPTIONS"]["init_command"] = DRAFT_PRAGMAS
    _remove(draft)  # of a process that was killed
    draft.touch(mode=file.stat().st_mode & 0o777 if file.exists() else 0o666)
    connections[DEFAULT_DB_ALIAS] = beside

    def drop() -> None:
        beside.close()
        connections[DEFAULT_DB_ALIAS] = present
        _remove(draft)

    try:
        yield
    except BaseException:
        drop()
        raise
    with _uninterrupted():
        beside.close()
        try:
            _replace_file(present, file, draft)
        finally:
            drop()


def _replace_file(present: Any, file: Path, draft: Path) -> None:
    """Copy all pages of the draft into the present file in one transaction. A damaged file cannot
    begin one: it is set aside, and the draft gets its name."""
    try:
        present.ensure_connection()
        _copy_pages(draft, present.connection)
    except (Error, sqlite3.Error) as error:
        if not is_damaged(error):
            raise
        present.close()
        _set_aside(file)
        _move(draft, file)


def _copy_pages(draft: Path, target: sqlite3.Connection) -> None:
    def give_up_if_locked(status: int, _remaining: int, _total: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise DatabaseInUse  # after the timeout of the connection; SQLite would try for ever

    source = sqlite3.connect(draft)
    try:
        source.backup(target, progress=give_up_if_locked)
    finally:
        source.close()


def _set_aside(file: Path) -> None:
    ending = time.strftime("damaged-%Y-%m-%d-%H%M%S", time.gmtime())
    for suffix in SIDE_FILES:
        part = file.with_name(file.name + suffix)
        if part.exists():
            part.rename(file.with_name(f"{file.name}.{ending}{suffix}"))


def _move(draft: Path, file: Path) -> None:
    """Give the draft its name; both the content and the name are on the disk then."""
    for path in (draft, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        if path == draft:
            draft.rename(file)


def _remove(draft: Path) -> None:
    for suffix in SIDE_FILES:
        draft.with_name(draft.name + suffix).unlink(missing_ok=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C, so that an interrupt always means that nothing was replaced."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
