"""Pictures for shared links: club, season and its awards, evening, match, player and tournament, in
the club's colours.

Readers are strangers: names are the public ones, and a match whose seats are not published has
none.
"""

from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import game_name
from league.models import Audience, Club, League, Match, Player, Season, Seat, Session, Tournament
from league.models.leagues import standings_name
from league.operations.matches import names_at_tables
from league.operations.paper.typesetting import pdf_documents
from league.operations.paper.typesetting.link_cards import MOST_ROWS, CardRow, LinkCard
from league.operations.people import club_logo
from league.operations.people.club_colours import text_on
from league.operations.sessions import session_summary
from league.operations.standings import season_awards
from league.operations.standings.podiums import PodiumStep
from league.operations.support.wording import (
    by_place,
    date,
    decimals,
    local_day,
    ordinal,
    signless,
)
from league.operations.tournaments import final_ranking
from league.operations.tournaments.play import brackets, publication, tournament_end
from scoring import standings_queries

HOUSE_COLOUR = "#1c6a4c"
LOGO_PIXELS = 256
LEADERS = 5


def club_card(club: Club) -> LinkCard:
    """Return the card of a club, with the first places of its newest season."""
    newest = club.seasons.first()
    over = " · ".join(filter(None, [club.meeting_place, club.meeting_time]))
    return _card(club, over, club.name, newest.name if newest else "", _leaders(newest))


def season_card(season: Season, league: League | None = None) -> LinkCard:
    """Return the card of a season or of one of its leagues, with its first places."""
    over = f"{season.club.name} · {season.name}" if league else season.club.name
    title = league.name if league else season.name
    return _card(season.club, over, title, _("Standings"), _leaders(season, league))


def tournament_card(tournament: Tournament) -> LinkCard:
    """Return the card of a tournament: its podium once it has ended, else its first places."""
    season = tournament.season
    about = f"{_('Tournament')} · {game_name(tournament.game)}"
    levels = brackets.bracket(tournament, to=Audience.PUBLIC)
    end = tournament_end.tournament_end(tournament, levels)
    if end is None:
        return _card(season.club, season.club.name, season.name, about, _leaders(season))
    over = f"{season.club.name} · {season.name}"
    return _card(season.club, over, _victory(end.winners), about, _podium_rows(end.steps))


def awards_card(season: Season, league: League | None = None) -> LinkCard:
    """Return the card of the awards of a season or of one of its leagues, with its podium; a
    tournament has its own card."""
    tournament = Tournament.objects.filter(season=season).select_related("season__club").first()
    if tournament is not None:
        return tournament_card(tournament)
    over = f"{season.club.name} · {standings_name(season, league)}"
    table = standings_queries.find_table(season.pk, league=league.pk if league else None)
    end = season_awards.season_end(season, table) if table else None
    if end is None or not (end.has_ended and end.champions):
        return _card(season.club, over, _("Awards so far"), "", _leaders(season, league))
    subtitle = ngettext("Champion", "Champions", len(end.champions))
    return _card(season.club, over, _names(end.champions), subtitle, _podium_rows(end.steps))


def session_card(session: Session) -> LinkCard:
    """Return the card of an evening, with the winners of its tables once all have ended."""
    season = session.season
    matches = Match.objects.filter(publication.visible_to(Audience.PUBLIC), session=session)
    summary = session_summary.summary(session, list(names_at_tables.loaded(matches)))
    rows = [
        CardRow("1", _names_at_seats(winners), signless(score), game_name(match.game))
        for match, winners, score in (summary.winners if summary else [])
    ]
    about = season.name
    if summary:
        tables = ngettext("%(n)s table", "%(n)s tables", len(summary.matches))
        players = ngettext("%(n)s player", "%(n)s players", summary.players)
        about = f"{tables % {'n': len(summary.matches)}} · {players % {'n': summary.players}}"
    return _card(season.club, season.club.name, local_day(session), about, rows)


def match_card(match: Match) -> LinkCard:
    """Return the card of a match: who won it and the totals, or the totals so far."""
    season = match.session.season
    start = localtime(match.session.starts_at, ZoneInfo(season.club.timezone))
    rows = [
        CardRow(str(place), names_at_tables.public(seat), signless(total))
        for seat, total, place in by_place(match)
    ]
    is_public = publication.is_visible(match, Audience.PUBLIC)
    subtitle = f"{season.name} · {date(start, 'j F Y')}"
    game = game_name(match.game)
    winners = [seat.player for seat, _total, place in by_place(match) if place == 1]
    if not (is_public and match.over and winners):
        return _card(season.club, season.club.name, game, subtitle, rows if is_public else [])
    return _card(season.club, f"{season.club.name} · {game}", _victory(winners), subtitle, rows)


def player_card(player: Player) -> LinkCard:
    """Return the card of a player, with the places in the newest seasons."""
    overall = player.standings.with_place().filter(table__game="", table__league=None)
    newest = overall.select_related("table__season").order_by("-table__season_id")[:MOST_ROWS]
    rows = [
        CardRow(ordinal(row.place), row.table.season.name, decimals(row.points))
        for row in final_ranking.with_final_places(newest)
    ]
    return _card(player.club, player.club.name, player.public_name, "", rows)


def _victory(winners: Sequence[Player]) -> str:
    """Return who has won, under the names of the public."""
    words = ngettext("%(names)s wins", "%(names)s win", len(winners))
    return words % {"names": _names(winners)}


def _names(players: Sequence[Player]) -> str:
    return get_text_list([player.public_name for player in players], _("and"))


def _names_at_seats(seats: Sequence[Seat]) -> str:
    return get_text_list([names_at_tables.public(seat) for seat in seats], _("and"))


def _podium_rows(steps: Iterable[PodiumStep]) -> list[CardRow]:
    return [
        CardRow(
            str(one.place),
            one.player.public_name,
            decimals(one.points) if one.score is None else signless(one.score),
        )
        for step in steps
        for one in step.people
    ]


def _leaders(season: Season | None, league: League | None = None) -> list[CardRow]:
    return [
        CardRow(str(row.place), row.player.public_name, decimals(row.points))
        for row in final_ranking.leaders(season, LEADERS, league=league)
    ]


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
        logo=pdf_documents.svg_of(logo),
    )
