"""JSON in few lines, for the file of the description and for examples on its page."""

import json
from typing import Any


def pretty(value: Any, width: int, indent: str = "") -> str:
    """Return JSON in which what fits into a line of this width stays in one.

    Items of a list stand side by side, and a single entry shares its lines with its brackets.

    >>> pretty({"a": [1, 2]}, width=76)
    '{"a": [1, 2]}'
    >>> print(pretty({"codes": ["blank", "null", "too_long"]}, width=20))
    {"codes": [
      "blank", "null",
      "too_long"
    ]}
    """
    if isinstance(value, str) and not indent and "\n" in value:
        return value
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= width or not isinstance(value, dict | list) or not value:
        return flat
    start, end = "{}" if isinstance(value, dict) else "[]"
    inner = indent if len(value) == 1 else indent + "  "
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(key)}: {pretty(inner_value, width, inner)}"
            for key, inner_value in value.items()
        ]
    else:
        items = [pretty(inner_value, width, inner) for inner_value in value]
        lines = _side_by_side(items, width - len(inner))
    if len(value) == 1:
        return f"{start}{lines[0]}{end}"
    return f"{start}\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}{end}"


def _side_by_side(items: list[str], width: int) -> list[str]:
    lines: list[str] = []
    for item in items:
        longer = f"{lines[-1]}, {item}" if lines else item
        if lines and "\n" not in longer and len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(item)
    return lines
