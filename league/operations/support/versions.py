"""Versions of what pages show: short texts that change whenever the page would, for any reader.
Each is read by one cheap query.

Matches and standings carry versions of their own. What else stands beside results (names, dates,
places, the list of sessions and matches) changes rarely: every such change raises the edition of
its club (decision 34). The functions return None where there is no such thing.
"""

from typing import Any

from django.db.models import Case, Count, F, Max, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, ExtractHour, ExtractMinute, Now

from league.models import (
    AuditSubject,
    Club,
    Ladder,
    Match,
    Player,
    Season,
    Session,
    SignUp,
    SignUpSheet,
    Team,
    TeamTable,
    Tournament,
)
from scoring.models import Table

STANDINGS_COLUMNS = ("facts_version", "rules_version", "projection__standings_version")


def bump_edition(club_id: int) -> None:
    """Raise the edition of a club. To be called first in the transaction of the change: the lock of
    the club comes before all others, so that no two transactions wait for each other."""
    Club.objects.filter(pk=club_id).update(edition=F("edition") + 1)


def match(pk: int) -> str | None:
    """Return the version of a match."""
    rows = Match.objects.filter(pk=pk)
    return version_string("m", rows, "version", "session__season__club__edition")


def player(pk: int) -> str | None:
    """Return the version of what the page of a player shows: the player's matches, and the results
    and ratings of the club with which they are compared."""
    columns = (
        _standings_versions("season__club", OuterRef("club")),
        _match_versions("seats__player"),
        "club__rating_book__version",
        "club__edition",
    )
    return version_string("y", Player.shown.filter(pk=pk), *columns)


def session(pk: int) -> str | None:
    """Return the version of the matches and the sign-ups of a session."""
    columns = (
        _match_versions("session"),
        *_sign_up_versions("sheet__session"),
        "season__club__edition",
    )
    return version_string("e", Session.objects.filter(pk=pk), *columns)


def evening(pk: int) -> str | None:
    """Return the version of what the page of a session shows: its matches and sign-ups, and the
    results and ratings of the club with which its summary compares them. While people can sign up
    it changes every minute, since a deadline passes without any change."""
    columns = (
        Case(When(sign_up_sheet__isnull=False, starts_at__gt=Now(), then=ExtractMinute(Now()))),
        _match_versions("session"),
        _standings_versions("season__club", OuterRef("season__club")),
        *_sign_up_versions("sheet__session"),
        "season__club__rating_book__version",
        "season__club__edition",
    )
    return version_string("n", Session.objects.filter(pk=pk), *columns)


def session_desk(pk: int) -> str | None:
    """Return the version of a session's matches, of its sign-ups and its log (check-ins, byes) and
    of all standings of its season."""
    return version_string("v", Session.objects.filter(pk=pk), *_desk_columns())


def night_desk(pk: int) -> str | None:
    """Return the versions of `session_desk` of all evenings of a session's league night."""
    rows = Session.objects.filter(pk=pk).order_by().values_list("night", "pk", *_desk_columns())
    row = rows.first()
    if row is None:
        return None
    night, *values = row
    evenings = [values]
    if night is not None:
        of_night = Session.objects.filter(night=night).order_by("pk")
        evenings = [*of_night.values_list("pk", *_desk_columns())]
    return "v" + "-".join(".".join(map(str, columns)) for columns in evenings)


def _desk_columns() -> tuple[Any, ...]:
    of_session = AuditSubject.objects.filter(kind="session", object_id=OuterRef("pk"))
    last_entry = of_session.order_by().values("object_id").annotate(last=Max("entry"))
    return (
        Subquery(last_entry.values("last")),
        _match_versions("session"),
        *_sign_up_versions("sheet__session"),
        _standings_versions("season", OuterRef("season")),
        "season__club__edition",
    )


def standings(pk: int, game: str = "", *, of_league: bool = False) -> str | None:
    """Return the version of one standings table of a season or of a league, and of the sessions
    beside it."""
    if of_league:
        return league_standings(pk, game)
    rows = Table.objects.filter(season=pk, game=game)
    return version_string("t", rows, *STANDINGS_COLUMNS, "season__club__edition")


def league_standings(pk: int, game: str = "") -> str | None:
    """Return the version of one standings table of a league, as `standings` does."""
    rows = Table.every.filter(league=pk, game=game)
    return version_string("t", rows, *STANDINGS_COLUMNS, "season__club__edition")


def team_table(pk: int) -> str | None:
    """Return the version of a team table: of the standings whose facts it counts, and the edition
    of the club, which every change of its teams raises. Membership changes at midnight."""
    table = TeamTable.objects.filter(pk=pk).values_list("season", "league").first()
    if table is None:
        return None
    season, league = table
    rows = Table.every.filter(season=season, league=league, game="")
    hour = ExtractHour(Now())
    return version_string("g", rows, *STANDINGS_COLUMNS, "season__club__edition", hour)


