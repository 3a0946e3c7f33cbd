"""Certificates of a season or tournament: who came where in its standings, and in its final.

Names are those that members read, in full, as on all paper that an organiser hands out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.errors import Conflict, invalid
from league.models import Season, Session, Tournament
from league.operations.matches import match_results
from league.operations.paper import session_paper
from league.operations.paper.session_paper import File
from league.operations.paper.typesetting import certificates
from league.operations.paper.typesetting.certificates import Certificate
from league.operations.paper.typesetting.press import Size
from league.operations.standings import standings
from league.operations.support.wording import date, ordinal
from league.operations.tournaments.play import brackets
from scoring.models import Result, Standing, Table
from scoring.standings_queries import View

MOST = 500  # in one file


@dataclass(frozen=True)
class Chosen:
    """One player, or all with a place not behind `best`, or everybody."""

    player: int | None = None
    best: int | None = None


def read(player: str | None, best: str | None) -> Chosen:
    chosen = Chosen(
        session_paper.read_number(player, "player"), session_paper.read_number(best, "best")
    )
    if chosen.player is not None and chosen.best is not None:
        words = _("Leave this out where a player is named.")
        raise invalid("not_with_player", "best", words)
    if chosen.best is not None and not 1 <= chosen.best <= MOST:
        raise invalid("out_of_range", "best", _("1 to %(most)s are expected.") % {"most": MOST})
    return chosen


def of_season(season: Season, table: Table, size: Size, chosen: Chosen) -> File:
    """Conflict while results wait to be counted: a certificate tells what holds."""
    view = standings.view(table)
    if view.pending:
        raise Conflict(_("New results are being counted: print certificates in a moment."))
    rows = _chosen(view.rows, chosen)
    tournament = Tournament.objects.filter(season=season).first()
    finals = _finals(tournament) if tournament else {}
    shared = _by_place(view.rows)
    listed = [_certificate(row, shared[row.place], finals.get(row.player_id, "")) for row in rows]
    day = date(_latest(view).astimezone(ZoneInfo(season.club.timezone)), "j F Y")
    state = _state(season, table, tournament) % {"day": day}
    parts = (
        [session_paper.game_of(table), state] if table.game or len(season.games) > 1 else [state]
    )
    about = session_paper.as_stored(season, view.table, season.name, when=" · ".join(parts))
    name = session_paper.named("certificates", season, table)
    return session_paper.draw(certificates.certificates(about, listed, day=day), size, name)


def _chosen(rows: Sequence[Standing], chosen: Chosen) -> list[Standing]:
    found = [
        row
        for row in rows
        if chosen.player in {None, row.player_id} and row.place <= (chosen.best or row.place)
    ]
    if not rows:
        raise Conflict(_("No match has finished: there is nothing to print."))
    if not found:
        words = _("This player has no result in this table.")
        raise invalid("unknown_player", "player", words)
    if len(found) > MOST:
        words = _("More than %(most)s at once: say how many of the best.")
        raise invalid("too_long", "best", words % {"most": MOST})
    return found


def _certificate(row: Standing, equals: Sequence[Standing], final: str) -> Certificate:
    others = [each.player.name for each in equals if each is not row]
    nth, points = ordinal(row.place, "f"), session_paper.points(row.points)
    return Certificate(row.player.name, nth, others, points, row.played, final)


def _by_place(rows: Sequence[Standing]) -> Mapping[int, Sequence[Standing]]:
    found: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in rows:
        found[row.place].append(row)
    return found


def _finals(tournament: Tournament) -> dict[int, str]:
    """Player → how the final ended for him; nothing before it is played out. The standings go on
    counting all matches, so both are told."""
    levels = brackets.bracket(tournament)
    if not brackets.is_played_out(levels):
        return {}
    found = levels[-1].tables
    several = len(found) > 1
    return {
        line.player.pk: _in_final(line.place, table.stand.number if several else None)
        for table in found
        for line in table.lines
        if line.place is not None
    }


def _in_final(place: int, table: int | None) -> str:
    told = {"nth": ordinal(place, "f"), "n": table}
    if table is not None:
        return _("%(nth)s place at table %(n)s of the final") % told
    return _("%(nth)s place in the final") % told


def _latest(view: View) -> datetime:
    """When the evening of the latest result began."""
    played = Result.objects.at(view.version).filter(season=view.table.season_id)
    if view.table.game:
        played = played.filter(game=view.table.game)
    sessions = Session.objects.filter(pk__in=played.order_by().values("session"))
    found = sessions.order_by("-starts_at").values_list("starts_at", flat=True).first()
    assert found is not None, "a row of a table has a result"
    return found


def _state(season: Season, table: Table, tournament: Tournament | None) -> str:
    """What standings these are; those that rest on results that are not final say so."""
    if match_results.provisional_results(season, table.game):
        return _("Provisional standings of %(day)s")
    if _is_over(season, tournament):
        return _("Standings at the end")
    return _("Standings of %(day)s")


def _is_over(season: Season, tournament: Tournament | None) -> bool:
    if tournament is not None:
        return tournament.closed_at is not None
    return season.ends_on is not None and season.ends_on < season.club.today()
