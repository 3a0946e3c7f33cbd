"""Queue play with two phones: one with an account, one with a personal link, beside the phone of a
table and the desk. Nothing is reloaded where the pages keep themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests import services
from tests.e2e import other_browsers
from tests.e2e.accessibility import violations
from tests.e2e.pages import keep
from tests.faults.parts import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

ADA = "ada.waits@example.org"
ADD_ADA = f"adduser {ADA} --name Ada --password a-good-pass-phrase"
NARROW = {"width": 320, "height": 667}
PHONE = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True}
# Four play. Ada waits with an account, Bruno behind a personal link; a round of 5 ends a match.
CLUB = """
from datetime import date, timedelta
from django.utils import timezone
from league.models import Player, User
from league.operations.matches import table_codes
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.operations.sessions import queue_play, session_log
from league.operations.signups import access, personal_links
from tests import make
alice = User.objects.get(email="alice@example.org")
club = clubs.create(by=alice, name="Les Patients")
season = seasons.create(club, name="Autumn", starts_on=date(2026, 1, 1), games=["neurotrio"])
season.house_rules = {"neurotrio": {"target": 5}}
season.save()
access.change(club, access="link", by=None)
names = ("Chloé", "Dov", "Eva", "Finn", "Ada", "Bruno")
players = [clubs.add_player(club, name=name) for name in names]
ada, bruno = players[4:]
ada.account = User.objects.get(email="ada.waits@example.org")
Player.objects.filter(account=ada.account).update(account=None)  # of an evening before
ada.save()
week = seasons.open_session(season, starts_at=timezone.now() - timedelta(days=7))
make.match(week, [ada, bruno, players[0]])
session = seasons.open_session(season, starts_at=timezone.now() - timedelta(minutes=5))
queue_play.switch_on(session, game="neurotrio", size=4, by=alice)
for player in players: session_log.check_in(session, [player.pk], by=alice)
(table,) = queue_play.queue_of(session).tables
(match,) = queue_play.seat(session, [table], by=alice).matches
code = table_codes.renew(session.matches.get(pk=match), by=alice)
print(session.pk, code, personal_links.path_of(personal_links.make(bruno, by=None)))
"""


class Device:
    """A browser of its own, which remembers what its console complained about."""

    def __init__(self, chromium, url, **options):
        self.url = url
        self.page = chromium.new_context(locale="en", **options).new_page()
        self.page.set_default_timeout(60_000)
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda m: self.complaints.append(m.text) if m.type == "error" else None
        )

    def go(self, path):
        self.page.goto(f"{self.url}/{path}")

    def sign_in(self, email):
        self.go("en/login/")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_label("Password").fill("a-good-pass-phrase")
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(re.compile("/en/(desk|account/results)/"))

    def check_look(self, name):
        """Nothing is cut off at the side, also on a narrow phone, and axe is content."""
        for size in (NARROW, self.page.viewport_size):
            self.page.set_viewport_size(size)
            width = self.page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], (name, size)
            assert violations(self.page) == [], (name, size)
            keep(self.page, f"queue {name} {size['width']}")


@pytest.fixture(scope="module", autouse=True)
def account_of_ada(shared):
    shared.manage(*ADD_ADA.split())


@pytest.fixture
def evening(shared):
    """Return the evening, the code of its table and the personal link of Bruno."""
    return shared.manage("shell", "-v0", "-c", CLUB).splitlines()[-1].split()


def shows_place(device, number):
    place = device.page.locator(".queue-place")
    expect(place).to_contain_text(f"You are number {number} in the queue.")
    return place


def back_and_reload(device, elsewhere):
    """Leave the page, come back by the browser's button, and reload: it is the same page."""
    at = device.page.url
    device.go(elsewhere)
    device.page.go_back()
    assert device.page.url == at
    device.page.reload()


