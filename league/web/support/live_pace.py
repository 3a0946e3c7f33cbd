"""The pace of open pages (static/live.js): few pages ask often, many ask less often, so that all of
them together take a small part of a core."""

import time
from collections import Counter
from collections.abc import Callable
from threading import Lock

from django.http import HttpRequest, HttpResponseBase

REQUESTS_PER_SECOND = 50  # that one process answers to all open pages together
QUICKEST_SECONDS, SLOWEST_SECONDS = 0.3, 15.0
ASKS, PACE = "HTTP_LIVE_PAGE", "Live-Pace"  # headers: of the request, of the response


class Pace:
    """Counts the pages that are to ask again: a page counts from its answer until it asks next."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pages_by_second: Counter[int] = Counter()  # in which they ask again

    def next_wait(self, now: float) -> float:
        """Return after how many seconds the page that asks now should ask again. `now` is in
        seconds of a clock that never goes back."""
        with self._lock:
            for second in [
                past_second for past_second in self._pages_by_second if past_second < int(now)
            ]:
                del self._pages_by_second[second]
            pages = 1 + self._pages_by_second.total()
            wait = min(max(pages / REQUESTS_PER_SECOND, QUICKEST_SECONDS), SLOWEST_SECONDS)
            self._pages_by_second[int(now + wait)] += 1
        return wait


_pace = Pace()


def pace_open_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell each open page in its response when to ask again."""

    def paced(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if ASKS in request.META:
            response[PACE] = f"{_pace.next_wait(time.monotonic()):.2f}"
        return response

    return paced
