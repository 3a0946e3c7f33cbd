"""Permissions: what each role allows, and functions that fetch an object and check the permission.

What a user may not see raises NotFound; what a user sees but may not do raises Forbidden. The
visibility of a club decides who reads its public pages: `may_read` and `listed_clubs`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils.translation import gettext as _

from league.errors import Forbidden, NotFound
from league.models import (
    Club,
    ClubAward,
    ClubVisibility,
    Invitation,
    Job,
    Ladder,
    League,
    Match,
    Membership,
    Night,
    Player,
    Role,
    Scope,
    Season,
    Session,
    Sitting,
    Team,
    TeamTable,
    Tournament,
    User,
)
from league.models.people import ClubQuerySet


class Action(StrEnum):
    READ = "read"  # what the club's pages show to the public, where it has any
    VIEW = "view"  # members' view: names in full
    SUBMIT = "submit"  # enter and correct rounds
    ORGANISE = "organise"  # players, seasons, evenings, matches
    OWN = "own"  # the club itself and its members


@dataclass(frozen=True)
class ClubReader:
    """A reader without identity, for pages that all users with the same rights in a club share. It
    has no rights in other clubs."""

    club_id: int
    allowed: frozenset[Action]
    is_authenticated: ClassVar[bool] = True


Viewer: TypeAlias = User | AnonymousUser | ClubReader | None
ALLOWED: dict[str, frozenset[Action]] = {
    Role.OWNER: frozenset({Action.VIEW, Action.SUBMIT, Action.ORGANISE, Action.OWN}),
    Role.ORGANISER: frozenset({Action.VIEW, Action.SUBMIT, Action.ORGANISE}),
    Role.SCORER: frozenset({Action.VIEW, Action.SUBMIT}),
    Role.PLAYER: frozenset({Action.VIEW}),
}
REACH: dict[str, frozenset[Action]] = {  # of a token
    Scope.ADMIN: frozenset({Action.VIEW, Action.SUBMIT, Action.ORGANISE, Action.OWN}),
    Scope.SUBMIT: frozenset({Action.VIEW, Action.SUBMIT}),
    Scope.READ: frozenset({Action.VIEW}),
}
# the right that a secret grants; it is hidden from users with fewer rights (`may_show_secret`)
INVITATIONS: dict[str, Action] = {  # by the role that they grant
    Role.OWNER: Action.OWN,
    Role.ORGANISER: Action.ORGANISE,
    Role.SCORER: Action.ORGANISE,
    Role.PLAYER: Action.ORGANISE,
}
TABLE_CODE = Action.SUBMIT
SIGN_UP_CODE = Action.ORGANISE
PERSONAL_LINK = Action.ORGANISE
DOOR_LINK = Action.ORGANISE
WEBHOOK_URL = Action.OWN  # of a chat: its holder writes there
JOBS: dict[str, Action] = {  # of a club; other kinds are for organisers
    "export_club": Action.OWN,
    "club_logo": Action.OWN,
}


def may(user: Viewer, club: Club, action: Action) -> bool:
    return action in rights(user, club)


def may_read(user: Viewer, club: Club) -> bool:
    """Return whether the user may read the pages, files, feeds and pictures of the club."""
    return club.visibility != ClubVisibility.MEMBERS or may(user, club, Action.VIEW)


def listed_clubs(user: Viewer) -> ClubQuerySet:
    """Return the clubs that lists and searches show to the user: public ones and the user's own."""
    is_listed = Q(visibility=ClubVisibility.PUBLIC)
    if isinstance(user, User):
        is_listed |= Q(pk__in=Club.objects.visible_to(user).values("pk"))
    return Club.objects.filter(is_listed)


def number_of_rights(user: Viewer, club: Club) -> int:
    """Return how many rights a user has in the club, on which depends what the user may read."""
    return len(rights(user, club))


def require(user: User | None, club: Club, action: Action) -> None:
    """Raise NotFound or Forbidden unless the user may do this in the club. A user reads as a member
    only, so that a token never reaches other clubs."""
    if action != Action.READ:
        _require(rights(user, club), action)
    elif not (may(user, club, Action.VIEW) if user else may_read(user, club)):
        raise NotFound(_("There is nothing here."))


