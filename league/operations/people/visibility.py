"""Public visibility of a player. The organiser decides until the person does (for a child: its
guardian); from then on the organiser can only make the player less public."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import Player, User, Visibility
from league.names import clean_name, name_key
from league.operations.people import player_words
from league.operations.people.player_log import log_changed, log_values
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.webhooks import events

VISIBILITY_FIELDS = (
    "visibility", "alias", "is_child", "has_chosen", "guardian", "hides_achievements",
)  # fmt: skip


class PlayerChoices(NamedTuple):
    """Visibility chosen by an organiser; None leaves a field as it is."""

    visibility: str | None = None
    alias: str | None = None
    is_child: bool | None = None
    hides_achievements: bool | None = None


def players_of(account: User) -> "QuerySet[Player]":
    """Return the players whose visibility this account decides, by club and name; with a token of
    one club, those there."""
    own = Player.objects.filter(account=account, is_child=False)
    players = own | Player.objects.filter(guardian=account, is_child=True)
    if account.only_club is not None:
        players = players.filter(club=account.only_club)
    return players.select_related("club").order_by("club__name_key", "name_key", "pk")


@transaction.atomic
def choose(
    player: Player,
    *,
    by: User,
    visibility: str,
    alias: str | None = None,
    hides_achievements: bool | None = None,
) -> Player:
    """Store the choice of the person, or of the guardian of a child; None leaves a field as it is.
    Raise NotFound for any other account."""
    versions.bump_edition(player.club_id)
    player = lock_row(Player.objects.select_related("club"), player.pk)
    before = log_values(player)
    chooser = player.guardian_id if player.is_child else player.account_id
    if chooser != by.pk:
        raise NotFound(_("There is nothing here."))
    player.visibility = _parse_visibility(visibility)
    if alias is not None:
        player.alias = _clean_alias(player, alias)
    _require_alias(player)
    if hides_achievements is not None:
        player.hides_achievements = hides_achievements
    player.has_chosen = True
    player.save(update_fields=VISIBILITY_FIELDS)
    player_words.store([player])
    events.player_updated(player)
    log_changed(player, before=before, by=by)
    return player


def apply_organiser_choices(player: Player, choices: PlayerChoices) -> None:
    """Change the fields of a player as an organiser; the caller saves them (VISIBILITY_FIELDS).
    Raise Conflict where the person or the protection of children forbids it."""
    if choices.is_child is not None and choices.is_child != player.is_child:
        _mark_child(player, choices.is_child)
    if choices.alias is not None and choices.alias != player.alias:
        if player.has_chosen:
            raise _chosen_by_person(player, "alias")
        player.alias = _clean_alias(player, choices.alias)
    if choices.visibility is not None:
        _set_visibility(player, _parse_visibility(choices.visibility))
    if choices.hides_achievements is not None:
        if player.has_chosen and player.hides_achievements and not choices.hides_achievements:
            raise _chosen_by_person(player, "hides_achievements")
        player.hides_achievements = choices.hides_achievements


def _mark_child(player: Player, is_child: bool) -> None:
    """Set or remove the mark; a choice of the person, or of a former guardian, ends."""
    player.is_child, player.has_chosen = is_child, False
    if not is_child:
        player.guardian = None
    elif Visibility(player.visibility).is_more_public_than(Visibility.ALIAS):
        player.visibility = Visibility.ALIAS


def _set_visibility(player: Player, visibility: Visibility) -> None:
    if player.has_chosen and visibility.is_more_public_than(player.visibility):
        raise _chosen_by_person(player, "visibility")
    needs_guardian = player.is_child and not player.has_chosen
    if needs_guardian and visibility.is_more_public_than(Visibility.ALIAS):
        words = _(
            "%(name)s is a child: only the guardian can show more than an alias. Invite the "
            "guardian for this player."
        ) % {"name": player.name}
        raise Conflict(words, [Fault("child_needs_alias", "visibility", words).to_json()])
    player.visibility = visibility
    if not player.is_child:
        _require_alias(player)


def _chosen_by_person(player: Player, path: str) -> Conflict:
    words = _("%(name)s has chosen what the public sees; you can only show less.") % {
        "name": player.name
    }
    return Conflict(words, [Fault("chosen_by_person", path, words).to_json()])


def _require_alias(player: Player) -> None:
    """Raise Invalid where an alias is to be shown and there is none."""
    if player.visibility == Visibility.ALIAS and not player.alias:
        raise invalid("blank", "alias", _("Enter the alias that the public sees."))


def _clean_alias(player: Player, alias: str) -> str:
    """Return the alias as one line; raise Invalid if another name or alias in the club is the same.
    Blank text gives ""."""
    if not alias.strip():
        return ""
    alias = clean_name(alias, "alias")
    key = name_key(alias)
    others = [(player.pk, player.name, ""), *_names_in(player.club_id)]
    for pk, name, other in others:
        if key == name_key(name) or (pk != player.pk and other and key == name_key(other)):
            words = _("Another player of the club has this name: choose another alias.")
            raise invalid("alias_taken", "alias", words)
    return alias


def _names_in(club_id: int) -> Iterable[tuple[int, str, str]]:
    return Player.objects.filter(club=club_id).values_list("pk", "name", "alias")


def _parse_visibility(visibility: str) -> Visibility:
    try:
        return Visibility(visibility)
    except ValueError:
        message = _("Choose a visibility from the list.")
        raise invalid("unknown_choice", "visibility", message) from None
