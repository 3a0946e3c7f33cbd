"""Lines that readers copy from a page: code for their own site, a command for their computer."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.models import Draw

register = template.Library()


@register.simple_tag(takes_context=True)
def embed_code(context: dict[str, Any]) -> SafeString:
    """Return the HTML that puts the standings of `season` into another site, escaped as text."""
    request, season = context["request"], context["season"]
    return format_html(
        '&lt;iframe src="{}://{}{}?rows=10&amp;amp;lang={}" title="{}" width="100%" height="520"'
        ' style="border:0" loading="lazy"&gt;&lt;/iframe&gt;',
        request.scheme,
        request.get_host(),
        reverse("embed", args=[season.pk]),
        context["club"].language,
        season.name,
    )


@register.simple_tag
def shuffle_command(draw: Draw) -> SafeString:
    """Return the command that repeats a tie-break draw."""
    return format_html(
        'python3 -c "from random import Random; drawn = sorted({}); '
        "Random('{}').shuffle(drawn); print(drawn)\"",
        draw.players,
        draw.seed,
    )
