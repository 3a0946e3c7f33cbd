"""The only writer of facts (Result, Encounter, Penalty, SitOut, Draw) and of the settings from
which tables are computed (Table, SchemeVersion, Ledger).

Callers hold a transaction. Each change takes the next version of the season's ledger, whose row
stays locked until the commit; the refresh is announced after it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from scoring import tasks
from scoring.models import Draw, Ledger, Penalty, RatingBook, Result, SchemeVersion, SitOut, Table
from scoring.models import Encounter as StoredEncounter
from scoring.pure import encounters
from scoring.pure.encounters import Encounter
from scoring.pure.schemes import Scheme
from scoring.pure.substitutions import SeatShare
from scoring.sql import facts_sql


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat of a finished match. `shares` say whose it is if players took turns
    there; else it is wholly the player's."""

    player_id: int
    score: int
    place: int
    shares: Sequence[SeatShare] | None = None

    @property
    def owners(self) -> Sequence[SeatShare]:
        return [SeatShare(self.player_id)] if self.shares is None else self.shares


def open_tables(
    season_id: int,
    games: Iterable[str],
    scheme: Scheme,
    *,
    league_id: int | None = None,
    by_id: int | None = None,
) -> None:
    """Create the overall table of a season, or of one of its leagues, and one for each game;
    existing ones take the scheme."""
    version = _next_version(season_id)  # before the tables, as results do that come in
    stored_scheme = scheme.spelled_out()
    owner: dict[str, Any] = {"season_id": season_id, "league_id": league_id}
    latest_version = SchemeVersion.objects.filter(**owner).last()
    if latest_version is None or latest_version.scheme != stored_scheme:
        number = latest_version.number + 1 if latest_version else 1
        latest_version = SchemeVersion.objects.create(
            **owner, number=number, scheme=stored_scheme, adopted_by_id=by_id
        )
    rules = {"scheme": stored_scheme, "scheme_number": latest_version.number}
    for game in ["", *games]:
        Table.every.update_or_create(defaults=rules, game=game, **owner)
    _recount_tables(season_id, version, Table.every.filter(**owner))


def close_tables(season_id: int, league_id: int, games: Collection[str]) -> None:
    """Remove the tables of a league for other games than these."""
    _next_version(season_id)
    Table.every.filter(league_id=league_id).exclude(game__in=["", *games]).delete()


def recount_league(season_id: int, league_id: int) -> None:
    """Have the tables of a league counted from all facts again, because other facts count."""
    _recount_tables(season_id, _next_version(season_id), Table.every.filter(league_id=league_id))


def apply_new_dates(season_id: int) -> None:
    """Recount everything that depends on time after sessions of the season have changed their
    dates."""
    version = _next_version(season_id)
    _raise_all_tables(season_id, version)
    live = StoredEncounter.objects.live().filter(season_id=season_id)
    moved = list(live.exclude(played_at=F("session__starts_at")).select_related("session"))
    if not moved:
        return
    _end_facts(live.filter(pk__in=[fact.pk for fact in moved]), version)
    for fact in moved:
        fact.pk, fact.since, fact.played_at = None, version, fact.session.starts_at
    StoredEncounter.objects.bulk_create(moved)
    _raise_ratings(season_id, version)


def recount(season_id: int) -> None:
    """Have all tables of a season counted from all facts again, although the facts are the same."""
    _raise_all_tables(season_id, _next_version(season_id))


def bump_tables(season_id: int, game: str | None = None) -> None:
    """Give the tables of a game, or all, a new version although their facts are the same, because
    something shown beside them has changed. This is nearly free."""
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
    partners: Sequence[Encounter | None] = (),
) -> None:
    """Make `finish` the live facts of a match; an empty list means that the match is not over.

    `partners` are the encounters of its rounds, of players, if the rounds had teams; None for a
    round that is not rated. Unchanged facts are not written again, so a correction without effect
    does not touch any table.
    """
    live = Result.objects.live().filter(match_id=match_id).order_by("seat", "share_from")
    stored = list(live.values_list("seat", "score", "place", *SeatShare._fields))
    if not stored and not finish:
        return
    same_results = stored == [
        (seat, line.score, line.place, *share)
        for seat, line in enumerate(finish)
        for share in line.owners
    ]
    encounters_now = _encounters_of(finish, partners)
    same_encounters = _live_encounters(match_id) == encounters_now
    if same_results and same_encounters:
        return
    version = _next_version(season_id)
    place = {"season_id": season_id, "session_id": session_id, "match_id": match_id, "game": game}
    if not same_results:
        _end_facts(live.order_by(), version)
        Result.objects.bulk_create(
            Result(**place, **result, since=version)
            for result in _results(finish, target, match_version)
        )
        _raise_tables(season_id, version, ["", game])
    if not same_encounters:
        _record_encounters(encounters_now, since=version, **place)
        _raise_ratings(season_id, version)


