"""The page that tells everybody what this server keeps about people, why and for how long."""

from collections.abc import Iterator
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.operations.privacy.personal_data import ELSEWHERE, REGISTER
from league.operations.privacy.vocabulary import PersonalData, Subject, term_words

Section = tuple[Subject, list[tuple[PersonalData, str]]]


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "sections": list(_sections()),
        "elsewhere": ELSEWHERE,
    }
    return render(request, "privacy/privacy.html", context)


def _sections() -> Iterator[Section]:
    """Yield the rows of the register with the words of their term, by whose data it is: players
    first."""
    order = list(Subject)
    rows = sorted(REGISTER, key=lambda row: order.index(row.subject))
    for subject, group in groupby(rows, key=lambda row: row.subject):
        yield subject, [(row, term_words(row.term)) for row in group]
