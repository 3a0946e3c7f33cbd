"""A stored round shows on every open page without a reload, and nothing that a reader does there is
disturbed by it."""

import re
import sys
import time

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

PLAYERS = ("Ada", "Bruno", "Chloé")


class Evening:
    """A club with an evening, made by a program of its own."""

    def __init__(self, served):
        self.served, self.token = served, served.token
        self.club = self.post("clubs/", name="Les Ardoises")["slug"]
        players, seasons = f"clubs/{self.club}/players/", f"clubs/{self.club}/seasons/"
        self.players = [self.post(players, name=name)["id"] for name in PLAYERS]
        self.season = self.post(seasons, name="S", starts_on="2026-09-01")["id"]
        sessions = f"seasons/{self.season}/sessions/"
        self.session = self.post(sessions, starts_at="2026-10-01T18:30:00Z")["id"]
        self.match = self.sit_down()

    def sit_down(self):
        path = f"sessions/{self.session}/matches/"
        return self.post(path, game="neurotrio", players=self.players)["id"]

    def play(self, *scores, match=None):
        body = {"evidence": "sheet", "scores": scores}
        return self.post(f"matches/{match or self.match}/rounds/", **body)

    def post(self, path, **body):
        status, answer = self.served.call("POST", path, body, self.token)
        assert status == 201, answer
        return answer


WATCH = """marker => new Promise(seen => {
  const main = document.querySelector("main");
  const scores = () => {  // without the explanations, which name the scale of the points
    const copy = main.cloneNode(true);
    for (const each of copy.querySelectorAll("details")) each.remove();
    return copy.textContent;
  };
  const look = () => scores().includes(marker) && seen(Date.now());
  new MutationObserver(look).observe(main, { subtree: true, childList: true, characterData: true });
  setTimeout(() => seen(0), 20000);
  look();
})"""


@pytest.fixture
def evening(shared):
    return Evening(shared)


