"""The buttons of players who skip a round of a tournament."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import Conflict, Invalid
from league.models import Tournament
from league.operations.tournaments import own_rounds
from league.web.accounts.access import desk
from league.web.signups.answers import sent_number
from league.web.support.public_pages import find_public
from league.web.support.request import Request


@desk
@require_POST
def skip_round(request: Request, pk: int) -> HttpResponse:
    """Skip a round, or play it after all, for a player of the account."""
    tournament = find_public(request, Tournament.objects, pk=pk)
    player, number = sent_number(request.POST, "player"), sent_number(request.POST, "round")
    is_skip = request.POST.get("do", "skip") == "skip"
    change = own_rounds.skip_round if is_skip else own_rounds.play_round
    try:
        change(tournament, player, number, by=request.user)
    except (Conflict, Invalid) as error:
        messages.error(request, error.detail)
    else:
        words = _("You skip round %(number)s.") if is_skip else _("You play round %(number)s.")
        messages.success(request, words % {"number": number})
    return redirect("web:my_results")
