"""Traces for OpenTelemetry: a span for each request and each run of a task. Import this only where
its packages are installed.

A span holds the method, the name of the route and the status of a request, or the name of a task;
the instrumentations of OpenTelemetry would send addresses, which hold codes and queries.
"""

import os
from collections.abc import Callable
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun
from celery.states import FAILURE
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from opentelemetry import context, propagate, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode

from league.server.watching import request_ids
from league.web.support.request import route_name

_tracer = trace.get_tracer("manche", settings.VERSION)
_spans: dict[str, tuple[trace.Span, Any]] = {}  # of the tasks that run


def start() -> None:
    """Send spans to the collector; its other settings are the variables OTEL_… of the library."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "manche")
    provider = TracerProvider(resource=Resource.create({"service.version": settings.VERSION}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    before_task_publish.connect(send_along)
    task_prerun.connect(begin)
    task_postrun.connect(end)


def trace_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Make a span of each request; it continues the trace that a proxy has begun."""

    def traced(request: HttpRequest) -> HttpResponseBase:
        parent = propagate.extract({name.lower(): text for name, text in request.headers.items()})
        with _tracer.start_as_current_span(
            "request", parent, SpanKind.SERVER, record_exception=False
        ) as span:
            response = get_response(request)
            method, route = request.method or "", route_name(request)
            span.update_name(f"{method} {route}")
            span.set_attributes(
                {
                    "http.request.method": method,
                    "http.route": route,
                    "http.response.status_code": response.status_code,
                    "request_id": request_ids.current(),
                }
            )
            if response.status_code >= 500:
                span.set_status(StatusCode.ERROR)
            return response

    return traced


def send_along(headers: dict[str, Any], **kwargs: Any) -> None:
    """Send the trace with a task."""
    propagate.inject(headers)


def begin(task_id: str, task: Task[Any, Any], **kwargs: Any) -> None:
    """Begin the span of a run, within the trace that came with the task."""
    parent = propagate.extract({"traceparent": task.request.get("traceparent") or ""})
    span = _tracer.start_span(f"run {task.name}", parent, SpanKind.CONSUMER)
    span.set_attribute("request_id", request_ids.current())
    _spans[task_id] = span, context.attach(trace.set_span_in_context(span))


def end(task_id: str, state: str | None = None, **kwargs: Any) -> None:
    """End the span of a run."""
    span, before = _spans.pop(task_id)
    if state == FAILURE:
        span.set_status(StatusCode.ERROR)
    context.detach(before)
    span.end()
