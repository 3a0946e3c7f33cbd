"""Every page of the demo: accessible, quiet, alone on the network, in both languages and themes."""

import os
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import product, showcase

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(900)]

PUBLIC = [
    "/{0}/",
    "/{0}/clubs/les-ardoises-de-clermont/",
    "/{0}/clubs/les-ardoises-de-clermont/ratings/",
    "/{0}/search/?q=ga",
    "/embed/seasons/1/?lang={0}",
    "/{0}/seasons/1/",
    "/{0}/seasons/1/neurotrio/",
    "/{0}/seasons/1/?as_of=4",
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
    "/{0}/screens/seasons/1/",
    "/{0}/screens/sessions/1/",
    "/{0}/tournaments/{cup}/",
    "/{0}/screens/tournaments/{cup}/",
    "/{0}/t/",
    "/{0}/t/{code}/",
    "/{0}/t/{code}/last/",
    "/{0}/t/NONE-0000/",
    "/{0}/calculators/",
    "/{0}/calculators/neurotrio/?hand=1CN+1CN+1CV+1CV+1CB+1EN+1EV+1EB+1RN+1RV+2RB&finisher=yes",
    "/{0}/calculators/triominos/?board=0+0+512%0A1+0+552&tile=155&at=0+1",
    "/{0}/calculators/njet/?players=3&discard=1&value=2&partner=alone&tricks_0=5&ones_0=9",
    "/{0}/calculators/nain_jaune/?chips=30&left-0=QS+4H&left-1=KD&taken-7D=0&taken-10D=1&taken-JC=0",
    "/{0}/nowhere/",
    "/api/v1/docs/",
    "/{0}/login/",
]
PRINTED = [
    "/{0}/clubs/les-ardoises-de-clermont/",
    "/{0}/seasons/1/",
    "/{0}/matches/{njet}/",
    "/{0}/players/1/",
    "/{0}/sessions/1/",
]
TALLEST = 15_000  # pixels of a picture that somebody looks at; the page about the API is longer
BLACK_ON_WHITE = "rgb(255, 255, 255)rgb(0, 0, 0)"
LANGUAGES, THEMES, WIDTHS = ["en", "fr"], ["light", "dark"], [320, 768, 1280]
# axe reads each page in both themes, small and large
READ = {"en": ("light", 320), "fr": ("dark", 1280)}
DESK = [
    "/{0}/desk/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/standings/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/webhooks/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/webhooks/{webhook}/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/archive/",
    "/{0}/desk/tokens/",
    "/{0}/desk/clubs/les-ardoises-de-clermont/imports/",
    "/{0}/desk/players/1/",
    "/{0}/desk/seasons/1/",
    "/{0}/desk/seasons/1/settings/",
    "/{0}/desk/seasons/1/scheme/",
    "/{0}/desk/seasons/1/penalties/",
    "/{0}/desk/seasons/1/lots/",
    "/{0}/desk/seasons/1/paper/",
    "/{0}/desk/sessions/10/",
    "/{0}/desk/sessions/10/cards/",
    "/{0}/desk/tournaments/{tournament}/",
    "/{0}/desk/sittings/{sitting}/?one={one}&other={other}",
    "/{0}/desk/sessions/10/paper/",
    "/{0}/desk/matches/{at_table}/code/",
    "/{0}/desk/matches/{neurotrio}/result/",
    "/{0}/desk/matches/{neurotrio}/rounds/1/",
    "/{0}/desk/matches/{triominos}/rounds/1/",
    "/{0}/desk/matches/{njet}/rounds/1/",
    "/{0}/desk/matches/{nain_jaune}/rounds/1/",
]
LONG = [  # with a name of one word as long as it may be
    "/fr/clubs/les-ardoises-de-clermont/",
    "/fr/clubs/les-ardoises-de-clermont/ratings/",
    "/embed/seasons/1/",
    "/fr/seasons/1/",
    "/fr/seasons/1/players/19/",
    "/fr/sessions/10/",
    "/fr/matches/{neurotrio}/",
    "/fr/players/1/",
    "/fr/screens/seasons/1/",
    "/fr/tournaments/1/",
    "/fr/t/{code}/",
    "/fr/desk/clubs/les-ardoises-de-clermont/",
    "/fr/desk/seasons/1/",
    "/fr/desk/sessions/10/",
    "/fr/desk/sessions/10/cards/",
    "/fr/desk/matches/{nain_jaune}/rounds/1/",
    "/fr/desk/matches/{neurotrio}/result/",
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    with product(tmp_path_factory.mktemp("demo"), "demo") as served:
        yield served


@pytest.fixture(scope="module")
def matches(demo):
    ids = {**showcase(demo), "webhook": failing_webhook(demo), **table_with_code(demo)}
    return {**ids, **drawn_tournament(demo)}


def failing_webhook(served):
    """Create a webhook with a long address that nobody knows, and send a test message.

    The result of the message is stored; return the id of the webhook.
    """
    code = (
        "from league.models import Club; "
        "from league.operations.webhooks import outbox, webhooks; "
        "hook = webhooks.create(Club.objects.first(), url='https://a.invalid/' + 'x' * 200, "
        "events=['match.finished']); outbox.send_test(hook); outbox.send_due(); print(hook.pk)"
    )
    return int(served.manage("shell", "-v0", "-c", code).splitlines()[-1])


def table_with_code(served):
    """Return the match of the demo that is still being played, with a code."""
    code = (
        "from league.models import Match, User; "
        "from league.operations.matches import table_codes as codes; "
        "match = Match.objects.get(over=False, sitting_table=None); "
        "by = User.objects.get(email__startswith='demo'); "
        "print(match.pk, codes.renew(match, by=by))"
    )
    at_table, code = served.manage("shell", "-v0", "-c", code).split()[-2:]
    return {"at_table": int(at_table), "code": code}


def drawn_tournament(served):
    """Create two tournaments in clubs of their own, and return their ids.

    One has a draft and two players who might change places; the other is a knock-out whose final
    has begun.
    """
    code = (
        "from league.models import User; "
        "from league.operations.tournaments.play import sitting_clock, sittings; "
        "from tests import make; by = User.objects.get(email__startswith='demo'); "
        "made = make.tournament(make.club(by, 'Tournois'), here=9, least=4); "
        "drawn = sittings.draw(made, by=by)[0]; one, other = drawn.tables.order_by('number'); "
        "cup = make.tournament(make.club(by, 'Coupe'), here=8, format='knock_out', go_on=2, "
        "least=4, minutes=45); make.finished(make.published(cup)); "
        "sitting_clock.start(make.published(cup), by=by); "
        "print(made.pk, drawn.pk, one.players[0], other.players[0], cup.pk)"
    )
    numbers = served.manage("shell", "-v0", "-c", code).split()[-5:]
    return dict(zip(("tournament", "sitting", "one", "other", "cup"), numbers, strict=True))


def visit(context, url, seen):
    page = context.new_page()
    page.on("request", lambda request: seen["hosts"].add(urlsplit(request.url).hostname))
    page.on("pageerror", lambda error: seen["errors"].append(str(error)))
    page.on("console", lambda m: m.type in {"error", "warning"} and seen["errors"].append(m.text))
    page.goto(url)
    return page


def sign_in(page, served, language):
    page.goto(f"{served.url}/{language}/login/")
    page.locator("[name=username]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main button").click()
    page.wait_for_url(re.compile("/desk/"))


def look(page, path, language):
    """Check a page in every size and theme.

    Nothing is cut off, axe is content, and a picture is kept for people.
    """
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                path,
                width,
            )
            if (theme, width) == READ[language]:
                assert violations(page) == [], (path, theme, width)
            keep(page, f"{path.replace('{0}', language)} {theme} {width}")


