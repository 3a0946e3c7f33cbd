"""Where somebody goes on from a match: back to the desk, or to the page that everybody sees."""

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from league.models import Match, SittingTable


def desk_address(match: Match) -> str:
    """Return the address of the round of the tournament, else of the evening that it belongs to."""
    table = SittingTable.objects.filter(match=match.pk).first()
    if table is not None:
        return reverse("web:desk_sitting", args=[table.sitting_id])
    return reverse("web:desk_session", args=[match.session_id])


def add_match_message(request: HttpRequest, words: str, match: Match) -> None:
    """Say this on the next page, with a link to the public page of the match."""
    address = reverse("web:match", args=[match.pk])
    link = format_html('{} <a href="{}">{}</a>', words, address, _("Open public page"))
    messages.success(request, link)
