"""Refuses to delete things that others depend on, and names those."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault


class Use(NamedTuple):
    """Rows that depend on a thing: a name for programs, and their number in words."""

    path: str
    words: str


def require_unused(uses: Sequence[Use], refusal: str) -> None:
    """Raise Conflict with the `refusal`, which says `%(uses)s`, if anything depends on a thing."""
    if uses:
        listed = get_text_list([use.words for use in uses], _("and"))
        raise Conflict(
            refusal % {"uses": listed},
            [Fault("in_use", use.path, use.words).to_json() for use in uses],
        )
