"""What stands in the way of a draw, or should be known before it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault
from league.models import (
    Entrant,
    EntrantState,
    Format,
    Match,
    Sitting,
    SittingKind,
    SittingTable,
    Tournament,
)
from league.operations.matches import match_results
from league.operations.tournaments.draw import seating_requests
from seating.rules import Rule
from seating.sizes import partition

UNMET = (Rule.FORBIDDEN_PAIR, Rule.TOGETHER, Rule.FIXED_TABLE, Rule.STEP_FREE, Rule.LEVEL_GAP)


@dataclass(frozen=True)
class Finding:
    """`blocking`: nothing is drawn meanwhile. `provisional`: a draw that is marked so may be made
    all the same. Paths are `sittings.2.tables.3` or `entrants.17` (the player)."""

    fault: Fault
    blocking: bool = False
    provisional: bool = False

    @property
    def code(self) -> str:
        return self.fault.code

    @property
    def path(self) -> str:
        return self.fault.path

    @property
    def message(self) -> str:
        return self.fault.message


def precheck(tournament: Tournament) -> list[Finding]:
    """What blocks comes first."""
    sittings = list(tournament.sittings.prefetch_related(match_results.prefetch_matches()))
    entrants = list(tournament.entrants.select_related("player").order_by("pk"))
    over = list(_played_out(tournament, sittings))
    found = [
        *_closed(tournament),
        *_drafts(sittings),
        *_missing(sittings),
        *_unsettled(sittings),
        *over,
        *([] if over else _numbers(tournament, sittings, entrants)),
        *_entrants(entrants),
        *_outranked(tournament, [each for each in sittings if each.published_at is None]),
        *_unmet(sittings),
    ]
    return sorted(found, key=lambda finding: not finding.blocking)


def refuse_draw(tournament: Tournament, *, provisional: bool) -> list[Finding]:
    """Conflict while something blocks; the findings that a provisional draw is made in spite of."""
    blocking = [finding for finding in precheck(tournament) if finding.blocking]
    waived = [finding for finding in blocking if provisional and finding.provisional]
    left = [finding for finding in blocking if finding not in waived]
    if left:
        raise Conflict(left[0].message, [finding.fault.to_json() for finding in left])
    return waived


def _closed(tournament: Tournament) -> Iterator[Finding]:
    if tournament.closed_at is not None:
        yield Finding(Fault("closed", "", _("This tournament is closed.")), blocking=True)


def _drafts(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting in sittings:
        if sitting.published_at is None:
            words = _("Sitting %(number)s is drawn and not published yet.")
            words %= {"number": sitting.number}
            path = f"sittings.{sitting.number}"
            yield Finding(Fault("draft_waiting", path, words), blocking=True)
            return


def _missing(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting, table, match in _matches(sittings):
        if match.is_postponed:
            words = _("Table %(table)s of sitting %(number)s is postponed: its result is missing.")
            fault = Fault("postponed", *_at(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)
        elif not match.ended:
            words = _("The result of table %(table)s of sitting %(number)s is missing.")
            fault = Fault("result_missing", *_at(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)


def _unsettled(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    """Results that are not final: what is disputed may turn out quite another."""
    for sitting, table, match in _matches(sittings):
        told = match_results.result_status(match)
        if told.is_disputed:
            words = _("The result of table %(table)s of sitting %(number)s is disputed.")
            fault = Fault("result_disputed", *_at(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)
        elif told.is_provisional:
            words = _("The result of table %(table)s of sitting %(number)s is not confirmed.")
            yield Finding(Fault("result_unconfirmed", *_at(sitting, table, words)))


def _matches(sittings: Sequence[Sitting]) -> Iterator[tuple[Sitting, SittingTable, Match]]:
    for sitting in sittings:
        for table in sitting.tables.all() if sitting.published_at else ():
            if table.match is not None:
                yield sitting, table, table.match


def _at(sitting: Sitting, table: SittingTable, words: str) -> tuple[str, str]:
    """Path and words."""
    path = f"sittings.{sitting.number}.tables.{table.number}"
    return path, words % {"table": table.number, "number": sitting.number}


def _played_out(tournament: Tournament, sittings: Sequence[Sitting]) -> Iterator[Finding]:
    last = sittings[-1] if sittings else None
    if last is None or last.published_at is None:
        return
    planned = tournament.sittings_planned
    if last.kind == SittingKind.FINAL:
        words = _("The final is drawn: nothing follows it.")
        yield Finding(Fault("played_out", "", words), blocking=True)
    elif planned and last.number >= planned and not tournament.finalists:
        words = _("All %(count)s planned sittings are drawn.") % {"count": planned}
        yield Finding(Fault("played_out", "", words), blocking=True)


def _numbers(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    here = _to_seat(tournament, sittings, entrants)
    if here < tournament.least:
        words = _("Players here: %(here)s. A table needs at least %(least)s.")
        words %= {"here": here, "least": tournament.least}
        yield Finding(Fault("too_few", "", words), blocking=True)
        return
    waiting = partition(here, seating_requests.sizes_of(tournament)).sit_out
    if waiting:
        words = _("Players who will sit out: %(count)s.") % {"count": waiting}
        yield Finding(Fault("sit_out", "", words))
    yield from _sizes(tournament, entrants, here)


def _to_seat(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> int:
    """Return how many players the next sitting is for."""
    here = sum(entrant.state == EntrantState.HERE for entrant in entrants)
    number = sittings[-1].number + 1 if sittings else 1
    if sittings and tournament.format == Format.KNOCK_OUT:
        return len(seating_requests.ask(tournament, number, seed=tournament.seed).players)
    is_final = seating_requests.kind_of(tournament, number) == SittingKind.FINAL
    return min(here, tournament.finalists) if is_final else here


def expected_tables(tournament: Tournament) -> tuple[int, ...]:
    """Return the sizes of the tables that the next draw makes."""
    sittings, entrants = list(tournament.sittings.all()), list(tournament.entrants.all())
    here = _to_seat(tournament, sittings, entrants)
    return partition(here, seating_requests.sizes_to_draw(tournament, here)).tables


def words_of_sizes(tables: Sequence[int]) -> str:
    """Return how many tables there are of each size, the largest first."""
    words = [
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in Counter(tables).items()
    ]
    return ", ".join(words)


def _sizes(tournament: Tournament, entrants: Sequence[Entrant], here: int) -> Iterator[Finding]:
    """Return what makes tables of other sizes than those that the organiser has chosen."""
    tables = partition(here, seating_requests.sizes_to_draw(tournament, here)).tables
    if tournament.preferred and set(tables) - set(tournament.preferred):
        words = _("Players to seat: %(here)s. Best sizes: %(best)s. There will be %(tables)s.")
        best = ", ".join(map(str, tournament.preferred))
        words %= {"here": here, "best": best, "tables": words_of_sizes(tables)}
        yield Finding(Fault("other_sizes", "", words))
    present = [entrant for entrant in entrants if entrant.state == EntrantState.HERE]
    if seating_requests.rivals(tournament, present):
        words = _(
            "Wishes, needs or your own order of what counts come before the sizes of tables: "
            "tables of %(least)s to %(most)s players are possible."
        )
        words %= {"least": tournament.least, "most": tournament.most}
        yield Finding(Fault("sizes_may_change", "", words))


def _entrants(entrants: Sequence[Entrant]) -> Iterator[Finding]:
    names = defaultdict[str, list[Entrant]](list)
    for entrant in entrants:
        names[entrant.player.name.casefold()].append(entrant)
        if entrant.state == EntrantState.ENTERED:
            words = _("%(name)s is entered and not checked in.") % {"name": entrant.player.name}
            yield Finding(Fault("not_checked_in", f"entrants.{entrant.player_id}", words))
    for same in names.values():
        for entrant in same[1:]:
            words = _("Two entrants have the name %(name)s.") % {"name": entrant.player.name}
            yield Finding(Fault("same_name", f"entrants.{entrant.player_id}", words))


def _unmet(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    """Of what is drawn and not published yet."""
    for sitting in sittings:
        if sitting.published_at is None:
            yield from unmet(sitting)


def _outranked(tournament: Tournament, drafts: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting in seating_requests.outranked(tournament, drafts):
        words = _(
            "Sitting %(number)s was drawn before the results changed: the ranking is another."
        )
        words %= {"number": sitting.number}
        yield Finding(Fault("ranking_changed", f"sittings.{sitting.number}", words))


def unmet(sitting: Sitting) -> Iterator[Finding]:
    """Wishes and needs that the plan of a sitting does not meet."""
    cost = sitting.plan.get("cost", {})
    if sum(cost.get(rule, 0) for rule in UNMET):
        words = _("Some wishes or needs are not met in sitting %(number)s.")
        words %= {"number": sitting.number}
        yield Finding(Fault("unmet", f"sittings.{sitting.number}", words))


def of_draft(sitting: Sitting) -> list[Finding]:
    """Why a drawn sitting is not as it would be drawn today, and what it does not meet."""
    return [*_stale(sitting), *_outranked(sitting.tournament, [sitting]), *unmet(sitting)]


def _stale(sitting: Sitting) -> Iterator[Finding]:
    asked = seating_requests.again(sitting)
    seated = {player for table in sitting.tables.all() for player in table.players}
    if seated | set(sitting.sit_out) != set(asked.players):
        words = _("Players have come or gone since this sitting was drawn.")
        yield Finding(Fault("players_changed", "", words), blocking=True)
    elif seating_requests.is_outdated(sitting, asked):
        words = _("Results or settings have changed since this sitting was drawn.")
        fault = Fault("facts_changed", "", words)
        yield Finding(fault, blocking=not sitting.provisional, provisional=True)
