import subprocess
import sys

import pytest
from django.template import loader

from league.server.process import warm_up

FIRST_REQUEST = """
import sys
from wsgiref.util import setup_testing_defaults
from league.config.wsgi import application

known, told = set(sys.modules), []
environ = {"PATH_INFO": "/api/v1/clubs/", "REMOTE_ADDR": "127.0.0.1"}
setup_testing_defaults(environ)
application(environ, lambda status, headers, *rest: told.append(status))
ours = ("api", "league", "scoring", "games", "problems")
print(*told, *(name for name in set(sys.modules) - known if name.split(".")[0] in ours))
"""


def test_the_first_request_waits_for_no_view_to_be_imported():
    command = [sys.executable, "-W", "ignore", "-c", FIRST_REQUEST]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["401", "Unauthorized"]


def test_templates_of_public_pages_are_parsed_before_the_first_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(warm_up, "get_template", parsed.append)
    warm_up.warm_up()
    assert {"base.html", "standings/season.html", "matches/match.html"} <= set(parsed)
    assert all(loader.get_template(name) for name in parsed)
