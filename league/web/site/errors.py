"""Error pages in the reader's language."""

import logging

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

from league.web.accounts import sign_in, unsent_forms

log = logging.getLogger(__name__)
LONGEST_ORIGIN = 200


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return _page(request, 413, _("The request is too large: at most 1 MiB is allowed."))
    return _page(request, 400, _("This request could not be read."))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, str(exception) or _("You are not allowed to do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    words = _("This form is too old. Go back, reload the page and send it again.")
    if _came_from_elsewhere(request):
        words = _refuse_other_address(request)
    return sign_in.after_csrf_failure(request) or _page(request, 403, words)


def _came_from_elsewhere(request: HttpRequest) -> bool:
    """Return whether the browser names another address than the server knows as its own. The usual
    cause is a proxy in front that changes the address, and then signing in is impossible."""
    origin = request.headers.get("Origin", "null")  # which browsers that hide it send, too
    return origin != "null" and not unsent_forms.is_of_this_site(request)


def _refuse_other_address(request: HttpRequest) -> str:
    """Return what the sender reads, and tell the owner of the server in its log."""
    opened = request.headers["Origin"][:LONGEST_ORIGIN]
    own = f"{request.scheme}://{request.get_host()}"
    log.warning(
        "The address does not match: a form came from %s, but this server takes itself for %s."
        " Check ALLOWED_HOSTS, HTTPS and the headers of the proxy (docs/on-your-computer.md)",
        *(opened, own),
    )
    words = _(
        "The address does not match: your browser sent this form from %(opened)s, but this server "
        "is set up for %(own)s. Open %(own)s, or ask the admin of the server to set up the other "
        "address."
    )
    return words % {"opened": opened, "own": own}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404, _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    return _bare_page(request, 500, _("Something went wrong on our side. Nothing was changed."))


def unavailable(request: HttpRequest) -> HttpResponse:
    words = _("The database is not responding. Wait a moment, then reload the page.")
    return _bare_page(request, 503, words)


def _bare_page(request: HttpRequest, status: int, words: str) -> HttpResponse:
    """Render a page without the usual frame, which would query the database for the reader."""
    context = {"status": status, "words": words, "home": get_script_prefix()}
    return render(request, "bare.html", context, status=status)


def _page(request: HttpRequest, status: int, words: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "words": words}, status=status)
