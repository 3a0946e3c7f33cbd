"""Names that have a newer one: until version 2, answers hold both, and requests may use either."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers

from api.http.fields import Input
from league.errors import invalid

Json = dict[str, Any]


class OldNames(serializers.Serializer[Any]):
    # no docstring: the description of the API would show it for each subclass
    old_names: ClassVar[Mapping[str, str]] = {}  # the new name, by the old one

    def get_fields(self) -> dict[str, Any]:
        fields, copies = super().get_fields(), super().get_fields()
        for old, new in self.old_names.items():
            fields[old] = copies.pop(new)
            if isinstance(self, Input):
                fields[old].required = False
        return fields

    @classmethod
    def with_old_names(cls, content: Json) -> Json:
        """Return the content of an answer with its old keys beside the new ones."""
        old_keys = {old: content[new] for old, new in cls.old_names.items() if new in content}
        return {**content, **old_keys}


class ListOutput(OldNames):
    # one list, under `results` as in lists by cursor, and facts about it

    next = serializers.URLField(
        allow_null=True, help_text="URL of the next page. `null`: there is none."
    )

    @classmethod
    def of(cls, content: Json, following: str | None = None) -> Json:
        """Return the content of an answer with the address of the next page and the old keys."""
        return cls.with_old_names({**content, "next": following})


def renamed(sent: Mapping[str, Any], names: Mapping[str, str]) -> tuple[Json, dict[str, str]]:
    """Return the values under their new names, and the old names that were used, by the new ones.
    Raise Invalid if both names have a value and the values differ."""
    content, used = dict(sent), {}
    for old, new in names.items():
        if old not in sent:
            continue
        if new in sent and sent[new] != sent[old]:
            words = _("This is the old name of %(name)s. Send only one of them.") % {"name": new}
            raise invalid("two_names", old, words)
        content[new] = content.pop(old)
        if new not in sent:
            used[new] = old
    return content, used


def as_sent(problems: Iterable[Mapping[str, Any]], used: Mapping[str, str]) -> Sequence[Json]:
    """Return the problems with paths that have the names that were sent."""
    return [{**each, "path": _path_as_sent(each["path"], used)} for each in problems]


def mark(serializer: Any, schema: Json) -> None:
    """Mark the old keys in the schema of a shape as deprecated."""
    for old, new in getattr(serializer, "old_names", {}).items():
        schema["properties"][old] |= {
            "deprecated": True,
            "description": f"Old name of `{new}`, until version 2.",
        }


def _path_as_sent(path: str, used: Mapping[str, str]) -> str:
    first, dot, rest = path.partition(".")
    return f"{used.get(first, first)}{dot}{rest}"
