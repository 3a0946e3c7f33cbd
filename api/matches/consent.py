"""What the sender of a correction says to it: why, and that a result is to change. Both are in the
query, since the body of a correction is the round and nothing else."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from api.http.resource import ApiRequest
from league.errors import invalid
from league.operations.matches.correction_policy import Consent

MOST_REASON = 200
PARAMETERS = [
    OpenApiParameter(
        "reason", str, description="Reason for the correction. At most 200 characters."
    ),
    OpenApiParameter(
        "confirmed",
        bool,
        description="`true` confirms that a result will be corrected. Required if the season "
        "warns about corrections.",
    ),
]


def read_consent(request: ApiRequest) -> Consent:
    """Return what the query says."""
    confirmed = request.query_params.get("confirmed", "false")
    if confirmed not in {"true", "false"}:
        raise invalid("not_a_flag", "confirmed", _("Send true or false."))
    reason = check_reason(request.query_params.get("reason", ""))
    return Consent(reason, confirmed == "true")


def check_reason(text: str) -> str:
    """Return the reason of a correction in one line; raise Invalid if it is too long."""
    reason = " ".join(text.split())
    if len(reason) > MOST_REASON:
        message = _("A reason may have at most %(most)s characters.") % {"most": MOST_REASON}
        raise invalid("too_long", "reason", message)
    if "\0" in reason:
        raise invalid("bad_text", "reason", _("Text must not contain the character U+0000."))
    return reason
