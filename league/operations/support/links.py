"""Addresses of this server's pages for what leaves it: mails, chats, calendars."""

from django.conf import settings


def link_to(path: str) -> str:
    """Return the address of a page of this server. It is made from the settings: a request could
    name any host. A path that Django made has BASE_PATH already."""
    base = settings.BASE_URL or settings.BASE_PATH
    below = path.removeprefix(f"{settings.BASE_PATH}/").lstrip("/")
    return f"{base.rstrip('/')}/{below}"
