"""What must not grow with use: pages of seasons of ten thousand to a million results, the memory
of a worker, the home page and the search of a server with thousands of clubs."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from django.db import connection

from bench import services
from bench.measure import Cell, seconds, slope
from bench.product import memory, with_children
from bench.standings import DAY, PLAYERS, SIZES, LargeSeason, database, print_times
from bench.visible import until_shown, worker

TURNS = 25
EVENING_MATCHES = 60
TOTALS_SQL = """
    SELECT SUM(700 * 60 * (2 * players - 2 * place - sharing + 1)) FROM scoring_result
    WHERE season_id = {season} AND until IS NULL GROUP BY player_id ORDER BY 1 DESC LIMIT 50
"""
FEW_CLUBS, MANY_CLUBS, CLUB_PLAYERS = 50, 5_000, 20
SEASONS, SUBMISSIONS, WAVES = 10, 2_000, 31


def cells() -> Iterator[Cell]:
    """Yield the figures; none where PostgreSQL or Redis does not answer."""
    if not services.answer():
        return
    os.environ |= {**services.settings_of_server(), "ALLOWED_HOSTS": "localhost"}
    with database():
        from django.core.management import call_command

        call_command("collectstatic", verbosity=0, interactive=False)
        yield from of_clubs()
        yield from of_worker()
        yield from of_pages()


def of_clubs() -> Iterator[Cell]:
    """Yield how much a home page and a search cost with many clubs, relative to few."""
    from league.web.site import clubs, search

    search.MOST_SEARCHES = 10 * TURNS  # of one address in a minute
    pages = {"home page": "/en/", "search": "/en/search/?q=manche+0017"}
    add_clubs(0, FEW_CLUBS)
    few = {name: quickest(page(path)) for name, path in pages.items()}
    add_clubs(FEW_CLUBS, MANY_CLUBS)
    for name, path in pages.items():
        text = page(path)()
        if name == "search":
            assert re.findall(r'href="/en/clubs/([^/"]+)/"', text) == ["manche-0017"]
        else:
            assert text.count('class="tile"') == clubs.MOST_CLUBS
        spent = quickest(page(path))
        print_times(name, {FEW_CLUBS: few[name], MANY_CLUBS: spent})
        yield Cell(
            f"{name}, {MANY_CLUBS:,} clubs", f"{FEW_CLUBS} clubs", spent / few[name], 2, 1.2, True
        )


def add_clubs(first: int, last: int) -> None:
    """Add clubs, each with players, two seasons and three sessions."""
    from league.models import Club, Player, Season, Session

    clubs = Club.objects.bulk_create(
        Club(name=f"Manche {number:04}", slug=f"manche-{number:04}")
        for number in range(first, last)
    )
    names = [f"P{number}" for number in range(CLUB_PLAYERS)]
    Player.objects.bulk_create(
        (Player(club=club, name=name) for club in clubs for name in names), batch_size=5_000
    )
    seasons = Season.objects.bulk_create(
        Season(club=club, name=name, starts_on=DAY.date())
        for club in clubs
        for name in ("Autumn", "Spring")
    )
    Session.objects.bulk_create(
        Session(season=season, starts_at=DAY, place="Town hall") for season in seasons
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def of_pages() -> Iterator[Cell]:
    """Yield how the pages of a season and of its last evening grow with the results of it."""
    sizes = {results: LargeSeason(results, scheme={}) for results in SIZES}
    evenings = {results: evening(season) for results, season in sizes.items()}
    for season in sizes.values():
        assert_shows_totals(season)
    works = {
        "page of a season": {
            results: page(f"/en/seasons/{season.pk}/?as_of=") for results, season in sizes.items()
        },
        "page of an evening": {
            results: page(f"/en/sessions/{pk}/?new=") for results, pk in evenings.items()
        },
    }
    for name, of_size in works.items():
        spent = {results: quickest(work) for results, work in of_size.items()}
        print_times(name, spent)
        yield Cell(f"{name}, 1e4 to 1e6 results", "growth exponent", slope(spent), 0.1, 0.03, True)
    for season in sizes.values():
        season.assert_exact()


def evening(season: LargeSeason) -> int:
    """Play an evening of 60 tables, and return its id."""
    from league.models import Season
    from league.operations.seasons import seasons

    session = seasons.open_session(Season.objects.get(pk=season.pk), starts_at=DAY)
    for _ in range(EVENING_MATCHES):
        season.submit(season.almost_played(session))
    season.refresh()
    text = page(f"/en/sessions/{session.pk}/")()
    matches = list(session.matches.prefetch_related("seats__player"))
    assert len(matches) == EVENING_MATCHES
    assert all(f"/en/matches/{match.pk}/" in text for match in matches)
    return int(session.pk)


def assert_shows_totals(season: LargeSeason) -> None:
    """Assert that the first page of the table shows the highest totals of all results."""
    with connection.cursor() as cursor:
        cursor.execute(TOTALS_SQL.format(season=season.pk))
        totals = [total for (total,) in cursor.fetchall()]
    from scoring import standings_queries

    rows = standings_queries.read_page(season.table, 0, len(totals)).rows
    text = page(f"/en/seasons/{season.pk}/?as_of=")()
    shown = [row for row in rows if f'href="players/{row.player_id}/"' in text]
    assert sorted((row.points for row in shown), reverse=True) == totals
    assert text.count("<tr><td>") == len(totals) < PLAYERS


def of_worker() -> Iterator[Cell]:
    """Yield how much the memory of a worker grows over hundreds of refreshes."""
    with worker() as process:
        seasons = [LargeSeason(1_600, 200, 200, scheme={}) for _ in range(SEASONS)]
        rng, used, refreshes = Random(1), list[float](), 0
        for _ in range(WAVES):
            matches = [
                (season, season.almost_played())
                for season in (rng.choice(seasons) for _ in range(SUBMISSIONS // WAVES))
            ]
            played = {season.pk: season for season, _match in matches}
            for season in played.values():
                until_shown(season, time.perf_counter())
            for season, match in matches:
                season.submit(match)
            for season in played.values():
                until_shown(season, time.perf_counter())
            refreshes += len(played)
            used.append(sum(map(memory, with_children(process.pid))))
            print(f"# after {refreshes} refreshes: {used[-1]:.1f} MB", flush=True)
        for season in seasons:
            season.assert_exact()
    assert refreshes >= 290
    warm = used[4]  # each process has refreshed tables
    yield Cell(
        f"memory of the worker, {refreshes} refreshes", "after 50", used[-1] / warm, 1.1, 1.03, True
    )


def page(path: str) -> Callable[[], str]:
    """Return the work of making a page for a stranger."""
    from django.test import Client

    client = Client()

    def make() -> str:
        answer: Any = client.get(path, headers={"host": "localhost"})
        assert answer.status_code == 200, (path, answer.status_code)
        return str(answer.content.decode())

    return make


def quickest(work: Callable[[], object]) -> float:
    """Return the seconds of the quickest of some turns, which other programs disturb least."""
    return min(seconds(work) for _ in range(TURNS))
