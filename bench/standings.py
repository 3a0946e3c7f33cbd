"""Measures the tables of large seasons on PostgreSQL with its durable defaults, against plain
SQL."""

from __future__ import annotations

import os
import secrets
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction

from bench import services
from bench.measure import Cell, cost, seconds, slope

if TYPE_CHECKING:
    from scoring.models import Table

ALL_TIEBREAKS = ["wins", "mini_table", "head_to_head", "best_evening", "last_result", "sit_outs"]
ALL_TIEBREAKS += ["strength", "lots"]
PLAYERS = 2_000
SIZES = (10_000, 100_000, 1_000_000)
LARGEST = 5_000_000  # with BENCH_LARGE=1: some minutes, and three gigabytes of disk
SEATS = 4
ROUNDS = 4  # of an evening
ONE_ROW = "a one-row commit"
EVIDENCE = ("sheet", "final", "transcript")
DAY = datetime(2026, 1, 1, 18, tzinfo=UTC)
SHEET = {"evidence": "sheet", "scores": [22, 9, 6, 3]}
COLUMNS = ["since", "recorded_at", "season_id", "session_id", "match_id", "player_id", "game"]
COLUMNS += ["seat", "players", "score", "place", "sharing", "total", "target", "match_version"]
SUMS_SQL = """
    SELECT player_id, SUM(700 * 60 * (2 * players - 2 * place - sharing + 1)) AS points, COUNT(*)
    FROM scoring_result WHERE season_id = {season} AND until IS NULL GROUP BY player_id
"""
PLAIN_SQL = f"""
    INSERT INTO plain
    SELECT player_id, points, RANK() OVER (ORDER BY points DESC) FROM ({SUMS_SQL}) s
"""
RECREATE_SQL = (
    "DROP TABLE IF EXISTS plain; CREATE TABLE plain (player bigint, points bigint, place int)"
)


def cells() -> Iterator[Cell]:
    """Yield the measured cells; none if the services do not answer."""
    if services.answer():
        with database():
            yield from measure_cells()


