"""Links that stop mails of one kind with one click. The only writer of StoppedMessages."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.core import signing

from league.errors import NotFound
from league.models import MessageKind, StoppedMessages, User
from league.operations.messages import choices
from league.operations.support.links import link_to

SIGNER = signing.Signer(salt="league.operations.messages.stop_links")
DAILY = "daily"  # in the place of a kind: all that come in the daily mail


class StopLink(NamedTuple):
    """Target of an unsubscribe link: an account or an address, and the kind of mail."""

    user: int | None
    email: str
    kind: str


def for_user(user_id: int, kind: str, language: str) -> str:
    """Return the link for an account; the page is in this language, since a mail program that posts
    to it follows no redirect."""
    return _link([user_id, "", kind], language)


def for_address(email: str, kind: str, language: str) -> str:
    return _link([None, email.lower(), kind], language)


def parse(token: str) -> StopLink:
    """Return what a link says; raise NotFound for a forged one."""
    try:
        user, email, kind = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise NotFound("") from None
    return StopLink(user, email, kind)


def label(link: StopLink) -> str:
    """Return the name of what a link stops; empty for the daily mail."""
    return "" if link.kind == DAILY else str(MessageKind(link.kind).label)


def stop(link: StopLink) -> None:
    """Stop these mails; doing so again changes nothing, nor does it for an account that is gone."""
    if link.user is None:
        StoppedMessages.objects.get_or_create(email=link.email, kind=link.kind)
        return
    user = User.objects.filter(pk=link.user).first()
    if user is not None:
        kinds = choices.daily_kinds(user) if link.kind == DAILY else [link.kind]
        choices.stop_mail(user, kinds)


def stopped(emails: Collection[str], kind: str) -> set[str]:
    """Return the addresses that get no mails of this kind."""
    rows = StoppedMessages.objects.filter(email__in=[email.lower() for email in emails], kind=kind)
    return set(rows.values_list("email", flat=True))


def forget(emails: Iterable[str]) -> None:
    """Delete what these addresses have stopped."""
    StoppedMessages.objects.filter(email__in=[email.lower() for email in emails]).delete()


def _link(content: list[int | str | None], language: str) -> str:
    return link_to(f"{language}/messages/stop/{SIGNER.sign_object(content)}/")
