"""Requests that wait for an event: their connections stay open without a thread, and one query a
second asks for all of them."""

import logging
import time
from threading import Lock
from typing import Any

from django.db import DatabaseError, close_old_connections

from league.operations.support.waiting import Wait

MOST_WAITING = 1000
log = logging.getLogger(__name__)


class AnswerLater(BaseException):
    """Ends the handling of a request that is to wait. Not an Exception, which waitress would
    answer."""

    def __init__(self, wait: Wait) -> None:
        super().__init__(wait)
        self.wait = wait


class WaitingRequests:
    """The connections of a server whose first request waits. As a task of the thread pool, it asks
    which of them have something to read."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.waits: dict[Any, tuple[Wait, float]] = {}  # by connection, with the time of its end
        self.is_asking = False
        self.lock = Lock()

    @property
    def has_room(self) -> bool:
        return self.server.accepting and len(self.waits) < MOST_WAITING

    def add(self, channel: Any, wait: Wait) -> None:
        with self.lock:
            self.waits[channel] = wait, time.monotonic() + wait.seconds
        if not self.server.accepting:  # the server stops
            self._answer(channel)

    def ask(self) -> None:
        """Have a thread ask for news, unless one still does. Called once a second."""
        if self.waits and not self.is_asking:
            self.is_asking = True
            self.server.task_dispatcher.add_task(self)

    def service(self) -> None:
        """Let the requests continue that have news or whose time is over; all of them if the
        database does not answer, so that they say so."""
        from league.operations.webhooks import feed  # after the settings are read

        try:
            close_old_connections()
            newest = feed.newest_numbers({wait.club for wait, _end in self._items().values()})
        except DatabaseError as error:
            log.warning("waiting requests are answered now: %s", error)
            self.answer_all()
            return
        finally:
            close_old_connections()
            self.is_asking = False
        now = time.monotonic()
        for channel, (wait, end) in self._items().items():
            if newest.get(wait.club, 0) > wait.after or now >= end:
                self._answer(channel)

    def cancel(self) -> None:
        self.is_asking = False

    def answer_all(self) -> None:
        for channel in self._items():
            self._answer(channel)

    def _items(self) -> dict[Any, tuple[Wait, float]]:
        with self.lock:
            return dict(self.waits)

    def _answer(self, channel: Any) -> None:
        with self.lock:
            is_here = self.waits.pop(channel, None) is not None
        if is_here:
            self.server.add_task(channel)
