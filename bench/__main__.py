"""python -m bench [engines] [standings] [visible] [api] [web] [seating] [bots]: as ratios.

No cell is a test of speed; each asserts what it computes.
"""

import sys

from bench import api, bots, engines, seating, standings, visible, web
from bench.measure import head

PARTS = {
    "engines": engines.cells,
    "standings": standings.cells,
    "visible": visible.cells,
    "api": api.cells,
    "web": web.cells,
    "seating": seating.cells,
}


def main(asked: list[str]) -> None:
    if "bots" in asked:
        for line in bots.lines():
            print(line, flush=True)
    asked = [name for name in asked if name != "bots"] if asked else list(PARTS)
    if asked:
        print(head())
    for name in asked:
        for cell in PARTS[name]():
            print(cell.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