def opened(chromium, served, path, complaints):
    page = chromium.new_context(viewport={"width": 390, "height": 500}).new_page()
    page.set_default_timeout(60_000)
    page.on("console", lambda m: m.type == "error" and complaints.append(m.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{served.url}/en/{path}")
    return page


def test_a_round_shows_on_every_open_page(chromium, shared, evening):
    evening.play(22, 5, 6)
    evening.play(14, 5, 6)
    complaints = []
    paths = {
        f"matches/{evening.match}/": "58",
        f"sessions/{evening.session}/": "58",
        f"clubs/{evening.club}/": "60",
        f"seasons/{evening.season}/": "60",
        f"screens/sessions/{evening.session}/": "58",
        f"screens/seasons/{evening.season}/": "60",
    }
    pages = {path: opened(chromium, shared, path, complaints) for path in paths}
    for path, marker in paths.items():
        pages[path].wait_for_load_state("load")
        assert marker not in pages[path].locator("main").inner_text()
        pages[path].evaluate(f"void (window.seen = ({WATCH})('{marker}'))")
    start = time.time()
    evening.play(22, 5, 6)
    took = {path: page.evaluate("seen") / 1000 - start for path, page in pages.items()}
    sys.stdout.write(f"\nseconds until it was seen: {took}\n")
    assert all(seconds > 0 for seconds in took.values()), "a page waits 20 s, and then gives up"
    assert complaints == []


def test_live_updates_keep_scroll_selection_and_focus(chromium, shared, evening):
    evening.play(22, 5, 6)
    page = opened(chromium, shared, f"matches/{evening.match}/", [])
    page.evaluate("scrollTo(0, 60)")
    page.locator(".podium a", has_text="Bruno").focus()
    page.evaluate(
        "getSelection().selectAllChildren([...document.querySelectorAll('.podium a')].at(-2))"
    )
    before = page.evaluate("[scrollY, String(getSelection()), document.activeElement.textContent]")
    assert before == [60, "Chloé", "Bruno"]
    evening.play(5, 22, 6)
    page.locator(".podium li", has_text="27").first.wait_for()
    after = page.evaluate("[scrollY, String(getSelection()), document.activeElement.textContent]")
    assert after == before
    assert page.locator(".podium li.moved").count()


def test_a_lost_connection_is_shown_with_its_age_and_recovers(chromium, shared, evening):
    page = opened(chromium, shared, f"matches/{evening.match}/", [])
    page.context.set_offline(True)
    page.get_by_text("No connection.").wait_for()
    expect(page.locator("[data-age]")).to_contain_text("second")
    assert violations(page) == []
    evening.play(22, 5, 6)
    page.context.set_offline(False)
    page.locator(".sheet td", has_text="22").first.wait_for()
    page.locator(".live .lost").wait_for(state="hidden")


def test_a_desk_keeps_the_focus_until_its_owner_signs_out_elsewhere(chromium, shared, evening):
    context = chromium.new_context(locale="en")
    desk, other = context.new_page(), context.new_page()
    desk.goto(f"{shared.url}/en/login/?next=/en/desk/sessions/{evening.session}/")
    desk.fill("[name=login]", "alice@example.org")
    desk.fill("[name=password]", "a-good-pass-phrase")
    desk.click("main button")
    expect(desk.locator("#next")).to_be_visible()

    # the button that has the focus goes away: the focus stays nearby
    cancel = desk.locator(f"#off-{evening.match}")
    cancel.focus()
    evening.play(22, 5, 6)
    cancel.wait_for(state="detached")
    assert desk.evaluate("document.activeElement.closest('#tables') !== null")

    other.goto(f"{shared.url}/en/")
    other.get_by_role("button", name="Sign out").click()
    expect(desk).to_have_url(re.compile("/en/login/"), timeout=20_000)
    expect(desk.locator("h1")).to_have_count(1)


@pytest.mark.long
def test_a_screen_turns_its_pages_and_holds_on_to_what_it_has(chromium, shared, evening):
    for _ in range(4):
        evening.play(22, 5, 6, match=evening.sit_down())
    complaints = []
    page = opened(chromium, shared, f"screens/sessions/{evening.session}/?size=4", complaints)
    shown = page.locator(".panel.shown")
    expect(shown).to_have_count(1)
    first = page.locator(".panel.shown [data-pages] > :not(.off)").all_inner_texts()
    assert 0 < len(first) < 5, "what does not fit waits for its page"
    page.keyboard.press("ArrowRight")
    assert page.locator(".panel.shown [data-pages] > :not(.off)").all_inner_texts() != first
    page.keyboard.press("n")
    page.keyboard.press("-")
    expect(page.locator("#panel-people.shown")).to_have_count(1)
    assert page.url.endswith("?size=3&by=name")
    assert violations(page) == []
    page.context.set_offline(True)
    page.get_by_text("No connection.").wait_for()
    expect(page.locator("#panel-people").get_by_text("Chloé")).to_be_visible()
    page.context.set_offline(False)
    page.locator(".live .lost").wait_for(state="hidden")
    assert [line for line in complaints if "ERR_INTERNET_DISCONNECTED" not in line] == []


@pytest.mark.long
def test_round_at_tables_of_five_fits_on_two_pages_with_one_line_a_name(chromium, shared):
    code = (
        "from tests import make; club = make.club(make.user('cinq@example.org'), 'Cinq'); "
        "people = make.players(club, "
        "[f'Marie-Antoinette de Rochambeau-Lafayette {n}' for n in range(38)]); "
        "cup = make.tournament(club, people, most=5, game='triominos', options={}); "
        "sitting = make.published(cup); print(cup.pk, sitting.tables.count())"
    )
    cup, tables = shared.manage("shell", "-v0", "-c", code).split()[-2:]
    page = chromium.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{shared.url}/en/screens/tournaments/{cup}/?by=table")
    seen = []
    for _page in range(2):
        seen += page.locator(".panel.shown .room > :not(.off) h3 b").all_inner_texts()
        lines = page.locator(".panel.shown .room > :not(.off) .grow:not(:empty)").evaluate_all(
            "names => names.map(name => name.getBoundingClientRect().height)"
        )
        assert max(lines) < 1.2 * min(lines)
        page.keyboard.press("ArrowRight")
    assert seen == [f"T{number}" for number in range(1, int(tables) + 1)]


@pytest.mark.long
def test_without_script_a_screen_shows_all_its_panels(chromium, shared, evening):
    evening.play(22, 5, 6)
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{shared.url}/en/screens/sessions/{evening.session}/")
    expect(page.locator("#panel-tables")).to_be_visible()
    expect(page.locator("#panel-people")).to_be_visible()
    page.get_by_role("link", name="Text size 5 of 5").click()
    expect(page.locator("html[data-size='5']")).to_have_count(1)
