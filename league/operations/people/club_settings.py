"""The settings of a club that its owners change: names, address, looks, and what strangers read of
it. The logo has a module of its own."""

from collections.abc import Callable, Mapping

from django.db import transaction

from league.errors import Invalid
from league.models import Club
from league.operations.people import club_addresses, club_fields
from league.operations.people.names import clean_name
from league.operations.support import versions

CLEANERS: Mapping[str, Callable[[str], str]] = {
    "name": clean_name,
    "slug": club_fields.clean_slug,
    "timezone": club_fields.clean_timezone,
    "language": club_fields.clean_language,
    "main_colour": club_fields.clean_main_colour,
    "accent_colour": club_fields.clean_accent_colour,
    "description": club_fields.clean_description,
    "meeting_place": club_fields.clean_meeting_place,
    "meeting_time": club_fields.clean_meeting_time,
    "contact": club_fields.clean_contact,
}


@transaction.atomic
def update(club: Club, **settings: str) -> Club:
    """Change the named settings only. A new address takes effect at once, and the former one goes
    on leading to the club. All that is wrong is refused at once."""
    changes = _clean(settings)
    if not changes:
        return club
    versions.bump_edition(club.pk)
    if "slug" in changes:
        club_addresses.reserve(club, changes["slug"])
    for field, value in changes.items():
        setattr(club, field, value)
    club.save(update_fields=list(changes))
    return club


def _clean(settings: Mapping[str, str]) -> dict[str, str]:
    changes, problems = {}, []
    for field, value in settings.items():
        try:
            changes[field] = CLEANERS[field](value)
        except Invalid as error:
            problems += error.problems
    if problems:
        raise Invalid(problems[0]["message"], problems)
    return changes
