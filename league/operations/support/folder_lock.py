"""A lock on a folder, for work that no two processes may do in it at once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = ".lock"


@contextmanager
def lock_folder(folder: Path) -> Iterator[bool]:
    """Yield whether nobody else has the lock, and hold it until the end, or that of the process."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
