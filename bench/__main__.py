"""python -m bench [--write PAGE] [engines] [standings] [visible] [api] [rounds] [web] [seating]
[waiting] [growth] [peers] [bots] [push]: as ratios.

Without names, all parts but the last two are measured. No cell is a test of speed; each asserts
what it computes.
"""

import argparse
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from bench import bots, parts, push, report

LINES = {"bots": bots.lines, "push": push.lines}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the figures into a page")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join([*report.ABOUT, *LINES]))
    options = parser.parse_args()
    if unknown := set(options.parts) - {*report.ABOUT, *LINES}:
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    for name in options.parts:
        for line in LINES[name]() if name in LINES else ():
            print(line, flush=True)
    names = [name for name in options.parts or report.ABOUT if name in report.ABOUT]
    return sum([not measured(name, options.write) for name in names])


def measured(name: str, page: Path | None) -> bool:
    """Measure a part in a process of its own, since each has other settings, and write its figures
    into the page; return whether nothing failed."""
    began = report.now_and_here()
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            cells = pool.submit(parts.printed, name).result()
    except Exception:
        traceback.print_exc()
        return False
    if cells and page:
        report.write(page, name, cells, began)
    return True


if __name__ == "__main__":
    raise SystemExit(main())
