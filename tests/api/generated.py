"""A client made from the committed description by a generator that knows nothing of us."""

import importlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from api.description import docs

PACKAGE = "manche_client"
CONFIG = {
    "package_name_override": PACKAGE,
    "post_hooks": [],  # they would format the code with whatever is installed here
    "content_type_overrides": {  # it knows none of them
        "application/zip": "application/octet-stream",
        "application/pdf": "application/octet-stream",
        **dict.fromkeys(("image/png", "image/jpeg", "image/webp"), "application/octet-stream"),
    },
}


def generate(folder: Path) -> str:
    """Generate the client and return what the generator printed; its warnings are about parts that
    it left out."""
    (folder / "config.yml").write_text(yaml.safe_dump(CONFIG))
    command = [sys.executable, "-m", "openapi_python_client", "generate"]
    command += ["--path", str(docs.FILE), "--config", str(folder / "config.yml"), "--meta", "none"]
    command += ["--output-path", str(folder / PACKAGE), "--fail-on-warning"]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


@dataclass
class Generated:
    """A generated client. It finds operations by their ids and models by their names; `client`
    knows the server and the token."""

    folder: Path
    client: Any

    def send(self, operation: str, *arguments: Any, **named: Any) -> Any:
        """Return the whole response; `parsed` in it is a model."""
        (file,) = self.folder.glob(f"{PACKAGE}/api/*/{operation}.py")
        module = importlib.import_module(f"{PACKAGE}.api.{file.parent.name}.{operation}")
        return module.sync_detailed(*arguments, client=self.client, **named)

    def call(self, operation: str, *arguments: Any, **named: Any) -> Any:
        """Return the model in a successful answer."""
        response = self.send(operation, *arguments, **named)
        assert response.status_code in {200, 201, 202, 204}, (operation, response.content)
        return response.parsed

    def model(self, name: str) -> Any:
        return getattr(importlib.import_module(f"{PACKAGE}.models"), name)

    def operations(self) -> list[str]:
        files = self.folder.glob(f"{PACKAGE}/api/*/*.py")
        return sorted(file.stem for file in files if file.stem != "__init__")


def connect(folder: Path, server: str, token: str) -> Generated:
    client = importlib.import_module(PACKAGE).AuthenticatedClient(base_url=server, token=token)
    return Generated(folder, client)
