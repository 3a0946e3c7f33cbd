"""The numbers of tables: desk, phones, cards, paper, screens, messages and API all show these.

A match has the number of its table stored, from the moment it is created. Only the tables of a
tournament have their number in the plan that was drawn (SittingTable), before there is a match.
Two tables that are played at the same time never share a number, also over all evenings of a league
night; a match that has ended leaves its number to the next one.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.db.models import IntegerField, Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from database.locks import lock_name
from league.errors import Conflict, Fault, invalid
from league.models import Match, Player, Seat, Session, Sitting, SittingTable
from league.models.matches import OPEN
from league.operations.matches import match_results, names_at_tables

MOST_NUMBER = 999  # that people give a table
PATH = "table"  # of problems


@dataclass(frozen=True)
class NumberedMatch:
    """A match with the number of its table, and its sitting in a tournament."""

    number: int
    match: Match
    sitting: Sitting | None

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats.all()]

    @property
    def names(self) -> list[str]:
        """The full names at each seat, in playing order."""
        return [names_at_tables.full(seat) for seat in self.match.seats.all()]


def numbered_matches(session: Session) -> list[NumberedMatch]:
    """Return all matches of a session in the order of creation, with seats, players and
    substitutions."""
    matches = Match.objects.filter(session=session).order_by("pk")
    matches = names_at_tables.loaded(match_results.with_relations(matches))
    return [NumberedMatch(match.table, match, _sitting(match)) for match in matches]


def has_number(number: int) -> Q:
    """Return the condition on matches that `Match.table` is this number."""
    return Q(table_number=number) | Q(table_number=None, sitting_table__number=number)


def lowest_free_number(session: Session) -> int:
    """Return the lowest number that no open match of the session or its league night has; no other
    transaction gives numbers there until this one ends."""
    _lock_numbers(session.pk)
    return next(free_numbers(session))


def free_numbers(session: Session) -> Iterator[int]:
    """Return the numbers that no open match of the session or its league night has, the lowest
    first."""
    taken = set(_numbered_rows(session.pk).values_list("number", flat=True))
    return (number for number in count(1) if number not in taken)


def is_free(session: Session, number: int) -> bool:
    """Return whether no open match of the session or its league night has the number. Takes the
    lock of `lowest_free_number`."""
    _lock_numbers(session.pk)
    return not _numbered_rows(session.pk).filter(number=number).exists()


def check_number(number: int) -> None:
    """Raise Invalid for a number that people cannot give a table."""
    if not 1 <= number <= MOST_NUMBER:
        words = _("A table number is between 1 and %(most)s.") % {"most": MOST_NUMBER}
        raise invalid("out_of_range", PATH, words)


def require_free(session: Session, number: int) -> None:
    """Raise Conflict, which names the players, if an open match of the session or its league night
    has the number. Takes the lock of `lowest_free_number`."""
    _lock_numbers(session.pk)
    match = _numbered_rows(session.pk).filter(number=number).first()
    if match is not None:
        seats = Seat.objects.filter(match=match).select_related("player")
        names = ", ".join(seat.player.name for seat in seats)
        words = _("Table %(number)s is taken: %(names)s are playing there. Choose another number.")
        words %= {"number": number, "names": names}
        raise Conflict(words, [Fault("table_taken", PATH, words).to_json()])


def restore_number(match: Match, number: int | None) -> None:
    """Give a match the number that an archive has for it; None leaves it to `number_in_order`."""
    if number is not None:
        if not match.ended:
            require_free(match.session, number)
        match.table_number = number
        Match.objects.filter(pk=match.pk).update(table_number=number)


def reclaim_number(match: Match) -> None:
    """Give a match that is about to be played again the lowest free number if another match has
    taken its own meanwhile. To be called before the match is stored as open."""
    if match.table_number is None:
        return
    _lock_numbers(match.session_id)
    others = _numbered_rows(match.session_id).exclude(pk=match.pk)
    if others.filter(number=match.table_number).exists():
        match.table_number = lowest_free_number(match.session)
        Match.every.filter(pk=match.pk).update(table_number=match.table_number)


def number_in_order(matches: "QuerySet[Match]") -> None:
    """Number matches that came without table numbers, in the order of their creation, after the
    others of their session. Tables of tournaments have theirs in the plan."""
    rows = list(matches.filter(table_number=None, sitting_table=None).order_by("pk"))
    sessions = {match.session_id for match in rows}
    highest = Match.objects.filter(session__in=sessions).values_list("session")
    last = dict(highest.annotate(last=Max("table_number")).order_by())
    for match in rows:
        last[match.session_id] = match.table_number = (last[match.session_id] or 0) + 1
    Match.objects.bulk_update(rows, ["table_number"], batch_size=500)


def require_no_shared_numbers(sessions: Collection[int]) -> None:
    """Raise Conflict if open matches of these sessions share a number. To be called before the
    sessions become one league night. Takes the locks of `lock_sessions`."""
    lock_sessions(sessions)
    seen: dict[int, Match] = {}
    rows = _with_numbers(Match.objects.filter(OPEN, session__in=sessions))
    for match in rows.select_related("session__season").order_by("pk"):
        other = seen.setdefault(match.number, match)
        if other is not match:
            words = _("Table %(number)s is taken twice: in %(one)s and in %(other)s. Renumber one.")
            seasons = {"one": other.session.season.name, "other": match.session.season.name}
            words %= {"number": match.number, **seasons}
            raise Conflict(words, [Fault("table_taken", "sessions", words).to_json()])


def lock_sessions(sessions: Collection[int]) -> None:
    """Lock the table numbers of these sessions until the transaction ends. They are locked in one
    order, so that no two transactions wait for each other."""
    for session in sorted(sessions):
        lock_name(f"table numbers of session {session}")


def _numbered_rows(session_id: int) -> Any:
    """Return the open matches of a session and its league night with the `number` of their tables,
    as `Match.table`."""
    night = _night_of(session_id)
    matches = Match.objects.filter(OPEN)
    if night is None:
        return _with_numbers(matches.filter(session=session_id))
    return _with_numbers(matches.filter(session__night=night))


def _with_numbers(matches: "QuerySet[Match]") -> Any:
    number = Coalesce("table_number", "sitting_table__number", output_field=IntegerField())
    return matches.annotate(number=number)


def _lock_numbers(session_id: int) -> None:
    """Lock the numbers of the session, then the numbers of its league night."""
    lock_sessions([session_id])
    night = _night_of(session_id)
    if night is not None:
        lock_name(f"table numbers of night {night}")


def _night_of(session_id: int) -> int | None:
    """Return the league night of a session as it is stored: another organiser may have joined
    it."""
    rows = Session.objects.filter(pk=session_id).values_list("night_id", flat=True)
    return rows.first()


def _sitting(match: Match) -> Sitting | None:
    table: SittingTable | None = getattr(match, "sitting_table", None)
    return table.sitting if table else None
