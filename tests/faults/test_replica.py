"""A read replica late, stopped and promoted: pages always answer, and nobody misses what he or she
has just written."""

import psycopg
import pytest
import requests

from tests.faults.parts import PATIENCE, Standby, wait_until

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]
LAG = 8.0
LATE = "50s"  # much longer than any page takes on a busy machine


@pytest.fixture
def standby(postgres):
    server = Standby(postgres)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def site(parts, standby):
    """Yield the product, whose web reads from the replica."""
    database = parts.database.rsplit("/", 1)[1]
    parts.environment["DATABASE_REPLICA_URL"] = standby.url(database)
    parts.environment["DATABASE_REPLICA_LAG"] = str(LAG)
    parts.manage("collectstatic", "--no-input", "--verbosity", "0")
    parts.start("web")
    wait_until(lambda: parts.get("/livez")[0] == 200, "web serves")
    return parts


def page(site, **cookies):
    """Return the page of a club, which shows the names of its players."""
    url = f"http://127.0.0.1:{site.port}/en/clubs/ici/"
    answer = requests.get(url, cookies=cookies, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text[:200]
    return answer.text


def rename(site, name):
    ((player,),) = site.ask(
        "SELECT player.id FROM league_player player JOIN league_club club ON club.id = club_id"
        " WHERE slug = 'ici' ORDER BY 1 LIMIT 1"
    )
    status, _, _ = site.call("PATCH", f"players/{player}/", {"name": name})
    assert status == 200


def scans(site, standby):
    """Return how often the table of clubs was read on the replica."""
    query = "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname = 'league_club'"
    with psycopg.connect(standby.url(site.database.rsplit("/", 1)[1])) as admin:
        ((count,),) = admin.execute(query).fetchall()
    return count


def seconds_until_read(site, standby):
    """Return the seconds until the replica is asked for a page."""
    before = scans(site, standby)
    return wait_until(lambda: page(site) and scans(site, standby) > before, "the replica is read")


@pytest.mark.long
def test_late_stopped_and_promoted(site, standby, figures):
    seconds_until_read(site, standby)

    standby.delay(LATE)
    # how far the replica is, is measured by readers: without one for longer than the lag, the first
    # change would count as older than it is
    seconds_until_read(site, standby)
    rename(site, "Zita Zweig")
    assert "Zita Zweig" not in page(site), "a stranger reads the replica"
    assert "Zita Zweig" in page(site, written="1"), "a phone that has just written does not"
    assert "Zita Zweig" in page(site, sessionid="x"), "nor do people who are signed in"
    until_primary = wait_until(lambda: "Zita Zweig" in page(site), "the primary is read")
    why = "the replica is not read: it is more than 8 s behind"
    wait_until(lambda: why in site.output("web"), "it says why")
    standby.delay("0")
    seconds_until_read(site, standby)

    standby.stop("immediate")
    rename(site, "Yann Zweig")
    for _ in range(20):
        page(site)
    wait_until(lambda: "Yann Zweig" in page(site), "the primary is read")
    standby.start()
    until_replica = seconds_until_read(site, standby)

    standby.promote()
    rename(site, "Xenia Zweig")
    wait_until(lambda: "Xenia Zweig" in page(site), "the primary is read")
    wait_until(lambda: page(site) and "no replica any more" in site.output("web"), "it says why")
    figures(seconds_until_primary=until_primary, seconds_until_replica=until_replica)


@pytest.mark.long
def test_a_browser_without_an_account_that_has_written_reads_the_primary(site):
    answer = requests.post(f"http://127.0.0.1:{site.port}/en/search/", timeout=PATIENCE)
    cookie = next(cookie for cookie in answer.cookies if cookie.name == "written")
    assert cookie.value == "1"
    assert not requests.get(f"http://127.0.0.1:{site.port}/en/", timeout=PATIENCE).cookies


def test_an_outage_of_the_primary_leaves_the_public_pages(site, standby, postgres):
    seconds_until_read(site, standby)
    page(site)
    postgres.stop("immediate")
    try:
        site.kill("web")
        site.start("web")  # its processes have never seen the primary
        wait_until(lambda: site.get("/livez")[0] == 200, "web serves")
        for _ in range(10):
            page(site)
    finally:
        postgres.start()
