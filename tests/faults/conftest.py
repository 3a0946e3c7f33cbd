"""The product on parts of its own, that the tests kill, silence and restart.

Each test tells its figures by `figures(...)`; they stand together at the end of the run.
"""

import json
import secrets
from contextlib import contextmanager

import psycopg
import pytest
import redis

from tests import migrated, services
from tests.faults.history import History
from tests.faults.parts import PATIENCE, Postgres, Product, Redis, wait_until

TEMPLATE = "world"
SHORT, LONG = 48, 8  # matches over after one round, and after three

WORLD = f"""
import json
from league.operations.people import tokens
from league.models import Season
from scoring import tasks
from tests import make
alice, charlie = make.user(), make.user("charlie@example.org")
def world(owner, name, short, long):
    season = make.season(make.club(owner, name), games=["neurotrio"])
    evening, people = make.session(season), make.players(season.club)[:3]
    quick = {{"target": 20}}
    return {{
        "season": season.pk,
        "short": [make.match(evening, people, options=quick).pk for _ in range(short)],
        "long": [make.match(evening, people).pk for _ in range(long)],
    }}
stored = world(alice, "Ici", {SHORT}, {LONG})
stored["foreign"] = world(charlie, "Ailleurs", 0, 0)["season"]
stored["token"] = tokens.issue(alice)[1]
for season in Season.objects.all():
    tasks.refresh_season(season.pk)
print(json.dumps(stored))
"""
# counts what a refresh wrote, which no counter of the product could do as surely
STAMPS = """
CREATE TABLE stamps (table_id bigint, version bigint);
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO stamps VALUES (NEW.table_id, NEW.standings_version); RETURN NULL; END $$;
CREATE TRIGGER stamp AFTER UPDATE OF standings_version ON scoring_projection FOR EACH ROW
EXECUTE FUNCTION stamp();
"""
# what the facts must be, and what the pages show against the computation in SQL and the pure one
CHECK = """
from django.core.management import call_command
from league.models import Match
from league.operations.seasons import house_rules
from scoring import fact_queries, standings_queries
from scoring.models import Result, Table
from scoring.pure import schemes, standings
for match in Match.objects.all():
    rounds = match.submissions.current()
    begun = house_rules.initial_state(match.game, match.options, match.seats.count()).totals
    sums = [sum(column) for column in zip(begun, *(row.scores for row in rounds))]
    assert not rounds or match.totals == sums, (match.pk, match.totals, sums)
    facts = Result.objects.live().filter(match=match).order_by("seat").values_list("score", "place")
    ended = list(zip(match.totals, match.places)) if match.over else []
    assert list(facts) == ended, (match.pk, list(facts), ended)
for table in Table.objects.all():
    wanted = {
        row.player: (row.place, row.points, row.played, row.wins)
        for row in standings.compute(
            fact_queries.season_facts(table), schemes.read(table.scheme)
        )
    }
    shown = {
        row.player_id: (row.place, row.points, row.played, row.wins)
        for row in standings_queries.read(table).rows
    }
    assert shown == wanted, (str(table), shown, wanted)
call_command("rebuild_standings", "--check")
print("equal")
"""


def equal_to_rebuild(product):
    """Return whether all that is shown is what a full computation from the rounds gives.

    Python and SQL both compute it.
    """
    text = product.manage("shell", "-v0", "-c", CHECK)
    assert "standings are correct" in text
    return text.splitlines()[-1] == "equal"


def seconds_until_exact(product, limit=PATIENCE):
    """Return the seconds until no table is behind; what is shown then must be right."""
    behind = (
        "SELECT 1 FROM scoring_table t LEFT JOIN scoring_projection p ON p.table_id = t.id"
        " WHERE facts_version > COALESCE(standings_version, 0)"
    )

    def no_table_is_behind():
        product.keep_running()
        return not product.ask(behind)

    spent = wait_until(no_table_is_behind, "tables are up to date", limit)
    assert equal_to_rebuild(product)
    return spent


