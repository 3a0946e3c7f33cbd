"""Labels with a colon behind them, as the reader's language writes it."""

from django.utils.translation import gettext as _


def with_colon(label: object) -> str:
    """Return a label with the colon behind it; French writes a no-break space before it."""
    return _("%(label)s:") % {"label": label}


def pair(label: object, text: object) -> str:
    """Return a label and a text with a colon between them."""
    return f"{with_colon(label)} {text}"


def phone_of_table(number: int) -> str:
    return _("Phone at table %(number)s") % {"number": number}
