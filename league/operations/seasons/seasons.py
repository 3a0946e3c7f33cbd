"""Seasons and their sessions (club evenings)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES
from league import permissions
from league.errors import Conflict, Fault, Forbidden, Invalid, invalid
from league.models import (
    AuditKind,
    Club,
    CorrectionPolicy,
    League,
    Match,
    Quorum,
    Season,
    Session,
    User,
)
from league.models.seasons import (
    LONGEST_FOLLOW_DELAY,
    LONGEST_REASON,
    MOST_DAYS,
    MOST_HOURS,
    MOST_WEIGHT,
)
from league.names import clean_name, visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.messages import events as messages
from league.operations.seasons import league_tables
from league.operations.seasons.house_rules import check as check_house_rules
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.webhooks import events
from league.permissions import Action
from scoring import ledger, standings_queries
from scoring.models import Draw
from scoring.pure import schemes
from scoring.pure.schemes import Scheme
from scoring.standings_queries import StandingsMove

EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
TIME_RANGE = (
    datetime(EARLIEST_YEAR, 1, 1, tzinfo=UTC),
    datetime(LATEST_YEAR + 1, 1, 1, tzinfo=UTC),
)
MOST_PLACE = 100
CONFIRMATION_FIELDS = frozenset({"confirmation", "confirm_after_hours"})
CORRECTION_FIELDS = frozenset({"correction_policy", "corrections_close_after"})


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    games: Sequence[str] = (),
    scheme: Mapping[str, Any] | None = None,
    confirmation: str = Quorum.NOBODY,
    confirm_after_hours: int = 0,
    correction_policy: str = CorrectionPolicy.FREE,
    corrections_close_after: int | None = None,
    house_rules: Mapping[str, Any] | None = None,
    by: User | None = None,
) -> Season:
    """Create a season with its empty tables: overall and one per game."""
    games = check_games(games or list(GAMES))
    _check_days(starts_on, ends_on)
    versions.bump_edition(club.pk)
    season = Season(
        club=club,
        name=clean_name(name),
        starts_on=starts_on,
        ends_on=ends_on,
        games=games,
        confirmation=_check_quorum(confirmation),
        confirm_after_hours=_check_hours(confirm_after_hours),
        correction_policy=_check_correction_policy(correction_policy),
        corrections_close_after=_check_days_of_corrections(corrections_close_after),
        house_rules=check_house_rules(house_rules or {}),
    )
    _save(season)
    ledger.open_tables(season.pk, games, parse_scheme(scheme or {}), by_id=by.pk if by else None)
    events.season_created(season)
    _log_season(season, AuditKind.SEASON_CREATED, by, {})
    return season


@transaction.atomic
def update(season: Season, *, by: User | None = None, **changes: Any) -> Season:
    """Change the named settings only. A new scheme applies to the whole season, results stay; `by`
    is the person who adopts it. Raise Forbidden if others than owners change how results are
    corrected."""
    versions.bump_edition(season.club_id)
    season = lock_row(Season.objects.select_related("club"), season.pk)
    before = _log_values(season)
    scheme = changes.pop("scheme", None)
    if "name" in changes:
        changes["name"] = clean_name(changes["name"])
    if "games" in changes:
        changes["games"] = check_games(changes["games"], season.games)
        _require_played_games(season, changes["games"])
        league_tables.require_games(season, changes["games"])
    if "house_rules" in changes:
        changes["house_rules"] = check_house_rules(changes["house_rules"])
    for name, check in SETTING_CHECKS.items():
        if name in changes:
            check(changes[name])
    if _differs(season, changes, CORRECTION_FIELDS):
        _require_owner(season, by)
    if _differs(season, changes, CONFIRMATION_FIELDS):
        ledger.bump_tables(season.pk)  # final results may become provisional
    for field, value in changes.items():
        setattr(season, field, value)
    _check_days(season.starts_on, season.ends_on)
    if scheme is not None or "games" in changes:
        scheme_to_use = current_scheme(season) if scheme is None else parse_scheme(scheme)
        ledger.open_tables(season.pk, season.games, scheme_to_use, by_id=by.pk if by else None)
        league_tables.follow_games(season)
    club_log.lock_end(season.club_id)
    _save(season)
    _log_season(season, AuditKind.SEASON_CHANGED, by, before)
    return season


def current_season(club: Club, day: date) -> Season | None:
    """Return the latest season that has begun by this day and has not ended."""
    started = club.seasons.filter(starts_on__lte=day)
    return started.filter(Q(ends_on=None) | Q(ends_on__gte=day)).first()


def current_scheme(season: Season) -> Scheme:
    """Return the current scheme of a season."""
    return schemes.read(season.tables.get(game="").scheme)


def preview(
    season: Season,
    scheme: Mapping[str, Any],
    *,
    on: int | None = None,
    game: str = "",
    league: League | None = None,
) -> list[StandingsMove]:
    """Return each row under another scheme with the row under the current one, without storing
    anything. It uses the results so far, here, in a league of the season, or in the season `on` of
    the same club."""
    new_scheme = parse_scheme(scheme)
    old_scheme = league_tables.current_scheme(league) if league else current_scheme(season)
    if on is not None and not season.club.seasons.filter(pk=on).exists():
        raise invalid("unknown_season", "on", _("The club has no such season."))
    table = standings_queries.find_table(
        on or season.pk, game, league=league.pk if league else None
    )
    if table is None:
        raise invalid("unknown_game", "game", _("This season has no such standings."))
    return standings_queries.moves(
        standings_queries.compute(table, new_scheme),
        standings_queries.compute(table, old_scheme),
    )


@transaction.atomic
def open_session(
    season: Season,
    *,
    starts_at: datetime,
    place: str | None = None,
    weight: int = 100,
    by: User | None = None,
) -> Session:
    """Open a session; without a place it is at the meeting place of the club. `weight` multiplies
    its results, in per cent."""
    check_time(starts_at)
    place = season.club.meeting_place if place is None else _clean_place(place)
    versions.bump_edition(season.club_id)
    refuse_closed(season)
    session = Session(season=season, starts_at=starts_at, place=place, weight=weight)
    _check_weight(session)
    session.save()
    events.session_created(session)
    _log_session(session, AuditKind.SESSION_OPENED, by, {})
    return session


def refuse_closed(season: Season) -> None:
    """Raise Conflict if the season is closed: it takes no new evenings and matches."""
    if Season.objects.filter(pk=season.pk, closed_at__isnull=False).exists():
        words = _("The season %(name)s is closed. Reopen it first.") % {"name": season.name}
        raise Conflict(words, [Fault("season_closed", "", words).to_json()])


@transaction.atomic
def update_session(
    session: Session, *, by: User | None = None, notified: set[int] | None = None, **changes: Any
) -> Session:
    """Change time or place of a session, which calendars, messages and webhooks announce, the
    delay with which spectators follow its rounds, or the weight of its results. Players who were
    `notified` get no message."""
    if "starts_at" in changes:
        check_time(changes["starts_at"])
    if "place" in changes:
        changes["place"] = _clean_place(changes["place"])
    if changes:
        versions.bump_edition(session.season.club_id)
    stored = lock_row(Session.objects.all(), session.pk)
    for field, value in changes.items():
        setattr(session, field, value)
    _check_weight(session)
    is_moved = stored.starts_at != session.starts_at
    if is_moved or stored.place != session.place:
        _count_change(session, stored, fields=changes)
        events.session_moved(session, stored)
        messages.session_moved(session, stored, by=by, notified=notified)
    if "follow_delay" in changes:
        _check_follow_delay(session.follow_delay)
        session.save(update_fields=["follow_delay"])
    if stored.weight != session.weight:
        session.save(update_fields=["weight"])
        ledger.recount(session.season_id)
    if is_moved:
        ledger.apply_new_dates(session.season_id)
    _log_session(session, AuditKind.SESSION_CHANGED, by, _log_session_values(stored))
    return session


@transaction.atomic
def cancel_session(
    session: Session,
    *,
    reason: str = "",
    by: User | None = None,
    notified: set[int] | None = None,
) -> Session:
    """Cancel a session without matches, with a public reason; idempotent. Raise Conflict if it has
    matches or belongs to a tournament that has drawn it."""
    reason = _clean_reason(reason)
    versions.bump_edition(session.season.club_id)
    stored = lock_row(Session.objects.all(), session.pk)
    if stored.cancelled_at is not None:
        return session
    if Match.objects.filter(session=session).exists() or session.sittings.exists():
        raise Conflict(_("This evening has tables, so it cannot be cancelled. Cancel them first."))
    session.cancelled_at, session.cancel_reason = timezone.now(), reason
    _count_change(session, stored, fields=["cancelled_at", "cancel_reason"])
    events.session_cancelled(session)
    messages.session_cancelled(session, by=by, notified=notified)
    _log_session(session, AuditKind.SESSION_CANCELLED, by, _log_session_values(stored))
    return session


@transaction.atomic
def reinstate_session(
    session: Session, *, by: User | None = None, notified: set[int] | None = None
) -> Session:
    """Let a cancelled session take place after all; the second call changes nothing."""
    versions.bump_edition(session.season.club_id)
    stored = lock_row(Session.objects.all(), session.pk)
    if stored.cancelled_at is None:
        return session
    session.cancelled_at, session.cancel_reason = None, ""
    _count_change(session, stored, fields=["cancelled_at", "cancel_reason"])
    events.session_reinstated(session)
    messages.session_reinstated(session, by=by, notified=notified)
    _log_session(session, AuditKind.SESSION_REINSTATED, by, _log_session_values(stored))
    return session


def _check_follow_delay(minutes: int | None) -> None:
    if minutes is not None and not 0 <= minutes <= LONGEST_FOLLOW_DELAY:
        words = _("Choose 0 to %(most)s minutes.") % {"most": LONGEST_FOLLOW_DELAY}
        raise invalid("follow_delay", "follow_delay", words)


def _check_weight(session: Session) -> None:
    if session.weight == 100:
        return
    if not 1 <= session.weight <= MOST_WEIGHT:
        words = _("Choose 1 to %(most)s per cent.") % {"most": MOST_WEIGHT}
        raise invalid("bad_weight", "weight", words)
    if session.season.tournament_or_none is not None:
        words = _("All evenings of a tournament have the same weight. Leave it at 100 per cent.")
        raise invalid("bad_weight", "weight", words)


def parse_scheme(raw: Mapping[str, Any]) -> Scheme:
    """Return the scheme; raise Invalid with all problems; their paths begin with `scheme`."""
    try:
        return schemes.read(raw)
    except schemes.SchemeError as error:
        language = get_language() or "en"
        problems = [
            problem.at(f"scheme.{problem.path}".rstrip(".")).to_json(language)
            for problem in error.problems
        ]
        raise Invalid(_("This scheme is not possible."), problems) from None


def check_games(games: Sequence[str], current: Collection[str] = ()) -> list[str]:
    """Return the games as a list; raise Invalid for repeated ones, and for those that are neither
    installed nor among the current ones."""
    for index, game in enumerate(games):
        if game not in GAMES and game not in current:
            known_games = ", ".join(GAMES)
            raise invalid(
                "unknown_game",
                f"games.{index}",
                _("Unknown game. Choose one of: %(known)s.") % {"known": known_games},
            )
    if len(set(games)) != len(games) or not games:
        raise invalid("bad_games", "games", _("Choose at least one game, and each game only once."))
    return list(games)


def check_time(at: datetime, path: str = "starts_at") -> None:
    """Raise Invalid unless the year is possible; years are in UTC, as in an archive."""
    if not TIME_RANGE[0] <= at < TIME_RANGE[1]:
        years = {"first": EARLIEST_YEAR, "last": LATEST_YEAR}
        raise invalid("bad_time", path, _("Enter a year from %(first)s to %(last)s.") % years)


def _check_quorum(quorum: str) -> str:
    if quorum not in Quorum.values:
        choices = {"known": ", ".join(Quorum.values)}
        raise invalid("not_a_choice", "confirmation", _("Choose one of: %(known)s.") % choices)
    return quorum


def _check_hours(hours: int) -> int:
    if not 0 <= hours <= MOST_HOURS:
        words = _("Enter 0 to %(most)s hours.") % {"most": MOST_HOURS}
        raise invalid("bad_hours", "confirm_after_hours", words)
    return hours


def _check_correction_policy(policy: str) -> str:
    if policy not in CorrectionPolicy.values:
        choices = {"known": ", ".join(CorrectionPolicy.values)}
        words = _("Choose one of: %(known)s.") % choices
        raise invalid("not_a_choice", "correction_policy", words)
    return policy


def _check_days_of_corrections(days: int | None) -> int | None:
    if days is not None and not 0 <= days <= MOST_DAYS:
        words = _("Enter 0 to %(most)s days.") % {"most": MOST_DAYS}
        raise invalid("bad_days", "corrections_close_after", words)
    return days


SETTING_CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "confirmation": _check_quorum,
    "confirm_after_hours": _check_hours,
    "correction_policy": _check_correction_policy,
    "corrections_close_after": _check_days_of_corrections,
}


def _differs(season: Season, changes: Mapping[str, Any], fields: Collection[str]) -> bool:
    return any(getattr(season, name) != changes[name] for name in changes.keys() & fields)


def _require_owner(season: Season, by: User | None) -> None:
    if by is not None and not permissions.may(by, season.club, Action.OWN):
        raise Forbidden(_("Only an admin of the club can change how results are corrected."))


def _clean_place(place: str) -> str:
    place = visible_line(place)
    if len(place) > MOST_PLACE:
        raise invalid(
            "too_long", "place", _("The place of an evening may have at most 100 characters.")
        )
    return place


def _clean_reason(reason: str) -> str:
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        words = _("A reason may have at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    return reason


def _require_played_games(season: Season, games: Sequence[str]) -> None:
    played_games = Match.objects.filter(session__season=season).values_list("game", flat=True)
    draws = Draw.objects.filter(table__season=season).exclude(table__game="")
    drawn_games = draws.values_list("table__game", flat=True)
    if missing := sorted({*played_games, *drawn_games} - set(games)):
        raise invalid(
            "game_in_use",
            "games",
            _("Matches of these games have already been played: %(games)s.")
            % {"games": ", ".join(missing)},
        )


def _check_days(starts_on: date, ends_on: date | None) -> None:
    if ends_on is not None and ends_on < starts_on:
        raise invalid(
            "ends_before_start", "ends_on", _("The last day must not be before the first.")
        )


def _save(season: Season) -> None:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise Conflict(
            _("The club already has a season with this name. Choose another name.")
        ) from None


def _log_season(
    season: Season, kind: AuditKind, by: User | None, before: Mapping[str, Any]
) -> None:
    after = _log_values(season)
    subject = {"season": season.pk}
    club_log.record_changes(
        season.club_id, kind, by=by, subject=subject, before=before, after=after
    )


def _log_values(season: Season) -> dict[str, Any]:
    """Return what the log of the club says of a season, with its scheme."""
    return {
        "name": Words(season.name),
        "correction_policy": season.correction_policy,
        "corrections_close_after": season.corrections_close_after,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "games": season.games,
        "house_rules": season.house_rules,
        "confirmation": season.confirmation,
        "confirm_after_hours": season.confirm_after_hours,
        "scheme": current_scheme(season).to_json(),
    }


def _log_session(
    session: Session, kind: AuditKind, by: User | None, before: Mapping[str, Any]
) -> None:
    season = session.season
    subject = {"season": season.pk, "session": session.pk}
    after = _log_session_values(session)
    club_log.record_changes(
        season.club_id, kind, by=by, subject=subject, before=before, after=after
    )


def _log_session_values(session: Session) -> dict[str, Any]:
    reason = {"reason": Words(session.cancel_reason)} if session.cancel_reason else {}
    return {
        "starts_at": session.starts_at,
        "place": Words(session.place),
        "cancelled": session.cancelled_at is not None,
        "follow_delay": session.follow_delay,
        "weight": session.weight,
        **reason,
    }


def _count_change(session: Session, stored: Session, *, fields: Collection[str]) -> None:
    """Store these fields, and that the session has changed once more."""
    session.sequence, session.changed_at = stored.sequence + 1, timezone.now()
    session.save(update_fields=[*fields, "sequence", "changed_at"])
