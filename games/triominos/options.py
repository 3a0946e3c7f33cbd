"""The house rules of a match (T18), and the state between rounds (T15, T16)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games import house_rules, shape
from games.house_rules import Choice, Flag, Number, Shared
from games.shape import Spot
from games.triominos import messages
from games.triominos.tiles import TILES
from problems.problem import Problem
from problems.text import Words

TARGET, DEAL, TRIPLE_HEXAGON = 400, 7, 70
CLAUSE = "T18"


class Bridge(StrEnum):
    STRICT = "strict"
    LOOSE = "loose"
    TOUCH3 = "touch3"


class AfterDraw(StrEnum):
    ANY = "any"
    DRAWN_ONLY = "drawn_only"


class EmptyPoolPass(StrEnum):
    FREE = "free"
    STUCK_ONLY = "stuck_only"


class Blocked(StrEnum):
    PASS_ONLY = "pass_only"
    ANY_NONPLAY = "any_nonplay"


class Tie(StrEnum):
    SHARED = "shared"
    NONE = "none"


class Options(NamedTuple):
    target: int
    deal: int
    bridge: Bridge
    triple_hexagon: int
    after_draw: AfterDraw
    empty_pool_pass: EmptyPoolPass
    blocked: Blocked
    tie: Tie
    open_zero_choice: bool


OPTIONS = (  # the rare ones last
    Number(
        "target",
        Words("Played to"),
        TARGET,
        least=1,
        help=Words("The total that ends the match (T15)."),
        form_most=100_000,
    ),
    Number(
        "deal",
        Words("Tiles dealt to each player"),
        DEAL,
        least=1,
        help=Words("Not more than the 56 tiles allow (T2)."),
        form_most=28,
        shared=Shared(len(TILES), messages.TOO_MANY_DEALT),
    ),
    Choice(
        "bridge",
        Words("What counts as a bridge (40 points)"),
        Bridge.STRICT,
        {
            Bridge.STRICT: Words(
                "one side against a tile, and the opposite corner touches another tile"
            ),
            Bridge.LOOSE: Words("the same, even if a second side touches a tile"),
            Bridge.TOUCH3: Words("all three corners touch tiles on the board"),
        },
        help=Words(
            "Which tiles earn the points of T8. If a second side may touch, the tile at the "
            "opposite corner must not be beside the new one. For three corners, two sides against "
            "tiles are always enough."
        ),
    ),
    Choice(
        "after_draw",
        Words("Tiles that may be laid after drawing"),
        AfterDraw.ANY,
        {
            AfterDraw.ANY: Words("any tile in the rack"),
            AfterDraw.DRAWN_ONLY: Words("only the tile drawn"),
        },
        help=Words("See T9."),
    ),
    Choice(
        "empty_pool_pass",
        Words("Passing once the pool is empty"),
        EmptyPoolPass.FREE,
        {
            EmptyPoolPass.FREE: Words("at any time"),
            EmptyPoolPass.STUCK_ONLY: Words("only if no tile fits"),
        },
        help=Words("See T11."),
    ),
    Choice(
        "blocked",
        Words("When a round is blocked"),
        Blocked.PASS_ONLY,
        {
            Blocked.PASS_ONLY: Words("everybody in turn has passed, with the pool empty"),
            Blocked.ANY_NONPLAY: Words(
                "everybody in turn has laid nothing, even if tiles are left in the pool"
            ),
        },
        help=Words("See T13."),
    ),
    Choice(
        "tie",
        Words("In a blocked round, several players have the fewest points in hand"),
        Tie.SHARED,
        {
            Tie.SHARED: Words("each of them gets the bonus"),
            Tie.NONE: Words("nobody gets it"),
        },
        help=Words("See T13."),
    ),
    Number(
        "triple_hexagon",
        Words("Bonus for three hexagons at once"),
        TRIPLE_HEXAGON,
        least=0,
        help=Words("The published rules stop at two (T7)."),
        form_most=1000,
    ),
    Flag(
        "open_zero_choice",
        Words("Opening with the highest triple and 0-0-0 in one rack"),
        False,
        help=Words("The opening tile of T3."),
        no=Words("the highest triple"),
        yes=Words("either of them"),
    ),
)


class Match(NamedTuple):
    """A match between two rounds.

    `over` may come from the middle of a round, so the totals do not tell it.
    """

    options: Options
    totals: tuple[int, ...]
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.totals)

    @property
    def pool(self) -> int:
        """Return the tiles in the pool after the deal (T2)."""
        return len(TILES) - self.players * self.options.deal

    def after(self, scores: tuple[int, ...], *, reached: bool = False) -> Match:
        """Return the match after a round; `reached` if a player reached the target inside it."""
        totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        return Match(self.options, totals, reached or max(totals) >= self.options.target)


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = house_rules.read(OPTIONS, options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    return Match(Options(**read), (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())
