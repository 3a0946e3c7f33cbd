"""Parts of the product that gunicorn uses in place of its own: the worker and the log."""

import os
from logging.config import dictConfig
from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger
from gunicorn.workers import base

from league.server.process.buffered_server import BufferedServer


class BufferedWorker(base.Worker):
    """Serves by `BufferedServer`, as the embedded layout does."""

    def run(self) -> None:
        (listener,) = self.sockets
        server = BufferedServer(listener.sock, self.wsgi)
        while self.alive and self.ppid == os.getppid():
            self.notify()
            server.serve_once()
        server.finish(self.notify)


class ServerLog(Logger):
    """Hands gunicorn's lines to the handlers of the product, so that all lines have one form."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        dictConfig(settings.LOGGING)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
