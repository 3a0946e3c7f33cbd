"""A ladder that was carried on elsewhere comes in with all its periods; with `ladders` the writer
of its tables. Callers hold a transaction."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.errors import Fault, invalid, refuse
from league.models import Club, Division, DivisionMember, Ladder, Period, PlayOff
from league.operations.ladders import divisions, ladders
from league.operations.seasons import seasons

Row = Mapping[str, Any]
OF_MEMBER = ("came", "reason", "source", "place")
OF_PERIOD = ("name", "seed", "lots", "forced", "play_offs", "opened_at", "opened_by")


def restore(club: Club, row: Row) -> Ladder:
    """Store a ladder of an archive; `row` has the archive's keys, with seasons, matches and ids of
    players of this club. Moves between divisions and lots must be those of the rules and seed."""
    made = Ladder(
        club=club,
        name=ladders.read_name(row["name"], "name", ladders.MOST_LADDER),
        games=seasons.check_games(row["games"]),
        rules=divisions.read_rules(row["rules"])._asdict(),
    )
    refuse([*_faults(row["periods"])])
    try:
        with transaction.atomic():
            made.save()
            for number, each in enumerate(row["periods"], 1):
                _period(made, number, each)
    except IntegrityError:
        raise invalid("bad_ladder", "", _("These rows do not go together.")) from None
    return made


def _period(ladder: Ladder, number: int, row: Row) -> None:
    path = f"periods.{number - 1}"
    name = ladders.read_name(row["name"], f"{path}.name", ladders.MOST_PERIOD)
    fields = {**{key: row[key] for key in OF_PERIOD}, "name": name}
    period = Period.objects.create(ladder=ladder, number=number, **fields)
    for level, each in enumerate(row["divisions"], 1):
        where = f"{path}.divisions.{level - 1}.name"
        division = Division.objects.create(
            period=period,
            level=level,
            name=ladders.read_name(each["name"], where, ladders.MOST_DIVISION),
            season=each["season"],
        )
        DivisionMember.objects.bulk_create(
            DivisionMember(
                period=period,
                division=division,
                player_id=member["player"],
                **{key: member[key] for key in OF_MEMBER},
            )
            for member in each["members"]
        )
    PlayOff.objects.bulk_create(PlayOff(period=period, match=match) for match in row["tables"])


def _faults(periods: Sequence[Row]) -> Iterator[Fault]:
    yield from _used_twice(periods)
    before: Mapping[int, int] = {}
    for at, period in enumerate(periods):
        path = f"periods.{at}"
        yield from _of_members(period, before, path)
        yield from _of_lots(period, path)
        yield from _of_tables(period, path)
        before = dict(_levels(period))


def _used_twice(periods: Sequence[Row]) -> Iterator[Fault]:
    """A season is of one division, or of the play-offs of one period."""
    used = [
        (f"periods.{at}.divisions.{index}.season", each["season"].pk)
        for at, period in enumerate(periods)
        for index, each in enumerate(period["divisions"])
    ]
    used += [
        (f"periods.{at}.play_offs", period["play_offs"].pk)
        for at, period in enumerate(periods)
        if period["play_offs"]
    ]
    seen = Counter[int]()
    for path, season in used:
        if seen[season]:
            yield Fault("season_taken", path, _("This season is of another division already."))
        seen[season] += 1


def _of_members(period: Row, before: Mapping[int, int], path: str) -> Iterator[Fault]:
    seen = set[int]()
    for level, division in enumerate(period["divisions"]):
        for index, member in enumerate(division["members"]):
            where = f"{path}.divisions.{level}.members.{index}"
            if member["player"] in seen:
                words = _("A player is in one division of a period.")
                yield Fault("player_twice", f"{where}.player", words)
            seen.add(member["player"])
            source = before.get(member["player"], 0)
            if member["source"] != source:
                words = _("In the period before this player was at level %(level)s (0: at none).")
                yield Fault("other_source", f"{where}.source", words % {"level": source})


def _of_lots(period: Row, path: str) -> Iterator[Fault]:
    for index, lot in enumerate(period["lots"]):
        drawn = sorted(lot["players"])
        Random(lot["seed"]).shuffle(drawn)
        if len(set(drawn)) != len(drawn) or (not lot["by_table"] and drawn != lot["players"]):
            words = _("The seed of these lots gives another order.")
            yield Fault("other_lots", f"{path}.lots.{index}.players", words)


def _of_tables(period: Row, path: str) -> Iterator[Fault]:
    beside = period["play_offs"]
    for index, match in enumerate(period["tables"]):
        if beside is None or match.session.season_id != beside.pk:
            words = _("A play-off is a match of the season of play-offs.")
            yield Fault("other_season", f"{path}.tables.{index}", words)


def _levels(period: Row) -> Iterator[tuple[int, int]]:
    for level, division in enumerate(period["divisions"], 1):
        for member in division["members"]:
            yield member["player"], level