def keep(page, name):
    """Take a picture of the page if MANCHE_SCREENSHOTS=folder; CI keeps them beside its result."""
    folder = os.environ.get("MANCHE_SCREENSHOTS")
    if folder:
        name = re.sub(r"\W+", "-", name).strip("-")  # without the random code of a table
        whole = page.evaluate("document.documentElement.scrollHeight") <= TALLEST
        page.screenshot(path=f"{folder}/{name}.jpg", type="jpeg", quality=60, full_page=whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_pages_are_fit_for_everybody(demo, matches, chromium, language):
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_desk_is_fit_for_everybody(demo, matches, chromium, language):
    context = chromium.new_context()
    seen = {"hosts": set(), "errors": []}
    page = visit(context, "about:blank", seen)
    sign_in(page, demo, language)
    for path in DESK:
        page = visit(context, demo.url + path.format(language, **matches), seen)
        look(page, path, language)
        page.close()
    assert seen["errors"] == []


def test_names_of_one_long_word_fit_on_every_page(tmp_path, chromium):
    with product(tmp_path, "demo") as served:
        ids = {**showcase(served), **table_with_code(served)}
        rename_everything(served)
        context = chromium.new_context()
        page = context.new_page()
        sign_in(page, served, "fr")
        for path in LONG:
            page.goto(served.url + path.format(**ids))
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def rename_everything(served):
    code = (
        "from django.db.models import CharField, Value as V; "
        "from django.db.models.functions import Cast, Concat; "
        "from league.models import Club, Player, Season, Session; "
        "name = Concat(V('m' * 96), Cast('pk', CharField())); "
        "[each.objects.update(name=name) for each in (Club, Player, Season)]; "
        "Session.objects.update(place='m' * 100)"
    )
    served.manage("shell", "-v0", "-c", code)


def test_every_page_forbids_foreign_content(demo, chromium):
    page = chromium.new_context().new_page()
    policy = page.goto(demo.url + "/en/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
