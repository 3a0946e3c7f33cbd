"""Check that no name in the code is one of the words that do not say what a thing is.

    python -m tools.words

CONTRIBUTING.md says how names are chosen. Texts, comments and JSON keys are free.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFUSED = frozenset({"told", "asked", "held", "found", "known", "said", "kept", "wanted"})
# keys of forms and of the API, which are handed on as keywords
PUBLIC = {
    "api/sessions/session_log.py": {"known"},
    "league/operations/exchange/archives.py": {"known"},
    "league/operations/seasons/penalties.py": {"known"},
    "league/operations/sessions/session_log.py": {"known"},
    "league/operations/webhooks/webhooks.py": {"known"},
    "league/web/standings/penalties.py": {"known"},
    "league/web/support/forms.py": {"known"},
    "league/web/webhooks/webhooks.py": {"known"},
    "scoring/migrations/0006_encounters_so_far.py": {"told"},  # history, not to be edited
}
COLUMNS = 120
LAID_OUT = ("*.html", "*.css", "*.js")


def main() -> int:
    problems = [*names_refused(), *long_lines()]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def names_refused() -> Iterator[str]:
    """Yield a line for each refused name that the code defines."""
    for path in listed("*.py"):
        file = str(path.relative_to(ROOT))
        refused = REFUSED - PUBLIC.get(file, set())
        for line, name in sorted(set(defined(ast.parse(path.read_text())))):
            if name.strip("_") in refused:
                yield f"{file}:{line}: `{name}` does not say what it is"


def defined(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of everything that a module defines: names, arguments, aliases."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.arg():
                yield node.lineno, node.arg
            case ast.alias():
                yield node.lineno, node.asname or node.name.rpartition(".")[2]


def long_lines() -> Iterator[str]:
    """Yield a line for each line of a template, style or script over the width of the page."""
    for path in listed(*LAID_OUT):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if len(line) > COLUMNS:
                yield f"{path.relative_to(ROOT)}:{number}: {len(line)} columns, of {COLUMNS}"


def listed(*patterns: str) -> list[Path]:
    """Return the files of the repository that match one of the patterns, sorted."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(ROOT / name for name in done.stdout.splitlines() if (ROOT / name).exists())


if __name__ == "__main__":
    sys.exit(main())
