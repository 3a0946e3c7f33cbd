"""Lists of all that comes in a club, each to be answered in place."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from league.models import Club, Player, SignUpSheet
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.operations.signups import roster, sheets
from league.operations.signups.self_check_in import OPENS_BEFORE
from league.web.signups import night_sheets, own_seats, sheet_view
from league.web.signups.own_seats import OwnPlace
from league.web.signups.readers import Reader
from league.web.signups.sheet_view import OwnAnswer, PeopleShown, Refusal, SheetView

MOST_SHEETS = 40


@dataclass(frozen=True)
class AnswerCard:
    """A sheet with the answers of the reader's players, and who comes."""

    view: SheetView
    answers: list[OwnAnswer]
    people: dict[str, PeopleShown]
    seats: list[OwnPlace]
    evening: str = ""  # its name in a league night

    @property
    def starts_at(self) -> datetime:
        at = self.view.starts_at
        assert at is not None, "what comes has a time"
        return at

    @property
    def may_be_at_the_door(self) -> bool:
        """True if the evening is so near that people arrive."""
        session = self.view.sheet.session
        is_near = self.view.now >= self.starts_at - OPENS_BEFORE
        return session is not None and session.cancelled_at is None and is_near


def answer_cards(
    club: Club, reader: Reader, *, member: bool, refusal: Refusal | None = None
) -> list[AnswerCard]:
    """Return the cards of a club's current and coming sign-up sheets, by day; of a league night
    only those on which a player of the reader answers."""
    now = timezone.now()
    rows = list(sheets.upcoming(club, now - LONGEST_SESSION)[:MOST_SHEETS])
    players, names = night_sheets.answering(rows, reader.players), night_sheets.names_of(rows)
    return [
        _card(sheet, reader, players[sheet.pk], member, now, refusal, names.get(sheet.pk, ""))
        for sheet in rows
        if roster.starts_at(sheet) and (players[sheet.pk] or not reader.players)
    ]


def _card(
    sheet: SignUpSheet,
    reader: Reader,
    players: list[Player],
    member: bool,
    now: datetime,
    refusal: Refusal | None,
    evening: str,
) -> AnswerCard:
    view = sheet_view.of_sheet(sheet, now)
    answers = sheet_view.own_answers(view, players, reader=reader.own, refusal=refusal)
    people = sheet_view.people_context(view, member=member)
    seats = []
    if view.has_begun:
        where = sheet.session or sheet.season
        seats = own_seats.own_seats(where, reader.players, reader.own)
    return AnswerCard(view, answers, people, seats, evening)
