"""Ladders: divisions made, their next period opened, and taken back as long as nobody has played.

Whoever changes a ladder holds its club first, as those do who set tables: so nothing that a new
period is reckoned from moves meanwhile.
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
    Club,
    Division,
    DivisionMember,
    Ladder,
    Match,
    Period,
    PlayOff,
    Presence,
    Season,
    User,
)
from league.operations.ladders import divisions
from league.operations.ladders.divisions import Preview, Wishes
from league.operations.matches import matches
from league.operations.people.clubs import clean_name
from league.operations.seasons import seasons
from league.operations.support import versions
from scoring.models import Penalty, SitOut
from scoring.pure.periods import MOST_DIVISIONS, Came, Reason, Rules

MOST_LADDER, MOST_PERIOD, MOST_DIVISION = 40, 30, 24  # letters; a season has the three


@dataclass(frozen=True)
class Dates:
    """What a period is called, and its first and last day."""

    name: str
    starts_on: date
    ends_on: date | None = None


@dataclass(frozen=True)
class First:
    """A division as it is made: a name, or none for the usual one, and who is in it."""

    players: Sequence[int]
    name: str = ""


@transaction.atomic
def create(
    club: Club,
    *,
    name: str,
    dates: Dates,
    levels: Sequence[First],
    games: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    scheme: Mapping[str, Any] | None = None,
    by: User | None,
) -> Ladder:
    """With its first period; the first of `levels` is the top."""
    versions.bump_edition(club.pk)
    name = read_name(name, "name", MOST_LADDER)
    read = divisions.read_rules(rules or {})
    _check_levels(club, levels, read)
    ladder = Ladder(
        club=club, name=name, games=seasons.check_games(games or list(GAMES)), rules=read._asdict()
    )
    _save(ladder, _("The club already has a ladder of this name."))
    period = _new_period(ladder, 1, dates, by)
    for level, first in enumerate(levels, 1):
        division = _division(period, level, first.name, dates, scheme or {}, by)
        _fill(division, [_newcomer(player) for player in first.players])
    return ladder


@transaction.atomic
def change(
    ladder: Ladder,
    *,
    name: str | None = None,
    games: Sequence[str] | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Ladder:
    """Only what is named changes, for the end of this period and for those to come."""
    ladder = turn(ladder)
    if name is not None:
        ladder.name = read_name(name, "name", MOST_LADDER)
    if games is not None:
        ladder.games = seasons.check_games(games)
    if rules is not None:
        ladder.rules = divisions.read_rules(rules, divisions.rules_of(ladder))._asdict()
    _save(ladder, _("The club already has a ladder of this name."))
    return ladder


@transaction.atomic
def open_next(
    ladder: Ladder,
    *,
    number: int,
    dates: Dates,
    wishes: Wishes,
    seen: str = "",
    force: str = "",
    by: User | None,
) -> Period:
    """The period of this number, which must be the next one: sent twice, the second is refused.
    With `seen`, the mark of a preview, only as it was shown there. What blocks is overridden by
    the name of the ladder as `force`."""
    ladder = turn(ladder)
    _check_next(ladder, number)
    found = divisions.preview(ladder, wishes)
    if seen and seen != found.mark:
        words = _("Something has changed since you looked: look at the next period again.")
        raise Conflict(words, [Fault("changed", "seen", words).to_json()])
    _check_open(ladder, found, force)
    period = _new_period(ladder, number, dates, by)
    period.lots = [{**lot._asdict(), "players": list(lot.players)} for lot in found.plan.lots]
    period.forced = [each.message for each in found.blocking]
    period.save(update_fields=["lots", "forced"])
    steps = {step.player: step for step in found.plan.steps}
    for level, players in enumerate(found.plan.divisions, 1):
        before = found.divisions[min(level, len(found.divisions)) - 1]
        name = before.name if before.level == level else ""
        scheme = seasons.present_scheme(before.season).to_json()
        division = _division(period, level, name, dates, scheme, by)
        _fill(division, [_member(steps[player]) for player in players])
    return period


@transaction.atomic
def take_back(ladder: Ladder, number: int) -> None:
    """The latest period goes with its seasons, as long as nothing has happened in them; with the
    first one the ladder goes."""
    ladder = turn(ladder)
    period = divisions.period(ladder, number)
    if period != divisions.current(ladder):
        raise Conflict(_("Only the latest period can be taken back."))
    ids = [each.season_id for each in period.divisions.all()]
    if period.play_offs_id:
        ids.append(period.play_offs_id)
    if _has_begun(ids):
        words = _("Something has happened in this period already: it can no longer be taken back.")
        raise Conflict(words, [Fault("in_use", "", words).to_json()])
    Season.objects.filter(pk__in=ids).delete()
    period.delete()
    if number == 1:
        ladder.delete()


@transaction.atomic
def set_play_off(ladder: Ladder, *, players: Sequence[int], game: str, by: User | None) -> Match:
    """A table for these members of the present period, in a season of play-offs beside those of the
    divisions, whose standings it leaves alone."""
    ladder = turn(ladder)
    period = divisions.current(ladder)
    belong = set(period.members.values_list("player", flat=True))
    divisions.refuse(
        [
            Fault("not_a_member", f"players.{index}", _("This player is in none of the divisions."))
            for index, player in enumerate(players)
            if player not in belong
        ]
    )
    for match in Match.objects.filter(play_off__period=period).prefetch_related("seats"):
        if {seat.player_id for seat in match.seats.all()} == set(players):
            raise Conflict(_("These players have their play-off already."))
    season = period.play_offs or _season_of_play_offs(period, game, by)
    if game not in season.games:
        season = seasons.update(season, games=[*season.games, *seasons.check_games([game])])
    now = timezone.now().replace(second=0, microsecond=0)
    session = season.sessions.first() or seasons.open_session(season, starts_at=now)
    match = matches.create(session, game=game, players=players)
    PlayOff.objects.create(period=period, match=match)
    return match


def turn(ladder: Ladder) -> Ladder:
    """As it is now, and ours until the commit."""
    versions.bump_edition(ladder.club_id)
    found = Ladder.objects.select_related("club").filter(pk=ladder.pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    return found


def read_name(name: str, path: str, most: int) -> str:
    name = clean_name(name, path)
    if len(name) > most:
        words = _("At most %(most)s letters are expected.") % {"most": most}
        raise invalid("too_long", path, words)
    return name


def usual_name(level: int, club: Club) -> str:
    """Of a division, in the language of the club."""
    with translation.override(club.language):
        return _("Division %(n)s") % {"n": level}


def _check_levels(club: Club, levels: Sequence[First], rules: Rules) -> None:
    if not 1 <= len(levels) <= MOST_DIVISIONS:
        words = _("From 1 to %(most)s divisions are expected.") % {"most": MOST_DIVISIONS}
        raise invalid("wrong_length", "divisions", words)
    listed = [player for level in levels for player in level.players]
    known = set(club.players.filter(pk__in=listed).values_list("pk", flat=True))
    faults, seen = [], set[int]()
    for number, level in enumerate(levels):
        path = f"divisions.{number}.players"
        if not rules.least <= len(level.players) <= rules.most:
            words = _("Division %(n)s: from %(least)s to %(most)s players are expected.")
            told = words % {"n": number + 1, **rules._asdict()}
            faults.append(Fault("wrong_length", path, told))
        for index, player in enumerate(level.players):
            if player not in known:
                words = _("The club has no such player.")
                faults.append(Fault("unknown_player", f"{path}.{index}", words))
            elif player in seen:
                words = _("A player is in one division of a period.")
                faults.append(Fault("player_twice", f"{path}.{index}", words))
            seen.add(player)
    divisions.refuse(faults)


def _check_next(ladder: Ladder, number: int) -> None:
    due = divisions.current(ladder).number + 1
    if number == due:
        return
    if number < due:
        words = _("Period %(n)s was opened already.") % {"n": number}
        raise Conflict(words, [Fault("opened_already", "number", words).to_json()])
    words = _("The next period is number %(n)s.") % {"n": due}
    raise invalid("not_the_next_period", "number", words)


def _check_open(ladder: Ladder, found: Preview, force: str) -> None:
    if not found.blocking or " ".join(force.split()) == ladder.name:
        return
    if force:
        words = _("To open it all the same, type the name of the ladder: %(name)s.")
        raise invalid("wrong_name", "force", words % {"name": ladder.name})
    raise Conflict(
        _("Something about this period is still open."),
        [
            Fault("not_settled", f"findings.{number}", each.message).to_json()
            for number, each in enumerate(found.remarks)
            if each.blocking
        ],
    )


def _new_period(ladder: Ladder, number: int, dates: Dates, by: User | None) -> Period:
    name = read_name(dates.name, "period", MOST_PERIOD)
    seed = secrets.token_hex(8)  # not the organiser's choice, and fixed before anything is played
    period = Period(ladder=ladder, number=number, name=name, seed=seed, opened_by=by)
    _save(period, _("The ladder already has a period of this name."))
    return period


def _division(
    period: Period,
    level: int,
    name: str,
    dates: Dates,
    scheme: Mapping[str, Any],
    by: User | None,
) -> Division:
    name = read_name(name or usual_name(level, period.ladder.club), "divisions", MOST_DIVISION)
    if period.divisions.filter(name=name).exists():
        raise invalid(
            "name_taken", f"divisions.{level - 1}.name", _("Each division has a name of its own.")
        )
    season = _season(period, name, dates.starts_on, dates.ends_on, scheme, by)
    return Division.objects.create(period=period, level=level, name=name, season=season)


def _season(
    period: Period,
    name: str,
    starts_on: date,
    ends_on: date | None,
    scheme: Mapping[str, Any],
    by: User | None,
) -> Season:
    ladder = period.ladder
    return seasons.create(
        ladder.club,
        name=f"{ladder.name} · {period.name} · {name}",
        starts_on=starts_on,
        ends_on=ends_on,
        games=ladder.games,
        scheme=scheme,
        by=by,
    )


def _season_of_play_offs(period: Period, game: str, by: User | None) -> Season:
    with translation.override(period.ladder.club.language):
        name = _("Play-offs")
    season = _season(period, name, period.ladder.club.today(), None, {}, by)
    period.play_offs = season
    period.save(update_fields=["play_offs"])
    return season


def _newcomer(player: int) -> DivisionMember:
    return DivisionMember(player_id=player, came=Came.NEW, reason=Reason.NEW)


def _member(step: Any) -> DivisionMember:
    return DivisionMember(
        player_id=step.player,
        came=step.came,
        reason=step.reason,
        source=step.source,
        place=step.place,
    )


def _fill(division: Division, members: Sequence[DivisionMember]) -> None:
    for member in members:
        member.division, member.period = division, division.period
    DivisionMember.objects.bulk_create(members)


def _has_begun(ids: Sequence[int]) -> bool:
    at = {"session__season__in": ids}
    return (
        Match.every.filter(**at).exists()
        or Presence.objects.filter(**at).exists()
        or Penalty.objects.filter(**at).exists()
        or SitOut.objects.filter(**at).exists()
    )


def _save(row: Ladder | Period, taken: str) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise Conflict(taken) from None
