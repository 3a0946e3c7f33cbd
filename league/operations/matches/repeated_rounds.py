"""Detection of a last round that is entered once more, from another device: most often two people
have entered one round.

Which device entered the last round of a match is remembered for two minutes, in the cache and
nowhere else. When the cache does not answer, every device counts as another one, so that people are
asked once too often.
"""

import logging
from collections.abc import Collection, Mapping
from datetime import timedelta
from enum import Enum, auto
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _

from games.base import Problem
from games.messages import Text
from league.errors import Conflict
from league.models import Match
from league.operations.matches.rounds_sql import CurrentRounds

log = logging.getLogger(__name__)

DEVICE_SECONDS = 120
WINDOW = timedelta(seconds=DEVICE_SECONDS)
PHONE = "phone"  # how the names of devices without an account begin
SAME_AS_LAST_ROUND = Text(
    "same_as_last_round",
    "Round {number}, entered at {time} on another device, is identical. Were both rounds played?",
    "La manche {number}, saisie à {time} sur un autre appareil, est identique. Les deux manches "
    "ont-elles été jouées ?",
    "Runde {number}, um {time} Uhr auf einem anderen Gerät eingetragen, ist gleich. Wurden beide "
    "Runden gespielt?",
)


class OnRepeat(Enum):
    """The treatment of a round that another device has just entered: people are asked, programs get
    a notice, and a round is stored once somebody has answered."""

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
        return Problem("same_as_last_round", path, "", params, SAME_AS_LAST_ROUND)


class Repeated(Conflict):
    """Raised until somebody confirms that both rounds were played; nothing is stored."""

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
    last_device = _device_of_last(match.pk)
    if last_device and last_device == device:
        return None
    local_time = row.submitted_at.astimezone(ZoneInfo(match.session.season.club.timezone))
    is_of_phone = last_device.startswith(PHONE)
    has_name = last_device and not is_of_phone and row.submitted_by
    name = row.submitted_by.name if has_name and row.submitted_by else ""
    return Repeat(number, f"{local_time:%H:%M}", name, is_of_phone)


def remember_device(match_ids: Collection[int], device: str) -> None:
    """Store the device that has entered the last round of these matches."""
    try:
        cache.set_many({_key(match_id): device for match_id in match_ids}, DEVICE_SECONDS)
    except OSError:
        log.warning("The cache is away: the device of a round is not known")


def _device_of_last(match_id: int) -> str:
    """Return the device that has entered the last round; empty if unknown."""
    try:
        return str(cache.get(_key(match_id), ""))
    except OSError:
        return ""


def _key(match_id: int) -> str:
    return f"device.{match_id}"
