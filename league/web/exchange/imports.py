"""Imports at the desk of a club: upload, trial, mapping of columns, import, undo.

It works without script: the page of a job reloads itself.
"""

from collections import defaultdict
from collections.abc import Sequence
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
from league.operations.exchange.import_files import (
    bg_stats_plays,
    bgg_plays,
    samples,
    unsupported_files,
)
from league.operations.exchange.import_files import fields as import_fields
from league.operations.exchange.import_files.sheets import FileFormat, SheetRow
from league.operations.exchange.imports import (
    PLAYERS,
    PLAYS,
    RECORDS,
    SEASON,
    ImportSettings,
)
from league.operations.support import jobs
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.exchange import import_forms
from league.web.exchange.import_forms import MappingForm, PlayersForm, ResultsForm
from league.web.support.forms import run_operation
from league.web.support.request import Request

MOST_IMPORTS = 50  # of the latest imports
MOST_CONFIRM = 100  # characters


class ImportLine(NamedTuple):
    """A row of the file with its problems."""

    row: SheetRow
    problems: list[str]


class ImportProblem(NamedTuple):
    """A problem with its row and the label of its field."""

    row: int | None
    field: str
    message: str
    clause: str
    must_confirm: bool = False
    number: int = 0  # among the notices of the job
    other: str = ""  # the name that a new one looks like


class UnusedLine(NamedTuple):
    """A column that is not imported, and the fields that it may be used for."""

    column: str
    sample: str
    like: str
    choices: list[tuple[str, str]]


