"""The session or tournament of an address, which players sign up for."""

from typing import Any

from api.http.resource import ApiRequest
from league import permissions
from league.models import Session, SignUpSheet, Tournament
from league.operations.signups import sheets
from league.permissions import Action


def occasion(request: ApiRequest, where: dict[str, int], action: Action) -> Session | Tournament:
    """Return the session or the tournament that the address names."""
    ((kind, pk),) = where.items()
    if kind == "session":
        return permissions.find_session(request.user, pk, action)
    return permissions.find_tournament(request.user, pk, action)


def sheet_of(request: ApiRequest, where: dict[str, int], action: Action) -> SignUpSheet:
    """Return the sheet of the session or the tournament; raise NotFound if it has none."""
    return sheets.find(occasion(request, where, action))


def zone_of(sheet: SignUpSheet) -> str:
    return sheet.club.timezone


def person(player: Any) -> dict[str, Any]:
    return {"id": player.pk, "name": player.name}
