"""What each cable cost is printed at the end of the run."""

import pytest


@pytest.fixture
def figures(record_property):
    """Return a function that notes a line for the end of the run."""

    def note(title, **values):
        record_property("scaling", {"title": title, **values})

    return note


def pytest_terminal_summary(terminalreporter):
    lines = [
        value
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", [])
        if name == "scaling" and getattr(report, "when", "") == "call"
    ]
    if lines:
        terminalreporter.section("scaling")
    for line in lines:
        text = ", ".join(f"{name} {value}" for name, value in line.items() if name != "title")
        terminalreporter.write_line(f"scaling: {line['title']}: {text}".replace("_", " "))
