"""Build the image, start compose.yaml as it stands in a real engine, and run the tests about it:
`python -m tests.containers`. Further arguments go to pytest."""

import os
import subprocess
import sys

from tests.containers import engine


def main() -> int:
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:randomly"]
    tests += ["tests/containers", *sys.argv[1:]]
    if engine.is_running_with_registry():
        write("— with the engine of this machine and the official images")
        engine.build_officially()
        return subprocess.run(tests, env={**os.environ, "MANCHE_ENGINE": "official"}).returncode
    try:
        with engine.started() as (inside, environment):
            write("— with an engine of its own and stand-ins for the official images")
            variables = {**os.environ, **environment, "MANCHE_ENGINE": "stand-ins"}
            return subprocess.run([*inside, *tests], env=variables).returncode
    except engine.NoEngine as error:
        write(f"No container was tried, as no engine can run here: {error}")
        return 0


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
