from typing import Any

from django import template
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.translation import override

register = template.Library()


@register.simple_tag(takes_context=True)
def other_language(context: dict[str, Any], code: str) -> str:
    """Return this page in another language; the language is part of the address, so no cookie is
    needed. A page with one address for all languages, or none at all, stays where it is."""
    request = context.get("request")
    if not request:
        return f"{get_script_prefix()}{code}/"
    # Django's translate_url would resolve the address again for each language
    if (match := request.resolver_match) is None:
        return str(request.get_full_path())
    with override(code):
        try:
            there = reverse(match.view_name, args=match.args, kwargs=match.kwargs)
        except NoReverseMatch:
            return str(request.get_full_path())
    query = request.META.get("QUERY_STRING", "")
    return f"{there}?{query}" if query else there
