"""The only writer of facts (Result, Encounter, Penalty, SitOut, Draw) and of what is to be made of
them (Table, SchemeVersion, Ledger).

Callers hold a transaction. Each change takes the next version of the season's ledger, whose row
stays locked until the commit; the refresh is announced after it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring import tasks
from scoring.models import Draw, Ledger, Penalty, Result, SchemeVersion, SitOut, Table
from scoring.models import Encounter as StoredEncounter
from scoring.pure import encounters
from scoring.pure.encounters import Encounter
from scoring.pure.schemes import Scheme
from scoring.sql.fact_filters import SESSION


@dataclass(frozen=True)
class SeatResult:
    """One seat of a finished match."""

    player_id: int
    score: int
    place: int


def open_tables(
    season_id: int, games: Iterable[str], scheme: Scheme, *, by_id: int | None = None
) -> None:
    """The overall table of a season and one for each game; known ones take the scheme."""
    version = _next_version(season_id)  # before the tables, as results do that come in
    wanted = scheme.spelled_out()
    adopted = SchemeVersion.objects.filter(season_id=season_id).last()
    if adopted is None or adopted.scheme != wanted:
        number = adopted.number + 1 if adopted else 1
        adopted = SchemeVersion.objects.create(
            season_id=season_id, number=number, scheme=wanted, adopted_by_id=by_id
        )
    rules = {"scheme": wanted, "scheme_number": adopted.number}
    for game in ["", *games]:
        Table.objects.update_or_create(season_id=season_id, game=game, defaults=rules)
    _everybody(season_id, version)


def apply_new_dates(season_id: int) -> None:
    """The evenings of the season changed their dates: what depends on time is another now."""
    version = _next_version(season_id)
    _everybody(season_id, version)
    live = StoredEncounter.objects.live().filter(season_id=season_id)
    moved = list(live.exclude(played_at=F("session__starts_at")).select_related("session"))
    if not moved:
        return
    _void(live.filter(pk__in=[each.pk for each in moved]), version)
    for each in moved:
        each.pk, each.since, each.played_at = None, version, each.session.starts_at
    StoredEncounter.objects.bulk_create(moved)
    _raise_ratings(season_id, version)


def recount(season_id: int) -> None:
    """The facts are the same, but all tables are to be counted anew from all of them."""
    _everybody(season_id, _next_version(season_id))


def bump_tables(season_id: int, game: str | None = None) -> None:
    """The facts are the same, but what is said of some of them is not: the tables that show them,
    or all, take a new version, at the price of hardly anything."""
    games = None if game is None else ["", game]
    _raise_tables(season_id, _next_version(season_id), games)


def record(
    *,
    season_id: int,
    session_id: int,
    match_id: int,
    match_version: int,
    game: str,
    finish: Sequence[SeatResult],
    target: int | None = None,
    partners: Sequence[Encounter] = (),
) -> None:
    """Make the live facts of a match those of `finish`; an empty one says it is not over.

    `partners` are the encounters of its rounds, of players, where they did not play singly. Facts
    that stay the same are left alone, so a correction that changes nothing moves no table.
    """
    live = Result.objects.live().filter(match_id=match_id).order_by("seat")
    known = list(live.values_list("player_id", "score", "place"))
    if not known and not finish:
        return
    is_same = known == [(line.player_id, line.score, line.place) for line in finish]
    met = _met(finish, partners)
    have_met = _live_encounters(match_id) == met
    if is_same and have_met:
        return
    version = _next_version(season_id)
    place = {"season_id": season_id, "session_id": session_id, "match_id": match_id, "game": game}
    if not is_same:
        _void(live.order_by(), version)
        Result.objects.bulk_create(
            _results(finish, target, since=version, match_version=match_version, **place)
        )
        _raise_tables(season_id, version, ["", game])
    if not have_met:
        _record_encounters(met, since=version, **place)
        _raise_ratings(season_id, version)


def withdraw(season_id: int, match_ids: Collection[int]) -> None:
    """The facts of these matches no longer hold: one change of the season, however many they are.
    Twice changes nothing."""
    results = Result.objects.live().filter(match_id__in=match_ids)
    games = list(results.order_by("game").values_list("game", flat=True).distinct())
    if not games:
        return
    version = _next_version(season_id)
    _void(results.order_by(), version)
    _void(StoredEncounter.objects.live().filter(match_id__in=match_ids).order_by(), version)
    _raise_tables(season_id, version, ["", *games])
    _raise_ratings(season_id, version)


def remove(match_ids: Collection[int]) -> None:
    """Facts that hold no longer, of matches that are taken out as if they had never been entered.
    To be called once no table and no rating shows them."""
    for facts in (Result, StoredEncounter):
        of_matches = facts.objects.filter(match_id__in=match_ids)
        assert not of_matches.live().exists(), "withdrawn before"
        of_matches.delete()


def penalise(
    *, season_id: int, session_id: int, player_id: int, points: int, reason: str, by_id: int | None
) -> Penalty:
    """Take points off a player in all tables of the season."""
    version = _next_version(season_id)
    given = Penalty.objects.create(
        season_id=season_id,
        session_id=session_id,
        player_id=player_id,
        points=points,
        reason=reason,
        given_by_id=by_id,
        since=version,
    )
    _raise_tables(season_id, version)
    return given


def lift_penalty(penalty: Penalty, *, reason: str, by_id: int | None) -> None:
    """It no longer counts; who lifted it and why is kept. Twice changes nothing."""
    version = _next_version(penalty.season_id)
    live = Penalty.objects.live().filter(pk=penalty.pk)
    if _void(live, version, voided_for=reason, voided_by_id=by_id):
        _raise_tables(penalty.season_id, version)


def record_sit_out(*, season_id: int, session_id: int, player_id: int) -> SitOut:
    version = _next_version(season_id)
    noted = SitOut.objects.create(
        season_id=season_id, session_id=session_id, player_id=player_id, since=version
    )
    _raise_tables(season_id, version)
    return noted


def void_sit_out(noted: SitOut) -> None:
    """It was a mistake. Twice changes nothing."""
    version = _next_version(noted.season_id)
    if _void(SitOut.objects.live().filter(pk=noted.pk), version):
        _raise_tables(noted.season_id, version)


def record_tiebreak_draw(table: Table, players: Sequence[int], *, seed: str, by_id: int | None) -> Draw:
    """Who is tied in this table draws lots; the same seed draws the same order anywhere."""
    version = _next_version(table.season_id)
    order = sorted(players)
    Random(seed).shuffle(order)
    drawn = Draw.objects.create(
        table=table, players=order, seed=seed, drawn_by_id=by_id, since=version
    )
    _raise_tables(table.season_id, version, [table.game])
    return drawn


def backdate(row: SchemeVersion | Penalty | SitOut | Draw, **times: datetime) -> None:
    """What was done elsewhere keeps the time at which it was done."""
    type(row)._default_manager.filter(pk=row.pk).update(**times)


def _results(finish: Sequence[SeatResult], target: int | None, **common: Any) -> Iterator[Result]:
    sharing = Counter(line.place for line in finish)
    total = sum(line.score for line in finish)
    for seat, line in enumerate(finish):
        yield Result(
            **common,
            seat=seat,
            players=len(finish),
            player_id=line.player_id,
            score=line.score,
            place=line.place,
            sharing=sharing[line.place],
            total=total,
            target=target,
        )


def _met(finish: Sequence[SeatResult], partners: Sequence[Encounter]) -> dict[int, Encounter]:
    """By their numbers: the rounds from 1 where there are partners, else 0, the whole match."""
    if not finish:
        return {}
    if partners:
        return dict(enumerate(partners, 1))
    players = [line.player_id for line in finish]
    return {0: encounters.of_single_players(players, [line.place for line in finish])}


def _live_encounters(match_id: int) -> dict[int, Encounter]:
    live = StoredEncounter.objects.live().filter(match_id=match_id)
    return {each.number: Encounter(each.sides, each.ranks) for each in live}


def _record_encounters(met: Mapping[int, Encounter], **common: Any) -> None:
    live = StoredEncounter.objects.live().filter(match_id=common["match_id"])
    _void(live, common["since"])
    if not met:
        return
    played_at = SESSION.objects.values_list("starts_at", flat=True).get(pk=common["session_id"])
    StoredEncounter.objects.bulk_create(
        StoredEncounter(
            **common, number=number, played_at=played_at, sides=each.sides, ranks=each.ranks
        )
        for number, each in met.items()
    )


def _void(facts: Any, version: int, **how: Any) -> int:
    changed: int = facts.update(until=version, voided_at=timezone.now(), **how)
    return changed


def _next_version(season_id: int) -> int:
    """Writers of one season take turns from here to their commit."""
    counter = Ledger.objects.filter(season_id=season_id)
    if not counter.update(version=F("version") + 1):
        Ledger.objects.create(season_id=season_id, version=1)
    return counter.values_list("version", flat=True).get()


def _everybody(season_id: int, version: int) -> None:
    Table.objects.filter(season_id=season_id).update(rules_version=version)
    _raise_tables(season_id, version)


def _raise_tables(season_id: int, version: int, games: Sequence[str] | None = None) -> None:
    tables = Table.objects.filter(season_id=season_id)
    if games is not None:
        tables = tables.filter(game__in=games)
    tables.update(facts_version=version, facts_at=timezone.now())
    transaction.on_commit(partial(tasks.announce, season_id), robust=True)


def _raise_ratings(season_id: int, version: int) -> None:
    ledger = Ledger.objects.filter(season_id=season_id)
    ledger.update(encounters_version=version)
    club_id = ledger.values_list("season__club", flat=True).get()
    transaction.on_commit(partial(tasks.announce_ratings, club_id), robust=True)
