"""The page that opens a series of evenings: a form, a preview of its dates, then all in one
step."""

import zoneinfo
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from league import permissions
from league.models import Season, Session
from league.operations.seasons import notices, session_series
from league.operations.seasons.session_series import Monthly, Series, SeriesDate
from league.operations.signups import series as operations
from league.operations.signups import sheets
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.double_submissions import once
from league.web.support.forms import run_operation
from league.web.support.notices import show as show_notices
from league.web.support.request import Request

WEEKS = (1, 2, 3, 4, 5, 6, 8)
MOST_HOURS = 14 * 24
USUAL_HOURS = 2
MOST_NOTICES = 3


class SeriesForm(forms.Form):
    """The dates of a series and how players sign up; times are in the club's zone, which the view
    activates."""

    first = forms.DateTimeField(
        label=gettext_lazy("First evening"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    every_weeks = forms.ChoiceField(label=gettext_lazy("Repeats"))
    until = forms.DateField(
        label=gettext_lazy("Last possible day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(label=pgettext_lazy("where", "Place"), max_length=100, required=False)
    has_sign_up = forms.BooleanField(
        label=gettext_lazy("Players sign up for each evening"), required=False, initial=True
    )
    closes_hours_before = forms.IntegerField(
        label=gettext_lazy("Sign-up closes (hours before the start)"),
        min_value=0,
        max_value=MOST_HOURS,
        required=False,
        initial=USUAL_HOURS,
    )
    capacity = forms.IntegerField(
        label=pgettext_lazy("sign-up", "Places"),
        help_text=gettext_lazy(
            "Empty: no limit. With a limit, later sign-ups join the waiting list."
        ),
        min_value=1,
        max_value=sheets.MOST_PLACES,
        required=False,
    )
    guests_allowed = forms.IntegerField(
        label=gettext_lazy("Guests per player"),
        min_value=0,
        max_value=sheets.MOST_GUESTS,
        required=False,
        initial=0,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["every_weeks"].choices = [  # type: ignore[attr-defined]
            *((str(weeks), _weeks_words(weeks)) for weeks in WEEKS),
            (Monthly.SAME_WEEKDAY, _("every month on the same weekday, such as the first Friday")),
            (Monthly.LAST_WEEKDAY, _("every month on the same weekday, such as the last Friday")),
        ]
        self.fields["every_weeks"].initial = "2"

    @property
    def sign_up_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("closes_hours_before", "capacity", "guests_allowed")]


@desk
@once
def series(request: Request, pk: int) -> HttpResponse:
    """Show the form; `do=preview` shows its dates, some of them can be left out, and `do=create`
    opens the evenings."""
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    with timezone.override(zoneinfo.ZoneInfo(season.club.timezone)):
        if request.method != "POST":
            return _page(request, season, SeriesForm(initial=_usual_values(season)))
        form = SeriesForm(request.POST)
        left_out = _left_out(request)
        dates = _dates(season, form) if form.is_valid() else None
        if dates is not None and request.POST.get("do") == "create":
            opened = _open(request, season, form, left_out)
            if opened is not None:
                words = ngettext(
                    "%(count)s evening planned.", "%(count)s evenings planned.", len(opened)
                )
                messages.success(request, words % {"count": len(opened)})
                show_notices(
                    request,
                    [notice for row in opened for notice in notices.of_session(row)][:MOST_NOTICES],
                )
                return redirect("web:desk_season", pk)
        return _page(request, season, form, dates=dates, left_out=left_out)


def _open(
    request: Request, season: Season, form: SeriesForm, left_out: set[date]
) -> list[Session] | None:
    values = form.cleaned_data
    chosen = _series(form, left_out)
    common: dict[str, Any] = {"place": values["place"], "by": request.user}
    if not values["has_sign_up"]:
        return run_operation(form, session_series.open_series, season, chosen, **common)
    return run_operation(
        form,
        operations.open_series,
        season,
        chosen,
        closes_hours_before=values["closes_hours_before"] or 0,
        capacity=values["capacity"],
        guests_allowed=values["guests_allowed"] or 0,
        **common,
    )


def _dates(season: Season, form: SeriesForm) -> list[SeriesDate] | None:
    """Return all dates of the series, also those that are left out."""
    return run_operation(form, session_series.preview, season, _series(form, set()))


def _series(form: SeriesForm, left_out: set[date]) -> Series:
    values, repeats = form.cleaned_data, form.cleaned_data["every_weeks"]
    monthly = repeats if repeats in Monthly.values else ""
    weeks = 0 if monthly else int(repeats)
    return Series(values["first"], weeks, values["until"], left_out, monthly)


def _left_out(request: Request) -> set[date]:
    """Return the dates of the preview whose ticks were taken away."""
    ticked = set(request.POST.getlist("date"))
    texts = [text for text in request.POST.getlist("shown") if text not in ticked]
    days = [_parsed_date(text) for text in texts[: session_series.MOST_SESSIONS]]
    return {day for day in days if day is not None}


def _parsed_date(text: str) -> date | None:
    try:
        return parse_date(text[:10])
    except ValueError:
        return None


def _usual_values(season: Season) -> dict[str, Any]:
    """Return the meeting place of the club, else where the last evening was."""
    last = season.sessions.filter(cancelled_at=None).first()
    return {"place": season.club.meeting_place or (last.place if last else "")}


def _page(
    request: Request,
    season: Season,
    form: SeriesForm,
    *,
    dates: list[SeriesDate] | None = None,
    left_out: set[date] | None = None,
) -> HttpResponse:
    left_out = left_out or set()
    shown = [
        (series_date, timezone.localdate(series_date.starts_at) not in left_out)
        for series_date in dates or ()
    ]
    context = {
        "club": season.club,
        "season": season,
        "form": form,
        "dates": shown,
        "chosen": sum(is_chosen and not series_date.is_taken for series_date, is_chosen in shown),
        "organiser": True,
    }
    status = 422 if form.errors else 200
    return render(request, "signups/series.html", context, status=status)


def _weeks_words(weeks: int) -> str:
    if weeks == 1:
        return _("every week")
    return _("every %(weeks)s weeks") % {"weeks": weeks}
