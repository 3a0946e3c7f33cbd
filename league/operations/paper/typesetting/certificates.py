"""What somebody takes home: his place in the standings, with a line for a signature."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.operations.paper.typesetting.press import About, Paper

NAMED = 3  # who share a place; of more it is told how many


@dataclass(frozen=True)
class Certificate:
    """`nth` is the place as it is said: 1st. `shared` names the others who have it too. `final`:
    how the final ended for him, empty without one."""

    name: str
    nth: str
    shared: Sequence[str]
    points: str
    played: int
    final: str = ""


def certificates(about: About, listed: Sequence[Certificate], *, day: str) -> Paper:
    """`day` is that of the latest result."""
    words = {
        "title": _("Certificate"),
        "to": _("awarded to"),
        "date": _("Date"),
        "signature": _("Signature"),
    }
    content = {"certificates": list(map(_certificate, listed)), "day": day, "words": words}
    return Paper("certificates", about, content)


def _certificate(one: Certificate) -> dict[str, str]:
    points = ngettext(
        "%(points)s points in %(n)s match", "%(points)s points in %(n)s matches", one.played
    )
    return {
        "name": one.name,
        "place": _("%(nth)s place") % {"nth": one.nth},
        "shared": _shared(one.shared),
        "final": one.final,
        "points": points % {"points": one.points, "n": one.played},
    }


def _shared(names: Sequence[str]) -> str:
    if not names:
        return ""
    if len(names) > NAMED:
        words = ngettext("shared with %(n)s other", "shared with %(n)s others", len(names))
        return words % {"n": len(names)}
    return _("shared with %(names)s") % {"names": get_text_list(list(names), _("and"))}
