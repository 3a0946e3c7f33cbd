"""Who may do what: one table, and one way to fetch a thing together with the right to use it.

What somebody may not see does not exist for him (NotFound); what he sees but may not do is
Forbidden. Public pages do not pass here: they show what everybody may see.
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from league.errors import Forbidden, NotFound
from league.models import Club, Match, Role, Season, Session, User


class Action(StrEnum):
    VIEW = "view"  # members' view: names in full
    SUBMIT = "submit"  # enter and correct rounds
    ORGANISE = "organise"  # players, seasons, evenings, matches
    OWN = "own"  # the club itself and its members


ALLOWED: dict[str, frozenset[Action]] = {
    Role.OWNER: frozenset(Action),
    Role.ORGANISER: frozenset({Action.VIEW, Action.SUBMIT, Action.ORGANISE}),
    Role.SCORER: frozenset({Action.VIEW, Action.SUBMIT}),
    Role.PLAYER: frozenset({Action.VIEW}),
}


def may(user: User | None, club: Club, action: Action) -> bool:
    return action in _rights(user, club)


def require(user: User | None, club: Club, action: Action) -> None:
    rights = _rights(user, club)
    if not rights:
        raise NotFound(_("There is nothing here."))
    if action not in rights:
        raise Forbidden(_("Your role in this club does not allow that."))


def club(user: User, slug: str, action: Action) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found, action)
    return found


def season(user: User, pk: int, action: Action) -> Season:
    found = Season.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.club, action)
    return found


def session(user: User, pk: int, action: Action) -> Session:
    found = Session.objects.select_related("season__club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.season.club, action)
    return found


def match(user: User, pk: int, action: Action) -> Match:
    found = Match.objects.select_related("session__season__club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.session.season.club, action)
    return found


def _rights(user: User | None, club: Club) -> frozenset[Action]:
    if user is None or not user.is_authenticated:
        return frozenset()
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return ALLOWED.get(role or "", frozenset())
