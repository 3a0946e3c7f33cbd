"""Who could sit where: tables of all who are here and not playing, drawn from a seed. Nothing is
stored; operations.evening.seat carries a proposal out."""

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
from league.operations.sessions import presence, session_log
from scoring import standings_queries as tables
from scoring.models import SitOut
from seating.sizes import MOST_PLAYERS, Reason, Sizes, partition

USUAL = range(3, 6)  # seats at a table that are liked best, where the game can be played so
LONGEST_SEED = 64


class Order(StrEnum):
    RANDOM = "random"
    SPREAD = "spread"  # the best by the standings at different tables


@dataclass(frozen=True)
class Proposal:
    """Ids of players; each table in seat order. The same seed draws the same again, as long as the
    same players are free and nothing else of the season has changed."""

    game: str
    order: Order
    seed: str
    preferred: int
    tables: list[list[int]]
    sit_out: list[int]
    reason: Reason | None


def propose(
    session: Session, *, game: str, order: str = Order.RANDOM, seed: str = "", preferred: int = 0
) -> Proposal:
    """`preferred` is the size of table that is liked best; 0 for the usual ones."""
    if game not in session.season.games or game not in GAMES:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    if order not in set(Order):
        raise invalid("unknown_choice", "order", _("Choose one of the orders."))
    if len(seed) > LONGEST_SEED:
        raise invalid("too_long", "seed", _("A seed has at most 64 characters."))
    players = free(session)
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "", _("There are too many players."))
    seed = seed or secrets.token_hex(3)
    sizes = sizes_of(game, preferred)
    found = partition(len(players), sizes)
    drawn = [player.pk for player in players]
    Random(seed).shuffle(drawn)
    watching = _watching(session, drawn, found.sit_out)
    seated = [player for player in drawn if player not in watching]
    if order == Order.SPREAD:
        seated = _ranked(session, seated)
    at = _dealt(seated, found.tables) if order == Order.SPREAD else _cut(seated, found.tables)
    for number, table in enumerate(at):
        Random(f"{seed} {number}").shuffle(table)  # who is best does not always begin
    return Proposal(game, Order(order), seed, preferred, at, sorted(watching), found.reason)


def free(session: Session) -> list[Player]:
    """Here, and at no table that is still playing."""
    busy = session_log.playing(session)
    return [player for player in presence.here(session) if player.pk not in busy]


def sizes_of(game: str, preferred: int = 0) -> Sizes:
    seats = GAMES[game].seats
    least, most = seats.start, seats.stop - 1
    if preferred and preferred not in seats:
        words = matches.seats_message(game, preferred)
        raise invalid("bad_number_of_players", "preferred", words)
    return Sizes(least, most, frozenset([preferred] if preferred else usual(game)))


def usual(game: str) -> list[int]:
    return sorted({*USUAL} & {*GAMES[game].seats})


def _watching(session: Session, drawn: Sequence[int], count: int) -> set[int]:
    """Those who have sat out least in this season; among equals the draw decides."""
    noted = SitOut.objects.live().filter(season=session.season_id, player__in=drawn)
    so_far = Counter(noted.order_by().values_list("player", flat=True))
    return set(sorted(drawn, key=lambda player: so_far[player])[:count])


def _ranked(session: Session, drawn: Sequence[int]) -> list[int]:
    """The best first, by the standings of the season; newcomers last, equals as drawn."""
    table = tables.find(session.season_id)
    rows = tables.read(table).rows if table else []
    places = {row.player_id: row.place for row in rows}
    return sorted(drawn, key=lambda player: places.get(player, len(places) + 1))


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return [list(players[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _dealt(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """There and back again, as teams are chosen: 1 2 3, 3 2 1; a full table is passed over."""
    at: list[list[int]] = [[] for _size in sizes]
    left, forth = list(players), True
    while left:
        for number in range(len(sizes)) if forth else reversed(range(len(sizes))):
            if left and len(at[number]) < sizes[number]:
                at[number].append(left.pop(0))
        forth = not forth
    return at
