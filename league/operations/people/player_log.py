"""Entries about players in the log of a club."""

from collections.abc import Collection, Mapping
from typing import Any

from league.models import AuditKind, Player, User
from league.models.fields import Entered
from league.models.people import PLAYER_FIELDS
from league.operations.audit import club_log
from league.operations.audit.club_log import Words

ENTERED = [name for name, facts in PLAYER_FIELDS.items() if facts.entered]
NAMES = [name for name, facts in PLAYER_FIELDS.items() if facts.entered == Entered.NAME]

NEEDS = [name for name, facts in PLAYER_FIELDS.items() if facts.entered == Entered.SEATING_NEED]


def log_added(player: Player, *, by: User | None) -> None:
    """Record a new player in the log of the club. A new player has no seating needs."""
    subject = {"players": [player.pk]}
    after = {name: value for name, value in log_values(player).items() if name not in NEEDS}
    club_log.record(player.club_id, AuditKind.PLAYER_ADDED, by=by, subject=subject, after=after)


def log_changed(player: Player, *, before: Mapping[str, Any], by: User | None) -> None:
    """Record the changes since the values `before`, if any."""
    club_log.record_changes(
        player.club_id,
        AuditKind.PLAYER_CHANGED,
        by=by,
        subject={"players": [player.pk]},
        before=before,
        after=log_values(player),
    )


def log_values(player: Player) -> dict[str, Any]:
    """Return what the log says of a player; names in a form that can be erased."""
    values = {name: getattr(player, name) for name in ENTERED}
    return values | {name: Words(values[name], players=[player.pk]) for name in NAMES}


def names_of(player: Player) -> set[str]:
    """Return the names, the alias and the e-mail address of a player."""
    return {getattr(player, name) for name in NAMES} - {""}


def former_names(players: Collection[int]) -> set[str]:
    """Return the present and former names, aliases and e-mail addresses of players in the log."""
    kinds = (AuditKind.PLAYER_ADDED, AuditKind.PLAYER_CHANGED)
    return club_log.texts_about(players, kinds, NAMES)
