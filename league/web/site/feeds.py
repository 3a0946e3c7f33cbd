"""Atom feeds. Their readers are strangers: they get public names, and only finished matches that
are visible to the public."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games import game_name
from league.models import Club, Match
from league.models.leagues import standings_name
from league.operations.matches import names_at_tables
from league.operations.support.labels import pair
from league.operations.support.wording import by_place, decimals, ordinal
from league.operations.tournaments import final_ranking
from league.web.standings.shared import season_table_of, standings_address
from league.web.support.conditional import conditional_response
from league.web.support.public_pages import find_public
from scoring import standings_queries
from scoring.models import Table
from scoring.standings_queries import StandingsTable

MOST_MATCHES = 30
MOST_PLACES = 5
UNFIT_CHARACTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # for XML


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed; `link` identifies it for good."""

    title: str
    text: str
    link: str
    published: datetime
    updated: datetime


class _Feed(Feed):  # type: ignore[type-arg]  # generic for the checker only
    feed_type = Atom1Feed
    title_template = description_template = None

    def item_title(self, item: FeedEntry) -> str:
        return without_unfit_characters(item.title)

    def item_description(self, item: FeedEntry) -> str:
        return without_unfit_characters(item.text)

    def item_link(self, item: FeedEntry) -> str:
        return item.link

    def item_pubdate(self, item: FeedEntry) -> datetime:
        return item.published

    def item_updateddate(self, item: FeedEntry) -> datetime:
        return item.updated


class _ClubFeed(_Feed):
    def get_object(self, request: HttpRequest, slug: str) -> Club:
        return find_public(request, Club.objects, slug=slug)

    def title(self, obj: Club) -> str:
        return without_unfit_characters(obj.name)

    def link(self, obj: Club) -> str:
        return reverse("web:club", args=[obj.slug])

    def items(self, obj: Club) -> Sequence[FeedEntry]:
        return _finished_matches(session__season__club=obj)


class _SeasonFeed(_Feed):
    def get_object(self, request: HttpRequest, pk: int, *, of_league: bool = False) -> Table:
        table: Table = season_table_of(request, pk, "", of_league=of_league)[1]
        return table

    def title(self, obj: Table) -> str:
        name = standings_name(obj.season, obj.league)
        return without_unfit_characters(f"{name} · {obj.season.club.name}")

    def link(self, obj: Table) -> str:
        return standings_address(obj)

    def items(self, obj: Table) -> Sequence[FeedEntry]:
        matches = (
            {"pk__in": standings_queries.counted_matches(obj)}
            if obj.league
            else {"session__season": obj.season}
        )
        return [*_standings_entries(obj), *_finished_matches(**matches)]


def club(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the finished matches of a club as Atom, the latest first."""
    return conditional_response(request, _ClubFeed()(request, slug=slug))


def season(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponseBase:
    """Return standings and finished matches of a season, or those that count in one of its leagues,
    as Atom."""
    return conditional_response(request, _SeasonFeed()(request, pk=pk, of_league=of_league))


def without_unfit_characters(text: str) -> str:
    """Return the text without characters that XML forbids."""
    return UNFIT_CHARACTERS.sub("", text)


def _finished_matches(**where: Any) -> list[FeedEntry]:
    matches = names_at_tables.loaded(Match.objects.filter(over=True, **where))
    return [_match_entry(match) for match in matches.order_by("-updated_at", "-id")[:MOST_MATCHES]]


def _match_entry(match: Match) -> FeedEntry:
    lines = [(names_at_tables.public(seat), total, place) for seat, total, place in by_place(match)]
    winners = [name for name, total, place in lines if place == 1]
    words = pair(game_name(match.game), ", ".join(winners))
    text = " · ".join(f"{ordinal(place)} {name} {total}" for name, total, place in lines)
    link = reverse("web:match", args=[match.pk])
    return FeedEntry(words, text, link, match.created_at, match.updated_at)


def _standings_entries(table: Table) -> list[FeedEntry]:
    """Return an entry for the standings; each version has an entry of its own."""
    view = final_ranking.read_page(table, 0, MOST_PLACES)
    return [_standings_entry(table, view)] if view.rows and view.computed_at else []


def _standings_entry(table: Table, view: StandingsTable) -> FeedEntry:
    lines = [
        f"{ordinal(row.place)} {row.player.public_name} {decimals(row.points)}" for row in view.rows
    ]
    updated_at = view.computed_at or table.season.created_at
    link = f"{standings_address(table)}#v{view.version}"
    words = _("Standings: %(name)s leads") % {"name": view.rows[0].player.public_name}
    return FeedEntry(words, " · ".join(lines), link, updated_at, updated_at)
