"""The command line: python -m seating draw | check | generate."""

from __future__ import annotations

import errno
import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TypeVar

from problems.catalogue import languages
from problems.problem import Problem
from problems.reader import Spot, load
from seating import check, draw, explain, generate
from seating import plan as plans
from seating import request as requests
from seating.plan import Plan, Status
from seating.request import Request
from seating.rules import Mode, Rule
from seating.sizes import MOST_PLAYERS

OK, NOT_OK, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
HELP = f"""Who sits where: draws rounds at tables of two to twelve, and checks any plan.

modes: {", ".join(Mode)}
rules: {", ".join(Rule)}
seating/README.md describes all entries of a request.
Exit status: 0 ok, 1 not ok, 2 unreadable."""
T = TypeVar("T")


class Unreadable(Exception):
    """An input that cannot be read; the message says why."""


class Unwritable(Exception):
    """An output that cannot be written, as on a full disk."""


class Refused(Exception):
    """JSON that is no valid request or plan."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.problems = problems


def main(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    try:
        return _run(args)
    except Unreadable as error:
        _print_error(str(error))
        return UNREADABLE
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return NOT_OK
    except Unwritable as error:
        _drop_output()
        _print_error(f"cannot write: {error}")
        return NOT_OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(args: Namespace) -> int:
    try:
        status: int = args.run(args)
    except Refused as error:
        problems = [problem.to_json(args.language) for problem in error.problems]
        _print_json({"ok": False, "cost": None, "problems": problems})
        return NOT_OK
    return status


def run_draw(args: Namespace) -> int:
    evening = _seatings(args)
    if evening is not None:
        of_evening = [_parsed(requests.read(seating.get("request"))) for seating in evening]
        drawn = [draw.draw(request, monotonic) for request in of_evening]
        _print_json({"plans": [plan.to_json() for plan in drawn]})
        return OK
    request = _request(args)
    plan = draw.draw(request, monotonic)
    extras: dict[str, object] = (
        {"explanation": explain.explain(request, plan)} if args.explain else {}
    )
    _print_json({**plan.to_json(), **extras})
    return NOT_OK if plan.status is Status.INFEASIBLE else OK


def run_check(args: Namespace) -> int:
    evening = _seatings(args)
    if evening is not None:
        return _check_evening(evening, args.language)
    if args.plan is None:
        raise Unreadable("a request needs a plan: check REQUEST PLAN")
    request, plan = _request(args), _plan(args)
    report = check.check(request, plan)
    extras: dict[str, object] = {}
    if report.cost is not None and args.explain:
        extras["explanation"] = explain.explain(request, plan)
    if report.cost is not None and args.swap:
        extras["what_if"] = _what_if(request, plan, args).to_json()
    _print_json({**report.to_json(args.language), **extras})
    return OK if report.ok else NOT_OK


def _seatings(args: Namespace) -> list[dict[str, object]] | None:
    """Return the seatings of a club's export of an evening; None for a single request."""
    document = _load(args.request, args.language) if args.request != "-" else None
    if not isinstance(document, dict) or "seatings" not in document:
        return None
    seatings = document["seatings"]
    if not isinstance(seatings, list) or not all(isinstance(entry, dict) for entry in seatings):
        raise Unreadable(f"cannot read {args.request}: seatings must be a list of objects")
    return seatings


def _check_evening(evening: Sequence[Mapping[str, object]], language: str) -> int:
    """Print a report for each seating of an evening."""
    reports = []
    for seating in evening:
        request = _parsed(requests.read(seating.get("request")))
        reports.append(check.check(request, _parsed(plans.read(seating.get("plan")))))
    _print_json({"reports": [report.to_json(language) for report in reports]})
    return OK if all(report.ok for report in reports) else NOT_OK


def run_generate(args: Namespace) -> int:
    _print_json(generate.generate(args.players, args.seed))
    return OK


def _what_if(request: Request, plan: Plan, args: Namespace) -> explain.WhatIf:
    one, other = args.swap
    present = {request.players[player] for player in request.present_players}
    strangers = sorted({one, other} - present)
    if strangers or args.round not in range(len(plan.rounds)):
        wrong = f"no such player: {strangers[0]}" if strangers else f"no such round: {args.round}"
        raise Unreadable(wrong)
    return explain.what_if(request, plan, args.round, one, other)


def _request(args: Namespace) -> Request:
    return _parsed(requests.read(_load(args.request, args.language)))


def _plan(args: Namespace) -> Plan:
    return _parsed(plans.read(_load(args.plan, args.language)))


def _parsed(result: tuple[T | None, Sequence[Problem]]) -> T:
    value, problems = result
    if value is None:
        raise Refused(problems)
    return value


def _load(file: str, language: str) -> object:
    try:
        data = _read(file)
    except OSError as error:
        raise Unreadable(f"cannot read {file}: {error.strerror}") from error
    at = Spot("", None, [])
    raw = load(data, at)
    if at.problems:
        raise Unreadable(f"cannot read {file}: {at.problems[0].message(language)}")
    return raw


def _read(file: str) -> bytes:
    if file == "-" and sys.stdin is None:  # it was closed before we started
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from error


def _print_json(document: Mapping[str, object]) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=2)
    if sys.stdout is None:  # it was closed before we started
        raise Unwritable(os.strerror(errno.EBADF))
    try:
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(error.strerror) from error


def _print_error(text: str) -> None:
    """Print a message to the error output, unless that is closed."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")


def _drop_output() -> None:
    """Discard the rest of the output buffer, so that it does not fail again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m seating", description=HELP, formatter_class=RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="draw | check | generate")
    _add_draw(commands.add_parser("draw", help="print a plan for a request"))
    _add_check(commands.add_parser("check", help="recompute the cost of any plan"))
    _add_generate(commands.add_parser("generate", help="print a random request with history"))
    return parser


def _add_draw(parser: ArgumentParser) -> None:
    parser.add_argument("request", help="a file of JSON, or - for standard input")
    _add_common(parser)
    parser.set_defaults(run=run_draw)


def _add_check(parser: ArgumentParser) -> None:
    parser.add_argument("request", help="a file of JSON")
    parser.add_argument(
        "plan",
        nargs="?",
        help="a file of JSON, or - for standard input; an export of an evening has its own",
    )
    parser.add_argument("--swap", nargs=2, metavar=("A", "B"), help="what if these two swapped")
    parser.add_argument("--round", type=int, default=0, help="of the swap, from 0")
    _add_common(parser)
    parser.set_defaults(run=run_check)


def _add_common(parser: ArgumentParser) -> None:
    parser.add_argument("--explain", action="store_true", help="what each table and pair costs")
    parser.add_argument("--language", choices=languages(), default="en", help="of the messages")


def _add_generate(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=_players, required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.set_defaults(run=run_generate, language="en")


def _players(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if not 1 <= number <= MOST_PLAYERS:
        raise ArgumentTypeError(f"a number from 1 to {MOST_PLAYERS}, not {text[:40]!r}")
    return number


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
