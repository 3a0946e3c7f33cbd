"""Signing up with the code of the club and a name from its list, where the club allows it.

The code in the address is the permission; no cookie gives any right, so no CSRF token is needed.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from league.errors import LeagueError, NotFound
from league.models import Club, Player
from league.operations.matches import table_codes
from league.operations.signups import access
from league.web.signups import answers, holder_page
from league.web.support.request import client_address

View = Callable[..., HttpResponse]


def spaced(code: str) -> str:
    """Return a code in the form in which people read it."""
    return f"{code[:4]}-{code[4:]}"


def start(request: HttpRequest) -> HttpResponse:
    """Show the page where the code of a club is typed."""
    typed = request.GET.get("code", "")
    code = table_codes.normalize(typed)
    if code:
        return redirect("web:sign_up_by_code", spaced(code))
    words = _("A code has eight letters and digits, such as K7QX-3MPD.") if typed else ""
    context = {"typed": typed[:40], "refused": words, "refused_field": "code"}
    return render(request, "signups/code.html", context, status=422 if typed else 200)


def _with_club_of_code(view: View) -> View:
    """Pass the club of the code in the address to the view. Wrong codes are counted, and the page
    explains the error."""

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, code: str, **rest: int) -> HttpResponse:
        response = _answer_with_code(view, request, code, **rest)
        add_never_cache_headers(response)
        return response

    return opened


def _answer_with_code(view: View, request: HttpRequest, code: str, **rest: int) -> HttpResponse:
    try:
        club = access.club_of_code(code)
    except NotFound as error:
        if table_codes.count_wrong(client_address(request)):
            return _too_many_codes_page(request)
        context = {"typed": code[:40], "refused": error.detail, "refused_field": "code"}
        return render(request, "signups/code.html", context, status=404)
    try:
        return view(request, club, code, **rest)
    except LeagueError as error:
        return _names_page(request, club, code, words=error.detail)


@_with_club_of_code
def names(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """Show the names to choose from; a chosen one leads to its page."""
    if "player" not in request.GET:
        return _names_page(request, club, code)
    player = access.listed_player(club, answers.sent_number(request.GET, "player"))
    return redirect("web:sign_up_by_name", code, player.pk)


@_with_club_of_code
def by_name(request: HttpRequest, club: Club, code: str, player: int) -> HttpResponse:
    row = access.listed_player(club, player)
    return holder_page.show(request, row, _address(code, row), is_personal=False)


@_with_club_of_code
def answer(request: HttpRequest, club: Club, code: str, player: int) -> HttpResponse:
    """Store an answer; opened without one, as after the language was changed, show the page."""
    row = access.listed_player(club, player)
    address = _address(code, row)
    if request.method != "POST":
        return redirect(address)
    return holder_page.answer(request, row, address, is_personal=False)


def _too_many_codes_page(request: HttpRequest) -> HttpResponse:
    words = _("Too many wrong codes came from this network. Wait a few minutes, then try again.")
    response = render(request, "signups/code.html", {"refused": words}, status=429)
    response["Retry-After"] = str(table_codes.WINDOW_SECONDS)
    return response


def _names_page(request: HttpRequest, club: Club, code: str, words: str = "") -> HttpResponse:
    context = {
        "club": club,
        "code": code,
        "players": access.listed_players(club),
        "refused": words,
    }
    return render(request, "signups/names.html", context, status=404 if words else 200)


def _address(code: str, player: Player) -> str:
    return reverse("web:sign_up_by_name", args=[code, player.pk])