def may_show_secret(user: User, club: Club, granted: Action) -> bool:
    """Return whether the user may do what a secret grants, by role and by the scope of the token
    that acts for the user."""
    return granted in rights(user, club) and (user.scope is None or granted in REACH[user.scope])


def require_secret(user: User, club: Club, granted: Action) -> None:
    """Raise NotFound or Forbidden unless `may_show_secret`."""
    require(user, club, granted)
    if not may_show_secret(user, club, granted):
        raise Forbidden(_("The answer contains a secret that allows more than this token."))


def invitable_roles(user: User, club: Club) -> list[str]:
    """Return the roles to which the user may invite, and whose invitations the user may see."""
    return [role for role, granted in INVITATIONS.items() if may(user, club, granted)]


def may_enter_rounds(user: Viewer, match: Match) -> bool:
    """Return whether the user may enter rounds of a running match: by role, or as a player of the
    table."""
    allowed = rights(user, match.session.season.club)
    return Action.SUBMIT in allowed or (
        isinstance(user, User) and Action.VIEW in allowed and match.seats_user(user)
    )


def require_entry(user: User, match: Match, club_id: int, role: str | None) -> None:
    """Raise NotFound or Forbidden unless `may_enter_rounds`, for a role that was read already."""
    require_role(user, club_id, role, Action.VIEW)
    if Action.SUBMIT not in ALLOWED[str(role)] and not match.seats_user(user):
        require_role(user, club_id, role, Action.SUBMIT)


def require_role(user: User, club_id: int, role: str | None, action: Action) -> None:
    """Raise NotFound or Forbidden, like `require`, for a role that was read already."""
    is_reached = user.only_club in {None, club_id}
    _require(ALLOWED.get(role if role and is_reached else "", frozenset()), action)


def require_unbound(user: User) -> None:
    """Raise Forbidden for a token of one club, where an action belongs to no club."""
    if user.only_club is not None:
        raise Forbidden(_("This token is valid for one club only."))


def require_operator(user: User) -> None:
    """Raise NotFound unless the user owns the server, so that these pages stay unknown to all
    others."""
    if not user.is_operator or user.only_club is not None:
        raise NotFound(_("There is nothing here."))


def find_club(user: User | None, slug: str, action: Action) -> Club:
    """Return the club that has this address, or had it."""
    club = Club.objects.at(slug)
    if club is None:
        raise NotFound(_("There is nothing here."))
    require(user, club, action)
    return club


def find_player(user: User | None, pk: int, action: Action) -> Player:
    """Return the player; a ghost only to be looked at."""
    players = Player.shown if action in {Action.READ, Action.VIEW} else Player.objects
    player = players.select_related("club").filter(pk=pk).first()
    if player is None:
        raise NotFound(_("There is nothing here."))
    require(user, player.club, action)
    return player


def find_membership(user: User, slug: str, pk: int, action: Action) -> Membership:
    members = Membership.objects.select_related("club", "user")
    membership = members.filter(pk=pk, club__addresses__slug=slug).first()
    if membership is None:
        raise NotFound(_("There is nothing here."))
    require(user, membership.club, action)
    return membership


def find_invitation(user: User, slug: str, pk: int) -> Invitation:
    """Return the invitation, for users who may invite to its role: its page shows the link."""
    invitations = Invitation.objects.select_related("club", "player", "invited_by", "accepted_by")
    invitation = invitations.filter(pk=pk, club__slug=slug).first()
    if invitation is None:
        raise NotFound(_("There is nothing here."))
    require(user, invitation.club, INVITATIONS[invitation.role])
    return invitation


def find_season(user: User | None, pk: int, action: Action) -> Season:
    season = Season.objects.select_related("club").filter(pk=pk).first()
    if season is None:
        raise NotFound(_("There is nothing here."))
    require(user, season.club, action)
    return season


def find_league(user: User | None, pk: int, action: Action) -> League:
    league = League.objects.select_related("season__club").filter(pk=pk).first()
    if league is None:
        raise NotFound(_("There is nothing here."))
    require(user, league.season.club, action)
    return league


