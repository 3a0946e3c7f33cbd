"""Plain factories with a default for every field. The cast: Alice organises, Bob scores, Charlie is
a stranger who owns another club; Ada, Bruno, Chloé and Dov play."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from league.models import (
    Club,
    EventType,
    Match,
    Membership,
    Player,
    Role,
    Season,
    Session,
    User,
    Webhook,
)
from league.operations import clubs, matches, seasons, submissions, webhooks

NAMES = ("Ada", "Bruno", "Chloé", "Dov")


def user(email: str = "alice@example.org", password: str = "a good pass phrase") -> User:
    found = User.objects.filter(email=email).first()
    return found or User.objects.create_user(email, password, name=email.split("@")[0].title())


def club(owner: User | None = None, name: str = "Les Ardoises") -> Club:
    return clubs.create(by=owner or user(), name=name)


def member(club: Club, role: Role, email: str) -> User:
    person = user(email)
    Membership.objects.create(club=club, user=person, role=role)
    return person


def players(club: Club, names: Sequence[str] = NAMES) -> list[Player]:
    return [clubs.add_player(club, name=name) for name in names]


def season(club: Club, name: str = "Saison 2026", **fields: Any) -> Season:
    return seasons.create(club, name=name, starts_on=date(2026, 9, 1), **fields)


def session(season: Season, day: int = 1, place: str = "Salle Pascal") -> Session:
    return seasons.open_session(
        season, starts_at=datetime(2026, 10, day, 18, 30, tzinfo=UTC), place=place
    )


def match(
    session: Session | None = None,
    seated: Sequence[Player] | None = None,
    game: str = "neurotrio",
    options: dict[str, Any] | None = None,
) -> Match:
    session = session or globals()["session"](season(club()))
    seated = seated or players(session.season.club, NAMES[:3])
    return matches.create(
        session, game=game, players=[player.pk for player in seated], options=options
    )


def sheet(*scores: int, **fields: Any) -> dict[str, Any]:
    return {"evidence": "sheet", "scores": list(scores), **fields}


def played(match: Match, *rounds: Sequence[int], by: User | None = None) -> Match:
    """The match after score sheets of these rounds."""
    for scores in rounds:
        match = submissions.submit(match.pk, sheet(*scores), by=by).match
    return match


def webhook(club: Club, url: str = "https://league.example/hook", **fields: Any) -> Webhook:
    """One that asks for everything."""
    return webhooks.create(club, url=url, **{"events": EventType.values, **fields})
