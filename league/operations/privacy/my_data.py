"""All data about a person as one ZIP file, made by a job: for an account, by the person; for a
player without an account, by an organiser. docs/archive.md describes the file."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, NotFound
from league.models import Job, JobFile, Player, User
from league.models.exchange import OPEN_STATES
from league.operations.privacy.data_lists import (
    ACCOUNT_LISTS,
    FORMAT,
    PLAYER_LISTS,
    VERSION,
    ListRows,
)
from league.operations.privacy.data_rows import Row
from league.operations.privacy.player_data import Person
from league.operations.support import jobs
from league.operations.support.csv_cells import BYTE_ORDER_MARK, text_cell
from league.operations.support.locks import lock_row

ACCOUNT_JOB, PLAYER_JOB = "account_data", "player_data"
MEDIA_TYPE = "application/zip"
CHUNK = 1024 * 1024


@transaction.atomic
def start_for_account(user: User) -> Job:
    """Return a job that hands out all data about an account and its players; the running one, if
    any."""
    lock_row(User.objects.all(), user.pk)
    running = Job.objects.filter(by=user, kind=ACCOUNT_JOB, state__in=OPEN_STATES).first()
    return running or jobs.start(ACCOUNT_JOB, by=user)


@transaction.atomic
def start_for_player(player: Player, *, by: User) -> Job:
    """Return a job that hands out all data about a player without an account; the running one, if
    any. Raise Conflict if the player has an account."""
    player = lock_row(Player.objects.all(), player.pk)
    _require_no_account(player)
    arguments = {"player": player.pk}
    same = Job.objects.filter(club=player.club_id, kind=PLAYER_JOB, arguments=arguments)
    running = same.filter(state__in=OPEN_STATES).first()
    return running or jobs.start(PLAYER_JOB, by=by, club=player.club, arguments=arguments)


def write_account(job: Job) -> dict[str, Any]:
    """Write the file of an account."""
    assert job.by is not None, "an account asks for its own data"
    person = Person(Player.every.filter(account=job.by), job.by)
    about = {"account": job.by.email}
    lists = [data_list.rows_about(job.by) for data_list in ACCOUNT_LISTS]
    lists += [data_list.rows_about(person) for data_list in PLAYER_LISTS]
    return _write(job, about, "my-data.zip", lists)


def write_player(job: Job) -> dict[str, Any]:
    """Write the file of a player without an account."""
    player = Player.objects.filter(club=job.club, pk=job.arguments["player"]).first()
    if player is None:
        raise NotFound(_("There is nothing here."))
    _require_no_account(player)
    person = Person(Player.objects.filter(pk=player.pk))
    lists = [data_list.rows_about(person) for data_list in PLAYER_LISTS]
    return _write(job, {"player": player.pk}, f"player-{player.pk}.zip", lists)


def _require_no_account(player: Player) -> None:
    if player.account_id is not None:
        words = _(
            "%(name)s has an account: only its holder can request the data, on the page “Account”."
        )
        raise Conflict(words % {"name": player.name})


def _write(
    job: Job, about: Mapping[str, object], name: str, lists: Sequence[ListRows]
) -> dict[str, Any]:
    with TemporaryFile() as file:
        _write_zip(file, job, about, lists)
        file.seek(0)
        content = iter(lambda: file.read(CHUNK), b"")
        jobs.store_file(job, JobFile.Role.OUTPUT, content, name=name, media_type=MEDIA_TYPE)
    jobs.delete_earlier_files(job)
    return {}


def _write_zip(
    file: IO[bytes], job: Job, about: Mapping[str, object], lists: Sequence[ListRows]
) -> None:
    """Write the ZIP: a README, data.json with all lists, and each list as CSV."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": job.started_at,
        "about": about,
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data_list in enumerate(lists, 1):
            rows = list(data_list.rows)
            data[data_list.name] = rows
            archive.writestr(f"{data_list.name}.csv", _csv(rows))
            jobs.report_progress(job, number, len(lists))
        archive.writestr("data.json", _json(data, indent=1))
        archive.writestr("README.txt", _readme(lists))


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    if rows:
        sheet = csv.writer(text)
        sheet.writerow(rows[0])
        sheet.writerows([_cell(value) for value in row.values()] for row in rows)
    return BYTE_ORDER_MARK + text.getvalue()


def _cell(value: object) -> object:
    """Return a value of a row as one cell: structured values as JSON, and texts so that no
    spreadsheet takes them for formulas."""
    if isinstance(value, str):
        return text_cell(value)
    if isinstance(value, bool | int | float) or value is None:
        return value
    return text_cell(_json(value).strip('"'))


def _json(value: object, indent: int | None = None) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=indent)


def _readme(lists: Sequence[ListRows]) -> str:
    files = [f"{data_list.name}.csv: {data_list.what}" for data_list in lists]
    paragraphs = [
        _("Your data on this server."),
        _("data.json contains everything; each list in it is also a CSV file for spreadsheets:"),
        "\n".join(files),
        _("Other people appear in it under their public names."),
        _("An empty file means that no data of this kind is stored."),
    ]
    return "\n\n".join(paragraphs).replace("\n", "\r\n") + "\r\n"
