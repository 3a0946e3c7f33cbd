"""The secret address of a person's calendar; the only writer of CalendarAddress.

A calendar program cannot sign in, so anyone with the address can read the calendar. The database
holds no more than a nonce: without the key of the server it opens nothing.
"""

import secrets

from django.core import signing
from django.db import transaction
from django.utils import timezone

from league.models import CalendarAddress, User

SIGNER = signing.Signer(sep=".", salt="league.operations.calendars.addresses")
NONCE_BYTES = 18


def find(user: User) -> CalendarAddress | None:
    """Return the address of the person; None if there is none."""
    return CalendarAddress.objects.filter(user=user).first()


def secret_of(address: CalendarAddress) -> str:
    """Return the secret part of an address."""
    return SIGNER.sign(address.nonce)


def find_user(secret: str) -> User | None:
    """Return the person whose calendar has this secret, if the account may still act."""
    try:
        nonce = SIGNER.unsign(secret)
    except signing.BadSignature:
        return None
    address = CalendarAddress.objects.select_related("user").filter(nonce=nonce).first()
    return address.user if address is not None and address.user.is_active else None


@transaction.atomic
def renew(user: User) -> CalendarAddress:
    """Give the person a new address; an old one ends."""
    nonce = secrets.token_urlsafe(NONCE_BYTES)
    address, _is_new = CalendarAddress.objects.update_or_create(
        user=user, defaults={"nonce": nonce, "created_at": timezone.now()}
    )
    return address


def remove(user: User) -> None:
    """End the address of the person; without one nothing changes."""
    CalendarAddress.objects.filter(user=user).delete()
