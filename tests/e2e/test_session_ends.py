"""The session ends while somebody types, on a phone: what was typed is sent after signing in."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]
CLUB = "/en/desk/clubs/les-ardoises-de-clermont/"
WHO = {"login": "demo@manche.example", "password": "manche-demo"}


def sign_in(page):
    for name, value in WHO.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("main .stack button").click()


def end_session(page):
    page.context.clear_cookies(name="sessionid")


def signed_in_again(page, button="Send form"):
    expect(page.get_by_text("nothing has been saved yet")).to_be_visible()
    assert violations(page) == []
    sign_in(page)
    expect(page.get_by_text("You are signed in as demo@manche.example.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name=button, exact=True).click()


def test_typed_input_survives_the_end_of_the_session(demo, chromium, tmp_path):
    page = chromium.new_context(viewport={"width": 375, "height": 667}).new_page()
    page.goto(f"{demo.url}/en/login/")
    sign_in(page)
    page.wait_for_url(re.compile("/desk/"))

    # a tournament
    page.goto(f"{demo.url}{CLUB}tournaments/")
    page.locator("[name=name]").fill("Coupe d’hiver")
    end_session(page)
    page.get_by_role("button", name=re.compile("tournament$")).click()
    signed_in_again(page)
    expect(page.get_by_role("heading", name="Coupe d’hiver")).to_be_visible()

    # an import: its file has to be chosen again, its choices stay
    file = tmp_path / "names.csv"
    file.write_text("Ada Lovelace\nBruno\n")
    page.goto(f"{demo.url}{CLUB}imports/")
    page.locator("#players_existing").select_option("refuse")
    page.locator("#players_content").set_input_files(file)
    end_session(page)
    page.locator("form", has=page.locator("#players_content")).locator("button").click()
    expect(page.get_by_text("names.csv")).to_be_visible()
    signed_in_again(page, "Show form")
    assert page.locator("#players_existing").input_value() == "refuse"

    # somebody who walks in, sent by the script of an evening
    page.goto(f"{demo.url}{CLUB}")
    page.get_by_role("button", name=re.compile("evening now$")).click()
    page.wait_for_url(re.compile(r"/desk/sessions/\d+/$"))
    evening = page.url
    page.locator("#find").fill("Zazie Dupont")
    end_session(page)
    page.get_by_role("button", name="New player", exact=True).click()
    signed_in_again(page)
    page.wait_for_url(evening)
    expect(page.locator("#people").get_by_text("Zazie Dupont").first).to_be_visible()

    # a round
    code = (
        "from league.models import Match; match = Match.objects.filter(over=False).first(); "
        "print(f'{match.pk}/rounds/{match.rounds_played + 1}/')"
    )
    page.goto(f"{demo.url}/en/desk/matches/{demo.manage('shell', '-v0', '-c', code).split()[-1]}")
    page.locator("[name=score-0]").fill("7")
    end_session(page)
    page.locator("form.entry button[type=submit], form.entry button:not([type])").last.click()
    signed_in_again(page)
    expect(page.locator("[name=score-0]")).to_have_value("7")  # the others are missing

    # after signing out the way back shows no desk
    page.goto(f"{demo.url}{CLUB}")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{demo.url}/en/clubs/*/")  # the only club
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not page.get_by_text("Manage club").count()
