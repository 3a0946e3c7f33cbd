"""The table calculator: the settlement of a round from the hands left and the boxes taken."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from functools import partial

from games import messages as shared
from games import shape
from games.base import RoundVerdict, possible_seats
from games.nain_jaune import evidence, messages, options, sheet
from games.nain_jaune.card_names import CARDS
from games.nain_jaune.cards import BOXES
from games.nain_jaune.options import SEATS, SEATS_BY_OPTION, Match, Opener, Penalty
from games.nain_jaune.score import CLAUSES, LABELS
from games.shape import Spot, assignment
from problems.catalogue import languages
from problems.problem import Problem
from problems.text import Words

NO_CARDS = "-"
WORDS = {
    "seat": Words("seat {seat}:"),
    "score": Words("score"),
    "bank": Words("new chips"),
    "box": Words("left in the box"),
}


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    args = _parser().parse_args(argv)
    problems: list[Problem] = []
    match = _read_match(args, problems)
    if match is None or problems:
        return False, _explain(problems, args.language)
    verdict, after = evidence.check_round(match, _round_from(args), "")
    if not verdict.ok:
        return False, _explain(verdict.problems, args.language)
    if args.json:
        return True, json.dumps(
            {**verdict.to_json(), "boxes": dict(zip(BOXES, after.boxes, strict=True))}
        )
    return True, _table(verdict, after, args.language)


def _read_match(args: Namespace, problems: list[Problem]) -> Match | None:
    """Return the match as it stands before this round; who opened it does not matter."""
    at, players = Spot("", evidence.GENERAL, problems), len(args.left)
    if players not in possible_seats(SEATS, SEATS_BY_OPTION, dict(args.option)):
        least, most = SEATS[0], SEATS[-1]
        text = messages.WHY_NOT.get(players, shared.NUMBER_OF_PLAYERS)
        at.refuse(text, found=players, least=least, most=most)
        return None
    match, option_problems = options.start(dict(args.option), players)
    problems.extend(option_problems)
    if match is None:
        return None
    _, given = assignment(f"banks=[{args.banks}]")
    lowest = None if match.options.penalty is Penalty.DEBT else 0
    banks = (
        shape.integers(given, at / "banks", count=players, least=lowest)
        if args.banks
        else match.banks
    )
    boxes = sheet.read_boxes({"boxes_after": _by_box(args.boxes, args.language)}, at / "boxes")
    if banks is None or boxes is None:
        return None
    return match._replace(banks=banks, boxes=boxes, opener=Opener.HIDDEN)


def _round_from(args: Namespace) -> dict[str, object]:
    """Return the round as a record has it."""
    read = partial(CARDS.read_all, language=args.language)
    round_: dict[str, object] = {
        "evidence": "final",
        "left": [[] if text == NO_CARDS else read(text) for text in args.left],
        "taken": dict.fromkeys(BOXES) | _by_box(args.taken, args.language),
    }
    return round_ if args.aside is None else round_ | {"aside": read(args.aside)}


def _by_box(entries: Sequence[tuple[str, object]], language: str) -> dict[str, object]:
    """Return entries by the code of their box. The engine refuses words that are not cards."""
    return {CARDS.read(box, language) or box: value for box, value in entries}


def _explain(problems: Sequence[Problem], language: str) -> str:
    return "\n".join(
        f"{problem.path}: {problem.message(language)}".removeprefix(": ") for problem in problems
    )


def _table(verdict: RoundVerdict, after: Match, language: str) -> str:
    """Return a block for each seat, then what stays in the boxes after a dead round."""
    blocks = [_block(seat, breakdown, language) for seat, breakdown in enumerate(verdict.breakdown)]
    boxes = [
        f"{chips:5}  {WORDS['box'].say(language)} {CARDS.write(box, language)}"
        for box, chips in zip(BOXES, after.boxes, strict=True)
        if chips
    ]
    return "\n\n".join([*blocks, *(["\n".join(boxes)] if boxes else [])])


def _block(seat: int, breakdown: Mapping[str, object], language: str) -> str:
    lines = [WORDS["seat"]._replace(params={"seat": seat}).say(language)]
    items = breakdown["items"]
    assert isinstance(items, list), "a final tells where its scores come from"
    for item in items:
        label = f"{LABELS[item['code']].say(language)} ({item['count']}, {CLAUSES[item['code']]})"
        lines.append(f"{item['points']:5}  {label}")
    lines.append(f"{breakdown['points']:5}  {WORDS['score'].say(language)}")
    lines.append(f"{breakdown['bank']:5}  {WORDS['bank'].say(language)}")
    return "\n".join(lines)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games score nain_jaune", description=__doc__)
    parser.add_argument("left", nargs="+", metavar="CARDS", help='left of a seat: "QS 4H", or -')
    parser.add_argument("--taken", nargs="+", type=assignment, default=[], metavar="BOX=SEAT")
    parser.add_argument("--aside", metavar="CARDS", help="the cards that were not dealt")
    parser.add_argument("--banks", default="", help="before the round: 30,28,32")
    parser.add_argument("--boxes", nargs="+", type=assignment, default=[], metavar="BOX=CHIPS")
    parser.add_argument("--option", type=assignment, action="append", default=[], metavar="N=V")
    parser.add_argument("--language", choices=languages(), default="en")
    parser.add_argument("--json", action="store_true", help="the breakdown as JSON")
    return parser
