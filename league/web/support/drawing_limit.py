"""The limit of files and pictures that are drawn for strangers; each one takes a second."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.operations.support.cache import count
from league.web.support.request import client_address

MOST_DRAWN, SECONDS = 12, 60  # for one network


def refuse_too_many(request: HttpRequest, kind: str) -> HttpResponse | None:
    """Count a drawing for the network of this request; return the answer 429 if it has had too
    many, else None."""
    if count(f"{kind}.{client_address(request)}", SECONDS) <= MOST_DRAWN:
        return None
    words = _("Too many files were requested from this network. Wait a minute, then try again.")
    answer = render(request, "error.html", {"status": 429, "words": words}, status=429)
    answer["Retry-After"] = str(SECONDS)
    return answer
