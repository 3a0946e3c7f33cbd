"""What the description allows and forbids by lot, sent to the product as a server runs it, on
PostgreSQL; tests/api/http/test_fuzz.py sends its edges, on SQLite."""

import pytest

from tests.api import fuzz
from tests.e2e.conftest import server_layout

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(3600)]
UNTHROTTLED = {"THROTTLE_TOKEN": "1000000/min", "THROTTLE_ADDRESS": "1000000/min"}


def test_no_request_breaks_the_product(tmp_path):
    with server_layout(tmp_path, "demo", **UNTHROTTLED) as served:
        token = served.manage("apitoken", "demo@manche.example").strip()

        def call(method, path, body=None):
            return served.call(method, path, body, token=token)[1]

        report = fuzz.run(served.url, token, call, tmp_path, "fuzzing")
        assert "No issues found" in report, report
        assert "Traceback" not in served.output()
