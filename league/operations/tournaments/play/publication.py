"""The audiences of a sitting's plan: the players first, then the screens in the room and the
public, each with an action of its own that can be reverted; and the matches that each audience
sees.

A result is not secret: once a match is over it counts in the standings, and all audiences see it.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, raise_faults
from league.models import (
    Audience,
    IncidentKind,
    Match,
    Sitting,
    SittingState,
    SittingTable,
    User,
)
from league.models.tournaments import PUBLICATION_TIMES, PUBLISHED_STATES
from league.operations.tournaments.play import sitting_clock, sittings
from league.operations.tournaments.play.sittings import (
    ALL_AUDIENCES,
    DRAFT_STATES,
    lock_sitting,
    set_state,
)

PLAYERS = Audience.PLAYERS
SHOW = {Audience.SCREENS: IncidentKind.SHOW_SCREENS, Audience.PUBLIC: IncidentKind.SHOW_PUBLIC}
HIDE = {Audience.SCREENS: IncidentKind.HIDE_SCREENS, Audience.PUBLIC: IncidentKind.HIDE_PUBLIC}


@transaction.atomic
def publish(
    sitting: Sitting,
    to: Iterable[str] = ALL_AUDIENCES,
    *,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """Publish a sitting to these audiences; others keep seeing it. Raise Conflict if the players
    would not see it."""
    audiences = _parse_audiences(to, "to")
    locked = lock_sitting(sitting, seen_version)
    if locked.state in DRAFT_STATES:
        if PLAYERS not in audiences:
            words = _("Players always see a round first. Publish it to the players as well.")
            raise Conflict(words, [Fault("players_first", "to", words).to_json()])
        return sittings.publish(locked, to=audiences, by=by)
    for audience in audiences:
        if not locked.is_shown_to(audience):
            _set_shown(locked, audience, SHOW[audience], by)
    return locked


@transaction.atomic
def publish_and_start(
    sitting: Sitting,
    to: Iterable[str] = ALL_AUDIENCES,
    *,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """Check a draft, publish it to these audiences and start it, with its clock: all or nothing,
    with an audit entry for each step."""
    locked = lock_sitting(sitting, seen_version)
    if locked.state == SittingState.DRAFT:
        locked = sittings.check(locked, by=by)
    if locked.state == SittingState.CHECKED:
        locked = publish(locked, to, by=by)
    return sitting_clock.start(locked, by=by)


@transaction.atomic
def withdraw(
    sitting: Sitting,
    hide_from: Iterable[str] = ALL_AUDIENCES,
    *,
    by: User | None,
    seen_version: int | None = None,
) -> Sitting:
    """Hide a sitting from these audiences; hiding it from the players hides it from all, and is
    possible only while no round was entered."""
    audiences = _parse_audiences(hide_from, "hide_from")
    locked = lock_sitting(sitting, seen_version)
    if PLAYERS in audiences:
        return sittings.withdraw(locked, by=by)
    locked = lock_sitting(locked, of=PUBLISHED_STATES)
    for audience in audiences:
        if locked.is_shown_to(audience):
            _set_shown(locked, audience, HIDE[audience], by)
    return locked


def visible_to(audience: Audience) -> Q:
    """Return a filter for the matches that the audience sees."""
    if audience is PLAYERS:
        return Q()
    since = f"sitting_table__sitting__{PUBLICATION_TIMES[audience]}__isnull"
    return Q(sitting_table=None) | Q(over=True) | Q(**{since: False})


def is_visible(match: Match, audience: Audience) -> bool:
    """Return whether the audience sees a match, whose sitting is loaded if it has one."""
    table: SittingTable | None = getattr(match, "sitting_table", None)
    return table is None or match.over or table.sitting.is_shown_to(audience)


def hidden_sit_outs(session_id: int, audience: Audience) -> set[int]:
    """Return the ids of the sit-outs of a session that belong to sittings which the audience does
    not see."""
    rows = Sitting.objects.filter(session=session_id, **{PUBLICATION_TIMES[audience]: None})
    sit_outs_by_sitting = rows.values_list("noted", flat=True)
    return {sit_out for sit_out_ids in sit_outs_by_sitting for sit_out in sit_out_ids}


def _set_shown(sitting: Sitting, audience: Audience, kind: IncidentKind, by: User | None) -> None:
    column = PUBLICATION_TIMES[audience]
    setattr(sitting, column, timezone.now() if kind in SHOW.values() else None)
    set_state(sitting, SittingState(sitting.state), kind, by, column)


def _parse_audiences(names: Iterable[str], path: str) -> list[Audience]:
    """Return the audiences in their order, each once."""
    chosen = list(names)
    if not chosen:
        raise invalid("blank", path, _("Choose at least one audience."))
    names_of_all = ", ".join(ALL_AUDIENCES)
    words = _("Choose one of: %(known)s.") % {"known": names_of_all}
    raise_faults(
        [
            Fault("unknown_choice", f"{path}.{index}", words)
            for index, name in enumerate(chosen)
            if name not in ALL_AUDIENCES
        ]
    )
    return [audience for audience in ALL_AUDIENCES if audience in chosen]
