"""Achievements of a player: rules over played matches, each with its proof. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from league.operations.standings.careers import Meeting, PlayedMatch
from scoring.pure.runs import longest_run

Scores = Mapping[str, Mapping[int, int]]  # how often each score was reached, by game

MATCH_LEVELS = (10, 50, 100, 250, 500, 1000)
EVENING_LEVELS = (5, 10, 20, 40)
LEAST_WINS = 3  # in a row
LEAST_VERIFIED = 5  # in a row
LEAST_OF_EVENING = 3  # matches of a perfect evening
LEAST_OF_RECORD = 10  # results of the club in a game before its best is a record
LEAST_DEFEATS = 5  # in a row


class ClubSession(NamedTuple):
    """A session of the club with results. `matches` is 0 where they are not counted."""

    pk: int
    season: int
    at: datetime
    matches: int = 0


class CareerFacts(NamedTuple):
    """Input of the rules: matches and meetings of the player, sessions of the club and counts of
    its scores by game. All in order of time."""

    matches: Sequence[PlayedMatch]
    meetings: Sequence[Meeting]
    sessions: Sequence[ClubSession]
    scores: Scores
    games: Sequence[str]


class Achievement(NamedTuple):
    """An achievement, first reached at `at`. `number` counts matches, wins, points …; the proof is
    a match, or a session where `match` is None."""

    code: str
    number: int
    at: datetime
    match: int | None = None
    session: int | None = None
    game: str = ""


def achievements(facts: CareerFacts) -> list[Achievement]:
    """Return what a player has achieved, in the order of the rules."""
    return [achievement for rule in RULES for achievement in rule(facts)]


def first_win(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the first match that was won."""
    for match in facts.matches:
        if match.place == 1:
            yield _by_match("first_win", 1, match)
            return


def matches_played(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the highest level of matches played."""
    reached = [number for number in MATCH_LEVELS if number <= len(facts.matches)]
    if reached:
        yield _by_match("matches", reached[-1], facts.matches[reached[-1] - 1])


def wins_in_a_row(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the longest series of wins."""
    run = longest_run(facts.matches, lambda match: match.place == 1)
    if len(run) >= LEAST_WINS:
        yield _by_match("wins_in_a_row", len(run), run[-1])


def perfect_evening(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the evening with the most matches on which all were won."""
    evenings = [list(group) for _, group in groupby(facts.matches, lambda match: match.session)]
    perfect = [
        evening
        for evening in evenings
        if len(evening) >= LEAST_OF_EVENING and all(match.place == 1 for match in evening)
    ]
    if perfect:
        best = max(perfect, key=len)
        yield Achievement("perfect_evening", len(best), best[0].at, session=best[0].session)


def won_all_games(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the match with which every game had been won."""
    missing = set(facts.games)
    for match in facts.matches:
        if match.place == 1 and match.game in missing:
            missing.remove(match.game)
            if not missing:
                yield _by_match("all_games", len(facts.games), match)


def club_records(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the highest scores of the club that the player holds, possibly shared with others."""
    for game in sorted(facts.scores):
        counts = facts.scores[game]
        if sum(counts.values()) >= LEAST_OF_RECORD:
            record = max(counts)
            holding = [
                match for match in facts.matches if (match.game, match.score) == (game, record)
            ]
            for match in holding[:1]:
                yield _by_match("club_record", record, match)


def evenings_in_a_row(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the highest level of consecutive evenings of a season that were attended."""
    attended = {match.session for match in facts.matches}
    by_season: defaultdict[int, list[ClubSession]] = defaultdict(list)
    for session in facts.sessions:
        by_season[session.season].append(session)
    runs = [
        longest_run(sessions, lambda session: session.pk in attended)
        for sessions in by_season.values()
    ]
    run = max(runs, key=len, default=[])
    reached = [number for number in EVENING_LEVELS if number <= len(run)]
    if reached:
        session = run[reached[-1] - 1]
        yield Achievement("evenings_in_a_row", reached[-1], session.at, session=session.pk)


def verified_in_a_row(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the longest series of matches whose results rest on more than a score sheet."""
    run = longest_run(facts.matches, lambda match: match.is_verified)
    if len(run) >= LEAST_VERIFIED:
        yield _by_match("verified_in_a_row", len(run), run[-1])


def broken_spell(facts: CareerFacts) -> Iterable[Achievement]:
    """Yield the first match ahead of a player who had been ahead many times in a row."""
    own = {own_match.match: own_match for own_match in facts.matches}
    defeats: Counter[int] = Counter()
    for meeting in facts.meetings:
        match = own[meeting.match]
        if match.place < meeting.place and defeats[meeting.other] >= LEAST_DEFEATS:
            yield _by_match("broken_spell", defeats[meeting.other], match)
            return
        defeats[meeting.other] = defeats[meeting.other] + 1 if match.place > meeting.place else 0


RULES: Sequence[Callable[[CareerFacts], Iterable[Achievement]]] = (
    club_records,
    won_all_games,
    broken_spell,
    perfect_evening,
    wins_in_a_row,
    verified_in_a_row,
    evenings_in_a_row,
    matches_played,
    first_win,
)


def _by_match(code: str, number: int, match: PlayedMatch) -> Achievement:
    return Achievement(code, number, match.at, match.match, game=match.game)
