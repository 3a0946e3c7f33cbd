"""Every public page of the demo: accessible, quiet, alone on the network, in both languages."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.e2e.pages import LANGUAGES, look, visit

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(900)]

PUBLIC = [
    "/{0}/",
    "/{0}/clubs/les-ardoises-de-clermont/",
    "/{0}/clubs/les-ardoises-de-clermont/ratings/",
    "/{0}/search/?q=ga",
    "/embed/seasons/1/?lang={0}",
    "/{0}/seasons/1/",
    "/{0}/seasons/1/neurotrio/",
    "/{0}/seasons/1/awards/",
    "/{0}/seasons/1/?as_of=4",
    "/{0}/seasons/1/njet/?from=2026-09-01&last=5",
    "/{0}/seasons/1/comparison/",
    "/{0}/seasons/1/players/19/",
    "/{0}/sessions/1/",
    "/{0}/matches/{neurotrio}/",
    "/{0}/matches/{triominos}/",
    "/{0}/matches/{njet}/",
    "/{0}/matches/{nain_jaune}/",
    "/{0}/matches/{neurotrio}/rounds/1/?step=9",
    "/{0}/matches/{triominos}/rounds/1/?step=9",
    "/{0}/matches/{njet}/rounds/1/?step=30",
    "/{0}/matches/{nain_jaune}/rounds/1/?step=9",
    "/{0}/players/1/",
    "/{0}/players/1/against/",
    "/{0}/players/1/against/2/",
    "/{0}/screens/seasons/1/",
    "/{0}/screens/seasons/1/overlay/",
    "/{0}/screens/sessions/1/",
    "/{0}/screens/sessions/1/overlay/",
    "/{0}/tournaments/{cup}/",
    "/{0}/screens/tournaments/{cup}/",
    "/{0}/sessions/{coming}/",
    "/{0}/sessions/{coming}/sign-up/",
    "/{0}/screens/sessions/{coming}/",
    "/{0}/sign-up/",
    "/{0}/sign-up/me/{link}/",
    "/{0}/sign-up/me/none/",
    "/{0}/sign-up/club/{club_code}/",
    "/{0}/sign-up/club/{club_code}/{signed}/",
    "/{0}/sign-up/club/NONE-0000/",
    "/{0}/sign-up/door/{door}/",
    "/{0}/t/",
    "/{0}/t/{code}/",
    "/{0}/t/{code}/last/",
    "/{0}/t/NONE-0000/",
    "/{0}/calculators/",
    "/{0}/calculators/neurotrio/?hand=1CN+1CN+1CV+1CV+1CB+1EN+1EV+1EB+1RN+1RV+2RB&finisher=yes",
    "/{0}/calculators/triominos/?board=0+0+512%0A1+0+552&tile=155&at=0+1",
    "/{0}/calculators/njet/?players=3&discard=1&value=2&partner=alone&tricks_0=5&ones_0=9",
    "/{0}/calculators/nain_jaune/?chips=30&left-0=QS+4H&left-1=KD&taken-7D=0&taken-10D=1&taken-JC=0",
    "/{0}/rules/",
    "/{0}/rules/neurotrio/",
    "/{0}/rules/triominos/",
    "/{0}/rules/njet/",
    "/{0}/rules/nain_jaune/",
    "/{0}/nowhere/",
    "/api/v1/docs/",
    "/{0}/login/",
    "/{0}/signup/",
    "/{0}/account/password/forgotten/",
    "/{0}/start/",
    "/{0}/privacy/",
    "/{0}/accessibility/",
    "/{0}/help/",
    "/{0}/help/?q=table",
    "/{0}/help/imports/",
]
PRINTED = [
    "/{0}/clubs/les-ardoises-de-clermont/",
    "/{0}/seasons/1/",
    "/{0}/matches/{njet}/",
    "/{0}/players/1/",
    "/{0}/sessions/1/",
]
SHARING = """
navigator.canShare = () => true;
navigator.share = async ({ url, files: [file] }) => {
  window.shared = [url, file.name, file.type];
};
"""
BLACK_ON_WHITE = "rgb(255, 255, 255)rgb(0, 0, 0)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_pages_are_accessible(demo, matches, chromium, language):
    context = chromium.new_context()
    seen = {"hosts": set(), "errors": []}
    for path in [path for path in PUBLIC if language == "en" or "{0}" in path]:
        if "login" in path:
            assert context.cookies() == [], "only the sign-in form needs a cookie"
        page = visit(context, demo.url + path.format(language, **matches), seen)
        look(page, path, language)
        assert page.evaluate("document.documentElement.lang") == language
        page.close()
    assert seen["hosts"] == {"127.0.0.1"}
    assert [error for error in seen["errors"] if "404" not in error] == []


def test_a_round_of_the_sheet_leads_to_its_details_and_opens_them(demo, matches, chromium):
    page = chromium.new_context().new_page()
    page.goto(demo.url + "/en/matches/{njet}/".format(**matches))
    details = page.locator("#round-2 > details")
    assert details.get_attribute("open") is None
    page.locator(".sheet").get_by_role("link", name="Round 2").click()
    page.locator("#round-2 > details[open]").wait_for()
    page.reload()
    page.locator("#round-2 > details[open]").wait_for()


def test_a_result_is_passed_on_with_its_picture(demo, matches, chromium):
    page = chromium.new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.add_init_script(SHARING)
    address = demo.url + "/en/matches/{njet}/".format(**matches)
    page.goto(address)
    page.locator(".share summary").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.get_by_role("button", name="Share picture").click()
    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared == [address, "match.png", "image/png"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Download picture").click()
    assert download.value.suggested_filename == "match.png"


def test_pages_print_black_on_white_without_what_can_be_pressed(demo, matches, chromium):
    page = chromium.new_context(color_scheme="dark").new_page()
    page.emulate_media(media="print")
    for path in PRINTED:
        page.goto(demo.url + path.format("en", **matches))
        paper = "getComputedStyle(document.documentElement)"
        assert page.evaluate(f"{paper}.backgroundColor + {paper}.color") == BLACK_ON_WHITE, path
        pressed = page.locator("nav, button, input, .button").filter(visible=True)
        assert pressed.count() == 0, path
        expect(page.locator("h1")).to_be_visible()


def test_the_standings_of_forty_players_are_one_sheet_of_paper(demo, chromium):
    code = (
        "from league.models import User; from tests import make; "
        "club = make.club(User.objects.get(email__startswith='demo'), 'Quarante'); "
        "people = make.players(club, [f'Player {n}' for n in range(40)]); "
        "season = make.season(club); evening = make.session(season); "
        "[make.played(make.match(evening, people[n:n + 4]), *[[22, 5, 6, 3]] * 3) "
        "for n in range(0, 40, 4)]; print(season.pk)"
    )
    season = demo.manage("shell", "-v0", "-c", code).split()[-1]
    page = chromium.new_context().new_page()
    page.goto(f"{demo.url}/en/seasons/{season}/")
    expect(page.locator(".standings tbody tr")).to_have_count(40)
    paper = PdfReader(BytesIO(page.pdf(format="A4")))
    assert len(paper.pages) == 1
    assert "Player 39" in paper.pages[0].extract_text()
    page.goto(f"{demo.url}/en/seasons/1/")
    with_chart = PdfReader(BytesIO(page.pdf(format="A4")))
    assert len(with_chart.pages) == 1, "the chart stays on the screen"


def test_every_page_forbids_foreign_content(demo, chromium):
    page = chromium.new_context().new_page()
    policy = page.goto(demo.url + "/en/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
