"""The progress of a long job, its outcome, and the file that it made."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _

from league import permissions
from league.models import Club, Job, JobFile
from league.operations.exchange import archives
from league.operations.support import downloads, jobs
from league.web.accounts.access import desk, user_timezone
from league.web.support.request import Request

LABELS = {
    archives.EXPORT: _("Club export"),
    archives.IMPORT: _("Create club from archive"),
    "account_data": _("Your data"),
    "player_data": _("Player data"),
}


@desk
def job_page(request: Request, pk: int) -> HttpResponse:
    job = permissions.find_job(request.user, pk)
    return render(request, "exchange/job.html", _context(request, job))


@desk
def progress(request: Request, pk: int) -> HttpResponseBase:
    """Return the part of the page that changes; 304 while it is unchanged."""
    context = _context(request, permissions.find_job(request.user, pk))
    content = render_to_string("exchange/_job.html", context, request)
    tag = f'"{sha256(content.encode()).hexdigest()[:24]}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    return HttpResponse(content, headers={"ETag": tag, "Cache-Control": "no-cache"})


@desk
def download_file(request: Request, pk: int) -> HttpResponseBase:
    file = jobs.find_file(permissions.find_job(request.user, pk), JobFile.Role.OUTPUT)
    if file is None:
        raise Http404
    return downloads.download_response(file)


def _context(request: Request, job: Job) -> dict[str, object]:
    imported_club = Club.objects.at((job.result or {}).get("club", ""))
    club = job.club or imported_club
    return {
        "job": job,
        "zone": club.timezone if club else user_timezone(request.user),
        "club": job.club,
        "label": LABELS.get(job.kind, job.kind),
        "progress": jobs.progress(job),
        "file": jobs.find_file(job, JobFile.Role.OUTPUT),
        "file_days": settings.RETENTION_DAYS["job_files"],
    }
