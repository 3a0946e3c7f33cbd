"""Arrivals at a tournament by typed names, also of players who were not entered."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import Entrant, EntrantState, IncidentKind, Player, Tournament, User
from league.operations.audit import club_log
from league.operations.people import clubs, person_search, player_log
from league.operations.people.person_search import Creation, People, Whereabouts
from league.operations.support import versions
from league.operations.tournaments import audit_log, entrants
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.tournaments import lock_tournament


@transaction.atomic
def enter_and_check_in(tournament: Tournament, player: int, *, by: User | None) -> Entrant:
    """Check in a player of the club, entered now if necessary; the second call changes nothing."""
    locked = lock_tournament(tournament)
    entrants.enter(locked, [EntryData(player)], by=by)
    entrants.check_in(locked, [player], by=by)
    return entrants.find(locked, player)


ARRIVALS = {IncidentKind.CHECK_IN, IncidentKind.LATE}
ONE_ACT = timedelta(seconds=5)  # within which all entries of one check-in are written
MOST_ENTRIES = 10


def people(tournament: Tournament) -> People:
    """Return the players of the club, with the entrants who are here or still expected. Who has
    dropped out is only in the club."""
    places = {EntrantState.HERE: Whereabouts.HERE, EntrantState.ENTERED: Whereabouts.ENTERED}
    rows = tournament.entrants.filter(state__in=places).values_list("player", "state")
    club = tournament.season.club
    return person_search.people_of(club, {pk: places[EntrantState(state)] for pk, state in rows})


@transaction.atomic
def check_in_expected(tournament: Tournament, *, by: User | None) -> list[Entrant]:
    """Check in all entrants who are still expected; return them."""
    locked = lock_tournament(tournament)
    expected = locked.entrants.filter(state=EntrantState.ENTERED).order_by("pk")
    return entrants.check_in(locked, list(expected.values_list("player", flat=True)), by=by)


def last_arrivals(tournament: Tournament) -> list[int]:
    """Return the players of the newest check-in, if nothing has happened since: their check-in can
    be undone together."""
    arrived = list[int]()
    newest = None
    for entry in audit_log.latest(tournament, MOST_ENTRIES):
        newest = newest or entry
        is_same_act = newest.at - entry.at < ONE_ACT and entry.by == newest.by
        if entry.kind not in ARRIVALS or not is_same_act:
            break
        arrived += [player.pk for player in entry.players]
    return arrived


@transaction.atomic
def undo_check_in(tournament: Tournament, players: Sequence[int], *, by: User | None) -> None:
    """Mark players who were checked in by mistake as entered again; the second call changes
    nothing. Raise Conflict if one has been seated, also in a draft."""
    locked = lock_tournament(tournament)
    versions.bump_edition(locked.season.club_id)
    rows = [
        entrant
        for entrant in entrants.find_all(locked, players)
        if entrant.state == EntrantState.HERE
    ]
    seated = [
        entrant.player.name for entrant in rows if entrants.was_seated(locked, entrant.player_id)
    ]
    if seated:
        words = _("%(name)s has a seat in a round: drop the player from the tournament instead.")
        raise Conflict(words % {"name": seated[0]})
    for entrant in rows:
        entrant.state, entrant.from_sitting = EntrantState.ENTERED, 1
        entrant.save(update_fields=["state", "from_sitting"])
    player_ids = [entrant.player_id for entrant in rows]
    audit_log.record_players(locked, IncidentKind.NOT_HERE, by, player_ids)


@transaction.atomic
def check_in_person(
    tournament: Tournament,
    name: str,
    creation: Creation = Creation.NEVER,
    *,
    done: Collection[Whereabouts] = (Whereabouts.HERE,),
    by: User | None,
) -> Entrant:
    """Check in the player meant by a typed name, entered now if necessary, or add one as `creation`
    says. Raise PersonQuestion if a person has to choose, also for players who are `done`."""
    locked = lock_tournament(tournament)
    player = person_search.choose(people(locked), name, creation, done=done)
    if player is None:
        return walk_in(locked, name, creation=creation, by=by)
    return enter_and_check_in(locked, player.pk, by=by)


@transaction.atomic
def walk_in(
    tournament: Tournament, name: str, *, creation: Creation = Creation.NEW, by: User | None
) -> Entrant:
    """Add a new player to the club and check the player in."""
    locked = lock_tournament(tournament)
    player = _add_newcomer(locked, name, creation)
    entrant = enter_and_check_in(locked, player.pk, by=by)
    player_log.log_added(player, by=by)
    return entrant


@transaction.atomic
def substitute_person(
    tournament: Tournament,
    player: int,
    name: str,
    creation: Creation = Creation.NEVER,
    *,
    by: User | None,
) -> Entrant:
    """Replace an entrant by the player meant by a typed name, or by a new one as `creation` says.
    Raise PersonQuestion if a person has to choose."""
    locked = lock_tournament(tournament)
    substitute = person_search.choose(people(locked), name, creation, done={Whereabouts.HERE})
    if substitute is not None:
        return entrants.substitute(locked, player, substitute.pk, by=by)
    newcomer = _add_newcomer(locked, name, creation)
    entrant = entrants.substitute(locked, player, newcomer.pk, by=by)
    player_log.log_added(newcomer, by=by)
    return entrant


def _add_newcomer(tournament: Tournament, name: str, creation: Creation) -> Player:
    """Add the player; the caller records it when it has taken all locks."""
    with club_log.as_one_act():
        return clubs.add_newcomer(tournament.season.club, name, creation=creation)
