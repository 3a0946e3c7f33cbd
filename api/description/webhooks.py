"""The section `webhooks` of the description: the request that each event makes.

A test compares it with the examples in `docs/webhooks.md`, which are what the code sends.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from league.models import EventType

Json = dict[str, Any]
REASON: Json = {"type": "string", "description": 'The reason that was given; `""` without one.'}
MATCH, SESSION = {"match": "EventMatch"}, {"session": "EventSession"}
SIGN_UP, PLAYER = {"sign_up": "EventSignUp"}, {"player": "EventPlayerProfile"}
SUBSTITUTED = {**MATCH, "substitution": "EventSubstitution"}
ROUND = {"round": "EventRound", **MATCH}
DISPUTE = {**MATCH, "dispute": "EventDispute"}
PARTS: Mapping[str, Mapping[str, str | Json]] = {  # keys of `data`, with their schemas
    EventType.SEASON_CREATED: {"season": "EventSeason"},
    EventType.SESSION_CREATED: SESSION,
    EventType.SESSION_MOVED: {**SESSION, "before": "EventSessionBefore"},
    EventType.SESSION_CANCELLED: {**SESSION, "reason": REASON},
    EventType.SESSION_REINSTATED: SESSION,
    EventType.SIGN_UP_CREATED: SIGN_UP,
    EventType.SIGN_UP_CHANGED: SIGN_UP,
    EventType.SIGN_UP_CANCELLED: SIGN_UP,
    EventType.SIGN_UP_MOVED_UP: SIGN_UP,
    EventType.PLAYER_CREATED: PLAYER,
    EventType.PLAYER_UPDATED: PLAYER,
    EventType.MATCH_CREATED: MATCH,
    EventType.MATCH_RESEATED: MATCH,
    EventType.MATCH_CANCELLED: MATCH,
    EventType.ROUND_SUBMITTED: ROUND,
    EventType.ROUND_CORRECTED: ROUND,
    EventType.MATCH_FINISHED: MATCH,
    EventType.MATCH_ABANDONED: {**MATCH, "reason": REASON},
    EventType.MATCH_RESUMED: MATCH,
    EventType.MATCH_SUBSTITUTED: SUBSTITUTED,
    EventType.MATCH_SUBSTITUTION_UNDONE: SUBSTITUTED,
    EventType.MATCH_CONFIRMED: MATCH,
    EventType.MATCH_DISPUTED: DISPUTE,
    EventType.MATCH_DECIDED: DISPUTE,
    EventType.STANDINGS_UPDATED: {"standings": "EventStandings"},
}
HEADERS: Json = {
    name: {"in": "header", "name": header, "description": description, "required": True}
    for name, header, description in (
        ("WebhookId", "webhook-id", "Stays the same when the event is sent again."),
        ("WebhookTimestamp", "webhook-timestamp", "Seconds since 1970."),
        (
            "WebhookSignature",
            "webhook-signature",
            "Signatures as in Standard Webhooks, separated by spaces.",
        ),
    )
}


def section() -> Json:
    """Return the request of each event by its name."""
    with override("en"):
        return {str(event): {"post": _request(event)} for event in EventType}


def _request(event: EventType) -> Json:
    parts = {
        key: part if isinstance(part, dict) else {"$ref": f"#/components/schemas/{part}"}
        for key, part in PARTS[event].items()
    }
    label = str(event.label)
    return {
        "operationId": f"webhook_{event.replace('.', '_')}",
        "summary": label[0].upper() + label[1:],
        "tags": ["webhooks"],
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in HEADERS],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": _object(
                        {
                            "type": {"type": "string", "const": str(event)},
                            "timestamp": {"type": "string", "format": "date-time"},
                            "data": _object(parts),
                        }
                    )
                }
            },
        },
        "responses": {"2XX": {"description": "Received. Any other answer is sent again later."}},
    }


def _object(properties: Json) -> Json:
    return {"type": "object", "required": list(properties), "properties": properties}
