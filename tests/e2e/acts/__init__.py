"""What a person does at the desk, act by act: the page, what is typed, the control that is pressed
and what is then seen. `test_keyboard_acts.py` does all of it by keyboard."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple


class File(NamedTuple):
    """A file that is chosen in the dialog of a file field."""

    name: str
    mime_type: str
    content: bytes


class Act(NamedTuple):
    """An act at the desk.

    `route` is the name of the address to which it is sent, with its `do` after a colon. Controls
    and fields are selectors if they begin with "[" or "#", else the first words of what is shown.
    A step is either a control to press, or a field and what is typed into it. Without a page, the
    act begins where the one before has led; without an outcome, it leads to another address.
    """

    route: str
    page: str
    steps: tuple[str | tuple[str, str | File], ...]
    control: str
    outcome: str


def typed_time(days: int) -> str:
    """Return the time in so many days as it is typed into a field of date and time: a tab leads
    from the year to the hour."""
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%m%d%Y\t%I%M%p")
