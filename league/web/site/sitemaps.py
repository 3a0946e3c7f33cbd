"""The sitemaps for search engines: clubs, seasons, leagues, tournaments, the help in each language.
Players and matches are not listed, so only people with a link open them."""

from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from league.models import Club, League, Season, Tournament
from league.operations.support.links import link_to
from league.permissions import listed_clubs
from league.web.site import help_texts


class _Pages(Sitemap):  # type: ignore[type-arg]  # generic for the checker only
    i18n = alternates = True
    limit = 5000


class _Clubs(_Pages):
    def items(self) -> Any:
        return listed_clubs(None).order_by("pk")

    def location(self, item: Club) -> str:
        return reverse("web:club", args=[item.slug])


class _Seasons(_Pages):
    def items(self) -> Any:
        return Season.objects.filter(tournament=None, club__in=listed_clubs(None)).order_by("pk")

    def location(self, item: Season) -> str:
        return reverse("web:season", args=[item.pk])


class _Leagues(_Pages):
    def items(self) -> Any:
        return League.objects.filter(season__club__in=listed_clubs(None)).order_by("pk")

    def location(self, item: League) -> str:
        return reverse("web:league", args=[item.pk])


class _Tournaments(_Pages):
    def items(self) -> Any:
        return Tournament.objects.filter(season__club__in=listed_clubs(None)).order_by("pk")

    def location(self, item: Tournament) -> str:
        return reverse("web:tournament", args=[item.pk])


class _Help(_Pages):
    """The table of contents of the help, then its subjects."""

    def items(self) -> list[str]:
        return ["", *help_texts.SUBJECTS]

    def location(self, item: str) -> str:
        return reverse("web:help_page", args=[item]) if item else reverse("web:help")


SITEMAPS = {
    "clubs": _Clubs,
    "seasons": _Seasons,
    "leagues": _Leagues,
    "tournaments": _Tournaments,
    "help": _Help,
}


def robots(request: HttpRequest) -> HttpResponse:
    """Return what robots may read, and where the sitemap is."""
    path = reverse("sitemap")
    sitemap = link_to(path) if settings.BASE_URL else request.build_absolute_uri(path)
    context = {
        "sitemap": sitemap,
        "base": settings.BASE_PATH,
        "languages": [code for code, _label in settings.LANGUAGES],
    }
    text = render_to_string("site/robots.txt", context)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
