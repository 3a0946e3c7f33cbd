"""Where a club's colours and logo are."""

from django import template

from league.models import Club
from league.web.people import club_look

register = template.Library()
register.filter("colours_address", club_look.colours_address)


@register.filter
def logo_address(club: Club, size: int) -> str:
    """Return the address of the club's logo in this size; empty if it has none."""
    return club_look.logo_address(club, size)
