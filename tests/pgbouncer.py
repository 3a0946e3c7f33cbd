"""A PgBouncer of one's own, which hands each transaction to another connection."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.faults.parts import free_port, wait_until

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
CONNECTIONS = 8  # to the server, for each database


@contextmanager
def pooling(url: str, mode: str = "transaction") -> Iterator[str]:
    """Start PgBouncer in front of a PostgreSQL server without passwords, yield the address of the
    same database through it, and stop it."""
    server, port = urlsplit(url), free_port()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "pgbouncer.ini"
        file.write_text(
            "[databases]\n"
            f"* = host={server.hostname} port={server.port} user={server.username}\n"
            "[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
            f"auth_type = any\npool_mode = {mode}\n"
            f"default_pool_size = {CONNECTIONS}\nmax_client_conn = 200\n"
            + ("user = postgres\n" if os.geteuid() == 0 else "")  # it refuses to be root
        )
        assert PROGRAM, "pgbouncer is not installed"
        process = subprocess.Popen([PROGRAM, "--quiet", str(file)], stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: answers(port), "PgBouncer answers")
            yield server._replace(netloc=f"{server.username}@127.0.0.1:{port}").geturl()
        finally:
            process.kill()
            process.wait()


def answers(port: int, host: str = "127.0.0.1") -> bool:
    try:
        socket.create_connection((host, port), 1).close()
    except OSError:
        return False
    return True
