"""Draws of seating requests. Plans of the latest requests are remembered, because findings before a
draw and the draw itself need the same one. Nothing is stored here."""

import json
from functools import lru_cache
from time import monotonic

from league.operations.tournaments.draw.seating_requests import SeatingRequest, parse_request
from seating import draw as drawing
from seating.plan import Plan

REMEMBERED = 32  # plans


def draw(seating_request: SeatingRequest) -> Plan:
    """Return the plan of a request; it takes up to the seconds of the request."""
    return _draw(json.dumps(seating_request.request, sort_keys=True))


@lru_cache(maxsize=REMEMBERED)
def _draw(request: str) -> Plan:
    return drawing.draw(parse_request(json.loads(request)), monotonic)
