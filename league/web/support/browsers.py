"""Browsers by name."""

from django.utils.translation import gettext as _

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


def browser_name(user_agent: str) -> str:
    """Return a short name such as "Firefox, Android" for the User-Agent of a browser."""
    names = [_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)]
    return ", ".join(name for name in names if name) or _("another program")


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for sign, name in names.items() if sign in user_agent), "")
