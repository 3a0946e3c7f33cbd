"""The demo club: a seeded season played by the engines' own bots, never by invented numbers."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import ForeignObjectRel

from games import GAMES, record
from games.base import Evidence
from league.models import Club, Job, Match, Player, Role, Season, Session, User
from league.operations.matches import matches, submissions
from league.operations.people import clubs
from league.operations.seasons import seasons

DEMO_EMAIL = "demo@manche.example"
DEMO_PASSWORD = "manche-demo"
CLUB = "Les Ardoises de Clermont"
PLAYERS = (
    "Aïcha Benali", "Bastien Roux", "Camille Fabre", "Denis Lacroix", "Élise Moreau",
    "Farid Haddad", "Gaëlle Le Goff", "Hugo Vidal", "Inès Carvalho", "Jules Pelletier",
    "Karima Saïdi", "Léon Dubreuil", "Margaux Tissier", "Nathan Kessler", "Odile Chabrol",
    "Pierre-Yves Aubert", "Quitterie d’Orval", "Rémi Besson", "Solène Garnier", "Théo Marchand",
    "Ulysse Renaud", "Violette Nguyen", "William O’Brien", "Zoé Lambert",
)  # fmt: skip
EVENINGS = 10
FIRST_EVENING = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
TABLES = {2: 1, 3: 4, 4: 7}  # how often a table of this size is laid
EVIDENCE = {Evidence.SHEET: 5, Evidence.FINAL: 4, Evidence.TRANSCRIPT: 1}
UNFINISHED_ROUNDS = 2  # what the last table of the last evening has played so far

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Demo:
    club: Club
    season: Season
    organiser: User


def load(
    *,
    password: str,
    seed: int = 1,
    evenings: int = EVENINGS,
    report: Report = lambda done, total: None,
) -> Demo:
    """Everything in one transaction: a demo is there whole or not at all."""
    rng = random.Random(seed)
    with transaction.atomic():
        organiser = _organiser(password)
        club = clubs.create(by=organiser, name=CLUB)
        players = [clubs.add_player(club, name=name) for name in PLAYERS]
        season = seasons.create(
            club, name="Saison 2026-2027", starts_on=date(2026, 9, 1), ends_on=date(2027, 6, 30)
        )
        for evening in range(evenings):
            if evening == EVENINGS - 1:
                _play_showcase(season, players, organiser, rng)
            else:
                _play_evening(season, players, evening, organiser, rng)
            report(evening + 1, evenings)
    return Demo(club, season, organiser)


@dataclass(frozen=True)
class Removed:
    """What else is to be said: people who have left the club, and why the account stays, if so."""

    members: list[str]
    account_stays: str = ""


def find() -> Club | None:
    """Return the demo club. One that was renamed is somebody's own club by now."""
    owned = Club.objects.filter(memberships__user__email=DEMO_EMAIL, memberships__role=Role.OWNER)
    return owned.filter(name=CLUB).order_by("pk").first()


@transaction.atomic
def remove(club: Club) -> Removed:
    """Remove the demo club with all that belongs to it, and the account of the demo.

    Other people who were members of the club keep their accounts. The account of the demo stays
    where it belongs to another club, or has done something there that names it.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    others = club.memberships.exclude(user__email=DEMO_EMAIL).select_related("user")
    members = sorted(other.user.email for other in others)
    club.ladders.all().delete()
    for season in club.seasons.all():
        season.delete()
    club.players.all().delete()  # seats and results name players until the seasons are gone
    club.delete()
    user = User.objects.get(email=DEMO_EMAIL)
    if user.memberships.exists():
        return Removed(members, "it belongs to another club: give it a password of its own")
    if _has_traces(user):
        user.is_active = False
        user.save(update_fields=["is_active"])
        return Removed(members, "other clubs name what it did there; it can no longer sign in")
    user.delete()
    return Removed(members)


def _has_traces(user: User) -> bool:
    """Return whether anything of other clubs names this account; its tokens, the keys of its
    requests and its jobs without a club are its own."""
    own = {"Token", "IdempotencyKey"}
    for field in User._meta.get_fields(include_hidden=True):
        model = field.related_model
        if not isinstance(field, ForeignObjectRel) or not model or model.__name__ in own:
            continue
        rows = model._default_manager.filter(**{field.field.name: user})
        if (rows.filter(club__isnull=False) if model is Job else rows).exists():
            return True
    return False


def _organiser(password: str) -> User:
    user = User.objects.filter(email=DEMO_EMAIL).first()
    if user is None:
        return User.objects.create_user(DEMO_EMAIL, password, name="Demo")
    if not user.is_active:  # it has stayed behind when another demo was removed
        user.is_active = True
        user.set_password(password)
        user.save(update_fields=["is_active", "password"])
    return user


def _play_evening(
    season: Season, players: Sequence[Player], evening: int, by: User, rng: random.Random
) -> None:
    session = seasons.open_session(
        season,
        starts_at=FIRST_EVENING + timedelta(weeks=evening),
        place="Café des Arcades" if evening % 3 else "Maison de quartier",
    )
    present = rng.sample(players, rng.randint(14, 20))
    for seated in _seat(present, rng):
        game = rng.choice(_games(season, len(seated)))
        (evidence,) = rng.choices(list(EVIDENCE), weights=list(EVIDENCE.values()))
        _play_match(session, seated, game, evidence, by, rng)


def _play_showcase(season: Season, players: Sequence[Player], by: User, rng: random.Random) -> None:
    """The last evening: every game once with all its moves, and a table that is still playing."""
    session = seasons.open_session(
        season, starts_at=FIRST_EVENING + timedelta(weeks=EVENINGS - 1), place="Café des Arcades"
    )
    present = rng.sample(players, 4 * len(season.games) + 3)
    for game in season.games:
        seated, present = present[:4], present[4:]
        _play_match(session, seated, game, Evidence.TRANSCRIPT, by, rng)
    running = season.games[0]  # newcomers may go on with tapped cards
    _play_match(session, present, running, Evidence.TRANSCRIPT, by, rng, UNFINISHED_ROUNDS)


def _seat(present: Sequence[Player], rng: random.Random) -> Iterator[Sequence[Player]]:
    """Tables of two to four, nobody left over."""
    left = list(present)
    while left:
        sizes = [size for size in TABLES if size == len(left) or size <= len(left) - min(TABLES)]
        size = rng.choices(sizes, weights=[TABLES[size] for size in sizes])[0]
        yield left[:size]
        left = left[size:]


def _games(season: Season, players: int) -> list[str]:
    return [slug for slug in season.games if players in GAMES[slug].seats]


def _play_match(
    session: Session,
    seated: Sequence[Player],
    game: str,
    evidence: Evidence,
    by: User,
    rng: random.Random,
    rounds: int | None = None,
) -> Match:
    match = matches.create(session, game=game, players=[player.pk for player in seated])
    return play(match, [player.name for player in seated], evidence, by, rng, rounds)


def play(
    match: Match,
    names: Sequence[str],
    evidence: Evidence,
    by: User,
    rng: random.Random,
    rounds: int | None = None,
) -> Match:
    """By the engine's bots, to the end or so many rounds."""
    written = record.play(match.game, rng, names, evidence)
    bodies = cast(Sequence[Mapping[str, Any]], written["rounds"])  # JSON knows no closer type
    for body in bodies[:rounds]:
        match = submissions.submit(match.pk, body, by=by).match
    return match
