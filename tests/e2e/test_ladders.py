"""Divisions in a browser: nothing is too wide for a phone, no rule of accessibility is broken, and
the next period is opened by keyboard."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
WIDTHS = (320, 1280)
PICTURES = os.environ.get("MANCHE_PICTURES", "")  # a folder, to look at the pages
CLUB = """
from datetime import date, datetime, UTC
from league.models import User
from league.operations.people import clubs
from league.operations.ladders import ladders
from league.operations.matches import matches
from league.operations.seasons import seasons
from league.operations.matches import submissions
from scoring import projection
names = ["Aïcha Benali", "Bastien Roux", "Pierre-Yves Aubert-Lagarde", "Denis Lacroix",
    "Élise Moreau", "Farid Haddad", "Quitterie d’Orval", "Hugo Vidal", "Inès Carvalho",
    "Jules Pelletier", "Karima Saïdi", "Léon <b>Dubreuil</b>", "Margaux Tissier", "Nathan Kessler"]
club = clubs.create(by=User.objects.get(email="alice@example.org"), name="Les Divisions")
people = [clubs.add_player(club, name=name).pk for name in names]
ladder = ladders.create(club, name="Championnat",
    dates=ladders.PeriodDates("Automne 2026", date(2026, 9, 1), date(2026, 12, 31)),
    levels=[ladders.NewDivision(people[:4], "Or"), ladders.NewDivision(people[4:8], "Argent"),
        ladders.NewDivision(people[8:12])],
    rules={"up": 1, "down": 1, "play_off": 0, "least": 3, "most": 6}, by=None)
for division in ladder.periods.get().divisions.all():
    began = datetime(2026, 10, 1, 18, 30, tzinfo=UTC)
    session = seasons.open_session(division.season, starts_at=began)
    seated = [row.player_id for row in division.members.all()]
    match = matches.create(session, game="neurotrio", players=seated, options={"target": 1})
    submissions.submit(match.pk, {"evidence": "sheet", "scores": [5, 22, 5, 9]}, by=None)
    for table in division.season.tables.all(): projection.refresh(table.pk)
print(ladder.pk)
"""


@pytest.fixture
def ladder(shared):
    """Return the number of a ladder of three divisions."""
    return int(shared.manage("shell", "-v0", "-c", CLUB).splitlines()[-1])


def look(page, name):
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide"
        assert violations(page) == [], name
        if PICTURES:
            page.screenshot(path=str(Path(PICTURES) / f"{name}-{width}.png"), full_page=True)


def tab_to(page, name):
    """Tab until an element of this name has the focus, and check that every focus is visible."""
    for _press in range(120):
        page.keyboard.press("Tab")
        focus = page.evaluate("""() => {
            const at = document.activeElement, line = getComputedStyle(at).outlineStyle;
            return [(at.labels?.[0] ?? at).textContent.trim(), at.type == "date" ? "" : line];
        }""")
        assert focus[1] != "none", focus
        if focus[0].startswith(name):
            return
    raise AssertionError(f"{name} was not met")


def test_a_period_ends_and_the_next_is_opened_by_keyboard(shared, ladder, chromium):
    page = chromium.new_context().new_page()
    page.goto(f"{shared.url}/en/ladders/{ladder}/")
    assert not page.context.cookies()
    look(page, "ladder")
    page.goto(f"{shared.url}/en/login/?next=/en/desk/clubs/les-divisions/ladders/")
    page.get_by_label("E-mail").fill("alice@example.org")
    page.get_by_label("Pass").fill("a-good-pass-phrase")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="New ladder").wait_for()
    look(page, "desk-ladders")
    page.goto(f"{shared.url}/en/desk/ladders/{ladder}/")
    look(page, "desk-ladder")
    page.goto(f"{shared.url}/en/desk/ladders/{ladder}/next/")
    look(page, "next")
    tab_to(page, "Period name")
    page.keyboard.type("Printemps 2027")
    tab_to(page, "Players who leave")
    page.keyboard.press("Enter")
    tab_to(page, "Farid Haddad")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Players who join")
    page.keyboard.press("Enter")
    tab_to(page, "Margaux")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Preview period")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Joining").wait_for()
    look(page, "next-with-wishes")
    tab_to(page, "Open period")
    page.keyboard.press("Enter")
    page.get_by_text("Printemps 2027 is open").wait_for()
    page.goto(f"{shared.url}/en/ladders/{ladder}/1/")
    look(page, "ladder-over")
    page.goto(f"{shared.url}/en/ladders/{ladder}/")
    look(page, "ladder-next")
    argent = page.locator(".division", has_text="Argent")
    expect(argent).to_contain_text("Farid Haddad")
    last = page.locator(".division", has_text="Division 3")
    expect(last).to_contain_text("Margaux Tissier")
