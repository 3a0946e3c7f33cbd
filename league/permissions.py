"""Who may do what: one table, and one way to fetch a thing together with the right to use it.

What somebody may not see does not exist for him (NotFound); what he sees but may not do is
Forbidden. Public pages do not pass here: they show what everybody may see.
"""

import json
from enum import StrEnum
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from database import raw_models, statements
from database.statements import Asked, Rows
from league.errors import Forbidden, NotFound
from league.models import (
    Club,
    Job,
    Ladder,
    Match,
    Membership,
    Player,
    Role,
    Season,
    Session,
    Sitting,
    Tournament,
    User,
)


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
TO_ENTER = f"""
    SELECT {raw_models.columns(Match)}, league_membership.role, league_session.season_id,
        league_season.confirmation, league_season.confirm_after_hours,
        league_club.id, league_club.timezone, league_club.webhook_events
    FROM league_match
    JOIN league_session ON league_session.id = league_match.session_id
    JOIN league_season ON league_season.id = league_session.season_id
    JOIN league_club ON league_club.id = league_season.club_id
    LEFT JOIN league_membership
        ON league_membership.club_id = league_season.club_id AND league_membership.user_id = %s
    WHERE league_match.id = %s AND league_match.called_off_at IS NULL
"""
TO_LIST = """
    SELECT league_session.season_id, league_season.club_id, league_season.confirmation,
        league_season.confirm_after_hours, league_club.timezone, league_membership.role, {more}
    FROM league_session
    JOIN league_season ON league_season.id = league_session.season_id
    JOIN league_club ON league_club.id = league_season.club_id
    LEFT JOIN league_membership
        ON league_membership.club_id = league_season.club_id
        AND league_membership.user_id = (SELECT user_id FROM api_token WHERE digest = %s)
    WHERE league_session.id = %s
"""

JOBS: dict[str, Action] = {"export_club": Action.OWN}  # of a club; other kinds are for organisers


def may(user: User | None, club: Club, action: Action) -> bool:
    return action in _rights(user, club)


def number_of_rights(user: User | None, club: Club) -> int:
    """Return how many rights somebody has in the club; what one may read goes by that."""
    return len(_rights(user, club))


def require(user: User | None, club: Club, action: Action) -> None:
    _require(_rights(user, club), action)


def require_unbound(user: User) -> None:
    """A token of one club does nothing that is of no club."""
    if user.only_club is not None:
        raise Forbidden(_("This token is for one club only."))


def club(user: User, slug: str, action: Action) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found, action)
    return found


def player(user: User, pk: int, action: Action) -> Player:
    found = Player.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.club, action)
    return found


def membership(user: User, slug: str, pk: int, action: Action) -> Membership:
    members = Membership.objects.select_related("club", "user")
    found = members.filter(pk=pk, club__slug=slug).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.club, action)
    return found


def season(user: User, pk: int, action: Action) -> Season:
    found = Season.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.club, action)
    return found


def ladder(user: User, pk: int, action: Action) -> Ladder:
    found = Ladder.objects.select_related("club").filter(pk=pk).first()
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


def tournament(user: User, pk: int, action: Action) -> Tournament:
    found = Tournament.objects.select_related("season__club").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    require(user, found.season.club, action)
    return found


def sitting(user: User, pk: int, action: Action) -> Sitting:
    """Before it is published it is there for organisers only."""
    rows = Sitting.objects.select_related("tournament__season__club", "session__season__club")
    found = rows.filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    club = found.tournament.season.club
    if found.published_at is None and not may(user, club, Action.ORGANISE):
        raise NotFound(_("There is nothing here."))
    require(user, club, action)
    return found


def session_asked(digest: str, pk: int, more: str) -> Asked:
    """What to ask for an evening whose matches the holder of a token wants to see, with what they
    need of season and club, and for more columns. One statement in plain SQL, as programs ask for
    them all the time; for `session_told`."""
    return TO_LIST.format(more=more), [digest, pk]


def session_told(user: User, pk: int, rows: Rows) -> tuple[Session, list[Any]]:
    """The evening, if he may see its matches, and those columns. The rest is read if asked."""
    if not rows:
        raise NotFound(_("There is nothing here."))
    season_id, club_id, confirmation, hours, timezone, role, *told = rows[0]
    _require_role(user, club_id, role, Action.VIEW)
    season = _season(season_id, club_id, confirmation, hours)
    return _evening(pk, season, _club(club_id, timezone=timezone)), told


def match_to_enter(user: User, pk: int, *beside: Asked) -> tuple[Match, list[Rows]]:
    """The match, locked until the transaction ends, for one who may enter its rounds; and the
    answers to what is asked beside, as it is once the match is locked.

    One journey in plain SQL, as it is asked with every round.
    """
    lock = "FOR NO KEY UPDATE OF league_match" if connection.features.has_select_for_update else ""
    rows, *answers = statements.together((f"{TO_ENTER} {lock}", [user.pk, pk]), *beside)
    if not rows:
        raise NotFound(_("There is nothing here."))
    row = rows[0]
    found = raw_models.load(Match, row)
    *_match, role, season_id, confirmation, hours, club_id, timezone, events = row
    _require_role(user, club_id, role, Action.SUBMIT)
    found.session = _evening(
        found.session_id,
        _season(season_id, club_id, confirmation, hours),
        _club(club_id, timezone=timezone, webhook_events=json.loads(events)),
    )
    return found, answers


# What such a statement tells of evening, season and club; the rest is read if asked.


def _evening(pk: int, season: Season, club: Club) -> Session:
    found = Session.from_db(None, ["id", "season_id"], [pk, season.pk])
    season.club, found.season = club, season
    return found


def _season(pk: int, club_id: int, confirmation: str, hours: int) -> Season:
    told = {"confirmation": confirmation, "confirm_after_hours": hours}
    return Season.from_db(None, ["id", "club_id", *told], [pk, club_id, *told.values()])


def _club(pk: int, **told: Any) -> Club:
    """Columns in the order of the fields, which from_db counts on."""
    return Club.from_db(None, ["id", *told], [pk, *told.values()])


def _require_role(user: User, club_id: int, role: str | None, action: Action) -> None:
    reaches = user.only_club in {None, club_id}
    _require(ALLOWED.get(role if role and reaches else "", frozenset()), action)


def _require(rights: frozenset[Action], action: Action) -> None:
    if not rights:
        raise NotFound(_("There is nothing here."))
    if action not in rights:
        raise Forbidden(_("Your role in this club does not allow that."))


def job(user: User, pk: int) -> Job:
    """A job of a club is for those who may start it; one of no club for who did."""
    found = Job.objects.select_related("club", "by").filter(pk=pk).first()
    foreign = found is not None and found.club is None and (found.by != user or user.only_club)
    if found is None or foreign:
        raise NotFound(_("There is nothing here."))
    if found.club is not None:
        require(user, found.club, JOBS.get(found.kind, Action.ORGANISE))
    return found


def _rights(user: User | None, club: Club) -> frozenset[Action]:
    if user is None or not user.is_authenticated:
        return frozenset()
    if user.only_club not in {None, club.pk}:
        return frozenset()
    role = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return ALLOWED.get(role or "", frozenset())
