"""Names of people and things: how they are written, and when two are the same."""

from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.support.name_search import fold


def clean_name(name: str, path: str = "name") -> str:
    """Return a name as one line of visible text, at most 100 characters; raise Invalid for
    others."""
    name = " ".join(name.split())
    if not name or not any(character.isprintable() for character in name):
        raise invalid("blank", path, _("Enter a name."))
    if len(name) > 100:
        raise invalid("too_long", path, _("A name may have at most 100 characters."))
    return name


def name_key(name: str) -> str:
    """Return a text by which equal names are recognised, whatever their capitals, accents, spaces
    and apostrophes."""
    return " ".join(fold(name).replace("’", "'").split())
