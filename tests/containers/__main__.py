"""Build the image, start compose.yaml as it stands in a real engine, and run the tests about it:
`python -m tests.containers`. Further arguments go to pytest."""

import sys

from tests.containers import engine
from tests.run import CACHE, run

CONTAINERS = CACHE / "containers"


def main() -> int:
    tests = ["-p", "no:randomly", "tests/containers", *sys.argv[1:]]
    if engine.is_running_with_registry():
        write("— with the engine of this machine and the official images")
        engine.build_officially()
        return run(tests, workers=0, cache=CONTAINERS, variables={"MANCHE_ENGINE": "official"})
    try:
        with engine.started() as (inside, environment):
            write("— with an engine of its own and stand-ins for the official images")
            variables = {**environment, "MANCHE_ENGINE": "stand-ins"}
            return run(tests, workers=0, inside=inside, cache=CONTAINERS, variables=variables)
    except engine.NoEngine as error:
        write(f"No container was tried, as no engine can run here: {error}")
        return 0


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
