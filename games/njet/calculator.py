"""The table calculator: the points of a round from its tricks and 1s (Z10)."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from games import shape
from games.base import Seat
from games.messages import ranges
from games.njet import evidence, messages, options, score
from games.njet.board import VALUES
from games.njet.cards import COLOURS, HAND_SIZE
from games.njet.options import Match
from games.njet.score import LABELS, TeamTricks
from problems import reader
from problems.catalogue import languages
from problems.text import Words

TEAMS = {3: ["0,1", "2"], 4: ["0,1", "2,3"]}
WORDS = {
    "points": Words("points each"),
    "seat": Words("Seat {seats}:"),
    "seats": Words("Seats {seats}:"),
}


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    args = _parser().parse_args(argv)
    match, problems = options.start(dict(args.option), args.players)
    teams = [_read_team(text) for text in args.teams or TEAMS[args.players]]
    if not all(teams):
        actual = reader.printable(" ".join(args.teams))
        return False, messages.NOT_TWO_TEAMS.say(args.language, {"found": actual})
    if match is None:
        return False, "\n".join(actual.message(args.language) for actual in problems)
    if args.discard is None and _put_aside(args) not in match.discards:
        return False, _no_such_tricks(match, args)
    verdict, _ = evidence.check_round(match, _final(teams, args), "")
    if not verdict.ok:
        return False, "\n".join(actual.message(args.language) for actual in verdict.problems)
    if args.json:
        return True, json.dumps([*verdict.breakdown])
    return True, _table(match, _taken(teams, args), args)


def _read_team(text: str) -> list[Seat]:
    """Return the seats of a team; none unless it is a list of seats."""
    seats = text.split(",")
    is_list = all(seat in [*"0123"] for seat in seats)
    return [Seat(int(seat)) for seat in seats] if is_list else []


def _put_aside(args: Namespace) -> int:
    """Return what the tricks leave of a hand."""
    tricks: list[int] = args.tricks
    return HAND_SIZE[args.players] - sum(tricks)


def _no_such_tricks(match: Match, args: Namespace) -> str:
    """Return why no number of cards on the board leaves this number of tricks."""
    possible = sorted({match.hand_size - discard for discard in match.discards})
    number = {
        "found": sum(args.tricks),
        "expected": ranges(possible) or "0",
        "hand": match.hand_size,
    }
    return messages.TRICKS_OF_NO_DISCARD.say(args.language, number)


def _final(teams: list[list[Seat]], args: Namespace) -> dict[str, object]:
    """Return the round as a final writes it; the colours do not matter for the points."""
    discard = _put_aside(args) if args.discard is None else args.discard
    trump, other = COLOURS[0], COLOURS[1]
    board = {"first": teams[0][0], "discard": discard, "trump": trump, "super": other}
    return {
        "evidence": "final",
        "rules": board | {"value": args.value},
        "teams": teams,
        "tricks": args.tricks,
        "ones": args.ones,
    }


def _taken(teams: list[list[Seat]], args: Namespace) -> TeamTricks:
    sides = (tuple(teams[0]), tuple(teams[1]))
    return TeamTricks(sides, tuple(args.tricks), tuple(args.ones))


def _table(match: Match, taken: TeamTricks, args: Namespace) -> str:
    return "\n\n".join(_block(match, taken, team, args) for team in (0, 1))


def _block(match: Match, taken: TeamTricks, team: int, args: Namespace) -> str:
    """Return who they are, a line for each item, and their points."""
    seats = ", ".join(map(str, sorted(taken.teams[team])))
    title = WORDS["seats" if "," in seats else "seat"]
    items = score.score_items(taken, team, args.value, match.options)
    return "\n".join(
        [
            title._replace(params={"seats": seats}).say(args.language),
            *(
                f"{item['points']:4}  {LABELS[item['code']].say(args.language)} "
                f"({item['count']}, {item['clause']})"
                for item in items
            ),
            f"{sum(item['points'] for item in items):4}  {WORDS['points'].say(args.language)}",
        ]
    )


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games score njet", description=__doc__)
    two = ("FIRST", "SECOND")
    parser.add_argument("--players", type=int, choices=list(HAND_SIZE), default=4)
    parser.add_argument("--teams", nargs=2, metavar=two, help="the start player first: 2,3 0,1")
    parser.add_argument("--value", type=int, choices=VALUES, required=True)
    parser.add_argument("--tricks", type=int, nargs=2, metavar=two, required=True)
    parser.add_argument("--ones", type=int, nargs=2, metavar=two, required=True)
    parser.add_argument("--discard", type=int, metavar="N", help="cards put aside by each player")
    parser.add_argument(
        "--option", type=shape.assignment, action="append", default=[], metavar="N=V"
    )
    parser.add_argument("--language", choices=languages(), default="en")
    parser.add_argument("--json", action="store_true", help="the breakdown as JSON")
    return parser
