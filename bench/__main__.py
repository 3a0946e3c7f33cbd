"""python -m bench [engines] [product]: what the product can do, as ratios.

No cell is a test of speed; each asserts what it computes.
"""

import sys

from bench import engines, product
from bench.measure import head

PARTS = {"engines": engines.cells, "product": product.cells}


def main(asked: list[str]) -> None:
    print(head())
    for name in asked or PARTS:
        for cell in PARTS[name]():
            print(cell.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
