"""Prechecks of a draw: findings that prevent it, and warnings before it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from league.names import name_key
from league.operations.matches import match_results
from league.operations.seating import plans
from league.operations.tournaments import places_played_for
from league.operations.tournaments.draw import seating_requests, selections
from league.operations.tournaments.draw.scripted_rounds import has_round, scripted_round
from league.operations.tournaments.draw.seating_requests import SeatingRequest
from seating.rules import Rule
from seating.sizes import partition

MOST_PAIRS_LISTED = 60
UNMET = (Rule.FORBIDDEN_PAIR, Rule.TOGETHER, Rule.FIXED_TABLE, Rule.STEP_FREE, Rule.LEVEL_GAP)


@dataclass(frozen=True)
class Finding:
    """A finding about a tournament. `blocking`: it prevents the draw. `provisional`: a draw that is
    marked as provisional is possible all the same. Paths are `sittings.2.tables.3` or `entrants.17`
    (the player)."""

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
    """Return the findings, the blocking ones first."""
    if tournament.is_arena:
        return [*_closed(tournament), *_arena()]
    sittings = list(tournament.sittings.prefetch_related(match_results.prefetch_matches()))
    entrants = list(tournament.entrants.select_related("player").order_by("pk"))
    played_out = list(_played_out(tournament, sittings))
    findings = [
        *_closed(tournament),
        *_drafts(sittings),
        *_missing(sittings),
        *_provisional(sittings),
        *played_out,
        *([] if played_out else _seats(tournament, sittings, entrants)),
        *_entrants(entrants),
        *_never_meeting(tournament, sittings, entrants),
        *_outranked(tournament, [sitting for sitting in sittings if sitting.published_at is None]),
        *_unmet_in_drafts(sittings),
    ]
    return sorted(findings, key=lambda finding: not finding.blocking)


def require_drawable(tournament: Tournament, *, provisional: bool) -> list[Finding]:
    """Raise Conflict if a finding prevents the draw; return the findings that a provisional draw
    ignores."""
    blocking = [finding for finding in precheck(tournament) if finding.blocking]
    waived = [finding for finding in blocking if provisional and finding.provisional]
    remaining = [finding for finding in blocking if finding not in waived]
    if remaining:
        raise Conflict(remaining[0].message, [finding.fault.to_json() for finding in remaining])
    return waived


def _closed(tournament: Tournament) -> Iterator[Finding]:
    if tournament.closed_at is not None:
        yield Finding(
            Fault("closed", "", _("This tournament is closed. Reopen it first.")), blocking=True
        )


def _arena() -> Iterator[Finding]:
    words = _("An arena has no rounds to draw: seat its players in “Manage evening”.")
    yield Finding(Fault("arena", "", words), blocking=True)


def _drafts(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting in sittings:
        if sitting.published_at is None:
            words = _("Round %(number)s is drawn but not published yet. Publish it first.")
            words %= {"number": sitting.number}
            path = f"sittings.{sitting.number}"
            yield Finding(Fault("draft_waiting", path, words), blocking=True)
            return


def _missing(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting, table, match in _matches(sittings):
        if match.is_postponed:
            words = _("Table %(table)s of round %(number)s is postponed: its result is missing.")
            fault = Fault("postponed", *_table_fault(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)
        elif not match.ended:
            words = _("The result of table %(table)s of round %(number)s is missing.")
            fault = Fault("result_missing", *_table_fault(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)


def _provisional(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    """Yield a finding per result that is not final: a disputed result may still change."""
    for sitting, table, match in _matches(sittings):
        status = match_results.result_status(match)
        if status.is_disputed:
            words = _("The result of table %(table)s of round %(number)s is disputed.")
            fault = Fault("result_disputed", *_table_fault(sitting, table, words))
            yield Finding(fault, blocking=True, provisional=True)
        elif status.is_provisional:
            words = _("The result of table %(table)s of round %(number)s is not confirmed.")
            yield Finding(Fault("result_unconfirmed", *_table_fault(sitting, table, words)))


def _matches(sittings: Sequence[Sitting]) -> Iterator[tuple[Sitting, SittingTable, Match]]:
    for sitting in sittings:
        for table in sitting.tables.all() if sitting.published_at else ():
            if table.match is not None:
                yield sitting, table, table.match


def _table_fault(sitting: Sitting, table: SittingTable, words: str) -> tuple[str, str]:
    """Return the path of a table and the words about it."""
    path = f"sittings.{sitting.number}.tables.{table.number}"
    return path, words % {"table": table.number, "number": sitting.number}


def _played_out(tournament: Tournament, sittings: Sequence[Sitting]) -> Iterator[Finding]:
    last = sittings[-1] if sittings else None
    if last is None or last.published_at is None:
        return
    planned = tournament.sittings_planned
    if last.kind == SittingKind.FINAL:
        words = _("The final is already drawn. It is the last round.")
        yield Finding(Fault("played_out", "", words), blocking=True)
    elif planned and last.number >= planned and not tournament.finalists:
        words = _("All %(count)s planned rounds are drawn.") % {"count": planned}
        yield Finding(Fault("played_out", "", words), blocking=True)


def _seats(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    number = len(sittings) + 1
    kind = selections.sitting_kind(tournament, number)
    if tournament.format != Format.SCRIPT or kind == SittingKind.FINAL:
        yield from _numbers(tournament, sittings, entrants)
    elif has_round(tournament, number):
        yield from _scripted(tournament, number, entrants)
    else:
        words = _("The seating plan has no round %(number)s yet. Upload it first.")
        yield Finding(Fault("no_script", "script", words % {"number": number}), blocking=True)


def _scripted(
    tournament: Tournament, number: int, entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    """Yield what becomes of the seats of a file: tables that are not played, seats that stay empty,
    players without a seat."""
    present = [entrant for entrant in entrants if entrant.plays(number)]
    seats = scripted_round(tournament, number, present)
    names = {entrant.player_id: entrant.player.name for entrant in entrants}
    at = {"number": number, "least": tournament.least, "most": tournament.most}
    if not seats.played:
        words = _(
            "No table of round %(number)s has enough players here: a table needs %(least)s to "
            "%(most)s. Check in its players, or upload another seating plan."
        )
        yield Finding(Fault("too_few", "", words % at), blocking=True)
        return
    for table in seats.not_played:
        words = ngettext(
            "Table %(table)s of round %(number)s is not played: it has %(count)s player here, and "
            "a table needs %(least)s to %(most)s.",
            "Table %(table)s of round %(number)s is not played: it has %(count)s players here, and "
            "a table needs %(least)s to %(most)s.",
            len(table.players),
        )
        words %= {**at, "table": table.number, "count": len(table.players)}
        yield Finding(Fault("table_not_played", "script", words))
    missing = [names[player] for table in seats.tables for player in table.missing]
    if missing:
        words = _("Empty seats in round %(number)s: %(people)s.")
        words %= {**at, "people": ", ".join(missing)}
        yield Finding(Fault("empty_seats", "script", words))
    if out := [entrant for entrant in present if entrant.player_id not in seats.seated]:
        words = _("No seat in round %(number)s, so sitting out: %(people)s.")
        words %= {**at, "people": ", ".join(entrant.player.name for entrant in out)}
        yield Finding(Fault("sit_out", "script", words))


def _numbers(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    count = _count_to_seat(tournament, sittings, entrants)
    if count < tournament.least:
        words = _("Players here: %(here)s. A table needs at least %(least)s.")
        words %= {"here": count, "least": tournament.least}
        yield Finding(Fault("too_few", "", words), blocking=True)
        return
    final = _final_with_consolation(tournament, sittings)
    sizes = selections.table_sizes(tournament)
    here = sum(entrant.state == EntrantState.HERE for entrant in entrants)
    sit_outs = here - count if final else partition(count, sizes).sit_out
    if sit_outs:
        words = _("Players who will sit out: %(count)s.") % {"count": sit_outs}
        yield Finding(Fault("sit_out", "", words))
    if final:
        yield from _consolation(final, entrants)
    else:
        yield from _sizes(tournament, entrants, count)


def _consolation(final: SeatingRequest, entrants: Sequence[Entrant]) -> Iterator[Finding]:
    """Yield a finding per table that plays for places below the final."""
    names = {str(entrant.player_id): entrant.player.name for entrant in entrants}
    tables = final.scripted_tables
    for number, places in enumerate(places_played_for.of_tables(tables)[1:], 2):
        people = ", ".join(names[player] for player in tables[number - 1])
        words = _("Table %(table)s – %(places)s: %(people)s.")
        words %= {"table": number, "places": places, "people": people}
        yield Finding(Fault("consolation", "", words))


def _never_meeting(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> Iterator[Finding]:
    """Yield a finding if some players never meet in the planned rounds of a round robin.

    The pairs come from the draw itself, so they are only known once all players are here.
    """
    states = Counter(entrant.state for entrant in entrants)
    is_next = not sittings and tournament.format == Format.ROUND_ROBIN
    if not is_next or states[EntrantState.ENTERED] or states[EntrantState.HERE] < tournament.least:
        return
    names = {str(entrant.player_id): entrant.player.name for entrant in entrants}
    plan = plans.draw(seating_requests.next_request(tournament).request)
    for reason in plan.reasons:
        if reason["code"] == "never_meet":
            words = never_meet_words(reason, names, len(plan.rounds))
            yield Finding(Fault("never_meet", "sittings_planned", words))


def never_meet_words(
    reason: Mapping[str, Any], names: Mapping[str, str], rounds: int | None = None
) -> str:
    """Return which pairs never meet, by name, at most the first of them."""
    pairs = [
        " – ".join(names.get(name, "?") for name in pair)
        for pair in reason["pairs"][:MOST_PAIRS_LISTED]
    ]
    listed = ", ".join([*pairs, *(["…"] if reason["count"] > len(pairs) else [])])
    if rounds is None:
        return _("These pairs never meet: %(pairs)s.") % {"pairs": listed}
    words = ngettext(
        "%(count)s pair does not meet in the planned rounds (%(rounds)s): %(pairs)s.",
        "%(count)s pairs do not meet in the planned rounds (%(rounds)s): %(pairs)s.",
        reason["count"],
    )
    return words % {"count": reason["count"], "rounds": rounds, "pairs": listed}


def _count_to_seat(
    tournament: Tournament, sittings: Sequence[Sitting], entrants: Sequence[Entrant]
) -> int:
    """Return how many players the next sitting is for."""
    number = sittings[-1].number + 1 if sittings else 1
    count = sum(entrant.plays(number) for entrant in entrants)
    if sittings and tournament.format == Format.KNOCK_OUT:
        return len(seating_requests.build_request(tournament, number, seed=tournament.seed).players)
    is_final = selections.sitting_kind(tournament, number) == SittingKind.FINAL
    return min(count, tournament.finalists) if is_final else count


def _final_with_consolation(
    tournament: Tournament, sittings: Sequence[Sitting]
) -> SeatingRequest | None:
    """Return the request of the next sitting if players who are out play on in it."""
    if not (sittings and tournament.consolation):
        return None
    number = sittings[-1].number + 1
    final = seating_requests.build_request(tournament, number, seed=tournament.seed)
    return final if final.scripted_tables else None


def expected_tables(tournament: Tournament) -> tuple[int, ...]:
    """Return the sizes of the tables that the next draw makes."""
    sittings, entrants = list(tournament.sittings.all()), list(tournament.entrants.all())
    if final := _final_with_consolation(tournament, sittings):
        return tuple(map(len, final.scripted_tables))
    number = len(sittings) + 1
    if tournament.format == Format.SCRIPT and has_round(tournament, number):
        present = [entrant for entrant in entrants if entrant.plays(number)]
        played = scripted_round(tournament, number, present).played
        return tuple(len(table.players) for table in played)
    count = _count_to_seat(tournament, sittings, entrants)
    return partition(count, seating_requests.sizes_to_draw(tournament, count)).tables


def sizes_in_words(tables: Sequence[int]) -> str:
    """Return how many tables there are of each size, the largest first."""
    words = [
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in Counter(tables).items()
    ]
    return ", ".join(words)


def _sizes(tournament: Tournament, entrants: Sequence[Entrant], count: int) -> Iterator[Finding]:
    """Yield the reasons for tables of other sizes than those that the organiser prefers."""
    tables = partition(count, seating_requests.sizes_to_draw(tournament, count)).tables
    if tournament.preferred and set(tables) - set(tournament.preferred):
        words = _(
            "Players to seat: %(here)s. Preferred table sizes: %(best)s. There will be %(tables)s."
        )
        best = ", ".join(map(str, tournament.preferred))
        words %= {"here": count, "best": best, "tables": sizes_in_words(tables)}
        yield Finding(Fault("other_sizes", "", words))
    present = [entrant for entrant in entrants if entrant.state == EntrantState.HERE]
    if seating_requests.rules_above_sizes(tournament, present):
        words = _(
            "Wishes, needs or your own order of rules come before table sizes: tables of "
            "%(least)s to %(most)s players are possible."
        )
        words %= {"least": tournament.least, "most": tournament.most}
        yield Finding(Fault("sizes_may_change", "", words))


def _entrants(entrants: Sequence[Entrant]) -> Iterator[Finding]:
    names = defaultdict[str, list[Entrant]](list)
    for entrant in entrants:
        names[name_key(entrant.player.name)].append(entrant)
        if entrant.state == EntrantState.ENTERED:
            words = _("%(name)s is entered but not checked in.") % {"name": entrant.player.name}
            yield Finding(Fault("not_checked_in", f"entrants.{entrant.player_id}", words))
    for entrants_of_name in names.values():
        for entrant in entrants_of_name[1:]:
            words = _("Two entrants are called %(name)s.") % {"name": entrant.player.name}
            yield Finding(Fault("same_name", f"entrants.{entrant.player_id}", words))


def _unmet_in_drafts(sittings: Sequence[Sitting]) -> Iterator[Finding]:
    """Yield the unmet constraints of drafts."""
    for sitting in sittings:
        if sitting.published_at is None:
            yield from unmet_constraints(sitting)


def _outranked(tournament: Tournament, drafts: Sequence[Sitting]) -> Iterator[Finding]:
    for sitting in seating_requests.drafts_with_old_ranking(tournament, drafts):
        words = _(
            "Round %(number)s was drawn before some results changed. It uses outdated standings."
        )
        words %= {"number": sitting.number}
        yield Finding(Fault("ranking_changed", f"sittings.{sitting.number}", words))


def unmet_constraints(sitting: Sitting) -> Iterator[Finding]:
    """Yield a finding if the plan of a sitting does not satisfy constraints or needs of players."""
    cost = sitting.plan.get("cost", {})
    if sum(cost.get(rule, 0) for rule in UNMET):
        words = _("Some wishes or needs are not met in round %(number)s.")
        words %= {"number": sitting.number}
        yield Finding(Fault("unmet", f"sittings.{sitting.number}", words))


def draft_findings(sitting: Sitting) -> list[Finding]:
    """Return why a draft is not as it would be drawn today, and what it does not satisfy."""
    return [
        *_outdated(sitting),
        *_outranked(sitting.tournament, [sitting]),
        *unmet_constraints(sitting),
    ]


def _outdated(sitting: Sitting) -> Iterator[Finding]:
    seating_request = seating_requests.current_request(sitting)
    seated_ids = {player for table in sitting.tables.all() for player in table.players}
    if seated_ids | set(sitting.sit_out) != set(seating_request.players):
        words = _("Players have arrived or left since this round was drawn.")
        yield Finding(Fault("players_changed", "", words), blocking=True)
    elif seating_requests.is_outdated(sitting, seating_request):
        words = _("Results or settings have changed since this round was drawn.")
        fault = Fault("facts_changed", "", words)
        yield Finding(fault, blocking=not sitting.provisional, provisional=True)
