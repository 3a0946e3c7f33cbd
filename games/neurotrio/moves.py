"""The moves of a transcript, and how they are written in a record (N34)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from games import shape
from games.base import IllegalMove, Seat
from games.neurotrio import card_names, messages
from games.neurotrio.cards import CARDS, UNIT, Card
from games.shape import Spot, describe
from problems import messages as shared
from problems import reader
from problems.problem import Problem

CLAUSE = "N34"


# `do` keeps moves of two kinds from being equal, even if all else is the same


class DrawCard(NamedTuple):
    seat: Seat
    card: Card | None = None
    do: str = "draw"


class Discard(NamedTuple):
    seat: Seat
    card: Card
    do: str = "discard"


class Pang(NamedTuple):
    seat: Seat
    claims: tuple[Seat, ...] | None = None
    do: str = "pang"


class Finish(NamedTuple):
    seat: Seat
    do: str = "finish"


class Reshuffle(NamedTuple):
    stock: tuple[Card, ...]
    do: str = "reshuffle"


class Exhausted(NamedTuple):
    do: str = "exhausted"


Move: TypeAlias = DrawCard | Discard | Pang | Finish | Reshuffle | Exhausted


MOST_SEATS = 4
# every draw and discard by seat: to make one each time takes longer than to judge it
DRAWS = [DrawCard(Seat(seat)) for seat in range(MOST_SEATS)]
DRAWS_OF = [{card: DrawCard(Seat(seat), card) for card in CARDS} for seat in range(MOST_SEATS)]
DISCARDS = [{card: Discard(Seat(seat), card) for card in CARDS} for seat in range(MOST_SEATS)]


def read(raw: Any, players: int) -> Move:
    """Return the move; raise IllegalMove for anything that is not written like one."""
    try:
        do, seat, size = raw["do"], raw["seat"], len(raw)
        if type(seat) is int and 0 <= seat < players:
            if do == "discard" and size == 3:
                return DISCARDS[seat][raw["card"]]
            if do == "draw" and size == 3:
                return DRAWS_OF[seat][raw["card"]]
            if do == "draw" and size == 2:
                return DRAWS[seat]
    except (LookupError, TypeError):  # a missing key, not an object, or an unknown card
        pass
    return _read_with_problems(raw, players)


def _read_with_problems(raw: object, players: int) -> Move:
    problems: list[Problem] = []
    at = Spot("", CLAUSE, problems)
    if not isinstance(raw, dict):
        at.refuse(shared.NOT_AN_OBJECT, found=describe(raw))
        raise IllegalMove(problems[0])
    kind = reader.choice(raw.get("do"), at, READERS)
    move = READERS[kind](raw, at, players) if kind else None
    if problems or move is None:
        raise IllegalMove(problems[0])
    return move


def write(move: Move) -> dict[str, object]:
    match move:
        case DrawCard(seat, card):
            return {"seat": seat, "do": "draw"} | ({"card": card} if card else {})
        case Discard(seat, card):
            return {"seat": seat, "do": "discard", "card": card}
        case Pang(seat, claims):
            return {"seat": seat, "do": "pang"} | ({} if claims is None else {"claims": [*claims]})
        case Finish(seat):
            return {"seat": seat, "do": "finish"}
        case Reshuffle(stock):
            return {"do": "reshuffle", "stock": list(stock)}
    return {"do": "exhausted"}


def read_card(raw: object, at: Spot) -> Card | None:
    """Return a card code, which must be exact (N30)."""
    if isinstance(raw, str) and raw in UNIT:
        return Card(raw)
    card_names.CARDS.refuse(raw, at, messages.UNKNOWN_CARD)
    return None


def read_cards(raw: list[object], at: Spot) -> tuple[Card, ...] | None:
    """Return all of them or None."""
    plain = plain_cards(raw)
    if plain is not None:
        return plain
    read = [read_card(code, at / index) for index, code in enumerate(raw)]
    good = tuple(card for card in read if card is not None)
    return good if len(good) == len(raw) else None


def plain_cards(raw: Any) -> tuple[Card, ...] | None:
    """Return the cards of a list of nothing but cards; None, and no report, otherwise."""
    try:
        return tuple(raw) if isinstance(raw, list) and all(map(UNIT.__contains__, raw)) else None
    except TypeError:  # an entry that is a list or an object itself
        return None


def _read_draw(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do"), optional=("card",))
    seat = shape.seat(given.get("seat"), at, players)
    card = read_card(given["card"], at) if "card" in given else None
    return None if seat is None else DrawCard(seat, card)


def _read_discard(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do", "card"))
    seat = shape.seat(given.get("seat"), at, players)
    card = read_card(given.get("card"), at)
    return None if seat is None or card is None else Discard(seat, card)


def _read_pang(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do"), optional=("claims",))
    seat = shape.seat(given.get("seat"), at, players)
    claims = _read_claims(given["claims"], at, players) if "claims" in given else None
    return None if seat is None else Pang(seat, claims)


def _read_claims(raw: object, at: Spot, players: int) -> tuple[Seat, ...]:
    listed = reader.entries(raw, at, most=players) or []
    read = [shape.seat(seat, at, players) for seat in listed]
    return tuple(seat for seat in read if seat is not None)


def _read_finish(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do"))
    seat = shape.seat(given.get("seat"), at, players)
    return None if seat is None else Finish(seat)


def _read_reshuffle(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("do", "stock"))
    listed = reader.entries(given.get("stock"), at, most=len(CARDS) * 2)
    stock = None if listed is None else read_cards(listed, at)
    return None if stock is None else Reshuffle(stock)


def _read_exhausted(raw: object, at: Spot, players: int) -> Move:
    reader.fields(raw, at, required=("do",))
    return Exhausted()


READERS: dict[str, Callable[[object, Spot, int], Move | None]] = {
    "draw": _read_draw,
    "discard": _read_discard,
    "pang": _read_pang,
    "finish": _read_finish,
    "reshuffle": _read_reshuffle,
    "exhausted": _read_exhausted,
}
