"""Who sees the plan of a sitting, and since when: the players first, then the screens in the room
and the public, each by an act of its own with its way back; and what they see of its matches.

A result is no secret: once a match is over it stands in the standings, and is seen by everybody.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, refuse
from league.models import Audience, IncidentKind, Match, Sitting, SittingTable, User
from league.models.tournaments import SHOWN, SHOWN_SINCE
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import DRAWN, EVERYBODY, State, step, take

PLAYERS = Audience.PLAYERS
SHOW = {Audience.SCREENS: IncidentKind.SHOW_SCREENS, Audience.PUBLIC: IncidentKind.SHOW_PUBLIC}
HIDE = {Audience.SCREENS: IncidentKind.HIDE_SCREENS, Audience.PUBLIC: IncidentKind.HIDE_PUBLIC}


@transaction.atomic
def publish(
    sitting: Sitting,
    to: Iterable[str] = EVERYBODY,
    *,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """To these; who sees it already goes on seeing it. Conflict where the players would not."""
    wanted = _read(to, "to")
    found = take(sitting, seen_version)
    if found.state in DRAWN:
        if PLAYERS not in wanted:
            words = _("The players see a sitting first: publish it to them too.")
            raise Conflict(words, [Fault("players_first", "to", words).to_json()])
        return sittings.publish(found, to=wanted, by=by)
    for audience in wanted:
        if not found.is_shown_to(audience):
            _set(found, audience, SHOW[audience], by)
    return found


@transaction.atomic
def withdraw(
    sitting: Sitting,
    hide_from: Iterable[str] = EVERYBODY,
    *,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """From these; from the players is from everybody, and only while no round was entered."""
    wanted = _read(hide_from, "hide_from")
    found = take(sitting, seen_version)
    if PLAYERS in wanted:
        return sittings.withdraw(found, by=by)
    found = take(found, of=SHOWN)
    for audience in wanted:
        if found.is_shown_to(audience):
            _set(found, audience, HIDE[audience], by)
    return found


def seen_by(audience: Audience) -> Q:
    """The matches that they see."""
    if audience is PLAYERS:
        return Q()
    since = f"sitting_table__sitting__{SHOWN_SINCE[audience]}__isnull"
    return Q(sitting_table=None) | Q(over=True) | Q(**{since: False})


def is_seen(match: Match, audience: Audience) -> bool:
    """Of a match that has its sitting loaded, where it is of one."""
    table: SittingTable | None = getattr(match, "sitting_table", None)
    return table is None or match.over or table.sitting.is_shown_to(audience)


def hidden_sit_outs(session_id: int, audience: Audience) -> set[int]:
    """Those noted by sittings of an evening that they do not see."""
    rows = Sitting.objects.filter(session=session_id, **{SHOWN_SINCE[audience]: None})
    return {noted for each in rows.values_list("noted", flat=True) for noted in each}


def _set(sitting: Sitting, audience: Audience, kind: IncidentKind, by: User | None) -> None:
    since = SHOWN_SINCE[audience]
    setattr(sitting, since, timezone.now() if kind in SHOW.values() else None)
    step(sitting, State(sitting.state), kind, by, since)


def _read(names: Iterable[str], path: str) -> list[Audience]:
    """In their order, each once."""
    named = list(names)
    if not named:
        raise invalid("blank", path, _("Name at least one of them."))
    known = ", ".join(EVERYBODY)
    words = _("Known are these: %(known)s.") % {"known": known}
    refuse(
        [
            Fault("unknown_choice", f"{path}.{index}", words)
            for index, name in enumerate(named)
            if name not in EVERYBODY
        ]
    )
    return [audience for audience in EVERYBODY if audience in named]
