"""The public page about the data this server keeps about people, why and for how long."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models.fields import PersonalData, Purpose, Reader, Subject, Term
from league.operations.privacy.personal_data import ELSEWHERE, REGISTER
from league.operations.privacy.vocabulary import term_words


class TermGroup(NamedTuple):
    """Data that is kept for the same time and read by the same people."""

    term: str
    reader: Reader
    rows: Sequence[PersonalData]


class PurposeGroup(NamedTuple):
    """All data that is kept for one purpose."""

    purpose: Purpose
    parts: Sequence[TermGroup]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "players": _groups(Subject.PLAYER),
        "accounts": _groups(Subject.ACCOUNT),
        "elsewhere": ELSEWHERE,
    }
    return render(request, "privacy/privacy.html", context)


def _groups(subject: Subject) -> list[PurposeGroup]:
    """Return the register of a subject by purpose, in the order in which purposes first come."""
    rows = [row for row in REGISTER if row.subject == subject]
    purposes = dict.fromkeys(row.purpose for row in rows)
    return [
        PurposeGroup(purpose, _term_groups([row for row in rows if row.purpose == purpose]))
        for purpose in purposes
    ]


def _term_groups(rows: Sequence[PersonalData]) -> list[TermGroup]:
    parts: dict[tuple[Term | str, Reader], list[PersonalData]] = {}
    for row in rows:
        parts.setdefault((row.term, row.reader), []).append(row)
    return [TermGroup(term_words(term), reader, part) for (term, reader), part in parts.items()]
