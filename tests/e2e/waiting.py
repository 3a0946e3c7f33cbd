"""Waits for what a page answers with a promise, which `wait_for_function` takes for a yes."""

import time

from playwright.sync_api import Error

# A page that was being loaded when the worker began is in its care from the next loading on.
KEPT = """
async () => !!(
    (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
    && await caches.match(location.pathname, { ignoreVary: true })  // as the worker looks for it
)
"""


def until_kept(page):
    """Wait until the phone has the page for the time without a network."""
    until(page, KEPT)


def until(page, condition, arg=None, seconds=60):
    """Wait until the promise of this function is true, also on a page that is loaded meanwhile."""
    latest = time.monotonic() + seconds
    while not _answer(page, condition, arg):
        assert time.monotonic() < latest, f"not within {seconds} s: {condition}"
        page.wait_for_timeout(50)


def _answer(page, condition, arg):
    try:
        return page.evaluate(condition, arg)
    except Error as error:
        if "context was destroyed" in str(error) or "navigat" in str(error):
            return False
        raise
