"""Two players of a club head to head, and all opponents of a player."""

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format

from league.models import Player
from league.operations.standings import careers, player_statistics
from league.operations.standings.player_statistics import DuelTotals
from league.operations.support import wording
from league.web.accounts.access import viewer_permissions
from league.web.support.merged_players import follow_merges
from league.web.support.public_pages import find_public

LATEST_DUELS = 20


@follow_merges("pk")
def everybody(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_public(request, Player.shown, pk=pk)
    results = careers.played_matches(player)
    context = {
        "player": player,
        "club": player.club,
        "opponents": careers.opponents(results, careers.meetings(player, results)),
        **viewer_permissions(request, player.club),
    }
    return render(request, "people/all_met.html", context)


@follow_merges("other")
@follow_merges("pk")
def pair(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show the matches of two players; 404 for one player twice or players of two clubs."""
    player = find_public(request, Player.shown, pk=pk)
    opponent = find_public(request, Player.shown, pk=other, club=player.club_id)
    if player.pk == opponent.pk:
        raise Http404
    duels = player_statistics.duels(player, opponent)
    totals = player_statistics.duel_totals(duels)
    context = {
        "player": player,
        "opponent": opponent,
        "club": player.club,
        "duels": duels[: -LATEST_DUELS - 1 : -1],
        "total": totals[0],
        "by_game": [(line, difference_words(line)) for line in totals[1:]],
        "together": sum(duel.rounds_together for duel in duels),
        **viewer_permissions(request, player.club),
    }
    return render(request, "people/against.html", context)


def difference_words(totals: DuelTotals) -> str:
    """Return the mean difference of scores with its sign."""
    amount = number_format(Decimal(abs(totals.tenths)) / 10, decimal_pos=1)
    return wording.with_sign(totals.tenths, amount)
