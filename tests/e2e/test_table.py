"""A phone at a table, by its code, also while the network is dead."""

import pytest
from playwright.sync_api import expect

from tests.cable import cable
from tests.e2e.waiting import until, until_kept

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "locale": "en"}
HANDS = [
    ["1CN", "1CV", "1EN", "1EB", "1RV", "2CN", "2EV", "2RB", "3CB", "3EN"],
    ["2CB", "3CB", "2RV", "2RN", "2RV", "2RN", "2EN", "2EB", "3RB", "1RV"],
    ["1EV", "2EB", "3EV", "3RN", "3EB", "3RB", "1CV", "1EB", "1RN", "1RN"],
]


class Evening:
    """A match of Neurotrio, and its code, made by a program."""

    def __init__(self, served):
        self.served, self.token = served, served.token
        club = self.post("clubs/", name="Les Ardoises", timezone="Europe/Paris")["slug"]
        names = ("Ada", "Bruno", "Chloé")
        players = [self.post(f"clubs/{club}/players/", name=name)["id"] for name in names]
        season = self.post(f"clubs/{club}/seasons/", name="Automne", starts_on="2026-09-01")
        starts_at = "2026-11-22T20:30:00+01:00"
        evening = self.post(f"seasons/{season['id']}/sessions/", starts_at=starts_at)
        chosen = {"game": "neurotrio", "players": players, "options": {"target": 500}}
        self.match = self.post(f"sessions/{evening['id']}/matches/", **chosen)["id"]
        self.code = self.post(f"matches/{self.match}/code/")["code"]

    def post(self, path, **body):
        status, answer = self.served.call("POST", path, body, self.token)
        assert status == 201, answer
        return answer

    def enter(self, *scores):
        self.post(f"matches/{self.match}/rounds/", evidence="sheet", scores=list(scores))

    def rounds(self):
        _status, answer = self.served.call("GET", f"matches/{self.match}/rounds/", token=self.token)
        return [
            (result["number"], result["version"], result["scores"]) for result in answer["results"]
        ]


def fill(page, number, *scores):
    page.get_by_role("link", name=f"Enter round {number}").click()
    for seat, score in enumerate(scores):
        page.locator(f"[name=score-{seat}]").fill(str(score))
    page.get_by_role("button", name="Save round").click()


def unsent(page, words):
    page.locator(".unsent-title", has_text=words).wait_for()


def tap_a_round(page, number):
    page.get_by_role("link", name=f"Enter round {number}").tap()
    page.get_by_text("The cards", exact=True).tap()
    for seat, hand in enumerate(HANDS):
        page.locator(f"[data-pick-hand='{seat}']").tap()
        for card in hand:
            page.locator(f".pick[data-card='{card}']").tap()
    page.get_by_role("button", name="Save round").tap()
    page.get_by_text(f"Round {number} is saved.").wait_for()


def open_table(browser, evening, *, typed=None, url=None, **how):
    page = arrive(browser, url or evening.served.url, **how)
    sit_down(page, typed or evening.code)
    if not how:
        until_kept(page)
    return page


def arrive(browser, url, **how):
    page = browser.new_context(**PHONE, **how).new_page()
    page.set_default_timeout(60_000)
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.goto(f"{url}/t/")
    return page


def sit_down(page, code):
    page.get_by_label("Table code").fill(code)
    page.get_by_role("button", name="Open table").click()
    page.get_by_role("heading", name="Neurotrio").wait_for()


# Whether so many rounds wait on this phone.
WAITING = """
async (wanted) => {
    const asked = indexedDB.open("manche");
    await new Promise((done) => { asked.onsuccess = done; });
    const counted = asked.result.transaction("rounds").objectStore("rounds").count();
    await new Promise((done) => { counted.onsuccess = done; });
    asked.result.close();
    return counted.result === wanted;
}
"""


def test_a_slow_network_is_waited_for(shared, chromium):
    with cable(shared.url) as wire:
        page = arrive(chromium, wire.url)
        until_kept(page)
        wire.delay = 5
        sit_down(page, Evening(shared).code)
        until_kept(page)
        assert page.wrong == []


def test_rounds_survive_a_dead_network(shared, chromium):
    with cable(shared.url) as wire:
        play_on_a_dead_network(chromium, Evening(shared), wire)


