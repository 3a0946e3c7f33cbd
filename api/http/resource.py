"""The base view of the API: limits, token, Idempotency-Key, errors."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http import bodies, cross_origin, idempotency, old_names, paging, public_answers
from api.http.fields import Input
from api.http.filters import Filter
from api.http.parsers import Unreadable
from api.http.throttles import RateLimit
from league.errors import invalid
from league.models import Token, User
from league.operations.support import locks

M = TypeVar("M", bound=Model)
Handler = Callable[..., Any]  # answers of Django or of the framework


class ApiRequest(Request):
    """The type of requests behind a token, for annotations: user and token are known."""

    user: User
    auth: Token


class Resource(APIView):
    submit_methods: Collection[str] = ()  # open to tokens of the scope "submit"
    table_methods: Collection[str] = ()  # open to the tokens of a table, for their match
    conflicts: Collection[str] = ()  # methods that may conflict with another user's change
    if_match: Collection[str] = ()  # methods that heed If-Match, besides PATCH and PUT
    is_public = False  # GET needs no token, and other sites may read its answer
    for_other_sites = False  # other sites may read the answer of GET
    blanks: Mapping[str, Any] = {}  # what GET answers instead without a token, by key
    is_list = False  # GET returns a list by cursor
    filters: Mapping[str, Filter] = {}  # of a list, by the name of the parameter
    old_filters: Mapping[str, str] = {}  # the new names of filters, by the old ones
    orders: Collection[str] = ()  # columns that a caller may order the list by
    tagged = False  # GET has an ETag
    body_limit = bodies.LIMIT  # bytes
    queries: Mapping[str, Collection[str]] = {}  # other query parameters, by method
    optional_body = False  # an empty body is as good as one without keys
    body_is_round = False  # its problems have paths in the match record
    any_accept = False  # answers in its one media type, ignoring the Accept header
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]

    @property
    def allowed_methods(self) -> list[str]:
        return _allowed(type(self))  # type: ignore[arg-type]  # classes are hashable

    @property
    def is_cross_origin(self) -> bool:
        return self.is_public or self.for_other_sites

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as DRF does, but read the body first, and apply the Idempotency-Key."""
        self.args, self.kwargs = args, kwargs
        if self.is_cross_origin and request.method == "OPTIONS":
            return cross_origin.preflight()
        unreadable = self.load(request)
        self.request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        try:
            self.initial(self.request, *args, **kwargs)
            if unreadable is not None and self.request.method not in SAFE_METHODS:
                raise unreadable
            response = self._answer()
        except Exception as error:
            response = self.handle_exception(error)
        self.response = self.finalize_response(self.request, response, *args, **kwargs)
        rate_limit: RateLimit | None = getattr(self.request, "rate_limit", None)
        for name, value in rate_limit.headers.items() if rate_limit else ():
            self.response[name] = value
        if self.is_cross_origin and self.request.method in SAFE_METHODS:
            cross_origin.allow(self.response)
        return self.response

    def load(self, request: HttpRequest) -> APIException | None:
        return bodies.load(request, self.body_limit)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Prepare the request as DRF does, but count refused requests towards the limits too."""
        self.format_kwarg = self.get_format_suffix(**kwargs)
        request.version, request.versioning_scheme = None, None
        try:
            self.perform_authentication(request)
        finally:
            self.check_throttles(request)
        chosen = self.perform_content_negotiation(request, force=self.any_accept)
        request.accepted_renderer, request.accepted_media_type = chosen
        self.check_permissions(request)

    def _answer(self) -> Any:
        method = str(self.request.method).lower()
        handler: Handler | None = None
        if method in self.http_method_names:
            handler = getattr(self, method, None)
        if handler is None:  # even with an idempotency key
            return self.http_method_not_allowed(self.request, *self.args, **self.kwargs)
        paging.refuse_unknown_parameters(self.request, self.parameters(method.upper()))
        token = self.request.auth
        if isinstance(token, Token) and self.request.method not in SAFE_METHODS:
            key = idempotency.key_of(self.request)
            if key is not None:
                finish = partial(self._finished, handler)
                return idempotency.once(self.request, key, finish, self._refused)
        act = partial(handler, self.request, *self.args, **self.kwargs)
        if token or not self.is_public or not self.authentication_classes:
            return act()
        return public_answers.public_answer(self.request, act, self.blanks, tagged=self.tagged)

    def parameters(self, method: str) -> list[str]:
        """Return the names of the query parameters of a method."""
        method = "GET" if method == "HEAD" else method
        names = [*self.queries.get(method, ())]
        if method == "GET" and self.is_list:
            names += ["limit", "cursor", *(["ordering"] if self.orders else [])]
            names += [*self.filters, *self.old_filters]
        return names

    def _finished(self, handler: Handler) -> Any:
        response = handler(self.request, *self.args, **self.kwargs)
        return self.finalize_response(self.request, response, *self.args, **self.kwargs)

    def _refused(self, error: Exception) -> Any:
        response = self.handle_exception(error)
        return self.finalize_response(self.request, response, *self.args, **self.kwargs)


def device(request: ApiRequest) -> str:
    """Return the sender's name, which tells devices apart in
    `league.operations.matches.repeated_rounds`."""
    return f"token {request.auth.pk}"


@cache
def _allowed(view: Any) -> list[str]:
    """Return the allowed methods as DRF does, but computed once per view."""
    return [method.upper() for method in view.http_method_names if hasattr(view, method)]


def body(request: Request) -> Any:
    if not request.body:
        raise Unreadable("empty_body", _("The body is empty: send JSON."))
    return request.data


def as_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise invalid("not_an_object", "", _("Send an object."))
    return value


def read(request: Request, shape: type[Input], *, partial: bool = False) -> dict[str, Any]:
    """Return the values of a body of this shape; keys that the body leaves out are absent. An empty
    body has none of them, in a view with `optional_body`."""
    if not request.body and request.parser_context["view"].optional_body:
        return {}
    content, request.used_old_names = old_names.renamed(  # type: ignore[attr-defined]
        as_object(body(request)), getattr(shape, "old_names", {})
    )
    serializer = shape(data=content, partial=partial)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def created(content: Any, location: str = "", tag: str = "") -> Response:
    headers = {"Location": location, "ETag": tag}
    return Response(content, 201, headers={name: text for name, text in headers.items() if text})


@contextmanager
def in_transaction() -> Iterator[None]:
    """Join the transaction of the Idempotency-Key if there is one, without the two statements of a
    savepoint: for handlers that refuse before they write."""
    if connection.in_atomic_block:
        yield
    else:
        with transaction.atomic():
            yield


def locked(row: M) -> M:
    """Return the row, read again and locked until the transaction ends."""
    return locks.lock_row(type(row)._default_manager.all(), row.pk)
