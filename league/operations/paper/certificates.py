"""Certificates of a season or tournament: the places in its standings or its final ranking.

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
from league.models.leagues import standings_name
from league.operations.matches import match_results
from league.operations.paper import session_paper
from league.operations.paper.session_paper import PrintFile
from league.operations.paper.typesetting import certificates
from league.operations.paper.typesetting.certificates import Certificate
from league.operations.paper.typesetting.pdf_documents import PaperSize
from league.operations.standings import season_awards
from league.operations.support.wording import date, decimals, ordinal
from league.operations.tournaments import final_ranking
from league.operations.tournaments.play import tournament_end
from scoring import standings_queries
from scoring.models import Result, Standing, Table
from scoring.sql.fact_filters import FactFilter
from scoring.standings_queries import StandingsTable

MOST_CERTIFICATES = 500  # in one file


@dataclass(frozen=True)
class CertificateSelection:
    """A choice of certificates: one player's, those for the places down to `best`, or all."""

    player: int | None = None
    best: int | None = None


def parse_selection(player: str | None, best: str | None) -> CertificateSelection:
    """Return the selection; raise Invalid if it is not possible."""
    selection = CertificateSelection(
        session_paper.parse_number(player, "player"), session_paper.parse_number(best, "best")
    )
    if selection.player is not None and selection.best is not None:
        words = _("Leave this out if you name a player.")
        raise invalid("not_with_player", "best", words)
    if selection.best is not None and not 1 <= selection.best <= MOST_CERTIFICATES:
        raise invalid(
            "out_of_range",
            "best",
            _("Enter a number from 1 to %(most)s.") % {"most": MOST_CERTIFICATES},
        )
    return selection


def certificates_file(
    season: Season, table: Table, size: PaperSize, selection: CertificateSelection
) -> PrintFile:
    """Return the certificates as a file. Raise Conflict while results wait to be counted: a
    certificate must not be outdated."""
    view = standings_queries.read(table)
    if view.pending:
        raise Conflict(_("New results are being counted: print certificates in a moment."))
    tournament = Tournament.objects.filter(season=season).first()
    if tournament is not None:
        view = final_ranking.final_ranking(tournament, view).view
    rows = _select(view.rows, selection)
    rows_by_place = _rows_by_place(view.rows)
    content = [_certificate(row, rows_by_place[row.place]) for row in rows]
    day = date(_latest_session_start(view).astimezone(ZoneInfo(season.club.timezone)), "j F Y")
    state = _description_of_standings(season, table, tournament) % {"day": day}
    parts = (
        [session_paper.game_title(table), state] if table.game or len(season.games) > 1 else [state]
    )
    about = session_paper.about_stored_table(
        season, view.table, standings_name(season, table.league), when=" · ".join(parts)
    )
    name = session_paper.file_name("certificates", season, table)
    return session_paper.draw(certificates.certificates(about, content, day=day), size, name)


def _select(rows: Sequence[Standing], selection: CertificateSelection) -> list[Standing]:
    selected = [
        row
        for row in rows
        if selection.player in {None, row.player_id} and row.place <= (selection.best or row.place)
    ]
    if not rows:
        raise Conflict(_("No match is finished yet: there is nothing to print."))
    if not selected:
        words = _("This player has no result in these standings.")
        raise invalid("unknown_player", "player", words)
    if len(selected) > MOST_CERTIFICATES:
        words = _("At most %(most)s certificates at once: choose fewer places.")
        raise invalid("too_long", "best", words % {"most": MOST_CERTIFICATES})
    return selected


def _certificate(row: Standing, equals: Sequence[Standing]) -> Certificate:
    others = [equal.player.name for equal in equals if equal is not row]
    place, points = ordinal(row.place, "f"), decimals(row.points)
    return Certificate(row.player.name, place, others, points, row.played)


def _rows_by_place(rows: Sequence[Standing]) -> Mapping[int, Sequence[Standing]]:
    result: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in rows:
        result[row.place].append(row)
    return result


def _latest_session_start(view: StandingsTable) -> datetime:
    """Return the start of the session with the latest result that counts."""
    results = FactFilter.of_table(view.table, view.version).select(Result.objects)
    sessions = Session.objects.filter(pk__in=results.order_by().values("session"))
    latest = sessions.order_by("-starts_at").values_list("starts_at", flat=True).first()
    assert latest is not None, "a row of a table has a result"
    return latest


def _description_of_standings(season: Season, table: Table, tournament: Tournament | None) -> str:
    """Return the description of the standings; provisional ones are marked as such."""
    if match_results.provisional_in(table):
        return _("Provisional standings of %(day)s")
    if _is_over(season, table, tournament):
        return _("Final standings")
    return _("Standings of %(day)s")


def _is_over(season: Season, table: Table, tournament: Tournament | None) -> bool:
    if tournament is not None:
        return tournament_end.has_ended(tournament)
    return season_awards.has_ended(season, table.league)
