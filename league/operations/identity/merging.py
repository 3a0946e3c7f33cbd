"""Merge of two players who are one person, and its undo, which restores the state before it.

The rows of the merged player go to the survivor, and the merged one is struck; its old addresses
lead to the survivor. The undo uses the stored ids of the moved rows. Rows that depend on a match
(its result, confirmations, disputes) follow its seat, so corrections in between do no harm.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import (
    AuditKind,
    DivisionMember,
    Entrant,
    Match,
    Player,
    PlayerMerge,
    Season,
    Seat,
    Session,
    Sitting,
    Substitution,
    User,
)
from league.models.people import PLAYER_FIELDS
from league.operations.audit import club_log
from league.operations.identity import conflicts
from league.operations.identity.references import (
    COLUMNS,
    PLACES,
    VALUES,
    PlayerColumn,
    PlayerValue,
)
from league.operations.matches import table_turns
from league.operations.people import clubs, player_words, seating_needs
from league.operations.seating.requests import hash_request
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.support.wording import local_day
from league.operations.webhooks import events
from scoring import ledger
from scoring.models import Draw, Encounter, Penalty, Result, SitOut

MERGED_BY = {
    field.attname: facts.merged
    for field in Player._meta.concrete_fields
    if (facts := PLAYER_FIELDS.get(field.name)) and facts.merged
}
LOST_WISHES = "lost_wishes"  # a key of players_before; missing in older merges
AT_TABLES = (Seat, Substitution)  # their rows say that a player sat at a match
ENTRIES = (Entrant, DivisionMember)  # of a whole season, in which one player has all results


@transaction.atomic
def merge(merged: Player, survivor: Player, *, by: User | None) -> PlayerMerge:
    """Make the survivor the player of everything that `merged` did. Raise Invalid or Conflict with
    all reasons if they cannot be one person."""
    versions.bump_edition(survivor.club_id)
    merged, survivor = lock_pair(merged, survivor)
    conflicts.require_none(merged, survivor)
    stored = PlayerMerge(club_id=survivor.club_id, merged=merged, survivor=survivor, by=by)
    places: list[PlayerColumn | PlayerValue] = [*COLUMNS, *VALUES]
    stored.last_ids = {place.key: _last_id(place.model) for place in places}
    lost_wishes = seating_needs.join_wishes(merged.pk, survivor.pk)
    move = Move(old=merged.pk, new=survivor.pk)
    move.lock_matches(merged.pk)
    for column in COLUMNS:
        rows = column.rows.filter(**{column.column: merged.pk})
        stored.rows[column.key] = move.rows(column, rows)
    for place in VALUES:
        in_club = place.rows.filter(**{f"{place.season}__club": survivor.club_id}).distinct()
        stored.texts += [[place.key, *moved] for moved in move.values(place, in_club)]
    stored.players_before = {**_unite(merged, survivor), LOST_WISHES: lost_wishes}
    stored.save()
    ledger.recount_players(move.seasons)
    events.player_updated(survivor)
    subject = {"players": [merged.pk, survivor.pk]}
    club_log.record(stored.club_id, AuditKind.PLAYERS_MERGED, by=by, subject=subject)
    return stored


@transaction.atomic
def undo(stored: PlayerMerge, *, by: User | None, units: Collection[str] = ()) -> Player:
    """Undo a merge and return the player who is there again. What the survivor did since then stays
    his, except in the `units` (see `later_units`)."""
    versions.bump_edition(stored.club_id)
    merged, survivor = _lock_players(stored.merged_id, stored.survivor_id)
    stored = lock_row(PlayerMerge.objects.all(), stored.pk)
    if stored.undone_at is not None:
        raise Conflict(_("This merge was already undone."))
    if survivor.merged_into_id is not None:
        words = _("%(name)s has since been merged into another player: undo that merge first.")
        words %= {"name": survivor.name}
        raise Conflict(words, [Fault("merged_since", "", words).to_json()])
    offered = later_units(stored)
    for index, unit in enumerate(units):
        if unit not in {choice.key for choice in offered}:
            message = _("Nothing has been played there since the merge.")
            raise invalid("unknown_unit", f"units.{index}", message)
    chosen = {choice.key for choice in offered if choice.is_forced} | set(units)
    _move_back(stored, chosen)
    _part(stored, merged, survivor)
    seating_needs.restore_wishes(stored.club_id, stored.players_before.get(LOST_WISHES, []))
    stored.undone_at, stored.undone_by = timezone.now(), by
    stored.save(update_fields=["undone_at", "undone_by"])
    for player in (merged, survivor):
        events.player_updated(player)
    subject = {"players": [merged.pk, survivor.pk]}
    club_log.record(stored.club_id, AuditKind.MERGE_UNDONE, by=by, subject=subject)
    return merged


@dataclass(frozen=True)
class LaterUnit:
    """An evening, or a whole tournament or division, in which the survivor did something after the
    merge. A forced one goes back with the merged player, who was entered there before."""

    key: str
    event: Session | Season
    is_forced: bool

    @property
    def name(self) -> str:
        """The name of the tournament or division, or the season and day of the evening."""
        if isinstance(self.event, Season):
            return self.event.name
        return f"{self.event.season.name}, {local_day(self.event)}"


def later_units(stored: PlayerMerge) -> list[LaterUnit]:
    """Return where the survivor did something after the merge, the oldest first."""
    sessions_of_seasons: set[tuple[int, int | None]] = set()
    for column in COLUMNS:
        if column.season:
            own = {column.column: stored.survivor_id}
            rows = _later_rows(column, stored).filter(**own).order_by()
            if column.session:
                sessions_of_seasons.update(
                    rows.values_list(column.season, column.session).distinct()
                )
            else:
                seasons = rows.values_list(column.season, flat=True).distinct()
                sessions_of_seasons.update((season, None) for season in seasons)
    forced = _seasons_entered(stored)
    ids = {season for season, _session in sessions_of_seasons}
    is_whole = Q(tournament__isnull=False) | Q(division__isnull=False)
    whole = set(Season.objects.filter(is_whole, pk__in=ids).values_list("pk", flat=True)) | forced
    evenings = {
        session
        for season, session in sessions_of_seasons
        if season not in whole and session is not None
    }
    units = [
        LaterUnit(f"season-{season.pk}", season, season.pk in forced)
        for season in Season.objects.filter(pk__in=whole).order_by("starts_on", "pk")
    ]
    sessions = Session.objects.filter(pk__in=evenings).select_related("season__club")
    return units + [
        LaterUnit(f"session-{session.pk}", session, is_forced=False)
        for session in sessions.order_by("starts_at", "pk")
    ]


@dataclass
class Move:
    """The exchange of one player for another in rows; it collects the seasons that are concerned
    and the matches at which the player sat."""

    old: int
    new: int
    seasons: set[int] = field(default_factory=set)
    matches: set[int] = field(default_factory=set)

    def lock_matches(self, player: int) -> None:
        """Lock the matches at which this player sat, so that no correction is under way."""
        ids = table_turns.seated_at(player).order_by().values("pk")
        list(Match.every.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))

    def rows(self, column: PlayerColumn, queryset: Any) -> list[int]:
        """Move rows and return their ids."""
        paths = ["pk", *([column.season] if column.season else [])]
        ids_and_seasons = list(queryset.order_by("pk").values_list(*paths))
        ids = [pk for pk, *_season in ids_and_seasons]
        self.seasons.update(season for _pk, *rest in ids_and_seasons for season in rest)
        moved = column.rows.filter(pk__in=ids)
        if column.model in AT_TABLES:
            self.matches.update(moved.values_list("match", flat=True))
        if column.model in {Result, Penalty, SitOut}:
            ledger.reassign(moved, self.new)
        else:
            moved.update(**{f"{column.column}_id": self.new})
        return ids

    def values(self, place: PlayerValue, rows: Any) -> list[tuple[int, Any]]:
        """Exchange the player in JSON values. Return the id of each changed row, with the value
        before where the exchange cannot be reversed, else None."""
        changed = []
        for row in list(rows.only("pk", place.column)):
            before = getattr(row, place.column)
            after = place.exchange(before, self.old, self.new)
            if after != before:
                store_value(place, row, after)
                is_reversible = place.exchange(after, self.new, self.old) == before
                changed.append((row.pk, None if is_reversible else before))
        return changed


def forget_lost_wishes(club_id: int, players: Collection[int]) -> None:
    """Remove the wishes about these players from what merges of others would restore."""
    for stored in PlayerMerge.objects.filter(club=club_id):
        lost = stored.players_before.get(LOST_WISHES, [])
        remaining = [wish for wish in lost if not {wish["one"], wish["other"]} & {*players}]
        if remaining != lost:
            stored.players_before[LOST_WISHES] = remaining
            stored.save(update_fields=["players_before"])


def store_value(place: PlayerValue, row: Any, value: Any) -> None:
    """Store a JSON value of a row."""
    if isinstance(row, Encounter | Draw):
        ledger.replace_players(row, place.column, value)
        return
    changes = {place.column: value}
    if place.model is Sitting and place.column == "request":
        changes["request_hash"] = hash_request(value)
    place.model._base_manager.filter(pk=row.pk).update(**changes)


def lock_pair(merged: Player, survivor: Player) -> tuple[Player, Player]:
    """Return both players, locked; raise Invalid or Conflict if they are not two players of one
    club."""
    if merged.pk == survivor.pk:
        raise invalid("same_player", "into", _("A player cannot be merged with themselves."))
    if merged.club_id != survivor.club_id:
        raise invalid("unknown_player", "into", _("The club has no such player."))
    merged, survivor = _lock_players(merged.pk, survivor.pk)
    for player in (merged, survivor):
        if player.merged_into is not None:
            words = _("%(name)s was already merged into %(other)s.")
            words %= {"name": player.name, "other": player.merged_into.name}
            raise Conflict(words, [Fault("merged_already", "into", words).to_json()])
        if player.struck_at is not None or player.is_ghost:
            words = _("%(name)s is no longer a player of the club.") % {"name": player.name}
            raise Conflict(words, [Fault("not_a_player", "into", words).to_json()])
    return merged, survivor


def _lock_players(first: int, second: int) -> tuple[Player, Player]:
    rows = Player.every.select_for_update(no_key=True, of=("self",)).select_related(
        "club", "merged_into"
    )
    players = {row.pk: row for row in rows.filter(pk__in=[first, second]).order_by("pk")}
    if len(players) < 2:
        raise NotFound(_("There is nothing here."))
    return players[first], players[second]


def _unite(merged: Player, survivor: Player) -> dict[str, Any]:
    """Unite two players: keep the account, guardian and address of either, and the stricter
    visibility. Return the values needed to part them."""
    before = {name: getattr(survivor, name) for name in MERGED_BY}
    for name, merged_by in MERGED_BY.items():
        setattr(survivor, name, merged_by(before[name], getattr(merged, name)))
    gone = {"account_id": merged.account_id, "guardian_id": merged.guardian_id}
    merged.account = merged.guardian = None
    merged.struck_at, merged.merged_into = timezone.now(), survivor
    merged.save(update_fields=["account", "guardian", "struck_at", "merged_into"])
    survivor.save(update_fields=[*MERGED_BY])
    player_words.store([survivor])
    changed = {
        name: [_stored(before[name]), _stored(getattr(survivor, name))]
        for name in MERGED_BY
        if before[name] != getattr(survivor, name)
    }
    _recount(survivor, changed)
    return {"survivor": changed, "merged": gone}


def _part(stored: PlayerMerge, merged: Player, survivor: Player) -> None:
    """Restore the fields of both; changes since the merge stay with the survivor."""
    changed = stored.players_before["survivor"]
    for name, (before, after) in changed.items():
        if _stored(getattr(survivor, name)) == after:
            setattr(survivor, name, before)
    survivor.save(update_fields=[*MERGED_BY])
    _recount(survivor, changed)
    player_words.store([survivor])
    merged.struck_at = merged.merged_into = None
    for name, account in stored.players_before["merged"].items():
        if account != getattr(survivor, name) and User.objects.filter(pk=account).exists():
            setattr(merged, name, account)
    merged.save(update_fields=["account", "guardian", "struck_at", "merged_into"])


def _stored(value: Any) -> Any:
    """Return a value as JSON has it."""
    return value.isoformat() if isinstance(value, date) else value


def _recount(survivor: Player, changed: Collection[str]) -> None:
    """Have the tables counted again if other results of the survivor's own count now."""
    if any(name in changed for name in clubs.COUNTED_BY):
        clubs.recount_tables(survivor)


