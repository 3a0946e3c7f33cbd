"""Every error of the API as RFC 9457 `application/problem+json`, wherever it arises."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    UnsupportedMediaType,
    ValidationError,
)

from api.http import old_names
from api.http.clause_links import add_clause_links
from api.http.pointers import add_pointers
from league.errors import (
    Conflict,
    Fault,
    Forbidden,
    Gone,
    Invalid,
    LeagueError,
    NotFound,
    Stale,
)
from league.operations.support import locks

MEDIA_TYPE = "application/problem+json"
TYPE = "/api/v1/docs/#problem-"
KINDS = {
    400: ("unreadable", gettext_lazy("The request cannot be read")),
    401: ("token", gettext_lazy("A valid token is required")),
    403: ("forbidden", gettext_lazy("Not allowed")),
    404: ("not-found", gettext_lazy("Not found")),
    405: ("method", gettext_lazy("Method not allowed")),
    406: ("not-acceptable", gettext_lazy("Format not available")),
    409: ("conflict", gettext_lazy("Conflict")),
    410: ("gone", gettext_lazy("No longer stored")),
    412: ("stale", gettext_lazy("Changed in the meantime")),
    413: ("too-large", gettext_lazy("Too large")),
    415: ("media-type", gettext_lazy("The body must be JSON")),
    422: ("invalid", gettext_lazy("Invalid values")),
    429: ("throttled", gettext_lazy("Too many requests")),
    500: ("server", gettext_lazy("Server error")),
    503: ("unavailable", gettext_lazy("Temporarily unavailable")),
}
STATUS: Mapping[type[LeagueError], int] = {
    NotFound: 404,
    Forbidden: 403,
    Gone: 410,
    Invalid: 422,
    Conflict: 409,
    Stale: 412,
}
# in place of the words of the framework, which name no remedy
REMEDIES: Mapping[type[APIException], str | Promise] = {
    NotAuthenticated: gettext_lazy("Send a token: Authorization: Bearer TOKEN."),
    NotAcceptable: gettext_lazy("Leave out the header Accept, or accept application/json."),
    UnsupportedMediaType: gettext_lazy("Send the body as application/json."),
}
CODES = {  # codes of the framework that have another name here and in verdicts
    "required": "missing_key",
    "invalid_choice": "not_a_choice",
    "max_length": "too_long",
    "min_value": "too_small",
    "max_value": "too_large",
}
Problems = Sequence[Mapping[str, Any]]


def problem(
    status: int, detail: str = "", problems: Problems = (), current: Any = None
) -> HttpResponse:
    """Return a problem response. Without `problems` it contains one problem about the whole
    request. `current` is the stored state, sent with conflicts."""
    kind, title = KINDS[status]
    whole = Fault(kind.replace("-", "_"), "", detail or str(title)).to_json()
    content = {
        "type": f"{settings.BASE_PATH}{TYPE}{kind}",
        "title": str(title),
        "status": status,
        "detail": detail or str(title),
        "problems": list(problems) or [whole],
    }
    if current is not None:
        content["current"] = current
    response = HttpResponse(json.dumps(content, ensure_ascii=False), MEDIA_TYPE, status)
    add_clause_links(response, (each.get("clause") for each in problems))
    return response


def _status(error: LeagueError) -> int:
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the response for a known exception; None leaves others to Django, which logs them."""
    match error:
        case IntegrityError():
            refusal = locks.refusal_of(error)
            return handle(refusal, context) if refusal else None
        case LeagueError():
            faults = add_pointers(_as_sent(error.problems, context), context)
            return problem(_status(error), error.detail, faults, error.current)
        case ValidationError():
            problems = [fault.to_json() for fault in flatten(error.detail)]
            faults = add_pointers(_as_sent(problems, context), context)
            return problem(422, _("Some values are invalid."), faults)
        case MethodNotAllowed():
            return _method_not_allowed(context["request"].method, context["view"].allowed_methods)
        case APIException():
            return _from_api_exception(error)
        case Http404() | ObjectDoesNotExist():  # deleted since the caller's right was checked
            return problem(404, _("There is nothing here."))
        case PermissionDenied():
            return problem(403)
    return None


def _as_sent(problems: Problems, context: Mapping[str, Any]) -> Problems:
    used = getattr(context["request"], "used_old_names", {})
    return old_names.as_sent(problems, used) if used else problems


def flatten(detail: Any, path: str = "") -> Iterator[Fault]:
    """Yield the nested errors of a serializer as faults with paths."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from flatten(inner, _join(path, key))
    elif isinstance(detail, ErrorDetail):
        code = str(detail.code)
        yield Fault(CODES.get(code, code), path, str(detail))
    else:
        for inner in detail:
            yield from flatten(inner, path)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return problem(404, _("There is nothing here. Addresses end with a slash."))


@csrf_exempt  # a POST to nowhere hears 404, not of a missing form token
def unknown(request: HttpRequest, rest: str = "") -> HttpResponse:
    return not_found(request)


def server_error(request: HttpRequest) -> HttpResponse:
    return problem(500, _("Something went wrong on our side. Nothing was changed."))


def unavailable(request: HttpRequest) -> HttpResponse:
    return problem(503, _("The database is not responding: send the request again in a moment."))


def _method_not_allowed(method: str, allowed: Sequence[str]) -> HttpResponse:
    words = _("%(method)s is not possible here. Possible: %(allowed)s.")
    return problem(405, words % {"method": method, "allowed": ", ".join(allowed)})


def _from_api_exception(error: APIException) -> HttpResponse:
    detail = error.detail if isinstance(error.detail, ErrorDetail) else ErrorDetail("")
    faults = (
        [Fault(str(detail.code), "", str(detail)).to_json()] if error.status_code == 400 else []
    )
    words = next((words for kind, words in REMEDIES.items() if isinstance(error, kind)), detail)
    response = problem(error.status_code, str(words), faults)
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(int(wait))
    return response


def _join(path: str, key: object) -> str:
    return ".".join(step for step in (path, str(key)) if step)
