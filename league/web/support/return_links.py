"""Links from a match: back to the desk, or to its public page."""

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from league.models import Match, SittingTable


def desk_address(match: Match) -> str:
    """Return the desk page of the sitting that the match belongs to, else of its session."""
    table = SittingTable.objects.filter(match=match.pk).first()
    if table is not None:
        return reverse("web:desk_sitting", args=[table.sitting_id])
    return reverse("web:desk_session", args=[match.session_id])


def add_match_message(request: HttpRequest, words: str, match: Match) -> None:
    """Add a success message for the next page, with a link to the public page of the match."""
    address = reverse("web:match", args=[match.pk])
    link = format_html('{} <a href="{}">{}</a>', words, address, _("Open public page"))
    messages.success(request, link)
