"""Notices about stored data, on the page that opens next."""

from collections.abc import Iterable

from django.contrib import messages

from league.operations.seasons.notices import Notice
from league.web.support.request import Request


def show(request: Request, notices: Iterable[Notice]) -> None:
    """Show each notice once."""
    for words in dict.fromkeys(notice.message for notice in notices):
        messages.warning(request, words)
