"""python -m bench [PART ...]: ratios that guard against regressions, each with its limit.

Both sides of a ratio are measured in the same run, so the limits hold on every machine; each part
runs in a process of its own, since each has other settings. Exits with 1 if a limit is passed.
"""

import argparse
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bench.measure import print_part

PARTS = ("engines", "bots", "seating", "rounds", "leagues", "pages", "product")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parts = parser.parse_args().parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"unknown part: {', '.join(sorted(unknown))}")
    missed = [part for part in parts if not is_within_limits(part)]
    return int(bool(missed))


def is_within_limits(part: str) -> bool:
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(print_part, part).result()
    except Exception:
        traceback.print_exc()
        return False


if __name__ == "__main__":
    raise SystemExit(main())
