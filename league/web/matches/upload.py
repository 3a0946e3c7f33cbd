"""The upload of a record to a match: its rounds are drawn and judged before they are stored."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league import permissions
from league.errors import Conflict, Invalid, LeagueError
from league.models import Match
from league.operations.matches import uploaded_rounds
from league.operations.matches.uploaded_rounds import UploadedRounds
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES
from league.web.matches import round_form
from league.web.matches.round_entry import device_of
from league.web.support.request import Request


class UploadForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Record"),
        help_text=gettext_lazy("A JSON file: a whole match, or one round. At most 1 MiB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )


@desk
def upload(request: Request, pk: int) -> HttpResponse:
    """Choose a file; look at its rounds; store them. The preview carries the file in its form."""
    match = permissions.find_match(request.user, pk, Action.VIEW)
    match = permissions.match_to_enter(request.user, pk, match.rounds_played + 1)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    data = request.POST.get("record", "").encode()
    if request.method != "POST" or not (data or form.is_valid()):
        return _page(request, match, {"form": form}, 422 if form.errors else 200)
    if not data:
        data = form.cleaned_data["file"].read(uploaded_rounds.MOST_BYTES + 1)
    try:
        if request.POST.get("do") == "save":
            stored = uploaded_rounds.store(pk, data, by=request.user, device=device_of(request))
            messages.success(request, _stored_words(stored))
            return redirect("web:match", pk)
        uploaded = uploaded_rounds.preview(match, data)
    except (Invalid, Conflict) as error:
        return _page(
            request,
            match,
            {"form": UploadForm(), "error": error, "problems": _problems(error)},
            round_form.status_code(error),
        )
    return _page(request, match, {"form": UploadForm(), **_preview(match, uploaded, data)}, 200)


def _stored_words(stored: int) -> str:
    if not stored:
        return _("The match already had these rounds; nothing was saved twice.")
    words = ngettext("%(n)s round is saved.", "%(n)s rounds are saved.", stored)
    return words % {"n": stored}


def _problems(error: LeagueError) -> list[dict[str, Any]]:
    return error.problems or [{"path": "", "message": error.detail}]


def _preview(match: Match, uploaded: UploadedRounds, data: bytes) -> dict[str, Any]:
    pages, players = PAGES[match.game], match.seats.count()
    verdict = uploaded.verdict
    return {
        "uploaded": uploaded,
        "rounds": [pages.explain(row, players) for row in uploaded.rows],
        "round_template": pages.round_template,
        "notices": verdict.notices if verdict else (),
        "totals": verdict.totals if verdict else (),
        "is_over": verdict is not None and verdict.over,
        "record": data.decode(errors="replace"),
    }


def _page(request: Request, match: Match, more: dict[str, Any], status: int) -> HttpResponse:
    seats = list(match.seats.select_related("player"))
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "seats": seats,
        "member": True,
        "style": PAGES[match.game].style,
        "back": reverse("web:match", args=[match.pk]),
        **more,
    }
    if "totals" in context:
        context["standing"] = list(zip(seats, context["totals"], strict=False))
    return render(request, "matches/upload.html", context, status=status)
