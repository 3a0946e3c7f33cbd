"""A lock on a folder, for work that no two processes may do in it at once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def lock_folder(folder: Path, name: str = ".lock") -> Iterator[bool]:
    """Yield whether nobody else has the lock of this name, and hold it until the end, or that of
    the process."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / name).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
