"""The log of a club at the desk: who did it and when, the values before and after, and a search."""

from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league import permissions
from league.models import AuditKind, Club
from league.operations.audit import entry_words, searches
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request

MOST_ENTRIES = 50  # of a page
LARGEST_ID = 2**63 - 1
SUBJECTS = {
    "account": _("Sign-ins"),
    "club": _("Club"),
    "invitation": _("Invitations"),
    "member": _("Members"),
    "token": _("API tokens"),
    "table": _("Table codes"),
    "player": _("Players"),
    "season": _("Seasons"),
    "league": _("Leagues"),
    "award": _("Awards"),
    "team": _("Teams"),
    "penalty": _("Penalties"),
    "lots": _("Tie-break draws"),
    "session": _("Evenings"),
    "room": _("Announcements and calls"),
    "sign_up": _("Sign-ups"),
    "result": _("Results"),
    "tournament": _("Tournaments"),
    "ladder": _("Ladders"),
    "import": _("Imports"),
    "webhook": _("Webhooks"),
}


def kind_choices() -> list[tuple[Any, Any]]:
    """Return the kinds of entries by subject, each subject also as a whole."""
    groups: dict[str, list[tuple[str, Any]]] = {}
    for kind in AuditKind:
        groups.setdefault(kind.partition(".")[0], []).append((kind.value, kind.label))
    whole = [(subject, SUBJECTS[subject]) for subject in groups]
    details = [(SUBJECTS[name], kinds) for name, kinds in groups.items() if len(kinds) > 1]
    return [("", _("Everything")), *whole, *details]


class LogSearchForm(forms.Form):
    """The filters of the log. All are optional, and an unreadable value is reported beside its
    field."""

    person = forms.CharField(
        label=_("Person"),
        help_text=_("Who did it, or who it is about."),
        max_length=100,
        required=False,
    )
    kind = forms.ChoiceField(label=_("Action"), choices=kind_choices, required=False)
    match = forms.IntegerField(
        label=_("Match number"), min_value=1, max_value=LARGEST_ID, required=False
    )
    session = forms.IntegerField(
        label=_("Evening number"), min_value=1, max_value=LARGEST_ID, required=False
    )
    tournament = forms.IntegerField(
        label=_("Tournament number"), min_value=1, max_value=LARGEST_ID, required=False
    )
    since = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}), required=False
    )
    until = forms.DateField(
        label=_("Until"), widget=forms.DateInput(attrs={"type": "date"}), required=False
    )

    def condition(self, club: Club) -> Q:
        """Return the condition for the entries that are searched for."""
        values = self.cleaned_data
        query = searches.of_days(club, values.get("since"), values.get("until"))
        if person := values.get("person"):
            query &= searches.by_or_about_name(person)
        if kind := values.get("kind"):
            query &= searches.of_kind(kind)
        if match := values.get("match"):
            query &= searches.about_match(match)
        if session := values.get("session"):
            query &= searches.about_sessions([session])
        if tournament := values.get("tournament"):
            query &= searches.about_tournament(tournament)
        return query


@desk
def log(request: Request, slug: str) -> HttpResponse:
    """List the entries of the log that match the search, the newest first."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = LogSearchForm(request.GET)
    form.is_valid()  # fields that cannot be read limit nothing
    rows = searches.entries_of(club).filter(form.condition(club))
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and int(before) <= LARGEST_ID:
        rows = rows.filter(number__lt=int(before))
    entries = list(rows[: MOST_ENTRIES + 1])
    with timezone.override(ZoneInfo(club.timezone)):
        context = {
            "club": club,
            "form": form,
            "is_search": any(form.cleaned_data.values()),
            "entries": entry_words.in_words(entries[:MOST_ENTRIES]),
            "older": _older(request, entries),
        }
        status = 422 if form.errors else 200
        return render(request, "people/club_log.html", context, status=status)


def _older(request: Request, entries: list[Any]) -> str:
    """Return the query of the next page; empty on the last one."""
    if len(entries) <= MOST_ENTRIES:
        return ""
    fields = {
        name: request.GET[name] for name in LogSearchForm.base_fields if request.GET.get(name)
    }
    return urlencode({**fields, "before": entries[MOST_ENTRIES - 1].number})
