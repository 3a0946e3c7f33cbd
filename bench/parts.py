"""One part of the bench, as a process of its own measures it."""

from importlib import import_module

from bench.measure import Cell, head

MODULES = {"peers": "beside"}  # of the other parts: their names


def printed(name: str) -> list[Cell]:
    """Print the figures of a part as they come, and return them."""
    print(head(), flush=True)
    cells = []
    for cell in import_module(f"bench.{MODULES.get(name, name)}").cells():
        print(cell.line(), flush=True)
        cells.append(cell)
    return cells
