"""Requests that wait for an event of a club without holding a thread.

The server says in the environment of a request whether this one can wait. A view that has nothing
to tell asks for it there: the server then throws the answer away, and handles the request once more
when there is an event or the time is over.
"""

from typing import NamedTuple

from django.http import HttpRequest

CAN_WAIT, WAIT = "manche.can_wait", "manche.wait"


class Wait(NamedTuple):
    """Until a club has an event with a larger number than `after`, for at most `seconds`."""

    club: int
    after: int
    seconds: float


def let_wait(request: HttpRequest, wait: Wait) -> None:
    """Ask the server to let this request wait. Servers for development answer immediately."""
    if request.META.get(CAN_WAIT):
        request.META[WAIT] = wait
