"""Clubs, their members and their players."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.fields import (
    Archived,
    Entered,
    Erasure,
    FieldFacts,
    PersonalData,
    Purpose,
    Reader,
    Secret,
    Subject,
    Term,
)
from league.models.name_keys import NameKeyField
from league.models.users import User
from league.names import name_key


class Role(models.TextChoices):
    OWNER = "owner", _("admin")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class ClubVisibility(models.TextChoices):
    """Readers of the pages of a club, most of them first."""

    PUBLIC = "public", _("public")
    UNLISTED = "unlisted", _("unlisted")
    MEMBERS = "members", _("members only")


class Visibility(models.TextChoices):
    """Visibility of a player's name, the most public first."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    ALIAS = "alias", _("alias")
    HIDDEN = "hidden", _("no name")

    def is_more_public_than(self, other: str) -> bool:
        order = list(Visibility)
        return order.index(self) < order.index(Visibility(other))


class ClubQuerySet(models.QuerySet["Club"]):
    def visible_to(self, user: User) -> "ClubQuerySet":
        """Return the clubs of the user; with a token of one club, only that club."""
        clubs = self.filter(memberships__user=user)
        return clubs if user.only_club is None else clubs.filter(pk=user.only_club)

    def at(self, slug: str) -> "Club | None":
        """Return the club that has this address, or had it."""
        return self.filter(slug=slug).first() or self.filter(addresses__slug=slug).first()


class Club(models.Model):
    """A club: the owner of players, seasons and all that belongs to them."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()
    timezone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    language = ChoiceField(_("language"), max_length=5, choices=settings.LANGUAGES, default="fr")
    created_at = models.DateTimeField(auto_now_add=True)
    visibility = ChoiceField(
        _("visibility"),
        max_length=10,
        choices=ClubVisibility.choices,
        default=ClubVisibility.PUBLIC,
        db_default=ClubVisibility.PUBLIC,
    )
    # what the public sees of new players, until they or an organiser choose
    player_visibility = ChoiceField(
        max_length=10,
        choices=Visibility.choices,
        default=Visibility.FULL,
        db_default=Visibility.FULL,
    )
    # as "#1c6a4c"; empty: the default colours
    main_colour = models.CharField(max_length=7, blank=True)
    accent_colour = models.CharField(max_length=7, blank=True)
    description = models.TextField(blank=True)
    meeting_place = models.CharField(max_length=100, blank=True)
    meeting_time = models.CharField(max_length=100, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    # numbers of the tables of its room that can be reached without steps;
    # only operations.people.seating_needs writes it
    step_free_tables = models.JSONField(
        _("step-free tables"), default=list, db_default=models.Value([], models.JSONField())
    )
    # texts that the form of a penalty offers, in the order of the club
    penalty_reasons = models.JSONField(
        _("penalty reasons"), default=list, db_default=models.Value([], models.JSONField())
    )
    # a digest of its logo, part of the logo's address; empty: none
    logo_version = models.CharField(max_length=12, blank=True)
    # the events that its webhooks subscribe to, so that others cause no queries and no rows;
    # only operations.webhooks writes it
    webhook_events = models.JSONField(default=list)
    # counts changes of names, dates and the like that its public pages show beside results;
    # only operations.versions writes it
    edition = models.PositiveIntegerField(default=0)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=ClubVisibility.values),
                name="club_visibility_known",
            ),
            models.CheckConstraint(
                condition=models.Q(player_visibility__in=Visibility.values),
                name="club_player_visibility_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def today(self) -> date:
        """Return the date in the time zone of the club."""
        return timezone.localdate(timezone=ZoneInfo(self.timezone))

    @property
    def contact_link(self) -> str:
        """Return the address that a link to the contact opens."""
        return self.contact if "://" in self.contact else f"mailto:{self.contact}"


class ClubAddress(models.Model):
    """An address (slug) that a club has or had. No other club ever gets it, so old links lead to
    the right one; only operations.people.club_addresses writes it."""

    slug = models.SlugField(max_length=60, unique=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="addresses")

    def __str__(self) -> str:
        return self.slug


class ClubLogo(models.Model):
    """The logo of a club in one size: a square PNG, redrawn from the uploaded picture. It is in the
    database, where web, worker and backups reach it; only operations.people.club_logo writes it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="logos")
    size = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "size"], name="club_logo_once_per_size"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.size}"


