"""Seating wishes and needs for evenings of a club: pairs to seat together or apart, and needs of
single players.

The only writer of SeatingWish, the needs of players and the step-free tables of a club; merges of
players (identity) also move wishes.

All of it is sensitive (family, health): only organisers may read it, and no public page does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.errors import Fault, NotFound, raise_faults
from league.models import AuditKind, Club, Player, SeatingWish, User, WishKind
from league.models.people import PlayerQuerySet
from league.models.seating_needs import LONGEST_NOTE
from league.names import visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.people.player_log import NEEDS, log_changed, log_values
from league.operations.support.locks import lock_row
from seating.request import MOST_LEVEL

MOST_TABLES = 500
HAS_NEEDS = Q(level__isnull=False) | Q(step_free=True) | Q(fixed_table__isnull=False)

Pair = tuple[int, int]


@dataclass(frozen=True)
class SeatingNeeds:
    """The wishes and needs of some players; all keys and pairs are ids of players, and in a pair
    the lower id is first."""

    apart: tuple[Pair, ...]  # must not share a table
    together: tuple[Pair, ...]  # must share a table
    levels: Mapping[int, int]
    fixed_tables: Mapping[int, int]  # numbers from 1
    step_free: frozenset[int]
    step_free_tables: tuple[int, ...]  # numbers from 1


def needs_of(club: Club, players: Collection[int]) -> SeatingNeeds:
    """Return the wishes and needs among these players of a club, in two queries. Players of other
    clubs are ignored."""
    ids = list(players)
    wishes = wishes_of(club).filter(one__in=ids, other__in=ids)
    pairs: dict[str, list[Pair]] = {kind: [] for kind in WishKind.values}
    for kind, one, other in wishes.values_list("kind", "one", "other"):
        pairs[kind].append((min(one, other), max(one, other)))
    rows = list(players_with_needs(club).filter(pk__in=ids).order_by("pk").values("pk", *NEEDS))
    return SeatingNeeds(
        apart=tuple(sorted(pairs[WishKind.APART])),
        together=tuple(sorted(pairs[WishKind.TOGETHER])),
        levels={row["pk"]: row["level"] for row in rows if row["level"] is not None},
        fixed_tables={row["pk"]: row["fixed_table"] for row in rows if row["fixed_table"]},
        step_free=frozenset(row["pk"] for row in rows if row["step_free"]),
        step_free_tables=tuple(club.step_free_tables),
    )


def wishes_of(club: Club) -> "QuerySet[SeatingWish]":
    """Return the wishes of a club whose players have not been removed."""
    return SeatingWish.objects.filter(club=club, one__struck_at=None, other__struck_at=None)


def players_with_needs(club: Club) -> PlayerQuerySet:
    """Return the players of a club who have a level, a fixed table or need a step-free one."""
    players: PlayerQuerySet = club.players.filter(HAS_NEEDS)
    return players


def has_wish(one: int, other: int) -> bool:
    """Return whether there is a wish about this pair."""
    return SeatingWish.objects.filter(_of_pair(one, other)).exists()


@transaction.atomic
def set_wish(
    club: Club, one: int, other: int, kind: str, *, note: str = "", by: User | None
) -> SeatingWish:
    """Set the wish of a pair; it replaces an earlier one of the pair."""
    lock_row(Club.objects.all(), club.pk)
    note = visible_line(note)
    names = _lock_names(club, [one, other])
    raise_faults(list(_wish_faults(one, other, kind, note, names)))
    wish = SeatingWish.objects.filter(_of_pair(one, other)).first()
    before = {} if wish is None else _log_values(wish)
    if wish is None:
        wish = SeatingWish(club=club, one_id=min(one, other), other_id=max(one, other))
    wish.kind, wish.note = kind, note
    wish.save()
    club_log.record_changes(
        club.pk,
        AuditKind.SEATING_WISH_SET,
        by=by,
        subject={"players": [wish.one_id, wish.other_id]},
        before=before,
        after=_log_values(wish),
    )
    return wish


@transaction.atomic
def remove_wish(club: Club, pk: int, *, by: User | None) -> None:
    """Remove a wish; raise NotFound if the club has none with this id."""
    lock_row(Club.objects.all(), club.pk)
    wish = SeatingWish.objects.filter(club=club, pk=pk).first()
    if wish is None:
        raise NotFound(_("There is nothing here."))
    subject = {"players": [wish.one_id, wish.other_id]}
    before = _log_values(wish)
    wish.delete()
    kind = AuditKind.SEATING_WISH_REMOVED
    club_log.record(club.pk, kind, by=by, subject=subject, before=before)


@transaction.atomic
def set_need(player: Player, *, by: User | None, **changes: int | bool | None) -> Player:
    """Change needs of a player: `level`, `step_free` or `fixed_table`; None removes a level or a
    fixed table. Needs that are not given stay."""
    unknown = set(changes) - set(NEEDS)
    assert not unknown, f"these are no needs: {unknown}"
    require_valid(changes)
    current = lock_row(Player.objects.all(), player.pk)
    before = log_values(current)
    for name, value in changes.items():
        setattr(current, name, value)
    current.save(update_fields=list(changes))
    log_changed(current, before=before, by=by)
    return current


def require_valid(needs: Mapping[str, Any]) -> None:
    """Raise Invalid with all faults of a level and of the number of a fixed table."""
    bounds = {"level": (0, MOST_LEVEL), "fixed_table": (1, MOST_TABLES)}
    words = {
        "level": _("Enter a level from %(least)s to %(most)s, or none."),
        "fixed_table": _("Enter a table number from %(least)s to %(most)s, or none."),
    }
    raise_faults(
        [
            Fault("out_of_range", name, words[name] % {"least": least, "most": most})
            for name, (least, most) in bounds.items()
            if (value := needs.get(name)) is not None and not least <= value <= most
        ]
    )


@transaction.atomic
def set_step_free_tables(
    club: Club, tables: Sequence[int], *, by: User | None, path: str = "step_free_tables"
) -> Club:
    """Set which tables of the room of a club are step-free, by their numbers from 1; `path` is
    where problems are."""
    words = _("Enter a table number from 1 to %(most)s.") % {"most": MOST_TABLES}
    raise_faults(
        [
            Fault("out_of_range", f"{path}.{index}", words)
            for index, number in enumerate(tables)
            if not 1 <= number <= MOST_TABLES
        ]
    )
    locked = lock_row(Club.objects.all(), club.pk)
    before = {"step_free_tables": locked.step_free_tables}
    locked.step_free_tables = club.step_free_tables = sorted(set(tables))
    locked.save(update_fields=["step_free_tables"])
    after = {"step_free_tables": locked.step_free_tables}
    club_log.record_changes(club.pk, AuditKind.CLUB_CHANGED, by=by, before=before, after=after)
    return locked


def join_wishes(merged: int, survivor: int) -> list[dict[str, Any]]:
    """Remove the wishes that two players cannot both keep as one person, and return them for
    `restore_wishes`: the wish of the pair itself, and one of two wishes about one third player.
    "Apart" is kept; of equal kinds the survivor's. The caller has locked the club and
    moves the rest."""
    wishes_of_survivor = _by_other_player(survivor)
    lost: list[SeatingWish] = []
    for other, wish in _by_other_player(merged).items():
        if other == survivor:
            lost.append(wish)
        elif same := wishes_of_survivor.get(other):
            is_stricter = wish.kind == WishKind.APART and same.kind != WishKind.APART
            lost.append(same if is_stricter else wish)
    SeatingWish.objects.filter(pk__in=[wish.pk for wish in lost]).delete()
    return [
        {"one": wish.one_id, "other": wish.other_id, "kind": wish.kind, "note": wish.note}
        for wish in lost
    ]


def restore_wishes(club_id: int, lost: Sequence[Mapping[str, Any]]) -> None:
    """Restore wishes that `join_wishes` removed, unless their pair has another one now or a player
    no longer exists."""
    ids = {wish[side] for wish in lost for side in ("one", "other")}
    survivors = {pk: player.survivor.pk for pk, player in Player.every.in_bulk(ids).items()}
    for wish in lost:
        one, other = survivors.get(wish["one"]), survivors.get(wish["other"])
        if one is None or other is None or one == other:
            continue
        if not has_wish(one, other):
            SeatingWish.objects.create(
                club_id=club_id, one_id=one, other_id=other, kind=wish["kind"], note=wish["note"]
            )


def _by_other_player(player: int) -> dict[int, SeatingWish]:
    wishes = SeatingWish.objects.filter(Q(one=player) | Q(other=player)).order_by("pk")
    return {wish.other_id if wish.one_id == player else wish.one_id: wish for wish in wishes}


def _of_pair(one: int, other: int) -> Q:
    return Q(one=one, other=other) | Q(one=other, other=one)


def _lock_names(club: Club, ids: Collection[int]) -> dict[int, str]:
    """Return the names of these players by id, without players of other clubs. The rows are
    locked: a player who is being removed or merged gets no wish."""
    rows = club.players.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    return {player.pk: player.name for player in rows}


def _wish_faults(
    one: int, other: int, kind: str, note: str, names: Mapping[int, str]
) -> Iterator[Fault]:
    for path, player in (("one", one), ("other", other)):
        if player not in names:
            words = _("The club has no such player: choose one from its list.")
            yield Fault("unknown_player", path, words)
    if one == other and one in names:
        words = _("%(name)s is chosen twice: choose another player for the pair.")
        yield Fault("player_twice", "other", words % {"name": names[one]})
    if kind not in WishKind.values:
        words = _("Choose one of: %(known)s.") % {"known": ", ".join(WishKind.values)}
        yield Fault("unknown_choice", "kind", words)
    if len(note) > LONGEST_NOTE:
        words = _("Use at most %(most)s characters.") % {"most": LONGEST_NOTE}
        yield Fault("too_long", "note", words)


def _log_values(wish: SeatingWish) -> dict[str, Any]:
    """Return what the log says of a wish; the note in a form that is erased with either player."""
    return {"kind": wish.kind, "note": Words(wish.note, players=[wish.one_id, wish.other_id])}
