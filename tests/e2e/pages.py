"""What the tests of pages share: a demo in which every address finds something, and the look."""

import json
import os
import re
from urllib.parse import urlsplit

from tests.e2e.accessibility import violations

TALLEST = 15_000  # pixels of a picture that somebody looks at; the page about the API is longer
LANGUAGES, THEMES, WIDTHS = ["en", "fr", "de"], ["light", "dark"], [320, 375, 768, 1280]
LOOKED_AT = WIDTHS[1:]  # pictures for people; at 320 px nothing may be cut off
# axe reads each page in both themes, small and large
READ = {"en": ("light", 320), "fr": ("dark", 1280), "de": ("light", 1280)}


# each prints one line at the end
SHOWCASE = (
    "import json; from league.models import Match; "
    "print(json.dumps({m.game: m.pk for m in Match.objects.filter(over=True).order_by('pk')}))"
)
FAILING_WEBHOOK = (
    "from league.models import Club; "
    "from league.operations.webhooks import outbox, sender, webhooks; "
    "hook = webhooks.create(Club.objects.first(), url='https://a.invalid/' + 'x' * 200, "
    "events=['match.finished']); outbox.send_test(hook); sender.send_due(); print(hook.pk)"
)
TABLE_WITH_CODE = (
    "from league.models import Match, User; "
    "from league.operations.matches import table_codes as codes; "
    "match = Match.objects.get(over=False, sitting_table=None); "
    "by = User.objects.get(email__startswith='demo'); "
    "print(match.pk, codes.renew(match, by=by))"
)
DRAWN_TOURNAMENT = (
    "from league.models import User; "
    "from league.operations.tournaments.play import sitting_clock, sittings; "
    "from scoring import projection; from tests import make; "
    "by = User.objects.get(email__startswith='demo'); "
    "made = make.tournament(make.club(by, 'Tournois'), here=9, least=4); "
    "drawn = sittings.draw(made, by=by)[0]; one, other = drawn.tables.order_by('number'); "
    "cup = make.tournament(make.club(by, 'Coupe'), here=8, format='knock_out', go_on=2, "
    "least=4, minutes=45); make.finished(make.published(cup)); "
    "sitting_clock.start(make.published(cup), by=by); "
    "[projection.refresh(table.pk) for table in cup.season.tables.all()]; "
    "print(made.pk, drawn.pk, one.players[0], other.players[0], cup.pk)"
)
SIGN_UPS = (
    "from django.utils import timezone; from league.models import SignUpSheet, User; "
    "from league.operations.seasons import seasons; "
    "from league.operations.signups import access, personal_links, self_check_in; "
    "from league.operations.signups import sheets, sign_ups; "
    "from tests import make; by = User.objects.get(email__startswith='demo'); "
    "sheet = SignUpSheet.objects.order_by('pk').first(); row = sheet.sign_ups.first(); "
    "link = personal_links.token_of(personal_links.make(row.player, by=by)); "
    "club = make.club(by, 'Portes'); access.change(club, access='code', by=by); "
    "begins = timezone.now(); season = make.season(club); "
    "tonight = seasons.open_session(season, starts_at=begins); "
    "expected = sheets.open_sheet(tonight, by=by); players = make.players(club); "
    "[sign_ups.record_answer(expected, each.pk, 'yes', by=by, as_organiser=True) "
    "for each in players[:3]]; print(sheet.pk, sheet.session_id, row.player_id, link, "
    "access.settings_of(sheet.club).code, self_check_in.token_of(tonight), tonight.pk)"
)
END = "that was all of it"


def lines(served, *codes):
    """Run these codes in one process, since each takes seconds to start, and return the last line
    that each of them prints."""
    code = "\n".join(f"{code}; print('{END}')" for code in codes)
    printed = served.manage("shell", "-v0", "-c", code).split(f"{END}\n")[:-1]
    return [each.splitlines()[-1] for each in printed]


def showcase(served):
    """Return the last match of each game in the demo, which came with all its moves."""
    return json.loads(lines(served, SHOWCASE)[0])


def table_with_code(served):
    """Return the match of the demo that is still being played, with a code."""
    return dict(zip(("at_table", "code"), _table(lines(served, TABLE_WITH_CODE)[0]), strict=True))


def _table(line):
    number, code = line.split()
    return int(number), code


def addresses(served):
    """Return the ids of what the demo has and of what is added to it, by their names in addresses.

    Added are a webhook with a long address that nobody knows, whose test message has failed; a code
    for a table; two tournaments in clubs of their own, one with a draft and two players who might
    change places, the other a knock-out whose final has begun; and what opens the sign-ups of the
    demo, with the door of an evening that has just begun in a club of its own, so that it changes
    no page of the demo.
    """
    matches, webhook, table, tournament, signed = lines(
        served, SHOWCASE, FAILING_WEBHOOK, TABLE_WITH_CODE, DRAWN_TOURNAMENT, SIGN_UPS
    )
    at_table, code = _table(table)
    cup = ("tournament", "sitting", "one", "other", "cup")
    doors = ("sheet", "coming", "signed", "link", "club_code", "door", "tonight")
    return {
        **json.loads(matches),
        "webhook": int(webhook),
        "at_table": at_table,
        "code": code,
        **dict(zip(cup, tournament.split(), strict=True)),
        **dict(zip(doors, signed.split(), strict=True)),
    }


def visit(context, url, seen):
    page = context.new_page()
    page.on("request", lambda request: seen["hosts"].add(urlsplit(request.url).hostname))
    page.on("pageerror", lambda error: seen["errors"].append(str(error)))
    page.on("console", lambda m: m.type in {"error", "warning"} and seen["errors"].append(m.text))
    page.goto(url)
    return page


def sign_in(page, served, language):
    page.goto(f"{served.url}/{language}/login/")
    page.locator("[name=login]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main .stack button").click()
    page.wait_for_url(re.compile("/desk/"))


def look(page, path, language):
    """Check a page in every size and theme.

    Nothing is cut off, axe is content, and pictures are kept for people.
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
            if width in LOOKED_AT:
                keep(page, f"{path.replace('{0}', language)} {theme} {width}")


def keep(page, name):
    """Take a picture of the page if MANCHE_SCREENSHOTS=folder (CONTRIBUTING.md)."""
    folder = os.environ.get("MANCHE_SCREENSHOTS")
    if folder:
        name = re.sub(r"\W+", "-", name).strip("-")  # without the random code of a table
        whole = page.evaluate("document.documentElement.scrollHeight") <= TALLEST
        page.screenshot(path=f"{folder}/{name}.jpg", type="jpeg", quality=60, full_page=whole)
