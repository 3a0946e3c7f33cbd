"""Arrivals at a league night: one check-in for all its evenings. Each player is checked in at the
evening of their division or season. Evenings without a night work as before."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction

from league.models import DivisionMember, Presence, Session, SignUp, User
from league.operations.people import person_search
from league.operations.people.person_search import Creation, People, Whereabouts
from league.operations.sessions import nights, session_log
from league.operations.signups import session_arrivals
from league.operations.support import versions


class Arrival(NamedTuple):
    """A player who was checked in, at this evening."""

    player: int
    session: Session


def fitting(players: Collection[int], sessions: Sequence[Session]) -> dict[int, list[Session]]:
    """Return the evenings of a league night for which each player can sign up: the evenings of the
    player's divisions; else all of seasons without divisions, and the player chooses; else all."""
    in_divisions = _in_divisions(players, sessions)
    others = [session for session in sessions if not _has_division(session)] or [*sessions]
    return {player: in_divisions.get(player, others) for player in players}


def evenings_of(
    players: Collection[int], sessions: Sequence[Session], chosen: Session
) -> dict[int, list[Session]]:
    """Return the evenings at which each player is checked in: those with a sign-up of the player;
    else all of the player's divisions; else one of those that fit, the chosen one if it does."""
    by_pk = {session.pk: session for session in sessions}
    coming = SignUp.objects.filter(sheet__session__in=by_pk, player__in=players, has_place=True)
    signed_up = _grouped(coming.values_list("player", "sheet__session"), by_pk)
    in_divisions = _in_divisions(players, sessions)
    return {
        player: signed_up.get(player)
        or in_divisions.get(player)
        or [chosen if chosen in fit else fit[0]]
        for player, fit in fitting(players, sessions).items()
    }


def _in_divisions(
    players: Collection[int], sessions: Sequence[Session]
) -> dict[int, list[Session]]:
    """Return the evenings of the divisions of each player who is in one."""
    by_season = {session.season_id: session for session in sessions}
    members = DivisionMember.objects.filter(division__season__in=by_season, player__in=players)
    return _grouped(members.values_list("player", "division__season"), by_season)


def _has_division(session: Session) -> bool:
    return getattr(session.season, "division", None) is not None


@transaction.atomic
def check_in(session: Session, players: Sequence[int], *, by: User | None) -> list[Arrival]:
    """Check in players from the desk of an evening, each at the evenings that `evenings_of` gives.
    Ignore players who are present in any evening of the night."""
    sessions = nights.sessions_of(session)
    if len(sessions) == 1:
        stays = session_log.check_in(session, players, by=by)
        return [Arrival(stay.player_id, session) for stay in stays]
    versions.bump_edition(session.season.club_id)
    stays_here = Presence.objects.current().filter(session__in=sessions)
    here = set(stays_here.values_list("player", flat=True))
    arriving = [player for player in dict.fromkeys(players) if player not in here]
    fitting = evenings_of(arriving, sessions, session)
    for row in sessions:
        if here_now := [player for player in arriving if row in fitting[player]]:
            session_log.check_in(row, here_now, by=by)
    return [Arrival(player, row) for player in arriving for row in fitting[player]]


def check_in_expected(session: Session, *, by: User | None) -> None:
    """Check in those who are expected at any evening of the night, each at their evening."""
    with transaction.atomic():
        versions.bump_edition(session.season.club_id)
        for row in nights.sessions_of(session):
            session_arrivals.check_in_expected(row, by=by)


def check_out(session: Session, players: Collection[int], *, by: User | None) -> None:
    """Check out players of all evenings of the night."""
    with transaction.atomic():
        versions.bump_edition(session.season.club_id)
        for row in nights.sessions_of(session):
            session_log.check_out(row, players, by=by)


def whereabouts(session: Session) -> dict[int, Whereabouts]:
    """Return which players are expected in the night and which are here."""
    places: dict[int, Whereabouts] = {}
    for row in nights.sessions_of(session):
        for player, where in session_arrivals.whereabouts(row).items():
            if where == Whereabouts.HERE or player not in places:
                places[player] = where
    return places


def people(session: Session) -> People:
    """Return the players of the club, with who is here and who is expected in the night."""
    return person_search.people_of(session.season.club, whereabouts(session))


@transaction.atomic
def check_in_person(
    session: Session, name: str, creation: Creation = Creation.NEVER, *, by: User | None
) -> list[Arrival]:
    """Check in the player meant by a typed name, or add one to this evening as `creation` says.
    Raise PersonQuestion if a person has to choose, also for a player who is here."""
    player = person_search.choose(people(session), name, creation, done=(Whereabouts.HERE,))
    if player is None:
        added = session_log.add_player(session, name, creation=creation, by=by)
        return [Arrival(added.pk, session)]
    return check_in(session, [player.pk], by=by)


def _grouped(
    pairs: Collection[tuple[int, int]], sessions: Mapping[int, Session]
) -> dict[int, list[Session]]:
    """Return the sessions by player, in the order of the night."""
    keys: dict[int, set[int]] = {}
    for player, key in pairs:
        keys.setdefault(player, set()).add(key)
    return {
        player: [session for key, session in sessions.items() if key in chosen]
        for player, chosen in keys.items()
    }
