from typing import Any

from django import template
from django.urls import translate_url

register = template.Library()


@register.simple_tag(takes_context=True)
def other_language(context: dict[str, Any], code: str) -> str:
    """Return this page in another language; the language is part of the address, so no cookie is
    needed."""
    request = context.get("request")
    return translate_url(request.get_full_path(), code) if request else f"/{code}/"
