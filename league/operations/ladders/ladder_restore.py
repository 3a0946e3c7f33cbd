"""Import of a ladder from another server with all its periods. Like `ladders` it writes the tables
of ladders. Callers hold a transaction."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.errors import Fault, invalid, raise_faults
from league.models import Club, Division, DivisionMember, Ladder, Period, PlayOff
from league.names import clean_name
from league.operations.ladders import divisions, ladders
from league.operations.seasons import seasons
from scoring.pure.tiebreaks import drawn_order

ArchiveRow = Mapping[str, Any]
MEMBER_COLUMNS = ("came", "reason", "source", "place", "wish")
PERIOD_COLUMNS = ("name", "seed", "lots", "forced", "play_offs", "opened_at", "opened_by")


def restore(club: Club, row: ArchiveRow) -> Ladder:
    """Store a ladder of an archive; `row` has the archive's keys, with seasons, matches and ids of
    players of this club. Moves between divisions and draws must follow from the rules and the seed.
    """
    ladder = Ladder(
        club=club,
        name=clean_name(row["name"], "name", ladders.MOST_LADDER),
        games=seasons.check_games(row["games"]),
        rules=divisions.parse_rules(row["rules"])._asdict(),
    )
    raise_faults([*_faults(row["periods"])])
    try:
        with transaction.atomic():
            ladder.save()
            for number, period in enumerate(row["periods"], 1):
                _create_period(ladder, number, period)
    except IntegrityError:
        raise invalid("bad_ladder", "", _("These rows contradict each other.")) from None
    return ladder


def _create_period(ladder: Ladder, number: int, row: ArchiveRow) -> None:
    path = f"periods.{number - 1}"
    name = clean_name(row["name"], f"{path}.name", ladders.MOST_PERIOD)
    lots = [{key: lot[key] for key in lot if key != "repeatable"} for lot in row["lots"]]
    fields = {**{key: row[key] for key in PERIOD_COLUMNS}, "name": name, "lots": lots}
    period = Period.objects.create(ladder=ladder, number=number, **fields)
    for level, division_row in enumerate(row["divisions"], 1):
        where = f"{path}.divisions.{level - 1}.name"
        division = Division.objects.create(
            period=period,
            level=level,
            name=clean_name(division_row["name"], where, ladders.MOST_DIVISION),
            season=division_row["season"],
        )
        DivisionMember.objects.bulk_create(
            DivisionMember(
                period=period,
                division=division,
                player_id=member["player"],
                **{key: member[key] for key in MEMBER_COLUMNS},
            )
            for member in division_row["members"]
        )
    PlayOff.objects.bulk_create(PlayOff(period=period, match=match) for match in row["tables"])


def _faults(periods: Sequence[ArchiveRow]) -> Iterator[Fault]:
    yield from _season_faults(periods)
    before: Mapping[int, int] = {}
    for at, period in enumerate(periods):
        path = f"periods.{at}"
        yield from _member_faults(period, before, path)
        yield from _draw_faults(period, path)
        yield from _play_off_faults(period, path)
        before = dict(_levels(period))


def _season_faults(periods: Sequence[ArchiveRow]) -> Iterator[Fault]:
    """Yield faults for seasons that belong to more than one division or group of play-offs."""
    used = [
        (f"periods.{at}.divisions.{index}.season", division["season"].pk)
        for at, period in enumerate(periods)
        for index, division in enumerate(period["divisions"])
    ]
    used += [
        (f"periods.{at}.play_offs", period["play_offs"].pk)
        for at, period in enumerate(periods)
        if period["play_offs"]
    ]
    counts = Counter[int]()
    for path, season in used:
        if counts[season]:
            yield Fault("season_taken", path, _("This season already belongs to another division."))
        counts[season] += 1


def _member_faults(period: ArchiveRow, before: Mapping[int, int], path: str) -> Iterator[Fault]:
    seen_ids = set[int]()
    for level, division in enumerate(period["divisions"]):
        for index, member in enumerate(division["members"]):
            where = f"{path}.divisions.{level}.members.{index}"
            if member["player"] in seen_ids:
                words = _("A player can be in only one division of a period.")
                yield Fault("player_twice", f"{where}.player", words)
            seen_ids.add(member["player"])
            source = before.get(member["player"], 0)
            if member["source"] != source:
                words = _("In the previous period this player was at level %(level)s (0: none).")
                yield Fault("other_source", f"{where}.source", words % {"level": source})


def _draw_faults(period: ArchiveRow, path: str) -> Iterator[Fault]:
    for index, lot in enumerate(period["lots"]):
        players = lot["players"]
        is_free = lot["by_table"] or not lot["repeatable"]
        is_drawn = is_free or drawn_order(players, lot["seed"]) == players
        if len(set(players)) != len(players) or not is_drawn:
            words = _("The draw word of this tie-break draw gives another order.")
            yield Fault("other_lots", f"{path}.lots.{index}.players", words)


def _play_off_faults(period: ArchiveRow, path: str) -> Iterator[Fault]:
    beside = period["play_offs"]
    for index, match in enumerate(period["tables"]):
        if beside is None or match.session.season_id != beside.pk:
            words = _("A play-off must be a match of the play-off season.")
            yield Fault("other_season", f"{path}.tables.{index}", words)


def _levels(period: ArchiveRow) -> Iterator[tuple[int, int]]:
    for level, division in enumerate(period["divisions"], 1):
        for member in division["members"]:
            yield member["player"], level
