"""A round of Nain Jaune tapped on the phone of its table, with a reload, an undo and no network for
a while, and followed by a spectator."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from games import GAMES, record
from games.base import Bots, Evidence
from tests.e2e.waiting import until_kept

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
PHONE = {
    "viewport": {"width": 375, "height": 667},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en",
}


@pytest.fixture
def table(shared):
    """Return match, session and code of a table, and a round that bots have played there."""

    def post(path, **body):
        status, answer = shared.call("POST", path, body, shared.token)
        assert status == 201, answer
        return answer

    club = post("clubs/", name="Les Cartes", timezone="Europe/Paris")["slug"]
    players = [post(f"clubs/{club}/players/", name=name)["id"] for name in ("Ada", "Bo", "Cy")]
    season = post(f"clubs/{club}/seasons/", name="Automne", starts_on="2026-09-01")
    evening = post(f"seasons/{season['id']}/sessions/", starts_at="2026-11-22T20:30:00+01:00")
    match = post(f"sessions/{evening['id']}/matches/", game="nain_jaune", players=players)
    code = post(f"matches/{match['id']}/code/")["code"]
    state, _ = record.start("nain_jaune", {}, 3)
    played = GAMES["nain_jaune"].play_round(
        state, Random(2), Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 3
    )
    return match["id"], evening["id"], code, played


def button(page, move):
    act = json.dumps({"do": "play", "seat": move["seat"], "card": move["card"]})
    return page.locator(f"button.tap[value='{act}']")


def tap(page, *moves):
    for move in moves:
        button(page, move).tap()
        expect(button(page, move)).to_have_count(0)


def deal(page, hands):
    for name, hand in zip(("Ada", "Bo"), hands, strict=False):
        for card in hand:
            page.locator(f".deal-card:has([value='{card}'])").tap()
        expect(page.locator(".marked")).to_have_text(f"{len(hand)} marked")
        page.get_by_role("button", name=f"Save {name}’s hand").tap()
        expect(page.locator(".deal legend", has_text=name)).to_have_count(0)


def test_round_is_tapped_with_a_reload_an_undo_and_no_network_for_a_while(shared, chromium, table):
    match, session, code, played = table
    context = chromium.new_context(**PHONE)
    page, spectator = context.new_page(), chromium.new_context(locale="en").new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{shared.url}/en/t/{code}/#enter")
    page.get_by_role("link", name="Enter move by move").tap()
    deal(page, played["hands"])
    moves = [move for move in played["moves"] if move["do"] == "play"]
    spectator.goto(f"{shared.url}/en/matches/{match}/follow/")

    tap(page, *moves[:3])
    page.reload()
    expect(button(page, moves[2])).to_have_count(0)
    page.get_by_role("button", name="Undo move").tap()
    expect(button(page, moves[2])).to_be_enabled()
    until_kept(page)
    expect(spectator.locator(".at")).to_have_text("0")
    fields = {"follow_delay": 0}
    assert shared.call("PATCH", f"sessions/{session}/", fields, shared.token)[0] == 200
    before = played["moves"].index(moves[1]) + 1
    expect(spectator.locator(".at")).to_have_text(str(passes_after(played["moves"], before)))

    context.set_offline(True)
    for move in moves[2:5]:
        button(page, move).tap()
        expect(button(page, move)).to_be_disabled()
    expect(page.locator(".moves-kept")).to_contain_text("3 moves are stored on this phone")
    page.get_by_role("button", name="Undo move").tap()
    expect(page.locator(".moves-kept li")).to_have_count(2)
    button(page, moves[4]).tap()
    page.reload()
    expect(page.locator(".moves-kept li")).to_have_count(3)
    context.set_offline(False)
    expect(button(page, moves[4])).to_have_count(0)
    expect(page.locator(".moves-kept")).to_be_hidden()
    before = played["moves"].index(moves[4]) + 1
    expect(spectator.locator(".at")).to_have_text(str(passes_after(played["moves"], before)))
    assert spectator.locator(".held-cards, .seats .fan").count() == 0

    tap(page, *moves[5:])
    page.get_by_role("button", name="Save round 1").tap()
    page.get_by_text("Round 1 is saved.").wait_for()
    status, stored = shared.call("GET", f"matches/{match}/rounds/1/", token=shared.token)
    assert status == 200
    assert stored["round"]["moves"] == played["moves"]
    assert wrong == []


def passes_after(moves, number):
    """Return the number of moves with the passes that follow: they are entered by themselves."""
    while number < len(moves) and moves[number]["do"] == "pass":
        number += 1
    return number
