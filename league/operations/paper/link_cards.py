"""Pictures for shared links: club, season, match, player and tournament, in the club's colours.

Readers are strangers: names are those of the public, and a match whose seats are not published has
none.
"""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.models import Audience, Club, Match, Player, Season, Tournament
from league.operations.paper.typesetting import press
from league.operations.paper.typesetting.link_cards import MOST_ROWS, CardRow, LinkCard
from league.operations.people import club_logo
from league.operations.people.club_colours import text_on
from league.operations.support.wording import by_place, date, decimals, game_name, ordinal, signless
from league.operations.tournaments.play import publication
from scoring import standings_queries
from scoring.models import Standing

HOUSE_COLOUR = "#1c6a4c"
LOGO_PIXELS = 256


def club_card(club: Club) -> LinkCard:
    """Return the card of a club, with the first places of its newest season."""
    newest = club.seasons.first()
    over = " · ".join(filter(None, [club.meeting_place, club.meeting_time]))
    return _card(club, over, club.name, newest.name if newest else "", _leaders(newest))


def season_card(season: Season) -> LinkCard:
    """Return the card of a season, with its first places."""
    return _card(season.club, season.club.name, season.name, _("Standings"), _leaders(season))


def tournament_card(tournament: Tournament) -> LinkCard:
    """Return the card of a tournament, with its first places."""
    season = tournament.season
    subtitle = f"{_('Tournament')} · {game_name(tournament.game)}"
    return _card(season.club, season.club.name, season.name, subtitle, _leaders(season))


def match_card(match: Match) -> LinkCard:
    """Return the card of a match, with the totals so far."""
    season = match.session.season
    start = localtime(match.session.starts_at, ZoneInfo(season.club.timezone))
    rows = [
        CardRow(str(place), seat.player.public_name, signless(total))
        for seat, total, place in by_place(match)
    ]
    is_public = publication.is_visible(match, Audience.PUBLIC)
    subtitle = f"{season.name} · {date(start, 'j F Y')}"
    return _card(
        season.club, season.club.name, game_name(match.game), subtitle, rows if is_public else []
    )


def player_card(player: Player) -> LinkCard:
    """Return the card of a player, with the places in the newest seasons."""
    standings = player.standings.with_place().filter(table__game="").select_related("table__season")
    rows = [
        CardRow(ordinal(row.place), row.table.season.name, decimals(row.points))
        for row in standings.order_by("-table__season_id")[:MOST_ROWS]
    ]
    return _card(player.club, player.club.name, player.public_name, "", rows)


def _leaders(season: Season | None) -> list[CardRow]:
    table = standings_queries.find_table(season.pk) if season else None
    rows: Iterable[Standing] = (
        standings_queries.read_page(table, 0, MOST_ROWS).rows if table else []
    )
    return [CardRow(str(row.place), row.player.public_name, decimals(row.points)) for row in rows]


def _card(club: Club, over: str, title: str, subtitle: str, rows: list[CardRow]) -> LinkCard:
    colour = club.main_colour or HOUSE_COLOUR
    logo = club_logo.find(club.pk, club.logo_version, LOGO_PIXELS) or b""
    return LinkCard(
        over=over,
        title=title,
        subtitle=subtitle,
        rows=rows,
        colour=colour,
        on_colour=text_on(colour),
        language=(get_language() or "en")[:2],
        logo=press.svg_of(logo),
    )
