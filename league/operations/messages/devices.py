"""Browsers that show notifications, and the key of this server. The only writer of
PushSubscription and PushKey."""

from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid, NotFound, invalid, raise_faults
from league.models import PushKey, PushSubscription, User
from league.models.messages import MOST_ENDPOINT
from league.names import visible_line
from league.operations.messages import posting, web_push
from league.operations.support.locks import lock_row
from league.operations.webhooks import addresses

MOST_DEVICES = 20  # of one account
MOST_LABEL = 100


def server_key() -> ec.EllipticCurvePrivateKey:
    """Return the key of this server: from the settings, or created once and stored."""
    if settings.VAPID_PRIVATE_KEY:
        return web_push.parse_private(settings.VAPID_PRIVATE_KEY)
    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        row, _is_new = PushKey.objects.get_or_create(pk=1, defaults={"private": web_push.new_key()})
    return web_push.parse_private(row.private)


def public_key() -> str:
    """Return what a browser needs to know of this server to subscribe."""
    return web_push.public_key(server_key())


@transaction.atomic
def add(user: User, *, endpoint: str, p256dh: str, auth: str, label: str = "") -> PushSubscription:
    """Add a browser, or change the one with this address; if another user signs in with a browser,
    it becomes theirs. Raise Invalid with all faults."""
    lock_row(User.objects.all(), user.pk)
    _check_endpoint(endpoint)
    raise_faults([*_key_faults("p256dh", p256dh), *_key_faults("auth", auth)])
    others = PushSubscription.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        words = _("You already have %(most)s devices: remove one first.") % {"most": MOST_DEVICES}
        raise Conflict(words, [Fault("too_many_devices", "", words).to_json()])
    PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    label = visible_line(label)[:MOST_LABEL]
    values = {"p256dh": p256dh, "auth": auth, "label": label}
    device, _is_new = PushSubscription.objects.update_or_create(
        user=user, endpoint=endpoint, defaults=values
    )
    return device


def find(user: User, pk: int) -> PushSubscription:
    """Return a device of this account; raise NotFound for any other."""
    device = PushSubscription.objects.filter(user=user, pk=pk).first()
    if device is None:
        raise NotFound(_("There is nothing here."))
    return device


def remove(device: PushSubscription) -> None:
    """Remove a device with its pending deliveries."""
    device.delete()


def send_test(device: PushSubscription) -> None:
    """Send a test to one device."""
    posting.post_test(device)


def record(device: PushSubscription, error: str, now: datetime) -> None:
    """Record the last attempt; an empty error is a success."""
    rows = PushSubscription.objects.filter(pk=device.pk)
    if error:
        rows.update(last_error=error)
    else:
        rows.update(last_error="", last_success_at=now)


def _check_endpoint(endpoint: str) -> None:
    """Raise Invalid for an address that must not be called, with a stable code."""
    private = settings.WEBHOOKS_ALLOW_PRIVATE
    try:
        addresses.parse_url(endpoint, private=private, longest=MOST_ENDPOINT)
    except addresses.AddressRefused as refused:
        raise _refusal(refused.code) from None


def _refusal(code: str) -> Invalid:
    """Return the error of a code. Each code stands in a call, so that the description of the API
    finds it."""
    words = _("This is not the address of a push service.")
    match code:
        case "not_https":
            return invalid("not_https", "endpoint", words)
        case "bad_port":
            return invalid("bad_port", "endpoint", words)
        case "private_address":
            return invalid("private_address", "endpoint", words)
    return invalid("bad_url", "endpoint", words)


def _key_faults(path: str, text: str) -> list[Fault]:
    try:
        (web_push.parse_point if path == "p256dh" else web_push.parse_auth)(text)
    except web_push.BadKey:
        words = _("This is not a valid browser key.")
        return [Fault("bad_push_key", path, words)]
    return []
