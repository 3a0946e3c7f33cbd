"""The table calculator: the best grouping of a hand, with its breakdown."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from games.neurotrio import evidence, messages, moves, options, score
from games.neurotrio.card_names import CARDS
from games.neurotrio.cards import COPIES, MOST_HELD, Card
from games.neurotrio.score import LABELS, ScoredGrouping
from games.shape import Spot, assignment
from problems import messages as shared
from problems.catalogue import languages
from problems.text import Words

PLAYERS = 2  # any number: no house rule that matters here depends on it
WORDS = {
    "points": Words("points"),
    "duos": Words("duos"),
    "trios": Words("trios"),
    "rest": Words("remainder"),
}


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    args = _parser().parse_args(argv)
    match, problems = options.start(dict(args.option), PLAYERS)
    cards = read_cards(
        CARDS.read_all(" ".join(args.cards), args.language), Spot("", evidence.GENERAL, problems)
    )
    if match is None or problems:
        return False, "\n".join(problem.message(args.language) for problem in problems)
    scored = score.best(cards, args.finisher, match.options)
    if scored is None:
        return False, messages.NO_FINISH.say(args.language, {"found": len(cards)})
    return True, json.dumps(scored.to_json()) if args.json else _table(scored, args.language)


def read_cards(codes: list[str], at: Spot) -> list[Card]:
    """Return any cards of one deck, as many as a player can hold."""
    if len(codes) > MOST_HELD:
        at.refuse(shared.TOO_LONG, found=len(codes), most=MOST_HELD)
        return []
    cards = moves.read_cards([*codes], at) or ()
    evidence.check_copies(cards, at)
    return list(cards)


def _table(scored: ScoredGrouping, language: str) -> str:
    """Return a line per item, then the grouping."""
    lines = [
        f"{item['points']:3}  {LABELS[item['code']].say(language)} "
        f"({item['count']}, {item['clause']})"
        for item in scored.items
    ]
    lines.append(f"{scored.points:3}  {WORDS['points'].say(language)}")
    return "\n".join([*lines, "", *_groups(scored, language)])


def _groups(scored: ScoredGrouping, language: str) -> list[str]:
    write = partial(CARDS.write, language=language)
    duos = ["-".join([write(card)] * COPIES) for card in scored.grouping.duos]
    trios = ["-".join(map(write, trio.cards)) for trio in scored.grouping.trios]
    groups: dict[str, list[str]] = {
        "duos": duos,
        "trios": trios,
        "rest": [*map(write, scored.rest)],
    }
    titles = {name: Words("{name}:", {"name": WORDS[name]}).say(language) for name in groups}
    return [f"{titles[name]} {'  '.join(cards) or '-'}" for name, cards in groups.items()]


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games score neurotrio", description=__doc__)
    parser.add_argument("cards", nargs="+", metavar="CARD", help="force, nature, fond: 2EB")
    parser.add_argument("--finisher", action="store_true", help="the player finished with these")
    parser.add_argument("--option", type=assignment, action="append", default=[], metavar="N=V")
    parser.add_argument("--language", choices=languages(), default="en")
    parser.add_argument("--json", action="store_true", help="the breakdown as JSON")
    return parser
