"""Deletion of evenings, seasons and tournaments that were made by mistake, while nothing depends on
them. An evening that people know about is cancelled instead, so that calendars show it."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import (
    AuditKind,
    Entrant,
    Match,
    Presence,
    Season,
    Session,
    SignUp,
    Sitting,
    Tournament,
    User,
)
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.seasons import night_rows
from league.operations.support import versions
from league.operations.support.deletion_checks import Use, require_unused
from league.operations.support.locks import lock_row, lock_to_delete
from league.operations.webhooks import events
from scoring.models import Draw, Penalty, SitOut


@transaction.atomic
def delete_session(session: Session, *, by: User | None) -> None:
    """Delete an evening. Webhooks learn that it is cancelled, unless it was already. Raise Conflict
    if anything depends on it."""
    season = session.season
    versions.bump_edition(season.club_id)
    club_log.lock_end(season.club_id)
    session = lock_to_delete(Session.objects.select_related("season__club"), session.pk)
    refusal = _("This evening cannot be deleted, because it has: %(uses)s.")
    require_unused(uses_of_session(session), refusal)
    before = {"starts_at": session.starts_at, "place": Words(session.place)}
    if session.cancelled_at is None:
        events.session_cancelled(session)
    number, night = session.pk, session.night_id
    session.delete()
    night_rows.dissolve_small(night)
    subject = {"season": season.pk, "session": number}
    club_log.record(
        season.club_id, AuditKind.SESSION_DELETED, by=by, subject=subject, before=before
    )


@transaction.atomic
def delete_season(season: Season, *, by: User | None) -> None:
    """Delete a season. Raise Conflict if anything depends on it."""
    versions.bump_edition(season.club_id)
    club_log.lock_end(season.club_id)
    season = lock_to_delete(Season.objects.select_related("club"), season.pk)
    refusal = _("This season cannot be deleted, because it has: %(uses)s.")
    require_unused(uses_of_season(season), refusal)
    _delete_season(season, AuditKind.SEASON_DELETED, {}, by)


@transaction.atomic
def delete_tournament(tournament: Tournament, *, by: User | None) -> None:
    """Delete a tournament with its season and its evenings. Raise Conflict if anything depends
    on it."""
    # as in `lock_tournament`, before the club; with its key only when the club is locked
    lock_row(Tournament.objects.all(), tournament.pk)
    versions.bump_edition(tournament.season.club_id)
    club_log.lock_end(tournament.season.club_id)
    season = lock_to_delete(Season.objects.select_related("club"), tournament.season_id)
    tournament = lock_to_delete(Tournament.objects.select_related("season"), tournament.pk)
    refusal = _("This tournament cannot be deleted, because it has: %(uses)s.")
    require_unused(uses_of_tournament(tournament), refusal)
    for session in season.sessions.filter(cancelled_at=None):
        events.session_cancelled(session)
    subject = {"tournament": tournament.pk}
    _delete_season(season, AuditKind.TOURNAMENT_DELETED, subject, by)


def uses_of_session(session: Session) -> list[Use]:
    """Return the uses of an evening that prevent deleting it; traces of undone actions do not
    count."""
    tournament = Tournament.objects.filter(season=session.season_id).first()
    is_only_one = session.season.sessions.count() == 1
    whole = Use("tournament", _("a tournament that has no other evening"))
    return [
        *_rounds(Sitting.objects.filter(session=session)),
        *_played([session]),
        *([whole] * bool(tournament and is_only_one)),
    ]


def uses_of_season(season: Season) -> list[Use]:
    """Return what depends on a season."""
    tournament = Use("tournament", _("a tournament: delete that instead"))
    ladder = Use("ladder", _("a period of a ladder: undo that instead"))
    is_tournament = Tournament.objects.filter(season=season).exists()
    is_of_ladder = hasattr(season, "division") or hasattr(season, "play_offs_of")
    evenings = season.sessions.count()
    words = ngettext("%(count)s evening", "%(count)s evenings", evenings)
    return [
        *([tournament] if is_tournament else []),
        *([ladder] if is_of_ladder else []),
        *_counted("sessions", words, evenings),
        *_draws(season),
    ]


def uses_of_tournament(tournament: Tournament) -> list[Use]:
    """Return what depends on a tournament or its evenings."""
    entered = Entrant.objects.filter(tournament=tournament).count()
    answers = SignUp.objects.filter(sheet__tournament=tournament).count()
    return [
        *_rounds(Sitting.objects.filter(tournament=tournament)),
        *_counted(
            "entrants", ngettext("%(count)s entrant", "%(count)s entrants", entered), entered
        ),
        *_counted("sign_ups", _answers(answers), answers),
        *_played(Session.objects.filter(season=tournament.season_id)),
        *_draws(tournament.season),
    ]


def _played(sessions: Iterable[Session]) -> list[Use]:
    """Return what depends on these evenings, apart from rounds of a tournament."""
    of = {"session__in": [session.pk for session in sessions]}
    tables = Match.every.filter(**of).exclude(called_off_at__isnull=False, submissions=None).count()
    here = Presence.objects.valid().filter(**of).values("player").distinct().count()
    answers = SignUp.objects.filter(sheet__session__in=of["session__in"]).count()
    sat_out = SitOut.objects.live().filter(**of).count()
    penalties = Penalty.objects.filter(**of).count()
    return [
        *_counted("matches", ngettext("%(count)s table", "%(count)s tables", tables), tables),
        *_counted(
            "presence",
            ngettext("%(count)s player checked in", "%(count)s players checked in", here),
            here,
        ),
        *_counted("sign_ups", _answers(answers), answers),
        *_counted(
            "sit_outs", ngettext("%(count)s sit-out", "%(count)s sit-outs", sat_out), sat_out
        ),
        *_counted(
            "penalties", ngettext("%(count)s penalty", "%(count)s penalties", penalties), penalties
        ),
    ]


def _rounds(sittings: "QuerySet[Sitting]") -> list[Use]:
    count = sittings.count()
    return _counted("sittings", ngettext("%(count)s round", "%(count)s rounds", count), count)


def _draws(season: Season) -> list[Use]:
    draws = Draw.objects.filter(table__season=season).count()
    words = ngettext("%(count)s tie-break draw", "%(count)s tie-break draws", draws)
    return _counted("lots", words, draws)


def _answers(count: int) -> str:
    return ngettext("%(count)s sign-up", "%(count)s sign-ups", count)


def _counted(path: str, words: str, count: int) -> list[Use]:
    return [Use(path, words % {"count": count})] if count else []


def _delete_season(
    season: Season, kind: AuditKind, subject: dict[str, int], by: User | None
) -> None:
    before = {"name": Words(season.name), "starts_on": season.starts_on, "ends_on": season.ends_on}
    subject = {"season": season.pk, **subject}
    season.delete()
    club_log.record(season.club_id, kind, by=by, subject=subject, before=before)
