"""manage.py submit: send a file of results to a server, which says first what it would store."""

import base64
import getpass
import json
import time
import urllib.error
import urllib.request
import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand

FORMATS = {
    ".csv": "csv",
    ".xlsx": "xlsx",
    ".json": "ndjson",
    ".ndjson": "ndjson",
    ".xml": "xml",
    ".bgsplay": "bgsplay",
}
KINDS = {"ndjson": "records", "xml": "plays", "bgsplay": "plays"}  # other formats: season
SECONDS = 1.0  # between two looks at an import
TIMEOUT = 60  # seconds
ENDED = {"done", "failed"}


class Command(TranslatedCommand):
    help = gettext_noop(
        "Send match records (NDJSON), a table of results (CSV, XLSX) or plays (XML, BGSPLAY) to a "
        "season on a server. "
        "Shows what would be stored, then asks."
    )
    requires_system_checks = ()  # nothing of this server is used

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("the file"))
        parser.add_argument("--server", required=True, help=_("address of the server"))
        parser.add_argument("--club", required=True, help=_("address of the club, its slug"))
        parser.add_argument("--season", required=True, type=int, help=_("number of the season"))
        parser.add_argument("--token", default="", help=_("API token; asked for without it"))
        parser.add_argument("--game", help=_("game of rows that name none"))
        parser.add_argument(
            "--new-players", action="store_true", help=_("create players whom the club lacks")
        )
        parser.add_argument("--yes", action="store_true", help=_("store without asking"))

    def handle(self, *args: Any, **options: Any) -> None:
        body = _body(options["file"]) | {
            "season": options["season"],
            "create_players": options["new_players"],
            **({"game": options["game"]} if options["game"] else {}),
        }
        token = options["token"] or getpass.getpass(_("API token: "))
        server = _Server(options["server"], options["club"], token)
        preview = server.import_file({**body, "dry_run": True})
        self._show(preview)
        if not options["yes"] and not self._agrees():
            self.stdout.write(_("Nothing was stored."))
            return
        server.import_file({**body, "confirm": preview["result"].get("confirm", "")})
        self.stdout.write(_("All matches are stored."))

    def _show(self, preview: Any) -> None:
        result = preview["result"]
        words = _("Evenings: %(evenings)s. Matches: %(matches)s. Rounds: %(rounds)s.")
        self.stdout.write(words % {key: result[key] for key in ("evenings", "matches", "rounds")})
        if names := result.get("new_names"):
            self.stdout.write(_("New players: %(names)s.") % {"names": ", ".join(names)})
        for notice in result.get("notices", []):
            self.stdout.write(f"  {_line(notice)}")

    def _agrees(self) -> bool:
        return input(_("Store these matches? Type yes: ")).strip().lower() == _("yes")


class _Server:
    """The imports of a club on a server."""

    def __init__(self, address: str, club: str, token: str) -> None:
        self._base = f"{address.rstrip('/')}/api/v1/clubs/{club}/imports/"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def import_file(self, body: dict[str, Any]) -> Any:
        """Return the finished import; raise CommandError if the server refuses the file."""
        started = self._call("POST", self._base, body)
        address = f"{self._base}{started['id']}/"
        while (job := self._call("GET", address))["state"] not in ENDED:
            time.sleep(SECONDS)
        if job["state"] == "failed":
            lines = map(_line, job["problems"])
            raise CommandError("\n".join([_("The server stored nothing."), *lines]))
        return job

    def _call(self, method: str, address: str, body: Any = None) -> Any:
        headers = {**self._headers, "Idempotency-Key": str(uuid.uuid4())}
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise CommandError(_refusal(error)) from None
        except (urllib.error.URLError, ValueError) as error:
            words = _("%(server)s does not answer: %(why)s.")
            raise CommandError(words % {"server": self._base, "why": error}) from None


def _body(file: Path) -> dict[str, Any]:
    """Return the part of the request that carries the file."""
    kind_of_file = FORMATS.get(file.suffix.lower())
    if kind_of_file is None:
        raise CommandError(_("Send a file of type CSV, XLSX, JSON, NDJSON, XML or BGSPLAY."))
    try:
        content = base64.b64encode(file.read_bytes()).decode()
    except OSError as error:
        words = _("%(file)s cannot be read: %(why)s.")
        raise CommandError(words % {"file": file, "why": error.strerror}) from None
    kind = KINDS.get(kind_of_file, "season")
    return {"kind": kind, "format": kind_of_file, "base64": content, "name": file.name}


def _refusal(error: urllib.error.HTTPError) -> str:
    try:
        content = json.load(error)
    except ValueError:  # of a proxy
        content = {}
    lines = list(map(_line, content.get("problems", [])))
    return "\n".join(lines) or content.get("detail") or f"{error.code} {error.reason}"


def _line(problem: dict[str, Any]) -> str:
    """Return a problem of a file with its place."""
    places = [str(problem[key]) for key in ("row", "column", "path") if problem.get(key)]
    return ": ".join([", ".join(places), problem["message"]]).lstrip(": ")
