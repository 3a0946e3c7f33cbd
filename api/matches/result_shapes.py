"""The JSON of a result: its status, its confirmations and the missing ones."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from api.http.fields import local
from league.models import Confirmation, ConfirmationWay, Match
from league.operations.matches import match_results
from league.operations.matches.rounds_sql import SeatedPlayer
from league.operations.results import confirmations
from scoring.pure.results import ResultMark, ResultState


class NamedPlayer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class ConfirmationOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = NamedPlayer(
        allow_null=True, help_text="Player who confirms. `null`: an organiser as the referee."
    )
    how = serializers.ChoiceField(ConfirmationWay.values)
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(
        allow_null=True, help_text="Name of the account, if it is known. `null` without a token."
    )


class NeededOutput(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text="Number of confirmations still required.")
    players = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the players who can give them. Empty if only an organiser can.",
    )


class MatchResultOutput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        list(ResultState), help_text="State of the result. `none`: not played."
    )
    marks = serializers.ListField(
        child=serializers.ChoiceField(list(ResultMark)),
        help_text="Marks of the result, such as `provisional` if it is not final yet.",
    )
    confirmations = ConfirmationOutput(many=True, help_text="Confirmations of the current result.")
    needed = NeededOutput(
        allow_null=True, help_text="Confirmations still required. `null` if there are none."
    )
    due_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the result counts as confirmed automatically. `null` if it does not.",
    )


class PostponedOutput(serializers.Serializer[Any]):
    to = serializers.DateTimeField(help_text="New date of the match, in the time zone of the club.")
    reason = serializers.CharField(help_text="Empty without a token.")


def write_results(
    matches: Sequence[Match], seated: Mapping[int, Sequence[SeatedPlayer]]
) -> list[Any]:
    """Return the results of matches whose seasons are loaded, with one query for all confirmations,
    or none."""
    confirmed = confirmations.current_confirmations(matches)
    return [_result(match, seated[match.pk], confirmed.get(match.pk, [])) for match in matches]


def postponed(match: Match) -> dict[str, Any] | None:
    if not match.is_postponed or match.postponed_to is None:
        return None
    zone = match.session.season.club.timezone
    return {"to": local(match.postponed_to, zone), "reason": match.postpone_reason}


def _result(
    match: Match, players: Sequence[SeatedPlayer], confirmed: Sequence[Confirmation]
) -> dict[str, Any]:
    status, due = match_results.result_status(match), match_results.due_at(match)
    needed = status.needed
    return {
        "state": status.state,
        "marks": list(status.marks),
        "confirmations": [_confirmation(row, match) for row in confirmed],
        "needed": {
            "count": needed.count,
            "players": [players[seat].player_id for seat in needed.seats],
        }
        if needed.count
        else None,
        "due_at": due and local(due, match.session.season.club.timezone),
    }


def _confirmation(row: Confirmation, match: Match) -> dict[str, Any]:
    return {
        "id": row.pk,
        "player": row.player and {"id": row.player.pk, "name": row.player.name},
        "how": row.how,
        "at": local(row.at, match.session.season.club.timezone),
        "by": (row.by.name or None) if row.by else None,
    }