@desk
def overview(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    is_players = request.POST.get("what") != "results"
    data = (request.POST or None, request.FILES or None)
    empty = (None, None)
    players = PlayersForm(*(data if is_players else empty), auto_id="players_%s")
    results = ResultsForm(club, *(empty if is_players else data), auto_id="results_%s")
    form = players if is_players else results
    if request.method == "POST" and form.is_valid():
        job = _start_trial(request, club, form)
        if job is not None:
            return redirect("web:import", slug, job.pk)
    context = {
        "club": club,
        "players_form": players,
        "results_form": results,
        "imports": [
            (job, ImportSettings.of(job))
            for job in imports.imports_of_club(club).order_by("-pk")[:MOST_IMPORTS]
        ],
    }
    is_refused = request.method == "POST"
    return render(request, "exchange/imports.html", context, status=422 if is_refused else 200)


@desk
def import_(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show the progress or the outcome of an import; a POST repeats it as a trial or for good."""
    job = _find(request, slug, pk)
    if request.method == "POST":
        return _repeat_import(request, job)
    return _import_page(request, job)


@desk
@require_POST
def undo(request: Request, slug: str, pk: int) -> HttpResponse:
    job = _find(request, slug, pk)
    try:
        import_undo.undo(job, by=request.user)
    except Conflict as error:
        refusals = [error.detail, *(problem["message"] for problem in error.problems)]
        return _import_page(request, job, refusals, status=409)
    messages.success(request, _("The import has been undone."))
    return redirect("web:import", slug, pk)


@desk
def sample(request: Request, slug: str, name: str) -> HttpResponse:
    permissions.find_club(request.user, slug, Action.ORGANISE)
    file = samples.find_sample(name)
    if file is None:
        raise Http404
    response = HttpResponse(file.content, content_type=file.media_type)
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


def _find(request: Request, slug: str, pk: int) -> Job:
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    job = imports.imports_of_club(club).filter(pk=pk).first()
    if job is None:
        raise Http404
    return job


def _start_trial(request: Request, club: Club, form: PlayersForm | ResultsForm) -> Job | None:
    """Start a trial with the columns as recognised."""
    options = dict(form.cleaned_data)
    upload = options.pop("content")
    content = upload.read()
    kind, file_format = _kind(form, upload.name, content)
    import_options = ImportSettings(
        kind=kind, format=file_format, dry_run=True, header=None, **options
    )
    return run_operation(
        form,
        imports.start,
        club,
        import_options,
        content,
        by=request.user,
        name=upload.name,
        read_head=False,
    )


def _kind(form: PlayersForm | ResultsForm, name: str, content: bytes) -> tuple[str, FileFormat]:
    """Return the kind of import and the format, which the content shows, else the name."""
    if content.startswith(unsupported_files.ZIP) or name.lower().endswith((".xlsx", ".xls")):
        file_format = FileFormat.XLSX
    else:
        file_format = FileFormat.CSV
    if isinstance(form, PlayersForm):
        return PLAYERS, file_format
    match content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]:
        case b"{" | b"[" if bg_stats_plays.is_bg_stats(content):
            return PLAYS, FileFormat.BG_STATS
        case b"{" | b"[":
            return RECORDS, FileFormat.NDJSON
        case b"<" if bgg_plays.is_bgg(content):
            return PLAYS, FileFormat.XML
    return SEASON, file_format


def _repeat_import(request: Request, job: Job) -> HttpResponse:
    action = request.POST.get("do")
    confirm = request.POST.get("confirm", "") if request.POST.get("confirmed") else ""
    import_options = replace(
        ImportSettings.of(job), dry_run=action != "import", confirm=confirm[:MOST_CONFIRM]
    )
    try:
        if action == "import" and job.result and job.result.get("confirm") and not confirm:
            raise Invalid(_("Check the notices, and confirm that they are right."))
        if action == "use":
            import_options = replace(import_options, mapping=_mapping_with(request, import_options))
        elif action == "same":
            people = {**import_options.people, **_chosen_people(request, job)}
            import_options = replace(import_options, people=people)
        elif action == "leave_out":
            import_options = replace(import_options, leave_out=True)
        elif action == "try":
            import_options = replace(
                import_options, mapping=_posted_mapping(request, job, import_options)
            )
        elif action in {"header", "no_header"}:  # then the columns have other names
            import_options = replace(import_options, header=action == "header", mapping={})
        next_job = imports.repeat(job, import_options, by=request.user)
    except (Invalid, Conflict) as error:
        return _import_page(request, job, [error.detail], status=422)
    assert job.club is not None, "imports belong to a club"
    return redirect("web:import", job.club.slug, next_job.pk)


def _notices(job: Job) -> list[dict[str, Any]]:
    return list((job.result or {}).get("notices", []))


def _chosen_people(request: HttpRequest, job: Job) -> dict[str, int | str]:
    """Return the people that the ticked notices about similar names refer to."""
    ticked = set(request.POST.getlist("same"))
    return {
        notice["name"]: notice["player"] or notice["other"]
        for number, notice in enumerate(_notices(job), start=1)
        if str(number) in ticked and "other" in notice
    }


def _mapping_with(request: HttpRequest, import_options: ImportSettings) -> dict[str, str]:
    """Return the mapping with one more column; a part of a name replaces the whole one."""
    field, column = request.POST.get("field", ""), request.POST.get("column", "")
    result = {**import_options.mapping, field: column}
    if field in import_fields.NAME_PARTS:
        result.pop(import_fields.WHOLE_NAME.get(import_options.kind, ""), None)
    return result


def _posted_mapping(
    request: HttpRequest, job: Job, import_options: ImportSettings
) -> dict[str, str]:
    sheet = imports.find_head(job)
    if sheet is None:
        raise Invalid(_("The file has been deleted. Send it again."))
    column_of_field, _faults = imports.find_columns(import_options, sheet)
    form = MappingForm(import_options.kind, sheet.columns, column_of_field, request.POST)
    if not form.is_valid():
        raise Invalid(_("Choose columns from this file."))
    return form.mapping()


def _import_page(
    request: HttpRequest, job: Job, refusals: list[str] | None = None, status: int = 200
) -> HttpResponse:
    import_options, progress = ImportSettings.of(job), jobs.progress(job)
    notices = [
        _import_problem(notice, number) for number, notice in enumerate(_notices(job), start=1)
    ]
    context = {
        "club": job.club,
        "job": job,
        "options": import_options,
        "file": imports.file_name(job),
        "progress": progress,
        "problems": [_import_problem(problem) for problem in job.problems],
        "notices": notices,
        "can_unite": any(notice.other for notice in notices),
        "new_names": job.result.get("new_names", []) if import_options.dry_run else [],
        "refused": refusals or [],
        "can_import": job.state == JobState.DONE and import_options.dry_run,
        "can_undo": import_undo.can_undo(job),
        "can_leave_out": _can_leave_out(job, import_options),
        **({} if job.open else _file_context(job, import_options)),
    }
    return render(request, "exchange/import.html", context, status=status)


def _can_leave_out(job: Job, import_options: ImportSettings) -> bool:
    """Return whether a preview failed for single plays, which can be left out."""
    is_failed = import_options.kind == PLAYS and not import_options.leave_out
    return is_failed and any("row" in problem for problem in job.problems)


def _file_context(job: Job, import_options: ImportSettings) -> dict[str, Any]:
    """Return the first rows and the columns; nothing if the file holds records or was deleted."""
    sheet = imports.find_head(job)
    if sheet is None:
        return {}
    column_of_field, _faults = imports.find_columns(import_options, sheet)
    messages_of_row = defaultdict(list)
    for problem in job.problems:
        messages_of_row[problem.get("row")].append(problem["message"])
    return {
        "columns": sheet.columns,
        "unused": _unused_columns(job, import_options, sheet.columns),
        "named": sheet.has_names,
        "lines": [ImportLine(row, messages_of_row[row.number]) for row in sheet.rows],
        "mapping": MappingForm(import_options.kind, sheet.columns, column_of_field),
    }


def _unused_columns(
    job: Job, import_options: ImportSettings, columns: Sequence[str]
) -> list[UnusedLine]:
    """Return the columns that are not imported, each with a choice of fields if the file names
    it once."""
    choices = [
        (field, import_forms.label(field))
        for field in import_fields.FIELDS[import_options.kind]
        if field not in import_forms.FIELDS_LEFT_OUT
    ]
    return [
        UnusedLine(
            **unused_column, choices=choices if columns.count(unused_column["column"]) == 1 else []
        )
        for unused_column in imports.unused_columns(job)
    ]


def _import_problem(problem: dict[str, Any], number: int = 0) -> ImportProblem:
    """Return the problem for the page: `rows.3.round2` is round 2 of row 3, `mapping.name` the
    name."""
    row, steps = problem.get("row"), problem["path"].split(".")
    field = ".".join(steps[2:] if row else steps[1:])
    return ImportProblem(
        row,
        import_forms.label(field),
        problem["message"],
        problem["clause"],
        problem.get("must_confirm", False),
        number,
        problem.get("other", ""),
    )
