""".github/: what a host of the repository runs, without one.

`make lint` checks the schema and what strangers could make the workflows do; here is what they
promise: they call targets of the Makefile only, and may do little.
"""

import re
from typing import Any

import pytest
import yaml

from tests.config.docker_files import ROOT

FOLDER = ROOT / ".github" / "workflows"
MAKEFILE = (ROOT / "Makefile").read_text()
WORKFLOWS: dict[str, dict[Any, Any]] = {
    file.stem: yaml.safe_load(file.read_text()) for file in FOLDER.glob("*.yml")
}
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"].values()]
STEPS = [step for _name, job in JOBS for step in job["steps"]]


def targets() -> set[str]:
    """Return the targets of the Makefile that are meant to be called."""
    (line,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    return set(line.split())


def test_there_is_one_workflow_for_each_occasion() -> None:
    assert set(WORKFLOWS) == {"ci", "release", "docs"}


def test_steps_call_only_targets_that_exist() -> None:
    lines = [step["run"] for step in STEPS if "run" in step]
    assert len(lines) > 8
    for line in lines:
        program, *words = line.split()
        assert program == "make", line
        called = [word for word in words if "=" not in word]
        assert called, line
        assert set(called) <= targets(), line


def test_every_phony_target_has_a_rule() -> None:
    rules = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))
    assert targets() <= rules


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_read_and_no_more_by_default(name: str) -> None:
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}
    assert "group" in WORKFLOWS[name]["concurrency"]


def test_only_a_tag_or_the_main_branch_may_write_anywhere() -> None:
    writing = {name for name, job in JOBS if "write" in str(job.get("permissions"))}
    assert writing == {"release", "docs"}
    assert set(WORKFLOWS["release"][True]) == {"push"}  # YAML 1.1 reads `on` as true
    assert set(WORKFLOWS["release"][True]["push"]) == {"tags"}
    assert WORKFLOWS["docs"]["jobs"]["publish"]["if"] == "github.event_name == 'push'"


def test_every_job_ends_and_every_action_has_a_version() -> None:
    assert all(job["timeout-minutes"] <= 120 for _name, job in JOBS)
    for step in STEPS:
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@(v\d[\d.]*|release/v\d|[0-9a-f]{40})", step["uses"])


def test_all_supported_versions_of_python_are_tested() -> None:
    versions = WORKFLOWS["ci"]["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text()
    allowed_to_fail = [job for _name, job in JOBS if job.get("continue-on-error")]
    assert allowed_to_fail == [WORKFLOWS["ci"]["jobs"]["newest-django"]]


def test_ci_of_a_host_runs_what_ours_runs() -> None:
    (ours,) = re.findall(
        r"^make .*?sync=target ([\w -]+) 2>", (ROOT / ".ci" / "run").read_text(), re.M
    )
    called = " ".join(step["run"] for _name, job in JOBS for step in job["steps"] if "run" in step)
    assert set(ours.split()) <= set(called.split())
