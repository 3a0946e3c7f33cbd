import gc
import secrets
import shutil
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils import translation
from hypothesis import HealthCheck, is_hypothesis_test
from hypothesis import settings as hypothesis_settings

from api.http import cached_lists
from league.demo import first_run
from league.operations.support import cache as counters
from league.web.site import clubs as club_pages
from league.web.standings import season_page, team_pages
from league.web.support import cached_views, shared_pages
from tests import migrated, services
from tests.run import PURE

# how long an example takes says more about the machine than about the product; the first one of a
# process waits until hypothesis has read the modules of the product
hypothesis_settings.register_profile(
    "manche", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("manche")
DATABASE = {"db", "transactional_db", "django_db_setup"}


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Tell Django to use the file that lies there instead of an empty one."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, django_db_keepdb, pytestconfig):
    """Begin with a copy of a migrated database; PostgreSQL copies one by itself (tests.run)."""
    if not django_db_keepdb:
        yield
        return
    file = Path(settings.DATABASES["default"]["TEST"]["NAME"])
    shutil.copyfile(migrated.sqlite(pytestconfig.cache.mkdir("migrated")), file)
    yield
    connections.close_all()
    file.unlink()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Empty the tables of PostgreSQL quickly after tests that commit. Close the connections that
    PgBouncer keeps before the test database is dropped."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete_statements)
        yield
    if settings.DATABASE_POOLED:
        statement = (
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        )
        with psycopg.connect(services.POSTGRES, autocommit=True) as admin:
            admin.execute(statement, [settings.DATABASES["default"]["NAME"]])


def delete_statements(self, style, tables, **options):
    """Return the statements that delete all rows of these tables, in any order and in spite of
    triggers. TRUNCATE writes new files for each table, which takes a second."""
    deletions = [f"DELETE FROM {self.quote_name(table)}" for table in tables]
    return ["SET LOCAL session_replication_role = replica", *deletions]


@pytest.fixture(autouse=True)
def default_language():
    """Run each test in the default language. A page requested in French leaves French on in its
    thread, and no test may notice another's."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def no_page_is_kept(monkeypatch):
    """Let each test begin its numbers anew, so that no version is taken for that of another
    test."""
    cached_views.clear()
    cached_lists.responses.clear()
    season_page.contexts.clear()
    team_pages.views.clear()
    shared_pages.pages.clear()
    club_pages.evening_contexts.clear()
    monkeypatch.setattr(counters, "COUNTERS", secrets.token_hex(4))
    program = secrets.token_hex(4)
    monkeypatch.setattr(cached_views, "code_digest", lambda: program)
    monkeypatch.setattr(cached_views, "VERSION_SECONDS", 0)


@pytest.fixture(autouse=True)
def a_server_has_an_owner(monkeypatch):
    """Let no page ask whether the first run is open; its own tests open it again."""
    monkeypatch.setitem(first_run._state, "is_closed", True)


def pytest_addoption(parser):
    parser.addoption("--stored", action="store_true", help="only the tests that use the database")
    parser.addoption("--counted", action="store_true", help="only those of the coverage")
    parser.addoption("--uncounted", action="store_true", help="all others")


def pytest_collection_modifyitems(config, items):
    """Skip the tests that need a real service that does not answer; CI requires all services
    (tests.run)."""
    if config.getoption("--stored"):
        keep(items, uses_database, config)
    if config.getoption("--counted"):
        keep(items, counts, config)
    if config.getoption("--uncounted"):
        keep(items, lambda item: not counts(item), config)
    available = services.availability()
    for item in items:
        if "e2e" in item.keywords and not available["Chromium"]:
            item.add_marker(pytest.mark.skip("no Chromium"))
        if "services" in item.keywords and not (available["PostgreSQL"] and available["Redis"]):
            item.add_marker(pytest.mark.skip("PostgreSQL or Redis does not answer"))


def pytest_collection_finish():
    """Keep the garbage collector from what was collected here, which is much and stays, and let it
    look less often: what requests leave behind goes by itself but for a little."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def keep(items, is_wanted, config):
    config.hook.pytest_deselected(items=[item for item in items if not is_wanted(item)])
    items[:] = [item for item in items if is_wanted(item)]


def counts(item):
    """Tell whether a test counts for the coverage of the pure part (tests.run)."""
    is_pure = any(item.nodeid.startswith(f"{folder}/") for folder in PURE)
    return is_pure and not is_hypothesis_test(item.obj) and not item.get_closest_marker("long")


def uses_database(item):
    return bool(item.get_closest_marker("django_db")) or not DATABASE.isdisjoint(item.fixturenames)
