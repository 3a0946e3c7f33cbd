"""The reason of a correction, and the confirmation that a result may change: in the body or in the
query of the request."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from api.http.fields import Flag, Input, Text
from api.http.resource import ApiRequest
from league.errors import invalid
from league.names import visible_line
from league.operations.matches.correction_policy import Consent

MOST_REASON = 200
CONFIRMED_IN_CLOSED = OpenApiParameter(
    "confirmed",
    bool,
    description="`true` confirms that a result of a closed tournament will change.",
)
NAMES = ("reason", "confirmed")
REASON_WORDS = "Reason for the correction. At most 200 characters."
CONFIRMED_WORDS = (
    "`true` confirms that a result will be corrected. Required if the season warns about "
    "corrections."
)
PARAMETERS = [
    OpenApiParameter("reason", str, description=f"{REASON_WORDS} May stand in the body instead."),
    OpenApiParameter(
        "confirmed", bool, description=f"{CONFIRMED_WORDS} May stand in the body instead."
    ),
]


class ConsentInput(Input):
    reason = Text(required=False, allow_blank=True, help_text=REASON_WORDS)
    confirmed = Flag(required=False, help_text=CONFIRMED_WORDS)


def read_consent(request: ApiRequest, body: Mapping[str, Any]) -> Consent:
    """Return what the body and the query say, each of them once."""
    query = request.query_params
    for name in NAMES:
        if name in body and name in query:
            words = _("Send this in the body or in the address, not in both.")
            raise invalid("given_twice", name, words)
    reason = check_reason(body.get("reason", query.get("reason", "")))
    return Consent(reason, _is_confirmed(body.get("confirmed", query.get("confirmed", False))))


def read_confirmed(request: ApiRequest) -> bool:
    return _is_confirmed(request.query_params.get("confirmed", False))


def apart(request: ApiRequest, body: Mapping[str, Any]) -> tuple[dict[str, Any], Consent]:
    """Return the round of a body that may have a consent beside its keys, and the consent."""
    round_ = {key: value for key, value in body.items() if key not in NAMES}
    return round_, read_consent(request, body)


def check_reason(text: object) -> str:
    """Return the reason of a correction in one line; raise Invalid if it is too long."""
    if not isinstance(text, str):
        raise invalid("not_text", "reason", _("Enter text."))
    reason = visible_line(text)
    if len(reason) > MOST_REASON:
        message = _("A reason may have at most %(most)s characters.") % {"most": MOST_REASON}
        raise invalid("too_long", "reason", message)
    if "\0" in text:
        raise invalid("bad_text", "reason", _("Text must not contain the character U+0000."))
    return reason


def _is_confirmed(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value not in ("true", "false"):
        raise invalid("not_a_flag", "confirmed", _("Send true or false."))
    return value == "true"
