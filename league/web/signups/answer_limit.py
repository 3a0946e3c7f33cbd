"""The limit of what people without an account send for a player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Player
from league.operations.signups import anonymous
from league.web.support.request import client_address


def refuse_too_many(request: HttpRequest, player: Player) -> HttpResponse | None:
    """Count an answer; return the answer 429 if its network, or anybody for this player, has sent
    too many, else None."""
    if not anonymous.count_answer(client_address(request), player.pk):
        return None
    words = _(
        "Too many answers came from this network or for this player. Wait a few minutes, then try "
        "again."
    )
    response = render(request, "error.html", {"status": 429, "words": words}, status=429)
    response["Retry-After"] = str(anonymous.WINDOW_SECONDS)
    return response
