"""The demo club: a seeded season played by the engines' own bots, without invented numbers. Games
from outside join if their bots can play."""

import logging
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext as _

from games import GAMES, base, record
from games.base import Evidence
from games.outside_game import OutsideGame
from league.errors import LeagueError
from league.models import Club, Job, Match, Player, Role, Season, Session, User
from league.operations.matches import matches, submissions
from league.operations.people import club_deleting, clubs
from league.operations.seasons import seasons
from league.operations.sessions import queue_play, session_log

DEMO_EMAIL = "demo@manche.example"
ALLAUTH_MODELS = {"EmailAddress", "Authenticator", "UserSession", "SocialAccount"}
DEMO_PASSWORD = "manche-demo"
CLUB_NAME = "Les Ardoises de Clermont"
PLAYERS = (
    "Aïcha Benali", "Bastien Roux", "Camille Fabre", "Denis Lacroix", "Élise Moreau",
    "Farid Haddad", "Gaëlle Le Goff", "Hugo Vidal", "Inès Carvalho", "Jules Pelletier",
    "Karima Saïdi", "Léon Dubreuil", "Margaux Tissier", "Nathan Kessler", "Odile Chabrol",
    "Pierre-Yves Aubert", "Quitterie d’Orval", "Rémi Besson", "Solène Garnier", "Théo Marchand",
    "Ulysse Renaud", "Violette Nguyen", "William O’Brien", "Zoé Lambert",
)  # fmt: skip
SESSIONS = 10
PLANNED_SESSIONS = 13  # with those that `demo_sign_ups` opens
FIRST_SESSION = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
TABLES = {2: 1, 3: 4, 4: 7}  # weights of the sizes of tables
EVIDENCE = {Evidence.SHEET: 5, Evidence.FINAL: 4, Evidence.TRANSCRIPT: 1}
WAITING, QUEUE_SIZE = 6, 4  # players of the last session who wait, at tables of four
UNFINISHED_ROUNDS = 2  # at the last table of the last session
RUNNING_TABLE = 3  # players there

USUAL_TABLE = 4

Report = Callable[[int, int], None]
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class DemoClub:
    """The demo club with its season and its organiser."""

    club: Club
    season: Season
    organiser: User


def load(
    *,
    password: str,
    seed: int = 1,
    sessions: int = SESSIONS,
    report: Report = lambda done, total: None,
) -> DemoClub:
    """Create the demo club in one transaction."""
    rng = random.Random(seed)
    with transaction.atomic():
        organiser = _organiser(password)
        club = clubs.create(by=organiser, name=CLUB_NAME)
        players = [clubs.add_player(club, name=name) for name in PLAYERS]
        season = seasons.create(
            club,
            name="Saison 2026-2027",
            starts_on=date(2026, 9, 1),
            ends_on=date(2027, 6, 30),
            games=games_to_play(seed),
            scheme={"planned_evenings": PLANNED_SESSIONS, "matches_per_evening": 1},
        )
        for number in range(sessions):
            if number == SESSIONS - 1:
                _play_showcase(season, players, organiser, rng)
            else:
                _play_session(season, players, number, organiser, rng)
            report(number + 1, sessions)
    return DemoClub(club, season, organiser)


@dataclass(frozen=True)
class DemoRemoval:
    """The outcome of a removal: members who have left the club, and why the account stays, if it
    does."""

    members: list[str]
    account_stays: str = ""


def find() -> Club | None:
    """Return the demo club. A renamed one is a real club by now."""
    owned = Club.objects.filter(memberships__user__email=DEMO_EMAIL, memberships__role=Role.OWNER)
    return owned.filter(name=CLUB_NAME).order_by("pk").first()


