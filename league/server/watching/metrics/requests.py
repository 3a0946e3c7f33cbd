"""Counts requests and their durations, by the name of the route.

The server has several processes: where PROMETHEUS_MULTIPROC_DIR names a folder when this module is
imported, each process counts in a file of its own there, and a scrape adds them up.
"""

import os
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, disable_created_metrics
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # of the library
# anybody may invent a method, and each would be a series of its own
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
_own = CollectorRegistry()
_requests = Counter(
    "manche_requests", "Requests answered.", ["method", "route", "status"], registry=_own
)
_seconds = Histogram(
    "manche_request_seconds",
    "Seconds until the response to a request began.",
    ["route"],
    buckets=BUCKETS,
    registry=_own,
)


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    _requests.labels(method if method in METHODS else "OTHER", route, str(status)).inc()
    _seconds.labels(route).observe(seconds)


def metrics() -> Iterable[Metric]:
    """Return the metrics of all processes of this server."""
    if FOLDER_VARIABLE in os.environ:
        return MultiProcessCollector(None).collect()  # type: ignore[no-untyped-call,no-any-return]
    return _own.collect()
