"""Addresses that get no mail. The only writer of SuppressedAddress."""

from collections.abc import Iterable

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.utils.translation import get_language

from league.errors import NotFound
from league.models import MailCategory, SuppressedAddress, SuppressionReason
from league.operations.support.links import link_to

SIGNER = signing.Signer(salt="league.operations.mail.suppressions")


def reason_against(email: str, category: str) -> str:
    """Return why this address gets no mail of this category, or ""."""
    reasons = Q(reason=SuppressionReason.BOUNCED)
    if category != MailCategory.ACCOUNT:
        reasons |= Q(reason=SuppressionReason.UNSUBSCRIBED)
    row = SuppressedAddress.objects.filter(reasons, email=email.lower()).first()
    return row.reason if row is not None else ""


def suppress(email: str, reason: str, answer: str = "") -> None:
    """Send no more mail there; a bounce outweighs the wish of the owner."""
    defaults = {"reason": reason, "answer": answer[:300]}
    row, is_new = SuppressedAddress.objects.get_or_create(email=email.lower(), defaults=defaults)
    if not is_new and reason == SuppressionReason.BOUNCED:
        row.reason, row.answer = reason, answer[:300]
        row.save(update_fields=["reason", "answer"])


def lift(email: str) -> None:
    """Send mail again to an address that was refused; the wish of its owner stays."""
    SuppressedAddress.objects.filter(email=email.lower(), reason=SuppressionReason.BOUNCED).delete()


def unsubscribe_link(email: str) -> str:
    """Return the link that stops mail of clubs, with its language: a mail program that posts to it
    follows no redirect."""
    language = get_language() or settings.LANGUAGE_CODE
    return link_to(f"{language}/mail/stop/{SIGNER.sign_object(email.lower())}/")


def email_of(token: str) -> str:
    """Return the address of an unsubscribe link; raise NotFound for a forged one."""
    try:
        return str(SIGNER.unsign_object(token))
    except (signing.BadSignature, ValueError):
        raise NotFound("") from None


def forget(emails: Iterable[str]) -> None:
    """Delete all entries of these addresses, including requests to get no mail."""
    SuppressedAddress.objects.filter(email__in=[email.lower() for email in emails]).delete()
