"""Seasons and their sessions (club evenings)."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, invalid
from league.models import Club, Season, Session
from league.operations.clubs import clean_name
from scoring import ledger, schemes

EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
MOST_PLACE = 100


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    games: Sequence[str] = (),
    scheme: Mapping[str, Any] | None = None,
) -> Season:
    """A season and its empty tables: overall and one per game."""
    games = _check_games(games or list(GAMES))
    _check_days(starts_on, ends_on)
    season = Season(
        club=club, name=clean_name(name), starts_on=starts_on, ends_on=ends_on, games=games
    )
    _save(season)
    ledger.open_tables(season.pk, games, read_scheme(scheme or {}))
    return season


@transaction.atomic
def update(season: Season, **changes: Any) -> Season:
    """Only what is named changes. A new scheme counts for the whole season, results stay."""
    season = Season.objects.select_for_update().select_related("club").get(pk=season.pk)
    scheme = changes.pop("scheme", None)
    if "name" in changes:
        changes["name"] = clean_name(changes["name"])
    if "games" in changes:
        changes["games"] = _check_games(changes["games"])
        _check_played_games_stay(season, changes["games"])
    for field, value in changes.items():
        setattr(season, field, value)
    _check_days(season.starts_on, season.ends_on)
    _save(season)
    if scheme is not None or "games" in changes:
        current = season.tables.get(game="").scheme
        ledger.open_tables(season.pk, season.games, read_scheme(scheme or current))
    return season


def open_session(season: Season, *, starts_at: datetime, place: str = "") -> Session:
    _check_time(starts_at)
    return Session.objects.create(season=season, starts_at=starts_at, place=_clean_place(place))


def update_session(session: Session, **changes: Any) -> Session:
    if "starts_at" in changes:
        _check_time(changes["starts_at"])
    if "place" in changes:
        changes["place"] = _clean_place(changes["place"])
    for field, value in changes.items():
        setattr(session, field, value)
    if changes:
        session.save(update_fields=list(changes))
    return session


def read_scheme(raw: Mapping[str, Any]) -> schemes.Scheme:
    try:
        return schemes.read(raw)
    except (ValueError, TypeError):
        raise invalid("unknown_scheme", "scheme", _("This scheme is not known.")) from None


def _check_time(starts_at: datetime) -> None:
    if not EARLIEST_YEAR <= starts_at.year <= LATEST_YEAR:
        years = {"first": EARLIEST_YEAR, "last": LATEST_YEAR}
        raise invalid(
            "bad_time", "starts_at", _("A year from %(first)s to %(last)s is expected.") % years
        )


def _clean_place(place: str) -> str:
    place = " ".join(place.split())
    if len(place) > MOST_PLACE:
        raise invalid("too_long", "place", _("A place has at most 100 characters."))
    return place


def _check_games(games: Sequence[str]) -> list[str]:
    for index, game in enumerate(games):
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise invalid(
                "unknown_game", f"games.{index}", _("Known games: %(known)s.") % {"known": known}
            )
    if len(set(games)) != len(games) or not games:
        raise invalid("bad_games", "games", _("Name each game once, and at least one."))
    return list(games)


def _check_played_games_stay(season: Season, games: Sequence[str]) -> None:
    played = season.sessions.filter(matches__isnull=False).values_list("matches__game", flat=True)
    if missing := sorted(set(played) - set(games)):
        raise invalid(
            "game_in_use",
            "games",
            _("Matches were already played in: %(games)s.") % {"games": ", ".join(missing)},
        )


def _check_days(starts_on: date, ends_on: date | None) -> None:
    if ends_on is not None and ends_on < starts_on:
        raise invalid("ends_before_start", "ends_on", _("The last day comes before the first."))


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise Conflict(_("The club already has a season of this name.")) from None
