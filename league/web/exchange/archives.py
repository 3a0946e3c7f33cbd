"""Whole clubs: exported as one archive, imported as a new club."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Job
from league.operations.exchange import archives
from league.permissions import Action
from league.web.accounts.access import desk as guarded
from league.web.people import club_desk
from league.web.support import forms
from league.web.support.request import Request

MOST_JOBS = 10


@guarded
def archive(request: Request, slug: str) -> HttpResponse:
    """List the latest archives of a club; a POST starts a new export."""
    club = permissions.find_club(request.user, slug, Action.OWN)
    if request.method == "POST":
        return redirect("web:job", archives.start_export(club, by=request.user).pk)
    jobs = Job.objects.filter(club=club, kind=archives.EXPORT)[:MOST_JOBS]
    return render(request, "exchange/archive.html", {"club": club, "jobs": jobs})


@guarded
@require_POST
def import_club(request: Request) -> HttpResponse:
    form = forms.ArchiveForm(request.POST, request.FILES, auto_id="archive_%s")
    if form.is_valid():
        file, members = form.cleaned_data["file"], form.cleaned_data["members"]
        job = forms.run_operation(
            form,
            archives.start_import,
            file.chunks(),
            by=request.user,
            members=members,
            name=file.name,
            known=form.cleaned_data["known"],
        )
        if job is not None:
            return redirect("web:job", job.pk)
    return club_desk.home_page(request, archive_form=form)
