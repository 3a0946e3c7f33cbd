"""The public page of a player, under the name that the player chose to show."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Player
from league.operations.standings import (
    achievement_words,
    careers,
    club_history,
    player_statistics,
)
from league.operations.standings.careers import PlayedMatch
from league.operations.support import versions
from league.operations.tournaments import final_ranking
from league.web.accounts.access import viewer_permissions
from league.web.standings import achievement_badges, form_chart, score_chart, session_calendar
from league.web.standings import ratings as rating_charts
from league.web.support import cached_views, charts
from league.web.support.link_previews import LinkPreview, preview
from league.web.support.merged_players import follow_merges
from league.web.support.public_pages import find_public
from league.web.support.shared_pages import shared_page
from scoring import rating_queries

MOST_MATCHES = 60  # matches in the list
OPPONENTS = 12
LATEST_MATCHES = 5
CHARTED_MATCHES = 5  # with fewer, charts say nothing that the list of matches does not
SHADES = 5


@dataclass(frozen=True)
class PlaceCount:
    """The number of times that a player took a place at tables of one size; `shade` from 0 (never)
    to 5 (most often)."""

    times: int
    shade: int


@cached_views.cached_view(versions.player)
@follow_merges("pk")
@shared_page(Player, versions.player)
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    player = find_public(request, Player.shown, pk=pk)
    results = careers.played_matches(player)
    viewer, zone = viewer_permissions(request, player.club), player.club.timezone
    met, has_charts = careers.meetings(player, results), len(results) >= CHARTED_MATCHES
    sessions = club_history.sessions(player.club)
    scores = club_history.scores(player.club, {result.game for result in results})
    context = {
        "player": player,
        "club": player.club,
        "results": results[: -MOST_MATCHES - 1 : -1],
        "provisional": careers.provisional_matches(player),
        "played": len(results),
        "wins": sum(result.place == 1 for result in results),
        "latest": results[-LATEST_MATCHES:],
        "form": form_chart.form_figure(results, zone) if has_charts else None,
        "places": _places_by_size(results) if has_charts else [],
        "sums": careers.by_game(results),
        "opponents": careers.opponents(results, met, OPPONENTS),
        "moments": careers.highlights(results),
        "by_seat": player_statistics.by_seat(results),
        "by_partner": player_statistics.by_partner(player),
        "badges": achievement_badges.badges(results, met, sessions, scores)
        if achievement_words.are_shown(player, member=viewer["member"])
        else [],
        "score_figures": score_chart.score_figures(
            results, scores, player.name if viewer["member"] else player.public_name
        )
        if has_charts
        else [],
        "months": session_calendar.months(
            sessions, zone, timezone.now(), {result.session for result in results}
        ),
        "standings": final_ranking.with_final_places(careers.standings_over_all_games(player)),
        "ratings": [
            (career, rating_charts.chart(career, zone) if has_charts else None)
            for career in rating_queries.careers(pk)
        ],
        **viewer,
        **_preview(player),
    }
    return render(request, "people/player.html", context)


def _preview(player: Player) -> dict[str, LinkPreview]:
    values = {"player": player.public_name, "club": player.club.name}
    return preview(
        "player",
        player.pk,
        title=f"{player.public_name} · {player.club.name}",
        description=_("Places and results of %(player)s at %(club)s.") % values,
    )


def _places_by_size(results: Sequence[PlayedMatch]) -> list[tuple[int, list[PlaceCount]]]:
    """Return for each table size how often each place was taken."""
    places_by_size = careers.by_size(results)
    most = careers.highest_count(places_by_size)
    return [
        (size, [PlaceCount(times, charts.level(times, most, SHADES)) for times in places])
        for size, places in places_by_size.items()
    ]
