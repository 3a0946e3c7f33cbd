"""The page behind a personal link.

The link in the address is the permission; no cookie gives any right, so no CSRF token is needed.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.csrf import csrf_exempt

from league.errors import LeagueError
from league.models import Player
from league.operations.signups import personal_links
from league.web.signups import holder_page

View = Callable[..., HttpResponse]


def _with_player_of_link(view: View) -> View:
    """Pass the player of the link in the address to the view; a link that does not work is answered
    by a page that says so."""

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        try:
            player = personal_links.find(token)
            address = reverse("web:personal_link", args=[token])
            response = view(request, player, address)
        except LeagueError as error:
            context = {"words": error.detail}
            response = render(request, "signups/no_link.html", context, status=404)
        add_never_cache_headers(response)
        return response

    return opened


@_with_player_of_link
def personal_link(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    return holder_page.show(request, player, address, is_personal=True)


@_with_player_of_link
def now(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    return holder_page.show_now(request, player, address)


@_with_player_of_link
def answer(request: HttpRequest, player: Player, address: str) -> HttpResponse:
    """Store an answer; opened without one, as after the language was changed, show the page."""
    if request.method != "POST":
        return redirect(address)
    return holder_page.answer(request, player, address, is_personal=True)
