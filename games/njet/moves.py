"""The moves of a transcript, and how they are written in a record (Z17)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games import shape
from games.base import IllegalMove, Seat
from games.njet import card_names, messages
from games.njet.board import ROWS, Cell
from games.njet.cards import CARDS, MASK, Card
from games.shape import Spot, describe
from problems import messages as shared
from problems import reader
from problems.problem import Problem

CLAUSE = "Z17"


class Njet(NamedTuple):
    """A cell of the board is covered."""

    seat: Seat
    row: str
    cell: Cell


class Partner(NamedTuple):
    """The start player chooses a partner; None: no partner."""

    seat: Seat
    partner: Seat | None


class Discard(NamedTuple):
    seat: Seat
    cards: tuple[Card, ...]


class PlayCard(NamedTuple):
    seat: Seat
    card: Card


Move: TypeAlias = Njet | Partner | Discard | PlayCard

WORDS: dict[type[Move], str] = {
    Njet: "njet", Partner: "partner", Discard: "discard", PlayCard: "card"
}  # fmt: skip


def read(raw: object, players: int) -> Move:
    """Return the move; raise IllegalMove for anything that is not written like one."""
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
    entries: dict[str, object] = {"seat": move.seat, "do": WORDS[type(move)]}
    match move:
        case Njet(_, row, cell):
            return entries | {"row": row, "cell": cell}
        case Partner(_, partner):
            return entries | {"with": partner}
        case Discard(_, cards):
            return entries | {"cards": list(cards)}
    return entries | {"card": move.card}


def read_cards(raw: list[object], at: Spot) -> tuple[Card, ...] | None:
    """Return all of these cards or None; card codes are exact (Z13)."""
    bad = [index for index, code in enumerate(raw) if not isinstance(code, str) or code not in MASK]
    for index in bad:
        card_names.CARDS.refuse(raw[index], at / index, messages.UNKNOWN_CARD)
    return None if bad else tuple(raw)  # type: ignore[arg-type]  # they are all cards


def _read_njet(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do", "row", "cell"))
    seat = shape.seat(given.get("seat"), at, players)
    row = reader.choice(given.get("row"), at, ROWS)
    cell = given.get("cell")
    if type(cell) is int or type(cell) is str:
        return None if seat is None or row is None else Njet(seat, row, cell)
    at.refuse(messages.UNREADABLE_CELL, found=describe(cell))
    return None


def _read_partner(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do", "with"))
    seat = shape.seat(given.get("seat"), at, players)
    chosen = given.get("with")
    partner = None if chosen is None else shape.seat(chosen, at, players)
    return None if seat is None else Partner(seat, partner)


def _read_discard(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do", "cards"))
    seat = shape.seat(given.get("seat"), at, players)
    listed = reader.entries(given.get("cards"), at, most=len(CARDS))
    cards = None if listed is None else read_cards(listed, at)
    return None if seat is None or cards is None else Discard(seat, cards)


def _read_card(raw: object, at: Spot, players: int) -> Move | None:
    given = reader.fields(raw, at, required=("seat", "do", "card"))
    seat = shape.seat(given.get("seat"), at, players)
    cards = read_cards([given.get("card")], at)
    return None if seat is None or cards is None else PlayCard(seat, cards[0])


READERS: dict[str, Callable[[object, Spot, int], Move | None]] = {
    "njet": _read_njet,
    "partner": _read_partner,
    "discard": _read_discard,
    "card": _read_card,
}
