"""Promotion and relegation as a chart: lines between the divisions of this period and of the
next."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.operations.ladders.divisions import PeriodPreview
from league.operations.ladders.ladders import default_division_name
from league.web.support import charts
from league.web.support.charts import Figure, SlopeGroup, SlopeRow
from scoring.pure.facts import PlayerId
from scoring.pure.periods import DivisionStep

KINDS = {
    "up": gettext_lazy("moves up"),
    "down": gettext_lazy("moves down"),
    "stays": gettext_lazy("stays"),
    "joins": gettext_lazy("joins"),
    "leaves": gettext_lazy("leaves"),
}
REASONS = {
    "up": gettext_lazy("among the first"),
    "also_up": gettext_lazy("a place in the division above was free"),
    "down": gettext_lazy("among the last"),
    "also_down": gettext_lazy("the division had become too large"),
    "in_between": gettext_lazy("neither among the first nor among the last"),
    "willing": gettext_lazy("did not want to move up"),
    "held": gettext_lazy("among the first, but there is no place above"),
    "spared": gettext_lazy("among the last, but a place is free"),
    "won": gettext_lazy("won the play-off"),
    "lost": gettext_lazy("lost the play-off"),
    "waiting": gettext_lazy("the play-off has not been played yet"),
    "closed": gettext_lazy("the division no longer exists"),
    "new": gettext_lazy("joins"),
    "returned": gettext_lazy("returns"),
}

NamedPlaces = Sequence[tuple[str, Sequence[tuple[PlayerId, int]]]]  # by division


def draw(preview: PeriodPreview) -> Figure:
    """Return the chart; each player has a row on both sides."""
    now, later = _current_divisions(preview), _next_divisions(preview)
    names_now, names_later = _division_by_player(now), _division_by_player(later)
    steps = {step.player: step for step in preview.plan.steps}

    def side(divisions: NamedPlaces) -> list[SlopeGroup]:
        return [
            SlopeGroup(name, [row(player, place) for player, place in places])
            for name, places in divisions
        ]

    def row(player: PlayerId, place: int) -> SlopeRow:
        step = steps.get(player)
        entries = [
            (_("Current period"), names_now[player]),
            (_("Next period"), names_later[player]),
            (_("Why"), str(REASONS[step.reason] if step else KINDS["leaves"])),
        ]
        return SlopeRow(player, preview.players[player].name, place, _kind(step), entries)

    return Figure(
        "moves",
        _("Players who move up and down"),
        _("Current divisions on the left, next period on the right."),
        "",
        _("Players who move up and down: choose a player"),
        charts.slope_chart(
            side(now), side(later), {kind: str(words) for kind, words in KINDS.items()}
        ),
    )


def _current_divisions(preview: PeriodPreview) -> NamedPlaces:
    """Return the current divisions in the order that decides, then those who join."""
    order = {step.player: number for number, step in enumerate(preview.plan.steps)}
    divisions = []
    for division, equals in zip(preview.divisions, preview.ending.divisions, strict=True):
        places: list[tuple[PlayerId, int]] = []
        for group in equals:
            place = len(places) + 1
            in_order = sorted(group, key=lambda player: (order.get(player, -1), player))
            places += [(player, place) for player in in_order]
        divisions.append((division.name, places))
    joining = [(step.player, 0) for step in preview.plan.steps if not step.source]
    return [*divisions, (_("Joining"), joining)] if joining else divisions


def _next_divisions(preview: PeriodPreview) -> NamedPlaces:
    """Return the divisions of the next period, then those who leave."""
    club = preview.period.ladder.club
    names = {division.level: division.name for division in preview.divisions}
    divisions = [
        (names.get(level, default_division_name(level, club)), _without_places(players))
        for level, players in enumerate(preview.plan.divisions, 1)
    ]
    leaving = _without_places(preview.plan.left)
    return [*divisions, (_("Leaving"), leaving)] if leaving else divisions


def _without_places(players: Iterable[PlayerId]) -> list[tuple[PlayerId, int]]:
    return [(player, 0) for player in players]


def _division_by_player(divisions: NamedPlaces) -> dict[PlayerId, str]:
    return {player: name for name, places in divisions for player, _place in places}


def _kind(step: DivisionStep | None) -> str:
    if step is None:
        return "leaves"
    if not step.source:
        return "joins"
    if step.source == step.target:
        return "stays"
    return "up" if step.target < step.source else "down"