class Membership(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = ChoiceField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                name="membership_once_per_club",
                violation_error_message=_("This person already belongs to the club."),
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class PlayerQuerySet(models.QuerySet["Player"]):
    def without_account(self) -> "PlayerQuerySet":
        """Return the players not linked to an account, and the children without a guardian's
        account."""
        return self.filter(
            models.Q(is_child=False, account=None) | models.Q(is_child=True, guardian=None)
        )


class PlayerManager(models.Manager["Player"]):
    """Excludes players who were added by mistake or merged into another, and ghosts."""

    def get_queryset(self) -> PlayerQuerySet:
        players = PlayerQuerySet(self.model, using=self._db)
        return players.filter(struck_at=None, is_ghost=False)


class ShownPlayerManager(models.Manager["Player"]):
    """Excludes players who were added by mistake or merged into another; ghosts are shown where
    they played."""

    def get_queryset(self) -> PlayerQuerySet:
        return PlayerQuerySet(self.model, using=self._db).filter(struck_at=None)


class Player(models.Model):
    """A person at the tables of one club, with or without an account.

    A player who was added by mistake and never played is struck; one who is merged into another is
    struck too. A ghost is what remains of an erased person in one season: a player without a
    person.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=100)
    name_key = NameKeyField()
    email = models.EmailField(_("e-mail"), blank=True)
    visibility = ChoiceField(
        _("what the public sees"),
        max_length=10,
        choices=Visibility.choices,
        default=Visibility.FULL,
    )
    # what the public reads with the visibility "alias"; without one, as with "no name"
    alias = models.CharField(_("alias"), max_length=100, blank=True)
    # as known at the club; the public reads it beside the full name only
    nickname = models.CharField(_("nickname"), max_length=50, blank=True, default="", db_default="")
    # set by the club; no birthday is stored
    is_child = models.BooleanField(_("child"), default=False)
    # plays without being ranked; only operations.people.clubs changes it, which recounts tables
    is_guest = models.BooleanField(_("guest"), default=False, db_default=False)
    guest_note = models.CharField(
        _("where the guest comes from"), max_length=100, blank=True, default="", db_default=""
    )
    # results before this day, where the club is, count in no table; operations.people.clubs writes
    counts_from = models.DateField(_("results count from"), null=True, blank=True)
    # whether the visibility was chosen by the person, or for a child by the guardian
    has_chosen = models.BooleanField(default=False)
    # achievements are hidden, also from members of the club
    hides_achievements = models.BooleanField(
        _("hide achievements"), default=False, db_default=False
    )
    # for the seating of evenings; only organisers read these three, and only
    # operations.people.seating_needs changes them
    level = models.PositiveSmallIntegerField(_("level"), null=True)
    step_free = models.BooleanField(_("needs a step-free table"), default=False, db_default=False)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True)
    # the account of a child's guardian, who has accepted an invitation for the child
    guardian = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="children",
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_players"
    )
    is_ghost = models.BooleanField(default=False)
    # the account of this person, who has accepted an invitation as this player
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    struck_at = models.DateTimeField(null=True)

    objects = PlayerManager.from_queryset(PlayerQuerySet)()
    shown = ShownPlayerManager.from_queryset(PlayerQuerySet)()
    every: models.Manager["Player"] = models.Manager()

    class Meta:
        ordering = ["name_key", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values),
                name="player_visibility_known",
            ),
            models.CheckConstraint(
                condition=~models.Q(fixed_table=0), name="player_fixed_table_counts_from_one"
            ),
            models.UniqueConstraint(
                fields=["club", "account"],
                condition=models.Q(account__isnull=False),
                name="one_player_per_account_and_club",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | models.Q(struck_at__isnull=False),
                name="merged_player_is_struck",
            ),
        ]
        # every count of standings leaves out the few guests and the few who were guests
        indexes = [
            models.Index(fields=["id"], condition=models.Q(is_guest=True), name="player_is_guest"),
            models.Index(
                fields=["id"],
                condition=models.Q(counts_from__isnull=False),
                name="player_counts_from",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def sort_key(self) -> tuple[str, int]:
        """Return a key that sorts Élise beside Elise, not behind Zoé. It shows the order of full
        names: for members only."""
        return name_key(self.name), self.pk

    def public_sort_key(self) -> tuple[str, int]:
        """Return a key that sorts by what strangers may read."""
        return name_key(self.public_name), self.pk

    @property
    def survivor(self) -> "Player":
        """The surviving player after all merges."""
        player = self
        while player.merged_into is not None:
            player = player.merged_into
        return player

    @property
    def shows_name(self) -> bool:
        """True if the public reads a name of this player, False if only a number."""
        if self.visibility == Visibility.ALIAS:
            return bool(self.alias)
        return self.visibility != Visibility.HIDDEN

    def found_by(self, *, public: bool) -> str:
        """Return the names that searches of the public, or of members, match."""
        if public and not self.shows_name:
            return ""
        return f"{self._name(public)} {self.shown_nickname(public=public)}"

    def listed_name(self, *, public: bool = False) -> str:
        """Return the name as lists show it, with the nickname if the reader sees the full name."""
        return with_nickname(self._name(public), self.shown_nickname(public=public))

    def shown_nickname(self, *, public: bool = False) -> str:
        """Return the nickname if the reader sees the full name, else an empty text."""
        return self.nickname if not public or self.visibility == Visibility.FULL else ""

    def _name(self, public: bool) -> str:
        return self.public_name if public else self.name

    @property
    def public_name(self) -> str:
        """The name that strangers may read."""
        if not self.shows_name:
            return str(_("Player %(number)s") % {"number": self.pk})
        if self.visibility == Visibility.ALIAS:
            return self.alias
        first, *others = self.name.split()
        if self.visibility == Visibility.INITIAL and others:
            return f"{first} {others[-1][0]}."
        return self.name


def with_nickname(name: str, nickname: str) -> str:
    """Return a name with a nickname beside it, if there is one, in the quotes of the language."""
    values = {"name": name, "nickname": nickname}
    return _("%(name)s “%(nickname)s”") % values if nickname else name


def either(survivor: Any, merged: Any) -> Any:
    return survivor or merged


def both(survivor: Any, merged: Any) -> Any:
    return survivor and merged


def earliest(survivor: date | None, merged: date | None) -> date | None:
    """Return the earlier day; None is before all days."""
    return min(survivor, merged) if survivor and merged else None


def first_known(survivor: Any, merged: Any) -> Any:
    """Return the survivor's value, which may be 0, or the merged player's if there is none."""
    return merged if survivor is None else survivor


def least_public(survivor: str, merged: str) -> str:
    return merged if Visibility(survivor).is_more_public_than(merged) else survivor


_about_player = partial(
    PersonalData, "league.Player", (),
    subject=Subject.PLAYER, term=Term.RESULTS, erased=Erasure.GONE,
)  # fmt: skip
SHOWN_NAME = _about_player(
    _("your name, and how the public sees it"),
    purpose=Purpose.RESULTS, reader=Reader.PUBLIC, list="players",
)  # fmt: skip
NAME_KEY = _about_player(
    _("your name without capitals and accents, for sorting and searching lists"),
    purpose=Purpose.RESULTS, reader=Reader.MEMBERS, secret=Secret.COPY,
)  # fmt: skip
ADDRESS = _about_player(
    _("your e-mail address, and which account is yours"),
    purpose=Purpose.CLUB, reader=Reader.ORGANISERS, list="players",
)  # fmt: skip
GUEST_NOTE = _about_player(
    _("where you come from if you are a guest"),
    purpose=Purpose.PLAY, reader=Reader.ORGANISERS, list="players",
)  # fmt: skip
OTHERS = _about_player(
    _("your guardian if you are a child, and the player you were merged with"),
    purpose=Purpose.CLUB, reader=Reader.ORGANISERS, secret=Secret.OTHERS,
)  # fmt: skip
SEATING_NEEDS = _about_player(
    _(
        "your level and fixed table, and whether you need a step-free table, for seating at "
        "evenings"
    ),
    purpose=Purpose.PLAY, reader=Reader.ORGANISERS, list="players",
)  # fmt: skip
SEATING_NEED = FieldFacts(
    SEATING_NEEDS, entered=Entered.SEATING_NEED, archived=Archived.LATER, merged=either
)
SEATING_LEVEL = FieldFacts(
    SEATING_NEEDS, entered=Entered.SEATING_NEED, archived=Archived.LATER, merged=first_known
)
PLAYER_FIELDS: Mapping[str, FieldFacts] = {
    "name": FieldFacts(SHOWN_NAME, entered=Entered.NAME, archived=Archived.ALWAYS),
    "name_key": FieldFacts(NAME_KEY),
    "email": FieldFacts(ADDRESS, entered=Entered.NAME, archived=Archived.ALWAYS, merged=either),
    "visibility": FieldFacts(
        SHOWN_NAME, entered=Entered.CHOICE, archived=Archived.ALWAYS, merged=least_public
    ),
    "alias": FieldFacts(SHOWN_NAME, entered=Entered.NAME, archived=Archived.LATER, merged=either),
    "nickname": FieldFacts(
        SHOWN_NAME, entered=Entered.NAME, archived=Archived.LATER, merged=either
    ),
    "is_child": FieldFacts(entered=Entered.CHOICE, archived=Archived.LATER, merged=either),
    "is_guest": FieldFacts(entered=Entered.CHOICE, archived=Archived.LATER, merged=both),
    "counts_from": FieldFacts(entered=Entered.CHOICE, archived=Archived.LATER, merged=earliest),
    "guest_note": FieldFacts(
        GUEST_NOTE, entered=Entered.NAME, archived=Archived.LATER, merged=either
    ),
    "has_chosen": FieldFacts(archived=Archived.LATER, merged=either),
    "hides_achievements": FieldFacts(
        SHOWN_NAME, entered=Entered.CHOICE, archived=Archived.LATER, merged=either
    ),
    "level": SEATING_LEVEL,
    "step_free": SEATING_NEED,
    "fixed_table": SEATING_NEED,
    "guardian": FieldFacts(OTHERS, merged=either),
    "account": FieldFacts(ADDRESS, merged=either),
    "merged_into": FieldFacts(OTHERS),
    "is_ghost": FieldFacts(archived=Archived.LATER),
    **dict.fromkeys(("club", "created_at", "struck_at"), FieldFacts()),
}


class PlayerWord(models.Model):
    """A word of the name of a player, for searches.

    The word is folded text in UTF-8: bytes have one order on every database, so an index finds all
    words with the same beginning. Only operations.people.player_words writes it.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="words", db_index=False
    )
    word = models.BinaryField()
    # whether the public reads it; members read the full name
    is_public = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "word"], name="word_once_per_player"),
        ]
        indexes = [
            models.Index(fields=["word", "is_public", "player"], name="word_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {bytes(self.word).decode()}"
