"""The settings of a club that its owners change: names, address, looks, and what strangers read of
it. The logo has a module of its own."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db import transaction

from league.errors import Invalid
from league.models import AuditKind, Club, User
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.people import club_addresses, club_fields
from league.operations.support import versions

CLEANERS: Mapping[str, Callable[[Any], Any]] = {
    "name": clean_name,
    "slug": club_fields.clean_slug,
    "timezone": club_fields.clean_timezone,
    "language": club_fields.clean_language,
    "visibility": club_fields.clean_visibility,
    "player_visibility": club_fields.clean_player_visibility,
    "main_colour": club_fields.clean_main_colour,
    "accent_colour": club_fields.clean_accent_colour,
    "description": club_fields.clean_description,
    "meeting_place": club_fields.clean_meeting_place,
    "meeting_time": club_fields.clean_meeting_time,
    "contact": club_fields.clean_contact,
    "penalty_reasons": club_fields.clean_penalty_reasons,
}
# they may name people
TYPED = {"name", "description", "meeting_place", "meeting_time", "contact", "penalty_reasons"}


@transaction.atomic
def update(club: Club, *, by: User | None = None, **settings: Any) -> Club:
    """Change the named settings only. A new address takes effect immediately; the former one still
    leads to the club. Raise Invalid with all faults."""
    changes = _clean(settings)
    if not changes:
        return club
    versions.bump_edition(club.pk)
    if "slug" in changes:
        club_addresses.reserve(club, changes["slug"])
    before = _log_values(Club.objects.get(pk=club.pk), changes)
    for field, value in changes.items():
        setattr(club, field, value)
    club.save(update_fields=[*changes, *(["name_key"] if "name" in changes else [])])
    after = _log_values(club, changes)
    club_log.record_changes(club.pk, AuditKind.CLUB_CHANGED, by=by, before=before, after=after)
    return club


def _log_values(club: Club, fields: Collection[str]) -> dict[str, Any]:
    """Return what the log of the club says of these fields."""
    values = {field: getattr(club, field) for field in fields}
    return {
        field: Words(_in_words(value)) if field in TYPED else value
        for field, value in values.items()
    }


def _in_words(value: str | Collection[str]) -> str:
    return value if isinstance(value, str) else " · ".join(value)


def _clean(settings: Mapping[str, Any]) -> dict[str, Any]:
    changes, problems = dict[str, Any](), []
    for field, value in settings.items():
        try:
            changes[field] = CLEANERS[field](value)
        except Invalid as error:
            problems += error.problems
    if problems:
        raise Invalid(problems[0]["message"], problems)
    return changes
