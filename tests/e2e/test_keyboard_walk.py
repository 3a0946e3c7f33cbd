"""The acts of the desk by keyboard alone: the focus is always visible, and after an act it is where
the next one begins. The seats of a draw are moved with a finger, too."""

import pytest
from playwright.sync_api import expect

from tests.e2e import keyboard
from tests.e2e.keyboard import Walker

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

NEW = ["Eva", "Finn", "Gil", "Hana"]
CLUB = """
from datetime import date
from django.utils import timezone
from league.models import User
from league.operations.people import clubs
from league.operations.seasons import seasons
from tests import make
by = User.objects.get(email="alice@example.org")
club = clubs.create(by=by, name="Walk")
for name in ("Ada", "Bruno", "Chloé", "Dov"): clubs.add_player(club, name=name)
season = seasons.create(club, name="Autumn", starts_on=date(2026, 1, 1))
cup = make.tournament(club, here=[], name="Cup", starts_at=timezone.now(), minutes=45)
draft = make.tournament(club, here=8, name="Draft", starts_at=timezone.now())
from league.operations.tournaments.play import sittings
print(season.pk, cup.pk, sittings.draw(draft, by=by)[0].pk)
"""


@pytest.fixture(scope="module")
def numbers(shared):
    "Return the ids of a season, a tournament and a drawn round in a club of Alice."
    return shared.manage("shell", "-v0", "-c", CLUB).split()[-3:]


@pytest.fixture
def desk(shared, chromium):
    """Return a page of Alice, who has signed in with the keyboard."""
    return keyboard.signed_in_page(chromium, shared.url, "alice@example.org")


def test_an_evening_is_run_without_a_mouse(shared, desk, numbers):
    walker = Walker(desk)
    desk.goto(f"{shared.url}/en/desk/seasons/{numbers[0]}/")
    desk.locator("button:focus").wait_for()  # that which starts an evening
    walker.press("Enter")
    desk.locator("#find:focus").wait_for()
    for name in ("ad", "br", "ch", "do"):
        walker.keys.type(name)
        walker.press("Enter")
    desk.get_by_text("Seat 4 players").wait_for()

    # out and in again: the focus stays among the people, and what was done is undone by "u"
    walker.act("Check out Dov")
    desk.get_by_text("Seat 3 players").wait_for()
    walker.sees_focus()
    desk.locator("#tables .log li").first.filter(has_text="has left").wait_for()
    walker.press("u")
    walker.stands_on("Undo: Dov has left")
    walker.press("Enter")
    desk.get_by_text("Seat 4 players").wait_for()
    walker.sees_focus()

    # seated by "n", without a look: the proposal has its button in focus
    walker.press("n")
    walker.stands_on("Seat 4 players")
    walker.press("Enter")
    walker.stands_on("Seat 4 players")
    walker.press("Enter")
    desk.get_by_text("All players are seated.").wait_for()

    # a round by "e", and its correction
    walker.press("e")
    walker.stands_on("Enter round 1")
    walker.press("Enter")
    walker.enters("22", "5", "4", "3")
    desk.get_by_text("Round 1 is saved.").wait_for()
    walker.act("#round-1 .edit")
    walker.arrives("Correct round 1")
    walker.reaches("[name=score-1]")
    walker.press("ControlOrMeta+a")
    walker.keys.type("6")
    walker.reaches("[name=reason]")
    walker.keys.type("misread")
    walker.press("Enter")
    desk.get_by_text("misread").first.wait_for()

    # one press back to the desk, where the round can be undone
    walker.act("Back to managing")
    walker.arrives("Tables")
    walker.press("u")
    walker.stands_on("Undo: Round 1")
    walker.press("b")
    walker.arrives("Autumn")


