"""Undo of an import, as long as nothing else was built on it.

The rows that the import created are removed as if they had never been entered: first the results
are withdrawn, so that tables and ratings follow immediately, then the rows are deleted. Matches
that people played here are never removed.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from league.errors import Conflict, Fault
from league.models import (
    AuditKind,
    Import,
    Invitation,
    Job,
    JobState,
    LeagueMember,
    Match,
    Player,
    PlayerWord,
    Season,
    Session,
    User,
)
from league.operations.audit import club_log
from league.operations.exchange import imports
from league.operations.people import clubs
from league.operations.support import jobs, versions
from scoring import ledger, projection, rating
from scoring.models import (
    Draw,
    Ledger,
    RatedSeason,
    Rating,
    SchemeVersion,
    Standing,
    Table,
)

UNDO_PERIOD = timedelta(days=30)
AS_IMPORTED = 2  # the version of a match whose rounds were stored together
DERIVED_MODELS = (
    PlayerWord,
    Standing,
    Rating,
    Ledger,
    LeagueMember,
    RatedSeason,
    SchemeVersion,
    Table,
)  # derived from the rows, or go with their player
WORDS = {
    "Match": pgettext_lazy("in use", "matches"),
    "Session": pgettext_lazy("in use", "evenings"),
    "Seat": pgettext_lazy("in use", "seats at tables"),
    "Penalty": pgettext_lazy("in use", "penalties"),
    "SitOut": pgettext_lazy("in use", "sit-outs"),
    "Entrant": pgettext_lazy("in use", "tournaments"),
    "Tournament": pgettext_lazy("in use", "tournaments"),
    "SignUp": pgettext_lazy("in use", "sign-ups"),
    "DivisionMember": pgettext_lazy("in use", "divisions"),
    "League": pgettext_lazy("in use", "leagues"),
    "TeamMember": pgettext_lazy("in use", "teams"),
    "TeamTable": pgettext_lazy("in use", "teams"),
}
MOST_FAULTS = 20


def can_undo(job: Job) -> bool:
    """Return whether an undo can be offered; obstacles are reported when it is tried."""
    finished = job.finished_at
    return (
        job.state == JobState.DONE
        and hasattr(job, "imported")
        and finished is not None
        and timezone.now() < finished + UNDO_PERIOD
    )


@transaction.atomic
def undo(job: Job, *, by: User | None) -> Job:
    """Undo an import; raise Conflict with all obstacles. The second call changes nothing."""
    job = Job.objects.select_for_update(of=("self",)).select_related("club", "by").get(pk=job.pk)
    if job.state == JobState.UNDONE:
        return job
    if not can_undo(job):
        raise Conflict(_("Only imports of the last 30 days can be undone."))
    versions.bump_edition(imports.lock_club(job).pk)
    imported = Import.objects.get(pk=job.pk)
    created_ids, changed = imported.made, imported.changed
    _lock(created_ids)
    players = Player.objects.select_related("club").in_bulk([change["id"] for change in changed])
    _refuse([*_uses(created_ids), *_corrections(created_ids), *_later_changes(changed)])
    _remove(created_ids)
    with club_log.as_one_act():
        for change in changed:
            clubs.update_player(players[change["id"]], **change["before"])
    imported.undone_at, imported.undone_by = timezone.now(), by
    imported.save(update_fields=["undone_at", "undone_by"])
    jobs.mark_undone(job)
    about = {"players": [*created_ids.get("players", ()), *players]}
    about["matches"] = list(created_ids.get("matches", ()))
    subject = {"job": job.pk, **about}
    assert job.club_id is not None, "imports belong to a club"
    club_log.record(job.club_id, AuditKind.IMPORT_UNDONE, by=by, subject=subject)
    return job


def erase_details(before: datetime) -> None:
    """Erase the names of people in imports that ended before a time."""
    old = Job.objects.filter(kind__in=imports.JOB_KINDS.values(), finished_at__lt=before)
    for job in old.filter(result__has_key="first"):
        jobs.erase_details(job, *imports.NAMING_KEYS)
        Import.objects.filter(pk=job.pk).update(changed=[])
    for job in old.exclude(problems=[]):
        jobs.erase_details(job)


def _lock(created_ids: Mapping[str, Any]) -> None:
    """Lock rows in the order that all others use: operations on rounds lock the match, then its
    tables; a refresh locks a table, then the players of its rows."""
    ids = _ids(created_ids)
    _lock_rows(Match, ids[Match])
    if ids[Match]:
        _refresh(Season.objects.get(pk=created_ids["season"]))
    _lock_rows(Player, ids[Player])


def _lock_rows(model: type[Model], ids: list[int]) -> None:
    list(model._base_manager.select_for_update().filter(pk__in=ids).order_by("pk"))


def _ids(created_ids: Mapping[str, Any]) -> dict[type[Model], list[int]]:
    season = [created_ids["season"]] if created_ids.get("new_season") else []
    names = ((Session, "sessions"), (Match, "matches"), (Player, "players"))
    return {Season: season, **{model: created_ids.get(name, []) for model, name in names}}


def _remove(created_ids: Mapping[str, Any]) -> None:
    ids = _ids(created_ids)
    if matches := ids[Match]:
        season = Season.objects.get(pk=created_ids["season"])
        ledger.withdraw(season.pk, matches)
        ledger.recount(season.pk)  # earlier versions can no longer be computed
        _refresh(season)
        ledger.remove(matches)
    for model in (Match, Session, Season, Player):
        model._default_manager.filter(pk__in=ids[model]).delete()


def _refresh(season: Season) -> None:
    for table in Table.every.filter(season=season):
        projection.refresh(table.pk)
    rating.refresh(season.club_id)


def _uses(created_ids: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield faults for all rows that refer to the created ones, also in models that were added
    later."""
    ids = _ids(created_ids)
    for model, own_ids in ids.items():
        for relation in model._meta.related_objects:
            used_by: Any = relation.related_model
            if own_ids and used_by not in DERIVED_MODELS:
                field = relation.field.name
                others = _others(used_by, ids).filter(**{f"{field}__in": own_ids})
                yield from _use_faults(model, used_by, others.values_list(field, flat=True))
    yield from _draw_uses(created_ids)
    yield from _account_uses(ids[Player])


