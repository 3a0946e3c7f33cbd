"""Error pages; under /api/ the same errors as problem+json."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400, _("This request could not be read."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403, str(exception) or _("You may not do that."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404, _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    return _page(request, 500, _("Something went wrong on our side. Nothing was changed."))


def _page(request: HttpRequest, status: int, words: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "words": words}, status=status)
