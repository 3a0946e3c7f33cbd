"""Imports of players and past results from files; a job does the work, and this module reports on
it."""

import base64
import binascii
from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import Finding
from api.http import paging, resource
from api.http.fields import Choice, Date, Flag, Id, Input, Object, Text, local
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from games import GAMES
from league import permissions
from league.errors import NotFound, invalid
from league.models import Club, Job, JobState
from league.operations.exchange import import_undo, imports
from league.operations.exchange.import_files.date_parsing import parse_time
from league.operations.exchange.import_files.players import ExistingPolicy
from league.operations.exchange.import_files.sheets import FileFormat
from league.operations.exchange.imports import ImportSettings
from league.operations.support import jobs
from league.permissions import Action

KINDS = list(imports.FORMATS)
UNUSED = "unused_columns"
FORMATS = [choice.value for choice in FileFormat]


class ImportInput(Input):
    kind = Choice(choices=KINDS)
    format = Choice(choices=FORMATS)
    content = Text(
        required=False,
        trim_whitespace=False,
        help_text="Content of the file as text (all formats but xlsx).",
    )
    base64 = Text(
        required=False,
        help_text="Content of the file in base64, instead of `content`. Required for xlsx.",
    )
    name = Text(
        required=False, max_length=200, help_text="Name of the file, shown in the list of imports."
    )
    dry_run = Flag(
        required=False,
        help_text="If true, returns the result without importing anything. Defaults to false.",
    )
    header = Flag(
        required=False,
        help_text="If true, the first line contains the column names. Defaults to true. "
        "Otherwise columns are named A, B, C.",
    )
    mapping = Object(
        required=False, help_text='Maps fields to column names. `""` ignores the field.'
    )
    existing = Choice(
        choices=list(ExistingPolicy),
        required=False,
        help_text="What to do with players who already exist. Defaults to `skip`.",
    )
    season = Id(
        required=False,
        help_text="`id` of a season of the club. Alternatively, create one with `season_name`.",
    )
    season_name = Text(required=False)
    create_players = Flag(
        required=False,
        help_text="If true, creates players who do not exist in the club yet. Defaults to false.",
    )
    date = Date(required=False, help_text="Date of rows or records without a date.")
    time = Text(
        required=False, help_text="Time of rows or records without a time, such as `20:30`."
    )
    place = Text(required=False, allow_blank=True, max_length=100)
    game = Choice(choices=list(GAMES), required=False)
    house_rules = Object(required=False, help_text="Maps games to the options of their matches.")
    people = Object(
        required=False,
        help_text="Maps names in the file to the `id` of the player of the club who is meant, or "
        "to another name of the same person. Answers notices with `looks_like`.",
    )
    leave_out = Flag(
        required=False,
        help_text="If true, `plays` that cannot be imported are left out, each with a notice. "
        "Defaults to false.",
    )
    confirm = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="`confirm` of a dry run of the same file. Required if notices must be confirmed.",
    )


class RowFinding(Finding):
    row = serializers.IntegerField(
        required=False, help_text="Number of the row as in a spreadsheet: the header is row 1."
    )
    column = serializers.CharField(required=False, help_text="Name of the column.")
    name = serializers.CharField(
        required=False, help_text="With `looks_like`: name in the file, for `people`."
    )
    player = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="With `looks_like`: `id` of the similar player. `null` if it is a name in the "
        "file.",
    )
    other = serializers.CharField(required=False, help_text="With `looks_like`: the similar name.")
    must_confirm = serializers.BooleanField(
        required=False,
        help_text="If true, nothing is imported without `confirm` of the dry run.",
    )


class UnusedColumnOutput(serializers.Serializer[Any]):
    """A column that is not imported."""

    column = serializers.CharField()
    sample = serializers.CharField(help_text="Its first value.")
    like = serializers.CharField(
        help_text="Field with a similar name, for `mapping`. Empty if there is none."
    )


class ResultOutput(OldNames):
    """Result of the import, or of a dry run."""

    old_names = {"evenings": "sessions"}

    dry_run = serializers.BooleanField()
    rows = serializers.IntegerField()
    players = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Number of players that are `new`, `changed` and `skipped`.",
    )
    season = serializers.DictField(
        required=False, help_text="`id` and `name` of the season, and `new` if it was created."
    )
    sessions = serializers.IntegerField(required=False)
    matches = serializers.IntegerField(required=False)
    rounds = serializers.IntegerField(required=False)
    notices = RowFinding(many=True, required=False)
    first = serializers.ListField(
        child=serializers.DictField(), help_text="First rows or matches as they were read."
    )
    new_names = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Names of new players, at most 200.",
    )
    confirm = serializers.CharField(
        required=False,
        help_text="Send this to confirm the notices with `must_confirm`. Empty without any.",
    )


