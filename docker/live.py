"""The health checks of the containers: exit with 0 if a health page reports that all is well, or
that the given part of it is.

    python live.py ADDRESS [PART]

Sends the first of ALLOWED_HOSTS as host name, since any other name is refused. Only Python's own
modules are used, so that it starts quickly.
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

SECONDS = 4


def main() -> int:
    address, *parts = sys.argv[1:]
    state = answer(address)
    return 0 if all(state[part] == "ok" for part in parts or ["status"]) else 1


def answer(address: str) -> dict[str, str]:
    """Return the JSON of a health page, also of one that is not ready (503); raise OSError without
    an answer."""
    name = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
    request = Request(address, headers={"Host": name})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=SECONDS) as response:
            return dict(json.load(response))
    except HTTPError as error:
        if error.code != 503:
            raise
        return dict(json.load(error))


if __name__ == "__main__":
    sys.exit(main())
