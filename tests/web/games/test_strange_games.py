"""Packages with unusual descriptions: names with quotes and tags, a catalogue in French only, no
house rule or thirty, large tables; and games that fail, which take no other page with them."""

import subprocess
import time

import pytest
from django.test import Client

from games import GAMES, guard
from league.operations.matches import submissions
from league.server.watching.health import measures
from problems.seats import SEATS
from tests import make
from tests.api.caller import caller
from tests.outside_games import installed, write_game
from tests.web.desk import entry, sign_in
from tests.web.games import every_address, foreign_club
from tests.web.games.every_address import limited
from tests.web.games.test_every_address import Visits, shown

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
GAME = """
from games.contract import Choice, Flag, Number, SheetGame
from problems.text import Words

class Toy(SheetGame):
    contract = 1
    slug = {slug!r}
    name = {name!r}
    seats = range({least}, {most} + 1)
    scores = range(-20, 21, 5)
    options = ({options})

    def is_over(self, match):
        return len(match.rounds) == 2
"""
THREE_OPTIONS = """
    Number("last", Words("Last <b>round</b>"), 3, least=-5, most=9, help=Words("It “ends”.")),
    Choice("way", Words("Way"), "a", {"a": Words("One & all"), "b2": Words("{seat} Fox")}),
    Flag("open_hand", Words("Open hands"), True),
"""
THIRTY = "".join(f'Flag("rule_{number}", Words("Rule {number}"), False),' for number in range(30))
FRENCH = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Open hands"
msgstr "Jeu à découvert"
"""
MAIN = {
    "add_tournament", "awards", "blank_sheet", "career", "club", "corrections", "desk_season",
    "desk_session", "desk_tournament", "embed", "evening_paper_file", "ladder", "ladder_period",
    "manage_match", "match", "match_card", "match_piece", "new_table", "origin_game", "player",
    "queue_play", "ratings_game", "report_game", "result", "results_file_game", "round", "seat",
    "season", "season_game", "season_rules", "season_screen", "session", "session_results",
    "session_screen", "standings_file_game", "table", "tournament", "tournament_settings",
    "true_seats", "rounds", "record", "standings", "ratings", "careers", "season_settings",
}  # fmt: skip
STRANGE = {
    "quotes and tags": ("goose", "L’Oie d’or 🪿 <i>\"x\"</i> '&'", 2, SEATS[-1], THREE_OPTIONS),
    "no house rule": ("g_2_x9", "{seat} %(name)s", 3, 4, ""),
    "thirty house rules": ("t30", "Thirty", 2, 2, THIRTY),
    "large tables only": ("xl6", "Six or more", 6, SEATS[-1], 'Flag("b", Words("B"), False),'),
}


@pytest.fixture(params=STRANGE)
def strange(request, tmp_path):
    """Install a game, and return its slug."""
    slug, name, least, most, options = STRANGE[request.param]
    code = GAME.format(slug=slug, name=name, least=least, most=most, options=options)
    package = write_game(tmp_path, slug, code.replace("\n", "\n        "))
    french = package / "locale/fr/LC_MESSAGES/django.po"
    french.parent.mkdir(parents=True)
    french.write_text(FRENCH)
    compiled = french.with_suffix(".mo")
    subprocess.run(["msgfmt", "--output-file", compiled, french], check=True)
    with installed(package):
        assert slug in GAMES
        yield slug


def test_a_strange_game_is_on_pages_in_the_api_and_on_paper(strange):
    foreign, visits = foreign_club.build(strange), Visits(strange)
    owner, program = Client(), caller(foreign.owner)
    sign_in(owner, foreign.owner)
    listed = [page for page in every_address.addresses(foreign) if page.name in MAIN]
    for page in limited(listed, lambda page: 2):
        send = program.get if page.is_api else owner.get
        visits.visit(send, page)
        if not page.is_api and page.name in {"match", "season_rules", "round"}:
            french = page._replace(path=page.path.replace("/en/", "/fr/"))
            visits.visit(owner.get, french)
    assert not visits.faults, shown(visits.faults)
    rules = owner.get(f"/fr/desk/seasons/{foreign.club.seasons.order_by('pk')[0].pk}/rules/")
    assert ("Jeu à découvert" in rules.text) == ("open_hand" in rules.text)


# --- games that fail

BROKEN = """
from games.contract import SheetGame

class Toy(SheetGame):
    contract = 1
    slug = "broken"
    name = "Broken"
    seats = range(2, 5)
    scores = range(0, 9)

    def is_over(self, match):
        return len(match.rounds) == 3
{method}
"""
BODIES = {
    "raises": "raise ZeroDivisionError('by nothing')",
    "loops": "\n            while True: pass",
    "answers nonsense": "return object()",
}
METHODS = (
    "is_over", "check_scores", "totals", "breakdown", "checks", "notices", "sample",
    "write_options", "watch", "check_round", "play_round", "start", "after", "calculate",
)  # fmt: skip
LOOPS = {"check_round", "checks", "is_over", "notices"}


@pytest.mark.parametrize(
    ("method", "body"),
    [(method, body) for method in METHODS for body in BODIES if method in LOOPS or body != "loops"],
)
def test_a_broken_method_takes_no_page_down(tmp_path, monkeypatch, method, body):
    if body == "answers nonsense" and method == "check_scores":
        pytest.skip("its answer does not count")
    monkeypatch.setattr(guard, "SECONDS", 0.2)
    sound = BROKEN.format(method="")
    broken = BROKEN.format(
        method=f"""
    def {method}(self, *given, **named):
        {BODIES[body]}
"""
    )
    for code in (sound, broken):
        write_game(tmp_path / str(code == sound), "broken", code.replace("\n", "\n        "))
    with installed(tmp_path / "True" / "broken-for-manche"):
        match = make.match(game="broken")
        submissions.submit(match.pk, make.sheet(1, 2, 3), by=None)
    browser = Client()
    owner = sign_in(browser, make.user())
    owner.is_operator = True
    owner.save()
    season = match.session.season
    with installed(tmp_path / "False" / "broken-for-manche"):
        began = time.monotonic()
        pages = [
            "/en/rules/",
            f"/en/matches/{match.pk}/",
            f"/en/seasons/{season.pk}/",
            f"/en/sessions/{match.session_id}/",
            f"/en/clubs/{season.club.slug}/",
            f"/en/desk/seasons/{season.pk}/rules/",
            f"/en/desk/sessions/{match.session_id}/",
            f"/api/v1/matches/{match.pk}/",
        ]
        program = caller(make.user())
        statuses = {
            page: (program if "/api/" in page else browser).get(page).status_code for page in pages
        }
        assert set(statuses.values()) == {200}, statuses
        form = {"evidence": "sheet", "score-0": 1, "score-1": 1, "score-2": 1}
        assert browser.post(entry(match, 2), form).status_code in {302, 409, 422}
        assert time.monotonic() - began < 60
        seen = measures.outside_games()
        is_known = seen.failed or seen.refused
        unused = {"sample", "play_round", "watch", "calculate", "notices", "write_options"}
        assert is_known or method in unused
        health = browser.get("/en/desk/server/health/")
        assert health.status_code == 200
        assert "broken" in health.text.lower()
        is_green = 'green" id="games"' in health.text
        assert is_green == (not is_known)
