"""Reading the divisions of a ladder: who stands where, and what the next period would be. Nothing
is stored here.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Fault, Invalid, NotFound, invalid
from league.models import Division, DivisionMember, Ladder, Match, Period, Player, Season, Session
from scoring import standings_queries
from scoring.models import Standing
from scoring.pure import divisions, schemes
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
class Wishes:
    """What people want at the end of a period: who leaves, who would not go up, who joins at which
    level (0: where he was last, else in the last division), and into how many divisions (0: as many
    as now)."""

    leaving: Sequence[int] = ()
    content: Sequence[int] = ()
    joining: Mapping[int, int] = field(default_factory=dict)
    count: int = 0


@dataclass(frozen=True)
class Remark:
    """Something to look at before the next period is opened. A blocking one is overridden by force
    alone. `level` is 0 where it is about no division of its own."""

    code: str
    level: int
    message: str
    blocking: bool = False


@dataclass(frozen=True)
class Preview:
    """The next period as it would be opened now. `mark` changes whenever that would."""

    period: Period
    divisions: Sequence[Division]
    ending: Ending
    plan: DivisionPlan
    remarks: Sequence[Remark]
    players: Mapping[int, Player]

    @property
    def number(self) -> int:
        return self.period.number + 1

    @property
    def blocking(self) -> list[Remark]:
        return [each for each in self.remarks if each.blocking]

    @property
    def mark(self) -> str:
        told = [
            self.number,
            self.plan.divisions,
            self.plan.steps,
            [(each.code, each.level) for each in self.remarks],
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]


def current(ladder: Ladder) -> Period:
    found = ladder.periods.order_by("-number").first()
    assert found is not None, "a ladder is made with its first period and goes with it"
    found.ladder = ladder
    return found


def period(ladder: Ladder, number: int) -> Period:
    found = ladder.periods.filter(number=number).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    found.ladder = ladder
    return found


def rules_of(ladder: Ladder) -> DivisionRules:
    return DivisionRules(**ladder.rules)


def read_rules(raw: Mapping[str, Any], present: DivisionRules | None = None) -> DivisionRules:
    """All that is wrong with them at once; what is left out is as present."""
    present = present or DivisionRules()
    faults = [
        Fault("unknown_key", f"rules.{key}"[:60], _("This key is not known here."))
        for key in raw
        if key not in MOST_RULES
    ]
    found = {**present._asdict(), **{key: raw[key] for key in raw if key in MOST_RULES}}
    for key, value in found.items():
        least, most = LEAST_RULES[key], MOST_RULES[key]
        if type(value) is not int or not least <= value <= most:
            words = _("A whole number from %(least)s to %(most)s is expected.")
            faults.append(
                Fault("not_an_integer", f"rules.{key}", words % {"least": least, "most": most})
            )
    if not faults and found["least"] > found["most"]:
        words = _("The smallest size is larger than the largest.")
        faults.append(Fault("bad_sizes", "rules.least", words))
    refuse(faults)
    return DivisionRules(**found)


def refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def members(found: Period) -> dict[int, list[DivisionMember]]:
    """Of each division, by its id, in the order in which they came in."""
    rows = found.members.select_related("player", "division__period").order_by("pk")
    by_division: dict[int, list[DivisionMember]] = {}
    for row in rows:
        by_division.setdefault(row.division_id, []).append(row)
    return by_division


def standing(division: Division, *, live: bool = True) -> list[Standing]:
    """The rows of its season, best first: by all that is known now, or as they were last shown."""
    table = standings_queries.find_table(division.season_id)
    assert table is not None, "a season is made with its tables"
    view = (
        standings_queries.preview(table, schemes.read(table.scheme))
        if live
        else standings_queries.read(table)
    )
    return list(view.rows)


def equals(rows: Sequence[Standing], of: Collection[int]) -> list[list[PlayerId]]:
    """The members in groups who share a place, best first; who has no result comes last."""
    ours = [row for row in rows if row.player_id in of]
    groups = [
        [PlayerId(row.player_id) for row in group]
        for _place, group in groupby(ours, key=lambda row: row.place)
    ]
    idle = sorted(set(of) - {row.player_id for row in ours})
    return [*groups, [PlayerId(player) for player in idle]] if idle else groups


def of_season(season: Season) -> Division | None:
    """Whose season it is, with its ladder."""
    found = Division.objects.filter(season=season).select_related("period__ladder")
    return found.first()


def guests(session: Session, players: Collection[int]) -> list[Player]:
    """Of these, who does not belong to the division whose evening it is; nobody elsewhere. They may
    play: their results count for those whom they meet, but move nobody."""
    division = Division.objects.filter(season=session.season_id).first()
    if division is None:
        return []
    return sorted(
        Player.objects.filter(pk__in=players).exclude(divisions__division=division),
        key=Player.sort_key,
    )


def preview(ladder: Ladder, wishes: Wishes | None = None) -> Preview:
    """By all that is known now."""
    wishes = wishes or Wishes()
    now = current(ladder)
    levels = list(now.divisions.select_related("season"))
    by_division = members(now)
    belong = {row.player_id for rows in by_division.values() for row in rows}
    _check(ladder, wishes, belong)
    rows = {level.pk: standing(level) for level in levels}
    own = {level.pk: {row.player_id for row in by_division.get(level.pk, ())} for level in levels}
    ending = Ending(
        divisions=[equals(rows[level.pk], own[level.pk]) for level in levels],
        rules=rules_of(ladder),
        seed=now.seed,
        leaving={PlayerId(player) for player in wishes.leaving},
        content={PlayerId(player) for player in wishes.content},
        arrivals=_arrivals(ladder, wishes),
        tables=[places for _table, places in _played(now)],
        count=wishes.count,
    )
    planned = divisions.plan_next_period(ending)
    if not any(planned.divisions):
        raise invalid("nobody", "leaving", _("Somebody has to go on."))
    remarks = [
        *_unfinished(now, levels),
        *(
            remark
            for level in levels
            for remark in _of_division(level, rows[level.pk], own[level.pk])
        ),
        *map(_told, planned.findings),
        *_unused(now, planned),
    ]
    known = Player.every.in_bulk(
        {*belong, *wishes.joining, *(row.player_id for found in rows.values() for row in found)}
    )
    return Preview(now, levels, ending, planned, remarks, known)


def _check(ladder: Ladder, wishes: Wishes, belong: Collection[int]) -> None:
    faults = [
        Fault("not_a_member", f"{name}.{index}", _("This player is in none of the divisions."))
        for name, players in (("leaving", wishes.leaving), ("content", wishes.content))
        for index, player in enumerate(players)
        if player not in belong
    ]
    known = set(ladder.club.players.filter(pk__in=wishes.joining).values_list("pk", flat=True))
    for index, (player, level) in enumerate(wishes.joining.items()):
        path = f"joining.{index}"
        if player not in known:
            faults.append(
                Fault("unknown_player", f"{path}.player", _("The club has no such player."))
            )
        elif player in belong:
            words = _("This player is in a division already.")
            faults.append(Fault("already_member", f"{path}.player", words))
        if not 0 <= level <= MOST_DIVISIONS:
            faults.append(Fault("unknown_choice", f"{path}.level", _between(0, MOST_DIVISIONS)))
    if not 0 <= wishes.count <= MOST_DIVISIONS:
        faults.append(Fault("unknown_choice", "divisions", _between(1, MOST_DIVISIONS)))
    refuse(faults)


def _between(least: int, most: int) -> str:
    words = _("A whole number from %(least)s to %(most)s is expected.")
    return words % {"least": least, "most": most}


def _arrivals(ladder: Ladder, wishes: Wishes) -> list[Arrival]:
    """Who was in a division before returns to its level unless another one is told."""
    earlier = DivisionMember.objects.filter(period__ladder=ladder, player__in=wishes.joining)
    last = dict(earlier.order_by("period__number").values_list("player", "division__level"))
    return [
        Arrival(PlayerId(player), level or last.get(player, 0), returned=player in last)
        for player, level in wishes.joining.items()
    ]


def _played(now: Period) -> Iterator[tuple[Match, PlaceByPlayer]]:
    """The play-offs that are over, with their places."""
    found = Match.objects.filter(play_off__period=now, over=True).prefetch_related("seats")
    for match in found.order_by("pk"):
        seated = [PlayerId(seat.player_id) for seat in match.seats.all()]
        yield match, dict(zip(seated, match.places, strict=True))


def _unfinished(now: Period, levels: Sequence[Division]) -> Iterator[Remark]:
    """Tables that are still playing."""
    of_season = {level.season_id: level for level in levels}
    running = Match.objects.filter(over=False, stopped_at=None)
    for season, level in of_season.items():
        if count := running.filter(session__season=season).count():
            words = ngettext(
                "%(division)s: %(n)s match is not finished.",
                "%(division)s: %(n)s matches are not finished.",
                count,
            )
            told = words % {"division": level.name, "n": count}
            yield Remark("running", level.level, told, blocking=True)
    if running.filter(play_off__period=now).exists():
        yield Remark("running", 0, _("A play-off is not finished."), blocking=True)


def _of_division(
    level: Division, rows: Sequence[Standing], own: Collection[int]
) -> Iterator[Remark]:
    if own and not any(row.player_id in own for row in rows):
        words = _("%(division)s: nobody has a result, so all places are by lot.")
        yield Remark("nothing_played", level.level, words % {"division": level.name}, blocking=True)
    strange = [row.player.name for row in rows if row.player_id not in own]
    if strange:
        words = _("%(division)s: guests, who are not moved: %(names)s.")
        told = words % {"division": level.name, "names": ", ".join(strange[:10])}
        yield Remark("guests", level.level, told)


def _told(finding: DivisionFinding) -> Remark:
    words = {
        "too_few": _("Level %(level)s would have %(number)s players, fewer than %(least)s."),
        "too_many": _("Level %(level)s would have %(number)s players, more than %(most)s."),
        "play_off_due": _("The play-off below level %(level)s is not played: all stay."),
        "other_count": _("%(number)s players fit into %(least)s to %(most)s divisions."),
    }[finding.code]
    if finding.code == "other_count" and not finding.most:
        words = _("%(number)s players fit into no number of divisions of this size.")
    blocking = finding.code == "play_off_due"
    return Remark(finding.code, finding.level, words % finding._asdict(), blocking)


def _unused(now: Period, planned: DivisionPlan) -> Iterator[Remark]:
    """Play-offs of others than those who would meet by the standings of now."""
    meet = [set(each.players) for each in planned.play_offs]
    meet += [set(lot.players) - set(planned.left) for lot in planned.lots]
    for match, places in _played(now):
        if set(places) not in meet:
            words = _(
                "The play-off of match %(number)s decides nothing: others stand at the cut now."
            )
            yield Remark("play_off_unused", 0, words % {"number": match.pk})
