"""The house rules of a match (J21), and the state between rounds (J5, J13, J19, J20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from operator import add
from typing import NamedTuple

from games import shape
from games.base import Seat
from games.nain_jaune import cards, messages
from games.nain_jaune.cards import BOXES, Deal
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem

SEATS = range(3, 9)
SEATS_BY_OPTION = {2: "two_players"}
CHIPS, ROUNDS = 50, 6
ANTE = len(BOXES)
MOST_CHIPS = 10**100
CLAUSE = "J21"
NO_CHIPS = (0,) * len(BOXES)


class End(StrEnum):
    ROUNDS = "rounds"
    CHIPS = "chips"


class Flow(StrEnum):
    LITERAL = "literal"
    TABLE = "table"


class Stall(StrEnum):
    HONOURS = "honours"
    DEAD = "dead"


class Restart(StrEnum):
    STICKY = "sticky"
    BLOCKER = "blocker"
    ANY = "any"


class NoAce(StrEnum):
    NEXT = "next"
    REDEAL = "redeal"


class Penalty(StrEnum):
    PARTIAL = "partial"
    DEBT = "debt"


class ShortAnte(StrEnum):
    """Continuation of a match in which a player cannot pay the whole ante (J20)."""

    END = "end"
    PAY_WHAT_IS_LEFT = "pay_what_is_left"


class Opener(StrEnum):
    """The rule for the opener of the next round without a known winner (J5)."""

    ACE = "ace"  # no player has won yet
    HIDDEN = "hidden"  # a sheet did not tell its winner


class Options(NamedTuple):
    chips: int = CHIPS
    deal: Deal = Deal.CLASSIC
    end: End = End.ROUNDS
    rounds: int = ROUNDS
    flow: Flow = Flow.LITERAL
    stall: Stall = Stall.HONOURS
    restart: Restart = Restart.STICKY
    no_ace: NoAce = NoAce.NEXT
    penalty: Penalty = Penalty.PARTIAL
    short_ante: ShortAnte = ShortAnte.END
    two_players: bool = False  # whether two may play, who know each other's cards (J1)


USUAL = Options()


class House(NamedTuple):
    """The house rules that moves depend on."""

    players: int
    goes_round: bool  # flow: table
    has_ban: bool  # restart: sticky or blocker
    ban_stays: bool  # restart: sticky
    may_die: bool  # stall: dead


class Match(NamedTuple):
    """A match between two rounds.

    `boxes` are the chips that dead rounds have left in them, without the next ante.
    """

    options: Options
    house: House
    banks: tuple[int, ...]
    boxes: tuple[int, ...] = NO_CHIPS
    opener: Seat | Opener = Opener.ACE
    played: int = 0

    @property
    def players(self) -> int:
        return len(self.banks)

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the banks, which are what a match of this game adds up (J19)."""
        return self.banks

    @property
    def over(self) -> bool:
        return self.end is not None

    @property
    def end(self) -> Problem | None:
        """Return why no further round can be played, as a problem of that round (J20)."""
        options, lowest = self.options, min(self.banks)
        if lowest >= ANTE and (self.played < options.rounds or options.end is End.CHIPS):
            return None
        seat, at = self.banks.index(lowest), Spot("", CLAUSE, [])
        ends_short = options.penalty is Penalty.PARTIAL and options.short_ante is ShortAnte.END
        if options.end is End.ROUNDS and self.played >= options.rounds:
            at.refuse(messages.ALL_ROUNDS_PLAYED, expected=describe(options.rounds))
        elif options.end is End.CHIPS and lowest <= 0:
            at.refuse(messages.BANK_EMPTY, seat=seat, found=lowest)
        elif ends_short and lowest < ANTE:
            at.refuse(messages.NO_ANTE, seat=seat, found=lowest, expected=ANTE)
        return at.problems[0] if at.problems else None

    @property
    def antes(self) -> tuple[int, ...]:
        """Return what each seat pays, one chip into each of the first boxes (J3, J20)."""
        if min(self.banks) >= ANTE or self.options.penalty is Penalty.DEBT:
            return (ANTE,) * len(self.banks)
        return tuple([min(bank, ANTE) for bank in self.banks])

    @property
    def stakes(self) -> tuple[int, ...]:
        """Return the chips in each box once all players have paid the ante (J3)."""
        return stakes(self.boxes, self.antes)

    @property
    def largest_hand(self) -> int:
        return cards.largest_hand(self.options.deal, self.players)

    @property
    def aside(self) -> int:
        return cards.number_aside(self.options.deal, self.players)

    @property
    def can_be_dead(self) -> bool:
        """Return whether rounds can end without a winner (J23)."""
        goes_round = self.options.flow is Flow.TABLE and not self.aside
        return self.options.stall is Stall.DEAD and not goes_round

    def after(
        self, scores: Sequence[int], boxes: tuple[int, ...], winner: Seat | Opener | None
    ) -> Match:
        """Return the match after a round; a dead one (`winner` None) does not change who opens."""
        opener = self.opener if winner is None else winner
        banks = tuple(map(add, self.banks, scores))
        return Match(self.options, self.house, banks, boxes, opener, self.played + 1)


def stakes(boxes: Sequence[int], antes: Sequence[int]) -> tuple[int, ...]:
    """Return the chips in each box once all players have paid this ante."""
    if min(antes) == ANTE:
        players = len(antes)
        return tuple([left + players for left in boxes])
    return tuple([left + sum(ante > box for ante in antes) for box, left in enumerate(boxes)])


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = _read(options, Spot("options", CLAUSE, problems))
    if problems:
        return None, problems
    house = House(
        players=players,
        goes_round=read.flow is Flow.TABLE,
        has_ban=read.restart is not Restart.ANY,
        ban_stays=read.restart is Restart.STICKY,
        may_die=read.stall is Stall.DEAD,
    )
    return Match(read, house, (read.chips,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())


def _read(raw: object, at: Spot) -> Options:
    given = reader.fields(raw, at, optional=Options._fields)
    return Options(
        chips=_read_chips(given, at),
        deal=shape.option(given, "deal", USUAL.deal, at),
        end=shape.option(given, "end", USUAL.end, at),
        rounds=shape.count(given, "rounds", USUAL.rounds, at, least=1),
        flow=shape.option(given, "flow", USUAL.flow, at),
        stall=shape.option(given, "stall", USUAL.stall, at),
        restart=shape.option(given, "restart", USUAL.restart, at),
        no_ace=shape.option(given, "no_ace", USUAL.no_ace, at),
        penalty=shape.option(given, "penalty", USUAL.penalty, at),
        short_ante=shape.option(given, "short_ante", USUAL.short_ante, at),
        two_players=shape.flag(given, "two_players", at, default=USUAL.two_players),
    )


def _read_chips(given: Mapping[str, object], at: Spot) -> int:
    chips = shape.count(given, "chips", USUAL.chips, at, least=ANTE)
    if chips > MOST_CHIPS:
        (at / "chips").refuse(messages.TOO_MANY_CHIPS, most="10^100")
    return chips
