"""Announcements about sign-ups, written in the transaction of the change."""

from league.models import SignUp
from league.operations.messages import events as messages
from league.operations.webhooks import events


def answered(sign_up: SignUp, *, is_new: bool) -> None:
    """Announce a first answer or a changed one."""
    (events.sign_up_created if is_new else events.sign_up_changed)(sign_up)


def cancelled(sign_up: SignUp) -> None:
    """Announce that a player who wanted to come does not."""
    events.sign_up_cancelled(sign_up)


def moved_up(sign_up: SignUp) -> None:
    """Announce that a player who waited has a place now."""
    events.sign_up_moved_up(sign_up)
    messages.moved_up(sign_up)
