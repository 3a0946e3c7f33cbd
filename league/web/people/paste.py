"""Players by pasting their names: a preview of each line first, then one button that adds them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league import permissions
from league.models import Club
from league.operations.people import paste
from league.operations.people.paste import LineOutcome, PastePlan
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.forms import run_operation
from league.web.support.request import Request

HIGHEST_ID = 2**63 - 1
LONGEST_NUMBER = 6  # digits of a line


class PasteForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Players, one per line"),
        help_text=gettext_lazy(
            "From a message or a spreadsheet: numbers, bullets and e-mail addresses are recognised."
        ),
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "words",
            }
        ),
    )


class AddForm(forms.Form):
    """The paste after its preview. `newest` is what the preview said of the club."""

    text = forms.CharField(widget=forms.HiddenInput, strip=False)
    newest = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=0, max_value=HIGHEST_ID
    )


@desk
@once
def paste_players(request: Request, slug: str) -> HttpResponse:
    """Show the preview of pasted names; `do=add` adds their players."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    if request.method != "POST":
        return _paste_page(request, club, PasteForm())
    if request.POST.get("do") == "add":
        return _add(request, club)
    return _preview(request, club, PasteForm(request.POST))


def _preview(request: Request, club: Club, form: forms.Form, refusal: str = "") -> HttpResponse:
    plan = None
    if form.is_valid():
        plan = run_operation(form, paste.preview, club, form.cleaned_data["text"])
    return _paste_page(request, club, form, plan, refusal)


def _add(request: Request, club: Club) -> HttpResponse:
    form = AddForm(request.POST)
    if form.is_valid():
        plan = run_operation(
            form,
            paste.add,
            club,
            form.cleaned_data["text"],
            _line_numbers(request, "add_existing"),
            _line_numbers(request, "leave_out"),
            by=request.user,
            newest=form.cleaned_data["newest"],
        )
        if plan is not None:
            messages.success(request, _message(len(plan.added)))
            return redirect("web:desk_club", club.slug)
    refusals = [*form.non_field_errors(), *form.errors.get("newest", [])]
    return _preview(request, club, PasteForm(request.POST), refusals[0] if refusals else "")


def _paste_page(
    request: Request,
    club: Club,
    form: forms.Form,
    plan: PastePlan | None = None,
    refusal: str = "",
) -> HttpResponse:
    context: dict[str, Any] = {"club": club, "form": form, "plan": plan, "refused": refusal}
    if plan is not None:
        initial = {"text": form.cleaned_data["text"], "newest": plan.newest}
        context |= {
            "add_form": AddForm(initial=initial, auto_id="add_%s"),
            "new": plan.added,
            "to_check": [line for line in plan.lines if line.outcome != LineOutcome.NEW],
            "can_tick": plan.counts["exists"] + plan.counts["twice"] > 0,
        }
    is_refused = bool(form.errors or refusal)
    return render(request, "people/paste.html", context, status=422 if is_refused else 200)


def _line_numbers(request: Request, name: str) -> list[int]:
    """Return the numbers of the ticked lines."""
    ticks = request.POST.getlist(name)
    return [
        int(tick)
        for tick in ticks
        if tick.isascii() and tick.isdecimal() and len(tick) <= LONGEST_NUMBER
    ]


def _message(count: int) -> str:
    if not count:
        return _("Everyone on this list is already in the club.")
    return ngettext("%(n)s player has been added.", "%(n)s players have been added.", count) % {
        "n": count
    }
