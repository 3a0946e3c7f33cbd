"""Reasons of a table or a sit-out for the players themselves, at evenings and in tournaments.

Wishes, levels and needs are private, so nothing here reads them: the answers follow only from the
seats and sit-outs, now and before, and are the same whether a wish decided or not. Read-only.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any, NamedTuple

from league.models import Match, Player, SeatingPlan, Session, Sitting
from league.models.tournaments import PUBLISHED_STATES
from league.operations.seating import past_evenings, plans
from league.operations.seating.past_evenings import PastTable
from league.operations.seating.requests import parse_plan
from scoring.models import SitOut
from seating.rules import Mode
from seating.sizes import SitOutReason

PUBLIC_KEYS = ("seating", "players", "table_sizes", "history")  # of a request


class Meetings(NamedTuple):
    """Earlier meetings of two players of a table: `times` in the season or tournament. `last_at` is
    the start of the latest evening, also of an earlier season, or None."""

    players: tuple[Player, Player]
    times: int
    last_at: datetime | None
    is_same_session: bool


@dataclass(frozen=True)
class TableReasons:
    """The meetings of the pairs of a table, and the sizes of all tables that were seated together,
    the largest first."""

    meetings: list[Meetings]
    sizes: list[int]
    is_tournament: bool


@dataclass(frozen=True)
class OwnSitOut:
    """Why a player sits out: a `reason` about sizes if there is one, how often before in the season
    or tournament, and whether no other player has sat out less."""

    player: Player
    reason: SitOutReason | None
    before: int
    is_least: bool


def of_table(match: Match, players: Sequence[Player], of: Collection[int] = ()) -> TableReasons:
    """Return the reasons of the table of these players; without `of` for all its pairs, else only
    for pairs with these players."""
    pairs = [
        (one, other)
        for one, other in combinations(players, 2)
        if not of or one.pk in of or other.pk in of
    ]
    session = match.session
    tables = past_evenings.tables_of(session, of or [player.pk for player in players])
    earlier = [
        table
        for number, table in tables.items()
        if table.session != session.pk or number < match.pk
    ]
    sizes = sorted(_sizes_seated_with(match), reverse=True)
    return TableReasons(
        [_meetings(pair, earlier, session) for pair in pairs],
        sizes if len(players) in sizes else [],  # tables may have been merged or split since
        is_tournament=getattr(match, "sitting_table", None) is not None,
    )


def sit_outs_of_session(session: Session, players: Iterable[Player]) -> list[OwnSitOut]:
    """Return the players that the latest seating of an evening left out, while its tables play."""
    by_id = {player.pk: player for player in players}
    noted = SitOut.objects.live().filter(session=session, player__in=by_id)
    noted_ids = set(noted.values_list("player", flat=True))
    stored = session.seating_plans.order_by("-pk").first() if noted_ids else None
    if stored is None or not _is_any_running(pk for part in stored.parts for pk in part["matches"]):
        return []
    return [
        line
        for part in stored.parts
        for line in _sit_outs(part["request"], part["plan"], 0, by_id)
        if line.player.pk in noted_ids
    ]


def sit_outs_of_tournament(season: int, players: Iterable[Player]) -> list[OwnSitOut]:
    """Return the players that the latest published round of a tournament leaves out, while its
    tables play."""
    by_id = {player.pk: player for player in players}
    rounds = Sitting.objects.filter(tournament__season=season, state__in=PUBLISHED_STATES)
    sitting = rounds.defer("request", "plan").order_by("-number").first()
    left_out = {pk: by_id[pk] for pk in sitting.sit_out if pk in by_id} if sitting else {}
    if sitting is None or not left_out:
        return []
    if not _is_any_running(sitting.tables.values_list("match", flat=True)):
        return []
    return _sit_outs(sitting.request, sitting.plan, sitting.plan_round, left_out)


def _meetings(
    pair: tuple[Player, Player], earlier: Iterable[PastTable], session: Session
) -> Meetings:
    ids = {player.pk for player in pair}
    shared = [table for table in earlier if ids.issubset(table.players)]
    last = max(shared, key=lambda table: table.starts_at, default=None)
    times = sum(table.season == session.season_id for table in shared)
    return Meetings(
        pair,
        times,
        last.starts_at if last else None,
        is_same_session=last is not None and last.session == session.pk,
    )


def _sizes_seated_with(match: Match) -> list[int]:
    """Return the sizes of the tables of the same seating; empty for a table made by hand."""
    if (sitting_table := getattr(match, "sitting_table", None)) is not None:
        return [len(table.players) for table in sitting_table.sitting.tables.all()]
    later = SeatingPlan.objects.filter(session=match.session_id, created_at__gte=match.created_at)
    stored = later.order_by("created_at", "pk").first()
    if stored is None or not any(match.pk in part["matches"] for part in stored.parts):
        return []
    return [
        len(table)
        for part in stored.parts
        for table in part["plan"]["rounds"][0]["tables"]
    ]  # fmt: skip


def _sit_outs(
    request: Mapping[str, Any],
    plan: Mapping[str, Any],
    number: int,
    players: Mapping[int, Player],
) -> list[OwnSitOut]:
    """Return why these players sit out of a round of a plan."""
    public_request = {
        **{key: request[key] for key in PUBLIC_KEYS if key in request},
        "mode": str(Mode.SOCIAL),
        "rules": [],
    }
    explanation = plans.explain_plan(public_request, parse_plan(plan), number)
    return [
        OwnSitOut(
            players[line["player"]],
            SitOutReason(line["reason"]) if line["reason"] in {*SitOutReason} else None,
            line["sat_out_before"],
            line["sat_out_before"] == line["fewest_before"],
        )
        for line in explanation["sit_out"]
        if line["player"] in players
    ]


def _is_any_running(match_ids: Iterable[int | None]) -> bool:
    return Match.objects.filter(pk__in=[*match_ids], over=False, stopped_at=None).exists()
