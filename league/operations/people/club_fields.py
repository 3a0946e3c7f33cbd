"""Validation of a club's settings: each function returns a clean value or raises Invalid. Pure
functions."""

import re
import zoneinfo
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator, validate_email
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import ClubVisibility, Visibility
from league.names import typeset_line, visible_line, visible_text
from league.operations.people import club_colours

SLUG_LENGTH = 50
MOST_DESCRIPTION, MOST_LINE, MOST_CONTACT = 2000, 100, 200
MOST_SUGGESTIONS = 3
MOST_REASONS, MOST_REASON = 30, 200  # of penalties
LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029]")
HTTPS = URLValidator(schemes=["https"])


def clean_slug(text: str) -> str:
    """Return the last part of a club's address: small letters, digits and hyphens."""
    slug = text.strip()
    proposal = slugify(slug)[:SLUG_LENGTH].strip("-_")
    if slug and slug == proposal:
        return slug
    message = _("Use only lowercase letters, digits and hyphens, at most %(most)s characters.")
    words = message % {"most": SLUG_LENGTH}
    if proposal:
        words += " " + _("“%(slug)s” is possible.") % {"slug": proposal}
    raise invalid("bad_slug", "slug", words)


def clean_language(code: str) -> str:
    if code not in dict(settings.LANGUAGES):
        raise invalid("unknown_choice", "language", _("Choose a language from the list."))
    return code


def clean_visibility(value: str) -> str:
    return _clean_choice(value, ClubVisibility.values, "visibility")


def clean_player_visibility(value: str) -> str:
    return _clean_choice(value, Visibility.values, "player_visibility")


def clean_timezone(name: str) -> str:
    """Return the name of a time zone; a refusal suggests those that are spelled like it."""
    name = name.strip()
    if name in timezones():
        return name
    nearest = nearest_timezones(name)
    if nearest:
        message = _("There is no time zone “%(name)s”. Did you mean %(nearest)s?")
        words = message % {"name": name[:MOST_LINE], "nearest": ", ".join(nearest)}
    else:
        words = _("Enter a time zone such as Europe/Paris.")
    raise invalid("unknown_timezone", "timezone", words)


@lru_cache(maxsize=1)
def timezones() -> frozenset[str]:
    """Return the names of all time zones; read once, since that opens hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


def nearest_timezones(text: str) -> Sequence[str]:
    """Return the time zones whose name or place is spelled most like the text.

    >>> nearest_timezones("europe/pari")[0], nearest_timezones("new york")[0]
    ('Europe/Paris', 'America/New_York')
    """
    spelling = text[:MOST_LINE].casefold().replace(" ", "_")
    by_spelling: dict[str, str] = {}
    for zone in sorted(timezones()):
        by_spelling.setdefault(zone.rpartition("/")[2].casefold(), zone)
        by_spelling[zone.casefold()] = zone
    close = get_close_matches(spelling, by_spelling, MOST_SUGGESTIONS + 2, 0.7)
    return list(dict.fromkeys(by_spelling[spelling] for spelling in close))[:MOST_SUGGESTIONS]


def clean_main_colour(text: str) -> str:
    return _clean_colour(text, "main_colour")


def clean_accent_colour(text: str) -> str:
    """Return a colour in which text can be read; a refusal names its contrast and the nearest
    colour that will do."""
    colour = _clean_colour(text, "accent_colour")
    if not colour:
        return ""
    checked = club_colours.check(colour)
    if checked.passes:
        return colour
    message = _(
        "Text in %(colour)s has a contrast of %(ratio)s to 1; readable text needs 4.5 to 1. The "
        "nearest readable colour is %(nearest)s."
    )
    ratio = f"{int(checked.contrast * 100) / 100:.2f}"  # never rounded up to what would pass
    words = message % {"colour": colour, "ratio": ratio, "nearest": checked.nearest}
    raise invalid("low_contrast", "accent_colour", words)


def clean_description(text: str) -> str:
    """Return lines of text without invisible signs."""
    lines = visible_text(LINE_ENDS.sub("\n", text)).split("\n")
    description = "\n".join(line.rstrip() for line in lines).strip()
    if len(description) > MOST_DESCRIPTION:
        message = _("A description may have at most %(most)s characters; this one has %(count)s.")
        words = message % {"most": MOST_DESCRIPTION, "count": len(description)}
        raise invalid("too_long", "description", words)
    return description


def clean_meeting_place(text: str) -> str:
    return _clean_line(text, "meeting_place")


def clean_meeting_time(text: str) -> str:
    return _clean_line(text, "meeting_time")


def clean_contact(text: str) -> str:
    """Return an e-mail address or a link that begins with https://, or nothing."""
    contact = text.strip()
    if not contact:
        return ""
    if len(contact) > MOST_CONTACT:
        message = _("Use at most %(most)s characters.") % {"most": MOST_CONTACT}
        raise invalid("too_long", "contact", message)
    try:
        (HTTPS if "://" in contact else validate_email)(contact)
    except ValidationError:
        message = _("Enter an e-mail address, or a link that begins with https://.")
        raise invalid("bad_contact", "contact", message) from None
    return contact


def clean_penalty_reasons(reasons: Sequence[str]) -> list[str]:
    """Return the reasons without empty and repeated ones, in their order, with the no-break spaces
    that the club typed."""
    cleaned = list(dict.fromkeys(filter(None, map(typeset_line, reasons))))
    for index, reason in enumerate(cleaned):
        if len(reason) > MOST_REASON:
            message = _("“%(reason)s…” is too long: a reason may have at most %(most)s characters.")
            words = message % {"reason": reason[:30], "most": MOST_REASON}
            raise invalid("too_long", f"penalty_reasons.{index}", words)
    if len(cleaned) > MOST_REASONS:
        message = _("A list may have at most %(most)s reasons; this one has %(count)s.")
        words = message % {"most": MOST_REASONS, "count": len(cleaned)}
        raise invalid("too_long", "penalty_reasons", words)
    return cleaned


def _clean_colour(text: str, path: str) -> str:
    colour = text.strip().lower()
    if colour and not club_colours.COLOUR.fullmatch(colour):
        raise invalid("bad_colour", path, _("Enter a colour such as #1c6a4c."))
    return colour


def _clean_choice(value: str, choices: Collection[str], path: str) -> str:
    if value not in choices:
        raise invalid("unknown_choice", path, _("Choose a visibility from the list."))
    return value


def _clean_line(text: str, path: str) -> str:
    line = visible_line(text)
    if len(line) > MOST_LINE:
        message = _("Use at most %(most)s characters.") % {"most": MOST_LINE}
        raise invalid("too_long", path, message)
    return line
