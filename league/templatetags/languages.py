from typing import Any

from django import template
from django.urls import get_script_prefix, translate_url

register = template.Library()


@register.simple_tag(takes_context=True)
def other_language(context: dict[str, Any], code: str) -> str:
    """Return this page in another language; the language is part of the address, so no cookie is
    needed."""
    request = context.get("request")
    if not request:
        return f"{get_script_prefix()}{code}/"
    # Django finds a page by the part behind BASE_PATH, and puts it before the new address
    here = request.get_full_path_info()
    there = translate_url(here, code)
    return request.get_full_path() if there == here else there
