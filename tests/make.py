"""Plain factories with a default for every field. The cast: Alice organises, Bob scores, Charlie is
a stranger who owns another club; Ada, Bruno, Chloé and Dov play."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from league.models import (
    Club,
    ClubAward,
    EventType,
    Ladder,
    League,
    Match,
    Membership,
    Player,
    Role,
    Season,
    Session,
    Sitting,
    Token,
    Tournament,
    User,
    Webhook,
)
from league.operations.ladders import ladders
from league.operations.matches import matches, submissions
from league.operations.people import clubs, tokens
from league.operations.seasons import leagues, seasons
from league.operations.standings import club_awards
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.play import sittings
from league.operations.webhooks import webhooks
from scoring import ledger

NAMES = ("Ada", "Bruno", "Chloé", "Dov")


def token_of(secret: str) -> Token | None:
    """Return the token of this secret, as the API finds it."""
    return tokens.authenticate(secret)


def user(email: str = "alice@example.org", password: str = "a good pass phrase") -> User:
    existing = User.objects.filter(email=email).first()
    return existing or User.objects.create_user(email, password, name=email.split("@")[0].title())


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


def league(season: Season, name: str = "Débutants", **fields: Any) -> League:
    return leagues.create(season, name=name, **fields)


def award(club: Club, name: str = "Le plus de victoires", **fields: Any) -> ClubAward:
    return club_awards.create(club, name=name, **{"statistic": "wins", **fields})


def ladder(club: Club, *levels: Sequence[Player], **fields: Any) -> Ladder:
    """Return a ladder with its first period; the first level is the top."""
    return ladders.create(
        club,
        levels=[ladders.NewDivision([player.pk for player in level]) for level in levels],
        **{
            "name": "Championnat",
            "dates": ladders.PeriodDates("Automne 2026", date(2026, 9, 1)),
            "rules": {"up": 1, "down": 1, "least": 2, "most": 4},
            "by": None,
            **fields,
        },
    )


def session(season: Season, day: int = 1, place: str = "Salle Pascal") -> Session:
    return seasons.open_session(
        season, starts_at=datetime(2026, 10, day, 18, 30, tzinfo=UTC), place=place
    )


def penalised_season(scheme: dict[str, Any]) -> Season:
    """Return a season of three evenings with a penalty, in which one player misses an evening."""
    played_season = season(club(), scheme=scheme)
    people = players(played_season.club)
    for day, order in ((1, (0, 1, 2)), (8, (1, 2, 0)), (15, (1, 0, 3))):
        seated = [people[index] for index in order]
        played(match(session(played_season, day=day), seated, options={"target": 1}), [22, 9, 5])
    ledger.penalise(
        season_id=played_season.pk,
        session_id=played_season.sessions.get(starts_at__day=1).pk,
        player_id=people[1].pk,
        points=11,
        reason="late",
        by_id=None,
    )
    return played_season


def _new_club() -> Club:
    """Return a new club, for functions with a parameter named `club`."""
    return club()


def _session_of_new_club() -> Session:
    return session(season(club()))


def match(
    session: Session | None = None,
    seated: Sequence[Player] | None = None,
    game: str = "neurotrio",
    options: dict[str, Any] | None = None,
    table: int = matches.LOWEST_FREE,
) -> Match:
    session = session or _session_of_new_club()
    seated = seated or players(session.season.club, NAMES[:3])
    return matches.create(
        session,
        game=game,
        players=[player.pk for player in seated],
        options=options,
        table=table,
    )


def sheet(*scores: int, **fields: Any) -> dict[str, Any]:
    return {"evidence": "sheet", "scores": list(scores), **fields}


def played(match: Match, *rounds: Sequence[int], by: User | None = None) -> Match:
    """Return the match after score sheets of these rounds."""
    for scores in rounds:
        match = submissions.submit(match.pk, sheet(*scores), by=by).match
    return match


def webhook(club: Club, url: str = "https://league.example/hook", **fields: Any) -> Webhook:
    """Return a webhook that asks for every event."""
    return webhooks.create(club, url=url, **{"events": EventType.values, **fields})


def tournament(
    club: Club | None = None, here: int | Sequence[Player] = 8, **fields: Any
) -> Tournament:
    """Return a tournament with `here` players checked in, new ones for a number, at tables of three
    and four, one round each."""
    club = club or _new_club()
    settings: dict[str, Any] = {
        "name": "Open 2026",
        "starts_at": datetime(2026, 10, 3, 14, 0, tzinfo=UTC),
        "place": "Salle Pascal",
        "game": "neurotrio",
        "options": {"target": 20},
        "least": 3,
        "most": 4,
        "seed": "lot",
        **fields,
    }
    made = tournaments.create(club, **settings)
    if isinstance(here, int):
        here = players(club, [f"Player {number:02}" for number in range(1, here + 1)])
    ids = [player.pk for player in here]
    entrants.enter(made, [entrants.EntryData(player) for player in ids], by=None)
    if ids:  # nobody is checked in to an arena
        entrants.check_in(made, ids, by=None)
    return made


def published(tournament: Tournament, **fields: Any) -> Sitting:
    """Return the next sitting, drawn, checked and published."""
    drawn = sittings.draw(tournament, by=None, **fields)[0]
    return sittings.publish(sittings.check(drawn, by=None), by=None)


def finished(sitting: Sitting, *numbers: int) -> Sitting:
    """Enter the results of these tables, or of all: the first seat wins, the second comes second,
    and so on."""
    for table in sitting.tables.select_related("match"):
        if table.match and (not numbers or table.number in numbers):
            scores = [22, 10, 5, 2][: len(table.players)]
            submissions.submit(table.match.pk, sheet(*scores), by=None)
    return sitting
