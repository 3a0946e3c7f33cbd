"""Spans of time and sizes in words."""

from datetime import timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE, HOUR, DAY = 60, 3600, 86_400
MIB, GIB = 1024**2, 1024**3


def duration(span: timedelta) -> str:
    """Return a span as people say it: in whole seconds, minutes, hours or days, at least two of
    them where the unit is larger than a second."""
    seconds = max(0, int(span.total_seconds()))
    if seconds >= 2 * DAY:
        days = seconds // DAY
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    if seconds >= 2 * HOUR:
        hours = seconds // HOUR
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    if seconds >= 2 * MINUTE:
        minutes = seconds // MINUTE
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}


def size(count: int) -> str:
    """Return a number of bytes in MiB or GiB."""
    if count < GIB:
        return _("%(n)s MiB") % {"n": number_format(count // MIB)}
    return _("%(n)s GiB") % {"n": number_format(count / GIB, decimal_pos=1)}
