"""Certificates for players: the place in the standings, with a line for a signature."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper

MOST_NAMES = 3  # players who share a place; of more only the number is printed


@dataclass(frozen=True)
class Certificate:
    """The content of a certificate. `nth` is the place as prose writes it: 1st. `shared` are the
    names of others with the same place."""

    name: str
    nth: str
    shared: Sequence[str]
    points: str
    played: int


def certificates(about: PageHeader, items: Sequence[Certificate], *, day: str) -> Paper:
    """Return a paper with these certificates; `day` is the day of the latest result."""
    words = {
        "title": _("Certificate"),
        "to": _("awarded to"),
        "date": _("Date"),
        "signature": _("Signature"),
    }
    content = {
        "certificates": list(map(_certificate, items)),
        "day": day,
        "words": words,
    }
    return Paper("certificates", about, content)


def _certificate(one: Certificate) -> dict[str, str]:
    is_one = one.points == "1"  # any other number of decimals counts as several
    points = ngettext("%(n)s point", "%(n)s points", 1 if is_one else 2) % {"n": one.points}
    matches = ngettext("%(n)s match", "%(n)s matches", one.played) % {"n": one.played}
    return {
        "name": one.name,
        "place": _("%(nth)s place") % {"nth": one.nth},
        "shared": _shared_with(one.shared),
        "points": _("%(points)s in %(matches)s") % {"points": points, "matches": matches},
    }


def _shared_with(names: Sequence[str]) -> str:
    if not names:
        return ""
    if len(names) > MOST_NAMES:
        words = ngettext("shared with %(n)s other", "shared with %(n)s others", len(names))
        return words % {"n": len(names)}
    return _("shared with %(names)s") % {"names": get_text_list(list(names), _("and"))}
