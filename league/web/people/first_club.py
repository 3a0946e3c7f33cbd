"""The first club of a new server, in one short form."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from league.operations.people import clubs
from league.web.accounts.access import desk
from league.web.support import forms
from league.web.support.once import once
from league.web.support.request import Request


@desk
@once
def first_club(request: Request) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    form = forms.ClubForm(sent, initial={"language": get_language()})
    if form.is_valid():
        club = forms.run_operation(form, clubs.create, by=request.user, **form.cleaned_data)
        if club is not None:
            return redirect("web:desk_club", club.slug)
    return render(
        request, "people/first_club.html", {"form": form}, status=422 if form.errors else 200
    )
