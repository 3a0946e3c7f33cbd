"""The status of a result, derived only from its match, its season and the clock
(scoring.pure.results). No row says that a result is final, so no task has to run when its time is
over."""

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
from league.models import Match, Season, Seat, Session, SittingState
from league.operations.matches import names_at_tables
from league.operations.matches.rounds_sql import SeatedPlayer
from scoring import standings_queries
from scoring.models import Table
from scoring.pure import results
from scoring.pure.results import Quorum, ResultFacts, ResultState, ResultStatus

SITTING = "sitting_table__sitting"
RELATED = ("session__season", SITTING)  # avoids a query per match


def result_fingerprint(match: Match, players: Sequence[SeatedPlayer], verdict: Verdict) -> str:
    """Return a hash of the rounds, totals, places and end of a match: what people confirm or
    dispute. It contains seats and nothing that another server would number otherwise."""
    forfeited_seats = [
        seat for seat, player in enumerate(players) if player.player_id in match.forfeits
    ]
    content = [
        [round_.to_json() for round_ in verdict.rounds],
        match.totals,
        match.places,
        forfeited_seats,
        match.stopped_at is not None,
    ]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def result_status(match: Match, now: datetime | None = None) -> ResultStatus:
    """Return the status of the result at the time `now`."""
    season, confirmations = match.session.season, confirmed_seats(match)
    facts = ResultFacts(
        has_result=match.over,
        quorum=Quorum(season.confirmation),
        seats=len(match.totals),
        confirmed=frozenset(seat for seat, _own in confirmations if seat is not None),
        own=next((seat for seat, own in confirmations if own), None),
        by_referee=any(seat is None for seat, _own in confirmations),
        by_time=is_due(match, now),
        disputed=match.disputed > 0,
        void=match.stopped_at is not None and not match.over,
        postponed=match.is_postponed,
    )
    status = results.result_status(facts)
    if status.state == ResultState.ENTERED and _is_locked(match):
        return results.result_status(replace(facts, locked=True))
    return status


def confirmed_seats(match: Match) -> list[tuple[int | None, bool]]:
    """Return the confirmations of the current result: the seat (None for a referee), and whether
    that player had entered the result himself."""
    return [(seat, own) for result, seat, own in match.confirmed if result == match.result]


def due_at(match: Match) -> datetime | None:
    """Return when the result counts as confirmed without confirmations; None if it never does."""
    if not match.over or match.result_at is None:
        return None
    season = match.session.season
    if season.confirmation == Quorum.NOBODY or not season.confirm_after_hours:
        return None
    return results.due_at(match.result_at, season.confirm_after_hours)


def is_due(match: Match, now: datetime | None = None) -> bool:
    """Return whether the time to object to the result is over."""
    due = due_at(match)
    return due is not None and due <= (now or timezone.now())


def hour_tag(season: Season, now: datetime | None = None) -> str:
    """Return the part of versions and entity tags that changes with the hour where results do;
    empty elsewhere."""
    if season.confirmation == Quorum.NOBODY or not season.confirm_after_hours:
        return ""
    return f"h{int((now or timezone.now()).timestamp()) // 3600}"


def with_relations(rows: "QuerySet[Match]", *, club: bool = False) -> "QuerySet[Match]":
    """Return the rows with the relations that `result_status` needs, so that it causes no
    queries."""
    return rows.select_related(*RELATED, *(["session__season__club"] if club else []))


def matches_of_session(session: Session) -> "QuerySet[Match]":
    """Return the matches of a session with the relations that `result_status` needs; they share
    the session."""
    return session.matches.select_related(SITTING)


def prefetch_matches(*, substitutions: bool = False) -> "Prefetch[str]":
    """Return a prefetch of the matches of the tables of sittings, with their relations, and with
    their substitutions on request."""
    lookups = [names_at_tables.substitutions_lookup()] if substitutions else []
    rows = with_relations(Match.objects.all())
    return Prefetch("tables__match", rows.prefetch_related(*lookups))


def provisional_results(
    season: Season, game: str = "", now: datetime | None = None
) -> dict[int, ResultStatus]:
    """Return the results of a season that are not final, by match, with one query."""
    rows = Match.objects.filter(session__season=season, over=True).order_by()
    if season.confirmation == Quorum.NOBODY:
        rows = rows.filter(disputed__gt=0)
    if game:
        rows = rows.filter(game=game)
    statuses = {match.pk: result_status(match, now) for match in with_relations(rows)}
    return {pk: status for pk, status in statuses.items() if status.is_provisional}


def provisional_in(table: Table, now: datetime | None = None) -> dict[int, ResultStatus]:
    """Return the results that count in a table and are not final, by match."""
    of_season = provisional_results(table.season, table.game, now)
    if table.league is None or not of_season:
        return of_season
    counted = standings_queries.counted_matches(table).filter(match__in=of_season)
    matches = set(counted.values_list("match_id", flat=True))
    return {pk: status for pk, status in of_season.items() if pk in matches}


def players_of(matches: Iterable[int]) -> set[int]:
    """Return the ids of the players of these matches."""
    match_ids = list(matches)
    if not match_ids:
        return set()
    return set(Seat.objects.filter(match__in=match_ids).values_list("player", flat=True))


def provisional_among(matches: Iterable[Match]) -> Mapping[int, ResultStatus]:
    """Return the results of these matches that are not final, by match."""
    statuses = {match.pk: result_status(match) for match in matches if match.over}
    return {pk: status for pk, status in statuses.items() if status.is_provisional}


def require_result(match: Match) -> None:
    """Raise Conflict unless the match has a result."""
    if not match.over:
        words = _("This match has no result yet: play it to its end, or stop it.")
        if match.stopped_at is not None:
            words = _("This match was stopped without a result: resume it first.")
        raise Conflict(words, [Fault("no_result", "", words).to_json()])


def _is_locked(match: Match) -> bool:
    """Return whether the sitting of the match is locked; this is a query unless `with_relations`
    has loaded it."""
    table = getattr(match, "sitting_table", None)
    return table is not None and table.sitting.state == SittingState.LOCKED
