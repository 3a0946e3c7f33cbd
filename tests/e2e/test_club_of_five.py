"""A club of five from an empty server, in browsers alone: once with mail on a server of several
processes, once without mail on one computer."""

import re
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.conftest import Product, product, server_layout
from tests.smtp_server import Mailbox, smtp_server

pytestmark = [pytest.mark.e2e, pytest.mark.services, pytest.mark.long, pytest.mark.timeout(600)]

PHONE = {"width": 375, "height": 667}
NAMES = ["Ada Lovelace", "Zoé 🎲", 'Bob "Bob" Ó’Neill', *(f"Player {n}" for n in range(4, 31))]
SEATED = NAMES[:4]
PASSWORD = "a good pass phrase"


KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page):
    """Give the page the keys of a phone, which confirms each question by itself."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})


class Person:
    """A person with a browser of their own, who counts clicks."""

    def __init__(self, chromium, url, size):
        self.page = chromium.new_context(viewport=size, locale="en").new_page()
        self.page.set_default_timeout(120_000)
        self.url, self.clicks = url, 0
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path):
        self.page.goto(f"{self.url}{path}")

    def click(self, role, name):
        self.page.get_by_role(role, name=name, exact=True).first.click()
        self.clicks += 1

    def fill(self, **fields):
        """Fill fields by their labels, with spaces for underlines."""
        for label, text in fields.items():
            words = re.compile(rf"^\s*{re.escape(label.replace('_', ' '))}\s*(optional)?\s*$")
            self.page.get_by_label(words).first.fill(text)

    def reads(self, words):
        expect(self.page.get_by_text(words).first).to_be_visible()

    def fits(self):
        """Check that nothing is cut off and that axe finds nothing, once the page is there."""
        self.page.wait_for_load_state()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(self.page) == [], self.page.url


@dataclass
class Scene:
    """A running server, and the mailbox where its mails arrive, if it sends any."""

    chromium: object
    served: Product
    mailbox: Mailbox | None

    def person(self, size=PHONE):
        return Person(self.chromium, self.served.url.replace("127.0.0.1", "localhost"), size)

    def mail_to(self, address):
        """Wait for a mail, and return the link in it as a path of this server."""
        for _ in range(300):
            for message in self.mailbox.messages:
                if message["To"] == address:
                    self.mailbox.messages.remove(message)
                    text = message.get_body(("plain",)).get_content()
                    return re.search(r"https://league\.example(/\S+)", text)[1]
            time.sleep(0.1)
        raise AssertionError(f"no mail to {address}")


@contextmanager
def scene(chromium, data, with_mail):
    if not with_mail:
        with product(data, DEMO="0") as served:
            yield Scene(chromium, served, None)
        return
    with smtp_server() as (mailbox, port):
        variables = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "BASE_URL": "https://league.example"}
        with server_layout(data, **variables) as served:
            yield Scene(chromium, served, mailbox)


def begin(there, owner):
    """Make the owner's account and the club, beginning at the front page of an empty server and
    then by the address that the server has printed."""
    owner.open("/en/")
    owner.reads("Server code")
    (code,) = set(re.findall(r"/start/\?code=(\S+)", there.served.output()))
    owner.open(f"/en/start/?code={code}")
    owner.fits()
    owner.fill(Your_name="Olga", **{"E-mail": "olga@example.org"}, Password=PASSWORD)
    owner.click("button", "Create account")
    owner.reads("You can change all of this later.")
    owner.fits()
    owner.fill(Name="Les Cinq", Meeting_place="Café des Arcades")
    owner.click("button", "Create club")
    owner.reads("First steps")
    owner.fits()


def add_passkey(owner):
    with_authenticator(owner.page)
    owner.click("link", "Account")
    owner.click("link", "Manage passkeys and codes")
    owner.click("link", "Add passkey")
    owner.fits()
    owner.fill(Password=PASSWORD)
    owner.click("button", "Confirm")
    owner.fits()
    owner.click("button", "Add passkey")
    owner.reads("Each signs you in once.")
    owner.fits()
    owner.click("link", "Done")
    owner.click("button", "Sign out")
    owner.open("/en/login/")
    owner.click("button", "Sign in with a passkey")
    owner.page.wait_for_url(re.compile("/desk/"))


def invite(scene, owner, *, role="organiser", email="", player=""):
    """Invite somebody from the desk, and return the path of the link that reaches this person."""
    owner.open("/en/desk/clubs/les-cinq/members/")
    owner.page.get_by_label("Role", exact=True).first.select_option(role)
    if player:
        owner.page.get_by_label("Linked player").fill(player)
        owner.page.get_by_role("option", name=player).click()
    if scene.mailbox and email:
        owner.fill(**{"E-mail": email})
    owner.click("button", "Create invitation")
    link = owner.page.get_by_label("Link", exact=True).input_value()
    owner.fits()
    if scene.mailbox and email:
        return scene.mail_to(email)
    return re.search(r"/join/\S+", link)[0]


def join(person, link, name, email):
    person.open(link)
    person.fits()
    person.fill(Your_name=name, **{"E-mail": email}, Password=PASSWORD)
    person.click("button", "Create account and accept")
    person.reads("Les Cinq")
    assert re.search("/desk/clubs/les-cinq/|/account/results/", person.page.url)


def paste(owner):
    owner.open("/en/desk/clubs/les-cinq/")
    owner.page.get_by_label("Players, one per line").fill("\n".join(NAMES))
    owner.click("button", "Preview players")
    owner.fits()
    owner.click("button", f"Add {len(NAMES)} players")
    owner.reads(f"{len(NAMES)} players have been added.")


def forget_password(scene, owner, person, email):
    """Get a new password by mail, or by a link of the server's owner, and sign in with it."""
    person.click("button", "Sign out")
    person.open("/en/login/")
    person.click("link", "Forgot your password?")
    person.fits()
    if scene.mailbox:
        person.fill(**{"E-mail": email})
        person.click("button", "Send link")
        person.fits()
        link = scene.mail_to(email)
    else:
        person.reads("Ask its admin")
        owner.open("/en/desk/server/accounts/")
        owner.fits()
        owner.fill(**{"Name or e-mail": email})
        owner.click("button", "Search accounts")
        owner.click("link", "Link for a new password")
        owner.click("button", "Create link")
        owner.fits()
        address = owner.page.get_by_label("Link", exact=True).input_value()
        link = re.search(r"//[^/]+(/\S+)", address)[1]
    person.open(link)
    person.page.locator("[name=password1]").fill("other good words")
    person.page.locator("[name=password2]").fill("other good words")
    person.fits()
    person.click("button", "Set password")
    person.open("/en/login/")
    person.fill(**{"E-mail": email}, Password="other good words")
    person.click("button", "Sign in")
    person.page.wait_for_url(re.compile("/desk/"))