def _others(model: Any, ids: Mapping[type[Model], list[int]]) -> "QuerySet[Any]":
    rows: QuerySet[Any] = model._base_manager.all()
    if model in ids:
        return rows.exclude(pk__in=ids[model])
    if model is Invitation:
        return rows.none()  # they go with their player
    if any(field.name == "match" for field in model._meta.fields):
        return rows.exclude(match__in=ids[Match])
    return rows


def _use_faults(
    model: type[Model], used_by: type[Model], used_ids: "QuerySet[Any, int]"
) -> Iterator[Fault]:
    for pk in sorted(set(used_ids.order_by()))[:MOST_FAULTS]:
        name = str(model._default_manager.get(pk=pk))
        what = WORDS.get(used_by.__name__, used_by._meta.verbose_name_plural)
        words = _("Linked to %(name)s since then: %(what)s.") % {"name": name, "what": what}
        yield Fault("in_use", f"{_list(model)}.{pk}", words)


def _draw_uses(created_ids: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield faults for tie-break draws, which name players without referring to them."""
    season = None if created_ids.get("new_season") else created_ids.get("season")
    players = set(created_ids.get("players", ()))
    draws = Draw.objects.live().filter(table__season=season) if season and players else ()
    for draw in draws:
        if players & set(draw.players):
            words = _("A tie-break draw has taken place among these players since.")
            yield Fault("in_use", "players", words)


def _account_uses(players: list[int]) -> Iterator[Fault]:
    """Yield faults for players who have become the player of an account."""
    for player in Player.objects.filter(pk__in=players, account__isnull=False)[:MOST_FAULTS]:
        words = _("Linked to %(name)s since then: %(what)s.")
        words %= {"name": player.name, "what": pgettext("in use", "an account")}
        yield Fault("in_use", f"players.{player.pk}", words)


def _corrections(created_ids: Mapping[str, Any]) -> Iterator[Fault]:
    matches = Match.objects.filter(pk__in=created_ids.get("matches", ()))
    for match in matches.exclude(version=AS_IMPORTED).order_by("pk")[:MOST_FAULTS]:
        words = _("Rounds of match %(number)s have been entered or corrected since.")
        words %= {"number": match.pk}
        yield Fault("match_changed", f"matches.{match.pk}", words)


def _later_changes(changed: list[dict[str, Any]]) -> Iterator[Fault]:
    players = Player.objects.in_bulk([change["id"] for change in changed])
    for change in changed:
        player = players.get(change["id"])
        if player is None or any(
            getattr(player, name) != value for name, value in change["after"].items()
        ):
            words = _("%(name)s has been changed since.") % {"name": change["after"]["name"]}
            yield Fault("player_changed", f"players.{change['id']}", words)


def _list(model: type[Model]) -> str:
    return "matches" if model is Match else f"{model.__name__.lower()}s"


def _refuse(faults: list[Fault]) -> None:
    if faults:
        problems = [fault.to_json() for fault in faults]
        raise Conflict(_("The import has been used since and can no longer be undone."), problems)
