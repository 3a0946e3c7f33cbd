"""Ghosts of erased persons: one player without a person for each season.

The ghosts of one person have random ids and names, and nothing that joins them: neither rows nor
the log of the club lead from one season to another. Ratings, which would, restart in each season.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import gettext as _

from league.models import Club, DivisionMember, Player, PlayerMerge, Season
from league.operations.identity.merging import Move
from league.operations.identity.references import COLUMNS, VALUES, PlayerValue
from scoring import ledger, projection, rating

# Random ids beyond those that a database counts up to: they tell neither order nor person.
LEAST_ID, IDS = 10**7, 9 * 10**7
LEAST_NUMBER, NUMBERS = 1000, 9000  # in the name of a ghost

Ghosts = Mapping[int, Player]


def turn_into_ghosts(club: Club, people: Sequence[Player]) -> Ghosts:
    """Reassign everything these players, who are one person, did to ghosts; return the ghosts by
    season. The others were merged into the first one, whose marks say what counts. The caller has
    locked the club, and deletes the players, which are no longer referenced."""
    ghosts: dict[int, Player] = {}
    for person in people:
        Move(person.pk, person.pk).lock_matches(person.pk)
        for season in _seasons_of(club, person):
            if season.pk not in ghosts:
                ghosts[season.pk] = _create_ghost(club, season, **_counted(season, people[0]))
            _hand_over(season, person, ghosts[season.pk])
        projection.forget_player(person.pk)
        rating.forget_player(club.pk, person.pk)
    ledger.recount_players(sorted(ghosts))
    return ghosts


def _seasons_of(club: Club, person: Player) -> Iterator[Season]:
    """Yield the seasons in which something refers to the person, the divisions in which the person
    has a place first: the lots of a period go to that ghost."""
    columns = [column for column in COLUMNS if column.season]
    ids = {
        pk
        for column in columns
        for pk in column.rows.filter(**{column.column: person.pk})
        .order_by()
        .values_list(column.season, flat=True)
        .distinct()
    }
    for place in VALUES:
        paths = (place.column, place.season)
        rows = place.rows.filter(**{f"{place.season}__club": club}).values_list(*paths)
        ids.update(season for value, season in rows if _refers(place, value, person.pk))
    own = set(
        DivisionMember.objects.filter(player=person).values_list("division__season", flat=True)
    )
    seasons = Season.objects.filter(pk__in=ids, club=club).order_by("pk")
    yield from sorted(seasons, key=lambda season: season.pk not in own)


def _refers(place: PlayerValue, value: object, player: int) -> bool:
    return bool(place.exchange(value, player, -1) != value)


def _counted(season: Season, person: Player) -> dict[str, Any]:
    """Return the marks with which results of a ghost count as before. The day is left out if the
    whole season is on one side of it, so that it joins no ghosts."""
    counts_from = None if person.is_guest else person.counts_from
    zone = ZoneInfo(season.club.timezone)
    starts = season.sessions.values_list("starts_at", flat=True)
    days = [start.astimezone(zone).date() for start in starts]
    if counts_from is None or not days or counts_from <= min(days):
        return {"is_guest": person.is_guest, "counts_from": None}
    if counts_from > max(days):
        return {"is_guest": True, "counts_from": None}
    return {"is_guest": False, "counts_from": counts_from}


def _create_ghost(
    club: Club, season: Season, *, is_guest: bool, counts_from: date | None
) -> Player:
    """Return a new ghost. It counts as made when the season began, so that no time tells when the
    person was erased."""
    with translation.override(club.language):
        name = _("Former player %(number)s") % {"number": _free_number(club)}
    marks = {"is_ghost": True, "is_guest": is_guest}
    ghost = Player.every.create(
        pk=_free_id(), club=club, name=name, counts_from=counts_from, **marks
    )
    ghost.created_at = datetime.combine(season.starts_on, time.min, UTC)
    ghost.save(update_fields=["created_at"])
    return ghost


def _free_id() -> int:
    while Player.every.filter(pk=(pk := LEAST_ID + secrets.randbelow(IDS))).exists():
        pass
    return pk


def _free_number(club: Club) -> int:
    """Return a random number that no ghost of the club has in its name."""
    names = Player.every.filter(club=club, is_ghost=True).values_list("name", flat=True)
    taken = {name.split()[-1] for name in names}
    most = NUMBERS
    while str(number := LEAST_NUMBER + secrets.randbelow(most)) in taken:
        most += 1  # also where nearly all are taken
    return number


def _hand_over(season: Season, person: Player, ghost: Player) -> None:
    """Give the person's rows of a season to the ghost."""
    move = Move(person.pk, ghost.pk)
    for column in COLUMNS:
        if column.season:
            own = {column.column: person.pk, column.season: season.pk}
            move.rows(column, column.rows.filter(**own))
    for place in VALUES:
        rows = place.rows.filter(**{place.season: season.pk})
        changed = [pk for pk, _before in move.values(place, rows)]
        _forget_in_merges(season.club_id, place, changed, move)
    projection.reassign(season.pk, person.pk, ghost.pk)


def _forget_in_merges(club: int, place: PlayerValue, changed: Sequence[int], move: Move) -> None:
    """Exchange the player in what merges of others have stored of these rows for their undo."""
    for stored in PlayerMerge.objects.filter(club=club) if changed else ():
        texts = [
            [key, pk, place.exchange(before, move.old, move.new)]
            if key == place.key and pk in changed and before is not None
            else [key, pk, before]
            for key, pk, before in stored.texts
        ]
        if texts != stored.texts:
            stored.texts = texts
            stored.save(update_fields=["texts"])
