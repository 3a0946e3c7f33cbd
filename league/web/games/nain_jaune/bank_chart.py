"""The banks of a match as a chart: the chips of each player from the start to the last round."""

from collections.abc import Sequence
from itertools import accumulate

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Match, Submission
from league.operations.support import wording
from league.web.games.pages import Body
from league.web.support import charts
from league.web.support.charts import Figure, Heading, Series


def show_banks(match: Match, rounds: Sequence[Submission], names: Sequence[str]) -> Body:
    """Return the chart with these names by seat, the richest first."""
    banks = [
        _bank_history(total, [row.scores[seat] for row in rounds])
        for seat, total in enumerate(match.totals)
    ]
    richest_first = sorted(range(len(banks)), key=lambda seat: -banks[seat][-1])
    series = [
        Series(names[seat], banks[seat], [wording.signless(bank) for bank in banks[seat]])
        for seat in richest_first
    ]
    headings = [Heading(_("start"), _("start"))]
    headings += [
        Heading(_("Round %(number)s") % {"number": number}, str(number))
        for number in range(1, len(rounds) + 1)
    ]
    axis = charts.value_axis([bank for history in banks for bank in history], zero=True)
    figure = Figure(
        "banks",
        _("Chips round by round"),
        _summary(series, banks[0][0]),
        _("chips"),
        _("Chips round by round: choose a round"),
        charts.line_chart(series, headings, axis),
    )
    return {"figure": figure}


def _bank_history(total: int, changes: Sequence[int]) -> list[int]:
    """Return the bank at the start and after each round, from the bank in the end."""
    return list(accumulate(changes, initial=total - sum(changes)))


def _summary(series: Sequence[Series], start: int) -> str:
    """Return who has most chips and how the match started, in two sentences."""
    most = series[0].values[-1]
    richest = [line.label for line in series if line.values[-1] == most]
    count = len(series[0].values) - 1
    leaders = ngettext(
        "Most chips after %(count)s round: %(names)s, %(chips)s.",
        "Most chips after %(count)s rounds: %(names)s, %(chips)s.",
        count,
    ) % {
        "count": count,
        "names": get_text_list(richest, _("and")),
        "chips": series[0].texts[-1],
    }
    beginning = _(
        "Everyone started with %(start)s chips. The score sheet has the figures of every round."
    )
    return f"{leaders} {beginning % {'start': start}}"
