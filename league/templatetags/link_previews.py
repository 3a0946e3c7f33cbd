"""Tags for the head of pages whose links are shared."""

import json
from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from league.operations.support.links import link_to

register = template.Library()
UNSAFE_IN_SCRIPTS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


@register.simple_tag(takes_context=True)
def absolute(context: dict[str, Any], path: str) -> str:
    """Return the whole address of a page or picture of this server."""
    request: HttpRequest | None = context.get("request")
    if settings.BASE_URL or request is None:
        return link_to(path)
    return request.build_absolute_uri(path)


@register.simple_tag
def linked_data(facts: dict[str, Any]) -> SafeString:
    """Return facts about the page for search engines (JSON-LD by schema.org)."""
    text = json.dumps({"@context": "https://schema.org", **facts}, ensure_ascii=False)
    escaped = text.translate(UNSAFE_IN_SCRIPTS)  # as Django's json_script
    return mark_safe(f'<script type="application/ld+json">{escaped}</script>')  # noqa: S308
