"""Types that a public generator makes from the description: a program of them plays a season."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from api.description import docs
from league.models import Match
from league.operations.people import tokens
from tests import make

TOOLS = Path(settings.BASE_DIR) / "node_modules"
PROGRAM = Path(__file__).with_name("season.ts")
COMPILE = ("--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not shutil.which("node") or not (TOOLS / "openapi-typescript").exists(),
        reason="openapi-typescript is not installed",
    ),
]


def run(folder, *arguments, **environment):
    ran = subprocess.run(
        ["node", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.django_db(transaction=True)
def test_a_typed_program_plays_a_season(live_server, tmp_path):
    (tmp_path / "node_modules").symlink_to(TOOLS)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(PROGRAM, tmp_path)
    bin_ = TOOLS / ".bin"
    run(tmp_path, bin_ / "openapi-typescript", docs.FILE, "-o", "schema.d.ts")
    run(tmp_path, bin_ / "tsc", *COMPILE, PROGRAM.name)
    output = run(tmp_path, "season.js", BASE=live_server.url, TOKEN=tokens.issue(make.user())[1])
    assert json.loads(output) == {
        "over": True,
        "refused": ["round_after_end"],
        "rounds": 1,
        "sessions": 1,
    }
    assert Match.objects.get().options["target"] == 1
