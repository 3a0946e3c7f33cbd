"""Ten main pages for people who listen, zoom, choose their own colours or want no motion."""

import os
import re
from pathlib import Path

import pytest

from tests.e2e.accessibility import violations
from tests.e2e.pages import sign_in

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

FOLDER = Path(__file__).parent / "outlines"
RECORD = os.environ.get("MANCHE_RECORD") == "1"
PUBLIC = {
    "search": "/en/search/",
    "club": "/en/clubs/les-ardoises-de-clermont/",
    "season": "/en/seasons/1/",
    "match": "/en/matches/{njet}/",
    "player": "/en/players/1/",
    "tournament": "/en/tournaments/{cup}/",
    "sign-up": "/en/sessions/{coming}/sign-up/",
    "table": "/en/t/{code}/",
}
DESK = {"desk": "/en/desk/", "round": "/en/desk/matches/{at_table}/rounds/3/"}
QUICK = {"season", "sign-up", "table", "round"}
# what a person jumps to or acts on; names in rows and texts are free to change
LISTENED_TO = re.compile(
    r"- (banner|navigation|main|contentinfo|complementary|region|search|heading|button|textbox"
    r"|searchbox|combobox|checkbox|spinbutton|table|figure|img|columnheader|group|dialog)\b"
)
WITHOUT_NAME = re.compile(
    r"- (link|button|textbox|searchbox|combobox|checkbox|radio|img)( \[.*)?:?$"
)
DATES = re.compile(
    r"((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August"
    r"|September|October|November|December)"
)
PHONE = {"width": 375, "height": 667}
ZOOMED = {"width": 640, "height": 400}  # 1280 × 800 at 200 %


def outline(snapshot):
    """Return what is listened to: landmarks, headings, controls; a line for equal neighbours."""
    lines = []
    for line in snapshot.splitlines():
        if LISTENED_TO.match(line.strip()):
            line = DATES.sub("DATE", re.sub(r"(?<!level=)\d+([.,:]\d+)*", "#", line)).rstrip(":")
            if not lines or lines[-1] != line:
                lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.fixture(
    params=[
        pytest.param(name, marks=() if name in QUICK else pytest.mark.long)
        for name in (*PUBLIC, *DESK)
    ]
)
def opened(request, demo, matches, chromium):
    """Yield (name, page)."""
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    if request.param in DESK:
        sign_in(page, demo, "en")
    page.goto(demo.url + {**PUBLIC, **DESK}[request.param].format(**matches))
    return request.param, page


def test_a_main_page_is_accessible_in_all_display_modes(opened):
    name, page = opened
    says_the_same_to_screen_readers(name, page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert violations(page) == [], "in the dark, on a phone"
    page.set_viewport_size(ZOOMED)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "at 200 %"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page.emulate_media(forced_colors="active")
    assert page.evaluate(BUTTONS_WITHOUT_EDGE) == [], "without backgrounds"


BUTTONS_WITHOUT_EDGE = """
    () => [...document.querySelectorAll("button, .button")]
        .filter((each) => each.checkVisibility())
        .filter((each) => ["none", "hidden"].includes(getComputedStyle(each).borderTopStyle))
        .filter((each) => getComputedStyle(each).textDecorationLine !== "underline")
        .map((each) => each.outerHTML.slice(0, 90))
"""


def says_the_same_to_screen_readers(name, page):
    snapshot = page.locator("body").aria_snapshot()
    nameless = [line for line in snapshot.splitlines() if WITHOUT_NAME.search(line)]
    assert nameless == []
    file = FOLDER / f"{name}.txt"
    if RECORD:
        file.write_text(outline(snapshot))
    assert outline(snapshot) == file.read_text(), "MANCHE_RECORD=1 records the new outline"
