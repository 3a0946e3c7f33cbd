"""docs/performance.md is written part by part."""

from bench import report
from bench.measure import Cell


def test_a_run_of_one_part_leaves_the_others_as_they_are(tmp_path):
    page = tmp_path / "performance.md"
    report.write(page, "web", [Cell("warm page", "a plain view", 0.7, 0.8, 0.95)], "Monday")
    report.write(page, "engines", [Cell("replay", "bridge", 130, 50, 120)], "Tuesday")
    report.write(page, "web", [Cell("warm page", "a plain view", 0.81, 0.8, 0.95)], "Wednesday")
    text = page.read_text()
    assert text.startswith("# Performance\n\nAll figures")
    assert text.index("## Engines") < text.index("## Pages")
    assert "| replay | bridge | 130 | at least 50, 120 | better |" in text
    assert "| warm page | a plain view | 0.81 | at least 0.8, 0.95 | yes |" in text
    assert "Monday" not in text
    assert text.count("\n\nTuesday\n\n") == text.count("\n\nWednesday\n\n") == 1


def test_amounts_have_their_unit_and_what_falls_short_is_marked():
    start, pages = Cell("start", "1 s", 2.75, 2.5, 0, True), Cell("pages", "1", 2, 2, 1, True)
    assert report.row(start) == "| start | | 2.75 s | at most 2.5 | **no** |"
    assert report.row(pages) == "| pages | | 2 | at most 2, 1 | yes |"
