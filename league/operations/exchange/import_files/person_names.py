"""Names of people as columns give them: whole, in two parts, or with the family name first."""

from collections.abc import Mapping


def person_name(values: Mapping[str, str], whole: str) -> str:
    """Return the name of a person. `whole` is the field of a name in one cell, which counts first.

    >>> person_name({"last_first_name": "LOVELACE Ada"}, "name")
    'Ada LOVELACE'
    >>> person_name({"name": "Lovelace, Ada"}, "name")
    'Ada Lovelace'
    """
    if name := values.get(whole):
        return _around_comma(name) or name
    if name := values.get("last_first_name"):
        return _around_comma(name) or _first_name_first(name)
    parts = (values.get("first_name", ""), values.get("last_name", ""))
    return " ".join(part for part in parts if part)


def _around_comma(name: str) -> str:
    """Return the part after the only comma, then the one before it; empty without such a comma."""
    last, _comma, first = name.partition(",")
    is_pair = last.strip() and first.strip() and "," not in first
    return f"{first.strip()} {last.strip()}" if is_pair else ""


def _first_name_first(name: str) -> str:
    """Return the name with the family name at its end, if the order is clear: the family name is
    written in capitals, or both names have one word. Other names stay as they are."""
    words = name.split()
    capitals = 0
    while capitals < len(words) and words[capitals].isupper() and len(words[capitals]) > 1:
        capitals += 1
    if not 0 < capitals < len(words):
        capitals = 1 if len(words) == 2 else 0
    return " ".join(words[capitals:] + words[:capitals])
