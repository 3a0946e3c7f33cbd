"""What the desk of a tournament shows: who is here, how the sittings stand, what to do next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from league.errors import Fault
from league.models import (
    Entrant,
    EntrantState,
    Format,
    Incident,
    Player,
    SittingKind,
    SittingState,
    Tournament,
)
from league.operations.support import versions
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.draw.prechecks import Finding
from league.operations.tournaments.play import sitting_views
from league.operations.tournaments.play.sitting_views import SittingStatus

AS_STEPS = {"closed", "draft_waiting", "played_out"}  # findings that the next step tells already
NOT_HERE, FEW = "not_checked_in", 3  # more than so many are told in one line
OPEN = {SittingState.PUBLISHED, SittingState.RUNNING}
LINES = 200  # of the log, the newest


class Step(StrEnum):
    CHECK_IN = "check_in"
    DRAW = "draw"
    CHECK = "check"
    PUBLISH = "publish"
    START = "start"
    PLAYING = "playing"
    CLOSE = "close"
    CLOSED = "closed"


@dataclass(frozen=True)
class Next:
    """One thing to do. `number` is that of the sitting, `count` of players or tables."""

    step: Step
    number: int = 0
    count: int = 0
    stand: SittingStatus | None = None
    is_final: bool = False


@dataclass(frozen=True)
class Told:
    """A finding of the pre-check, and the page where something can be done about it."""

    finding: Finding
    url: str


@dataclass(frozen=True)
class State:
    tournament: Tournament
    stands: Sequence[SittingStatus]
    entrants: Sequence[Entrant]
    findings: Sequence[Finding]

    @property
    def here(self) -> list[Entrant]:
        return self._in(EntrantState.HERE)

    @property
    def to_come(self) -> list[Entrant]:
        return self._in(EntrantState.ENTERED)

    @property
    def left(self) -> list[Entrant]:
        return self._in(EntrantState.GONE, EntrantState.REPLACED)

    @property
    def next_number(self) -> int:
        return len(self.stands) + 1

    @property
    def is_final_next(self) -> bool:
        finalists, planned = self.tournament.finalists, self.tournament.sittings_planned
        return bool(finalists) and self.next_number > planned

    @property
    def waiting(self) -> SittingStatus | None:
        """The first draw that is not published."""
        return next((each for each in self.stands if each.sitting.published_at is None), None)

    def _in(self, *states: str) -> list[Entrant]:
        found = [entrant for entrant in self.entrants if entrant.state in states]
        return sorted(found, key=lambda entrant: entrant.player.sort_key())


def state_of(tournament: Tournament) -> State:
    rows = tournament.entrants.select_related("player", "substitute__player")
    return State(
        tournament,
        sitting_views.load_sittings(tournament, hidden=True),
        list(rows.order_by("pk")),
        prechecks.precheck(tournament),
    )


def candidates(state: State) -> list[Player]:
    """Players of the club who are not entered."""
    entered = {entrant.player_id for entrant in state.entrants}
    players = sorted(state.tournament.season.club.players.all(), key=Player.sort_key)
    return [player for player in players if player.pk not in entered]


def steps(state: State) -> list[Next]:
    """What to do now, the most urgent first; there is always one."""
    if state.tournament.closed_at is not None:
        return [Next(Step.CLOSED)]
    found = [*_of_draft(state), *_of_play(state)]
    if state.waiting is None:
        found += _of_draw(state, is_quiet=bool(found))
    return found or [Next(Step.CHECK_IN, count=len(state.here))]


def told(state: State) -> list[Told]:
    """What should be known before the next draw."""
    pages = {stand.sitting.number: stand.sitting.pk for stand in state.stands}
    crowd = len(state.to_come) > FEW
    found = [
        Told(each, _address(state.tournament, each.path, pages))
        for each in state.findings
        if each.code not in AS_STEPS and not (crowd and each.code == NOT_HERE)
    ]
    if crowd:
        words = _("%(count)s are entered and not checked in.") % {"count": len(state.to_come)}
        people = reverse("web:seeding", args=[state.tournament.pk])
        found.append(Told(Finding(Fault(NOT_HERE, "entrants", words)), people))
    return found


def log(tournament: Tournament) -> "QuerySet[Incident]":
    """The newest first."""
    rows: QuerySet[Incident] = tournament.incidents.select_related("player", "other", "by")
    return rows.order_by("-pk")[:LINES]


def version(tournament: Tournament) -> str:
    """Changes whenever the desk would."""
    newest = tournament.incidents.aggregate(newest=Max("pk"))["newest"]
    return f"{versions.tournament(tournament.pk)}-{tournament.version}-{newest}"


def _of_draft(state: State) -> Iterator[Next]:
    stand = state.waiting
    if stand is not None:
        is_draft = stand.state == SittingState.DRAFT
        yield Next(
            Step.CHECK if is_draft else Step.PUBLISH,
            stand.sitting.number,
            stand=stand,
            is_final=stand.sitting.kind == SittingKind.FINAL,
        )


def _of_play(state: State) -> Iterator[Next]:
    for stand in state.stands:
        if stand.state not in OPEN:
            continue
        number, sitting = stand.sitting.number, stand.sitting
        if sitting.minutes and sitting.started_at is None:
            yield Next(Step.START, number, stand=stand)
        yield Next(Step.PLAYING, number, len(stand.missing), stand=stand)


def _of_draw(state: State, *, is_quiet: bool) -> Iterator[Next]:
    codes = {finding.code for finding in state.findings if finding.blocking}
    if "played_out" in codes:
        if not is_quiet:
            yield Next(Step.CLOSE)
        return
    few = "too_few" in codes
    if few and state.tournament.format == Format.KNOCK_OUT and state.stands:
        if not is_quiet:
            yield Next(Step.CLOSE)
        return
    if not few and not is_quiet:
        number = state.next_number
        yield Next(Step.DRAW, number, len(state.here), is_final=state.is_final_next)
    if few or (state.to_come and not state.stands):
        yield Next(Step.CHECK_IN, count=len(state.here))
    if not state.tournament.sittings_planned and state.stands and not is_quiet:
        yield Next(Step.CLOSE)


def _address(tournament: Tournament, path: str, pages: dict[int, int]) -> str:
    """`sittings.2.tables.3` and `entrants.17`, as prechecks name them."""
    match path.split("."):
        case ["sittings", number, "tables", table]:
            return reverse("web:desk_sitting", args=[pages[int(number)]]) + f"#table-{table}"
        case ["sittings", number]:
            return reverse("web:desk_sitting", args=[pages[int(number)]])
        case ["entrants", player]:
            return reverse("web:entrant", args=[tournament.pk, int(player)])
    return ""
