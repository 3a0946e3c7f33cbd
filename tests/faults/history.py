"""What clients were told, and whether the database agrees: every accepted round exactly once."""

import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.parts import PATIENCE, Product

UNKNOWN = {0, 500, 502, 503, 504}  # the effect may have come about or not


@dataclass
class History:
    product: Product
    hangs_up: bool = False  # each client first sends and does not wait for the answer
    acknowledged: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    slowest: float = 0.0
    again: int = 0  # answers that left the effect open
    refused: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def accepted(self) -> int:
        return len(self.acknowledged)

    def submit(self, match: int, scores: Sequence[int], number: int = 1) -> int:
        body = {"evidence": "sheet", "scores": list(scores), "number": number}
        return self._send("POST", f"matches/{match}/rounds/", body, fresh=True)

    def correct(self, match: int, number: int, scores: Sequence[int]) -> int:
        body = {"evidence": "sheet", "scores": list(scores)}
        return self._send("PUT", f"matches/{match}/rounds/{number}/", body, fresh=False)

    def _send(self, method: str, path: str, body: dict[str, Any], *, fresh: bool) -> int:
        """Send a request with one key until an answer says what became of it."""
        key, end = secrets.token_hex(8), time.monotonic() + PATIENCE
        if self.hangs_up:
            self.product.call(method, path, body, key, timeout=0.02)
        while True:
            began = time.monotonic()
            status, _, headers = self.product.call(method, path, body, key)
            spent = time.monotonic() - began
            with self._lock:
                if status in UNKNOWN:
                    self.again += 1
                elif status in {200, 201}:
                    self.slowest = max(self.slowest, spent)
                    self._keep(headers["ETag"], body["scores"], fresh)
                else:
                    self.refused += 1
            if status not in UNKNOWN:
                return status
            assert time.monotonic() < end, "nobody says what became of a request"
            time.sleep(0.1)

    def _keep(self, tag: str, scores: list[int], fresh: bool) -> None:
        match, number, version = (int(part[1:]) for part in tag.strip('"').split("."))
        previous = self.acknowledged.get((match, number, version))
        assert previous is None or (previous == scores and not fresh), (
            f"two effects have one name: {tag}"
        )
        self.acknowledged[match, number, version] = scores

    def assert_kept(self) -> None:
        """Check that no accepted round is missing, none is there twice, none came from nowhere."""
        rows = self.product.ask(
            "SELECT match_id, number, version, verdict->'scores' FROM league_submission"
        )
        assert {tuple(row[:3]): row[3] for row in rows} == self.acknowledged
        assert len(rows) == len(self.acknowledged)