@contextmanager
def refresh_held(product):
    """Keep everybody from writing the rows of this season's tables until this ends."""
    with psycopg.connect(product.database) as connection:
        rows = connection.execute(
            "SELECT s.id FROM scoring_standing s JOIN scoring_table t ON t.id = s.table_id"
            " WHERE t.season_id = %s FOR UPDATE OF s",
            [product.world["season"]],
        ).fetchall()
        assert rows, "there is something to wait for"
        yield connection


def wait_for_the_middle(product):
    """Wait until a refresh has begun, has read, and waits for the locked rows."""
    waiting = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
        " AND wait_event_type = 'Lock' AND query LIKE '%%scoring_standing%%'"
    )
    wait_until(lambda: product.ask(waiting), "a refresh in the middle")


def all_done(product):
    """Return whether nothing waits in the queue and all that was read from it has ended."""
    with redis.Redis.from_url(product.environment["REDIS_URL"]) as client:
        waiting = client.llen(f"{product.prefix}standings")
        return not waiting and not client.hlen(f"{product.prefix}unacked")


def refreshes(product):
    """Return how often each table was stamped, and with how many versions.

    The rows are [(table, stamps, versions)].
    """
    return product.ask(
        "SELECT table_id, count(*), count(DISTINCT version) FROM stamps GROUP BY 1 ORDER BY 1"
    )


@pytest.fixture(scope="session")
def cluster():
    if services.POSTGRES_PROGRAMS is None or services.REDIS_SERVER is None:
        assert not services.REQUIRED, "initdb and redis-server are required"
        pytest.skip("needs the programs initdb and redis-server")
    postgres = Postgres()
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


@pytest.fixture(scope="session")
def world(cluster, tmp_path_factory):
    """Fill the database TEMPLATE, of which every test gets a copy, and return what is in it."""
    database = cluster.create(TEMPLATE)
    migrated.fill(database)
    bare = Product(tmp_path_factory.mktemp("world"), database, "", {})
    with psycopg.connect(database) as connection:
        figures_of_test = json.loads(bare.manage("shell", "-v0", "-c", WORLD).splitlines()[-1])
        connection.execute(STAMPS)
    return figures_of_test


@pytest.fixture
def postgres(cluster):
    """Yield the cluster, and start it again after a test that stopped it."""
    yield cluster
    try:
        psycopg.connect(cluster.url("postgres"), connect_timeout=5).close()
    except psycopg.Error:
        cluster.start()


@pytest.fixture
def private_redis():
    server = Redis()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def parts(postgres, world, private_redis, tmp_path):
    """Yield the product, not started."""
    name = f"faults_{secrets.token_hex(4)}"
    product = Product(tmp_path, postgres.create(name, TEMPLATE), private_redis.url, world)
    yield product
    product.stop()
    wait_until(lambda: _answers(postgres), "PostgreSQL answers")
    postgres.drop(name)


def _answers(postgres):
    try:
        psycopg.connect(postgres.url("postgres"), connect_timeout=5).close()
    except psycopg.Error:
        return False
    return True


@pytest.fixture
def product(parts):
    """Return the product with web, worker and beat ready."""
    for name in ("web", "worker", "beat"):
        parts.start(name)
    parts.wait_until_ready()
    return parts


@pytest.fixture
def history(product):
    return History(product)


@pytest.fixture
def figures(request, record_property):
    """Return a function whose values are printed at the end of the run.

    An example is figures(accepted=12, seconds=0.3).
    """

    def tell(**values):
        figures_of_test = {k: round(v, 2) if isinstance(v, float) else v for k, v in values.items()}
        record_property("faults", {"test": request.node.name, **figures_of_test})

    return tell


def pytest_terminal_summary(terminalreporter):
    figures_of_test = [
        dict(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", [])
        if name == "faults" and getattr(report, "when", "") == "call"
    ]
    if figures_of_test:
        terminalreporter.section("faults")
    for values in sorted(figures_of_test, key=lambda line: line["test"]):
        sentence = values.pop("test").removeprefix("test_").replace("_", " ")
        text = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items())
        terminalreporter.write_line(f"faults: {sentence}: {text}")