@transaction.atomic
def remove(club: Club) -> DemoRemoval:
    """Remove the demo club with all that belongs to it, and the account of the demo.

    Other members of the club keep their accounts. The account of the demo stays if it belongs to
    another club, or if other clubs refer to its actions.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    other_members = club.memberships.exclude(user__email=DEMO_EMAIL).select_related("user")
    members = sorted(other.user.email for other in other_members)
    club_deleting.remove_rows(club)
    user = User.objects.get(email=DEMO_EMAIL)
    if user.memberships.exists():
        words = _(
            "The account %(email)s is kept because it belongs to another club: give it a password "
            "of its own."
        )
        return DemoRemoval(members, words % {"email": DEMO_EMAIL})
    if _is_referred_to(user):
        user.is_active = False
        user.save(update_fields=["is_active"])
        words = _(
            "The account %(email)s is kept because it acted in other clubs, but can no longer sign "
            "in."
        )
        return DemoRemoval(members, words % {"email": DEMO_EMAIL})
    user.delete()
    return DemoRemoval(members)


def _is_referred_to(user: User) -> bool:
    """Return whether anything of other clubs refers to this account; its tokens, the keys of its
    requests, its ways to sign in and its jobs without a club are its own."""
    own_models = {"Token", "IdempotencyKey", *ALLAUTH_MODELS}
    for field in User._meta.get_fields(include_hidden=True):
        model = field.related_model
        if not isinstance(field, ForeignObjectRel) or not model or model.__name__ in own_models:
            continue
        rows = model._default_manager.filter(**{field.field.name: user})
        if (rows.filter(club__isnull=False) if model is Job else rows).exists():
            return True
    return False


def _organiser(password: str) -> User:
    user = User.objects.filter(email=DEMO_EMAIL).first()
    if user is None:
        return User.objects.create_user(DEMO_EMAIL, password, name="Demo")
    if not user.is_active:  # it remained when another demo was removed
        user.is_active = True
        user.set_password(password)
        user.save(update_fields=["is_active", "password"])
    return user


def games_to_play(seed: int) -> list[str]:
    """Return the games of Manche, and the games from outside whose bots play a match to its end."""
    return [
        slug
        for slug, game in GAMES.items()
        if not isinstance(game, OutsideGame) or _bots_play(game, seed)
    ]


def _bots_play(game: OutsideGame, seed: int) -> bool:
    names = [f"Bot {number}" for number in range(1, _table_size(game.slug) + 1)]
    try:
        for level in base.levels_of(game):
            record.play(game.slug, random.Random(seed), names, level)
    except ValueError as error:
        logger.warning("The demo is without %s: %s", game.slug, error)
        return False
    return True


def _table_size(game: str) -> int:
    """Return the number of players of a game that is closest to a usual table."""
    return min(GAMES[game].seats, key=lambda players: abs(players - USUAL_TABLE))


def _play_session(
    season: Season, players: Sequence[Player], number: int, by: User, rng: random.Random
) -> None:
    session = seasons.open_session(
        season,
        starts_at=FIRST_SESSION + timedelta(weeks=number),
        place="Café des Arcades" if number % 3 else "Maison de quartier",
    )
    present = rng.sample(players, rng.randint(14, 20))
    if guests := [slug for slug in season.games if isinstance(GAMES[slug], OutsideGame)]:
        game = guests[number % len(guests)]
        size = _table_size(game)
        _play_match(session, present[:size], game, _evidence(game, rng), by, rng)
        present = present[size:]
    for players_at_table in _deal_tables(present, rng):
        game = rng.choice(_games(season, len(players_at_table)))
        _play_match(session, players_at_table, game, _evidence(game, rng), by, rng)


def _evidence(game: str, rng: random.Random) -> Evidence:
    levels = [level for level in EVIDENCE if level in base.levels_of(GAMES[game])]
    (evidence,) = rng.choices(levels, weights=[EVIDENCE[level] for level in levels])
    return evidence


def _play_showcase(season: Season, players: Sequence[Player], by: User, rng: random.Random) -> None:
    """Play the last session: games with all their moves, once each, and a table that is still
    playing. The evening is in queue play: of the others some have left, and some wait."""
    session = seasons.open_session(
        season, starts_at=FIRST_SESSION + timedelta(weeks=SESSIONS - 1), place="Café des Arcades"
    )
    games = games_with_moves(season.games, range(USUAL_TABLE, USUAL_TABLE + 1))
    games = games[: (len(players) - RUNNING_TABLE) // USUAL_TABLE]
    present = rng.sample(players, USUAL_TABLE * len(games) + RUNNING_TABLE)
    session_log.check_in(session, [player.pk for player in present], by=by)
    leaving = [player.pk for player in present[: USUAL_TABLE * len(games) - WAITING]]
    for game in games:
        players_at_table, present = present[:USUAL_TABLE], present[USUAL_TABLE:]
        _play_match(session, players_at_table, game, Evidence.TRANSCRIPT, by, rng)
    running = games[0]  # newcomers may continue it by tapping cards
    _play_match(session, present, running, Evidence.TRANSCRIPT, by, rng, UNFINISHED_ROUNDS)
    session_log.check_out(session, leaving, by=by)
    queue_play.switch_on(session, game=running, size=QUEUE_SIZE, by=by)


def games_with_moves(games: Sequence[str], seats: range) -> list[str]:
    """Return the games among these that allow all these numbers of players and record moves."""
    return [
        slug
        for slug in games
        if {*seats} <= {*GAMES[slug].seats} and Evidence.TRANSCRIPT in base.levels_of(GAMES[slug])
    ]


def _deal_tables(present: Sequence[Player], rng: random.Random) -> Iterator[Sequence[Player]]:
    """Yield tables of two to four; no player is left over."""
    remaining = list(present)
    while remaining:
        sizes = [
            size
            for size in TABLES
            if size == len(remaining) or size <= len(remaining) - min(TABLES)
        ]
        size = rng.choices(sizes, weights=[TABLES[size] for size in sizes])[0]
        yield remaining[:size]
        remaining = remaining[size:]


def _games(season: Season, players: int) -> list[str]:
    return [slug for slug in season.games if players in GAMES[slug].seats]


def _play_match(
    session: Session,
    players_at_table: Sequence[Player],
    game: str,
    evidence: Evidence,
    by: User,
    rng: random.Random,
    rounds: int | None = None,
) -> None:
    """Play a match. One of a game from outside that fails is left out."""
    ids, names = zip(*((player.pk, player.name) for player in players_at_table), strict=True)
    try:
        with transaction.atomic():
            match = matches.create(session, game=game, players=ids)
            play(match, names, evidence, by, rng, rounds)
    except (ValueError, LeagueError) as error:
        if not isinstance(GAMES[game], OutsideGame):
            raise
        logger.warning("The demo leaves out a match of %s: %s", game, error)


def play(
    match: Match,
    names: Sequence[str],
    evidence: Evidence,
    by: User,
    rng: random.Random,
    rounds: int | None = None,
) -> Match:
    """Let the bots play a match to its end, or only this number of `rounds`."""
    match_record = record.play(match.game, rng, names, evidence, options=match.options)
    bodies = cast(Sequence[Mapping[str, Any]], match_record["rounds"])  # the record is untyped JSON
    for body in bodies[:rounds]:
        match = submissions.submit(match.pk, body, by=by).match
    return match
