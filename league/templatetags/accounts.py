"""Browsers by name, on the page of one's sessions."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# the first that occurs: Edge and Opera name Chrome too, Chrome names Safari
BROWSERS = {
    "Edg/": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


@register.filter
def browser_name(user_agent: str) -> str:
    """Return a short name such as "Firefox, Android" for the User-Agent of a browser."""
    names = [_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)]
    return ", ".join(name for name in names if name) or _("another program")


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for sign, name in names.items() if sign in user_agent), "")
