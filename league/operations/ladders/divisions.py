"""The divisions of a ladder: their standings and a preview of the next period. Nothing is stored
here."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Fault, Invalid, NotFound, invalid
from league.models import (
    Division,
    DivisionMember,
    Ladder,
    Match,
    MemberWish,
    Period,
    Player,
    Season,
    Session,
)
from scoring import standings_queries
from scoring.models import Standing
from scoring.pure import divisions
from scoring.pure.facts import PlayerId
from scoring.pure.periods import (
    MOST_DIVISIONS,
    Arrival,
    DivisionFinding,
    DivisionPlan,
    DivisionRules,
    PlaceByPlayer,
)
from scoring.pure.periods import EndingPeriod as Ending

MOST_RULES = {"up": 5, "down": 5, "play_off": 4, "least": 40, "most": 40}
LEAST_RULES = {"up": 0, "down": 0, "play_off": 0, "least": 1, "most": 2}


@dataclass(frozen=True)
class PeriodWishes:
    """The decisions of players at the end of a period. `leaving`: players who leave; `content`:
    players who decline promotion; `joining`: players who join, by level (0: their last level, else
    the last division); `count`: the number of divisions (0: as many as now)."""

    leaving: Sequence[int] = ()
    content: Sequence[int] = ()
    joining: Mapping[int, int] = field(default_factory=dict)
    count: int = 0


@dataclass(frozen=True)
class PeriodRemark:
    """A remark about the next period; a blocking one can only be overridden by force. `level` is 0
    unless it is about one division."""

    code: str
    level: int
    message: str
    blocking: bool = False


@dataclass(frozen=True)
class PeriodPreview:
    """The next period as it would be opened now; `mark` changes whenever the preview does."""

    period: Period
    divisions: Sequence[Division]
    ending: Ending
    plan: DivisionPlan
    remarks: Sequence[PeriodRemark]
    players: Mapping[int, Player]

    @property
    def number(self) -> int:
        return self.period.number + 1

    @property
    def blocking(self) -> list[PeriodRemark]:
        return [remark for remark in self.remarks if remark.blocking]

    @property
    def mark(self) -> str:
        content = [
            self.number,
            self.plan.divisions,
            self.plan.steps,
            [(remark.code, remark.level) for remark in self.remarks],
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:24]


def current_period(ladder: Ladder) -> Period:
    """Return the current period of a ladder."""
    period = ladder.periods.order_by("-number").first()
    assert period is not None, "a ladder is made with its first period and goes with it"
    period.ladder = ladder
    return period


def find_period(ladder: Ladder, number: int) -> Period:
    """Return the period of this number; raise NotFound if there is none."""
    result = ladder.periods.filter(number=number).first()
    if result is None:
        raise NotFound(_("There is nothing here."))
    result.ladder = ladder
    return result


def rules_of(ladder: Ladder) -> DivisionRules:
    """Return the rules of a ladder."""
    return DivisionRules(**ladder.rules)


def parse_rules(raw: Mapping[str, Any], present: DivisionRules | None = None) -> DivisionRules:
    """Return the rules; missing ones are as in `present`. Raise Invalid with all faults."""
    present = present or DivisionRules()
    faults = [
        Fault("unknown_key", f"rules.{key}"[:60], _("Unknown key."))
        for key in raw
        if key not in MOST_RULES
    ]
    rules = {**present._asdict(), **{key: raw[key] for key in raw if key in MOST_RULES}}
    for key, value in rules.items():
        least, most = LEAST_RULES[key], MOST_RULES[key]
        if type(value) is not int or not least <= value <= most:
            words = _("Enter a whole number from %(least)s to %(most)s.")
            faults.append(
                Fault("not_an_integer", f"rules.{key}", words % {"least": least, "most": most})
            )
    if not faults and rules["least"] > rules["most"]:
        words = _("The smallest division size is larger than the largest.")
        faults.append(Fault("bad_sizes", "rules.least", words))
    refuse(faults)
    return DivisionRules(**rules)


def refuse(faults: Sequence[Fault]) -> None:
    """Raise Invalid if there are faults."""
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def members_by_division(period: Period) -> dict[int, list[DivisionMember]]:
    """Return the members of each division by its id, in the order in which they came in."""
    rows = period.members.select_related("player", "division__period").order_by("pk")
    by_division: dict[int, list[DivisionMember]] = {}
    for row in rows:
        by_division.setdefault(row.division_id, []).append(row)
    return by_division


def division_rows(division: Division, *, live: bool = True) -> list[Standing]:
    """Return the rows of a division's season, best first: by the current facts, or as last
    displayed."""
    table = standings_queries.find_table(division.season_id)
    assert table is not None, "a season is made with its tables"
    view = standings_queries.compute(table) if live else standings_queries.read(table)
    return list(view.rows)


def tied_groups(rows: Sequence[Standing], members: Collection[int]) -> list[list[PlayerId]]:
    """Return the members in groups who share a place, best first; players without results come
    last."""
    ours = [row for row in rows if row.player_id in members]
    groups = [
        [PlayerId(row.player_id) for row in group]
        for _place, group in groupby(ours, key=lambda row: row.place)
    ]
    idle = sorted(set(members) - {row.player_id for row in ours})
    return [*groups, [PlayerId(player) for player in idle]] if idle else groups


def division_of_season(season: Season) -> Division | None:
    """Return the division with this season, with its ladder; None for other seasons."""
    rows = Division.objects.filter(season=season).select_related("period__ladder")
    return rows.first()


def guests_of_session(session: Session, players: Collection[int]) -> list[Player]:
    """Return the players who do not belong to the division of the session; empty in other seasons.
    Guests may play: their results count for their opponents, but not for promotions."""
    division = Division.objects.filter(season=session.season_id).first()
    if division is None:
        return []
    return sorted(
        Player.objects.filter(pk__in=players).exclude(divisions__division=division),
        key=Player.sort_key,
    )


def preview_period(ladder: Ladder, wishes: PeriodWishes | None = None) -> PeriodPreview:
    """Return the next period by the current facts; without `wishes` by those that are recorded."""
    ending_period = current_period(ladder)
    wishes = wishes or recorded_wishes(ending_period)
    levels = list(ending_period.divisions.select_related("season"))
    by_division = members_by_division(ending_period)
    members = [row for rows in by_division.values() for row in rows]
    member_ids = {row.player_id for row in members}
    ghost_ids = {row.player_id for row in members if row.player.is_ghost}
    _check(ladder, wishes, member_ids)
    rows = {level.pk: division_rows(level) for level in levels}
    member_ids_by_level = {
        level.pk: {row.player_id for row in by_division.get(level.pk, ())} for level in levels
    }
    ending = Ending(
        divisions=[tied_groups(rows[level.pk], member_ids_by_level[level.pk]) for level in levels],
        rules=rules_of(ladder),
        seed=ending_period.seed,
        leaving={PlayerId(player) for player in (*wishes.leaving, *ghost_ids)},
        content={PlayerId(player) for player in wishes.content},
        arrivals=_arrivals(ladder, wishes),
        tables=[places for _table, places in _finished_play_offs(ending_period)],
        count=wishes.count,
    )
    plan = divisions.plan_next_period(ending)
    if not any(plan.divisions):
        raise invalid("nobody", "leaving", _("At least one player must stay or join."))
    remarks = [
        *_unfinished(ending_period, levels),
        *(
            remark
            for level in levels
            for remark in _division_remarks(level, rows[level.pk], member_ids_by_level[level.pk])
        ),
        *map(_remark_of_finding, plan.findings),
        *_unused(ending_period, plan, ending.withdrawn),
    ]
    players = Player.every.in_bulk(
        {
            *member_ids,
            *wishes.joining,
            *(row.player_id for level_rows in rows.values() for row in level_rows),
        }
    )
    return PeriodPreview(ending_period, levels, ending, plan, remarks, players)


def recorded_wishes(period: Period) -> PeriodWishes:
    """Return the wishes of members that were recorded during the period."""
    rows = list(period.members.exclude(wish="").order_by("pk").values_list("player", "wish"))
    by_wish = {wish: [player for player, own in rows if own == wish] for wish in MemberWish}
    return PeriodWishes(by_wish[MemberWish.LEAVES], by_wish[MemberWish.CONTENT])


def with_recorded(ladder: Ladder, wishes: PeriodWishes) -> PeriodWishes:
    """Return the wishes together with those that are recorded."""
    recorded = recorded_wishes(current_period(ladder))
    return replace(
        wishes,
        leaving=[*dict.fromkeys([*recorded.leaving, *wishes.leaving])],
        content=[*dict.fromkeys([*recorded.content, *wishes.content])],
    )


def _check(ladder: Ladder, wishes: PeriodWishes, member_ids: Collection[int]) -> None:
    faults = [
        Fault("not_a_member", f"{name}.{index}", _("This player is not in any division."))
        for name, players in (("leaving", wishes.leaving), ("content", wishes.content))
        for index, player in enumerate(players)
        if player not in member_ids
    ]
    known_ids = set(ladder.club.players.filter(pk__in=wishes.joining).values_list("pk", flat=True))
    for index, (player, level) in enumerate(wishes.joining.items()):
        path = f"joining.{index}"
        if player not in known_ids:
            faults.append(
                Fault("unknown_player", f"{path}.player", _("The club has no such player."))
            )
        elif player in member_ids:
            words = _("This player is already in a division.")
            faults.append(Fault("already_member", f"{path}.player", words))
        if not 0 <= level <= MOST_DIVISIONS:
            faults.append(Fault("unknown_choice", f"{path}.level", _between(0, MOST_DIVISIONS)))
    if not 0 <= wishes.count <= MOST_DIVISIONS:
        faults.append(Fault("unknown_choice", "divisions", _between(1, MOST_DIVISIONS)))
    refuse(faults)


def _between(least: int, most: int) -> str:
    words = _("Enter a whole number from %(least)s to %(most)s.")
    return words % {"least": least, "most": most}


def _arrivals(ladder: Ladder, wishes: PeriodWishes) -> list[Arrival]:
    """Return the arrivals; a player who was in a division before returns to its level unless
    another one is chosen."""
    earlier = DivisionMember.objects.filter(period__ladder=ladder, player__in=wishes.joining)
    last = dict(earlier.order_by("period__number").values_list("player", "division__level"))
    return [
        Arrival(PlayerId(player), level or last.get(player, 0), returned=player in last)
        for player, level in wishes.joining.items()
    ]


def _finished_play_offs(current_period: Period) -> Iterator[tuple[Match, PlaceByPlayer]]:
    """Yield the play-offs that are over, with their places."""
    play_offs = Match.objects.filter(play_off__period=current_period, over=True).prefetch_related(
        "seats"
    )
    for match in play_offs.order_by("pk"):
        player_ids = [PlayerId(seat.player_id) for seat in match.seats.all()]
        yield match, dict(zip(player_ids, match.places, strict=True))


def _unfinished(current_period: Period, levels: Sequence[Division]) -> Iterator[PeriodRemark]:
    """Yield remarks about running matches."""
    of_season = {level.season_id: level for level in levels}
    running = Match.objects.filter(over=False, stopped_at=None)
    for season, level in of_season.items():
        if count := running.filter(session__season=season).count():
            words = ngettext(
                "%(division)s: %(n)s match is not finished.",
                "%(division)s: %(n)s matches are not finished.",
                count,
            )
            message = words % {"division": level.name, "n": count}
            yield PeriodRemark("running", level.level, message, blocking=True)
    if running.filter(play_off__period=current_period).exists():
        yield PeriodRemark("running", 0, _("A play-off is not finished."), blocking=True)


def _division_remarks(
    level: Division, rows: Sequence[Standing], member_ids: Collection[int]
) -> Iterator[PeriodRemark]:
    if member_ids and not any(row.player_id in member_ids for row in rows):
        words = _("%(division)s: nobody has a result, so all places are drawn at random.")
        yield PeriodRemark(
            "nothing_played", level.level, words % {"division": level.name}, blocking=True
        )
    guest_names = [row.player.name for row in rows if row.player_id not in member_ids]
    if guest_names:
        words = _("%(division)s: guests (%(names)s) do not change divisions.")
        message = words % {"division": level.name, "names": ", ".join(guest_names[:10])}
        yield PeriodRemark("guests", level.level, message)


def _remark_of_finding(finding: DivisionFinding) -> PeriodRemark:
    words = {
        "too_few": _("Level %(level)s would have %(number)s players, fewer than %(least)s."),
        "too_many": _("Level %(level)s would have %(number)s players, more than %(most)s."),
        "play_off_due": _(
            "The play-off below level %(level)s has not been played: everyone keeps their division."
        ),
        "other_count": _("%(number)s players can form %(least)s to %(most)s divisions."),
    }[finding.code]
    if finding.code == "other_count" and not finding.most:
        words = _("%(number)s players cannot be split into divisions of this size.")
    blocking = finding.code == "play_off_due"
    return PeriodRemark(finding.code, finding.level, words % finding._asdict(), blocking)


def _unused(
    current_period: Period, plan: DivisionPlan, withdrawn: Collection[int]
) -> Iterator[PeriodRemark]:
    """Yield remarks about play-offs of players who would not meet by the current standings."""
    groups: list[set[int]] = [{*map(int, play_off.players)} for play_off in plan.play_offs]
    groups += [{*map(int, lot.players)} - {*plan.left} for lot in plan.lots]
    for match, places in _finished_play_offs(current_period):
        if not any(group and group <= set(places) <= group.union(withdrawn) for group in groups):
            words = _(
                "The play-off of match %(number)s no longer counts: other players are at the "
                "cut-off now."
            )
            yield PeriodRemark("play_off_unused", 0, words % {"number": match.pk})
