"""Gunicorn's worker, which serves by `buffered_server`."""

import os

from gunicorn.workers import base

from league.config.buffered_server import BufferedServer


class BufferedWorker(base.Worker):
    def run(self) -> None:
        (listener,) = self.sockets
        server = BufferedServer(listener.sock, self.wsgi)
        while self.alive and self.ppid == os.getppid():
            self.notify()
            server.serve_once()
        server.finish(self.notify)