def _move_back(stored: PlayerMerge, chosen: Collection[str]) -> None:
    move = Move(old=stored.survivor_id, new=stored.merged_id)
    groups = _ids_by_kind(chosen)
    move.lock_matches(stored.survivor_id)
    at_tables = [column for column in COLUMNS if column.model in AT_TABLES]
    for column in at_tables:
        move.rows(column, _returning(stored, column, groups))
    for column in COLUMNS:
        if column in at_tables:
            continue
        if column.match:
            own = {column.column: stored.survivor_id, f"{column.match}__in": move.matches}
            move.rows(column, column.rows.filter(**own))
        else:
            move.rows(column, _returning(stored, column, groups))
    for place in VALUES:
        if place.match:
            move.values(place, place.rows.filter(**{f"{place.match}__in": move.matches}))
        else:
            _return_values(stored, move, place)
            move.values(place, _later(place, stored, groups))
    ledger.recount_players(move.seasons)


def _returning(stored: PlayerMerge, column: PlayerColumn, groups: dict[str, list[int]]) -> Any:
    """Return the rows of the survivor that were moved by the merge or belong to the chosen
    units."""
    own = column.rows.filter(**{column.column: stored.survivor_id})
    moved = own.filter(pk__in=stored.rows.get(column.key, []))  # none of a kind added later
    return moved | _later(column, stored, groups, **{column.column: stored.survivor_id})


