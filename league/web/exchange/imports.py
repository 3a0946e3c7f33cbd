"""Imports on the desk of a club: a file is sent and tried, its columns are set right, then it is
imported; and taken back. Works without script: the page of a job loads itself again."""

from collections import defaultdict
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import Conflict, Invalid
from league.models import Club, Job, JobState
from league.operations.exchange import import_undo, imports
from league.operations.exchange.import_files import samples, sheets
from league.operations.exchange.import_files.sheets import FileFormat, SheetRow
from league.operations.exchange.imports import PLAYERS, RECORDS, SEASON, ImportSettings
from league.operations.support import jobs
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.exchange import import_forms
from league.web.exchange.import_forms import MappingForm, PlayersForm, ResultsForm
from league.web.support.forms import run
from league.web.support.request import Request

SHOWN = 50  # of the latest imports


class Line(NamedTuple):
    """A row of the file with what is wrong with it."""

    row: SheetRow
    problems: list[str]


class Told(NamedTuple):
    """A problem with the words that people use for its place."""

    row: int | None
    field: str
    message: str
    clause: str


@desk
def overview(request: Request, slug: str) -> HttpResponse:
    club = permissions.club(request.user, slug, Action.ORGANISE)
    is_players = request.POST.get("what") != "results"
    sent = (request.POST or None, request.FILES or None)
    empty = (None, None)
    players = PlayersForm(*(sent if is_players else empty), auto_id="players_%s")
    results = ResultsForm(club, *(empty if is_players else sent), auto_id="results_%s")
    form = players if is_players else results
    if request.method == "POST" and form.is_valid():
        job = _send(request, club, form)
        if job is not None:
            return redirect("web:import", slug, job.pk)
    context = {
        "club": club,
        "players_form": players,
        "results_form": results,
        "imports": [
            (job, ImportSettings.of(job))
            for job in imports.imports_of_club(club).order_by("-pk")[:SHOWN]
        ],
    }
    refused = request.method == "POST"
    return render(request, "exchange/imports.html", context, status=422 if refused else 200)


@desk
def one(request: Request, slug: str, pk: int) -> HttpResponse:
    """How far it is or what came of it. POST: the same file again, tried or carried out."""
    job = _find(request, slug, pk)
    if request.method == "POST":
        return _again(request, job)
    return _page(request, job)


@desk
@require_POST
def undo(request: Request, slug: str, pk: int) -> HttpResponse:
    job = _find(request, slug, pk)
    try:
        import_undo.undo(job, by=request.user)
    except Conflict as error:
        refusals = [error.detail, *(problem["message"] for problem in error.problems)]
        return _page(request, job, refusals, status=409)
    messages.success(request, _("The import is undone."))
    return redirect("web:import", slug, pk)


@desk
def sample(request: Request, slug: str, name: str) -> HttpResponse:
    permissions.club(request.user, slug, Action.ORGANISE)
    found = samples.find_sample(name)
    if found is None:
        raise Http404
    response = HttpResponse(found.content, content_type=found.media_type)
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return response


def _find(request: Request, slug: str, pk: int) -> Job:
    club = permissions.club(request.user, slug, Action.ORGANISE)
    job = imports.imports_of_club(club).filter(pk=pk).first()
    if job is None:
        raise Http404
    return job


def _send(request: Request, club: Club, form: PlayersForm | ResultsForm) -> Job | None:
    """Tried first, with the columns as they can be guessed."""
    asked = dict(form.cleaned_data)
    upload = asked.pop("content")
    content = upload.read()
    kind, format = _kind(form, upload.name, content)
    wanted = ImportSettings(kind=kind, format=format, dry_run=True, header=None, **asked)
    return run(
        form,
        imports.start,
        club,
        wanted,
        content,
        by=request.user,
        name=upload.name,
        read_head=False,
    )


def _kind(form: PlayersForm | ResultsForm, name: str, content: bytes) -> tuple[str, FileFormat]:
    if content.startswith(sheets.ZIP) or name.lower().endswith((".xlsx", ".xls")):
        format = FileFormat.XLSX
    elif not isinstance(form, PlayersForm) and content.lstrip(b"\xef\xbb\xbf \r\n")[:1] == b"{":
        return RECORDS, FileFormat.NDJSON
    else:
        format = FileFormat.CSV
    return PLAYERS if isinstance(form, PlayersForm) else SEASON, format


def _again(request: Request, job: Job) -> HttpResponse:
    wanted = replace(ImportSettings.of(job), dry_run=request.POST.get("do") != "import")
    try:
        wish = request.POST.get("do")
        if wish == "try":
            wanted = replace(wanted, mapping=_chosen(request, job, wanted))
        elif wish in {"header", "no_header"}:  # then the columns have other names
            wanted = replace(wanted, header=wish == "header", mapping={})
        following = imports.repeat(job, wanted, by=request.user)
    except (Invalid, Conflict) as error:
        return _page(request, job, [error.detail], status=422)
    assert job.club is not None, "imports belong to a club"
    return redirect("web:import", job.club.slug, following.pk)


def _chosen(request: HttpRequest, job: Job, wanted: ImportSettings) -> dict[str, str]:
    sheet = imports.find_head(job)
    if sheet is None:
        raise Invalid(_("The file is no longer kept: send it again."))
    found, _faults = imports.find_columns(wanted, sheet)
    form = MappingForm(wanted.kind, sheet.columns, found, request.POST)
    if not form.is_valid():
        raise Invalid(_("Choose columns of this file."))
    return form.mapping()


def _page(
    request: HttpRequest, job: Job, refusals: list[str] | None = None, status: int = 200
) -> HttpResponse:
    wanted, progress = ImportSettings.of(job), jobs.progress(job)
    context = {
        "club": job.club,
        "job": job,
        "wanted": wanted,
        "file": imports.file_name(job),
        "progress": progress,
        "problems": [_told(problem) for problem in job.problems],
        "notices": [_told(notice) for notice in job.result.get("notices", [])],
        "refusals": refusals or [],
        "can_import": job.state == JobState.DONE and wanted.dry_run,
        "can_undo": import_undo.can_undo(job),
        **({} if job.open else _file(job, wanted)),
    }
    return render(request, "exchange/import.html", context, status=status)


def _file(job: Job, wanted: ImportSettings) -> dict[str, Any]:
    """Its first rows and the columns, unless it holds records or is no longer kept."""
    sheet = imports.find_head(job)
    if sheet is None:
        return {}
    found, _faults = imports.find_columns(wanted, sheet)
    wrong = defaultdict(list)
    for problem in job.problems:
        wrong[problem.get("row")].append(problem["message"])
    return {
        "columns": sheet.columns,
        "named": sheet.has_names,
        "lines": [Line(row, wrong[row.number]) for row in sheet.rows],
        "mapping": MappingForm(wanted.kind, sheet.columns, found),
    }


def _told(problem: dict[str, Any]) -> Told:
    """`rows.3.round2` is round 2 of row 3, `mapping.name` the name."""
    row, steps = problem.get("row"), problem["path"].split(".")
    field = ".".join(steps[2:] if row else steps[1:])
    return Told(row, import_forms.label(field), problem["message"], problem["clause"])
