"""Taking an import back, as long as nothing else was built on it.

What it made is removed as if it had never been entered: its results cease to hold, tables and
ratings follow at once, and only then it goes. Matches that people played here are never removed.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import Conflict, Fault
from league.models import Import, Job, JobState, Match, Player, Season, Session, User
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

KEPT = timedelta(days=30)
AS_IMPORTED = 2  # the version of a match whose rounds all came at once
FOLLOWS = (Standing, Rating, Ledger, RatedSeason, SchemeVersion, Table)  # of what was made
WORDS = {
    "Match": gettext_lazy("matches"),
    "Session": gettext_lazy("evenings"),
    "Seat": gettext_lazy("seats at tables"),
    "Penalty": gettext_lazy("penalties"),
    "SitOut": gettext_lazy("sit-outs"),
    "Entrant": gettext_lazy("tournaments"),
    "Tournament": gettext_lazy("tournaments"),
}
MOST_TOLD = 20


def possible(job: Job) -> bool:
    """Whether it makes sense to offer it; what stands in the way is told when it is asked for."""
    finished = job.finished_at
    return (
        job.state == JobState.DONE
        and hasattr(job, "imported")
        and finished is not None
        and timezone.now() < finished + KEPT
    )


@transaction.atomic
def undo(job: Job, *, by: User | None) -> Job:
    """Conflict, with all that stands in the way. Twice changes nothing more."""
    job = Job.objects.select_for_update(of=("self",)).select_related("club", "by").get(pk=job.pk)
    if job.state == JobState.UNDONE:
        return job
    if not possible(job):
        raise Conflict(_("Only an import that was carried out in the last 30 days can be undone."))
    versions.bump_edition(imports.turn(job).pk)
    imported = Import.objects.get(pk=job.pk)
    made, changed = imported.made, imported.changed
    _lock(made)
    players = Player.objects.select_related("club").in_bulk([each["id"] for each in changed])
    _refuse([*_uses(made), *_corrections(made), *_later_changes(changed)])
    _remove(made)
    for each in changed:
        clubs.update_player(players[each["id"]], **each["before"])
    imported.undone_at, imported.undone_by = timezone.now(), by
    imported.save(update_fields=["undone_at", "undone_by"])
    jobs.undone(job)
    return job


def forget() -> None:
    """Once an import cannot be undone any more, what names people in it goes."""
    old = Job.objects.filter(kind__in=imports.JOB_KINDS.values())
    for job in old.filter(finished_at__lt=timezone.now() - KEPT, result__has_key="first"):
        jobs.forget(job, "first", "notices")
        Import.objects.filter(pk=job.pk).update(changed=[])
    for job in old.filter(finished_at__lt=timezone.now() - KEPT).exclude(problems=[]):
        jobs.forget(job)


def _lock(made: Mapping[str, Any]) -> None:
    """Take turns in everybody's order: who enters rounds or previews them holds the match, then
    its tables; a refresh holds a table, then the players that its rows refer to."""
    ids = _ids(made)
    _lock_rows(Match, ids[Match])
    if ids[Match]:
        _refresh(Season.objects.get(pk=made["season"]))
    _lock_rows(Player, ids[Player])


def _lock_rows(model: type[Model], ids: list[int]) -> None:
    list(model._base_manager.select_for_update().filter(pk__in=ids).order_by("pk"))


def _ids(made: Mapping[str, Any]) -> dict[type[Model], list[int]]:
    season = [made["season"]] if made.get("new_season") else []
    names = ((Session, "sessions"), (Match, "matches"), (Player, "players"))
    return {Season: season, **{model: made.get(name, []) for model, name in names}}


def _remove(made: Mapping[str, Any]) -> None:
    ids = _ids(made)
    if matches := ids[Match]:
        season = Season.objects.get(pk=made["season"])
        ledger.withdraw(season.pk, matches)
        ledger.recount(season.pk)  # versions before this one can be told no more
        _refresh(season)
        ledger.remove(matches)
    for model in (Match, Session, Season, Player):
        model._default_manager.filter(pk__in=ids[model]).delete()


def _refresh(season: Season) -> None:
    for table in season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(season.club_id)


def _uses(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Whatever else refers to what was made, also from models that come later than this one."""
    ids = _ids(made)
    for model, own in ids.items():
        for relation in model._meta.related_objects:
            used_by: Any = relation.related_model
            if own and used_by not in FOLLOWS:
                field = relation.field.name
                others = _others(used_by, ids).filter(**{f"{field}__in": own})
                yield from _told(model, used_by, others.values_list(field, flat=True))
    yield from _draws(made)


def _others(model: Any, ids: Mapping[type[Model], list[int]]) -> "QuerySet[Any]":
    rows: QuerySet[Any] = model._base_manager.all()
    if model in ids:
        return rows.exclude(pk__in=ids[model])
    if any(field.name == "match" for field in model._meta.fields):
        return rows.exclude(match__in=ids[Match])
    return rows


def _told(model: type[Model], used_by: type[Model], found: "QuerySet[Any, int]") -> Iterator[Fault]:
    for pk in sorted(set(found.order_by()))[:MOST_TOLD]:
        name = str(model._default_manager.get(pk=pk))
        what = WORDS.get(used_by.__name__, used_by._meta.verbose_name_plural)
        words = _("%(name)s is in use since then: %(what)s.") % {"name": name, "what": what}
        yield Fault("in_use", f"{_list(model)}.{pk}", words)


def _draws(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Lots name players without referring to them."""
    season = None if made.get("new_season") else made.get("season")
    players = set(made.get("players", ()))
    drawn = Draw.objects.live().filter(table__season=season) if season and players else ()
    for draw in drawn:
        if players & set(draw.players):
            words = _("Lots were drawn among these players since then.")
            yield Fault("in_use", "players", words)


def _corrections(made: Mapping[str, Any]) -> Iterator[Fault]:
    matches = Match.objects.filter(pk__in=made.get("matches", ()))
    for match in matches.exclude(version=AS_IMPORTED).order_by("pk")[:MOST_TOLD]:
        words = _("Rounds of match %(number)s were entered or corrected since then.")
        words %= {"number": match.pk}
        yield Fault("match_changed", f"matches.{match.pk}", words)


def _later_changes(changed: list[dict[str, Any]]) -> Iterator[Fault]:
    now = Player.objects.in_bulk([each["id"] for each in changed])
    for each in changed:
        player = now.get(each["id"])
        if player is None or any(
            getattr(player, name) != value for name, value in each["after"].items()
        ):
            words = _("%(name)s was changed since then.") % {"name": each["after"]["name"]}
            yield Fault("player_changed", f"players.{each['id']}", words)


def _list(model: type[Model]) -> str:
    return "matches" if model is Match else f"{model.__name__.lower()}s"


def _refuse(faults: list[Fault]) -> None:
    if faults:
        problems = [fault.to_json() for fault in faults]
        raise Conflict(_("The import is in use and cannot be undone any more."), problems)