@contextmanager
def database() -> Iterator[None]:
    """Set up a database for the measurements, and drop it afterwards."""
    with services.new_database() as url:
        os.environ["DATABASE_URL"] = url
        os.environ["MANCHE_DATA"] = tempfile.mkdtemp(prefix="manche-bench-")
        os.environ["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
        try:
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            yield
        finally:
            connection.close()


class LargeSeason:
    """A season with this many results, written in bulk: sessions of four rounds, tables of four."""

    def __init__(
        self,
        results: int,
        players: int = PLAYERS,
        present: int = 500,
        scheme: dict[str, Any] | None = None,
    ) -> None:
        from league.models import Club, Player
        from league.operations.seasons import seasons
        from scoring import ledger

        self.rng, self.present = Random(results), present
        club = Club.objects.create(name=f"{results}", slug=secrets.token_hex(8))
        names = [Player(club=club, name=f"P{number}") for number in range(players)]
        self.players = [player.pk for player in Player.objects.bulk_create(names)]
        scheme = {"tiebreaks": ALL_TIEBREAKS} if scheme is None else scheme
        season = seasons.create(
            club, name="S", starts_on=DAY.date(), games=["neurotrio"], scheme=scheme
        )
        self.pk = season.pk
        self.sessions = [
            seasons.open_session(season, starts_at=DAY + timedelta(days=number))
            for number in range(results // (ROUNDS * present))
        ]
        self._fill()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        with transaction.atomic():
            ledger.recount(self.pk)
        self.table = found_table(self.pk)
        self.game = found_table(self.pk, "neurotrio")
        self.refresh()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")

    def _fill(self) -> None:
        """Write into the tables what the ledger would have written match by match."""
        from league.models import Match
        from scoring.models import Result

        columns = ", ".join(COLUMNS)
        for session in self.sessions:
            present = self.rng.sample(self.players, self.present)
            standings_queries = [table for _ in range(ROUNDS) for table in self._seated(present)]
            matches = Match.objects.bulk_create(
                [
                    Match(session=session, game="neurotrio", over=True, evidence=evidence)
                    for evidence in self.rng.choices(EVIDENCE, k=len(standings_queries))
                ]
            )
            with (
                connection.cursor() as cursor,
                cursor.copy(f"COPY {Result._meta.db_table} ({columns}) FROM STDIN") as copy,
            ):
                for match, players in zip(matches, standings_queries, strict=True):
                    for row in self._results(session.pk, match.pk, players):
                        copy.write_row(row)

    def _seated(self, present: list[int]) -> list[list[int]]:
        """Return one round of a session, in tables of four."""
        self.rng.shuffle(present)
        return [present[first : first + SEATS] for first in range(0, len(present), SEATS)]

    def _results(self, session: int, match: int, players: list[int]) -> Iterator[tuple[Any, ...]]:
        scores = [self.rng.randint(10, 60) for _ in players]
        places = [1 + sum(other > score for other in scores) for score in scores]
        for seat, (player, score, place) in enumerate(zip(players, scores, places, strict=True)):
            facts = (1, DAY, self.pk, session, match, player, "neurotrio", seat, SEATS)
            yield *facts, score, place, places.count(place), sum(scores), 50, 1

    def refresh(self) -> None:
        from scoring import projection

        for table in (self.table, self.game):
            projection.refresh(table.pk)

    def almost_played(self, session: Any = None) -> int:
        """Return a match of four that one more round will end."""
        from league.operations.matches import matches, submissions

        players = self.rng.sample(self.players, SEATS)
        match = matches.create(session or self.sessions[-1], game="neurotrio", players=players)
        for _ in range(2):
            submissions.submit(match.pk, SHEET, by=None)
        return match.pk

    def submit(self, match: int) -> None:
        from league.operations.matches import submissions

        assert submissions.submit(match, SHEET, by=None).match.over

    def assert_exact(self, *, naively: bool = False) -> None:
        """Assert that the stored rows are those of a count from all facts, and those of the pure
        function if `naively`."""
        from scoring import projection, standings_queries
        from scoring.pure import schemes, standings

        table = found_table(self.pk)
        assert not table.pending
        assert projection.check(table.pk) == []
        if naively:
            places_sql = standings.compute(
                standings_queries.season_facts(table), schemes.read(table.scheme)
            )
            stored = {
                row.player_id: (row.place, row.points) for row in standings_queries.read(table).rows
            }
            assert stored == {row.player: (row.place, row.points) for row in places_sql}


def measure_cells() -> Iterator[Cell]:
    """Yield all cells, with every tie-break on unless a cell says otherwise."""
    sizes = {results: LargeSeason(results) for results in SIZES}
    middle, large = sizes[SIZES[1]], sizes[SIZES[-1]]
    times = {results: submit_and_refresh(season) for results, season in sizes.items()}
    print_times("submit + refresh", times)
    sizes[SIZES[0]].assert_exact(naively=True)
    yield Cell(
        "submit + refresh, 1e4 to 1e6 results", "growth exponent", slope(times), 0.1, 0.03, True
    )
    yield Cell("refresh after one match, all tie-breaks", ONE_ROW, one_match(middle), 6, 2, True)
    usual = LargeSeason(SIZES[1], scheme={})
    yield Cell("refresh after one match, usual scheme", ONE_ROW, one_match(usual), 6, 2, True)
    for season in (*sizes.values(), usual):
        season.assert_exact()
    yield Cell("correction far in the past", "a new submission", correction(usual), 3, 1.5, True)
    yield Cell(
        "full rebuild of 1e6 results, stored", "one SQL statement", rebuild(large), 5, 2, True
    )
    rebuilt = {results: rebuild_seconds(sizes[results]) for results in SIZES[1:]}
    print_times("full rebuild", rebuilt)
    yield Cell(
        "full rebuild, 1e5 to 1e6 results", "growth exponent", slope(rebuilt), 1.1, 1.0, True
    )
    print(f"# memory of a rebuild of 1e6 results: {memory(large):.0f} MiB more than before")
    if os.environ.get("BENCH_LARGE") == "1":
        yield from largest(rebuilt)
    yield Cell(
        "as of a past evening, 1e5 results", "current standings", past_session(usual), 5, 2, True
    )
    small = LargeSeason(6_400, players=800, present=800)
    yield Cell(
        "800 players, 8 rounds, 8 tie-breaks", "one SQL aggregate", ranking(small), 10, 5, True
    )


def largest(rebuilt: dict[int, float]) -> Iterator[Cell]:
    season = LargeSeason(LARGEST)
    rebuild_seconds(season)  # once before, as the others were
    times = {**rebuilt, LARGEST: rebuild_seconds(season)}
    print_times("full rebuild", times)
    yield Cell("full rebuild, 1e5 to 5e6 results", "growth exponent", slope(times), 1.1, 1.0, True)
    yield Cell("memory of a rebuild of 5e6, MiB", "before", memory(season), 256, 64, True)
    season.assert_exact()


def print_times(work: str, times: dict[int, float]) -> None:
    for results, spent in times.items():
        print(f"# {work} at {results:>9,} results: {1000 * spent:.1f} ms", flush=True)


def submit_and_refresh(season: LargeSeason, rounds: int = 25) -> float:
    spent = []
    for _ in range(rounds):
        match = season.almost_played()

        def work(match: int = match) -> None:
            season.submit(match)
            season.refresh()

        spent.append(seconds(work))
    return statistics.median(spent)


def found_table(season: int, game: str = "") -> Table:
    from scoring import standings_queries

    table = standings_queries.find_table(season, game)
    assert table is not None
    return table


def one_match(season: LargeSeason, rounds: int = 25) -> float:
    from league.models import Club
    from scoring import projection

    ratios = []
    for _ in range(rounds):
        season.submit(season.almost_played())
        refresh_seconds = seconds(lambda: projection.refresh(season.table.pk))
        projection.refresh(season.game.pk)
        club = Club.objects.first()
        ratios.append(refresh_seconds / seconds(lambda: one_row(club)))  # noqa: B023
    return statistics.median(ratios)


def one_row(club: Any) -> None:
    from django.db.models import F

    assert type(club).objects.filter(pk=club.pk).update(name=F("name")) == 1


def rebuild(season: LargeSeason) -> float:
    """Return the time of a rebuild by that of one SQL statement; both start from an empty table and
    store every row."""
    from scoring import ledger, projection
    from scoring.models import Standing

    def our_refresh() -> None:
        projection.refresh(season.table.pk)

    def plain_sql() -> None:
        with connection.cursor() as cursor:
            cursor.execute(PLAIN_SQL.format(season=season.pk))
            assert cursor.rowcount == PLAYERS

    ratios = []
    for _ in range(5):
        Standing.objects.filter(table=season.table).delete()
        with transaction.atomic():
            ledger.recount(season.pk)
        with connection.cursor() as cursor:
            cursor.execute(RECREATE_SQL)
        ratios.append(seconds(our_refresh) / seconds(plain_sql))
        assert Standing.objects.filter(table=season.table).count() == PLAYERS
    projection.refresh(season.game.pk)
    return statistics.median(ratios)


def rebuild_seconds(season: LargeSeason) -> float:
    """Return the seconds of a rebuild of correct rows, of which none is written."""
    from scoring import ledger, projection

    with transaction.atomic():
        ledger.recount(season.pk)
    spent = seconds(lambda: projection.refresh(season.table.pk))
    projection.refresh(season.game.pk)
    return spent


def memory(season: LargeSeason) -> float:
    """Return the MiB by which the peak memory of this process grows; the database does the sums."""
    import tracemalloc

    tracemalloc.start()
    rebuild_seconds(season)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def correction(season: LargeSeason, rounds: int = 15) -> float:
    """Return the time to correct a match of the first session, with its refresh, by that of a new
    submission with its own."""
    from league.operations.matches import submissions

    first = season.almost_played(season.sessions[0])
    season.submit(first)
    season.refresh()
    ratios = []
    for number in range(rounds):
        match, body = season.almost_played(), {**SHEET, "scores": [22, 9, 5 + number % 2, 3]}

        def correct(body: dict[str, Any] = body) -> None:
            submissions.correct(first, 3, body, by=None)
            season.refresh()

        def submit(match: int = match) -> None:
            season.submit(match)
            season.refresh()

        ratios.append(seconds(correct) / seconds(submit))
    season.assert_exact()
    return statistics.median(ratios)


def past_session(season: LargeSeason) -> float:
    from scoring import standings_queries

    evening = season.sessions[len(season.sessions) // 2].pk
    table = found_table(season.pk)
    return cost(
        lambda: standings_queries.standings_as_of(table, evening),
        lambda: standings_queries.read(table),
        rounds=9,
    )


def ranking(season: LargeSeason) -> float:
    from scoring.pure import schemes
    from scoring.sql import places_sql
    from scoring.sql.fact_filters import FactFilter

    scheme = schemes.read(season.table.scheme)
    stored = places_sql.with_places(season.table.standings.all(), ALL_TIEBREAKS)

    def our_rows() -> None:
        rows = places_sql.compute_standings(season.table, FactFilter.of_table(season.table), scheme)
        assert [row.place for row in rows] == [row.place for row in stored]

    def aggregate() -> None:
        with connection.cursor() as cursor:
            cursor.execute(SUMS_SQL.format(season=season.pk))
            assert len(cursor.fetchall()) == 800

    return cost(our_rows, aggregate, rounds=15)
