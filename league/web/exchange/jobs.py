"""How far a long job is, what came of it, and the file that it made."""

from hashlib import sha256

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy as _

from league import permissions
from league.models import Club, Job, JobFile
from league.operations.exchange import archives
from league.operations.support import downloads, jobs
from league.web.accounts.access import desk, zone
from league.web.support.request import Request

LABELS = {
    archives.EXPORT: _("Export of the club"),
    archives.IMPORT: _("Club from an archive"),
}


@desk
def job(request: Request, pk: int) -> HttpResponse:
    found = permissions.job(request.user, pk)
    return render(request, "exchange/job.html", _context(request, found))


@desk
def progress(request: Request, pk: int) -> HttpResponseBase:
    """The piece of page that changes: 304 while it does not."""
    context = _context(request, permissions.job(request.user, pk))
    content = render_to_string("exchange/_job.html", context, request)
    tag = f'"{sha256(content.encode()).hexdigest()[:24]}"'
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    return HttpResponse(content, headers={"ETag": tag, "Cache-Control": "no-cache"})


@desk
def file(request: Request, pk: int) -> HttpResponseBase:
    found = jobs.find_file(permissions.job(request.user, pk), JobFile.Role.OUTPUT)
    if found is None:
        raise Http404
    return downloads.download_response(found)


def _context(request: Request, found: Job) -> dict[str, object]:
    made = Club.objects.filter(slug=(found.result or {}).get("club", "")).first()
    club = found.club or made
    return {
        "job": found,
        "zone": club.timezone if club else zone(request.user),
        "club": found.club,
        "label": LABELS.get(found.kind, found.kind),
        "progress": jobs.progress(found),
        "file": jobs.find_file(found, JobFile.Role.OUTPUT),
    }
