"""The house rules of a match (J21), and the state between rounds (J5, J13, J19, J20)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import add
from typing import NamedTuple

from games import house_rules, shape
from games.base import Seat
from games.house_rules import Choice, Flag, Number
from games.nain_jaune import cards, messages
from games.nain_jaune.cards import BOXES, Deal
from games.shape import Spot, describe
from problems.problem import Problem
from problems.text import Words

SEATS = range(3, 9)
SEATS_BY_OPTION = {2: "two_players"}
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
    chips: int
    deal: Deal
    end: End
    rounds: int
    flow: Flow
    stall: Stall
    restart: Restart
    no_ace: NoAce
    penalty: Penalty
    short_ante: ShortAnte
    two_players: bool


OPTIONS = (  # the most common ones first
    Number(
        "chips",
        Words("Chips at the start"),
        50,
        least=ANTE,
        help=Words("Of each player (J1)."),
        form_most=10_000,
    ),
    Choice(
        "end",
        Words("End of the match"),
        End.ROUNDS,
        {
            End.ROUNDS: Words("after a number of rounds"),
            End.CHIPS: Words("when somebody has no chips left"),
        },
        help=Words("See J20."),
    ),
    Number(
        "rounds",
        Words("Number of rounds, if it ends the match"),
        6,
        least=1,
        help=Words("See J20."),
        form_most=100,
    ),
    Choice(
        "short_ante",
        Words("A player has fewer than 5 chips"),
        ShortAnte.END,
        {
            ShortAnte.END: Words("the match ends"),
            ShortAnte.PAY_WHAT_IS_LEFT: Words("this player pays the rest and plays on"),
        },
        help=Words(
            "See J20. The rest goes into the boxes in the order 7♦ 10♦ J♣ Q♠ K♦, one chip each. "
            "If a number of rounds ends the match, a player without chips plays without an ante "
            "and can win some back. If debts are allowed, everybody always pays 5."
        ),
    ),
    Flag(
        "two_players",
        Words("Two players"),
        False,
        help=Words(
            "With two, all 52 cards are in the two hands: each knows the other's cards (J1)."
        ),
        no=Words("not allowed: 3 to 8 play"),
        yes=Words("allowed, too"),
    ),
    Choice(
        "deal",
        Words("Deal"),
        Deal.CLASSIC,
        {
            Deal.CLASSIC: Words("all 52 cards, some hands one card larger"),
            Deal.SIMPLIFIED: Words("equal hands, the remaining cards are set aside"),
        },
        help=Words("See J4."),
    ),
    Choice(
        "penalty",
        Words("A player cannot pay for the cards left"),
        Penalty.PARTIAL,
        {
            Penalty.PARTIAL: Words("this player pays with the remaining chips; the rest is waived"),
            Penalty.DEBT: Words("this player goes into debt, below zero"),
        },
        help=Words("See J18."),
    ),
    Choice(
        "flow",
        Words("The next player does not have the next card"),
        Flow.LITERAL,
        {
            Flow.LITERAL: Words("the sequence is blocked, and this player starts another one"),
            Flow.TABLE: Words("the sequence goes round the table until somebody has the card"),
        },
        help=Words("See J8, J16."),
    ),
    Choice(
        "stall",
        Words("Only jacks, queens and kings are left"),
        Stall.HONOURS,
        {
            Stall.HONOURS: Words("they may start sequences, until somebody wins"),
            Stall.DEAD: Words("the round ends without a winner, the boxes keep their chips"),
        },
        help=Words(
            "See J13. How often this happens: if a missing card blocks the sequence, in 96 of 100 "
            "rounds with 3 players, 85 with 4, 69 with 5, 49 with 6, 27 with 7 and 12 with 8. If "
            "the sequence goes round the table, never with all 52 cards dealt, otherwise in at "
            "most 2 of 100."
        ),
    ),
    Choice(
        "restart",
        Words("A suit was blocked, or ended by a king"),
        Restart.STICKY,
        {
            Restart.STICKY: Words("it is closed until somebody starts another one"),
            Restart.BLOCKER: Words(
                "it is closed only for the player who blocked it or laid the king"
            ),
            Restart.ANY: Words("it may be started again immediately"),
        },
        help=Words("See J10, J16."),
    ),
    Choice(
        "no_ace",
        Words("The ace of hearts is set aside on the first deal"),
        NoAce.NEXT,
        {
            NoAce.NEXT: Words("the holder of the lowest heart dealt opens"),
            NoAce.REDEAL: Words("the cards are dealt again"),
        },
        help=Words("See J5."),
    ),
)


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
    at = Spot("options", CLAUSE, problems)
    read = Options(**house_rules.read(OPTIONS, options, at, players))
    if read.chips > MOST_CHIPS:
        (at / "chips").refuse(messages.TOO_MANY_CHIPS, most="10^100")
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
