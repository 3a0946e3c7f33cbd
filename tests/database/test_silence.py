"""A server that falls silent is given up: the kernel knows the limits of a connection."""

import os
import socket

import pytest
from django.db import connection

from league.config.databases import SILENCE_OPTIONS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL"),
]


def test_a_silent_server_is_given_up():
    options = {
        "tcp_user_timeout": socket.TCP_USER_TIMEOUT,
        "keepalives_idle": socket.TCP_KEEPIDLE,
        "keepalives_interval": socket.TCP_KEEPINTVL,
        "keepalives_count": socket.TCP_KEEPCNT,
    }
    connection.ensure_connection()
    with socket.socket(fileno=os.dup(connection.connection.fileno())) as wire:
        assert wire.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        limits = {
            name: wire.getsockopt(socket.IPPROTO_TCP, option) for name, option in options.items()
        }
    assert limits == SILENCE_OPTIONS
