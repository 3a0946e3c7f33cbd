"""The contract of a game, and the results of checking a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import (
    TYPE_CHECKING,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    overload,
)

from games.levels import Evidence as Evidence
from games.levels import Seat as Seat
from problems.problem import Problem
from problems.text import Text

if TYPE_CHECKING:  # importing games stays quick
    from random import Random

    from games.house_rules import HouseRule
    from games.paper import Paper
    from games.rule_book import RuleBook

# Named tuples instead of dataclasses: they are quicker to import and to build (decision 11).
BreakdownLine: TypeAlias = Mapping[str, object]  # of a breakdown


_ORDER = tuple(Evidence)


class Bots(StrEnum):
    RANDOM = "random"
    SENSIBLE = "sensible"


class EndKind(StrEnum):
    TOTAL = "total"  # a player's total has reached the number of `option`
    ROUNDS = "rounds"  # as many rounds are played as `option` says
    NO_CHIPS = "no_chips"  # a player has nothing left
    NO_ANTE = "no_ante"  # a player cannot pay the next ante


class Ending(NamedTuple):
    """A way in which a match ends by the rules. `option` is the house rule with its number, empty
    if there is none; `only_with` are the values of house rules without which no match ends so."""

    kind: EndKind
    clause: str
    option: str = ""
    only_with: Mapping[str, str | bool | int] = {}


class Item(TypedDict):
    """A line of a breakdown: how often something happened, and what that earned."""

    code: str
    clause: str
    count: int
    points: int


class IllegalMove(ValueError):
    """A move that the rules do not allow; its problem has no path yet."""

    def __init__(self, refusal: Problem) -> None:
        super().__init__(refusal.message())
        self.problem = refusal


class Breakdown(Sequence[BreakdownLine]):
    """A line for each seat, computed when one of them is read for the first time.

    Most callers only need to know whether a round is ok and its scores, for example for the earlier
    rounds of a match.
    """

    __slots__ = ("_lines", "_write")

    def __init__(self, write: Callable[[], Iterable[BreakdownLine]]) -> None:
        self._write = write
        self._lines: tuple[BreakdownLine, ...] | None = None

    @property
    def lines(self) -> tuple[BreakdownLine, ...]:
        if self._lines is None:
            self._lines = tuple(self._write())
        return self._lines

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[BreakdownLine]:
        return iter(self.lines)

    @overload
    def __getitem__(self, index: int) -> BreakdownLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[BreakdownLine]: ...
    def __getitem__(self, index: int | slice) -> BreakdownLine | Sequence[BreakdownLine]:
        return self.lines[index]

    def __eq__(self, other: object) -> bool:
        return self.lines == other

    __hash__ = None  # type: ignore[assignment]  # like the lines

    def __repr__(self) -> str:
        return repr(self.lines)


class RoundVerdict(NamedTuple):
    """Verdict on one round; no scores and no breakdown unless it is ok."""

    ok: bool
    evidence: Evidence | None
    scores: tuple[int, ...] | None = None
    breakdown: Sequence[BreakdownLine] = ()
    problems: tuple[Problem, ...] = ()
    notices: tuple[Problem, ...] = ()

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {
            "ok": self.ok,
            "evidence": self.evidence and self.evidence.value,
            "scores": None if self.scores is None else list(self.scores),
            "breakdown": [dict(seat) for seat in self.breakdown],
        }


class Verdict(NamedTuple):
    """Verdict on a match.

    `totals`, `over`, `places` and `state` are the ones after the valid rounds; without a state not
    even the house rules could be read.
    """

    ok: bool
    game: str | None
    evidence: Evidence | None
    rounds: tuple[RoundVerdict, ...]
    totals: tuple[int, ...]
    over: bool
    places: tuple[int, ...]
    problems: tuple[Problem, ...]
    notices: tuple[Problem, ...]
    state: MatchState | None = None

    def to_json(self, language: str = "en") -> dict[str, object]:
        return {
            "ok": self.ok,
            "game": self.game,
            "evidence": self.evidence and self.evidence.value,
            "rounds": [played.to_json(language) for played in self.rounds],
            "totals": list(self.totals),
            "over": self.over,
            "places": list(self.places),
            "problems": [problem.to_json(language) for problem in self.problems],
            "notices": [notice.to_json(language) for notice in self.notices],
        }


class Step(NamedTuple):
    """The table after one move of a transcript; the deal comes first, without a move.

    `move` is written as in the record, and `table` in the record's codes too; its entries are the
    game's own (see its steps.py).
    """

    move: Mapping[str, object] | None
    table: Mapping[str, object]


class MatchState(Protocol):
    """State of a match between rounds: totals, and anything else that the next round needs."""

    @property
    def totals(self) -> tuple[int, ...]: ...

    @property
    def over(self) -> bool: ...


M = TypeVar("M", bound=MatchState)


class Game(Protocol[M]):
    """The rules of one game; a module with these names is enough."""

    @property
    def slug(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> range:
        """Return the numbers of players that can play."""

    @property
    def seats_by_option(self) -> Mapping[int, str]:
        """Return fewer numbers of players that can play too, each with the house rule that allows
        it: true or false, false by default.
        """

    @property
    def why_not(self) -> Mapping[int, Text]:
        """Return why the game is not for some other numbers of players that people try."""

    @property
    def seat_option(self) -> str:
        """Return the house rule that lists a whole number for each seat; empty if none does."""

    @property
    def house_rules(self) -> Sequence[HouseRule]:
        """Return the house rules, which describe themselves, the most common ones first."""

    @property
    def endings(self) -> Sequence[Ending]:
        """Return the ways in which a match ends."""

    @property
    def general_clause(self) -> str:
        """Return the clause for what holds of every record of this game."""

    def start(self, options: object, players: int) -> tuple[M | None, list[Problem]]:
        """Read the house rules; the state is None when there are problems."""

    def write_options(self, state: M) -> dict[str, object]:
        """Return all house rules, the defaults too."""

    def notices(self, state: M) -> Sequence[Problem]:
        """Return notices about house rules that are possible but probably a mistake."""

    def check_round(self, state: M, round_: object, path: str) -> tuple[RoundVerdict, M]:
        """Return the verdict and the state after the round; the same state when it is not ok."""

    def watch(self, state: M, round_: object) -> Iterator[Step]:
        """Yield the deal and every move of a transcript that is ok, from the state before the
        round.
        """

    def play_round(
        self, state: M, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
    ) -> dict[str, object]:
        """Return one whole legal round, played by bots; each seat has a kind of its own."""

    def calculate(self, argv: Sequence[str]) -> tuple[bool, str]:
        """Run the table calculator; return whether it succeeded, and what to print."""

    def rule_book(self, language: str) -> RuleBook | None:
        """Return the rules for people, in English if there are none in this language."""

    def paper(self, options: Mapping[str, object], players: int) -> Paper:
        """Return the score sheet to print, for these house rules."""


def seats_for(game: Game[M], options: object) -> range:
    """Return the numbers of players that can play this game by these house rules."""
    by_option = getattr(game, "seats_by_option", {})  # a plugged-in game may do without
    return possible_seats(game.seats, by_option, options)


def levels_of(game: Game[M]) -> Sequence[Evidence]:
    """Return the levels of evidence that a game accepts, the weakest first."""
    levels: Sequence[Evidence] = getattr(game, "levels", _ORDER)  # only games from outside say so
    return sorted(levels, key=_ORDER.index)


def notices_for(game: Game[M], state: M) -> Sequence[Problem]:
    """Return the notices on the house rules of a match."""
    notices = getattr(game, "notices", None)  # a plugged-in game may do without
    return notices(state) if notices else ()


def rule_book_for(game: Game[M], language: str) -> RuleBook | None:
    """Return the rules of the game for people; None if it has no texts."""
    rule_book = getattr(game, "rule_book", None)  # a plugged-in game may do without
    return rule_book(language) if rule_book else None


def house_rules_of(game: Game[M]) -> Sequence[HouseRule]:
    """Return the house rules that a game describes."""
    rules: Sequence[HouseRule] = getattr(game, "house_rules", ())  # a plugged-in game may have none
    return rules


def other_names(game: Game[M]) -> Sequence[str]:
    """Return the names under which other programs list a game, beside its own."""
    names: Sequence[str] = getattr(game, "other_names", ())  # most games have one name
    return names


def endings_of(game: Game[M]) -> Sequence[Ending]:
    """Return the ways in which a match ends; none if the game does not say."""
    endings: Sequence[Ending] = getattr(game, "endings", ())  # a plugged-in game may do without
    return endings


def paper_for(game: Game[M] | None, options: Mapping[str, object], players: int) -> Paper:
    """Return the score sheet to print; a plain one if the game describes none."""
    from games.paper import Paper  # here, so that importing a game stays quick

    paper = getattr(game, "paper", None)
    return paper(options, players) if paper else Paper()


def usual_options(game: Game[M]) -> Mapping[str, object]:
    """Return the house rules in which new matches differ from the defaults of a record."""
    options: Mapping[str, object] = getattr(game, "usual_options", {})  # most games have none
    return options


def usual_rules(game: Game[M]) -> dict[str, object]:
    """Return the usual house rules of new matches; of a list for all seats, the first entry."""
    state, _problems = game.start({}, game.seats[0])
    assert state is not None, "the defaults are possible"
    defaults = {
        name: value[0] if name == game.seat_option and isinstance(value, list) else value
        for name, value in game.write_options(state).items()
    }
    return {**defaults, **usual_options(game)}


def possible_seats(seats: range, by_option: Mapping[int, str], options: object) -> range:
    """Return the numbers of players that can play by these house rules: `seats`, and fewer where
    an option allows it. A value that is neither true nor false is refused by the reader of options.
    """
    allowed = [
        players
        for players, option in by_option.items()
        if isinstance(options, Mapping) and options.get(option, False) is not False
    ]
    return range(min([seats.start, *allowed]), seats.stop)


def weakest(levels: Iterable[Evidence]) -> Evidence | None:
    return min(levels, key=_ORDER.index, default=None)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each total: 1 and the number of better ones, so equal totals share."""
    order = sorted(totals, reverse=True)
    return tuple([1 + order.index(mine) for mine in totals])
