"""The state that the desk of a tournament shows: entrants, sittings, findings, next steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Fault
from league.models import (
    Entrant,
    EntrantState,
    Format,
    SittingKind,
    SittingState,
    Tournament,
)
from league.operations.people import player_lists
from league.operations.people.player_lists import FirstPlayers
from league.operations.support import versions
from league.operations.tournaments import arenas, audit_log
from league.operations.tournaments.audit_log import TournamentEntry
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.draw.prechecks import Finding
from league.operations.tournaments.play import sitting_views
from league.operations.tournaments.play.sitting_views import SittingStatus, TableStatus
from league.operations.tournaments.tournaments import has_begun
from league.web.support import dense_tables
from league.web.support.dense_tables import SquareState, TableSquare

CODES_OF_STEPS = {
    "closed",
    "draft_waiting",
    "played_out",
}  # findings that the next step shows already
NOT_HERE, FEW = "not_checked_in", 3  # findings above this number become one line
OPEN_STATES = {SittingState.PUBLISHED, SittingState.RUNNING}
LOG_LINES = 200  # of the log, the newest


class TournamentStep(StrEnum):
    CHECK_IN = "check_in"
    UPLOAD = "upload"  # the seats of a file
    DRAW = "draw"
    CHECK = "check"
    PUBLISH = "publish"
    START = "start"
    PLAYING = "playing"
    EVENING = "evening"  # of an arena
    CLOSE = "close"
    CLOSED = "closed"


@dataclass(frozen=True)
class NextTournamentStep:
    """One thing to do. `number` is the sitting's, or the id of an evening; `count` counts
    players or tables."""

    step: TournamentStep
    number: int = 0
    count: int = 0
    stand: SittingStatus | None = None
    is_final: bool = False


@dataclass(frozen=True)
class FindingLink:
    """A finding of the pre-check, and the address of the page where it can be resolved."""

    finding: Finding
    url: str


@dataclass(frozen=True)
class TournamentDeskState:
    tournament: Tournament
    stands: Sequence[SittingStatus]
    entrants: Sequence[Entrant]
    findings: Sequence[Finding]

    @property
    def checked_in(self) -> list[Entrant]:
        return self._in(EntrantState.HERE)

    @property
    def expected(self) -> list[Entrant]:
        return self._in(EntrantState.ENTERED)

    @property
    def dropped_out(self) -> list[Entrant]:
        return self._in(EntrantState.GONE, EntrantState.REPLACED)

    @property
    def next_number(self) -> int:
        return len(self.stands) + 1

    @property
    def is_final_next(self) -> bool:
        finalists, planned = self.tournament.finalists, self.tournament.sittings_planned
        return bool(finalists) and self.next_number > planned

    @property
    def can_draw_at_once(self) -> bool:
        """Return whether nothing has to be decided before the next sitting is drawn."""
        return not any(finding.blocking for finding in self.findings)

    @property
    def waiting(self) -> SittingStatus | None:
        """Return the first sitting that is drawn but not published."""
        return next((stand for stand in self.stands if stand.sitting.published_at is None), None)

    def _in(self, *states: str) -> list[Entrant]:
        entrants = [entrant for entrant in self.entrants if entrant.state in states]
        return sorted(entrants, key=lambda entrant: entrant.player.sort_key())


def state_of(tournament: Tournament) -> TournamentDeskState:
    rows = tournament.entrants.select_related("player", "substitute__player")
    return TournamentDeskState(
        tournament,
        sitting_views.load_sittings(tournament, hidden=True),
        list(rows.order_by("pk")),
        prechecks.precheck(tournament),
    )


def players_not_entered(state: TournamentDeskState, most: int) -> FirstPlayers:
    """Return the first players of the club who are not entered, by name."""
    entered = {entrant.player_id for entrant in state.entrants}
    players = state.tournament.season.club.players.all()
    return player_lists.first_by_name(players, most, without=entered)


def steps(state: TournamentDeskState) -> list[NextTournamentStep]:
    """Return what to do now, the most urgent first; there is always at least one step."""
    if state.tournament.closed_at is not None:
        return [NextTournamentStep(TournamentStep.CLOSED)]
    if state.tournament.is_arena:
        return [*_steps_of_arena(state.tournament)]
    next_steps = [*_steps_of_draft(state), *_steps_of_play(state)]
    if state.waiting is None:
        next_steps += _steps_of_draw(state, is_quiet=bool(next_steps))
    return next_steps or [NextTournamentStep(TournamentStep.CHECK_IN, count=len(state.checked_in))]


def finding_links(state: TournamentDeskState) -> list[FindingLink]:
    """Return the findings to show before the next draw, except those that the steps show. Many
    entrants who are not checked in become one finding."""
    pages = {stand.sitting.number: stand.sitting.pk for stand in state.stands}
    crowd = len(state.expected) > FEW
    links = [
        FindingLink(finding, _address_of_path(state.tournament, finding.path, pages))
        for finding in state.findings
        if finding.code not in CODES_OF_STEPS and not (crowd and finding.code == NOT_HERE)
    ]
    if crowd:
        words = _("%(count)s entrants are not checked in.") % {"count": len(state.expected)}
        people = reverse("web:seeding", args=[state.tournament.pk])
        links.append(FindingLink(Finding(Fault(NOT_HERE, "entrants", words)), people))
    return links


def squares(tables: Sequence[TableStatus]) -> list[TableSquare]:
    return [dense_tables.square(table.number, table.match, table.people) for table in tables]


def open_squares(
    state: TournamentDeskState,
) -> list[tuple[SittingStatus, list[TableSquare], list[tuple[SquareState, int]]]]:
    """Return the sittings that are being played, each with its tables as squares and their
    tally."""
    open_stands = [stand for stand in state.stands if stand.state in OPEN_STATES]
    shown = [(stand, squares(stand.tables)) for stand in open_stands]
    return [(stand, tables, dense_tables.tally(tables)) for stand, tables in shown]


def log(tournament: Tournament) -> list[TournamentEntry]:
    """Return the audit entries, the newest first."""
    return audit_log.latest(tournament, LOG_LINES)


def version(tournament: Tournament) -> str:
    """Return a tag that changes whenever the desk would."""
    newest = audit_log.entries_of(tournament).values_list("number", flat=True).first()
    return f"{versions.tournament(tournament.pk)}-{tournament.version}-{newest}"


def _steps_of_draft(state: TournamentDeskState) -> Iterator[NextTournamentStep]:
    stand = state.waiting
    if stand is not None:
        is_draft = stand.state == SittingState.DRAFT
        yield NextTournamentStep(
            TournamentStep.CHECK if is_draft else TournamentStep.PUBLISH,
            stand.sitting.number,
            stand=stand,
            is_final=stand.sitting.kind == SittingKind.FINAL,
        )


def _steps_of_play(state: TournamentDeskState) -> Iterator[NextTournamentStep]:
    for stand in state.stands:
        if stand.state not in OPEN_STATES:
            continue
        number, sitting = stand.sitting.number, stand.sitting
        if sitting.minutes and sitting.started_at is None:
            yield NextTournamentStep(TournamentStep.START, number, stand=stand)
        yield NextTournamentStep(TournamentStep.PLAYING, number, len(stand.missing), stand=stand)


def _steps_of_draw(state: TournamentDeskState, *, is_quiet: bool) -> Iterator[NextTournamentStep]:
    codes = {finding.code for finding in state.findings if finding.blocking}
    if "played_out" in codes:
        if not is_quiet:
            yield NextTournamentStep(TournamentStep.CLOSE)
        return
    few = "too_few" in codes or not state.entrants
    if few and state.tournament.format == Format.KNOCK_OUT and state.stands:
        if not is_quiet:
            yield NextTournamentStep(TournamentStep.CLOSE)
        return
    if not few and not is_quiet:
        step = TournamentStep.UPLOAD if "no_script" in codes else TournamentStep.DRAW
        here = len(state.checked_in)
        yield NextTournamentStep(step, state.next_number, here, is_final=state.is_final_next)
    if few or (state.expected and not state.stands):
        yield NextTournamentStep(TournamentStep.CHECK_IN, count=len(state.checked_in))
    if not state.tournament.sittings_planned and state.stands and not is_quiet:
        yield NextTournamentStep(TournamentStep.CLOSE)


def _steps_of_arena(arena: Tournament) -> Iterator[NextTournamentStep]:
    evening = arenas.current_evening(arena, timezone.now())
    if evening is not None:
        yield NextTournamentStep(TournamentStep.EVENING, evening.pk)
    if has_begun(arena):
        yield NextTournamentStep(TournamentStep.CLOSE)


def _address_of_path(tournament: Tournament, path: str, pages: dict[int, int]) -> str:
    """Return the page for a path of a pre-check, such as `sittings.2.tables.3` or `entrants.17`."""
    match path.split("."):
        case ["sittings", number, "tables", table]:
            return reverse("web:desk_sitting", args=[pages[int(number)]]) + f"#table-{table}"
        case ["sittings", number]:
            return reverse("web:desk_sitting", args=[pages[int(number)]])
        case ["entrants", player]:
            return reverse("web:entrant", args=[tournament.pk, int(player)])
        case ["script"]:
            return reverse("web:tournament_script", args=[tournament.pk])
    return ""
