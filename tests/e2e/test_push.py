"""A player turns on notifications in Chromium, is seated, and reads where on his screen.

The push service of Chromium cannot be reached from a test, so the way from it to the browser is
played: the address and keys with which the browser would subscribe are those of a receiver here,
and what the receiver opened is handed to the service worker by the debugging protocol. All else is
real: the click, the worker, the sealed message from the server, the notification, its page.
"""

import json
import time

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ADD_ALICE, product
from tests.push_service import push_service

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(300)]
SUBSCRIBE = """
PushManager.prototype.subscribe = async function (options) {
  const { applicationServerKey, userVisibleOnly } = options;
  window.pushOptions = { key: applicationServerKey.length, visible: userVisibleOnly };
  return { toJSON: () => (%s) };
};
"""
CLICK = """
async () => {
  self.opened = [];
  self.clients.openWindow = async (url) => self.opened.push(url);
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  const waits = [];
  event.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.opened;
}
"""


@pytest.fixture
def served(tmp_path):
    with product(tmp_path, ADD_ALICE, WEBHOOKS_ALLOW_PRIVATE="1") as served:
        yield served


def seat_alice(served):
    """Seat Alice at a table; return the match."""
    token = served.manage("apitoken", "alice@example.org").split()[-1]

    def post(path, **body):
        status, answer = served.call("POST", path, body, token)
        assert status == 201, answer
        return answer

    club = post("clubs/", name="Les Ardoises", language="en")["slug"]
    players = [post(f"clubs/{club}/players/", name=name)["id"] for name in ("Ada", "Bo", "Cy")]
    code = (
        "from league.models import Player, User;"
        f"Player.objects.filter(pk={players[0]}).update(account=User.objects.get())"
    )
    served.manage("shell", "-v0", "-c", code)
    served.manage("adduser", "bob@example.org", "--name", "Bob", "--password", "a-good-pass-phrase")
    season = post(f"clubs/{club}/seasons/", name="Autumn", starts_on="2026-09-01")
    evening = post(f"seasons/{season['id']}/sessions/", starts_at="2026-11-26T20:30:00+01:00")
    code = (
        "from league.models import Session; from league.operations.sessions import session_log;"
        f"session_log.set_table(Session.objects.get(pk={evening['id']}), game='neurotrio',"
        f"players={players}, by=None)"
    )
    served.manage("shell", "-v0", "-c", code)


def test_a_player_turns_on_notifications_and_reads_where_he_sits(served, chromium):
    with push_service() as service:
        context = chromium.new_context(locale="en", viewport={"width": 375, "height": 667})
        page = context.new_page()
        page.goto(f"{served.url}/en/login/?next=/en/account/messages/settings/")
        page.locator("[name=login]").fill("alice@example.org")
        page.locator("[name=password]").fill("a-good-pass-phrase")
        page.locator("main .stack button").click()
        turn_on = page.get_by_role("button", name="Turn on notifications on this device")
        expect(turn_on).to_be_visible()
        assert page.evaluate("Notification.permission") != "granted"  # nobody was asked yet
        turn_on.click()  # the person says no
        expect(page.get_by_text("This browser blocks notifications")).to_be_visible()

        context.grant_permissions(["notifications"], origin=served.url)
        page.add_init_script(SUBSCRIBE % json.dumps(subscription(service)))
        page.reload()
        with page.expect_navigation():
            turn_on.click()
        expect(page.get_by_text("Chrome, Linux")).to_be_visible()

        seat_alice(served)
        wait(page, lambda: len(service.headers) == 1)
        (message,) = service.messages()
        worker = context.service_workers[0]
        deliver(context, page, served.url, message)
        shown = worker.evaluate(
            "async () => (await self.registration.getNotifications())"
            ".map(({ title, body, tag }) => ({ title, body, tag }))"
        )
        assert shown == [
            {
                "title": "You sit at table 1",
                "body": "Neurotrio with Bo and Cy",
                "tag": message["tag"],
            }
        ]
        deliver(context, page, served.url, message)  # a second copy replaces the first
        assert (
            worker.evaluate("async () => (await self.registration.getNotifications()).length") == 1
        )
        (opened,) = worker.evaluate(CLICK)
        page.goto(opened)
        expect(page).to_have_url(f"{served.url}/en/matches/1/")
        page.goto(f"{served.url}/en/account/messages/")
        expect(page.get_by_role("link", name="You sit at table 1")).to_be_visible()
        assert page.locator(".bell-count").count() == 0


def subscription(service):
    endpoint, *keys = service.subscription.values()
    return {"endpoint": endpoint, "keys": dict(zip(("p256dh", "auth"), keys, strict=True))}


def deliver(context, page, origin, message):
    """Hand a message to the service worker of the page, as the push service of Chromium would."""
    session = context.new_cdp_session(page)
    registrations = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait(page, lambda: registrations)
    own = next(
        registration for registration in registrations if registration["scopeURL"] == f"{origin}/"
    )
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": origin,
            "registrationId": own["registrationId"],
            "data": json.dumps(message),
        },
    )
    worker = context.service_workers[0]
    script = "async () => (await self.registration.getNotifications()).length"
    wait(page, lambda: worker.evaluate(script) > 0)


def wait(page, condition, seconds=60):
    """Wait until the condition holds, while the browser goes on."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "not in time"
        page.wait_for_timeout(50)
