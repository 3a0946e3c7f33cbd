"""Proposals who sits where in a session: tables of all free players, drawn from a seed. Nothing is
stored; session_log.seat_players carries a proposal out."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from django.utils.translation import gettext as _

from games import GAMES
from league.errors import invalid
from league.models import Player, Session
from league.operations.matches import matches
from league.operations.seasons import house_rules
from league.operations.sessions import presence, session_log
from scoring import standings_queries
from scoring.models import SitOut
from seating.sizes import MOST_PLAYERS, SitOutReason, Sizes, partition

USUAL_SIZES = range(3, 6)  # preferred seats at a table, where the game allows them
LONGEST_SEED = 64


class Order(StrEnum):
    """The distribution of players over the tables."""

    RANDOM = "random"
    SPREAD = "spread"  # the best players at different tables


@dataclass(frozen=True)
class Proposal:
    """Ids of players; each table in seat order. The same seed draws the same seats again, as long
    as the same players are free and nothing else of the season has changed."""

    game: str
    order: Order
    seed: str
    preferred: int
    tables: list[list[int]]
    sit_out: list[int]
    reason: SitOutReason | None


def propose(
    session: Session, *, game: str, order: str = Order.RANDOM, seed: str = "", preferred: int = 0
) -> Proposal:
    """Return a proposal; `preferred` is the best size of a table, 0 for the usual sizes."""
    if game not in session.season.games or game not in GAMES:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    if order not in set(Order):
        raise invalid("unknown_choice", "order", _("Choose one of the seating methods."))
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A seed may have at most 64 characters."))
    players = free_players(session)
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "", _("There are too many players."))
    seed = seed or secrets.token_hex(3)
    sizes = table_sizes(house_rules.seats_of_new_match(session.season, game), game, preferred)
    shares = partition(len(players), sizes)
    player_ids = [player.pk for player in players]
    Random(seed).shuffle(player_ids)
    sitting_out = _choose_sit_outs(session, player_ids, shares.sit_out)
    seated_ids = [player for player in player_ids if player not in sitting_out]
    if order == Order.SPREAD:
        seated_ids = _by_standings(session, seated_ids)
    tables = (
        _fill_in_snake_order(seated_ids, shares.tables)
        if order == Order.SPREAD
        else _fill_in_order(seated_ids, shares.tables)
    )
    for number, table in enumerate(tables):
        Random(f"{seed} {number}").shuffle(table)  # so that the best player does not always begin
    return Proposal(game, Order(order), seed, preferred, tables, sorted(sitting_out), shares.reason)


def free_players(session: Session) -> list[Player]:
    """Return the players who are present and at no running table."""
    busy = session_log.busy_players(session)
    return [player for player in presence.present_players(session) if player.pk not in busy]


def table_sizes(seats: range, game: str, preferred: int = 0) -> Sizes:
    """Return the possible and preferred sizes of tables for these numbers of players; raise
    Invalid for an impossible preference."""
    least, most = seats.start, seats.stop - 1
    if preferred and preferred not in seats:
        words = matches.seats_message(game, preferred)
        raise invalid("bad_number_of_players", "preferred", words)
    return Sizes(least, most, frozenset([preferred] if preferred else usual_sizes(game)))


def usual_sizes(game: str) -> list[int]:
    """Return the usual sizes of tables that the game allows."""
    return sorted({*USUAL_SIZES} & {*GAMES[game].seats})


def _choose_sit_outs(session: Session, player_ids: Sequence[int], count: int) -> set[int]:
    """Return the players who sit out: those who have done so least in this season; the draw decides
    among equals."""
    sit_outs = SitOut.objects.live().filter(season=session.season_id, player__in=player_ids)
    counts = Counter(sit_outs.order_by().values_list("player", flat=True))
    return set(sorted(player_ids, key=lambda player: counts[player])[:count])


def _by_standings(session: Session, player_ids: Sequence[int]) -> list[int]:
    """Return the players with the best of the season's standings first, newcomers last, equals as
    drawn."""
    table = standings_queries.find_table(session.season_id)
    rows = standings_queries.read(table).rows if table else []
    places = {row.player_id: row.place for row in rows}
    return sorted(player_ids, key=lambda player: places.get(player, len(places) + 1))


def _fill_in_order(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of these sizes, filled one after the other."""
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return [list(players[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _fill_in_snake_order(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return tables filled in snake order: 1 2 3, 3 2 1; full tables are skipped."""
    tables: list[list[int]] = [[] for _size in sizes]
    remaining, is_forward = list(players), True
    while remaining:
        for number in range(len(sizes)) if is_forward else reversed(range(len(sizes))):
            if remaining and len(tables[number]) < sizes[number]:
                tables[number].append(remaining.pop(0))
        is_forward = not is_forward
    return tables
