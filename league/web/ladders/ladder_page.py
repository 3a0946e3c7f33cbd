"""The divisions of a ladder for everybody, beside each other."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import Division, DivisionMember, Ladder, Period
from league.operations.ladders import divisions
from league.operations.support import versions
from league.web.accounts.access import viewer_permissions
from league.web.support import cached_views
from scoring.models import Standing
from scoring.pure.periods import Rules


@dataclass(frozen=True)
class Line:
    """A member, in the order of the standings. `place` among the members; `zone` as long as the
    period goes on, `then` where he is in the next one."""

    member: DivisionMember
    row: Standing | None
    place: int
    zone: str
    then: Division | None


@cached_views.cached_view(versions.ladder)
def ladder(request: HttpRequest, pk: int, number: int = 0) -> HttpResponse:
    """The present period, or an earlier one."""
    found = get_object_or_404(Ladder.objects.select_related("club"), pk=pk)
    periods = list(found.periods.all())
    period = next((each for each in periods if number in {0, each.number}), None)
    if period is None:
        raise Http404
    later = next((each for each in periods if each.number == period.number + 1), None)
    context = {
        "ladder": found,
        "club": found.club,
        "period": period,
        "periods": periods,
        "over": later is not None,
        "divisions": _divisions(period, later, divisions.rules_of(found)),
        "rules": divisions.rules_of(found),
        **viewer_permissions(request, found.club),
    }
    return render(request, "ladders/ladder.html", context)


def _divisions(
    period: Period, later: Period | None, rules: Rules
) -> list[tuple[Division, list[Line]]]:
    by_division = divisions.members(period)
    levels = list(period.divisions.all())
    went: dict[int, Division] = {}
    if later is not None:
        for row in later.members.select_related("division"):
            went[row.player_id] = row.division
    return [
        (level, _lines(level, by_division.get(level.pk, []), went, rules, len(levels)))
        for level in levels
    ]


def _lines(
    level: Division,
    members: list[DivisionMember],
    went: dict[int, Division],
    rules: Rules,
    levels: int,
) -> list[Line]:
    known: dict[int, Any] = {row.player_id: row for row in members}
    rows = divisions.standing(level, live=False)
    of_player = {row.player_id: row for row in rows}
    lines, place = [], 1
    for group in divisions.equals(rows, known):
        last = place + len(group) - 1
        zone = "" if not of_player else _zone(place, last, len(members), level.level, levels, rules)
        for player in group:
            member = known[player]
            member.division = level
            lines.append(Line(member, of_player.get(player), place, zone, went.get(player)))
        place += len(group)
    return lines


def _zone(first: int, last: int, members: int, level: int, levels: int, rules: Rules) -> str:
    """What the places from `first` to `last` mean, which equals share."""
    meant = {_at(place, members, level, levels, rules) for place in range(first, last + 1)}
    return meant.pop() if len(meant) == 1 else "lot"


def _at(place: int, members: int, level: int, levels: int, rules: Rules) -> str:
    behind = members - place
    if level > 1 and place <= rules.up:
        return "up"
    if level < levels and behind < rules.down:
        return "down"
    beside_up = level > 1 and place <= rules.up + rules.play_off
    beside_down = level < levels and behind < rules.down + rules.play_off
    return "play_off" if beside_up or beside_down else ""
