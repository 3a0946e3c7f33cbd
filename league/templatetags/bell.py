"""The bell in the header of the pages of somebody who has signed in."""

from django import template

from league.models import User
from league.operations.messages import inbox

register = template.Library()


@register.simple_tag
def unread_messages(user: User) -> int:
    """Return how many messages the person has not read."""
    return inbox.count_unread(user)
