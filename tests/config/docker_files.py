"""What docker/ says, for the tests about it."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
BIN = Path(sys.executable).parent
HOST = "league.example"
FILLED_IN = {"ALLOWED_HOSTS": HOST, "SECRET_KEY": "k" * 64, "POSTGRES_PASSWORD": "p" * 64}
APP = {"migrate", "web", "worker", "courier", "beat"}


def interpolated(value: Any, variables: dict[str, str]) -> Any:
    """Replace Compose's ${NAME}, ${NAME:?why}, ${NAME:-default} and $$ in every text of a tree."""
    if isinstance(value, dict):
        return {key: interpolated(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [interpolated(part, variables) for part in value]
    if not isinstance(value, str):
        return value

    def fill(match: re.Match[str]) -> str:
        if match[0] == "$$":
            return "$"
        return variables[match[1]] if match[2] is None else variables.get(match[1], match[2])

    return re.sub(r"\$\$|\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}", fill, value)


COMPOSE: dict[str, Any] = interpolated(
    yaml.safe_load((DOCKER / "compose.yaml").read_text()), FILLED_IN
)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def final_stage() -> list[tuple[str, str]]:
    """Return the instructions of the image that is shipped, e.g. ("USER", "10001")."""
    text = (DOCKER / "Dockerfile").read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    pairs = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    instructions = [(word, rest.strip()) for word, rest in pairs]
    last_from = max(at for at, (word, _) in enumerate(instructions) if word == "FROM")
    return instructions[last_from:]


def instruction(word: str) -> str:
    (arguments,) = [rest for name, rest in final_stage() if name == word]
    return arguments


def seconds(duration: str) -> int:
    assert duration.endswith("s")
    return int(duration[:-1])


def bare_environment() -> dict[str, str]:
    """Return an environment as in a container, with nothing of the tests' own settings."""
    return {"PATH": f"{BIN}{os.pathsep}{os.defpath}", "LANG": "C.UTF-8"}
