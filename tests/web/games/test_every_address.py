"""Every address of pages and API, in a club that plays one game from outside only: with its
package, and after it was uninstalled. Each package in `tests/games_from_outside` is walked."""

from contextlib import contextmanager
from functools import cache
from importlib.metadata import distributions

import pytest
from django.core.cache import cache as django_cache
from django.db import transaction
from django.test import Client

from api.http import throttles
from games import outside
from tests.api.caller import caller
from tests.made_once import made_once
from tests.outside_games import EXAMPLES, installed
from tests.web.desk import sign_in
from tests.web.games import every_address, foreign_club
from tests.web.games.every_address import Address, limited
from tests.web.games.page_faults import faults_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
SLUGS = sorted(
    entry.name
    for package in distributions(path=[str(EXAMPLES)])
    for entry in package.entry_points
    if entry.group == outside.GROUP
)
HEAVY = (".pdf", ".zip", ".png", ".xlsx", "/docs/", "/schema/")
LISTS_GAMES = {  # pages on which people choose among all games
    "desk_awards", "desk_award", "ladder_evenings",
    "add_player", "add_season", "add_tournament", "calculators", "desk_club", "desk_ladder",
    "desk_ladders", "imports", "rules", "season_settings", "tournament_settings", "ladder_wish",
}  # fmt: skip
# pages and refusals with slugs and placeholders, for programs and their authors
FOR_PROGRAMMERS = {"docs", "docs_page", "play_off"}
CLOSED = {  # the status that the owner gets instead of a page, and the reason
    "metrics": 404,  # without a token of its own
    "security_txt": 404,  # the server has no address for such reports
    "/readyz": 503,  # no worker has run
    "start": 404,  # the server has an owner
    "openid_connect_login": 404,  # there is no such provider
    "openid_connect_callback": 404,
    "mfa_deactivate_totp": 404,  # no second factor is set up
    "mfa_view_recovery_codes": 404,
    "mfa_download_recovery_codes": 404,
    "socialaccount_login_error": 401,
    "address_link": 404,  # no address waits to be confirmed
    "erase_player": 403,  # a player with an account does that
    "blank_sheet": 422,  # without a choice of the sheet
    "season_report": 422,  # without a choice of the player
    "league_report": 422,
    "calculator": 404,  # the game has no fields
    "game_rules": 404,
    "rules_sheet": 404,
    "replay": 404,  # sheets show no moves
    "replay_step": 404,
    "unknown": 404,
    "match_play": 404,  # of a match that has not ended
}


def walks(*quick):
    """Walk every package, installed and uninstalled. Those pairs that are not listed are long: each
    kind of walk meets both states in the quick part, and each state both packages."""
    pairs = [(slug, is_installed) for slug in SLUGS for is_installed in (True, False)]
    assert set(quick) <= set(pairs)
    listed = [
        pytest.param(
            *pair,
            id=f"{pair[0]}-{'installed' if pair[1] else 'uninstalled'}",
            marks=[] if pair in quick else [pytest.mark.long],
        )
        for pair in pairs
    ]
    return pytest.mark.parametrize(("slug", "is_installed"), listed)


@cache
def built(slug):
    return made_once(lambda: foreign_club.build(slug))


@contextmanager
def club_of(slug, *, is_installed=True, packages=(EXAMPLES,)):
    """Yield the club, with the package of its game or after it was uninstalled."""
    with installed(*packages):
        foreign = built(slug)()
        if is_installed:
            yield foreign
            return
    yield foreign


@contextmanager
def undone():
    django_cache.clear()
    throttles.forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answer(send, path):
    """Return status, kind and body of an answer; an exception is 500."""
    with undone():
        try:
            got = send(path)
            return got.status_code, got.headers.get("Content-Type", ""), got.getvalue()
        except Exception as error:  # each address is named with its own error
            return 500, "", repr(error).encode()


class Visits:
    """Answers of many addresses: their faults, and the best status of each route."""

    def __init__(self, slug):
        self.slug, self.faults, self.best = slug, [], {}

    def visit(self, send, address):
        status, kind, body = answer(send, address.path)
        self.best[address.route] = min((status, address.name), self.best.get(address.route, (999,)))
        if status >= 500 and CLOSED.get(address.name) != status:
            self.faults.append((address.path, status, body[:300]))
        elif kind.startswith("text/html") and address.name not in FOR_PROGRAMMERS:
            lists_games = address.name in LISTS_GAMES
            page_faults = faults_of(body.decode(), self.slug, lists_games=lists_games)
            self.faults += [(address.path, fault) for fault in page_faults]
        return status

    def refused(self, *usual):
        """Return the routes with no better answer than a refusal, but for those in CLOSED."""
        return {
            (status, name)
            for status, name in self.best.values()
            if status not in {200, 302, *usual} and CLOSED.get(name) != status
        }


