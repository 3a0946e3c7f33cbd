"""An id for each request: in its response, in every line of the log, and with the tasks that it
starts."""

import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
KEY = "request_id"  # in the headers of a task
FORM = re.compile(r"[A-Za-z0-9._-]{8,64}")  # of an id that a proxy has given
_current: ContextVar[str] = ContextVar(KEY, default="")
_ids_before: dict[str, str] = {}  # by task that runs


def current() -> str:
    """Return the id of the request that is being answered, or that started this task; else an empty
    string."""
    return _current.get()


def carry_request_id(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give each request the id that a proxy sent, if it has the right form, or else a new one."""

    def identified(request: HttpRequest) -> HttpResponseBase:
        sent_id = request.headers.get(HEADER, "")
        request_id = sent_id if FORM.fullmatch(sent_id) else uuid.uuid4().hex
        before = _current.set(request_id)
        try:
            response = get_response(request)
        finally:
            _current.reset(before)
        response[HEADER] = request_id
        return response

    return identified


@before_task_publish.connect
def send_along(headers: dict[str, Any], **kwargs: Any) -> None:
    """Send the id with a task."""
    if request_id := current():
        headers[KEY] = request_id


@task_prerun.connect
def take_over(task_id: str, task: Task[Any, Any], **kwargs: Any) -> None:
    """Take over the id that came with a task."""
    _ids_before[task_id] = current()
    _current.set(task.request.get(KEY) or current())


@task_postrun.connect
def give_back(task_id: str, **kwargs: Any) -> None:
    """Forget the id when its task has ended."""
    _current.set(_ids_before.pop(task_id, ""))
