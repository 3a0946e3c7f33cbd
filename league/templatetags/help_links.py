"""The link from a page to the help that belongs to it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template

from league.web.site import help_texts
from league.web.site.help import address_of, reader_language
from league.web.site.help_links import place_of

register = template.Library()


class HelpLink(NamedTuple):
    address: str
    title: str


@register.simple_tag(takes_context=True)
def help_link(context: Mapping[str, Any]) -> HelpLink | None:
    """Return the link to the help on this page, None if there is none."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    place = place_of(match.url_name) if match else None
    if place is None:
        return None
    text = help_texts.read(place.subject, reader_language())
    return HelpLink(address_of(place.subject, place.anchor), text.title)