def record_first(
    *,
    season_id: int,
    session_id: int,
    match_id: int,
    match_version: int,
    game: str,
    finish: Sequence[SeatResult],
    target: int | None = None,
    partners: Sequence[Encounter | None] = (),
) -> None:
    """Record the facts of a match that has no live ones, as `record` does, with fewer statements.
    Live facts, if there were any, would raise IntegrityError."""
    ledger = facts_sql.next_version(season_id)
    version = ledger.version if ledger else _next_version(season_id)
    facts_sql.insert_facts(
        {
            "since": version,
            "season_id": season_id,
            "session_id": session_id,
            "match_id": match_id,
            "game": game,
        },
        _results(finish, target, match_version),
        [
            {"number": number, **encounter._asdict()}
            for number, encounter in _encounters_of(finish, partners).items()
        ],
    )
    transaction.on_commit(partial(tasks.announce, season_id), robust=True)
    if ledger:
        transaction.on_commit(partial(tasks.announce_ratings, ledger.club_id), robust=True)
    else:
        _raise_ratings(season_id, version)


def withdraw(season_id: int, match_ids: Collection[int]) -> None:
    """End the facts of these matches, in one change of the season however many they are. A second
    call changes nothing."""
    results = Result.objects.live().filter(match_id__in=match_ids)
    games = list(results.order_by("game").values_list("game", flat=True).distinct())
    if not games:
        return
    version = _next_version(season_id)
    _end_facts(results.order_by(), version)
    _end_facts(StoredEncounter.objects.live().filter(match_id__in=match_ids).order_by(), version)
    _raise_tables(season_id, version, ["", *games])
    _raise_ratings(season_id, version)


def reassign(facts: "QuerySet[Any]", player_id: int) -> None:
    """Give Results, Penalties or SitOuts to another player, in all versions: two players turned out
    to be one person, or not to be. Call `recount_players` after it."""
    facts.update(player_id=player_id)


def replace_players(fact: StoredEncounter | Draw, column: str, value: Any) -> None:
    """Replace the players of an Encounter (`sides`) or a Draw (`players`) by the same people under
    other ids. Call `recount_players` after it."""
    type(fact)._default_manager.filter(pk=fact.pk).update(**{column: value})


def recount_players(season_ids: Collection[int]) -> None:
    """Have the tables of these seasons counted from all facts again, and all ratings of their clubs
    recomputed."""
    for season_id in sorted(season_ids):
        version = _next_version(season_id)
        _raise_all_tables(season_id, version)
        _raise_ratings(season_id, version)
    clubs = Ledger.objects.filter(season__in=season_ids).values("season__club")
    RatingBook.objects.filter(club__in=clubs).update(algorithm="")


def remove(match_ids: Collection[int]) -> None:
    """Delete the ended facts of matches that are removed as if they had never been entered. No
    table and no rating may show them any more."""
    for facts in (Result, StoredEncounter):
        of_matches = facts.objects.filter(match_id__in=match_ids)
        assert not of_matches.live().exists(), "withdrawn before"
        of_matches.delete()


def penalise(
    *, season_id: int, session_id: int, player_id: int, points: int, reason: str, by_id: int | None
) -> Penalty:
    """Take points off a player in all tables of the season."""
    version = _next_version(season_id)
    penalty = Penalty.objects.create(
        season_id=season_id,
        session_id=session_id,
        player_id=player_id,
        points=points,
        reason=reason,
        given_by_id=by_id,
        since=version,
    )
    _raise_tables(season_id, version)
    return penalty


def lift_penalty(penalty: Penalty, *, reason: str, by_id: int | None) -> None:
    """End a penalty; its reason and author are stored. A second call changes nothing."""
    version = _next_version(penalty.season_id)
    live = Penalty.objects.live().filter(pk=penalty.pk)
    if _end_facts(live, version, voided_for=reason, voided_by_id=by_id):
        _raise_tables(penalty.season_id, version)


def record_sit_out(*, season_id: int, session_id: int, player_id: int) -> SitOut:
    """Record that a player sat out."""
    version = _next_version(season_id)
    sit_out = SitOut.objects.create(
        season_id=season_id, session_id=session_id, player_id=player_id, since=version
    )
    _raise_tables(season_id, version)
    return sit_out


