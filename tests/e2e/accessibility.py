"""What axe finds on a page, as every browser test asks it."""

from axe_playwright_python.sync_playwright import Axe

from tests.e2e.waiting import until


def violations(page):
    """Return what axe finds on the page, as (rule, the first elements).

    A change is marked in gold for a moment; the function waits for its end.
    """
    until(page, "() => !document.querySelector('.moved')")
    rows = Axe().run(page).response["violations"]
    return [(row["id"], [node["html"][:90] for node in row["nodes"]][:3]) for row in rows]
