"""A game from outside as the rest of the product sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from games import answers, contract, guard, messages, rule_book
from games.answers import OutsideMatch
from games.base import Bots, Ending, Evidence, RoundVerdict, Step
from games.contract import SheetGame
from games.drawing import Row
from games.guard import Broken, Guard, wrong
from games.outside_texts import NO_TEXTS, Texts
from games.paper import Paper
from games.rule_book import RuleBook
from problems.problem import Problem, problem
from problems.text import Words

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
U = TypeVar("U")


class OutsideGame:
    """Calls the game through its guard. A call that fails gives a refusal with `game_failed`.

    It has the attributes of `games.base.Game`, read once from the game.
    """

    def __init__(
        self, game: SheetGame, guard_: Guard, package: str, version: str, texts: Texts = NO_TEXTS
    ) -> None:
        self._game, self._guard, self._texts = game, guard_, texts
        self.text_faults = texts.faults
        self.package, self.version = package, version
        self.contract = game.contract
        self.slug, self.name, self.seats = game.slug, game.name, game.seats
        self.house_rules = tuple(game.options)
        self.levels = tuple(game.checks())
        self.seats_by_option = dict(game.seats_by_option)
        self.why_not = dict(game.why_not)
        self.has_partners = game.has_partners
        self.seat_option = game.seat_option
        self.general_clause = game.general_clause
        self.endings: Sequence[Ending] = ()  # the contract asks for none
        self.fewest_wins, self._sign = game.fewest_wins, -1 if game.fewest_wins else 1
        self.fields, self.labels = tuple(game.fields), dict(game.labels)
        self.has_sample_final = type(game).sample_final is not SheetGame.sample_final
        numbers = {*self.seats, *self.seats_by_option}
        self.sides = {number: answers.sides(game.sides(number), number) for number in numbers}

    def start(self, options: object, players: int) -> tuple[OutsideMatch | None, list[Problem]]:
        refusal = None, [self._failed("options")]
        return self._call(lambda: self.begin(options, players), refusal)

    def begin(self, options: object, players: int) -> tuple[OutsideMatch | None, list[Problem]]:
        """Start a match without the guard."""
        state, raw = self._game.start(answers.copy_of(options), players)
        faults = answers.problems(raw, players)
        if (state is None) != bool(faults):
            raise wrong("A match starts if, and only if, there are no problems.")
        if state is None:
            return None, list(faults)
        return answers.match(state, self._game.write_options(state), players, self._sign), []

    def rule_book(self, language: str) -> RuleBook:
        """Return the rules of the package; without a text, the house rules only."""
        book = self._texts.book(language)
        return book or rule_book.without_text(self.name, language, self.house_rules)

    def write_options(self, state: OutsideMatch) -> dict[str, object]:
        return dict(state.options)

    def notices(self, state: OutsideMatch) -> Sequence[Problem]:
        def notices() -> tuple[Problem, ...]:
            return answers.problems(self._game.notices(state.inner), len(state.totals))

        return self._call(notices, ())

    def check_round(
        self, state: OutsideMatch, round_: object, path: str
    ) -> tuple[RoundVerdict, OutsideMatch]:
        def check() -> tuple[RoundVerdict, OutsideMatch]:
            players = len(state.totals)
            # the caller stores its own round
            raw, after = self._game.check_round(state.inner, answers.copy_of(round_), path)
            verdict = answers.verdict(raw, players, self._sign)
            if not verdict.ok:
                return verdict, state
            return verdict, answers.match(after, state.options, players, self._sign)

        failed = RoundVerdict(False, None, problems=(self._failed(path),))
        return self._call(check, (failed, state))

    def watch(self, state: OutsideMatch, round_: object) -> Iterator[Step]:
        def watch() -> list[Step]:
            return answers.steps(self._game.watch(state.inner, answers.copy_of(round_)))

        return iter(self._call(watch, []))

    def play_round(
        self, state: OutsideMatch, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
    ) -> dict[str, object]:
        """Raise ValueError if the game fails."""

        def play() -> dict[str, object]:
            played = self._game.play_round(state.inner, rng, evidence, bots=bots)
            return answers.entries(played, "round")

        played = self._call(play, None)
        if played is None:
            raise ValueError(self._failed("").message())
        return played

    def calculate(self, argv: Sequence[str]) -> tuple[bool, str]:
        def calculate() -> tuple[bool, str]:
            could, text = self._game.calculate(argv)
            return answers.flag(could, "calculate"), str(text)

        return self._call(calculate, (False, self._failed("").message()))

    def progress(
        self,
        options: Mapping[str, object],
        totals: Sequence[int],
        rounds: Sequence[Sequence[int]],
    ) -> Words | None:
        """Return how much of a match that is not over is left, if the game says so."""

        def progress() -> Words | None:
            match = contract.Match(
                answers.copy_of(options), self._signed(totals), tuple(map(self._signed, rounds))
            )
            words = self._game.progress(match)
            return None if words is None else answers.words(words, "progress")

        return self._call(progress, None)

    def drawing(
        self, options: Mapping[str, object], round_: Mapping[str, object], players: int
    ) -> Sequence[Row]:
        """Return the picture of a round that is ok."""

        def drawing() -> Sequence[Row]:
            given = answers.copy_of(options), answers.copy_of(round_)
            return answers.rows(self._game.drawing(*given, players), players)

        return self._call(drawing, ())

    def paper(self, options: Mapping[str, object], players: int) -> Paper:
        def paper() -> Paper:
            return answers.paper(self._game.paper(answers.copy_of(options), players))

        described = self._call(paper, Paper())
        sides = self.sides.get(players, ())
        listed = " – ".join("+".join(str(seat + 1) for seat in side) for side in sides)
        partners = [messages.PARTNERS._replace(params={"sides": listed})] if sides else []
        return described._replace(hints=(*partners, *described.hints))

    def _signed(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return points as the game counts them, or as the rest of the product does."""
        return tuple([self._sign * value for value in points])

    def _call(self, work: Callable[[], T], otherwise: U) -> T | U:
        """Return what the game answers. If it fails, remember why and return `otherwise`."""
        try:
            return self._guard.run(work)
        except Broken as broken:
            guard.remember(self.slug, broken)
            return otherwise

    def _failed(self, path: str) -> Problem:
        return problem(
            messages.GAME_FAILED, path, self.general_clause, game=self.name, package=self.package
        )