def find_award(user: User | None, pk: int, action: Action) -> ClubAward:
    awards = ClubAward.objects.select_related("club", "season", "league__season")
    award = awards.filter(pk=pk).first()
    if award is None:
        raise NotFound(_("There is nothing here."))
    require(user, award.club, action)
    return award


def find_team_table(user: User | None, pk: int, action: Action) -> TeamTable:
    rows = TeamTable.objects.select_related("season__club", "league", "session")
    table = rows.filter(pk=pk).first()
    if table is None:
        raise NotFound(_("There is nothing here."))
    require(user, table.season.club, action)
    return table


def find_team(user: User | None, pk: int, action: Action) -> Team:
    rows = Team.objects.select_related("table__season__club", "table__league", "table__session")
    team = rows.filter(pk=pk).first()
    if team is None:
        raise NotFound(_("There is nothing here."))
    require(user, team.table.season.club, action)
    return team


def find_ladder(user: User | None, pk: int, action: Action) -> Ladder:
    ladder = Ladder.objects.select_related("club").filter(pk=pk).first()
    if ladder is None:
        raise NotFound(_("There is nothing here."))
    require(user, ladder.club, action)
    return ladder


def find_session(user: User | None, pk: int, action: Action) -> Session:
    session = Session.objects.select_related("season__club").filter(pk=pk).first()
    if session is None:
        raise NotFound(_("There is nothing here."))
    require(user, session.season.club, action)
    return session


def find_night(user: User, pk: int, action: Action) -> Night:
    night = Night.objects.select_related("club").filter(pk=pk).first()
    if night is None:
        raise NotFound(_("There is nothing here."))
    require(user, night.club, action)
    return night


def find_match(user: User | None, pk: int, action: Action) -> Match:
    match = Match.objects.select_related("session__season__club").filter(pk=pk).first()
    if match is None:
        raise NotFound(_("There is nothing here."))
    require(user, match.session.season.club, action)
    return match


def match_to_enter(user: User, pk: int, number: int) -> Match:
    """Return the match if the user may enter or correct this round. Players do so at their own
    table while the match runs, and correct its last round only."""
    row = find_match(user, pk, Action.VIEW)
    is_late = row.ended or number < row.rounds_played
    if is_late or not may_enter_rounds(user, row):
        require(user, row.session.season.club, Action.SUBMIT)
    return row


def find_tournament(user: User | None, pk: int, action: Action) -> Tournament:
    tournament = Tournament.objects.select_related("season__club").filter(pk=pk).first()
    if tournament is None:
        raise NotFound(_("There is nothing here."))
    require(user, tournament.season.club, action)
    return tournament


def find_sitting(user: User | None, pk: int, action: Action) -> Sitting:
    """Return the sitting. Before its publication it exists for organisers only, and for the public
    once it is published to the public."""
    rows = Sitting.objects.select_related("tournament__season__club", "session__season__club")
    sitting = rows.filter(pk=pk).first()
    if sitting is None:
        raise NotFound(_("There is nothing here."))
    club = sitting.tournament.season.club
    published_at = sitting.published_at if user else sitting.public_at
    if published_at is None and not may(user, club, Action.ORGANISE):
        raise NotFound(_("There is nothing here."))
    require(user, club, action)
    return sitting


def _require(rights: frozenset[Action], action: Action) -> None:
    if not rights:
        raise NotFound(_("There is nothing here."))
    if action not in rights:
        raise Forbidden(_("Your role in this club does not allow this."))


def find_job(user: User, pk: int) -> Job:
    """Return the job: one of a club for users who may start it, one of no club for the user who
    did."""
    job = Job.objects.select_related("club", "by").filter(pk=pk).first()
    foreign = job is not None and job.club is None and (job.by != user or user.only_club)
    if job is None or foreign:
        raise NotFound(_("There is nothing here."))
    if job.club is not None:
        require(user, job.club, JOBS.get(job.kind, Action.ORGANISE))
    return job


def rights(user: Viewer, club: Club) -> frozenset[Action]:
    """Return what a user may do in the club; nothing without an account."""
    if isinstance(user, ClubReader):
        return user.allowed if user.club_id == club.pk else frozenset()
    if not isinstance(user, User):
        return frozenset()
    if user.only_club not in {None, club.pk}:
        return frozenset()
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return ALLOWED.get(role or "", frozenset())
