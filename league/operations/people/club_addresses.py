"""The addresses (slugs) of clubs. The only writer of ClubAddress.

Every address that a club ever had has a row, and its slug is unique among them: if two clubs choose
one address concurrently, the database refuses the second.
"""

from django.utils.translation import gettext as _

from league.errors import Conflict, Fault
from league.models import Club, ClubAddress


def reserve(club: Club, slug: str) -> None:
    """Make this address the club's for good; raise Conflict if another club has or had it."""
    address, _is_new = ClubAddress.objects.get_or_create(slug=slug, defaults={"club": club})
    if address.club_id != club.pk:
        message = _("Another club uses or has used this address: choose another one.")
        raise Conflict(message, [Fault("slug_taken", "slug", message).to_json()])


def slugs_beginning_with(text: str) -> set[str]:
    """Return the addresses that begin so, of today and of former times."""
    return set(ClubAddress.objects.filter(slug__startswith=text).values_list("slug", flat=True))


def club_formerly_at(slug: str) -> Club | None:
    """Return the club that had this address; None if no club had it, or one has it still."""
    addresses = ClubAddress.objects.filter(slug=slug).exclude(club__slug=slug)
    address = addresses.select_related("club").first()
    return address.club if address else None
