"""How a result stands: told from its match, its season and the clock alone (scoring.pure.results).
Nobody writes that a result is final, so nothing has to run when its time is over."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.base import Verdict
from league.errors import Conflict, Fault
from league.models import Match, Season, Seat, SittingState
from league.operations.matches.rounds_sql import SeatedPlayer
from scoring.pure import results
from scoring.pure.results import Facts, Quorum, State, Told

RELATED = ("session__season", "sitting_table__sitting")  # so that no match asks on its own


def mark(match: Match, players: Sequence[SeatedPlayer], verdict: Verdict) -> str:
    """The same for the same rounds, totals, places and end; what people confirm or dispute. It
    names seats and nothing that another server would number otherwise."""
    lost = [seat for seat, player in enumerate(players) if player.player_id in match.forfeits]
    told = [
        [each.to_json() for each in verdict.rounds],
        match.totals,
        match.places,
        lost,
        match.stopped_at is not None,
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]


def told(match: Match, now: datetime | None = None) -> Told:
    season, said = match.session.season, said_of(match)
    facts = Facts(
        has_result=match.over,
        quorum=Quorum(season.confirmation),
        seats=len(match.totals),
        confirmed=frozenset(seat for seat, _own in said if seat is not None),
        own=next((seat for seat, own in said if own), None),
        by_referee=any(seat is None for seat, _own in said),
        by_time=is_due(match, now),
        disputed=match.disputed > 0,
        void=match.stopped_at is not None and not match.over,
        postponed=match.is_postponed,
    )
    found = results.tell(facts)
    if found.state == State.ENTERED and _is_locked(match):
        return results.tell(replace(facts, locked=True))
    return found


def said_of(match: Match) -> list[tuple[int | None, bool]]:
    """The confirmations of the result as it is: seat (none: a referee), and whether of one who had
    entered it himself."""
    return [(seat, own) for result, seat, own in match.confirmed if result == match.result]


def due_at(match: Match) -> datetime | None:
    """When the result counts as confirmed whoever has confirmed it."""
    if not match.over or match.result_at is None:
        return None
    season = match.session.season
    if season.confirmation == Quorum.NOBODY or not season.confirm_after_hours:
        return None
    return results.due_at(match.result_at, season.confirm_after_hours)


def is_due(match: Match, now: datetime | None = None) -> bool:
    at = due_at(match)
    return at is not None and at <= (now or timezone.now())


def hour_of(season: Season, now: datetime | None = None) -> str:
    """A part of versions and tags where results change with the hour; empty elsewhere."""
    if season.confirmation == Quorum.NOBODY or not season.confirm_after_hours:
        return ""
    return f"h{int((now or timezone.now()).timestamp()) // 3600}"


def loaded(rows: "QuerySet[Match]", *, club: bool = False) -> "QuerySet[Match]":
    return rows.select_related(*RELATED, *(["session__season__club"] if club else []))


def of_tables() -> "Prefetch[str]":
    """The matches of the tables of sittings, with all that is asked of them."""
    return Prefetch("tables__match", loaded(Match.objects.all()))


def provisional(season: Season, game: str = "", now: datetime | None = None) -> dict[int, Told]:
    """The results of a season that are not final, by match: one question."""
    rows = Match.objects.filter(session__season=season, over=True).order_by()
    if season.confirmation == Quorum.NOBODY:
        rows = rows.filter(disputed__gt=0)
    found = {each.pk: told(each, now) for each in loaded(rows.filter(game=game) if game else rows)}
    return {pk: each for pk, each in found.items() if each.is_provisional}


def players_of(matches: Iterable[int]) -> set[int]:
    """Who sat in these matches."""
    wanted = list(matches)
    if not wanted:
        return set()
    return set(Seat.objects.filter(match__in=wanted).values_list("player", flat=True))


def waiting(matches: Iterable[Match]) -> Mapping[int, Told]:
    """Of these matches those whose result is not final."""
    found = {match.pk: told(match) for match in matches if match.over}
    return {pk: each for pk, each in found.items() if each.is_provisional}


def refuse_without(match: Match) -> None:
    if not match.over:
        words = _("This match has no result.")
        raise Conflict(words, [Fault("no_result", "", words).to_json()])


def _is_locked(match: Match) -> bool:
    """Reads the sitting unless `loaded` has brought it."""
    table = getattr(match, "sitting_table", None)
    return table is not None and table.sitting.state == SittingState.LOCKED
