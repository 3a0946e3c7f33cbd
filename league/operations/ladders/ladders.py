"""Ladders: creation, the opening of the next period, and its removal before the first match.

Every change of a ladder first locks its club, as the creation of matches does: so nothing that a
new period is computed from changes meanwhile.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, Fault, NotFound, invalid
from league.models import (
    AuditKind,
    Club,
    Division,
    DivisionMember,
    Ladder,
    Match,
    MemberWish,
    Period,
    PlayOff,
    Presence,
    Season,
    User,
)
from league.names import clean_name
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.ladders import divisions
from league.operations.ladders.divisions import PeriodPreview, PeriodWishes
from league.operations.matches import matches
from league.operations.seasons import seasons
from league.operations.support import versions
from scoring.models import Penalty, SitOut
from scoring.pure.periods import MOST_DIVISIONS, DivisionRules, Movement, MovementReason

MOST_LADDER, MOST_PERIOD, MOST_DIVISION = 40, 30, 24  # characters; a season has all three


@dataclass(frozen=True)
class PeriodDates:
    """The name of a period, and its first and last day."""

    name: str
    starts_on: date
    ends_on: date | None = None


@dataclass(frozen=True)
class NewDivision:
    """A division of a new ladder: its name, or an empty one for the default, and its players."""

    players: Sequence[int]
    name: str = ""


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    dates: PeriodDates,
    levels: Sequence[NewDivision],
    games: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    scheme: Mapping[str, Any] | None = None,
    by: User | None,
) -> Ladder:
    """Create a ladder with its first period; the first of `levels` is the top division."""
    versions.bump_edition(club.pk)
    name = clean_name(name, "name", MOST_LADDER)
    parsed_rules = divisions.parse_rules(rules or {})
    _check_levels(club, levels, parsed_rules)
    ladder = Ladder(
        club=club,
        name=name,
        games=seasons.check_games(games or list(GAMES)),
        rules=parsed_rules._asdict(),
    )
    _save(ladder, _("The club already has a ladder of this name."))
    period = _new_period(ladder, 1, dates, by)
    for level, new_division in enumerate(levels, 1):
        division = _create_division(period, level, new_division.name, dates, scheme or {}, by)
        _add_members(division, [_new_member(player) for player in new_division.players])
    after = {**_log_values(ladder), **_log_period(period)}
    _log(ladder, AuditKind.LADDER_CREATED, by, after=after)
    return ladder


@transaction.atomic
def change(
    ladder: Ladder,
    *,
    name: str | None = None,
    games: Sequence[str] | None = None,
    rules: Mapping[str, Any] | None = None,
    by: User | None = None,
) -> Ladder:
    """Change the named settings only, for the end of this period and for those to come."""
    ladder = lock_ladder(ladder)
    before = _log_values(ladder)
    if name is not None:
        ladder.name = clean_name(name, "name", MOST_LADDER)
    if games is not None:
        ladder.games = seasons.check_games(games, ladder.games)
    if rules is not None:
        ladder.rules = divisions.parse_rules(rules, divisions.rules_of(ladder))._asdict()
    _save(ladder, _("The club already has a ladder of this name."))
    before, after = club_log.differences(before, _log_values(ladder))
    if after:
        _log(ladder, AuditKind.LADDER_CHANGED, by, before=before, after=after)
    return ladder


@transaction.atomic
def open_next_period(
    ladder: Ladder,
    *,
    number: int,
    dates: PeriodDates,
    wishes: PeriodWishes,
    seen: str = "",
    force: str = "",
    by: User | None,
) -> Period:
    """Open the period of this number, which must be the next one: a form that is sent twice is
    refused. With `seen` raise Conflict unless the preview is still the same. Blocking
    remarks are overridden by the name of the ladder as `force`."""
    ladder = lock_ladder(ladder)
    _check_next(ladder, number)
    preview = divisions.preview_period(ladder, wishes)
    if seen and seen != preview.mark:
        words = _(
            "Something has changed since you opened this page. Preview the next period again."
        )
        raise Conflict(words, [Fault("changed", "seen", words).to_json()])
    _check_open(ladder, preview, force)
    period = _new_period(ladder, number, dates, by)
    period.lots = [{**lot._asdict(), "players": list(lot.players)} for lot in preview.plan.lots]
    period.forced = [remark.message for remark in preview.blocking]
    period.save(update_fields=["lots", "forced"])
    steps = {step.player: step for step in preview.plan.steps}
    for level, players in enumerate(preview.plan.divisions, 1):
        before = preview.divisions[min(level, len(preview.divisions)) - 1]
        name = before.name if before.level == level else ""
        scheme = seasons.current_scheme(before.season).to_json()
        division = _create_division(period, level, name, dates, scheme, by)
        _add_members(division, [_member_of_step(steps[player]) for player in players])
    _log(ladder, AuditKind.PERIOD_OPENED, by, after=_log_period(period))
    return period


@transaction.atomic
def remove_period(ladder: Ladder, number: int, *, by: User | None = None) -> None:
    """Delete the latest period with its seasons, as long as nothing has happened in them; the
    ladder is deleted with its first period."""
    ladder = lock_ladder(ladder)
    period = divisions.find_period(ladder, number)
    if period != divisions.current_period(ladder):
        raise Conflict(_("Only the latest period can be undone."))
    ids = [division.season_id for division in period.divisions.all()]
    if period.play_offs_id:
        ids.append(period.play_offs_id)
    if _has_begun(ids):
        words = _("This period has already been used, so it can no longer be undone.")
        raise Conflict(words, [Fault("in_use", "", words).to_json()])
    before, club_id, subject = _log_period(period), ladder.club_id, {"ladder": ladder.pk}
    Season.objects.filter(pk__in=ids).delete()
    period.delete()
    if number == 1:
        ladder.delete()
    kind = AuditKind.PERIOD_REMOVED
    club_log.record(club_id, kind, by=by, subject=subject, before=before)


@transaction.atomic
def record_wish(ladder: Ladder, player: int, wish: str, *, by: User | None) -> DivisionMember:
    """Record at any time of the current period that a member leaves or declines to move up;
    `wish` is empty to take that back. The same again changes nothing."""
    ladder = lock_ladder(ladder)
    member = divisions.current_period(ladder).members.filter(player=player).first()
    if member is None:
        words = _("This player is not in any division.")
        raise invalid("not_a_member", "player", words)
    if wish and wish not in MemberWish.values:
        raise invalid("unknown_choice", "wish", _("Choose one of the wishes."))
    if member.wish != wish:
        before, member.wish = member.wish, wish
        member.save(update_fields=["wish"])
        about = {"players": [player]}
        _log(
            ladder,
            AuditKind.LADDER_WISH,
            by,
            about=about,
            before={"wish": before},
            after={"wish": wish},
        )
    return member


@transaction.atomic
def set_play_off(ladder: Ladder, *, players: Sequence[int], game: str, by: User | None) -> Match:
    """Create a match of these members of the current period in a season of play-offs, which does
    not affect the standings of the divisions."""
    ladder = lock_ladder(ladder)
    period = divisions.current_period(ladder)
    member_ids = set(period.members.values_list("player", flat=True))
    divisions.refuse(
        [
            Fault("not_a_member", f"players.{index}", _("This player is not in any division."))
            for index, player in enumerate(players)
            if player not in member_ids
        ]
    )
    for match in Match.objects.filter(play_off__period=period).prefetch_related("seats"):
        if {seat.player_id for seat in match.seats.all()} == set(players):
            raise Conflict(_("These players already have a play-off."))
    with club_log.as_one_act():
        season = period.play_offs or _create_play_off_season(period, game, by)
        if game not in season.games:
            season = seasons.update(season, games=[*season.games, *seasons.check_games([game])])
        now = timezone.now().replace(second=0, microsecond=0)
        planned = season.sessions.filter(cancelled_at=None)
        session = planned.first() or seasons.open_session(season, starts_at=now)
    match = matches.create(session, game=game, players=players)
    PlayOff.objects.create(period=period, match=match)
    about = {"players": list(players), "matches": [match.pk]}
    _log(ladder, AuditKind.PLAY_OFF_SET, by, about=about, after={"game": game})
    return match


def lock_ladder(ladder: Ladder) -> Ladder:
    """Return the ladder as it is now, locked until the commit by its club."""
    versions.bump_edition(ladder.club_id)
    current = Ladder.objects.select_related("club").filter(pk=ladder.pk).first()
    if current is None:
        raise NotFound(_("There is nothing here."))
    return current


def default_division_name(level: int, club: Club) -> str:
    """Return the default name of a division in the language of the club."""
    with translation.override(club.language):
        return _("Division %(n)s") % {"n": level}


def _check_levels(club: Club, levels: Sequence[NewDivision], rules: DivisionRules) -> None:
    if not 1 <= len(levels) <= MOST_DIVISIONS:
        words = _("Choose 1 to %(most)s divisions.") % {"most": MOST_DIVISIONS}
        raise invalid("wrong_length", "divisions", words)
    player_ids = [player for level in levels for player in level.players]
    known_ids = set(club.players.filter(pk__in=player_ids).values_list("pk", flat=True))
    faults, seen_ids = [], set[int]()
    for number, level in enumerate(levels):
        path = f"divisions.{number}.players"
        if not rules.least <= len(level.players) <= rules.most:
            words = _("Division %(n)s needs %(least)s to %(most)s players.")
            message = words % {"n": number + 1, **rules._asdict()}
            faults.append(Fault("wrong_length", path, message))
        for index, player in enumerate(level.players):
            if player not in known_ids:
                words = _("The club has no such player.")
                faults.append(Fault("unknown_player", f"{path}.{index}", words))
            elif player in seen_ids:
                words = _("A player can be in only one division of a period.")
                faults.append(Fault("player_twice", f"{path}.{index}", words))
            seen_ids.add(player)
    divisions.refuse(faults)


def _check_next(ladder: Ladder, number: int) -> None:
    due = divisions.current_period(ladder).number + 1
    if number == due:
        return
    if number < due:
        words = _("Period %(n)s is already open.") % {"n": number}
        raise Conflict(words, [Fault("opened_already", "number", words).to_json()])
    words = _("The next period is number %(n)s.") % {"n": due}
    raise invalid("not_the_next_period", "number", words)


def _check_open(ladder: Ladder, preview: PeriodPreview, force: str) -> None:
    if not preview.blocking or " ".join(force.split()) == ladder.name:
        return
    if force:
        words = _("To open it anyway, type the ladder’s name: %(name)s.")
        raise invalid("wrong_name", "force", words % {"name": ladder.name})
    raise Conflict(
        _("Something in this period is still unresolved: settle it first."),
        [
            Fault("not_settled", f"findings.{number}", remark.message).to_json()
            for number, remark in enumerate(preview.remarks)
            if remark.blocking
        ],
    )


def _new_period(ladder: Ladder, number: int, dates: PeriodDates, by: User | None) -> Period:
    name = clean_name(dates.name, "period", MOST_PERIOD)
    seed = secrets.token_hex(8)  # not the organiser's choice, and fixed before anything is played
    period = Period(ladder=ladder, number=number, name=name, seed=seed, opened_by=by)
    _save(period, _("The ladder already has a period of this name."))
    return period


def _create_division(
    period: Period,
    level: int,
    name: str,
    dates: PeriodDates,
    scheme: Mapping[str, Any],
    by: User | None,
) -> Division:
    name = clean_name(
        name or default_division_name(level, period.ladder.club), "divisions", MOST_DIVISION
    )
    if period.divisions.filter(name=name).exists():
        raise invalid(
            "name_taken",
            f"divisions.{level - 1}.name",
            _("Two divisions cannot have the same name."),
        )
    season = _create_season(period, name, dates.starts_on, dates.ends_on, scheme, by)
    return Division.objects.create(period=period, level=level, name=name, season=season)


def _create_season(
    period: Period,
    name: str,
    starts_on: date,
    ends_on: date | None,
    scheme: Mapping[str, Any],
    by: User | None,
) -> Season:
    ladder = period.ladder
    with club_log.as_one_act():
        return seasons.create(
            ladder.club,
            name=f"{ladder.name} · {period.name} · {name}",
            starts_on=starts_on,
            ends_on=ends_on,
            games=ladder.games,
            scheme=scheme,
            by=by,
        )


def _create_play_off_season(period: Period, game: str, by: User | None) -> Season:
    with translation.override(period.ladder.club.language):
        name = _("Play-offs")
    season = _create_season(period, name, period.ladder.club.today(), None, {}, by)
    period.play_offs = season
    period.save(update_fields=["play_offs"])
    return season


def _new_member(player: int) -> DivisionMember:
    return DivisionMember(player_id=player, came=Movement.NEW, reason=MovementReason.NEW)


def _member_of_step(step: Any) -> DivisionMember:
    return DivisionMember(
        player_id=step.player,
        came=step.came,
        reason=step.reason,
        source=step.source,
        place=step.place,
    )


def _add_members(division: Division, members: Sequence[DivisionMember]) -> None:
    for member in members:
        member.division, member.period = division, division.period
    DivisionMember.objects.bulk_create(members)


def _has_begun(ids: Sequence[int]) -> bool:
    of_seasons = {"session__season__in": ids}
    return (
        Match.every.filter(**of_seasons).exists()
        or Presence.objects.filter(**of_seasons).exists()
        or Penalty.objects.filter(**of_seasons).exists()
        or SitOut.objects.filter(**of_seasons).exists()
    )


def _save(row: Ladder | Period, message: str) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise Conflict(message) from None


def _log(
    ladder: Ladder,
    kind: AuditKind,
    by: User | None,
    *,
    about: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    subject = {"ladder": ladder.pk, **(about or {})}
    club_log.record(ladder.club_id, kind, by=by, subject=subject, before=before, after=after)


def _log_values(ladder: Ladder) -> dict[str, Any]:
    """Return what the log of the club says of a ladder."""
    return {"name": Words(ladder.name), "games": ladder.games, "rules": ladder.rules}


def _log_period(period: Period) -> dict[str, Any]:
    """Return what the log of the club says of a period: its name, and the players of each
    division."""
    members = DivisionMember.objects.filter(period=period).order_by("division__level", "pk")
    players: dict[int, list[int]] = {}
    for level, player in members.values_list("division__level", "player"):
        players.setdefault(level, []).append(player)
    return {"period": Words(period.name), "divisions": list(players.values())}
