"""The server of one computer, in the process that `manage.py serve` is."""

import socket

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.django_db
def test_a_port_that_is_taken_is_named(settings):
    settings.DEMO = False
    settings.EMBEDDED = True
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"at 127.0.0.1:{port} .* choose another"):
            call_command("serve", port=port)
