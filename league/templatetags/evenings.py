"""Evenings in lists."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext, pgettext

from league.models import Session

register = template.Library()


@register.simple_tag
def evening_state(
    session: Session, match_count: int, now: datetime | None = None, running: int = 0
) -> SafeString:
    """Return the state of an evening; `running` of its tables are playing."""
    if session.cancelled_at:
        words = pgettext("evening", "cancelled")
        return format_html('<span class="count cancelled">{}</span>', words)
    if running:
        words = ngettext("%(n)s table is playing", "%(n)s tables are playing", running)
    elif now and session.starts_at > now and not match_count:
        words = pgettext("evening", "planned")
    else:
        words = ngettext("%(n)s match", "%(n)s matches", match_count)
    return format_html('<span class="count">{}</span>', words % {"n": running or match_count})
