"""A desk on which nothing happens asks seldom, and for all its parts at once."""

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


class Clock:
    """The clock of a page, which waits for the answer to each request before it goes on."""

    def __init__(self, page):
        self.page, self.urls, self.open = page, [], 0
        page.clock.install()
        page.on("request", lambda request: self._begin(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: self._end(request))

    def _begin(self, request):
        if "live-page" in request.headers:
            self.urls.append(request.url)
            self.open += 1

    def _end(self, request):
        self.open -= "live-page" in request.headers

    def requests_within(self, seconds):
        before = len(self.urls)
        for _ in range(seconds * 5):
            self.page.clock.run_for(200)
            while self.open:
                self.page.evaluate("document.readyState")  # lets events of requests arrive
        return len(self.urls) - before


@pytest.mark.parametrize(
    "path",
    [
        "/en/desk/sessions/10/",
        pytest.param("/en/desk/tournaments/{tournament}/", marks=pytest.mark.long),
    ],
)
def test_an_idle_desk_asks_at_most_once_in_two_seconds(demo, matches, chromium, path):
    page = chromium.new_page()
    page.goto(f"{demo.url}/en/login/")
    page.locator("[name=login]").fill("demo@manche.example")
    page.locator("[name=password]").fill("manche-demo")
    page.locator("main .stack button").click()
    page.wait_for_url("**/desk/**")
    clock = Clock(page)
    page.goto(demo.url + path.format(**matches))
    assert clock.requests_within(10) > 10
    clock.requests_within(24)
    assert 2 <= clock.requests_within(10) <= 5
    assert len(set(clock.urls)) == 1
    page.keyboard.press("Shift")
    assert clock.requests_within(10) > 10
