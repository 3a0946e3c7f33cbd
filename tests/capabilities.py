"""Secrets whose holder needs no other right. The rows of `GRANTED` say what each of them grants; no
answer shows one to a reader who may do less."""

import io
import zipfile
from html import unescape
from itertools import chain
from typing import NamedTuple

from league import permissions
from league.models import Role, Scope
from league.operations.calendars import addresses
from league.operations.mail import suppressions
from league.operations.matches import table_codes
from league.operations.messages import unsubscribe_links
from league.operations.people import clubs, invitations, tokens
from league.operations.signups import access, personal_links, self_check_in
from league.operations.webhooks import webhooks
from league.permissions import ALLOWED, REACH, Action
from league.web.accounts.account_links import password_path
from league.web.support import qr_codes
from tests.operations.paper import papers

# the account itself, or a right in the club
ACCOUNT = "account"
GRANTED = {
    **{f"invitation as {role}": right for role, right in permissions.INVITATIONS.items()},
    "invitation as owner of a player": permissions.INVITATIONS[Role.OWNER],
    "table code": permissions.TABLE_CODE,
    "sign-up code": permissions.SIGN_UP_CODE,
    "personal link": permissions.PERSONAL_LINK,
    "link of the door": permissions.DOOR_LINK,
    "webhook secret": Action.OWN,
    "webhook of a chat": permissions.WEBHOOK_URL,
    "token": ACCOUNT,
    "table token": Action.SUBMIT,
    "calendar address": ACCOUNT,
    "stop link of messages": ACCOUNT,
    "stop link of mail": ACCOUNT,
    "password link": ACCOUNT,
}
CHAT = "https://discord.com/api/webhooks/1234/a-secret-of-the-chat"


class Capability(NamedTuple):
    """A secret, the texts of which one in an answer shows it, the pages that show it to readers who
    may see it, and a form whose answer shows it."""

    name: str
    marks: tuple[str, ...]
    pages: tuple[str, ...] = ()
    form: tuple[str, dict[str, str]] | None = None


def hand_out(match, owner):
    """Make one of each kind, all for an owner of the club of a running match."""
    session, club = match.session, match.session.season.club
    desk = f"/en/desk/clubs/{club.slug}/"
    invited = clubs.add_player(club, name="Invited as owner")
    made = [
        _invitation(f"invitation as {role}", invitations.create(club, by=owner, role=role))
        for role in Role.values
    ]
    row = invitations.create(club, by=owner, role=Role.OWNER, player=invited.pk)
    made.append(_invitation("invitation as owner of a player", row))
    code = str(table_codes.of_match(match) or table_codes.renew(match, by=owner))
    page = f"/en/desk/matches/{match.pk}/code/"
    made.append(Capability("table code", (*_address(f"t/{code}/"), code), (page,)))
    code = access.change(club, access="code", by=owner).code
    spaced = f"{code[:4]}-{code[4:]}"
    marks = (*_address(f"sign-up/club/{spaced}/"), spaced, code)
    made.append(Capability("sign-up code", marks, (f"{desk}sign-ups/",)))
    link = personal_links.path_of(personal_links.make(invited, by=owner))
    pages = (f"/en/desk/players/{invited.pk}/link/", f"{desk}sign-ups/links/")
    made.append(Capability("personal link", _address(link), pages))
    page = f"/en/desk/sessions/{session.pk}/door/"
    made.append(Capability("link of the door", _address(self_check_in.path_of(session)), (page,)))
    hook = webhooks.create(club, url="https://league.example/", events=["match.created"])
    form = (f"{desk}webhooks/{hook.pk}/do/", {"do": "secret"})
    made.append(Capability("webhook secret", (hook.secret,), form=form))
    chat = webhooks.create(club, url=CHAT, events=["match.created"], format="discord")
    made.append(Capability("webhook of a chat", (CHAT,), (f"{desk}webhooks/{chat.pk}/",)))
    made.append(Capability("token", (tokens.issue(owner)[1],)))
    made.append(Capability("table token", (tokens.make_for_table(match, by=owner)[1],)))
    secret = addresses.secret_of(addresses.find(owner) or addresses.renew(owner))
    made.append(Capability("calendar address", (secret,), ("/en/account/",)))
    stop_link = unsubscribe_links.for_user(owner.pk, "place", "en")
    made.append(Capability("stop link of messages", (stop_link,)))
    made.append(Capability("stop link of mail", (suppressions.unsubscribe_link(owner.email),)))
    form = (f"/en/desk/server/accounts/{owner.pk}/password/", {})
    path = password_path(owner).rsplit("-", 2)[0]
    made.append(Capability("password link", (path,), form=form))
    assert {capability.name for capability in made} == set(GRANTED)
    return made


def allowed(role, *, scope=Scope.ADMIN, is_holder=False):
    """Return what a reader may do by role and scope of the token; `is_holder` is for the account to
    which the secrets belong."""
    rights = ALLOWED.get(role, frozenset()) & REACH[scope]
    return {*rights, *({ACCOUNT} if is_holder and scope == Scope.ADMIN else ())}


def shown(capabilities, body):
    """Return the names of the capabilities in the body of an answer: page, JSON, PDF or ZIP."""
    text = _text(body)
    return [
        capability.name
        for capability in capabilities
        if any(mark in text for mark in capability.marks)
    ]


def _invitation(name, row):
    page = f"/en/desk/clubs/{row.club.slug}/invitations/{row.pk}/"
    return Capability(name, _address(f"join/{invitations.token_of(row)}/"), (page,))


def _address(path):
    """Return the marks of an address: as text, and as QR code."""
    return (path, qr_codes.of(f"http://testserver/{path}").path)


def _text(body):
    if body.startswith(b"%PDF"):
        return papers.text(body) + "\n".join(chain.from_iterable(papers.links(body)))
    if body.startswith(b"PK") and len(body) > 2:
        box = zipfile.ZipFile(io.BytesIO(body))
        return "\n".join(_text(box.read(name)) for name in box.namelist())
    return unescape(body.decode(errors="replace"))