def team(pk: int) -> str | None:
    """Return the version of the team table of a team."""
    table = Team.objects.filter(pk=pk).values_list("table", flat=True).first()
    return None if table is None else team_table(table)


def whole_season(pk: int, *, of_league: bool = False) -> str | None:
    """Return the version of all standings of a season, or of the season of a league, and of the
    matches of its sessions."""
    columns = (
        _standings_versions("season", OuterRef("pk")),
        _match_versions("session__season"),
        "club__edition",
    )
    return version_string("w", _season_of(pk, of_league=of_league), *columns)


def awards(pk: int, *, of_league: bool = False) -> str | None:
    """Return the version of what the page of the awards of a season or a league shows: its matches,
    and the results and ratings of the club, in which a newcomer may have played before."""
    columns = (
        _standings_versions("season__club", OuterRef("club")),
        _match_versions("session__season"),
        "club__rating_book__version",
        "club__edition",
    )
    return version_string("a", _season_of(pk, of_league=of_league), *columns)


def club_awards(slug: str) -> str | None:
    """Return the version of all results and ratings of a club. The evidence of a match, which one
    award counts, changes with the match."""
    columns = (
        _standings_versions("season__club", OuterRef("pk")),
        _match_versions("session__season__club"),
        "rating_book__version",
        "edition",
    )
    return version_string("b", Club.objects.filter(slug=slug), *columns)


def tournament(pk: int) -> str | None:
    """Return the version of all standings of a tournament's season, of its matches, its sign-ups
    and its plan."""
    columns = (
        _standings_versions("season", OuterRef("season")),
        _match_versions("session__season", OuterRef("season")),
        *_sign_up_versions("sheet__tournament"),
        "season__club__edition",
    )
    return version_string("p", Tournament.objects.filter(pk=pk), *columns)


def sign_up_sheet(pk: int) -> str | None:
    """Return the version of a sheet and its sign-ups."""
    edition = Coalesce(
        "session__season__club__edition", "tournament__season__club__edition", Value(0)
    )
    rows = SignUpSheet.objects.filter(pk=pk)
    return version_string("u", rows, *_sign_up_versions("sheet"), edition)


def ladder(pk: int, number: int = 0) -> str | None:
    """Return the version of the standings of all divisions of a ladder. `number`, the period in the
    address of a page, has no influence."""
    standings = _standings_versions("season__division__period__ladder", OuterRef("pk"))
    return version_string("l", Ladder.objects.filter(pk=pk), standings, "club__edition")


def club(slug: str) -> str | None:
    """Return the version of all matches of a club and of the standings of all its seasons, with
    the number of sessions that have begun."""
    begun = Session.objects.filter(season__club=OuterRef("pk"), starts_at__lte=Now())
    columns = (
        Subquery(begun.order_by().values("season__club").annotate(n=Count("pk")).values("n")),
        _standings_versions("season__club", OuterRef("pk")),
        _match_versions("session__season__club"),
        "edition",
    )
    return version_string("c", Club.objects.filter(slug=slug), *columns)


def version_string(kind: str, rows: QuerySet[Any], *columns: Any) -> str | None:
    """Return the letter `kind` followed by the key and these columns of the first row; None if
    there is no row."""
    row = rows.order_by().values_list("pk", *columns).first()
    return None if row is None else kind + ".".join(map(str, row))


def _season_of(pk: int, *, of_league: bool) -> "QuerySet[Season]":
    return Season.objects.filter(leagues=pk) if of_league else Season.objects.filter(pk=pk)


def _standings_versions(field: str, of: OuterRef) -> Subquery:
    """Return the sum of the versions of all standings tables whose `field` is `of`."""
    tables = Table.every.filter(**{field: of}).order_by().values(field)
    columns = (Sum(Coalesce(column, 0)) for column in STANDINGS_COLUMNS)
    return Subquery(tables.annotate(sum=sum(columns, Value(0))).values("sum"))


def _match_versions(field: str, of: OuterRef | None = None) -> Subquery:
    """Return the sum of the versions of all matches whose `field` is `of`. No version of a match
    ever falls, and a match that is deleted raises the edition: no two states have the same sum."""
    matches = Match.every.filter(**{field: of or OuterRef("pk")}).order_by().values(field)
    return Subquery(matches.annotate(sum=Sum("version")).values("sum"))


def _sign_up_versions(field: str) -> tuple[Subquery, Subquery]:
    """Return the number of sign-ups whose `field` is the row, and the time of their last change. A
    promotion from the waiting list does not change `changed_at`, but it always comes with a change
    or removal of another sign-up."""
    rows = SignUp.objects.filter(**{field: OuterRef("pk")}).order_by().values(field)
    return (
        Subquery(rows.annotate(count=Count("pk")).values("count")),
        Subquery(rows.annotate(last=Max("changed_at")).values("last")),
    )
