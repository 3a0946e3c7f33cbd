"""The forms of rounds on a small phone, by code and at the desk: why a round is refused is seen at
once, and cards, tiles and numbers come easily.
"""

import pytest
from playwright.sync_api import expect

from games.neurotrio.card_names import CARDS
from tests.e2e.test_rounds_at_once import sign_in
from tests.e2e.test_table import HANDS

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

PHONE = {
    "viewport": {"width": 375, "height": 667},
    "has_touch": True,
    "is_mobile": True,  # with the pointer of a finger
    "locale": "en",
}
GAMES = ("neurotrio", "triominos", "njet", "nain_jaune")
SEEN = """
(place) => {
    const { top, left, width, height } = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
"""


@pytest.fixture(scope="module")
def tables(shared):
    """Return the number and the code of a match of each game."""

    def post(path, **body):
        status, answer = shared.call("POST", path, body, shared.token)
        assert status == 201, answer
        return answer

    club = post("clubs/", name="Les Tuiles", timezone="Europe/Paris")["slug"]
    names = ("Ada", "Bruno", "Chloé", "Dov")
    players = [post(f"clubs/{club}/players/", name=name)["id"] for name in names]
    season = post(f"clubs/{club}/seasons/", name="Automne", starts_on="2026-09-01")
    starts_at = "2026-11-22T20:30:00+01:00"
    evening = post(f"seasons/{season['id']}/sessions/", starts_at=starts_at)
    matches = {}
    for game in GAMES:
        match = post(f"sessions/{evening['id']}/matches/", game=game, players=players)["id"]
        matches[game] = (match, post(f"matches/{match}/code/")["code"])
    return matches


def sit(browser, served, code):
    page = browser.new_context(**PHONE).new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{served.url}/en/t/{code}/#enter")
    return page


def save(page):
    page.get_by_role("button", name="Save round").tap()


def choose(page, words):
    page.locator(".switch").get_by_text(words, exact=True).tap()


def is_reason_seen(page):
    box = page.locator(".refusals")
    box.wait_for()
    page.wait_for_load_state()  # scripts may still move the page to the reason
    reason = box.locator(".refusal").first
    return page.evaluate("scrollY") == 0 and reason.evaluate(SEEN)


@pytest.mark.parametrize(
    "game", [*(pytest.param(game, marks=pytest.mark.long) for game in GAMES[:3]), GAMES[3]]
)
def test_the_reason_of_a_refusal_is_seen_at_once(shared, chromium, tables, game):
    match, code = tables[game]
    desk = sign_in(chromium, shared, **PHONE)
    for evidence in ("sheet", "final"):
        phone = sit(chromium, shared, code)
        desk.goto(f"{shared.url}/en/desk/matches/{match}/rounds/1/")
        for page in (phone, desk):
            if evidence == "final":
                page.locator("[name=evidence][value=final]").check(force=True)
            else:
                page.locator("[name=score-3]").fill("5x")
            save(page)
            assert is_reason_seen(page), (evidence, page.url)
            assert page.locator(".entry :focus").count() == 1, (evidence, page.url)


def test_cards_go_on_to_the_next_player_and_the_finisher_stays_unsaid(shared, chromium, tables):
    page = sit(chromium, shared, tables["neurotrio"][1])
    expect(page.locator("#score-0")).to_have_attribute("inputmode", "numeric")
    expect(page.locator(".sign-of")).to_have_count(0)
    finisher = page.get_by_role("group", name="Who finished?")
    choose(page, "The cards")
    expect(finisher.get_by_label("Nobody")).to_be_checked()
    choose(page, "The scores")
    expect(finisher.get_by_label("Not specified")).to_be_checked()
    finisher.get_by_text("Bruno").tap()
    choose(page, "The cards")
    choose(page, "The scores")
    expect(finisher.get_by_label("Bruno")).to_be_checked()
    choose(page, "The cards")
    finisher.get_by_text("Nobody").tap()
    choose(page, "The scores")
    expect(finisher.get_by_label("Nobody")).to_be_checked()
    choose(page, "The cards")
    for seat, hand in enumerate(HANDS):
        for number, card in enumerate(hand, 1):
            page.locator(f".pick[data-card='{card}']").tap()
            text = page.locator(f"[name=hand-{seat}]")
            # the cards may move after a tap
            expect(text).to_have_value(CARDS.write_all(hand[:number], "en"))
    expect(page.locator(".hand-now")).to_have_attribute("data-whose", "Dov")
    assert page.locator("[name=hand-1]").input_value() == CARDS.write_all(HANDS[1], "en")


def test_a_tile_that_is_tapped_shows_its_places_and_a_minus_is_one_tap(shared, chromium, tables):
    page = sit(chromium, shared, tables["triominos"][1])
    field = page.locator("#score-1")
    expect(field).to_have_attribute("inputmode", "numeric")
    field.fill("25")
    sign = page.get_by_role("button", name="Plus or minus: Bruno")
    sign.tap()
    expect(field).to_have_value("-25")
    sign.tap()
    expect(field).to_have_value("25")
    choose(page, "The board")
    for tile in ("555", "155", "115", "111", "011"):
        button = page.locator(f".laying .tray [data-tile='{tile}']")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        button.scroll_into_view_if_needed()
        button.tap()
        page.locator(f".board-place .ghost[data-tile='{tile}']").first.wait_for()
        ghosts = page.locator(".board-place .ghost").all()
        seen = [ghost for ghost in ghosts if ghost.evaluate(SEEN)]
        assert seen, tile
        seen[0].tap()
        page.locator(f".board-place .laid[data-tile='{tile}']").wait_for()
    left = page.locator(".laying .tray").evaluate("(tray) => tray.getBoundingClientRect().top")
    assert 0 < left < 667, "back at the tiles"
