"""Detection of a last round that is entered once more, from another device: most often two people
have entered one round."""

from collections.abc import Mapping
from datetime import timedelta
from enum import Enum, auto
from hashlib import sha256
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.errors import Conflict
from league.models import Match
from league.operations.matches.rounds_sql import CurrentRounds
from league.operations.support import wording
from problems.problem import Problem
from problems.text import Text

WINDOW = timedelta(minutes=2)
SAME_AS_LAST_ROUND = Text(
    "same_as_last_round",
    gettext_noop(
        "Round {number}, entered at {time} on another device, is identical. "
        "Were both rounds played?"
    ),
)


class OnRepeat(Enum):
    """The treatment of a round that another device has just entered: people have to confirm,
    programs get a notice, and a confirmed round is stored."""

    ASK = auto()
    TELL = auto()
    STORE = auto()


class Repeat(NamedTuple):
    """The last round, equal to the new one; `name` is the person who entered it, empty if
    unknown."""

    number: int
    time: str
    name: str
    is_of_phone: bool

    def question(self) -> str:
        """Return the question to the person who enters the round."""
        if self.name:
            words = _("Is this the round that %(name)s entered at %(time)s?")
        elif self.is_of_phone:
            words = _("Is this the round entered at %(time)s from a phone at the table?")
        else:
            words = _("Is this the round entered at %(time)s?")
        return words % {"name": self.name, "time": self.time}

    def notice(self) -> Problem:
        """Return the notice for programs about the round that follows."""
        params: dict[str, str | int] = {"number": self.number, "time": self.time}
        path = f"rounds.{self.number}"
        return Problem(path, "", params, SAME_AS_LAST_ROUND)


class Repeated(Conflict):
    """Raised until a user confirms that both rounds were played; nothing is stored."""

    def __init__(self, repeat: Repeat) -> None:
        super().__init__(repeat.question())
        self.number = repeat.number


def find_repeat(
    match: Match, rounds: CurrentRounds, body: Mapping[str, Any], device: str
) -> Repeat | None:
    """Return the last round if it is the same as `body` and another device has just entered it."""
    if not rounds.bodies or rounds.bodies[-1] != body:
        return None
    number = rounds.played
    rows = match.submissions.filter(number=number).select_related("submitted_by")
    row = rows.order_by("-version").first()
    if row is None or timezone.now() - row.submitted_at > WINDOW:
        return None
    if row.device and row.device == device_mark(match.pk, number, device):
        return None
    local_time = row.submitted_at.astimezone(ZoneInfo(match.session.season.club.timezone))
    is_of_phone = row.phone_of_table is not None
    name = row.submitted_by.name if row.submitted_by and not is_of_phone else ""
    return Repeat(number, wording.date(local_time, "H:i"), name, is_of_phone)


def device_mark(match_id: int, number: int, device: str) -> str:
    """Return the digest that a round stores of its device; empty if the device is unknown. Another
    round of the same device has another one, so they do not show who sat where."""
    if not device:
        return ""
    return sha256(f"{match_id} {number} {device}".encode()).hexdigest()[:20]