def shown(faults):
    return "\n".join(map(str, faults))


def how_many(address):
    """Return how many addresses of a route are worth a visit."""
    if "/paper/" in address.route:
        return 4
    if any(part in address.route for part in HEAVY):
        return 1
    return 20 if address.route.startswith("/en/matches/") else 4


def how_many_of_api(address):
    """Return how many addresses of a route are read; not every evening has sign-ups."""
    if any(part in address.route for part in ("sign_up", "forecast")):
        return 20
    return 2 if "/matches/" in address.route else 1


def bare(program):
    """Return a function that reads an address, and does not compare it with the description."""
    return lambda path: program.client.get(path, headers=program.headers)


def pages_of(foreign):
    return [page for page in every_address.addresses(foreign) if not page.is_api]


def api_of(foreign):
    return [page for page in every_address.addresses(foreign) if page.is_api]


@walks(("ascenseur", True), ("simple_belote", True), ("simple_belote", False))
def test_pages_for_an_organiser(slug, is_installed):
    with club_of(slug, is_installed=is_installed) as foreign:
        owner, visits, with_query = Client(), Visits(slug), Visits(slug)
        sign_in(owner, foreign.owner)
        pages = pages_of(foreign)
        for page in limited(pages, how_many):
            visits.visit(owner.get, page)
        for query in queries(foreign):
            is_blank = "blank.pdf" in query.path  # needs the rules
            expected = 200 if is_installed or not is_blank else 409
            assert with_query.visit(owner.get, query) == expected, query
    assert not visits.faults + with_query.faults, shown(visits.faults + with_query.faults)
    assert visits.refused(405) == set()
    walked = {page.route for page in [*pages, *api_of(foreign)]}
    assert {route for _name, route in every_address.routes()} == walked


def queries(foreign):
    """Return the addresses of pages that take a query."""
    slug = foreign.slug
    season = foreign.club.seasons.order_by("pk")[0]
    desk, table = f"/en/desk/seasons/{season.pk}", f"/en/seasons/{season.pk}"
    one, other = (season.sessions.order_by("pk")[number].pk for number in (0, 2))
    for path in (
        *(f"{desk}/paper/blank.pdf?sheet={slug}-{players}" for players in foreign.seats),
        f"{desk}/paper/report.pdf?player={foreign.people[0].pk}",
        f"{desk}/paper/certificates.pdf?best=3&game={slug}",
        f"{table}/comparison/?then={one}&now={other}",
        f"{table}/{slug}/comparison/?then={one}&now={other}",
        f"{table}/?results=final",
        f"/embed/seasons/{season.pk}/?game={slug}&rows=5&lang=fr",
    ):
        yield Address("with a query", path, path)


@walks(("simple_belote", True), ("ascenseur", False))
def test_pages_for_players_and_strangers_in_three_languages(slug, is_installed):
    with club_of(slug, is_installed=is_installed) as foreign:
        player, visits = Client(), Visits(slug)
        sign_in(player, foreign.player)
        for page in limited(pages_of(foreign), lambda page: 1):
            visits.visit(player.get, page)
            if "/desk/" in page.route or "/account/" in page.route:
                continue
            for language in ("en", "fr", "de") if page.path.startswith("/en/") else ("en",):
                path = f"/{language}/{page.path[4:]}" if language != "en" else page.path
                visits.visit(Client().get, page._replace(path=path))
    assert not visits.faults, shown(visits.faults)


@walks(("simple_belote", True), ("ascenseur", False))
def test_api(slug, is_installed):
    with club_of(slug, is_installed=is_installed) as foreign:
        owner, player = caller(foreign.owner), caller(foreign.player)
        visits, others = Visits(slug), Visits(slug)
        listed = api_of(foreign)
        for page in limited(listed, how_many_of_api):
            # the description knows the rounds of games that are installed
            send = owner.get if is_installed else bare(owner)
            status = visits.visit(send, page)
            if status == 200 and not any(part in page.path for part in HEAVY):
                for method in ("HEAD", "OPTIONS"):
                    others.visit(lambda path: owner.send(method, path), page)  # noqa: B023
                others.visit(player.get if is_installed else bare(player), page)
                others.visit(Client().get, page)
    assert not visits.faults + others.faults, shown(visits.faults + others.faults)
    assert visits.refused(405) == set()


@walks(("ascenseur", True), ("simple_belote", False))
def test_empty_forms_and_bodies(slug, is_installed):
    with club_of(slug, is_installed=is_installed) as foreign:
        browser, program, visits = Client(), caller(foreign.owner), Visits(slug)
        sign_in(browser, foreign.owner)
        for page in limited(every_address.addresses(foreign), lambda page: 1):
            if page.is_api:
                visits.visit(lambda path: program.post(path, {}), page)
            else:
                visits.visit(browser.post, page)
    assert not visits.faults, shown(visits.faults)
