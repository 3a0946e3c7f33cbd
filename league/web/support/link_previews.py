"""Previews of shared links in chats and social networks: title, description and picture. Names are
those shown to strangers, even to members, since anyone may open a shared link."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

LONGEST_DESCRIPTION = 200


@dataclass(frozen=True)
class LinkPreview:
    """The preview of a link. The words are public, even if a member opens the page. `path` is the
    page, `image` a picture; `facts` describe an event to search engines (schema.org)."""

    title: str
    description: str
    path: str
    image: str
    facts: dict[str, Any] = field(default_factory=dict)


def preview(
    page: str, key: int | str, *, title: str, description: str, facts: dict[str, Any] | None = None
) -> dict[str, LinkPreview]:
    """Return the preview of a page for its context."""
    words = " ".join(description.split())
    if len(words) > LONGEST_DESCRIPTION:
        words = words[: LONGEST_DESCRIPTION - 1].rstrip() + "…"
    path, image = reverse(f"web:{page}", args=[key]), reverse(f"web:{page}_card", args=[key])
    return {"preview": LinkPreview(title, words, path, image, facts or {})}
