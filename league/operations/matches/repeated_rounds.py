"""The last round once more, from another device: most often two people have entered one round.

Which device entered the last round of a match is known for two minutes, in the cache and nowhere
else. A cache that does not answer knows no device, so that people are asked once too often.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
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
from league.operations.support.cache import AWAY

log = logging.getLogger(__name__)

KEPT_SECONDS = 120
WINDOW = timedelta(seconds=KEPT_SECONDS)
PHONE = "phone"  # how the names of devices without an account begin
SAME_AS_LAST_ROUND = Text(
    "same_as_last_round",
    "Round {number}, entered at {time} on another device, is the same: were both played?",
    "La manche {number}, saisie à {time} sur un autre appareil, est identique : a-t-on bien joué "
    "les deux ?",
)


class OnRepeat(Enum):
    """What is done with a round that another device has just entered: people are asked, programs
    are told, and whoever has answered is believed."""

    ASK = auto()
    TELL = auto()
    STORE = auto()


class Repeat(NamedTuple):
    """The last round, which is the same; `name` says who entered it, where that is known."""

    number: int
    time: str
    name: str
    is_of_phone: bool

    def question(self) -> str:
        if self.name:
            words = _("Same round as %(name)s’s of %(time)s?")
        elif self.is_of_phone:
            words = _("Same round as the one of %(time)s from a phone at the table?")
        else:
            words = _("Same round as the one of %(time)s?")
        return words % {"name": self.name, "time": self.time}

    def notice(self) -> Problem:
        """For programs, about the round that follows."""
        params: dict[str, str | int] = {"number": self.number, "time": self.time}
        path = f"rounds.{self.number}"
        return Problem("same_as_last_round", path, "", params, SAME_AS_LAST_ROUND)


class Repeated(Conflict):
    """Nothing is stored until somebody says that both rounds were played."""

    def __init__(self, repeat: Repeat) -> None:
        super().__init__(repeat.question())
        self.number = repeat.number


def find(
    match: Match, bodies: Sequence[Mapping[str, Any]], body: Mapping[str, Any], device: str
) -> Repeat | None:
    """Return the last round if it is the same as `body` and another device has just entered it."""
    if not bodies or bodies[-1] != body:
        return None
    number = len(bodies)
    rows = match.submissions.filter(number=number).select_related("submitted_by")
    row = rows.order_by("-version").first()
    if row is None or timezone.now() - row.submitted_at > WINDOW:
        return None
    before = _device_of_last(match.pk)
    if before and before == device:
        return None
    local = row.submitted_at.astimezone(ZoneInfo(match.session.season.club.timezone))
    is_of_phone = before.startswith(PHONE)
    has_name = before and not is_of_phone and row.submitted_by
    name = row.submitted_by.name if has_name and row.submitted_by else ""
    return Repeat(number, f"{local:%H:%M}", name, is_of_phone)


def remember(match_ids: Collection[int], device: str) -> None:
    """Note the device that has entered the last round of these matches."""
    try:
        cache.set_many({_key(match_id): device for match_id in match_ids}, KEPT_SECONDS)
    except AWAY:
        log.warning("The cache is away: the device of a round is not known")


def _device_of_last(match_id: int) -> str:
    try:
        return str(cache.get(_key(match_id), ""))
    except AWAY:
        return ""


def _key(match_id: int) -> str:
    return f"device.{match_id}"
