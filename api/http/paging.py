"""Lists by cursor: the next page begins after the last row of this one, even if rows were
inserted."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, TypeVar

from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import old_names
from league.errors import Fault, Invalid, invalid

LIMIT, MAX_LIMIT = 50, 200
SIGNER = Signer(salt="cursor")
COLUMNS = {"name": "name_key"}  # the columns of orders that have another name
MAX_NAME_LENGTH = 60  # characters of an unknown name that a path repeats
M = TypeVar("M", bound=Model)


class ListOrder(NamedTuple):
    """An order of rows: by `column`, ties by `by`; both may name the same column."""

    name: str
    column: str
    by: str
    falls: bool

    @property
    def columns(self) -> list[str]:
        names = dict.fromkeys([self.column, self.by])
        return [f"{'-' if self.falls else ''}{column}" for column in names]


def list_response(
    request: Request, rows: "QuerySet[M]", write: Callable[[M], Any], by: str = "id"
) -> Response:
    """Return one page of rows, each serialized by `write`; otherwise like `batch_list_response`."""
    return batch_list_response(request, rows, lambda page: [write(row) for row in page], by)


def batch_list_response(
    request: Request,
    rows: "QuerySet[M]",
    write: Callable[[Sequence[M]], list[Any]],
    by: str = "id",
    *,
    falls: bool = False,
) -> Response:
    """Return one page of the rows that the view's filters leave, serialized together by `write`, in
    the requested order of the view's orders or else by the whole number `by`, the largest first if
    it `falls`."""
    view: Any = request.parser_context["view"]
    limit = limit_of(request)
    order = _order(request, view.orders, by, falls)
    for name, value in filter_values(request).items():
        rows = rows.filter(view.filters[name].where(value))
    after = _after(request.query_params.get("cursor"), rows.model, order)
    page = list(rows.filter(after).order_by(*order.columns)[: limit + 1])
    following = next_page(request, _mark(page[limit - 1], order)) if len(page) > limit else None
    return Response({"results": write(page[:limit]), "next": following})


def sequence_response(
    request: Request, items: Sequence[Any], write: Callable[[Any], Any]
) -> Response:
    """Return one page of items that no table holds as they are, in the order of their `id`. Filters
    are the caller's (`filter_values`)."""
    order = _order(request, (), "id", falls=False)
    cursor = request.query_params.get("cursor")
    if cursor is not None:
        mark = read_cursor(cursor)
        after = _number(mark[-1] if order.name and isinstance(mark, list) else mark)
        items = [item for item in items if (item.id < after if order.falls else item.id > after)]
    limit = limit_of(request)
    page = sorted(items, key=lambda item: item.id, reverse=order.falls)[: limit + 1]
    following = None
    if len(page) > limit:
        last = page[limit - 1].id
        following = next_page(request, [order.name, last] if order.name else last)
    return Response({"results": [write(item) for item in page[:limit]], "next": following})


def filter_values(request: Request) -> dict[str, Any]:
    """Return the values of the filters of the view that the query has."""
    view: Any = request.parser_context["view"]
    given, used = old_names.renamed(request.query_params.dict(), view.old_filters)
    return {
        name: _read(used.get(name, name), list_filter, given[name])
        for name, list_filter in view.filters.items()
        if name in given
    }


def refuse_unknown_parameters(request: Request, names: Collection[str]) -> None:
    """Raise Invalid for an unknown query parameter: with a misspelt filter the list would be
    complete, with a misspelt reason a correction would have none."""
    unknown = [name for name in request.query_params if name not in names]
    words = _("Unknown parameter. This address has no parameters.")
    if names:
        words = _("Unknown parameter. Possible parameters: %(names)s.")
        words %= {"names": ", ".join(names)}
    if unknown:
        faults = [
            Fault("unknown_parameter", name[:MAX_NAME_LENGTH], words).to_json() for name in unknown
        ]
        raise Invalid(words, faults)


def limit_of(request: Request) -> int:
    text = request.query_params.get("limit")
    if text is None:
        return LIMIT
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MAX_LIMIT):
        message = _("Enter a whole number from 1 to %(most)s.") % {"most": MAX_LIMIT}
        raise invalid("bad_limit", "limit", message)
    return int(text)


def read_cursor(cursor: str) -> Any:
    """Return the mark that `next_page` was given. Cursors are signed, so that callers cannot invent
    values that do not fit the columns."""
    try:
        return SIGNER.unsign_object(cursor)
    except BadSignature:
        raise bad_cursor() from None


def bad_cursor() -> Invalid:
    return invalid("bad_cursor", "cursor", _("Take the cursor from `next` of the previous page."))


def next_page(request: Request, mark: Any, path: str = "") -> str:
    """Return the address of the page after this mark; `path` is the list, by default the request's
    path."""
    query = request.query_params.copy()
    query["cursor"] = SIGNER.sign_object(mark)
    return request.build_absolute_uri(f"{path or request.path}?{query.urlencode()}")


def _order(request: Request, orders: Collection[str], by: str, falls: bool) -> ListOrder:
    ordering = request.query_params.get("ordering")
    if ordering is None:
        return ListOrder("", by, by, falls)
    column = ordering.removeprefix("-")
    if column not in {by, *orders}:
        names = ", ".join([by, *orders])
        words = _("Choose one of these; a leading - reverses the order: %(names)s.") % {
            "names": names
        }
        raise invalid("bad_ordering", "ordering", words)
    return ListOrder(ordering, COLUMNS.get(column, column), by, falls=ordering != column)


def _read(name: str, list_filter: Any, text: str) -> Any:
    try:
        return list_filter.read(text)
    except ValueError:
        raise invalid("bad_filter", name, str(list_filter.expected)) from None


def _mark(row: Model, order: ListOrder) -> Any:
    """Return where a page ended: the last `by`, preceded by the order and its last value if another
    column orders the list."""
    last = getattr(row, order.by)
    if not order.name:
        return last
    return [order.name, _field(type(row), order.column).value_to_string(row), last]


def _after(cursor: str | None, model: type[Model], order: ListOrder) -> Q:
    """Return the condition for the rows behind the mark."""
    if cursor is None:
        return Q()
    mark = read_cursor(cursor)
    beyond = "lt" if order.falls else "gt"
    if not order.name:
        return Q(**{f"{order.by}__{beyond}": _number(mark)})
    match mark:
        case [order.name, str(text), last]:
            value = _field(model, order.column).to_python(text)
        case _:
            raise bad_cursor()
    behind = Q(**{f"{order.by}__{beyond}": _number(last)})
    if order.column == order.by:
        return behind
    return Q(**{f"{order.column}__{beyond}": value}) | Q(**{order.column: value}) & behind


def _number(last: Any) -> int:
    if type(last) is not int:  # of another kind of list
        raise bad_cursor()
    return last


def _field(model: type[Model], column: str) -> Any:
    return model._meta.get_field(column)
