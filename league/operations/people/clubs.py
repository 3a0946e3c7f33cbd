"""Clubs and their players."""

from collections.abc import Collection
from datetime import date
from types import EllipsisType
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.errors import Conflict, invalid
from league.models import AuditKind, Club, Membership, Player, Role, User
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.people import (
    club_addresses,
    club_fields,
    league_members,
    person_search,
    player_words,
    seating_needs,
)
from league.operations.people.person_search import Creation
from league.operations.people.player_log import NEEDS, log_added, log_changed, log_values
from league.operations.people.visibility import (
    VISIBILITY_FIELDS,
    PlayerChoices,
    apply_organiser_choices,
)
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.webhooks import events
from scoring import ledger

SLUG_ATTEMPTS = 10
LONGEST_EMAIL = 254
MOST_NICKNAME = 50
COUNTED_BY = ("is_guest", "counts_from")  # fields that decide what counts
CHANGED_FIELDS = ("name", "email", "nickname", *COUNTED_BY, "guest_note", *VISIBILITY_FIELDS)


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    timezone: str = "Europe/Paris",
    language: str = "fr",
    slug: str = "",
    meeting_place: str = "",
) -> Club:
    """Create a club with `by` as its owner. Its address is `slug`, or made from the name; if it is
    taken, the next free one."""
    name = clean_name(name)
    timezone = club_fields.clean_timezone(timezone)
    place = club_fields.clean_meeting_place(meeting_place)
    fields = {"name": name, "timezone": timezone, "language": language, "meeting_place": place}
    club = _insert(slug or name, **fields)
    Membership.objects.create(club=club, user=by, role=Role.OWNER)
    after = {**fields, "name": Words(name), "meeting_place": Words(place), "slug": club.slug}
    club_log.record(club.pk, AuditKind.CLUB_CREATED, by=by, after=after)
    return club


@transaction.atomic
def add_player(
    club: Club,
    *,
    name: str,
    email: str = "",
    nickname: str = "",
    visibility: str = "",
    alias: str = "",
    is_child: bool = False,
    hides_achievements: bool = False,
    is_guest: bool = False,
    counts_from: date | None = None,
    guest_note: str = "",
    by: User | None = None,
) -> Player:
    """Add a player. The public sees the name as the club shows new players, and an alias of a child
    at most, unless `visibility` says otherwise."""
    if email:
        check_email(email)
    player = Player(
        club=club, name=clean_name(name), email=email, visibility=club.player_visibility
    )
    player.nickname = clean_nickname(nickname)
    player.is_guest, player.guest_note = is_guest, clean_note(guest_note)
    player.counts_from = counts_from
    choices = PlayerChoices(visibility or None, alias, is_child, hides_achievements)
    apply_organiser_choices(player, choices)
    player.save()
    player_words.store([player])
    league_members.enrol(player)
    events.player_created(player)
    log_added(player, by=by)
    return player


@transaction.atomic
def restore_player(club: Club, *, name: str, email: str, alias: str = "", **others: Any) -> Player:
    """Add a player as another server had it, with the choices made there; `others` are further
    fields of the model, checked as the archive is read."""
    if email:
        check_email(email)
    seating_needs.require_valid(others)
    alias = clean_name(alias, "alias") if alias else ""
    player = Player.objects.create(
        club=club, name=clean_name(name), email=email, alias=alias, **others
    )
    player_words.store([player])
    events.player_created(player)
    return player


def mark_ghosts(player_ids: Collection[int]) -> None:
    """Mark these players as what remains of people who were erased on another server."""
    Player.every.filter(pk__in=player_ids).update(is_ghost=True)


def add_newcomer(
    club: Club, name: str, *, creation: Creation = Creation.NEW, by: User | None = None
) -> Player:
    """Add a player who walks in. Raise PersonQuestion if the name fits a player and `creation` does
    not allow a second one."""
    person_search.require_new(club, name, creation)
    return add_player(club, name=name, by=by)


@transaction.atomic
def update_player(
    player: Player,
    *,
    name: str | None = None,
    email: str | None = None,
    nickname: str | None = None,
    visibility: str | None = None,
    alias: str | None = None,
    is_child: bool | None = None,
    hides_achievements: bool | None = None,
    is_guest: bool | None = None,
    counts_from: date | EllipsisType | None = ...,
    guest_note: str | None = None,
    by: User | None = None,
) -> Player:
    """Change the named fields only; results count from all days if `counts_from` is None. What the
    public sees is decided by the locked row, since the person may have chosen meanwhile."""
    choices = PlayerChoices(visibility, alias, is_child, hides_achievements)
    values = (name, email, nickname, is_guest, guest_note, *choices)
    if counts_from is ... and all(value is None for value in values):
        return player
    versions.bump_edition(player.club_id)
    current = lock_row(Player.every.all(), player.pk)
    before = log_values(current)
    for field in (*CHANGED_FIELDS, *NEEDS):  # this does not change the needs, but logs all values
        setattr(player, field, getattr(current, field))
    if name is not None:
        player.name = clean_name(name)
    if email:
        check_email(email)
    if nickname is not None:
        player.nickname = clean_nickname(nickname)
    if guest_note is not None:
        player.guest_note = clean_note(guest_note)
    player.email = player.email if email is None else email
    player.is_guest = player.is_guest if is_guest is None else is_guest
    player.counts_from = player.counts_from if counts_from is ... else counts_from
    apply_organiser_choices(player, choices)
    player.save(update_fields=[*CHANGED_FIELDS, "name_key"])
    player_words.store([player])
    if is_child:
        league_members.enrol(player)
    if any(getattr(player, name) != getattr(current, name) for name in COUNTED_BY):
        recount_tables(player)
    events.player_updated(player)
    log_changed(player, before=before, by=by)
    return player


def recount_tables(player: Player) -> None:
    """Have the tables counted again that the results of a player enter or leave."""
    facts = (player.results, player.penalties, player.sit_outs)
    for season in sorted({pk for rows in facts for pk in rows.values_list("season", flat=True)}):
        ledger.recount(season)


def clean_note(text: str) -> str:
    return clean_name(text, "guest_note") if text.strip() else ""


def clean_nickname(text: str) -> str:
    return clean_name(text, "nickname", MOST_NICKNAME) if text.strip() else ""


def check_email(email: str) -> None:
    """Raise Invalid unless this is an e-mail address."""
    try:
        validate_email(email)
        if len(email) > LONGEST_EMAIL:
            raise ValidationError("")
    except ValidationError:
        raise invalid("bad_email", "email", _("This is not an e-mail address.")) from None


def _insert(address: str, **fields: str) -> Club:
    """Insert a club; retry with the next free slug if a concurrent insert took this one."""
    for _attempt in range(SLUG_ATTEMPTS):
        try:
            with transaction.atomic():
                club = Club.objects.create(slug=_free_slug(address), **fields)
                club_addresses.reserve(club, club.slug)
                return club
        except (IntegrityError, Conflict):
            continue
    raise Conflict(_("Another club has just taken this address: try again."))


def _free_slug(name: str) -> str:
    base = slugify(name)[: club_fields.SLUG_LENGTH].strip("-") or "club"
    used_slugs = club_addresses.slugs_beginning_with(base)
    if base not in used_slugs:
        return base
    number = next(n for n in range(2, len(used_slugs) + 3) if f"{base}-{n}" not in used_slugs)
    return f"{base}-{number}"
