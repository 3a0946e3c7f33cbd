"""The race of a season as a chart: points of the leaders after each session."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Session
from league.operations.standings.season_trends import LEADERS, SeasonTrends
from league.operations.support import wording
from league.web.standings.shared import session_heading
from league.web.support import charts
from league.web.support.charts import Figure, Series
from scoring.pure import points, standings
from scoring.pure.facts import SeasonFacts
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT

MOST_SESSIONS = 40


def chart(story: SeasonTrends, *, member: bool) -> Figure | None:
    """Return the chart with the names that the reader may see; None before there are two
    sessions."""
    leaders = [row.player for row in story.view.rows[:LEADERS]]
    history = story.leaders
    played = {fact.session for fact in history.facts}
    sessions = [session for session in story.evenings if session.pk in played]
    if len(sessions) < 2 or not leaders:
        return None
    names = [player.name if member else player.public_name for player in leaders]
    ids = [session.pk for session in sessions]
    lines = [totals(history, story.scheme, player.pk, ids) for player in leaders]
    places = wording.decimal_places(total for line in lines for total in line)
    series = [_series(name, line, places) for name, line in zip(names, lines, strict=True)]
    zone = story.view.table.season.club.timezone
    headings = [session_heading(session.starts_at, zone) for session in sessions[-MOST_SESSIONS:]]
    axis = charts.value_axis([value for line in series for value in _numbers(line)], zero=True)
    return Figure(
        "race",
        _("The race: points of the leaders after each evening"),
        _summary(series, sessions),
        _("points"),
        _("The race: choose an evening"),
        charts.line_chart(series, headings, axis),
    )


def _series(name: str, player_totals: Sequence[int], places: int) -> Series:
    shown = player_totals[-MOST_SESSIONS:]
    texts = [wording.decimals(total, places) for total in shown]
    return Series(name, [total / UNIT for total in shown], texts)


def _numbers(series: Series) -> list[float]:
    return [value for value in series.values if value is not None]


def _summary(series: Sequence[Series], sessions: Sequence[Session]) -> str:
    """Return the end of the race in a sentence."""
    count = len(sessions)
    first = ngettext(
        "%(name)s leads with %(points)s after %(count)s evening.",
        "%(name)s leads with %(points)s after %(count)s evenings.",
        count,
    ) % {"name": series[0].label, "points": series[0].texts[-1], "count": count}
    if len(series) == 1:
        return first
    second = _("%(name)s follows with %(points)s.")
    return f"{first} {second % {'name': series[1].label, 'points': series[1].texts[-1]}}"


def totals(
    history: SeasonFacts, scheme: Scheme, player: int, sessions: Sequence[int]
) -> Sequence[int]:
    """Return the points of a player after each session, in units, by the rules of the scheme."""
    if scheme.kept_per_month is not None:  # each evening changes what the earlier ones are worth
        return _faded_totals(history, scheme, player, sessions)
    facts = [fact for fact in history.facts if fact.player == player]
    earned: Counter[int] = Counter()
    for fact in facts:
        earned[fact.session] += points.result_points(fact, scheme)
    deductions: Counter[int] = Counter()
    for penalty in history.penalties:
        if penalty.player == player:
            deductions[penalty.session] += penalty.points * UNIT
    results = Counter(fact.session for fact in facts)
    sit_outs = Counter(sit_out.session for sit_out in history.sit_outs if sit_out.player == player)
    sums, session_points, penalties, played, sat_out = list[int](), list[int](), 0, 0, 0
    changing = earned.keys() | deductions.keys() | sit_outs.keys()
    for session in sessions:
        if sums and session not in changing:
            sums.append(sums[-1])
            continue
        penalties += deductions[session]
        if session in earned:
            session_points.append(earned[session])
        played, sat_out = played + results[session], sat_out + sit_outs[session]
        for_sit_outs = points.sit_out_points(sum(session_points), played, sat_out, scheme)
        sums.append(points.season_points(session_points, played, scheme) + for_sit_outs - penalties)
    return sums


def _faded_totals(
    history: SeasonFacts, scheme: Scheme, player: int, sessions: Sequence[int]
) -> Sequence[int]:
    after = {
        session: next(
            (line.points for line in standings.totals(so_far, scheme) if line.player == player), 0
        )
        for session, so_far in history.by_session()
    }
    points_now, sums = 0, []
    for session in sessions:
        points_now = after.get(session, points_now)
        sums.append(points_now)
    return sums