def first_evening(scene, owner):
    """Seat four people, and let a phone in the room open its table."""
    owner.open("/en/desk/clubs/les-cinq/")
    if not owner.page.get_by_role("button", name="Create season").first.is_visible():
        owner.page.locator("summary", has_text="Create a season").click()
        owner.clicks += 1
    owner.click("button", "Create season")
    owner.click("button", "Start an evening now")
    for number, name in enumerate(SEATED, 1):
        owner.page.locator("#find").fill(name)
        owner.page.get_by_role("button", name="Check in", exact=True).click()
        owner.page.locator(".here li").nth(number - 1).wait_for()
    owner.click("link", "Seat 4 players")
    owner.page.locator("#confirm").click()
    owner.clicks += 1
    owner.reads("All players are seated.")
    seated_after = owner.clicks
    owner.click("link", "Codes for phones")
    owner.page.get_by_role("button", name=re.compile("Create a code for 1 table")).click()
    code = owner.page.locator(".code-of").first.inner_text()
    phone = scene.person()
    phone.open("/t/")
    phone.fill(Table_code=code)
    phone.click("button", "Open table")
    phone.reads(SEATED[0])
    phone.fits()
    return seated_after


@pytest.mark.parametrize("with_mail", [False, True], ids=["without mail", "with mail"])
def test_a_club_of_five_stands_from_an_empty_server(tmp_path, chromium, with_mail):
    with scene(chromium, tmp_path, with_mail) as there:
        owner = there.person({"width": 1280, "height": 800})
        begin(there, owner)
        stranger = there.person()
        stranger.open("/en/start/")
        stranger.reads("There is nothing at this address.")
        paste(owner)
        clicks = first_evening(there, owner)
        sys.stdout.write(f"{clicks} clicks from an empty server to the first seated table\n")

        add_passkey(owner)
        people = {}
        for name in ("Otto", "Odile"):
            email = f"{name.lower()}@example.org"
            people[name] = there.person()
            join(people[name], invite(there, owner, email=email), name, email)
        link = invite(there, owner, role="player", player=NAMES[0])
        people["Ada"] = there.person()
        people["Ada"].open(link)
        people["Ada"].reads(f"You play there as {NAMES[0]}")
        join(people["Ada"], link, "Ada", "ada+club@example.org")
        people["Bob"] = there.person()
        bob = invite(there, owner, role="scorer", email="bob@example.org")
        join(people["Bob"], bob, "Bob", "bob@example.org")
        owner.open("/en/desk/clubs/les-cinq/members/")
        owner.reads("plays as Ada Lovelace")
        expect(owner.page.locator("#members-list > li")).to_have_count(5)
        owner.open("/en/desk/server/mail/")
        owner.fits()
        forget_password(there, owner, people["Bob"], "bob@example.org")
        assert [person.complaints for person in (owner, *people.values())] == [[]] * 5
