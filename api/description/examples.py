"""Recorded requests and answers, added to every operation of the description.

`tests/api/description/test_examples.py` records them and compares them with today's answers.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Json = dict[str, Any]
FILE = Path(__file__).with_name("examples.yaml")


@cache
def read() -> Mapping[str, Any]:
    """Return the examples by operation: `request`, and `answers` by status."""
    content: Mapping[str, Any] = yaml.safe_load(FILE.read_text()) if FILE.exists() else {}
    return content


def of_operation(operation: Json) -> Json:
    """Return the operation with its examples."""
    examples = read().get(operation["operationId"], {})
    if "requestBody" in operation:
        _show(operation["requestBody"], examples.get("request"), examples.get("requests", {}))
    for status, answer in examples.get("answers", {}).items():
        if status in operation["responses"]:
            response = operation["responses"][status]
            if "$ref" not in response:
                _show(response, answer)
    return operation


def of_problems() -> Json:
    """Return one example of each error, by its name."""
    recorded = read().get("problems", {})
    return {"examples": {name: {"value": value} for name, value in recorded.items()}}


def _show(holder: Json, value: Any, named: Mapping[str, Any] | None = None) -> None:
    for kind, media in holder.get("content", {}).items():
        if not kind.endswith("json") and not isinstance(value, str):
            continue
        if named:
            media["examples"] = {name: {"value": example} for name, example in named.items()}
        elif value is not None:
            media["example"] = value
