"""Check names, sentences and the width of lines.

    python -m tools.words

No name in the code is one of the words that do not say what a thing is (CONTRIBUTING.md). Phrases
that read as if translated are counted in docstrings, comments, names of tests and the documents at
the top; each count may only fall. Games have the words of their rules in each language
(`tools.game_words`), and no catalogue has a word that docs/glossary.md refuses (`tools.glossary`).
Sentences of the pages that a reader meets first are short (`tools.sentences`).
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import game_words, glossary
from tools import sentences as short_sentences

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
}
# phrases that read as if translated: write subject, verb, object and the usual words instead
PHRASES = re.compile(
    r"(?-i:\A(?:What|Who|How|Whether|Whoever)\b)"
    r"|\bwhat (?:is|was|has)\b|\b(?:some|no|every)body\b|\bwho(?:ever|m)\b|\bwhat(?:ever)\b"
    r"|\bwhichever\b|\balone\b|\bth(?:ose|at) of\b|\bstands? for\b|\banew\b|\bat once\b"
    r"|\b(?:is|are) (?:told|asked)\b|\bgoes? on\b|\bas far as\b|\b(?:of|by) which\b"
    r"|\bso many\b|\bin force\b",
    re.IGNORECASE,
)
TEST_WORDS = re.compile(r"^test_(what|who|how)_|_(told|nobody|somebody|everybody|nothing)(_|$)")
TOP_DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
# how many there are; write the new number here when it has fallen
COUNTS = {"docstrings and comments": 11, "names of tests": 0, "documents": 0}
COLUMNS = 120
LAID_OUT = ("*.html", "*.css", "*.js")


def main() -> int:
    problems = [problem for check in CHECKS for problem in check()]
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


def counts_changed() -> Iterator[str]:
    """Yield a line for each count of phrases that is not the one of COUNTS."""
    for kind, count in phrase_counts().items():
        if count > COUNTS[kind]:
            yield f"{kind}: {count} phrases, {COUNTS[kind]} before: say it in plain words"
        elif count < COUNTS[kind]:
            yield f"{kind}: only {count} phrases are left: write {count} into COUNTS"


def phrase_counts() -> dict[str, int]:
    """Return the number of phrases by where they are."""
    counts = dict.fromkeys(COUNTS, 0)
    for path in listed("*.py"):
        source = path.read_text()
        if path.is_relative_to(ROOT / "tests"):
            tests = (name for _line, name in defined(ast.parse(source)))
            counts["names of tests"] += sum(bool(TEST_WORDS.search(name)) for name in tests)
        elif "migrations" not in path.parts:
            texts = sentences(source)
            counts["docstrings and comments"] += sum(len(PHRASES.findall(text)) for text in texts)
    documents = "".join((ROOT / name).read_text() for name in TOP_DOCUMENTS)
    counts["documents"] = len(PHRASES.findall(documents))
    return counts


def sentences(source: str) -> Iterator[str]:
    """Yield the docstrings and comments of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def listed(*patterns: str) -> list[Path]:
    """Return the files of the repository that match one of the patterns, sorted."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(ROOT / name for name in done.stdout.splitlines() if (ROOT / name).exists())


CHECKS: list[Callable[[], Iterator[str]]] = [
    names_refused,
    long_lines,
    counts_changed,
    game_words.problems,
    glossary.problems,
    short_sentences.problems,
]


if __name__ == "__main__":
    sys.exit(main())
