"""The sign-up on the public page of an evening or a tournament, and the next evenings of a club."""

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest

from league.models import Club, Session, SignUpSheet, Tournament
from league.web.signups import own_seats, readers, sheet_view
from league.web.signups.own_seats import OwnPlace
from league.web.signups.sheet_view import PeopleShown, SheetView
from league.web.signups.sign_up_page import sheet_address

NEXT_EVENINGS = 5


class SignUpSummary(NamedTuple):
    """A sheet with the people that this reader may see, and the address to answer at."""

    view: SheetView
    people: dict[str, PeopleShown]
    address: str


def summary(occasion: Session | Tournament, *, member: bool) -> SignUpSummary | None:
    """Return what a page says of the sign-up until the start; None where there is none."""
    key = "session" if isinstance(occasion, Session) else "tournament"
    sheet = SignUpSheet.objects.filter(**{key: occasion}).first()
    if sheet is None:
        return None
    setattr(sheet, key, occasion)  # its season and its club are loaded
    if (view := sheet_view.of_sheet(sheet)).has_begun:
        return None
    people = sheet_view.people_context(view, member=member)
    return SignUpSummary(view, people, sheet_address(sheet))


def seats_of_reader(request: HttpRequest, session: Session) -> list[OwnPlace]:
    """Return where the players of the signed-in reader sit at a session, or that they sit out."""
    reader = readers.of_request(request, session.season.club)
    return own_seats.own_seats(session, reader.players, reader.own)


def next_sessions(club: Club, now: datetime) -> list[Session]:
    """Return the next sessions of a club, cancelled ones too; each tells whether it has a sheet."""
    rows = Session.objects.filter(season__club=club, starts_at__gt=now)
    rows = rows.select_related("season__tournament__sign_up_sheet", "sign_up_sheet")
    return list(rows.order_by("starts_at", "id")[:NEXT_EVENINGS])
