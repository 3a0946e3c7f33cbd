"""Monograms of players, drawn by the style sheet from an attribute with their initials."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from league.models import Player
from league.templatetags.manche import name
from league.web.support.monograms import monogram

register = template.Library()


@register.simple_tag(name="monogram", takes_context=True)
def draw_monogram(context: dict[str, Any], player: Player) -> SafeString:
    """Draw the monogram of the player under the name that this page shows; it stands beside the
    name, so screen readers skip it."""
    return SafeString(f"<i {initials(name(context, player), player.pk)} aria-hidden=true></i>")


def initials(shown_name: str, number: int) -> SafeString:
    """Return the attributes of an element that begins with a monogram. The letters need no quotes:
    they are letters, digits or a bullet."""
    drawn = monogram(shown_name, number)
    return SafeString(f'class="c{drawn.colour} s{drawn.shape}" data-initials={drawn.letters}')
