import pytest

from tests import services


def pytest_collection_modifyitems(items):
    """What needs a real part that does not answer is skipped; CI requires them all (tests.run)."""
    found = services.found()
    for item in items:
        if "e2e" in item.keywords and not found["Chromium"]:
            item.add_marker(pytest.mark.skip("no Chromium"))
        if "services" in item.keywords and not (found["PostgreSQL"] and found["Redis"]):
            item.add_marker(pytest.mark.skip("PostgreSQL or Redis does not answer"))
