"""The first club of a new server, in one short form."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from league.operations.people import clubs
from league.web.accounts.access import desk
from league.web.people.club_settings_forms import TIMEZONES_ID, NewClubForm, timezone_choices
from league.web.support.forms import run_operation
from league.web.support.once import once
from league.web.support.request import Request


@desk
@once
def first_club(request: Request) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    form = NewClubForm(sent)
    if form.is_valid():
        club = run_operation(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    context = {"form": form, "timezones": timezone_choices(), "timezones_id": TIMEZONES_ID}
    status = 422 if form.errors else 200
    return render(request, "people/first_club.html", context, status=status)
