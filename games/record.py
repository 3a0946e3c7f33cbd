"""The match record: read, write and check a whole match, and let bots play one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from games import GAMES, base, messages
from games.base import Bots, Evidence, Game, RoundVerdict, Step, Verdict
from games.shape import Spot, describe
from problems import messages as shared
from problems import reader
from problems.problem import Problem
from problems.reader import LONGEST_NAME, is_name

VERSION = 1
KEYS = ("record", "game", "options", "players", "rounds")
NUL = "\0"
MOST_MOVES = 250_000  # of a match played by bots
MOST_ROUNDS = 1000  # far more than any match has; checking them all must not take long

# Any, here and below: each game has match states of its own (see GAMES).


class Envelope(NamedTuple):
    """All of a record but its rounds, which are not judged yet."""

    game: Game[Any] | None
    state: Any
    names: list[str]
    rounds: list[object]


def check(raw: object) -> Verdict:
    """Return the verdict on any JSON value; checking stops at the first round that is not ok."""
    at = Spot("", "", [])
    envelope = _read_envelope(raw, at)
    if at.problems or envelope.game is None:
        return refused(envelope.game, at.problems)
    return _check_rounds(envelope)


def check_text(data: bytes) -> Verdict:
    """Return the verdict on what should be a record written in JSON."""
    raw, unreadable = read(data.rstrip())
    return refused(None, [unreadable]) if unreadable else check(raw)


def read(data: bytes) -> tuple[object, Problem | None]:
    """Return the JSON value, or why it cannot be read."""
    at = Spot("", "", [])
    return reader.load(data, at), next(iter(at.problems), None)


def write(
    slug: str, options: Mapping[str, object], names: Sequence[str], rounds: Sequence[object]
) -> dict[str, object]:
    return {
        "record": VERSION,
        "game": slug,
        "options": dict(options),
        "players": list(names),
        "rounds": list(rounds),
    }


def start(slug: str, options: object, players: int) -> tuple[Any, list[Problem]]:
    """Return the state of a match before its first round, or None and the problem."""
    at = Spot("", "", [])
    game = _read_game(slug, at / "game")
    if game is None:
        return None, at.problems
    _check_number(players, game, options, at / "players")
    if at.problems:
        return None, at.problems
    return game.start(options, players)


def play(
    slug: str,
    rng: Random,
    names: Sequence[str],
    evidence: str,
    *,
    options: Mapping[str, object] | None = None,
    bots: str | Sequence[str] = Bots.SENSIBLE,
) -> dict[str, object]:
    """Return the record of a whole match played by bots of one kind, or one kind for each seat.

    Raise ValueError if it cannot be started, or does not end within the rounds and moves of a
    record.
    """
    state, problems = start(slug, options or {}, len(names))
    if state is None:
        raise ValueError(problems[0].message())
    game = GAMES[slug]
    if evidence not in base.levels_of(game):
        levels = ", ".join(base.levels_of(game))
        raise ValueError(f"{game.name} is not played as {evidence}. Choose: {levels}.")
    house_rules = game.write_options(state)
    kinds = [Bots(bots)] * len(names) if isinstance(bots, str) else [Bots(kind) for kind in bots]
    rounds: list[dict[str, object]] = []
    moves = 0
    while not state.over:
        if len(rounds) == MOST_ROUNDS or moves > MOST_MOVES:
            limits = f"{MOST_ROUNDS} rounds and {MOST_MOVES} moves"
            raise ValueError(f"The match is not over within {limits}: choose other house rules.")
        played = game.play_round(state, rng, Evidence(evidence), bots=kinds)
        verdict, state = game.check_round(state, played, f"rounds.{len(rounds)}")
        if not verdict.ok:
            reason = verdict.problems[0].message()
            raise ValueError(f"The bots of {game.name} broke its rules: {reason}")
        rounds.append(played)
        listed = played.get("moves")
        moves += len(listed) if isinstance(listed, list) else 0
    return write(slug, house_rules, names, rounds)


def steps(raw: object, number: int) -> list[Step]:
    """Return the steps of round `number` (from 0) of a record that is ok; none without moves."""
    game, state, _, rounds = _read_envelope(raw, Spot("", "", []))
    assert game is not None, "the record is ok"
    for index, played in enumerate(rounds[:number]):
        _, state = game.check_round(state, played, f"rounds.{index}")
    round_ = rounds[number]
    is_transcript = isinstance(round_, dict) and round_["evidence"] == Evidence.TRANSCRIPT
    return list(game.watch(state, round_)) if is_transcript else []


def refused(game: Game[Any] | None, problems: Sequence[Problem]) -> Verdict:
    """Return the verdict on a record whose rounds could not even be looked at."""
    slug = game.slug if game else None
    return Verdict(False, slug, None, (), (), False, (), tuple(problems), ())


def _check_rounds(envelope: Envelope) -> Verdict:
    game, state, names, raw_rounds = envelope
    assert game is not None, "an envelope without problems has its game"
    rounds: list[RoundVerdict] = []
    notices = [*base.notices_for(game, state)]
    for index, raw in enumerate(raw_rounds):
        verdict, state = game.check_round(state, raw, f"rounds.{index}")
        rounds.append(verdict)
        notices += verdict.notices
        if not verdict.ok:
            break
    last, totals = rounds[-1], state.totals
    return Verdict(
        ok=last.ok,
        game=game.slug,
        evidence=base.weakest([round_.evidence for round_ in rounds if round_.evidence]),
        rounds=tuple(rounds),
        totals=totals,
        over=state.over,
        places=base.places(totals),
        problems=tuple([one.naming(names) for one in last.problems]),
        notices=tuple([one.naming(names) for one in notices]),
        state=state,
    )


def _read_envelope(raw: object, at: Spot) -> Envelope:
    given = reader.fields(raw, at, required=KEYS)
    game = _read_game(given["game"], at / "game") if "game" in given else None
    at = Spot(at.path, game.general_clause if game else "", at.problems)
    if "record" in given and (type(given["record"]) is not int or given["record"] != VERSION):
        actual = describe(given["record"])
        (at / "record").refuse(messages.WRONG_VERSION, expected=VERSION, found=actual)
    names = None
    if "players" in given:
        names = _read_names(given["players"], game, given.get("options"), at / "players")
    rounds = _read_rounds(given["rounds"], at / "rounds") if "rounds" in given else []
    state = None
    if game and names and "options" in given:
        state, problems = game.start(given["options"], len(names))
        at.problems.extend(problems)
    return Envelope(game, state, names or [], rounds)


def _read_game(raw: object, at: Spot) -> Game[Any] | None:
    slug = reader.choice(raw, at, GAMES)  # a list would look for games from outside
    return GAMES[slug] if slug else None


def _read_names(raw: object, game: Game[Any] | None, options: object, at: Spot) -> list[str] | None:
    """Return the names; None if this game is not for this number of players."""
    listed = reader.entries(raw, at)
    if listed is None or game is None or not _check_number(len(listed), game, options, at):
        return None
    for seat, name in enumerate(listed):
        has_nul = isinstance(name, str) and NUL in name  # it ends a text in many programs
        if has_nul or not is_name(name):
            text = messages.NUL_IN_NAME if has_nul else shared.NOT_A_NAME
            (at / seat).refuse(text, most=LONGEST_NAME, found=describe(name))
    return [str(name) for name in listed]


def _check_number(players: int, game: Game[Any], options: object, at: Spot) -> bool:
    if players in base.seats_for(game, options):
        return True
    least, most = game.seats[0], game.seats[-1]
    text = game.why_not.get(players, messages.NUMBER_OF_PLAYERS)
    at.refuse(text, found=players, least=least, most=most)
    return False


def _read_rounds(raw: object, at: Spot) -> list[object]:
    listed = reader.entries(raw, at, most=MOST_ROUNDS)
    if listed == []:
        at.refuse(messages.NO_ROUNDS)
    return listed or []
