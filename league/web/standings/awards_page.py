"""The awards of a season: its champion, and what else is worth a mention, each with its proof."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Season
from league.models.leagues import standings_name
from league.operations.standings import award_winners, season_awards
from league.operations.standings.season_awards import SeasonEnd
from league.operations.support import versions
from league.web.accounts.access import viewer_permissions
from league.web.standings import club_awards
from league.web.standings.shared import season_table_of, standings_address
from league.web.support import cached_views
from league.web.support.link_previews import LinkPreview, preview
from scoring.pure import awards as rules
from scoring.pure import upsets
from scoring.pure.awards import AwardRule

TITLES: dict[AwardRule, Promise] = {
    AwardRule.VERIFIED: gettext_lazy("Most verified results"),
    AwardRule.COMEBACK: gettext_lazy("Comeback"),
    AwardRule.GIANT_KILLER: gettext_lazy("Giant-killer"),
    AwardRule.FAITHFUL: gettext_lazy("Most faithful"),
    AwardRule.BEST_EVENING: gettext_lazy("Best evening"),
    AwardRule.WINNING_RUN: gettext_lazy("Longest winning streak"),
}


@cached_views.cached_view(versions.awards)
def awards(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Show the awards of a season or of one of its leagues; a tournament shows them on its own
    page."""
    season, table = season_table_of(request, pk, "", of_league=of_league)
    if tournament := season.tournament_or_none:
        return redirect("web:tournament", tournament.pk)
    end = season_awards.season_end(season, table)
    own = season.awards.select_related("club", "season", "league__season")
    if table.league:
        own = own.filter(league=table.league)
    context = {
        "season": season,
        "league": table.league,
        "address": standings_address(table),
        "table_name": standings_name(season, table.league),
        "club": season.club,
        "end": end,
        "awards": [(TITLES[award.rule], award) for award in end.awards],
        "least_gap": upsets.LEAST_GAP,
        "least_rated": upsets.LEAST_MATCHES,
        "most_winners": rules.MOST_WINNERS,
        **club_awards.context_of(award_winners.results(season.club, own)),
        **viewer_permissions(request, season.club),
        **_preview(season, end),
    }
    return render(request, "standings/awards.html", context)


def _preview(season: Season, end: SeasonEnd) -> dict[str, LinkPreview]:
    name = standings_name(season, end.league)
    values: dict[str, Any] = {"season": name, "club": season.club.name}
    words = (
        _("Champion, podium and awards of %(season)s at %(club)s.")
        if end.has_ended
        else _("Awards so far of %(season)s at %(club)s.")
    )
    return preview(
        "league_awards" if end.league else "awards",
        end.league.pk if end.league else season.pk,
        title=f"{_('Awards')} · {name} · {season.club.name}",
        description=words % values,
    )
