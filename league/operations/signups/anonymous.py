"""Answers that come without an account: their limits, and their entries in the log of the club.

Many people know the code of a club, so an answer by it writes no entry of its own: changes are
recorded a minute later, several players in one entry.
"""

from itertools import groupby

from django.db import transaction

from league.models import AuditKind, SignUp, SignUpSheet
from league.operations.audit import club_log
from league.operations.signups import roster
from league.operations.support.cache import count

MOST_OF_NETWORK = 200  # in a hall, forty phones share one address
MOST_FOR_PLAYER = 20
WINDOW_SECONDS = 600


def count_answer(address: str, player: int) -> bool:
    """Count an answer for a player; return True once too many came from this address, or for this
    player, lately."""
    of_network = count(f"answers.network.{address}", WINDOW_SECONDS)
    for_player = count(f"answers.player.{player}", WINDOW_SECONDS)
    return of_network > MOST_OF_NETWORK or for_player > MOST_FOR_PLAYER


def record_answers() -> None:
    """Record the answers that are not in the logs of their clubs yet: one entry for each sheet and
    answer."""
    for sheet in SignUpSheet.objects.filter(sign_ups__is_logged=False).distinct().order_by("pk"):
        _record_answers(sheet)


@transaction.atomic
def _record_answers(sheet: SignUpSheet) -> None:
    locked = roster.lock(sheet)
    rows = sorted(
        (row for row in locked.rows if not row.is_logged), key=lambda row: (row.answer, row.pk)
    )
    SignUp.objects.filter(pk__in=[row.pk for row in rows]).update(is_logged=True)
    for answer, same in groupby(rows, key=lambda row: row.answer):
        subject = roster.log_subject(locked.sheet, [row.player_id for row in same])
        kind, after = AuditKind.SIGN_UP_ANSWERED, {"answer": answer}
        club_log.record(locked.sheet.club.pk, kind, by=None, subject=subject, after=after)
