"""The help pages: all subjects with a search, and one page per subject."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.names import MOST_LETTERS
from league.web.site import help_texts


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    question = request.GET.get("q", "")[:MOST_LETTERS].strip()
    context = {
        "question": question,
        "hits": [
            (address_of(hit.text.subject, hit.section.anchor), hit)
            for hit in help_texts.search(question, reader_language())
        ],
        "texts": help_texts.read_all(reader_language()),
    }
    return render(request, "site/help.html", context)


@require_safe
def subject_page(request: HttpRequest, subject: str) -> HttpResponse:
    if subject not in help_texts.SUBJECTS:
        raise Http404
    text = help_texts.read(subject, reader_language())
    first, *sections = text.sections
    context = {
        "text": text,
        "intro": first.html(address_of),
        "sections": [(section, section.html(address_of)) for section in sections],
        "others": [each for each in help_texts.read_all(reader_language()) if each != text],
    }
    return render(request, "site/help_page.html", context)


def address_of(subject: str, anchor: str = "") -> str:
    """Return the address of the help on a subject, in the present language."""
    page = reverse("web:help_page", args=[subject])
    return f"{page}#{anchor}" if anchor else page


def reader_language() -> str:
    return get_language() or help_texts.SOURCE
