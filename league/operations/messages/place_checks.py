"""Places before and after a correction. The only writer of PlaceCheck.

A correction is one step of the ledger of its season: the facts before that step and those after it
make two tables that differ only by the correction, even if other changes happen meanwhile; so they
do for each league. They are compared once the stored standings show the correction, so that the
page says what the message says.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q

from league.models import League, Match, MessageKind, PlaceCheck, Tournament, User
from league.operations.messages.posting import Draft, Recipient, post_all, recipients
from league.operations.support import queues
from scoring import standings_queries
from scoring.models import Result, Table
from scoring.pure.facts import FactScope, PlayerId


@dataclass(frozen=True)
class ComparedPlaces:
    """The places in the table of a season, or of one of its leagues, before and after a
    correction."""

    league: League | None
    before: Mapping[PlayerId, int]
    after: Mapping[PlayerId, int]

    @property
    def changed(self) -> list[PlayerId]:
        players = self.before.keys() | self.after.keys()
        return [player for player in players if self.before.get(player) != self.after.get(player)]

    def of_player(self, pk: int | None) -> dict[str, int | None]:
        player = PlayerId(pk or 0)
        return {"before": self.before.get(player), "after": self.after.get(player)}


@contextmanager
def watched(match: Match, *, by: User | None) -> Iterator[None]:
    """Remember a change of the result of a match, which the caller has locked. A first result is no
    correction. A tournament with levels or a final is left out: its final places do not follow from
    the facts only."""
    before = _last_version(match)
    yield
    after = _last_version(match)
    if before is None or after is None or after == before:
        return
    tournament = Tournament.objects.filter(season=match.session.season_id).first()
    if tournament is None or not tournament.selects_players:
        PlaceCheck.objects.create(
            season_id=match.session.season_id, match=match, version=after, by=by
        )


def post_due() -> None:
    """Notify players whose place a correction has changed, once the standings of the season and of
    its leagues show it."""
    overall = Table.every.filter(season=OuterRef("season"), game="")
    concerned = overall.filter(Q(league=None) | Q(facts_version__gte=OuterRef("version")))
    behind = concerned.exclude(projection__standings_version__gte=OuterRef("version"))
    for pk in PlaceCheck.objects.filter(~Exists(behind)).values_list("pk", flat=True):
        _post(pk)


@transaction.atomic
def _post(pk: int) -> None:
    """Compare the places of one check, and delete it: once, also if two workers try."""
    rows = queues.lock_free(PlaceCheck.objects.all())
    check = rows.select_related("season__club", "match", "by").filter(pk=pk).first()
    if check is None:
        return
    compared = [_compare(table, check.version) for table in _concerned_tables(check)]
    changed = {player for places in compared for player in places.changed}
    post_all([(_draft(check, compared, to), to) for to in recipients(changed, by=check.by)])
    check.delete()


def _concerned_tables(check: PlaceCheck) -> list[Table]:
    """Return the overall table of the season, then the ones of its leagues that may count the
    match."""
    overall = Table.every.filter(season=check.season_id, game="").select_related("league__season")
    tables = overall.order_by(F("league").asc(nulls_first=True))
    return [table for table in tables if _may_count(table.scope, check.match)]


def _may_count(scope: FactScope, match: Match) -> bool:
    return (scope.games is None or match.game in scope.games) and (
        scope.sessions is None or match.session_id in scope.sessions
    )


def _compare(table: Table, version: int) -> ComparedPlaces:
    return ComparedPlaces(
        table.league,
        standings_queries.places_at(table, version - 1),
        standings_queries.places_at(table, version),
    )


def _draft(check: PlaceCheck, compared: Sequence[ComparedPlaces], to: Recipient) -> Draft:
    """Return a message about the place in the season, and the places in leagues that changed."""
    of_season, *of_leagues = [(places.league, places.of_player(to.player)) for places in compared]
    return Draft(
        MessageKind.PLACE_CHANGED,
        f"{check.season_id}:{check.version}",
        check.season.club,
        data={
            **of_season[1],
            "leagues": [
                {"id": league.pk, "name": league.name, **places}
                for league, places in of_leagues
                if league is not None and places["before"] != places["after"]
            ],
        },
        season=check.season_id,
        session=check.match.session_id,
        match=check.match_id,
    )


def _last_version(match: Match) -> int | None:
    """Return the version of the ledger at which the facts of a match changed last."""
    versions = Result.objects.filter(match=match).aggregate(began=Max("since"), ended=Max("until"))
    numbers = [version for version in versions.values() if version is not None]
    return max(numbers, default=None)
