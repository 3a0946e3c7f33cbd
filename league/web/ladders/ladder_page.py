"""The public page of a ladder: its divisions beside each other."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Division, DivisionMember, Ladder, Period
from league.operations.ladders import divisions
from league.operations.support import versions
from league.web.accounts.access import viewer_permissions
from league.web.support import cached_views
from league.web.support.public_pages import find_public
from scoring.models import Standing
from scoring.pure.periods import DivisionRules


@dataclass(frozen=True)
class LadderLine:
    """A member with the row of the standings. `place` is the one among the members, `zone` what it
    means while the period runs, `then` the member's division in the next period."""

    member: DivisionMember
    row: Standing | None
    place: int
    zone: str
    then: Division | None


@cached_views.cached_view(versions.ladder)
def ladder_page(request: HttpRequest, pk: int, number: int = 0) -> HttpResponse:
    """Show the current period, or an earlier one."""
    ladder = find_public(request, Ladder.objects, pk=pk)
    periods = list(ladder.periods.all())
    period = next((other for other in periods if number in {0, other.number}), None)
    if period is None:
        raise Http404
    later = next((other for other in periods if other.number == period.number + 1), None)
    context = {
        "ladder": ladder,
        "club": ladder.club,
        "period": period,
        "periods": periods,
        "over": later is not None,
        "divisions": _divisions(period, later, divisions.rules_of(ladder)),
        "rules": divisions.rules_of(ladder),
        **viewer_permissions(request, ladder.club),
    }
    return render(request, "ladders/ladder.html", context)


def _divisions(
    period: Period, later: Period | None, rules: DivisionRules
) -> list[tuple[Division, list[LadderLine]]]:
    by_division = divisions.members_by_division(period)
    levels = list(period.divisions.all())
    next_division: dict[int, Division] = {}
    if later is not None:
        for row in later.members.select_related("division"):
            next_division[row.player_id] = row.division
    return [
        (level, _lines(level, by_division.get(level.pk, []), next_division, rules, len(levels)))
        for level in levels
    ]


def _lines(
    level: Division,
    members: list[DivisionMember],
    next_division: dict[int, Division],
    rules: DivisionRules,
    levels: int,
) -> list[LadderLine]:
    member_of_player: dict[int, Any] = {row.player_id: row for row in members}
    rows = divisions.division_rows(level, live=False)
    row_of_player = {row.player_id: row for row in rows}
    lines, place = [], 1
    for group in divisions.tied_groups(rows, member_of_player):
        last = place + len(group) - 1
        zone = (
            ""
            if not row_of_player
            else _zone(place, last, len(members), level.level, levels, rules)
        )
        for player in group:
            member = member_of_player[player]
            member.division = level
            lines.append(
                LadderLine(
                    member, row_of_player.get(player), place, zone, next_division.get(player)
                )
            )
        place += len(group)
    return lines


def _zone(
    first: int, last: int, members: int, level: int, levels: int, rules: DivisionRules
) -> str:
    """Return what the places from `first` to `last` mean, which equals share."""
    zones = {
        _zone_of_place(place, members, level, levels, rules) for place in range(first, last + 1)
    }
    return zones.pop() if len(zones) == 1 else "lot"


def _zone_of_place(place: int, members: int, level: int, levels: int, rules: DivisionRules) -> str:
    behind = members - place
    if level > 1 and place <= rules.up:
        return "up"
    if level < levels and behind < rules.down:
        return "down"
    beside_up = level > 1 and place <= rules.up + rules.play_off
    beside_down = level < levels and behind < rules.down + rules.play_off
    return "play_off" if beside_up or beside_down else ""