def _later(
    place: PlayerColumn | PlayerValue,
    stored: PlayerMerge,
    groups: dict[str, list[int]],
    **filters: Any,
) -> Any:
    """Return the rows of the chosen units that came after the merge."""
    later = _later_rows(place, stored).filter(**filters)
    chosen = place.rows.none()
    if place.season:
        chosen = chosen | later.filter(**{f"{place.season}__in": groups["season"]})
    if place.session:
        chosen = chosen | later.filter(**{f"{place.session}__in": groups["session"]})
    return chosen


def _later_rows(place: PlayerColumn | PlayerValue, stored: PlayerMerge) -> Any:
    """Return the rows that came after the merge, without those that another merge has brought."""
    others = PlayerMerge.objects.filter(survivor=stored.survivor_id, undone_at=None)
    brought = {pk for other in others.exclude(pk=stored.pk) for pk in other.rows.get(place.key, [])}
    return place.rows.filter(pk__gt=stored.last_ids.get(place.key, 0)).exclude(pk__in=brought)


def _return_values(stored: PlayerMerge, move: Move, place: PlayerValue) -> None:
    """Exchange the players back in the values that the merge has changed."""
    entries = {pk: before for key, pk, before in stored.texts if PLACES[key] is place}
    for row in place.rows.filter(pk__in=entries):
        value, before = getattr(row, place.column), entries[row.pk]
        if before is None or place.exchange(before, move.new, move.old) != value:
            store_value(place, row, place.exchange(value, move.old, move.new))
        else:
            store_value(place, row, before)


def _ids_by_kind(keys: Iterable[str]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for key in keys:
        kind, pk = key.split("-")
        groups[kind].append(int(pk))
    return groups


def _seasons_entered(stored: PlayerMerge) -> set[int]:
    """Return the tournaments and divisions in which the merged player was entered."""
    return {
        season
        for column in COLUMNS
        if column.model in ENTRIES
        for season in column.rows.filter(pk__in=stored.rows.get(column.key, [])).values_list(
            column.season, flat=True
        )
    }


def _last_id(model: type[Model]) -> int:
    newest: int | None = model._base_manager.aggregate(newest=Max("pk"))["newest"]
    return newest or 0
