"""A sheet with all its answers, locked: what every change of sign-ups begins with and ends with.

Each "yes" gets the next number of its sheet. The lowest numbers have places; the rest wait in the
order of their numbers. So no player waits while a place is free, and none is overtaken.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Min, OuterRef
from django.utils import timezone

from database.batches import delete_in_batches
from league.models import Player, Session, SignUp, SignUpAnswer, SignUpSheet
from league.operations.signups import notices
from league.operations.support.locks import lock_row

RELATED = ("session__season__club", "tournament__season__club")


@dataclass
class Roster:
    """The answers of a locked sheet. `now` is the time after the lock was got, so that who waited
    for it past the deadline is late."""

    sheet: SignUpSheet
    rows: list[SignUp]
    now: datetime

    def find(self, player: int) -> SignUp | None:
        return next((row for row in self.rows if row.player_id == player), None)

    def guests_of(self, player: int) -> list[SignUp]:
        return [row for row in self.rows if row.guest_of_id == player]

    @property
    def places_taken(self) -> int:
        return sum(row.has_place for row in self.rows)

    def next_number(self) -> int:
        """Return the number of one more "yes"."""
        self.sheet.last_number += 1
        self.sheet.save(update_fields=["last_number"])
        return self.sheet.last_number

    def take_out(self, rows: Collection[SignUp]) -> None:
        """Remove answers."""
        if rows:
            removed_ids = {row.pk for row in rows}
            SignUp.objects.filter(pk__in=removed_ids).delete()
            self.rows = [row for row in self.rows if row.pk not in removed_ids]

    def settle(self, changed: SignUp | None = None, *, is_new: bool = False) -> None:
        """Assign free places in order and notify promoted players, unless the event has started.
        `changed` is an answer that is still to be stored; if it `is_new`, getting a place
        immediately is no promotion."""
        if changed is not None and changed.pk is None:
            self.rows.append(changed)
        coming = {row.number: row for row in self.rows if row.number is not None}
        holders = numbers_with_place(coming, self.sheet.capacity)
        gaining = [coming[number] for number in sorted(holders) if not coming[number].has_place]
        moved_up = [row for row in gaining if not (is_new and row is changed)]
        for row in gaining:
            row.has_place = True
        for row in moved_up:
            row.moved_up_at = self.now
        if changed is not None:
            changed.save()
        for row in moved_up:
            if row is not changed:
                row.save(update_fields=["has_place", "moved_up_at"])
        start = starts_at(self.sheet) if moved_up else None
        if start is None or self.now < start:
            for row in moved_up:
                notices.moved_up(row)


def starts_at(sheet: SignUpSheet) -> datetime | None:
    """Return when the session begins, or the first session of the tournament."""
    if sheet.session is not None:
        return sheet.session.starts_at
    sessions = Session.objects.filter(season=sheet.season, cancelled_at=None)
    first: datetime | None = sessions.aggregate(first=Min("starts_at"))["first"]
    return first


def lock(sheet: SignUpSheet, now: datetime | None = None) -> Roster:
    """Return the sheet with its answers, locked until the transaction ends; raise NotFound if it
    was removed. The players concerned are locked before (decision 58)."""
    locked = lock_row(SignUpSheet.objects.select_related(*RELATED), sheet.pk)
    rows = list(SignUp.objects.filter(sheet=locked).select_related("player"))
    for row in rows:
        row.sheet = locked
    return Roster(locked, rows, now or timezone.now())


def forget_players(ids: Collection[int]) -> None:
    """Take the answers of erased players out of all lists: their places go to those who wait. Their
    guests stay. The caller has locked the players."""
    sheets = SignUpSheet.objects.filter(sign_ups__player__in=ids).distinct().order_by("pk")
    for sheet in sheets:
        locked = lock(sheet)
        locked.take_out([row for row in locked.rows if row.player_id in ids])
        locked.settle()


def purge(before: datetime) -> None:
    """Delete the answers of sessions and tournaments whose last session began before a time."""
    later = Session.objects.filter(
        season=OuterRef("sheet__tournament__season"), starts_at__gte=before
    )
    of_sessions = SignUp.objects.filter(sheet__session__starts_at__lt=before)
    of_tournaments = SignUp.objects.filter(~Exists(later), sheet__session=None)
    delete_in_batches(of_sessions)
    delete_in_batches(of_tournaments)


def lock_players(sheet: SignUpSheet, *players: int) -> list[Player]:
    """Lock the players and their guests in a fixed order; return them all. Call it before locking
    the sheet; merging and erasing use the same order."""
    guests = SignUp.objects.filter(sheet=sheet, guest_of__in=players)
    ids = [*players, *guests.values_list("player", flat=True)]
    rows = Player.objects.filter(pk__in=ids, club=sheet.club)
    return list(rows.select_for_update(no_key=True, of=("self",)).order_by("pk"))


def log_subject(sheet: SignUpSheet, players: Collection[int] = ()) -> dict[str, Any]:
    """Return what an entry of the club's log about this sheet is about."""
    return {
        "season": sheet.season.pk,
        "session": sheet.session_id,
        "tournament": sheet.tournament_id,
        "players": list(players),
    }


def newcomers_of(rows: Iterable[SignUp]) -> list[int]:
    """Return the players created by one of these sign-ups. Players that such a guest was merged
    into are older than the sign-up, so they are left out."""
    return [
        row.player_id
        for row in rows
        if row.is_newcomer and row.player.created_at >= row.answered_at
    ]


def name_for_host(row: SignUp) -> str:
    """Return the name of a guest as the host may read it: as the host typed it for a newcomer, else
    as strangers read it."""
    return row.player.name if newcomers_of([row]) else row.player.public_name


def comes(row: SignUp | None) -> bool:
    return row is not None and row.answer == SignUpAnswer.YES


def numbers_with_place(numbers: Collection[int], capacity: int | None) -> set[int]:
    """Return the numbers that have a place; without a capacity all have one.

    >>> sorted(numbers_with_place([4, 1, 9], 2))
    [1, 4]
    """
    return set(sorted(numbers)[:capacity])
