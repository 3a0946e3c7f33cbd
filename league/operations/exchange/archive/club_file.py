"""The line of the club itself in an archive: its settings, and its logo in the largest size, from
which the others follow."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Club, User
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.people import (
    club_fields,
    club_logo,
    club_settings,
    clubs,
    pictures,
    seating_needs,
)

BASICS = ("name", "slug", "timezone", "language")
LINES = ("main_colour", "accent_colour", "meeting_place", "meeting_time", "contact")
SHOWN = ("visibility", "player_visibility")
FIELDS: Mapping[str, Field] = {
    **shape.model_fields(Club, (*BASICS, *LINES, *SHOWN)),
    "description": shape.text_field(club_fields.MOST_DESCRIPTION),
    "step_free_tables": shape.list_field(
        shape.integer_field(1, seating_needs.MOST_TABLES), seating_needs.MOST_TABLES
    ),
    "penalty_reasons": shape.list_field(
        shape.text_field(club_fields.MOST_REASON), club_fields.MOST_REASONS
    ),
    "logo": shape.optional_field(shape.text_field(2 * pictures.MOST_BYTES)),  # in base64
}
LATER = (*LINES, *SHOWN, "description", "penalty_reasons")
DEFAULTS_OF_LATER_KEYS: Mapping[str, Any] = {
    **shape.model_defaults(Club, LATER),
    "step_free_tables": [],
    "logo": None,
}


def club_row(club: Club) -> dict[str, Any]:
    logo = club_logo.find(club.pk, club.logo_version, club_logo.LARGEST)
    values = {name: getattr(club, name) for name in (*BASICS, *LATER)}
    values["step_free_tables"] = club.step_free_tables
    return {**values, "logo": logo and b64encode(logo).decode()}


def create(row: Mapping[str, Any], *, by: User) -> Club:
    """Create the club of a row, with `by` as its owner."""
    club = clubs.create(by=by, **{name: row[name] for name in BASICS})
    club_settings.update(club, **{name: row[name] for name in LATER})
    seating_needs.set_step_free_tables(club, row["step_free_tables"], by=None)
    if row["logo"] is not None:
        club_logo.restore(club, _decoded(row["logo"]))
    return club


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise invalid("bad_base64", "logo", _("This is not valid base64.")) from None
