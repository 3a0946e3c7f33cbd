"""Versions of what pages show: a short text for each, by one cheap question, that changes whenever
the page would, whoever reads it.

Matches and tables carry versions of their own. What else stands beside results (names, dates,
places, which evenings and matches there are) changes rarely: whoever changes it raises the edition
of its club.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from database import statements
from league.models import Club, EveningAction, Ladder, Match, Season, Session, Tournament
from scoring.models import Table

SHOWN = ("facts_version", "rules_version", "projection__standings_version")
SESSION = """
    league_session.id,
    (SELECT SUM(version) FROM league_match WHERE session_id = league_session.id),
    league_club.edition
"""  # with its season and club joined
OF_SESSION = f"""
    SELECT {SESSION} FROM league_session
    JOIN league_season ON league_season.id = league_session.season_id
    JOIN league_club ON league_club.id = league_season.club_id
    WHERE league_session.id = %s
"""
NEWEST = ("pk", "undone_at")  # of what was done at an evening


def touch(club_id: int) -> None:
    """Before all else of the change, in its transaction: then nobody waits in a circle."""
    Club.objects.filter(pk=club_id).update(edition=F("edition") + 1)


def match(pk: int) -> str | None:
    """None where there is no such thing; so do the others."""
    found = Match.objects.filter(pk=pk)
    return _told("m", found, "version", "session__season__club__edition")


def session(pk: int) -> str | None:
    """Of the matches of an evening; in plain SQL, as programs ask for them all the time."""
    (rows,) = statements.together((OF_SESSION, [pk]))
    return session_told(rows[0]) if rows else None


def session_told(columns: Sequence[Any]) -> str:
    """From the columns `SESSION`."""
    return "e" + ".".join(map(str, columns))


def evening(pk: int) -> str | None:
    """Of its matches, of who came, went and sat out, and of all standings of its season."""
    actions = EveningAction.objects.filter(session=OuterRef("pk")).order_by().values("session")
    columns = (
        *(Subquery(actions.annotate(last=Max(each)).values("last")) for each in NEWEST),
        _rounds("session"),
        _standings("season", OuterRef("season")),
        "season__club__edition",
    )
    return _told("v", Session.objects.filter(pk=pk), *columns)


def table(pk: int, game: str = "") -> str | None:
    """Of the standings of a season, and of the evenings beside them."""
    found = Table.objects.filter(season=pk, game=game)
    return _told("t", found, *SHOWN, "season__club__edition")


def whole_season(pk: int) -> str | None:
    """Of all its standings and of the matches of its evenings."""
    rounds = _rounds("session__season")
    found = Season.objects.filter(pk=pk)
    return _told("w", found, _standings("season", OuterRef("pk")), rounds, "club__edition")


def tournament(pk: int) -> str | None:
    """Of all standings of its season, its matches and its plan."""
    found = Tournament.objects.filter(pk=pk)
    standings = _standings("season", OuterRef("season"))
    rounds = _rounds("session__season", OuterRef("season"))
    return _told("p", found, standings, rounds, "season__club__edition")


def ladder(pk: int, number: int = 0) -> str | None:
    """Of the standings of all its divisions. The number of a period says where, not when."""
    column = "season__division__period__ladder"
    found = Ladder.objects.filter(pk=pk)
    return _told("l", found, _standings(column, OuterRef("pk")), "club__edition")


def club(slug: str) -> str | None:
    """Of all its matches and the standings of all its seasons."""
    rounds = _rounds("session__season__club")
    found = Club.objects.filter(slug=slug)
    return _told("c", found, _standings("season__club", OuterRef("pk")), rounds, "edition")


def _standings(field: str, of: OuterRef) -> Subquery:
    found = Table.objects.filter(**{field: of}).order_by().values(field)
    columns = (Sum(Coalesce(column, 0)) for column in SHOWN)
    return Subquery(found.annotate(sum=sum(columns, Value(0))).values("sum"))


def _rounds(field: str, of: OuterRef | None = None) -> Subquery:
    """No version of a match ever falls, and what goes for good goes with a new edition: so no two
    states have the same sum."""
    found = Match.every.filter(**{field: of or OuterRef("pk")}).order_by().values(field)
    return Subquery(found.annotate(sum=Sum("version")).values("sum"))


def _told(kind: str, found: QuerySet[Any], *columns: Any) -> str | None:
    row = found.order_by().values_list("pk", *columns).first()
    return None if row is None else kind + ".".join(map(str, row))