def void_sit_out(sit_out: SitOut) -> bool:
    """End a sit-out that was a mistake; return False if that was done already."""
    version = _next_version(sit_out.season_id)
    if not _end_facts(SitOut.objects.live().filter(pk=sit_out.pk), version):
        return False
    _raise_tables(sit_out.season_id, version)
    return True


def record_tiebreak_draw(
    table: Table, order: Sequence[int], *, seed: str, by_id: int | None
) -> Draw:
    """Record a tie-break draw among players tied in this table, in the order that was drawn."""
    version = _next_version(table.season_id)
    draw = Draw.objects.create(
        table=table, players=list(order), seed=seed, drawn_by_id=by_id, since=version
    )
    _raise_tables(table.season_id, version, [table.game])
    return draw


def backdate(fact: SchemeVersion | Penalty | SitOut | Draw, **times: datetime) -> None:
    """Set the times of a fact that was recorded elsewhere."""
    type(fact)._default_manager.filter(pk=fact.pk).update(**times)


def _results(
    finish: Sequence[SeatResult], target: int | None, match_version: int
) -> Iterator[dict[str, Any]]:
    """Yield what each result of a match has of its own."""
    sharing = Counter(line.place for line in finish)
    total = sum(line.score for line in finish)
    for seat, line in enumerate(finish):
        for share in line.owners:
            yield {
                "match_version": match_version,
                "seat": seat,
                "players": len(finish),
                "player_id": share.player,
                "score": line.score,
                "place": line.place,
                "sharing": sharing[line.place],
                "total": total,
                "target": target,
                "share_from": share.share_from,
                "share_to": share.share_to,
                "share_of": share.share_of,
            }


def _encounters_of(
    finish: Sequence[SeatResult], partners: Sequence[Encounter | None]
) -> dict[int, Encounter]:
    """Return the encounters by number: the rounds from 1 if there are partners, else 0 for the
    whole match. A seat that players shared, or that counts for neither, is left out of a whole
    match: its place says little about any one of them."""
    if not finish:
        return {}
    if partners:
        return {number: played for number, played in enumerate(partners, 1) if played is not None}
    rated = [line for line in finish if len(line.owners) == 1]
    if len(rated) < 2:
        return {}
    players = [line.owners[0].player for line in rated]
    return {0: encounters.of_single_players(players, [line.place for line in rated])}


def _live_encounters(match_id: int) -> dict[int, Encounter]:
    live = StoredEncounter.objects.live().filter(match_id=match_id)
    return {row.number: Encounter(row.sides, row.ranks) for row in live}


def _record_encounters(encounters_by_number: Mapping[int, Encounter], **common: Any) -> None:
    live = StoredEncounter.objects.live().filter(match_id=common["match_id"])
    _end_facts(live, common["since"])
    if not encounters_by_number:
        return
    session = StoredEncounter(session_id=common["session_id"]).session
    StoredEncounter.objects.bulk_create(
        StoredEncounter(
            **common,
            number=number,
            played_at=session.starts_at,
            sides=played.sides,
            ranks=played.ranks,
        )
        for number, played in encounters_by_number.items()
    )


def _end_facts(facts: Any, version: int, **fields: Any) -> int:
    changed: int = facts.update(until=version, voided_at=timezone.now(), **fields)
    return changed


def _next_version(season_id: int) -> int:
    """Return the next version; writers of one season wait for each other from here to their
    commit."""
    counter = Ledger.objects.filter(season_id=season_id)
    if not counter.update(version=F("version") + 1):
        Ledger.objects.create(season_id=season_id, version=1)
    return counter.values_list("version", flat=True).get()


def _raise_all_tables(season_id: int, version: int) -> None:
    _recount_tables(season_id, version, Table.every.filter(season_id=season_id))


def _recount_tables(season_id: int, version: int, tables: QuerySet[Table]) -> None:
    tables.update(rules_version=version, facts_version=version, facts_at=timezone.now())
    transaction.on_commit(partial(tasks.announce, season_id), robust=True)


def _raise_tables(season_id: int, version: int, games: Sequence[str] | None = None) -> None:
    tables = Table.every.filter(season_id=season_id)
    if games is not None:
        tables = tables.filter(game__in=games)
    tables.update(facts_version=version, facts_at=timezone.now())
    transaction.on_commit(partial(tasks.announce, season_id), robust=True)


def _raise_ratings(season_id: int, version: int) -> None:
    ledger = Ledger.objects.filter(season_id=season_id)
    ledger.update(encounters_version=version)
    club_id = ledger.values_list("season__club", flat=True).get()
    transaction.on_commit(partial(tasks.announce_ratings, club_id), robust=True)
