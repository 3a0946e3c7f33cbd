"""Monograms of players, drawn as SVG."""

from typing import Any

from django import template

from league.models import Player
from league.templatetags.manche import name
from league.web.support.monograms import monogram

register = template.Library()


@register.inclusion_tag("support/_monogram.html", name="monogram", takes_context=True)
def draw_monogram(context: dict[str, Any], player: Player) -> dict[str, Any]:
    """Draw the monogram of the player under the name that this page shows; it stands beside the
    name, so screen readers skip it."""
    return {"monogram": monogram(name(context, player), player.pk)}
