"""A player signs up on the phone, waits for a place, gets it and reads the own table."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

ADD_ADA = "adduser ada@example.org --name Ada --password a-good-pass-phrase"
PHONE = {"width": 375, "height": 667}
CLUB = """
from datetime import date, timedelta
from django.utils import timezone
from league.models import User
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.operations.signups import access, personal_links, sheets, sign_ups
club = clubs.create(by=User.objects.get(email="alice@example.org"), name="Les Inscrits")
season = seasons.create(club, name="Autumn", starts_on=date(2026, 1, 1))
session = seasons.open_session(season, starts_at=timezone.now() + timedelta(hours=1))
sheet = sheets.open_sheet(session, capacity=3, guests_allowed=1, by=None)
for name in ("Bruno", "Chloé", "Dov"):
    sign_ups.record_answer(sheet, clubs.add_player(club, name=name).pk, "yes", by=None)
ada = clubs.add_player(club, name="Ada")
access.change(club, access="link", by=None)
print(club.slug, session.pk, sheet.pk, personal_links.path_of(personal_links.make(ada, by=None)))
"""


@pytest.fixture
def club(shared):
    """Return the slug of a club, its evening, the list of it, and the personal link of Ada."""
    return shared.manage("shell", "-v0", "-c", CLUB).splitlines()[-1].split()


def signed_in(chromium, served, email, **options):
    page = chromium.new_context(**options).new_page()
    page.goto(f"{served.url}/en/login/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill("a-good-pass-phrase")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile("/en/(desk|account/results)/"))
    return page


def check_look(page):
    """Nothing is cut off at the side, and axe is content."""
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    assert violations(page) == [], page.url


def fits_the_screen(page, button):
    """Return whether a button is seen without scrolling."""
    box = button.bounding_box()
    return box["y"] + box["height"] <= page.viewport_size["height"]


def test_a_player_waits_gets_a_place_and_reads_the_own_table(shared, chromium, club):
    slug, session, sheet, link = club
    code = (
        "from league.models import Player, User; player = Player.objects.get(name='Ada', "
        f"club__slug='{slug}'); player.account = User.objects.get(email='ada@example.org'); "
        "player.save()"
    )
    shared.manage(*ADD_ADA.split())
    shared.manage("shell", "-v0", "-c", code)
    phone = signed_in(chromium, shared, "ada@example.org", viewport=PHONE, has_touch=True)
    phone.goto(f"{shared.url}/en/clubs/{slug}/")
    check_look(phone)
    phone.get_by_role("link", name="Sign up").tap()
    wait = phone.get_by_role("button", name="Join waiting list")
    assert fits_the_screen(phone, wait)
    phone.get_by_label("Neurotrio").check()
    wait.tap()
    expect(phone.locator(".answer-now")).to_have_text("You are first on the waiting list.")
    check_look(phone)

    desk = signed_in(chromium, shared, "alice@example.org")
    desk.goto(f"{shared.url}/en/desk/sign-ups/{sheet}/")
    check_look(desk)
    desk.get_by_label("Change Dov’s answer").click()
    desk.get_by_role("button", name="Remove from the list").first.click()
    expect(desk.locator("#list")).to_contain_text("3 players: 3, nobody sits out")
    desk.locator(".waiting").wait_for(state="detached")

    phone.reload()
    expect(phone.locator(".answer-now")).to_have_text("You’re coming.")
    phone.get_by_role("link", name="Evening page").tap()
    expect(phone.locator(".sign-up-summary")).to_contain_text("Ada")
    check_look(phone)

    desk.goto(f"{shared.url}/en/desk/sessions/{session}/")
    desk.get_by_role("button", name="Check in all 3 players").click()
    expect(desk.locator(".here li")).to_have_count(3)
    desk.get_by_role("link", name="Seat 3 players").click()
    desk.locator("#confirm").click()
    expect(desk.locator(".tables-now > li")).to_have_count(1)

    expect(phone.locator(".own-seat")).to_contain_text("You sit at table 1")  # without reloading
    check_look(phone)
    assert link  # of the other walk


def test_the_personal_link_needs_neither_cookies_nor_script(shared, chromium, club):
    _slug, _session, _sheet, link = club
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shared.url}/{link}")
    page.get_by_role("button", name="Perhaps").click()
    expect(page.locator(".answer-now")).to_have_text("You might come.")
    page.get_by_role("button", name="I’m here: check me in").click()
    expect(page.get_by_text("you are checked in").first).to_be_visible()
    assert context.cookies() == []
