"""Places before and after a correction. The only writer of PlaceCheck.

A correction is one step of the ledger of its season: the facts before that step and those after it
make two tables that differ only by the correction, even if other changes happen meanwhile. They are
compared once the stored standings show the correction, so that the page says what the message says.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F, Max, OuterRef, Subquery

from league.models import Match, MessageKind, PlaceCheck, Tournament, User
from league.operations.messages.posting import Draft, Recipient, post_all, recipients
from league.operations.support import queues
from scoring import standings_queries
from scoring.models import Projection, Result, Table
from scoring.pure.facts import PlayerId


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
    """Notify players whose place a correction has changed, once the standings show it."""
    overall = Projection.objects.filter(table__season=OuterRef("season"), table__game="")
    shown = overall.filter(table__league=None).values("standings_version")
    checks = PlaceCheck.objects.annotate(shown=Subquery(shown[:1]))
    for pk in checks.filter(shown__gte=F("version")).values_list("pk", flat=True):
        _post(pk)


@transaction.atomic
def _post(pk: int) -> None:
    """Compare the places of one check, and delete it: once, also if two workers try."""
    rows = queues.lock_free(PlaceCheck.objects.all())
    check = rows.select_related("season__club", "match", "by").filter(pk=pk).first()
    if check is None:
        return
    table = Table.objects.get(season=check.season_id, game="")
    before = standings_queries.places_at(table, check.version - 1)
    after = standings_queries.places_at(table, check.version)
    changed = [
        player for player in before.keys() | after.keys() if before.get(player) != after.get(player)
    ]
    post_all(
        [
            (_draft(check, _place(before, to), _place(after, to)), to)
            for to in recipients(changed, by=check.by)
        ]
    )
    check.delete()


def _draft(check: PlaceCheck, before: int | None, after: int | None) -> Draft:
    return Draft(
        MessageKind.PLACE_CHANGED,
        f"{check.season_id}:{check.version}",
        check.season.club,
        data={"before": before, "after": after},
        season=check.season_id,
        session=check.match.session_id,
        match=check.match_id,
    )


def _place(places: Mapping[PlayerId, int], to: Recipient) -> int | None:
    return places.get(PlayerId(to.player)) if to.player is not None else None


def _last_version(match: Match) -> int | None:
    """Return the version of the ledger at which the facts of a match changed last."""
    versions = Result.objects.filter(match=match).aggregate(began=Max("since"), ended=Max("until"))
    numbers = [version for version in versions.values() if version is not None]
    return max(numbers, default=None)