def end_the_table(phone, code):
    """Enter the round that ends the match, on the phone of the table."""
    phone.go(f"en/t/{code}/")
    phone.page.get_by_text("Why this table?").click()
    expect(phone.page.locator(".table-why dd")).to_have_text("First time this season.")
    phone.check_look("table")
    phone.page.get_by_role("link", name="Enter round 1").click()
    for seat, score in enumerate(("9", "3", "2", "0")):
        phone.page.locator(f"[name=score-{seat}]").fill(score)
    phone.page.get_by_role("button", name="Save round").click()
    phone.page.get_by_text("The match is over.").wait_for()


def test_two_phones_wait_sit_down_and_go_home(shared, chromium, evening):
    session, code, link = evening
    ada = Device(chromium, shared.url, **PHONE)
    bruno = Device(chromium, shared.url, **PHONE)
    table = Device(chromium, shared.url, **PHONE)
    desk = Device(chromium, shared.url, viewport={"width": 1280, "height": 800})
    ada.sign_in(ADA)
    ada.go("en/tonight/")
    bruno.go(f"en/{link}")
    desk.sign_in("alice@example.org")
    desk.go(f"en/desk/sessions/{session}/")

    expect(shows_place(ada, 1)).to_contain_text("as soon as 2 more players are free")
    shows_place(bruno, 2)
    expect(ada.page.locator(".keys-line")).to_be_hidden()  # a phone has no keys
    ada.check_look("waits by account")
    bruno.check_look("waits by link")
    back_and_reload(ada, "en/account/results/")
    back_and_reload(bruno, "en/privacy/")
    shows_place(ada, 1)
    shows_place(bruno, 2)

    end_the_table(table, code)
    for phone in (ada, bruno):  # without a reload
        expect(phone.page.locator(".queue-place")).to_contain_text("You play at the next table")
    bruno.check_look("next by link")
    seat = desk.page.get_by_role("button", name="Seat 4 players")
    expect(seat).to_be_visible()
    desk.check_look("desk proposes")
    seat.click()
    desk.page.get_by_text("The players are seated.").wait_for()

    for phone, other in ((ada, "Bruno"), (bruno, "Ada")):
        expect(phone.page.locator(".own-seat")).to_contain_text("You sit at table 1")
        expect(phone.page.locator(".queue-place")).to_have_count(0)
        phone.page.get_by_text("Why this table?").tap()
        line = phone.page.locator(".table-why div", has_text=other)
        expect(line).to_contain_text("Once this season, on ")
    ada.check_look("sits by account")
    bruno.check_look("sits by link")
    assert [*ada.complaints, *bruno.complaints, *table.complaints, *desk.complaints] == []


def test_a_player_who_goes_home_lets_the_others_move_up(shared, chromium, evening):
    session, _code, link = evening
    bruno = Device(chromium, shared.url, **PHONE)
    desk = Device(chromium, shared.url, viewport={"width": 1280, "height": 800})
    bruno.go(f"en/{link}")
    shows_place(bruno, 2)
    desk.sign_in("alice@example.org")
    desk.go(f"en/desk/sessions/{session}/")
    desk.page.get_by_role("button", name="Check out Ada").click()
    shows_place(bruno, 1)  # without a reload
    desk.page.get_by_role("button", name="Check out Bruno").click()
    expect(bruno.page.locator(".queue-place")).to_have_count(0)
    bruno.page.get_by_role("button", name="I’m here: check me in").tap()
    shows_place(bruno, 1)
    assert bruno.complaints == []


def test_firefox_keeps_the_place_too(shared, tmp_path, evening):
    if not services.availability()["Firefox"]:
        pytest.skip("no Firefox")
    session, _code, link = evening
    ada_goes = (
        "from league.models import Session; from league.operations.sessions import session_log; "
        f"session = Session.objects.get(pk={session}); "
        "ada = session.season.club.players.get(name='Ada'); "
        "session_log.check_out(session, [ada.pk], by=None)"
    )
    with other_browsers.firefox(shared.url, tmp_path) as walker:
        walker.resize(375, 667)
        walker.go(f"/en/{link}")
        assert "You are number 2 in the queue." in walker.read(".queue-place")
        shared.manage("shell", "-v0", "-c", ada_goes)
        wait_until(lambda: "number 1" in walker.read(".queue-place"), "Bruno has moved up", 30)
        assert walker.fits()
