"""The only writer of Result, and of what a table has to show (`facts_version`, `scheme`).

Callers hold a transaction; the refresh is announced after it is committed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring import tasks
from scoring.models import Result, Table
from scoring.schemes import Scheme


@dataclass(frozen=True)
class Finish:
    """One seat of a finished match."""

    player_id: int
    score: int
    place: int


def open_tables(season_id: int, games: Iterable[str], scheme: Scheme) -> None:
    """The overall table of a season and one for each game; known ones take the scheme."""
    for game in ["", *games]:
        Table.objects.update_or_create(
            season_id=season_id, game=game, defaults={"scheme": scheme.to_json()}
        )
    _raise_versions(season_id)


def record(
    *,
    season_id: int,
    session_id: int,
    match_id: int,
    match_version: int,
    game: str,
    finish: Sequence[Finish],
) -> None:
    """Make the live facts of a match those of `finish`; an empty one says it is not over.

    Facts that stay the same are left alone, so a correction that changes nothing moves no table.
    """
    live = Result.objects.live().filter(match_id=match_id)
    known = [Finish(row.player_id, row.score, row.place) for row in live.order_by("seat")]
    if known == list(finish):
        return
    live.update(voided_at=timezone.now())
    Result.objects.bulk_create(
        Result(
            season_id=season_id,
            session_id=session_id,
            match_id=match_id,
            match_version=match_version,
            game=game,
            seat=seat,
            players=len(finish),
            player_id=line.player_id,
            score=line.score,
            place=line.place,
        )
        for seat, line in enumerate(finish)
    )
    _raise_versions(season_id, games=["", game])


def _raise_versions(season_id: int, games: Sequence[str] | None = None) -> None:
    """In the order of ids, so that two matches of one season cannot wait for each other."""
    tables = Table.objects.filter(season_id=season_id).order_by("id")
    if games is not None:
        tables = tables.filter(game__in=games)
    for table_id in tables.select_for_update().values_list("id", flat=True):
        Table.objects.filter(id=table_id).update(facts_version=F("facts_version") + 1)
        transaction.on_commit(partial(tasks.announce, table_id), robust=True)
