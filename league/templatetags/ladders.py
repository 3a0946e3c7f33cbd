"""The arrival of a player in a division and the zone of a place, in words and arrows."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Came, DivisionMember

register = template.Library()

ZONES = {
    "up": ("↑", gettext_lazy("would move up")),
    "down": ("↓", gettext_lazy("would move down")),
    "play_off": ("⇅", gettext_lazy("would play off")),
    "lot": ("?", gettext_lazy("tied at the cut-off: a play-off or a draw decides")),
}


@register.simple_tag
def arrival(member: DivisionMember) -> SafeString | str:
    """Return an arrow for a member who changed divisions, a word for a new one; nothing in the
    first period."""
    if member.division.period.number == 1:
        return ""
    if member.came in {Came.NEW, Came.RETURNED}:
        return format_html('<small class="movement">{}</small>', member.get_came_display())
    return shift(member.source, member.division.level)


@register.simple_tag
def shift(source: int, target: int) -> SafeString | str:
    """Return an arrow from one level to another; nothing if they are equal."""
    if not source or source == target:
        return ""
    up = target < source
    return format_html(
        '<small class="movement {}" role="img" aria-label="{}">{}</small>',
        "up" if up else "down",
        _("promoted") if up else _("relegated"),
        "▲" if up else "▼",
    )


@register.simple_tag
def zone(name: str) -> SafeString:
    """Return the mark of what a place means while the period runs."""
    if name not in ZONES:
        return format_html('<span class="zone {}"></span>', "none")  # keeps points in line
    sign, words = ZONES[name]
    return format_html(
        '<span class="zone {}" role="img" aria-label="{}" title="{}">{}</span>',
        name,
        words,
        words,
        sign,
    )


@register.filter
def lookup(mapping: Any, key: Any) -> Any:
    """Return the value of a mapping for a key that is no text."""
    return mapping.get(key)
