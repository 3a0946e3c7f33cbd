"""Reports to external services: errors to Sentry (SENTRY_DSN) and traces to a collector of
OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT). Their packages are optional.

The reports hold no personal data: no bodies, headers, cookies, queries, addresses or values of
variables.
"""

import logging
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

from league.server.watching import request_ids
from league.server.watching.redaction import redact

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

log = logging.getLogger(__name__)
PACKAGES = {
    "SENTRY_DSN": {"sentry_sdk": "sentry-sdk"},
    "OTEL_EXPORTER_OTLP_ENDPOINT": {
        "opentelemetry.sdk": "opentelemetry-sdk",
        "opentelemetry.exporter.otlp.proto.http": "opentelemetry-exporter-otlp-proto-http",
    },
}


def start() -> None:
    """Begin to report what the settings ask for; without its package a report is left out, and the
    log names it."""
    missing = dict(missing_packages())
    for setting, package in missing.items():
        log.error("%s is set, but %s is not installed: nothing is reported", setting, package)
    if settings.SENTRY_DSN and "SENTRY_DSN" not in missing:
        _start_sentry()
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT and "OTEL_EXPORTER_OTLP_ENDPOINT" not in missing:
        from league.server.watching import tracing

        tracing.start()


def missing_packages() -> Iterator[tuple[str, str]]:
    """Yield each setting whose package is missing, with the name of the package."""
    for setting, packages in PACKAGES.items():
        for module, package in packages.items():
            if getattr(settings, setting) and not _can_import(module):
                yield setting, package


def trace_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Make a span of each request, where traces are sent."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT or dict(missing_packages()):
        raise MiddlewareNotUsed
    from league.server.watching import tracing

    return tracing.trace_requests(get_response)


def scrub(event: "Event", hint: "Hint") -> "Event":
    """Return a report of an error without personal data, and with the id of its request."""
    for part in ("request", "user", "breadcrumbs"):
        event.pop(part, None)  # type: ignore[misc]  # a literal of the keys
    scrubbed: Event = _redacted(event)
    if request_id := request_ids.current():
        scrubbed.setdefault("tags", {})["request_id"] = request_id
    return scrubbed


def _start_sentry() -> None:
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"manche@{settings.VERSION}",
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        before_send=scrub,
    )


def _redacted(value: Any) -> Any:
    """Return a tree of values, its texts redacted."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {key: _redacted(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(part) for part in value]
    return value


def _can_import(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True
