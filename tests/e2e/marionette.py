"""Marionette, by which Firefox is driven: the commands of WebDriver in JSON over a socket.

Debian packages no geckodriver, which would translate for Selenium, and Mozilla's own client needs a
module that Python 3.13 has no more.
"""

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

from tests.faults.parts import free_port, wait_until

PREFERENCES = {
    "intl.accept_languages": "en",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
}
PAGE_SECONDS = 60


class MarionetteError(Exception):
    """A command failed."""


class Firefox:
    """A Firefox without a window, with a profile of its own in the folder."""

    def __init__(self, program: str, folder: Path) -> None:
        port = free_port()
        preferences = {**PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in preferences.items()]
        (folder / "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
        with (folder / "firefox.log").open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        self._connect(port)
        self.command("WebDriver:NewSession", pageLoadStrategy="normal")

    def _connect(self, port: int) -> None:
        def answers() -> bool:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), PAGE_SECONDS)
            except OSError:
                return False
            return True

        wait_until(answers, "Firefox answers")
        self._stream = self._socket.makefile("rb")
        self._receive()  # its greeting

    def command(self, command: str, **parameters: Any) -> Any:
        """Return the result of a command, such as `WebDriver:Navigate`."""
        message = json.dumps([0, 1, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _type, _number, error, result = self._receive()
        if error:
            raise MarionetteError(f"{error['error']}: {error['message']}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def _receive(self) -> Any:
        length = b""
        while (character := self._stream.read(1)) != b":":
            assert character, "Firefox has ended"
            length += character
        return json.loads(self._stream.read(int(length)))

    def quit(self) -> None:
        self._stream.close()
        self._socket.close()
        self.process.kill()
        self.process.wait()
