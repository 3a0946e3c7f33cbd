"""The moves of a transcript, and how they are written in a record (J22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from games import shape
from games.base import IllegalMove, Seat
from games.nain_jaune import card_names, messages
from games.nain_jaune.cards import CODES, NUMBERS, Card
from games.shape import Spot, describe
from problems import messages as shared
from problems import reader
from problems.problem import Problem

CLAUSE = "J22"
PASS: Card = -1
MOST_SEATS = 8
KINDS = ("play", "pass")
PLAY_KEYS, PASS_KEYS = ("seat", "do", "card"), ("seat", "do")


class Move(NamedTuple):
    seat: Seat
    card: Card  # or PASS


# every move there is, by seat: to make one each time takes longer than to judge it
PASSES = [Move(Seat(seat), PASS) for seat in range(MOST_SEATS)]
PLAYS = [
    {code: Move(Seat(seat), card) for code, card in NUMBERS.items()} for seat in range(MOST_SEATS)
]


def read(raw: Any, players: int) -> Move:
    """Return the move; raise IllegalMove for anything that is not written like one."""
    try:
        seat, do = raw["seat"], raw["do"]
        if type(seat) is int and 0 <= seat < players:
            if do == "play" and len(raw) == len(PLAY_KEYS):
                return PLAYS[seat][raw["card"]]
            if do == "pass" and len(raw) == len(PASS_KEYS):
                return PASSES[seat]
    except (LookupError, TypeError):  # a missing key, not an object, or an unknown card
        pass
    _refuse(raw, players)


def write(move: Move) -> dict[str, object]:
    if move.card == PASS:
        return {"seat": move.seat, "do": "pass"}
    return {"seat": move.seat, "do": "play", "card": CODES[move.card]}


def read_card(raw: object, at: Spot) -> str | None:
    """Return a card code, which must be exact (J21)."""
    if isinstance(raw, str) and raw in NUMBERS:
        return raw
    card_names.CARDS.refuse(raw, at, messages.NO_SUCH_CARD)
    return None


def _refuse(raw: object, players: int) -> NoReturn:
    """Raise IllegalMove with the reason why this is not written like a move."""
    problems: list[Problem] = []
    at = Spot("", CLAUSE, problems)
    if isinstance(raw, Mapping):
        kind = reader.choice(raw.get("do"), at, KINDS)
        given = reader.fields(raw, at, required=PASS_KEYS if kind == "pass" else PLAY_KEYS)
        shape.seat(given.get("seat"), at, players)
        read_card(given.get("card"), at)
    else:
        at.refuse(shared.NOT_AN_OBJECT, found=describe(raw))
    raise IllegalMove(problems[0])
