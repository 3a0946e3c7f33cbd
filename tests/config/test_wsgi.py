import subprocess
import sys

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
