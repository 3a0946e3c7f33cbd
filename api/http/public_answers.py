"""Answers to readers without a token: as much as the public pages of the club show. Players have
the names that they chose to show, and fields that no public page has are blank or absent."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import entity_tags
from league.models import Player

ABSENT = object()
ABSENT_WITHOUT_TOKEN = "Absent without a token."
# the keys under which answers name players, each with `id` and `name`
PLAYERS = frozenset({"player", "players", "partner", "sit_out", "skipped_by", "byes"})


def public_answer(
    request: Request,
    answer: Callable[[], HttpResponseBase],
    blanks: Mapping[str, Any],
    *,
    tagged: bool,
) -> HttpResponseBase:
    """Return the answer as strangers may read it. `blanks` has the value that they read instead, by
    the path of a key in each row, or ABSENT.

    The tag follows from what they read: with the tag of a member's answer, which another choice of
    a name does not change, strangers would keep the old name."""
    condition = request.META.pop("HTTP_IF_NONE_MATCH", None)
    response = answer()
    if isinstance(response, Response) and response.data is not None:
        for_public(response.data, blanks)
        if tagged:
            response["ETag"] = entity_tags.of_content(response.data)
    if condition is None or not tagged:
        return response
    request.META["HTTP_IF_NONE_MATCH"] = condition
    return entity_tags.unchanged(request, response["ETag"]) or response


def for_public(content: Any, blanks: Mapping[str, Any]) -> None:
    """Blank these fields in the content of an answer, and give its players their public names."""
    rows = content.get("results", [content])
    for path, value in blanks.items():
        _blank(rows, path, value)
    _show_public_names(content)


def _blank(content: Any, path: str, value: Any) -> None:
    key, _dot, rest = path.partition(".")
    for row in content if isinstance(content, list) else [content]:
        if rest:
            _blank((row or {}).get(key), rest, value)
        elif value is ABSENT:
            row.pop(key, None)
        elif row:
            row[key] = value


def _show_public_names(content: Any) -> None:
    named = list(_named_players(content))
    if not named:
        return
    players = Player._base_manager.filter(pk__in={row["id"] for row in named})
    names = {player.pk: player.public_name for player in players}
    for row in named:
        unknown = _("Player %(number)s") % {"number": row["id"]}
        row["name"] = names.get(row["id"], unknown)


def _named_players(content: Any, key: str = "") -> Iterator[dict[str, Any]]:
    """Yield the objects with the id and the name of a player."""
    if isinstance(content, list):
        for item in content:
            yield from _named_players(item, key)
    elif isinstance(content, dict):
        if key in PLAYERS and content.keys() >= {"id", "name"}:
            yield content
        for inner_key, inner in content.items():
            yield from _named_players(inner, inner_key)
