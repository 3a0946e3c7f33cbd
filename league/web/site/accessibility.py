"""The accessibility statement: the tests, the known gaps, and the way to report more."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

REVIEWED = date(2026, 11, 26)  # the day on which the statement was last compared with the product


@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    return render(request, "site/accessibility.html", {"reviewed": REVIEWED})
