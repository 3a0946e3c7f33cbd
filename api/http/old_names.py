"""Keys that have a newer name: answers hold both, with the same value, until version 2."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

Json = dict[str, Any]


class OldNames(serializers.Serializer[Any]):
    # no docstring: the description of the API would show it for each subclass
    old_names: ClassVar[Mapping[str, str]] = {}  # the new name, by the old one

    def get_fields(self) -> dict[str, Any]:
        fields, copies = super().get_fields(), super().get_fields()
        for old, new in self.old_names.items():
            fields[old] = copies.pop(new)
        return fields

    @classmethod
    def with_old_names(cls, content: Json) -> Json:
        """Return the content of an answer with its old keys beside the new ones."""
        return {**content, **{old: content[new] for old, new in cls.old_names.items()}}


class ListOutput(OldNames):
    # one list, under `results` as in lists by cursor, and facts about it

    next = serializers.URLField(
        allow_null=True, help_text="URL of the next page. `null`: there is none."
    )

    @classmethod
    def of(cls, content: Json, following: str | None = None) -> Json:
        """Return the content of an answer with the address of the next page and the old keys."""
        return cls.with_old_names({**content, "next": following})


def mark(serializer: Any, schema: Json) -> None:
    """Mark the old keys in the schema of a shape as deprecated."""
    for old, new in getattr(serializer, "old_names", {}).items():
        schema["properties"][old] |= {
            "deprecated": True,
            "description": f"Old name of `{new}`, until version 2.",
        }
