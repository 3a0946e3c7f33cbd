"""A visitor of the server in containers: a browser's session, or a program with a token."""

import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import requests

from tests.containers.conftest import Stack

SITE = "https://localhost"
EMAIL, PASSWORD = "alice@example.org", "correct horse battery"


class Visitor:
    """A session over HTTPS that trusts the certificate of the server's own authority."""

    def __init__(self, stack: Stack, token: str = "") -> None:
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(stack.certificate)
        if token:
            self.session.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **options: Any) -> requests.Response:
        return self.session.get(f"{SITE}{path}", timeout=40, **options)

    def is_served(self) -> bool:
        """Return whether database, migrations and worker are ready."""
        try:
            return self.get("/readyz").status_code == 200
        except requests.RequestException:
            return False

    def send_form(self, path: str, **fields: str) -> requests.Response:
        """Fill in the first form of a page and send it to the address that it names."""
        page = self.get(path)
        csrf = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert csrf, page.text[:500]
        fields["csrfmiddlewaretoken"] = csrf[1]
        return self.session.post(page.url, fields, headers={"Referer": page.url}, timeout=40)

    def post(self, path: str, body: dict[str, Any], **headers: str) -> requests.Response:
        return self.session.post(f"{SITE}/api/v1{path}", json=body, headers=headers, timeout=40)

    def create(self, path: str, **body: Any) -> Any:
        answer = self.post(path, body)
        assert answer.status_code == 201, answer.text
        return answer.json()


class Crowd:
    """Visitors who read and write without a pause, each answer noted with its seconds."""

    def __init__(self, acts: list[Callable[[], requests.Response]]) -> None:
        self.seconds: list[float] = []
        self.failures: list[str] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._repeat, args=[act]) for act in acts]

    def __enter__(self) -> "Crowd":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def summary(self) -> str:
        return (
            f"{len(self.seconds)} requests, {len(self.failures)} lost, slowest "
            f"{max(self.seconds):.1f} s, median {statistics.median(self.seconds):.3f} s "
            f"{Counter(failure[:150] for failure in self.failures).most_common(4) or ''}"
        )

    def _repeat(self, act: Callable[[], requests.Response]) -> None:
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                answer = act()
            except requests.RequestException as error:
                self.failures.append(repr(error))
            else:
                self.seconds.append(time.monotonic() - began)
                if answer.status_code >= 400:
                    self.failures.append(f"{answer.status_code} {answer.text[:300]}")
            time.sleep(0.05)
