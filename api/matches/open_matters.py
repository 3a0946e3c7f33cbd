"""Open matters of a session or a season, and the `force` that closes it all the same."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from api.http.fields import Text
from league.operations.results.open_matters import MatterKind, OpenMatter

FORCE = (
    "Closes it although something is open: {name}. Without it, 409 `still_open` names the kinds of "
    "what is open."
)


def force(name: str) -> Text:
    return Text(required=False, allow_blank=True, max_length=200, help_text=FORCE.format(name=name))


class OpenMatterOutput(serializers.Serializer[Any]):
    """Something that is still open."""

    kind = serializers.ChoiceField([kind.value for kind in MatterKind])
    session = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True)


def write_matters(matters: Sequence[OpenMatter]) -> list[dict[str, Any]]:
    return [
        {
            "kind": str(matter.kind),
            "session": matter.session.pk,
            "match": matter.match.pk if matter.match else None,
        }
        for matter in matters
    ]
