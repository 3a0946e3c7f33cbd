"""Facts about the fields of a model, declared once beside it: the log of the club, the archive,
merging, "my data", erasing and the register of personal data read them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Subject(models.TextChoices):
    """Whose data it is."""

    PLAYER = "player", _("player")
    ACCOUNT = "account", _("account holder")
    VISITOR = "visitor", _("visitor")


class Purpose(models.TextChoices):
    """Why data is kept."""

    RESULTS = "results", _("to show results and standings, and to check and correct them")
    PLAY = "play", _("to run evenings and tournaments")
    SIGN_IN = "sign_in", _("to sign you in, and to protect your account")
    CLUB = "club", _("to know who belongs to the club and what they may do")
    ACCOUNTABILITY = "accountability", _("to show changes with their author, and to undo mistakes")
    MAIL = "mail", _("to deliver e-mails, and to see whether they arrived")
    MESSAGES = (
        "messages",
        _("to tell you what concerns you, in the ways you chose"),
    )
    PROGRAMS = (
        "programs",
        _("to run the club’s integrations and resend failed messages"),
    )
    FILES = "files", _("to carry out imports, archives and other long jobs")
    PROTECTION = (
        "protection",
        _("to keep the server usable during floods of requests"),
    )


class Reader(models.TextChoices):
    """Readers of data, besides the person and the owner of the server."""

    PUBLIC = "public", _("the public, under your public name")
    MEMBERS = "members", _("members of the club")
    ORGANISERS = "organisers", _("organisers of the club")
    OWNERS = "owners", _("admins of the club")
    PROGRAMS = "programs", _("connected programs that an admin of the club chose")
    NOBODY = "nobody", _("no other person")


class Secret(models.TextChoices):
    """Why data is not handed out."""

    OPENS = "opens", _("a person with the file could open your account")
    OTHERS = "others", _("it is also about other people")
    COPY = "copy", _("it is a temporary copy")
    PUBLIC = "public", _("it is on public pages")


class Erasure(models.TextChoices):
    """Fate of data when the player is erased or the account deleted."""

    GONE = "gone", _("deleted")
    GHOST = "ghost", _("kept, shown as “former player”")
    NAMELESS = "nameless", _("kept, without your name")
    KEPT = "kept", _("kept, but the club can change it")


class Term(models.TextChoices):
    """Storage period of data without a fixed end."""

    RESULTS = "results", _("as long as the club keeps its results")
    ACCOUNT = "account", _("as long as your account exists")
    MEMBER = "member", _("as long as you belong to the club")
    CLUB = "club", _("until the club removes it")
    BROWSER = "browser", _("until you sign out, two weeks at most")
    ADDRESS = "address", _("until the admin of the server removes it")
    MINUTES = "minutes", _("for minutes")
    LOG = "log", _("as long as the admin of the server keeps the logs")


@dataclass(frozen=True, eq=False)
class PersonalData:
    """Fields of one table: what they hold, whose it is, why and for how long it is kept, who reads
    it, and what becomes of it when the person is erased. `list` is the list of the handed-out file
    that has it; without one `secret` says why."""

    model: str
    fields: tuple[str, ...]
    what: Promise
    subject: Subject
    purpose: Purpose
    term: Term | str
    reader: Reader
    list: str = ""
    secret: Secret | None = None
    erased: Erasure = field(kw_only=True)


class Archived(Enum):
    """Since when archives of a club have a field."""

    ALWAYS = 1
    LATER = 2  # older archives lack it and mean its default


class Entered(Enum):
    """A field that organisers enter: it is in their form and in the log of the club."""

    NAME = 1  # an erasure also removes it from texts
    CHOICE = 2
    SEATING_NEED = 3  # in the form of the page "Seating wishes"


@dataclass(frozen=True)
class FieldFacts:
    """Facts about a field; its label is the verbose name."""

    personal: PersonalData | None = None  # without the names of its fields
    entered: Entered | None = None
    archived: Archived | None = None
    # the value of the survivor of a merge, from the values of the survivor and of the merged row
    merged: Callable[[Any, Any], Any] | None = None
