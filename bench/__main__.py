"""python -m bench [engines] [standings] [visible] [api] [rounds] [web] [seating] [bots] [push].

Prints ratios. No cell is a test of speed; each asserts what it computes.
"""

import sys

from bench import (
    api,
    beside,
    bots,
    engines,
    growth,
    push,
    rounds,
    seating,
    standings,
    visible,
    waiting,
    web,
)
from bench.measure import head

PARTS = {
    "engines": engines.cells,
    "standings": standings.cells,
    "visible": visible.cells,
    "api": api.cells,
    "rounds": rounds.cells,
    "web": web.cells,
    "seating": seating.cells,
    "growth": growth.cells,
    "waiting": waiting.cells,
    "peers": beside.cells,
}


def main(names: list[str]) -> None:
    if "bots" in names:
        for line in bots.lines():
            print(line, flush=True)
    if "push" in names:
        for line in push.lines():
            print(line, flush=True)
    others = {"bots", "push"}
    names = [name for name in names if name not in others] if names else list(PARTS)
    if names:
        print(head())
    for name in names:
        for cell in PARTS[name]():
            print(cell.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
