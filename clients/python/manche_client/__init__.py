"""A client of the REST API of Manche, for scripts that wait and for those that do not."""

from manche_client.clients import AsyncClient, Client
from manche_client.errors import (
    Conflict,
    Gone,
    Invalid,
    MancheError,
    NotAllowed,
    NotFound,
    Stale,
    Throttled,
    Unavailable,
    Unreadable,
)
from manche_client.shapes import Event, Match, Page, Problem, Row, Standings

__all__ = [
    "AsyncClient",
    "Client",
    "Conflict",
    "Event",
    "Gone",
    "Invalid",
    "MancheError",
    "Match",
    "NotAllowed",
    "NotFound",
    "Page",
    "Problem",
    "Row",
    "Stale",
    "Standings",
    "Throttled",
    "Unavailable",
    "Unreadable",
]
