"""The guide is true: its commands are run, in order, against a server."""

import json
import os
import re
import shutil
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from api.description import docs
from api.http.errors import KINDS
from league import tasks
from league.models import Job, JobState, Match, Submission
from league.operations.people import tokens
from tests import make

GUIDE = Path(settings.BASE_DIR) / "docs" / "api.md"
OLD_GUIDES = sorted(Path(__file__).with_name("old_guides").glob("*.sh"))
README = Path(settings.BASE_DIR) / "README.md"
BLOCKS = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
JSON = """
json() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
set -euo pipefail
"""


def run(commands, base, folder):
    """Run the commands of a page in a shell and return what it printed; TOKEN is Alice's."""
    ran = subprocess.run(
        ["bash", "-c", commands],
        env={"PATH": os.environ["PATH"], "BASE": base, "TOKEN": tokens.issue(make.user())[1]},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=170,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@contextmanager
def a_worker():
    """Run the jobs that the commands start, until the block ends."""
    over = threading.Event()

    def work():
        while not over.wait(0.2):
            for job in Job.objects.filter(state=JobState.WAITING):
                tasks.run_job(job.pk)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")


def commands_of(guide):
    text = guide.read_text()
    return text if guide.suffix == ".sh" else "\n".join(BLOCKS.findall(text))


@needs_curl
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guide", [GUIDE, *OLD_GUIDES], ids=lambda guide: guide.name)
def test_the_commands_of_a_guide_play_an_evening(guide, live_server, tmp_path):
    """The current guide, and earlier ones: what programs have sent is still answered so."""
    with a_worker():
        output = run(JSON + commands_of(guide), f"{live_server.url}/api/v1", tmp_path)
    match, copy = Match.objects.filter(rounds_played__gt=1).order_by("pk")
    assert (match.over, match.totals, match.places) == (True, [56, 14], [1, 2])
    assert Submission.objects.filter(match=match, number=1).count() == 2
    assert (copy.totals, copy.session.season.club.slug) == (match.totals, "les-ardoises-2")
    refused = re.findall(r"#problem-(\w+)", output)
    assert refused == ["invalid", "forbidden"]  # a round against the rules, approving one's own
    assert json.loads((tmp_path / "record.json").read_text())["game"] == "neurotrio"


@needs_curl
@pytest.mark.django_db(transaction=True)
def test_the_commands_of_the_readme_play_a_match(live_server, tmp_path):
    (commands,) = BLOCKS.findall(README.read_text())
    output = run("set -euo pipefail\n" + commands, live_server.url, tmp_path)
    match = Match.objects.get()
    assert (match.over, match.totals) == (True, [52, 13])
    assert output.count('"clause": "N27"') == 1
    assert '"rows":' in output


def test_the_guide_names_every_status():
    text = GUIDE.read_text()
    assert [status for status in KINDS if str(status) not in text] == [406, 500]


LEFT_OUT = {"/api/v1/account/players/{player}/"}  # the guide names it in a sentence


def test_the_guide_visits_every_kind_of_address():
    text = re.sub(r"\$[A-Z]+", "x", " ".join(BLOCKS.findall(GUIDE.read_text())))
    missed = []
    for path in docs.description()["paths"]:
        pattern = re.escape(path.removeprefix("/api/v1")).replace(r"\{", "{").replace(r"\}", "}")
        if not re.search("x" + re.sub(r"{\w+}", r"\\w+", pattern) + '[?"]', text):
            missed.append(path)
    assert set(missed) == LEFT_OUT
