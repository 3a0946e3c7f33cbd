"""A worker that is killed in the middle of an import."""

import psycopg
import pytest

from tests.faults.conftest import equal_to_rebuild, seconds_until_exact
from tests.faults.parts import wait_until

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]

# an archive of the club of the world, in a job that is to make a second one of it
START = """
import io
from league.operations.exchange.archive.write import export_archive
from league.models import Club, User
from league.operations.exchange import archives
club = Club.objects.get(slug="ici")
archive = io.BytesIO()
export_archive(club, archive)
print(archives.start_import([archive.getvalue()], by=User.objects.first(), members=True).pk)
"""
WAITING = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock' AND query LIKE '%%league_seat%%'"
)


def test_an_import_whose_worker_is_killed_is_there_once_and_whole(product, history, figures):
    first, second, *_ = product.world["short"]
    history.submit(first, [22, 5, 6])
    history.submit(second, [5, 22, 6])
    with psycopg.connect(product.database) as connection:
        connection.execute("LOCK TABLE league_seat IN EXCLUSIVE MODE")
        job = int(product.manage("shell", "-v0", "-c", START).splitlines()[-1])
        wait_until(lambda: product.ask(WAITING), "an import in the middle")
        assert product.ask("SELECT state FROM league_job") == [("running",)]
        product.kill("worker")
        product.start("worker")
    done = f"SELECT 1 FROM league_job WHERE id = {job} AND state = 'done'"
    seconds = wait_until(lambda: product.ask(done), "the import is done", 60)
    assert product.ask("SELECT attempts FROM league_job") == [(2,)]
    clubs = product.ask("SELECT slug FROM league_club WHERE slug LIKE 'ici%%' ORDER BY slug")
    assert clubs == [("ici",), ("ici-2",)]
    counts = product.ask(
        "SELECT count(*) FROM league_match m JOIN league_session s ON s.id = m.session_id"
        " JOIN league_season y ON y.id = s.season_id JOIN league_club c ON c.id = y.club_id"
        " WHERE c.slug LIKE 'ici%%' GROUP BY c.id"
    )
    assert counts[0] == counts[1]
    seconds_until_exact(product)
    assert equal_to_rebuild(product)
    figures(seconds_until_done=seconds)
