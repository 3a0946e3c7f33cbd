"""The page that tells everybody what this server keeps about people, why and for how long."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.operations.privacy.personal_data import ELSEWHERE, REGISTER
from league.operations.privacy.vocabulary import (
    PersonalData,
    Purpose,
    Reader,
    Subject,
    Term,
    term_words,
)


class DataGroup(NamedTuple):
    """Data that is kept for one purpose and time and read by the same people."""

    purpose: Purpose
    term: str
    reader: Reader
    rows: Sequence[PersonalData]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "players": _groups(Subject.PLAYER),
        "accounts": _groups(Subject.ACCOUNT),
        "elsewhere": ELSEWHERE,
    }
    return render(request, "privacy/privacy.html", context)


def _groups(subject: Subject) -> list[DataGroup]:
    """Return the register of a subject in groups, in the order in which they first come."""
    groups: dict[tuple[Purpose, Term | str, Reader], list[PersonalData]] = {}
    for row in REGISTER:
        if row.subject == subject:
            groups.setdefault((row.purpose, row.term, row.reader), []).append(row)
    return [
        DataGroup(purpose, term_words(term), reader, rows)
        for (purpose, term, reader), rows in groups.items()
    ]