def play_on_a_dead_network(chromium, evening, wire):
    typed = f" {evening.code.lower().replace('0', 'o')} "
    page = open_table(chromium, evening, typed=typed, url=wire.url)
    other = open_table(chromium, evening)
    other.evaluate("document.querySelector('.here').textContent = 'WWWW-WWWW'")
    assert other.evaluate("document.documentElement.scrollWidth") == 320, "the widest code fits"
    fill(page, 1, 16, 4, "abc")  # online: the refusal stands beside its field
    page.locator(".scores .field", has_text="Chloé").locator(".refusal").wait_for()
    page.locator("[name=score-2]").fill("0")
    page.get_by_role("button", name="Save round").click()
    page.get_by_text("Round 1 is saved.").wait_for()
    expect(page.locator(".unsent")).to_be_hidden()
    other.locator("[data-seat='0'] b", has_text="16").wait_for()  # live, without a reload

    page.context.set_offline(True)
    wire.cut()
    fill(page, 2, 11, 5, 0)
    unsent(page, "1 round not sent yet")
    page.get_by_role("button", name="Change round").click()
    page.locator("[name=score-0]").fill("10")
    page.get_by_role("button", name="Save round").click()
    page.locator("[data-seat='0'] .with-unsent", has_text="→ 26").wait_for()
    fill(page, 3, 0, 15, "1x")
    unsent(page, "2 rounds not sent yet")
    page.reload()
    unsent(page, "2 rounds not sent yet")
    page.locator("[data-seat='1'] .with-unsent", has_text="→ 24").wait_for()
    assert evening.rounds() == [(1, 1, [16, 4, 0])]

    wire.mend()
    page.context.set_offline(False)
    page.locator(".unsent .refusal").wait_for()  # the third breaks the rules; the second is in
    unsent(page, "Round 3 is not saved")
    page.get_by_role("link", name="Correct round 3").click()
    page.locator("#enter .refusal").wait_for()
    page.locator("[name=score-2]").fill("1")
    page.get_by_role("button", name="Save round").click()
    page.get_by_text("Round 3 is saved.").wait_for()
    page.locator(".unsent").wait_for(state="hidden")
    page.reload()
    until(page, WAITING, 0)
    expect(page.locator(".unsent")).to_be_hidden()
    played = [(1, 1, [16, 4, 0]), (2, 1, [10, 5, 0]), (3, 1, [0, 15, 1])]
    assert evening.rounds() == played

    # two were faster than the network
    page.context.set_offline(True)
    fill(page, 4, 12, 0, 0)
    unsent(page, "1 round not sent yet")
    evening.enter(13, 0, 0)
    page.context.set_offline(False)
    conflict = page.locator(".conflict")
    conflict.wait_for()
    row = conflict.get_by_role("row", name="Ada")
    assert row.get_by_role("cell").all_inner_texts() == ["13", "12"]
    page.get_by_role("button", name="Replace with mine").click()
    page.get_by_text("Round 4 is saved.").wait_for()
    assert evening.rounds() == [*played, (4, 2, [12, 0, 0])]
    page.context.set_offline(True)
    fill(page, 5, 12, 2, 0)
    unsent(page, "1 round not sent yet")
    evening.enter(12, 3, 0)
    page.context.set_offline(False)
    page.get_by_role("link", name="Keep theirs").click()
    until(page, WAITING, 0)  # a page that is just being loaded shows none either
    page.locator(".unsent").wait_for(state="hidden")
    page.locator("[data-seat='1'] b", has_text="27").wait_for()
    assert evening.rounds()[-1] == (5, 1, [12, 3, 0])

    page.get_by_role("link", name="Correct round 5").click()
    page.locator("[name=score-1]").fill("4")
    page.get_by_role("button", name="Save correction").click()
    page.locator("[data-seat='1'] b", has_text="28").wait_for()
    assert evening.rounds()[-1] == (5, 2, [12, 4, 0])
    tap_a_round(other, 6)
    page.locator(".sheet-lines b", has_text="6").wait_for()
    status, answer = evening.served.call(
        "GET", f"matches/{evening.match}/rounds/6/", token=evening.token
    )
    assert (status, answer["round"]["hands"]) == (200, HANDS)

    # over plain HTTP browsers have no service worker: a page that is open keeps its rounds
    plain = open_table(chromium, evening, service_workers="block")
    plain.context.set_offline(True)
    fill(plain, 7, 3, 2, 3)
    unsent(plain, "1 round not sent yet")
    fill(plain, 8, 2, 3, 3)
    unsent(plain, "2 rounds not sent yet")
    evening.enter(12, 2, 3)
    plain.context.set_offline(False)
    plain.get_by_role("button", name="Both were played: mine is round 8").click()
    plain.get_by_text("Round 8 is saved.").wait_for()
    plain.locator(".sheet-lines b", has_text="9").wait_for()
    plain.locator(".unsent").wait_for(state="hidden")
    assert [scores for _number, _version, scores in evening.rounds()[-3:]] == [
        [12, 2, 3], [3, 2, 3], [2, 3, 3],
    ]  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.context.cookies() == []
    assert page.wrong == other.wrong == plain.wrong == []