@pytest.mark.long
def test_a_round_of_a_tournament_is_run_without_a_mouse(shared, desk, numbers):
    walker = Walker(desk)
    desk.goto(f"{shared.url}/en/desk/tournaments/{numbers[1]}/")
    desk.locator("#find:focus").wait_for()
    for number, name in enumerate(("ad", "br", "ch", "do", *NEW), 1):
        walker.keys.type(name)
        walker.press("Enter")
        if name in NEW:  # a name creates a player by the button of its question only
            walker.act(f"New player: {name}")
            desk.locator("#find:focus").wait_for()
        expect(desk.locator(".here li")).to_have_count(number)
    walker.press("Escape", "n")
    walker.stands_on("Draw round 1")
    walker.press("Enter")
    walker.arrives("Tournament round 1")
    walker.press("n")
    walker.stands_on("Publish and start clock")
    walker.press("Enter")
    desk.get_by_text("2 tables are still playing").wait_for()

    # all tables small by "d"; arrows and numbers lead to a table, Enter to its round
    walker.press("d")
    desk.locator("[data-squares]").wait_for()
    walker.press("2")
    walker.stands_on("Table 2")
    walker.press("ArrowLeft")
    walker.stands_on("Table 1")
    walker.press("e")
    walker.stands_on("Table 2")
    walker.press("Enter")
    walker.enters("12", "5", "4", "3")
    desk.get_by_text("Round 1 is saved.").wait_for()
    walker.act("Back to managing")
    desk.locator("[data-squares]").wait_for()
    walker.press("1", "d")
    desk.locator("#table-1.table-card").wait_for()

    # the keys are listed, and silent once they are switched off
    walker.press("?")
    desk.locator("#keys[open]").wait_for()
    walker.reaches("#keys-on")
    walker.press("Space", "Escape")
    desk.locator("#keys[open]").wait_for(state="detached")
    walker.press("b")
    walker.press("?")
    expect(desk.locator("#keys[open]")).to_have_count(0)
    walker.act("Keyboard shortcuts")
    walker.reaches("#keys-on")
    walker.press("Space", "Escape", "b")
    walker.arrives("Cup")
    walker.press("h")
    walker.arrives("Tonight")
    walker.act("Enter round 1 of table 1")
    walker.reaches("[name=score-0]")


def test_a_finger_moves_a_player_to_another_table(shared, desk, numbers):
    context = desk.context.browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True,
        storage_state=desk.context.storage_state(),
    )  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{shared.url}/en/desk/sittings/{numbers[2]}/")
    one = page.locator("#table-1 [data-pick]").last
    one.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 150)")
    other = page.locator("#table-2 [data-pick]").first
    names = [seat.inner_text().split("\n")[-1].strip() for seat in (one, other)]
    finger = context.new_cdp_session(page)

    def touch(kind, place=None):
        box = place.bounding_box() if place else None
        points = [{"x": box["x"] + 60, "y": box["y"] + box["height"] / 2}] if box else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", one)
    page.locator(".seat-lifted").wait_for()
    touch("touchMove", other)
    page.locator(".under").wait_for()
    touch("touchEnd")
    page.locator("#swap-now").wait_for()
    title = page.locator("#exchange-title")
    expect(title).to_have_text(f"Swap {names[0]} and {names[1]}?", use_inner_text=True)
    expect(page.locator(".seat-lifted")).to_have_count(0)

    # who shall not see the seats still shall not when they have changed
    page.locator(".audience-choice summary").tap()
    page.locator(".audience-choice [value=public]").uncheck()
    page.locator("#swap-now").tap()
    page.get_by_text("have swapped seats.").wait_for()
    expect(page.locator(".audience-choice [value=public]")).not_to_be_checked()
    expect(page.locator(".audience-choice [value=public]")).to_be_visible()
    context.close()


def test_a_screen_of_the_room_stays_awake(shared, desk, numbers):
    desk.add_init_script(
        """window.asked = 0;
        Object.defineProperty(navigator, "wakeLock", { value: {
          request: async () => { asked += 1; return (window.lock = { released: false }); } } });"""
    )
    desk.goto(f"{shared.url}/en/screens/seasons/{numbers[0]}/")
    desk.wait_for_function("() => asked === 1")
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    desk.wait_for_function("() => asked === 1")
    desk.evaluate("lock.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    desk.wait_for_function("() => asked === 2")
    for expected in ("night", "light", "dark"):
        desk.keyboard.press("d")
        desk.wait_for_function(
            "theme => document.documentElement.dataset.theme === theme", arg=expected
        )
    assert "theme=dark" in desk.url
