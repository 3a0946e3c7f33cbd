"""Warm-up of a process before its first request: importing all views, reading the code, collecting
the addresses of each language, parsing the templates of public pages."""

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.formats import get_format

from league.web.support import cached_views

TEMPLATES = Path(__file__).parents[2] / "templates"
PUBLIC_ROOMS = ("support", "site", "sessions", "standings", "matches")


def warm_up() -> None:
    """Fill the caches of this process; it asks no database."""
    cached_views.code_digest()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Standings")
            get_format("DECIMAL_SEPARATOR")
            reverse("web:home")
    get_template("base.html")
    for room in PUBLIC_ROOMS:
        for file in TEMPLATES.glob(f"{room}/**/*.html"):
            get_template(str(file.relative_to(TEMPLATES)))
