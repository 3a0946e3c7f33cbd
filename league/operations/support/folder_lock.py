"""A lock on a folder, for work that only one process at a time may do in it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def lock_folder(folder: Path, name: str = ".lock") -> Iterator[bool]:
    """Try to lock `name` in the folder; yield whether it succeeded. Held until the block or the
    process ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / name).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
