"""The command line: python -m games check | play | score | rules."""

from __future__ import annotations

import errno
import json
import os
import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import BinaryIO

from games import GAMES, base, record, shape
from games.base import Bots, Evidence
from problems.catalogue import languages
from problems.text import visible

OK, NOT_OK, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
NAMES = (
    "Ada", "Bob", "Chloé", "Dov", "Élise", "Farid", "Gwen", "Hugo", "Inès", "Jan", "Kemal", "Lou",
)  # fmt: skip


class Unwritable(Exception):
    """The output cannot be written, as on a full disk."""


def main(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return NOT_OK
    except Unwritable as error:
        _drop_output()
        _tell(f"cannot write: {error}")
        return NOT_OK
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def check(args: Namespace) -> int:
    try:
        with _source(args.file) as source:
            return _check_lines(source, args.language) if args.ndjson else _check(source, args)
    except BrokenPipeError:
        raise
    except OSError as error:
        _tell(f"cannot read {visible(args.file)}: {error.strerror}")
        return UNREADABLE


def play(args: Namespace) -> int:
    game, rng = GAMES[args.game], Random(os.fsencode(args.seed))
    names = NAMES[: args.players or max(game.seats[0], min(4, game.seats[-1]))]
    evidence = args.evidence or base.levels_of(game)[-1]
    for _ in range(args.matches):
        try:
            played = record.play(
                args.game, rng, names, evidence, options=dict(args.option), bots=args.bots
            )
        except ValueError as error:
            _tell(str(error))
            return UNREADABLE
        _print(json.dumps(played, ensure_ascii=False))
    return OK


def score(args: Namespace) -> int:
    could, text = GAMES[args.game].calculate(args.rest)
    if could:
        _print(text)
        return OK
    _tell(text)
    return NOT_OK


def rules(args: Namespace) -> int:
    from games.rule_text import rules_text

    text = rules_text(GAMES[args.game], args.language, args.clause)
    if text is None:
        clause = f"clause {visible(args.clause)}" if args.clause else "text"
        _tell(f"the rules of {args.game} have no {clause}")
        return UNREADABLE
    _print(text)
    return OK


def _check(source: BinaryIO, args: Namespace) -> int:
    verdict = record.check_text(source.read())
    _print(json.dumps(verdict.to_json(args.language), ensure_ascii=False, indent=2))
    return OK if verdict.ok else NOT_OK


def _check_lines(source: BinaryIO, language: str) -> int:
    """Print a verdict for every line, blank ones too, so that line n answers line n."""
    status = OK
    for line in source:
        verdict = record.check_text(line)
        _print(json.dumps(verdict.to_json(language), ensure_ascii=False))
        if not verdict.ok:
            status = NOT_OK
    return status


@contextmanager
def _source(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        if sys.stdin is None:  # it was closed before we started
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield sys.stdin.buffer
    else:
        with _open(file) as opened:
            yield opened


def _open(file: str) -> BinaryIO:
    try:
        return Path(file).open("rb")
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from error


def _tell(text: str) -> None:
    """Print an error; it is lost where the error output is closed."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def _print(text: str) -> None:
    if sys.stdout is None:  # it was closed before we started
        raise Unwritable(os.strerror(errno.EBADF))
    try:
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(error.strerror) from error


def _drop_output() -> None:
    """Send the rest of the buffer nowhere, so that it does not fail once more at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games", description="The rules of the games.")
    commands = parser.add_subparsers(required=True, metavar="check | play | score | rules")
    _add_check(commands.add_parser("check", help="check match records"))
    _add_play(commands.add_parser("play", help="let bots play whole matches"))
    _add_score(commands.add_parser("score", help="the table calculator of a game", add_help=False))
    _add_rules(commands.add_parser("rules", help="print the rules of a game, or one clause"))
    return parser


def _add_check(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", help="default: standard input")
    parser.add_argument("--ndjson", action="store_true", help="one record, one verdict per line")
    parser.add_argument("--language", choices=languages(), default="en", help="of the messages")
    parser.set_defaults(run=check)


def _add_game(parser: ArgumentParser) -> None:
    # thanks to the metavar, the games are listed only in a help or an error
    parser.add_argument("game", choices=GAMES, metavar="GAME", help="one of: %(choices)s")


def _add_play(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("--players", type=int, choices=range(1, len(NAMES) + 1), metavar="N")
    parser.add_argument("--seed", default="0", help="the same seed plays the same matches")
    evidence = "the strongest that the game has, by default"
    parser.add_argument("--evidence", choices=list(map(str, Evidence)), help=evidence)
    parser.add_argument("--matches", type=int, default=1, metavar="M")
    parser.add_argument("--bots", choices=list(map(str, Bots)), default="sensible")
    parser.add_argument("--option", type=shape.assignment, action="append", default=[])
    parser.set_defaults(run=play)


def _add_score(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("rest", nargs=REMAINDER)
    parser.set_defaults(run=score)


def _add_rules(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("clause", nargs="?", default="", help="its number, such as N17")
    parser.add_argument("--language", choices=languages(), default="en", help="of the rules")
    parser.set_defaults(run=rules)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
