"""The command line in processes of its own: pipes, exit status, words, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*argv, stdin=b"", **environ):
    return subprocess.run(
        [sys.executable, "-m", "seating", *map(str, argv)],
        input=stdin, capture_output=True, cwd=ROOT, env={**os.environ, **environ}, timeout=60,
    )  # fmt: skip


@pytest.fixture
def files(tmp_path):
    """Return a generated request and its plan."""
    request_file, plan_file = tmp_path / "request.json", tmp_path / "plan.json"
    request_file.write_bytes(run("generate", "--players", 12, "--seed", 4).stdout)
    plan_file.write_bytes(run("draw", request_file).stdout)
    return request_file, plan_file


def test_generate_draw_and_check_fit_together(files):
    request_file, plan_file = files
    done = run("check", request_file, plan_file, "--explain")
    assert done.returncode == 0, done.stdout
    output = json.loads(done.stdout)
    assert output["ok"]
    assert output["cost"] == json.loads(plan_file.read_text())["cost"]
    assert len(output["explanation"]) == len(json.loads(plan_file.read_text())["rounds"])


@pytest.mark.long
def test_the_draw_does_not_depend_on_the_hash_seed(files):
    request_file, plan_file = files
    again = run("draw", "-", stdin=request_file.read_bytes(), PYTHONHASHSEED="77")
    assert again.stdout == plan_file.read_bytes()


def test_an_exchange_is_shown_before_it_is_made(files):
    request_file, plan_file = files
    tables = json.loads(plan_file.read_text())["rounds"][0]["tables"]
    done = run("check", request_file, plan_file, "--swap", tables[0][0], tables[1][0])
    output = json.loads(done.stdout)["what_if"]
    assert output["rounds"][0]["tables"][0][0] == tables[1][0]
    assert output["before"] == json.loads(plan_file.read_text())["cost"]
    assert run("check", request_file, plan_file, "--swap", "p1", "nobody").returncode == 2
    assert run("check", request_file, plan_file, "--swap", "p1", "p2", "--round", 9).returncode == 2


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff", b"[" * 100_000, b'{"a": NaN}', b'{"a": 1, "a": 2}', b"9" * 5000],
)
def test_invalid_json_is_unreadable(data):
    done = run("draw", "-", "--language", "fr", stdin=data)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"cannot read -: ")
    assert b"Traceback" not in done.stderr


def test_a_missing_file_is_unreadable(tmp_path):
    assert run("draw", tmp_path / "none.json").returncode == 2
    assert run("check", tmp_path / "none.json", tmp_path / "none.json").returncode == 2


def test_closed_and_full_outputs_are_no_crash():
    full = [(">/dev/full", b"cannot write: No space left on device\n")]
    for closed, message in [
        (">&-", b"cannot write: Bad file descriptor\n"),
        (">&- 2>&-", b""),
        *(full if Path("/dev/full").exists() else []),
    ]:
        for line, stdin in (("generate --players 4", b""), ("draw -", b"{}")):
            shell = f"exec {sys.executable} -m seating {line} {closed}"
            done = subprocess.run(
                ["sh", "-c", shell], input=stdin, capture_output=True, cwd=ROOT, timeout=60
            )
            assert (done.returncode, done.stderr) == (1, message)
    shell = f"exec {sys.executable} -m seating draw - <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (2, b"cannot read -: Bad file descriptor\n")


def test_arguments_that_are_no_utf8_get_a_clear_answer(files):
    request_file, plan_file = files
    for argv in (["draw", b"\xff"], ["check", request_file, plan_file, "--swap", b"\xff", "p1"]):
        done = subprocess.run(
            [sys.executable, "-m", "seating", *argv], capture_output=True, cwd=ROOT, timeout=60
        )
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr


def test_wrong_requests_and_plans_are_not_ok(files, tmp_path):
    request_file, plan_file = files
    done = run("draw", "-", "--language", "fr", stdin=b'{"seating": 1}')
    assert done.returncode == 1
    output = json.loads(done.stdout)
    assert not output["ok"]
    assert {"code": "missing_key", "path": "players"}.items() <= output["problems"][0].items()
    assert "manque" in output["problems"][0]["message"]
    wrong = tmp_path / "wrong.json"
    plan = json.loads(plan_file.read_text())
    plan["rounds"][0]["tables"][0][0] = "stranger"
    wrong.write_text(json.dumps(plan))
    done = run("check", request_file, wrong)
    assert done.returncode == 1
    codes = {problem["code"] for problem in json.loads(done.stdout)["problems"]}
    assert codes == {"unknown_player", "missing_player"}


def test_too_few_players_are_not_ok_but_a_plan():
    raw = {"seating": 1, "players": ["a"], "table_sizes": {"min": 3, "max": 4}}
    done = run("draw", "-", stdin=json.dumps(raw).encode())
    assert done.returncode == 1
    assert json.loads(done.stdout)["status"] == "infeasible"


def test_the_help_names_every_mode_and_rule():
    output = run("--help").stdout.decode()
    assert "swiss" in output
    assert "level_gap" in output
    assert run("generate", "--players", 0).returncode == 2


IMPORTED = """
import sys
sys.path.insert(0, ".")
import seating.__main__
allowed = {*sys.stdlib_module_names, "__main__", "seating", "problems"}
print(sorted({name.split(".")[0] for name in sys.modules} - allowed))
"""


def test_it_runs_without_any_package():
    argv = [sys.executable, "-I", "-S", "-c", IMPORTED]
    done = subprocess.run(argv, capture_output=True, cwd=ROOT, timeout=60)
    assert done.stdout.strip() == b"[]", done