class ImportOutput(OldNames):
    old_names = {"by": "created_by"}
    id = serializers.IntegerField(help_text="Also the `id` of the job.")
    kind = serializers.ChoiceField(KINDS)
    format = serializers.ChoiceField(FORMATS)
    name = serializers.CharField()
    dry_run = serializers.BooleanField()
    state = serializers.ChoiceField(JobState.values)
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Number of steps. 0 if not known yet.")
    result = ResultOutput(allow_null=True)
    problems = RowFinding(many=True, help_text="Reasons why nothing was imported.")
    unused_columns = UnusedColumnOutput(
        many=True, help_text="Columns of the file that are not imported."
    )
    can_undo = serializers.BooleanField()
    created_by = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    finished_at = serializers.DateTimeField(allow_null=True)


class Imports(Resource):
    is_list = True
    body_limit = settings.IMPORT_BYTES
    conflicts = ("POST",)

    @extend_schema(summary="List the imports of a club", responses=ImportOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        rows = imports.imports_of_club(club_row).prefetch_related("files")
        return paging.list_response(request, rows, lambda job: write(job, club_row))

    @extend_schema(
        summary="Import a file, or preview the import",
        request=ImportInput,
        responses={202: ImportOutput},
        description=(
            "Responds immediately; `GET` the import until its `state` is `done` or "
            "`failed`. Imports all rows or none. Fields of `players`: `name` (or "
            "`first_name`, `last_name`, or `last_first_name`), `email`, `visibility`; in order "
            "exports also `payer_first_name`, `payer_last_name`, `payer_email`, `order_status`. "
            "Fields of `season`: `date`, `time`, `place`, `game`, `match`, `seat`, "
            "`player` and either `round` and `score` or `round1`, `round2` … Each line "
            "of `records` is a match record or `{played_at, place, record}`. `plays` are a list "
            "of BoardGameGeek (`xml`, the answer of `/xmlapi2/plays`) or of BG Stats (`bgsplay`, "
            "also its export as JSON): a score such as `22+22+9` gives the rounds, and `row` is "
            "the number of the play in the file. Notices with `must_confirm` need `confirm` of a "
            "dry run."
        ),
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, ImportInput)
        content, name = _content(values), values.pop("name", "")
        job = imports.start(club_row, _settings(values), content, by=request.user, name=name)
        location = reverse("api:import", args=[club_row.slug, job.pk])
        return Response(write(job, club_row), 202, headers={"Location": location})


class OneImport(Resource):
    @extend_schema(summary="Get an import and its progress", responses=ImportOutput)
    def get(self, request: ApiRequest, club: str, number: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        return Response(write(_find(club_row, number), club_row))


class UndoImport(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Undo an import", request=None, responses={200: ImportOutput})
    def post(self, request: ApiRequest, club: str, number: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        undone = import_undo.undo(_find(club_row, number), by=request.user)
        return Response(write(undone, club_row))


def write(job: Job, club: Club) -> dict[str, Any]:
    settings, progress = ImportSettings.of(job), jobs.progress(job)
    content = {
        "id": job.pk,
        "kind": settings.kind,
        "format": settings.format,
        "name": imports.file_name(job),
        "dry_run": settings.dry_run,
        "state": job.state,
        "done": progress.done,
        "total": progress.total,
        "result": _result(job),
        "problems": job.problems,
        UNUSED: list(imports.unused_columns(job)),
        "can_undo": import_undo.can_undo(job),
        "created_by": job.by.name or None if job.by else None,
        "created_at": local(job.created_at, club.timezone),
        "finished_at": local(job.finished_at, club.timezone) if job.finished_at else None,
    }
    return ImportOutput.with_old_names(content)


def _result(job: Job) -> dict[str, Any] | None:
    """Return the result without the unused columns, which failed imports have too."""
    result = {name: value for name, value in (job.result or {}).items() if name != UNUSED}
    if "evenings" in result:
        result["sessions"] = result.pop("evenings")
    return ResultOutput.with_old_names(result) or None


def _find(club: Club, number: int) -> Job:
    job = imports.imports_of_club(club).filter(pk=number).first()
    if job is None:
        raise NotFound(_("There is nothing here."))
    return job


def _content(values: dict[str, Any]) -> bytes:
    text, packed = values.pop("content", None), values.pop("base64", None)
    if (text is None) == (packed is None):
        raise invalid("bad_content", "content", _("Send the file as `content` or as `base64`."))
    if packed is None:
        return str(text).encode()
    try:
        return base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        raise invalid("bad_base64", "base64", _("This is not valid base64.")) from None


def _settings(values: dict[str, Any]) -> ImportSettings:
    clock = values.get("time")
    if clock is not None:
        parsed_clock = parse_time(clock)
        if parsed_clock is None:
            raise invalid("not_a_time", "time", _("Enter a time such as 20:30."))
        values["time"] = parsed_clock.isoformat()
    if isinstance(values.get("date"), date):
        values["date"] = values["date"].isoformat()
    return ImportSettings(**values)
