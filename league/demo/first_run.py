"""The first run of a server: creating the account of its owner, which replaces the demo.

It is open until an account of a real person exists. It needs the code that the server prints when
it starts: judged by the connection, a visitor behind a proxy looks like one at the server itself.
Wrong codes are not limited, so that strangers cannot lock out the owner; the code is long enough
that guessing it takes thousands of years.
"""

import hmac
import sys

from django.db import Error, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from database.locks import lock_name
from league.demo import demo_club
from league.errors import NotFound, invalid
from league.models import User
from league.names import clean_name
from league.operations.people import accounts
from league.operations.support.links import link_to

DIGITS = 16
GROUP = 4
_state = {"is_closed": False}  # once an account exists, no page has to ask again


def is_open() -> bool:
    """Return whether no real person has an account yet."""
    if not _state["is_closed"]:
        _state["is_closed"] = User.objects.exclude(email=demo_club.DEMO_EMAIL).exists()
    return not _state["is_closed"]


def code() -> str:
    """Return the code of this server, such as "1234-5678-9012-3456"."""
    number = int(salted_hmac(__name__, "code", algorithm="sha256").hexdigest(), 16)
    digits = f"{number % 10**DIGITS:0{DIGITS}}"
    return "-".join(digits[place : place + GROUP] for place in range(0, DIGITS, GROUP))


def address(base: str = "") -> str:
    """Return the address of the first page with the code; `base` is the server's address, by
    default the configured one."""
    path = f"start/?code={code()}"
    return f"{base}{path}" if base else link_to(path)


def announce() -> None:
    """Print how to begin, while no account exists. Print nothing if the database does not answer;
    `manage.py first_run_code` prints the same."""
    try:
        is_first_run = is_open()
    except Error:
        return
    if is_first_run:
        words = _("Create the account of the admin at %(address)s")
        sys.stderr.write(words % {"address": address()} + "\n")


def is_code(typed: str) -> bool:
    digits = "".join(character for character in typed if character.isdigit())
    return hmac.compare_digest(digits.encode(), code().replace("-", "").encode())


def lock() -> None:
    """Lock the first run and the loading of the demo against other requests until this transaction
    ends."""
    lock_name(__name__)


@transaction.atomic
def create_owner(*, name: str, email: str, password: str | None) -> User:
    """Create the account of the server's owner, and remove the demo. If two people try
    concurrently, the first one succeeds; raise NotFound for the other."""
    lock()
    if not is_open():
        raise NotFound(_("There is nothing here."))
    if email.strip().lower() == demo_club.DEMO_EMAIL:
        raise invalid(
            "bad_email", "email", _("This is the address of the demo account. Enter your own.")
        )
    name = clean_name(name)
    if club := demo_club.find():
        demo_club.remove(club)
    return accounts.create(email, password, name=name, is_operator=True)
