"""Template filters of the page about the API: types and the little Markdown of descriptions."""

import re
from collections.abc import Mapping, Sequence

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def typed(words: Sequence[str] | str, homes: Mapping[str, str]) -> SafeString:
    """Return a type in words, with links to the schemas that it names, each on its page."""
    listed = [words] if isinstance(words, str) else words
    return format_html_join(" ", "{}", ((_word(word, homes),) for word in listed))


@register.filter
def coded(text: str) -> SafeString:
    """Return the text with HTML code elements for what stands between backticks."""
    parts = re.split(r"`([^`]*)`", text)
    spans = [
        format_html("<code>{}</code>", part) if index % 2 else conditional_escape(part)
        for index, part in enumerate(parts)
    ]
    return mark_safe("".join(spans))  # noqa: S308  # each part is escaped above


def _word(word: str, homes: Mapping[str, str]) -> SafeString:
    if word.startswith("#"):
        name = word[1:]
        return format_html('<a href="../{}/#shape-{}"><code>{}</code></a>', homes[name], name, name)
    if word in {"or", "[", "]", "{", "}"}:
        return format_html("{}", word)
    return format_html("<code>{}</code>", word)
