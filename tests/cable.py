"""The way to a server, from a browser or a program, which can be slow or cut.

What a browser calls offline does not reach a page that is just being loaded: its script may send.
"""

import socket
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from threading import Thread


class Cable:
    def __init__(self, port: int) -> None:
        self.there = ("127.0.0.1", port)
        self.here = socket.create_server(("127.0.0.1", 0))
        self.port = self.here.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.is_cut = False
        self.delay = 0.0  # seconds that each answer takes longer
        self.ends: list[socket.socket] = []
        Thread(target=self._answer, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        for end in self.ends:
            hang_up(end)
        self.ends.clear()

    def mend(self) -> None:
        self.is_cut = False

    def _answer(self) -> None:
        with suppress(OSError):  # closed at the end of the test
            while True:
                near, _address = self.here.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.there)
                self.ends += [near, far]
                Thread(target=carry, args=(near, far), daemon=True).start()
                Thread(target=carry, args=(far, near, self._wait), daemon=True).start()

    def _wait(self) -> None:
        time.sleep(self.delay)


def carry(
    one: socket.socket, other: socket.socket, wait: Callable[[], None] = lambda: None
) -> None:
    with suppress(OSError):
        while sent := one.recv(65536):
            wait()
            other.sendall(sent)
    hang_up(one)
    hang_up(other)


def hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def cable(url: str):
    """Yield a cable to the server at this address."""
    laid = Cable(int(url.rpartition(":")[2]))
    try:
        yield laid
    finally:
        hang_up(laid.here)
        laid.cut()
