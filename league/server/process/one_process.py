"""The server of the embedded layout, in the calling process: web, worker and beat are threads of
one process, supervised only by the system."""

import signal
import socket
from types import FrameType

from django.utils.module_loading import import_string

from league.server.process import embedded_celery, metrics_folder
from league.server.process.buffered_server import BufferedServer

BACKLOG = 2048
APPLICATION = "league.config.wsgi.application"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raise OSError where the address is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def serve(listener: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT; requests in progress are finished."""
    metrics_folder.create()
    application = import_string(APPLICATION)  # after the folder of metrics is there
    from league.operations.support import own_addresses

    own_addresses.accept()
    server, stopped_by = BufferedServer(listener, application), list[int]()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped_by.append(number)

    for number in (signal.SIGTERM, signal.SIGINT):  # a shell may have set SIGINT to be ignored
        signal.signal(number, stop)
    embedded_celery.start()
    try:
        while not stopped_by:
            server.serve_once()
        server.finish()
    finally:
        embedded_celery.stop()
        metrics_folder.remove()
