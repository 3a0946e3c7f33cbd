"""A commit is checked by exactly what CI checks first."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]


def test_the_hook_runs_make_lint_and_downloads_no_code():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    (hook,) = config["repos"][0]["hooks"]
    assert (hook["entry"], hook["language"]) == ("make lint", "system")
    assert (hook["always_run"], hook["pass_filenames"]) == (True, False)


def test_ci_runs_lint():
    assert "lint" in (ROOT / ".ci" / "run").read_text()
