"""The contract of games from outside: a base class with defaults, and house rules that describe
themselves. docs/write-a-game.md shows how to write a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from games import fields, house_rules, messages, rounds, shape
from games.base import Bots, BreakdownLine, Evidence, RoundVerdict, Step
from games.house_rules import Choice, Flag, HouseRule, Number, NumberPerSeat, Numbers
from games.paper import Paper
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem, problem
from problems.text import Param, Text, Words

if TYPE_CHECKING:
    from random import Random

    from games.drawing import Row
    from games.fields import Field

__all__ = [
    "CONTRACT",
    "Choice",
    "Flag",
    "Match",
    "Number",
    "NumberPerSeat",
    "Numbers",
    "Outcome",
    "Scores",
    "SheetGame",
]

CONTRACT = 1
MOST_TRIES = 1000  # to draw a possible round
Scores: TypeAlias = tuple[int, ...]


class Match(NamedTuple):
    """State of a match between rounds: the values of the house rules, and the scores so far."""

    options: Mapping[str, Any]  # of the type of each house rule
    totals: Scores
    rounds: tuple[Scores, ...] = ()
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.totals)


class Outcome(NamedTuple):
    """Result of a valid round."""

    scores: Scores
    breakdown: Sequence[BreakdownLine]
    notices: tuple[Problem, ...] = ()


class SheetGame(ABC):
    """A game whose rounds are entered as the scores of a sheet.

    A subclass has at least the five attributes without a value, and `is_over`. It states the
    version of the contract that it was written for. The other methods are defaults to override.

    A game with `fields` also accepts the level "final": rounds with the values of these fields,
    from which `final` computes the scores. A game with transcripts overrides `checks`,
    `play_round` and `watch`.
    """

    contract: ClassVar[int]
    slug: str
    name: str
    seats: range  # numbers of players
    scores: range  # of one player in one round

    options: Sequence[HouseRule] = ()
    seats_by_option: Mapping[int, str] = {}
    why_not: Mapping[int, Text] = {}
    has_partners: bool = False
    seat_option: str = ""
    general_clause: str = ""
    fewest_wins: bool = False  # the points of sheets count as negative points
    fields: Sequence[Field] = ()  # entries of a round beyond its scores
    labels: Mapping[str, Words] = {}  # of the codes in the items of breakdowns

    @abstractmethod
    def is_over(self, match: Match) -> bool:
        """Return whether the match ends after the last round of `match.rounds`."""

    def check_scores(  # noqa: B027  # a game may have no impossible scores
        self, match: Match, scores: Scores, at: Spot
    ) -> None:
        """Refuse impossible scores: `(at / seat).refuse(TEXT, seat=seat, …)`. Each score is in
        `self.scores` already."""

    def sides(self, players: int) -> Sequence[Sequence[int]]:
        """Return the seats of each side, if partners are fixed by their seats: they share all
        scores. `has_partners` is for games in which partners change round by round."""
        return ()

    def final(self, match: Match, values: Mapping[str, Any], at: Spot) -> Outcome | None:
        """Return the outcome of a round by the values of its fields, or refuse it:
        `(at / "field").refuse(TEXT, …)`."""
        raise NotImplementedError(f"{self.name} has fields, so it needs `final`.")

    def sample_final(self, match: Match, rng: Random) -> Mapping[str, object]:
        """Return the values of the fields for a possible round, for bots."""
        raise ValueError(f"{self.name} has no bots for its fields.")

    def progress(self, match: Match) -> Words | None:
        """Return how much of the match is left; None for the number of rounds so far."""
        return None

    def drawing(
        self, options: Mapping[str, Any], round_: Mapping[str, Any], players: int
    ) -> Sequence[Row]:
        """Return a picture of a round that is ok, as rows of tiles."""
        return ()

    def paper(self, options: Mapping[str, Any], players: int) -> Paper:
        """Return the score sheet to print."""
        return Paper()

    def totals(self, match: Match, scores: Scores) -> Sequence[int]:
        """Return the totals after a round; the most points are the first place, or the fewest in a
        game with `fewest_wins`."""
        return tuple(map(add, match.totals, scores))

    def breakdown(self, match: Match, scores: Scores) -> Sequence[BreakdownLine]:
        """Return a line for each seat."""
        return [{"points": points} for points in scores]

    def sample(self, match: Match, rng: Random) -> Sequence[int]:
        """Return the scores of a possible round, for bots. Raise ValueError if random scores are
        not likely to be possible."""
        for _ in range(MOST_TRIES):
            scores = self._shared([rng.choice(self.scores) for _ in match.totals])
            at = Spot("", "", [])
            self.check_scores(match, scores, at)
            if not at.problems:
                return scores
        raise ValueError(f"{MOST_TRIES} random rounds of {self.name} were impossible")

    def checks(self) -> Mapping[Evidence, rounds.Check[Match, Outcome]]:
        """Return the check for each level of evidence that the game accepts."""
        sheet: dict[Evidence, rounds.Check[Match, Outcome]] = {Evidence.SHEET: self._check_sheet}
        return {**sheet, Evidence.FINAL: self._check_final} if self.fields else sheet

    def start(self, options: object, players: int) -> tuple[Match | None, list[Problem]]:
        at = Spot("options", self.general_clause, [])
        values = house_rules.read(self.options, options, at, players)
        if at.problems:
            return None, at.problems
        return Match(values, (0,) * players), []

    def write_options(self, match: Match) -> dict[str, object]:
        return shape.options_to_json(match.options)

    def notices(self, match: Match) -> Sequence[Problem]:
        return ()

    def check_round(self, match: Match, round_: object, path: str) -> tuple[RoundVerdict, Match]:
        at = Spot(path, self.general_clause, [])
        over = problem(messages.MATCH_OVER, path, self.general_clause) if match.over else None
        verdict, outcome = rounds.judge(match, round_, at, self.checks(), over)
        return verdict, self.after(match, outcome.scores) if outcome else match

    def after(self, match: Match, scores: Scores) -> Match:
        """Return the state after a valid round."""
        totals = tuple(self.totals(match, scores))
        played = match._replace(totals=totals, rounds=(*match.rounds, scores))
        return played._replace(over=self.is_over(played))

    def watch(self, match: Match, round_: object) -> Iterator[Step]:
        return iter(())

    def play_round(
        self, match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
    ) -> dict[str, object]:
        if evidence is Evidence.FINAL:
            return {"evidence": evidence.value, **self.sample_final(match, rng)}
        return {"evidence": evidence.value, "scores": list(self.sample(match, rng))}

    def calculate(self, argv: Sequence[str]) -> tuple[bool, str]:
        return False, f"{self.name} has no calculator."

    def _check_sheet(self, match: Match, raw: object, at: Spot) -> Outcome | None:
        given = reader.fields(raw, at, required=("evidence", "scores"))
        here = at / "scores"
        scores = None
        if "scores" in given:
            scores = shape.integers(given["scores"], here, count=match.players)
        if scores is None:
            return None
        self._check_range(scores, here)
        self._check_partners(scores, here)
        if not at.problems:
            self.check_scores(match, scores, here)
        return None if at.problems else self._outcome(scores, self.breakdown(match, scores))

    def _check_final(self, match: Match, raw: object, at: Spot) -> Outcome | None:
        assert isinstance(raw, dict), "its evidence was read"
        values = fields.read(self.fields, raw, at, match.players)
        outcome = None if at.problems else self.final(match, values, at)
        if outcome is None or at.problems:
            return None
        if "scores" in raw:
            here = at / "scores"
            stated = shape.integers(raw["scores"], here, count=match.players)
            if stated is not None:
                shape.compare_scores(stated, outcome.scores, here)
        partners = self._outcome(outcome.scores, outcome.breakdown, outcome.notices)
        return None if at.problems else partners

    def _outcome(
        self,
        scores: Scores,
        lines: Sequence[BreakdownLine],
        notices: tuple[Problem, ...] = (),
    ) -> Outcome:
        """Return the outcome, with the members of each side in the lines of its seats."""
        members = {seat: list(side) for side in self.sides(len(scores)) for seat in side}
        lines = [
            {**line, "members": members[seat]} if seat in members else line
            for seat, line in enumerate(lines)
        ]
        return Outcome(scores, lines, notices)

    def _shared(self, scores: Sequence[int]) -> Scores:
        """Return the scores with the first partner's score for the whole side."""
        first = {seat: side[0] for side in self.sides(len(scores)) for seat in side}
        return tuple([scores[first.get(seat, seat)] for seat in range(len(scores))])

    def _check_partners(self, scores: Scores, at: Spot) -> None:
        for seat, (points, due) in enumerate(zip(scores, self._shared(scores), strict=True)):
            if points != due:
                (at / seat).refuse(messages.PARTNERS_SHARE, seat=seat, expected=due, found=points)

    def _check_range(self, scores: Scores, at: Spot) -> None:
        possible = self.scores
        words = messages.FROM_TO if possible.step == 1 else messages.IN_STEPS
        ends = {"least": possible[0], "most": possible[-1], "step": possible.step}
        for seat, points in enumerate(scores):
            if points not in possible:
                refused: dict[str, Param] = {
                    "found": describe(points),
                    "expected": words._replace(params=ends),
                }
                (at / seat).refuse(messages.SCORE_OUT_OF_RANGE, seat=seat, **refused)
