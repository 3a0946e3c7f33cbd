"""JSON in few lines, for the file of the description and for examples on its page."""

import json
from typing import Any


def pretty(value: Any, width: int, indent: str = "") -> str:
    """Return JSON in which what fits into a line of this width stays in one.

    >>> pretty({"a": [1, 2]}, width=76)
    '{"a": [1, 2]}'
    """
    if isinstance(value, str) and not indent and "\n" in value:
        return value
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= width or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(key)}: {pretty(inner_value, width, inner)}"
            for key, inner_value in value.items()
        ]
        return "{\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}}}"
    lines = [pretty(inner_value, width, inner) for inner_value in value]
    return "[\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}]"
