"""Error pages in the reader's language."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

from league.web.accounts import sign_in


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return _page(request, 413, _("The request is too large: at most 1 MiB is allowed."))
    return _page(request, 400, _("This request could not be read."))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, str(exception) or _("You are not allowed to do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    words = _("This form is too old. Go back, reload the page and send it again.")
    return sign_in.after_csrf_failure(request) or _page(request, 403, words)


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
