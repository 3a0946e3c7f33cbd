"""Arrivals at a session: expected players, check-in (also by typed name), and the players of last
time."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from league.models import Entrant, Format, Match, Player, Presence, Seat, Session, SignUp, User
from league.operations.people import person_search
from league.operations.people.person_search import Creation, People, Whereabouts
from league.operations.sessions import nights, presence, session_log

MISSING_AFTER = timedelta(minutes=10)  # after the start


def expected(session: Session) -> list[Player]:
    """Return players with a place who have not come yet, by name; not those who came and left.
    Every evening of an arena expects its entrants."""
    stays = Presence.objects.valid().filter(session=session, player=OuterRef("player"))
    sign_ups = SignUp.objects.filter(~Exists(stays), sheet__session=session, has_place=True)
    entrants = Entrant.objects.filter(
        ~Exists(stays), tournament__season=session.season_id, tournament__format=Format.ARENA
    )
    rows: list[SignUp | Entrant] = [
        *sign_ups.select_related("player"),
        *entrants.select_related("player"),
    ]
    return sorted({row.player for row in rows}, key=Player.sort_key)


def missing(session: Session, now: datetime) -> list[Player]:
    """Return the expected players who are not here MISSING_AFTER the start; before that, none."""
    if session.cancelled_at is not None or now < session.starts_at + MISSING_AFTER:
        return []
    return expected(session)


def check_in_expected(
    session: Session, *, by: User | None, players: Collection[int] | None = None
) -> list[Presence]:
    """Check in those who are expected, or these of them; return the new stays. Who is not expected
    any more, such as one who has just come, is left out."""
    chosen = [player.pk for player in expected(session) if players is None or player.pk in players]
    return session_log.check_in(session, chosen, by=by)


def whereabouts(session: Session) -> dict[int, Whereabouts]:
    """Return which players are expected and which are here."""
    expected_ids = {player.pk: Whereabouts.EXPECTED for player in expected(session)}
    here = {player.pk: Whereabouts.HERE for player in presence.present_players(session)}
    return expected_ids | here


def people(session: Session) -> People:
    """Return the players of the club, with who is here and who is expected."""
    return person_search.people_of(session.season.club, whereabouts(session))


@transaction.atomic
def check_in_person(
    session: Session,
    name: str,
    creation: Creation = Creation.NEVER,
    *,
    done: Collection[Whereabouts] = (Whereabouts.HERE,),
    by: User | None,
) -> Player:
    """Check in the player meant by a typed name, or add one as `creation` says. Raise
    PersonQuestion if a person has to choose, also for players who are `done`."""
    player = person_search.choose(people(session), name, creation, done=done)
    if player is None:
        return session_log.add_player(session, name, creation=creation, by=by)
    session_log.check_in(session, [player.pk], by=by)
    return player


def players_of_last_session(session: Session) -> list[Player]:
    """Return the players of the club's last session before this one that had any, by name; of all
    evenings of its league night."""
    stays = Presence.objects.valid().filter(session=OuterRef("pk"))
    matches = Match.objects.filter(session=OuterRef("pk"))
    earlier = Session.objects.filter(
        Exists(stays) | Exists(matches),
        season__club=session.season.club_id,
        starts_at__lt=session.starts_at,
    )
    if session.night_id is not None:
        earlier = earlier.exclude(pk__in=[row.pk for row in nights.sessions_of(session)])
    last = earlier.order_by("-starts_at", "-pk").first()
    if last is None:
        return []
    sessions = nights.sessions_of(last)
    stays = Presence.objects.valid().filter(session__in=sessions)
    seated = Seat.objects.filter(match__in=Match.objects.filter(session__in=sessions))
    ids = {*stays.values_list("player", flat=True), *seated.values_list("player", flat=True)}
    return sorted(Player.objects.filter(pk__in=ids), key=Player.sort_key)
