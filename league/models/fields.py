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
    ACCOUNT = "account", _("holder of an account")
    VISITOR = "visitor", _("visitor")


class Purpose(models.TextChoices):
    """Why data is kept."""

    RESULTS = "results", _("to show results and standings, and to check and correct them")
    PLAY = "play", _("to run evenings and tournaments")
    SIGN_IN = "sign_in", _("to sign in, and to protect the account")
    CLUB = "club", _("to know who belongs to the club and what each person may do")
    ACCOUNTABILITY = "accountability", _("to know who did what, and to undo mistakes")
    MAIL = "mail", _("to deliver e-mails, and to see whether they arrived")
    MESSAGES = (
        "messages",
        _("to inform people about what concerns them, in the ways that they chose"),
    )
    PROGRAMS = (
        "programs",
        _("to let programs of the club work, and to send again what did not arrive"),
    )
    FILES = "files", _("to carry out imports, archives and other long jobs")
    PROTECTION = (
        "protection",
        _("to keep the server usable when somebody sends very many requests"),
    )


class Reader(models.TextChoices):
    """Readers of data, besides the person and the owner of the server."""

    PUBLIC = "public", _("the public, under the player’s public name")
    MEMBERS = "members", _("members of the club")
    ORGANISERS = "organisers", _("organisers of the club")
    OWNERS = "owners", _("owners of the club")
    PROGRAMS = "programs", _("programs to which an owner of the club sends it")
    NOBODY = "nobody", _("nobody else")


class Secret(models.TextChoices):
    """Why data is not handed out."""

    OPENS = "opens", _("anyone who found the file could open the account")
    OTHERS = "others", _("it is also about other people")
    COPY = "copy", _("it copies personal data files for a short time")
    PUBLIC = "public", _("it is on public pages")


class Erasure(models.TextChoices):
    """Fate of data when the player is erased or the account deleted."""

    GONE = "gone", _("is deleted")
    GHOST = "ghost", _("stays, under a former player of that season")
    NAMELESS = "nameless", _("stays, without the name")
    KEPT = "kept", _("stays, but the club changes it")


class Term(models.TextChoices):
    """Storage period of data without a fixed end."""

    RESULTS = "results", _("as long as the club keeps its results")
    ACCOUNT = "account", _("as long as the account exists")
    MEMBER = "member", _("as long as the person belongs to the club")
    CLUB = "club", _("as long as the club wants it")
    BROWSER = "browser", _("until the browser signs out, two weeks at most")
    ADDRESS = "address", _("until the owner of the server removes it")
    MINUTES = "minutes", _("for minutes")
    LOG = "log", _("as long as the owner of the server keeps the logs")


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
