"""The whole preview of a correction: its effects on standings and ratings, on the divisions of a
ladder, and on seats that were drawn later. It only informs: a correction moves no player between
divisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games import record
from games.base import Verdict
from league.errors import Invalid
from league.models import Division, Match, Period, Player, User
from league.operations.audit import club_log
from league.operations.ladders import divisions
from league.operations.ladders.divisions import PeriodPreview
from league.operations.matches import effects, matches, submissions
from league.operations.matches.effects import Effects
from league.operations.matches.rounds_sql import Body
from league.operations.results import later_seats, seat_corrections
from league.operations.results.later_seats import LaterSeats
from league.operations.support.dry_run import dry_run
from league.operations.tournaments import final_ranking


@dataclass(frozen=True)
class DivisionMove:
    """A player who would go on in another division after the period; None: in none."""

    player: Player
    before: Division | None
    after: Division | None


@dataclass(frozen=True)
class CorrectionPreview:
    effects: Effects
    promotions: list[DivisionMove]
    seats: LaterSeats


def preview_correction(
    match_id: int, number: int, body: Body, *, by: User | None
) -> CorrectionPreview:
    """Return what a correction would change, without storing it. Raise the errors of
    `submissions.correct`."""

    def compare() -> Effects:
        return effects.correct_and_compare(match_id, number, body, by=by, read=final_ranking.read)

    return _preview(lambda: submissions.lock_match(match_id), compare)


def preview_seats(
    match_id: int, seats: Mapping[int, Sequence[int]], *, by: User | None
) -> CorrectionPreview:
    """Return what a correction of seats would change, without storing it. Raise what
    `seat_corrections.correct_seats` raises."""

    def correct() -> tuple[Match, Verdict]:
        corrected = seat_corrections.correct_seats(seats, by=by, approved=True)
        match = next(match_row for match_row in corrected if match_row.pk == match_id)
        return match, record.check(matches.match_record(match))

    def compare() -> Effects:
        return effects.act_and_compare(match_id, correct, read=final_ranking.read)

    def lock() -> Match:
        locked = seat_corrections.lock_matches(seats, {})
        return next(
            locked_match.match for locked_match in locked if locked_match.match.pk == match_id
        )

    return _preview(lock, compare)


def _preview(lock: Callable[[], Match], compare: Callable[[], Effects]) -> CorrectionPreview:
    """Return the preview; `lock` takes the locks of the correction, in their order, and returns the
    match."""
    with dry_run(), club_log.as_one_act():  # a preview is no act
        match = lock()
        sittings = later_seats.later_sittings(match)
        seats_before = later_seats.current_requests(sittings)
        period_before = _next_period(match.session.season_id)
        correction_effects = compare()
        seats_after = later_seats.current_requests(sittings)
        period_after = _next_period(match.session.season_id)
    seats = later_seats.compare_seats(sittings, seats_before, seats_after)
    return CorrectionPreview(
        correction_effects, _division_moves(period_before, period_after), seats
    )


def _next_period(season_id: int) -> PeriodPreview | None:
    """Return the next period of the ladder to which the season belongs; None for other seasons."""
    of_season = Q(divisions__season=season_id) | Q(play_offs=season_id)
    period = Period.objects.filter(of_season).select_related("ladder__club").first()
    if period is None:
        return None
    try:
        return divisions.preview_period(period.ladder)
    except Invalid:  # no player would continue
        return None


def _division_moves(
    before: PeriodPreview | None, after: PeriodPreview | None
) -> list[DivisionMove]:
    if before is None or after is None:
        return []
    targets_before, targets_after = _targets(before), _targets(after)
    players = {**before.players, **after.players}
    return [
        DivisionMove(players[player], targets_before.get(player), targets_after.get(player))
        for player in {**targets_before, **targets_after}
        if targets_before.get(player) != targets_after.get(player)
    ]


def _targets(preview: PeriodPreview) -> Mapping[int, Division]:
    """Return each player's next division; newly opened levels are left out."""
    by_level = {division.level: division for division in preview.divisions}
    return {
        step.player: by_level[step.target] for step in preview.plan.steps if step.target in by_level
    }
