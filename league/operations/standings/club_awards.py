"""Awards of a club: creation, changes, deletion. Only this module writes ClubAward."""

from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, invalid
from league.models import AuditKind, AwardCategory, Club, ClubAward, Currency, League, Season, User
from league.models.awards import MOST_CENTS, MOST_NEEDED
from league.names import clean_name, visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.support import versions
from league.operations.support.locks import lock_row, lock_to_delete
from scoring.pure.statistics import STATISTICS

MOST_AWARDS = 50  # of a club
LONGEST_PRIZE = 100
FIELDS = (
    "name", "statistic", "lowest", "season", "league", "game", "starts_on", "ends_on", "category",
    "minimum_matches", "minimum_evenings", "prize", "amount", "currency",
)  # fmt: skip
NUMBERS = {"minimum_matches": MOST_NEEDED, "minimum_evenings": MOST_NEEDED, "amount": MOST_CENTS}
CHOICES = {
    "statistic": list(STATISTICS),
    "category": AwardCategory.values,
    "currency": Currency.values,
}


def build(club: Club, **values: Any) -> ClubAward:
    """Return an award that is checked and not stored."""
    return _changed(ClubAward(club=club), values)


def build_changed(award: ClubAward, **changes: Any) -> ClubAward:
    """Return the award with the named changes, checked and not stored."""
    stored = {name: getattr(award, name) for name in FIELDS}
    return _changed(ClubAward(club=award.club), {**stored, **changes})


@transaction.atomic
def create(club: Club, *, by: User | None = None, **values: Any) -> ClubAward:
    """Create an award; `values` are by FIELDS."""
    versions.bump_edition(club.pk)
    if club.awards.count() >= MOST_AWARDS:
        words = _("A club can have at most %(most)s awards. Delete one first.")
        raise Conflict(words % {"most": MOST_AWARDS})
    award = build(club, **_locked(values))
    _save(award)
    _log(award, AuditKind.AWARD_CREATED, by, {})
    return award


@transaction.atomic
def restore(club: Club, **values: Any) -> ClubAward:
    """Create an award as another server had it."""
    award = build(club, **values)
    _save(award)
    return award


@transaction.atomic
def update(award: ClubAward, *, by: User | None = None, **changes: Any) -> ClubAward:
    """Change the named settings only."""
    versions.bump_edition(award.club_id)
    award = lock_row(ClubAward.objects.select_related("club", "season", "league__season"), award.pk)
    before = _log_values(award)
    _changed(award, _locked(changes))
    club_log.lock_end(award.club_id)
    _save(award)
    _log(award, AuditKind.AWARD_CHANGED, by, before)
    return award


@transaction.atomic
def delete(award: ClubAward, *, by: User | None) -> None:
    """Delete an award; results stay."""
    versions.bump_edition(award.club_id)
    club_log.lock_end(award.club_id)
    award = lock_to_delete(ClubAward.objects.all(), award.pk)
    before = {"name": Words(award.name)}
    award.delete()
    club_log.record(award.club_id, AuditKind.AWARD_DELETED, by=by, before=before)


def _locked(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with season and league as they are now, locked: their games must stay."""
    rows = {"season": Season.objects.all(), "league": League.objects.select_related("season")}
    return {
        name: lock_row(rows[name], value.pk) if name in rows and value is not None else value
        for name, value in values.items()
    }


def _changed(award: ClubAward, changes: dict[str, Any]) -> ClubAward:
    """Set the values of an award and check them; a season that changes leaves the league behind."""
    if "season" in changes and changes["season"] != award.season:
        changes.setdefault("league", None)
    for name, value in changes.items():
        setattr(award, name, value)
    award.name = clean_name(award.name)
    award.prize = visible_line(award.prize)
    _check(award)
    return award


def _check(award: ClubAward) -> None:
    """Raise Invalid for terms that are unknown or contradict each other."""
    for name, choices in CHOICES.items():
        if getattr(award, name) not in choices:
            words = _("Choose one of: %(known)s.") % {"known": ", ".join(choices)}
            raise invalid("not_a_choice", name, words)
    for name, most in NUMBERS.items():
        if not 0 <= getattr(award, name) <= most:
            words = _("Enter a number from %(least)s to %(most)s.") % {"least": 0, "most": most}
            raise invalid("out_of_range", name, words)
    if len(award.prize) > LONGEST_PRIZE:
        words = _("Use at most %(most)s characters.") % {"most": LONGEST_PRIZE}
        raise invalid("too_long", "prize", words)
    if award.starts_on and award.ends_on and award.ends_on < award.starts_on:
        words = _("The last day must not be before the first.")
        raise invalid("ends_before_start", "ends_on", words)
    _check_league(award.club, award.season, award.league)
    _check_game(award)
    if award.category == AwardCategory.NEWCOMERS and first_day(award) is None:
        words = _("Choose a season or a first day: it decides who is a newcomer.")
        raise invalid("no_first_day", "starts_on", words)


def first_day(award: ClubAward) -> date | None:
    """Return the first day of the period, by default of the season; None without either."""
    return award.starts_on or (award.season.starts_on if award.season else None)


def _check_league(club: Club, season: Season | None, league: League | None) -> None:
    if season is not None and season.club_id != club.pk:
        raise invalid("unknown_season", "season", _("The club has no such season."))
    if league is not None and season is None:
        raise invalid("unknown_league", "league", _("Choose the season of this league too."))
    if league is not None and season is not None and league.season_id != season.pk:
        raise invalid("unknown_league", "league", _("This season has no such league."))


def _check_game(award: ClubAward) -> None:
    if not award.game:
        if STATISTICS[award.statistic].of_game:
            words = _("Choose a game: scores of different games cannot be compared.")
            raise invalid("game_needed", "game", words)
        return
    for games, words in _known_games(award):
        if award.game not in games:
            raise invalid("unknown_game", "game", words % {"known": ", ".join(games)})


def _known_games(award: ClubAward) -> list[tuple[list[str], str]]:
    """Return the games to choose from, with the words for another one."""
    if award.league is not None:
        words = _("The league does not have this game. Choose one of: %(known)s.")
        return [(award.league.all_games, words)]
    if award.season is not None:
        words = _("The season does not have this game. Choose one of: %(known)s.")
        return [(award.season.games, words)]
    return [(list(GAMES), _("There is no such game. Choose one of: %(known)s."))]


def _save(award: ClubAward) -> None:
    try:
        with transaction.atomic():
            award.save()
    except IntegrityError:
        raise Conflict(
            _("The club already has an award with this name. Choose another name.")
        ) from None


def _log(award: ClubAward, kind: AuditKind, by: User | None, before: dict[str, Any]) -> None:
    subject = {"award": award.pk, "season": award.season_id, "league": award.league_id}
    club_log.record_changes(
        award.club_id, kind, by=by, subject=subject, before=before, after=_log_values(award)
    )


def _log_values(award: ClubAward) -> dict[str, Any]:
    """Return what the log of the club says of an award."""
    words = {"name": award.name, "prize": award.prize}
    words |= {"season": str(award.season or ""), "league": str(award.league or "")}
    others = {name: getattr(award, name) for name in FIELDS if name not in words}
    return {**{name: Words(text) for name, text in words.items()}, **others}
