"""Columns of the season table. Place, player, points and matches played always show; the others
show by choice, and only if they say something about this table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from league.operations.standings import award_words
from league.operations.standings.season_trends import RecentForm
from league.operations.support import wording
from problems.text import Text
from scoring.models import Standing
from scoring.pure.facts import PlayerId
from scoring.pure.statistics import STATISTICS, Measure
from scoring.pure.tiebreaks import Tiebreak

NO_FORM = RecentForm((), 0, 1)
Form = Mapping[int, RecentForm]


@dataclass(frozen=True)
class Column:
    """An optional column: a tie-break, the values that `code` names, or a statistic, whose `cells`
    are the texts by player. `places` is the number of decimals of a tie-break."""

    code: str
    label: Text | Promise
    help: Text | Promise
    tiebreak: Tiebreak | None = None
    places: int = 0
    cells: Mapping[int, str] | None = None

    @property
    def heading(self) -> str:
        return _localized(self.label)

    @property
    def explanation(self) -> str:
        return _localized(self.help)


def _localized(text: Text | Promise) -> str:
    return text.say(get_language() or "en", {}) if isinstance(text, Text) else str(text)


WINS = Column("wins", gettext_lazy("Wins"), gettext_lazy("Matches won, including shared wins."))
FORM = Column(
    "form",
    gettext_lazy("Form"),
    gettext_lazy("The places in the last five matches, latest last."),
)
VERIFIED = Column(
    "proved",
    gettext_lazy("Verified"),
    gettext_lazy(
        "Percentage of matches backed by the cards or tiles at the end of each round, or by "
        "every move, not only by a score sheet."
    ),
)


SHOWN_ONLY = gettext_lazy("For information: this column does not change the places.")


def of_statistics(values: Mapping[PlayerId, Mapping[str, Measure]]) -> list[Column]:
    """Return the columns of the statistics that a scheme shows, in its order."""
    codes = list(next(iter(values.values()), {}))
    return [
        Column(
            f"shown-{code}",
            STATISTICS[code].label,
            SHOWN_ONLY,
            cells={
                player: award_words.value(STATISTICS[code], measures[code])
                for player, measures in values.items()
            },
        )
        for code in codes
    ]


def optional_columns(
    rows: Sequence[Standing], recent: Form, tiebreaks: Sequence[Tiebreak]
) -> list[Column]:
    """Return the optional columns that say something: at least one row has a value other than
    nothing or zero. A column that is empty or zero throughout, such as the share of verified
    matches in a club that enters score sheets only, is left out."""
    late = [recent.get(row.player_id, NO_FORM) for row in rows]
    candidates: list[tuple[Column, Sequence[float | None]]] = [
        (WINS, [row.wins for row in rows]),
        (FORM, [len(row.places) for row in late]),
        (VERIFIED, [row.share for row in late]),
        *(_of_tiebreak(rows, tiebreak) for tiebreak in tiebreaks),
    ]
    return [column for column, values in candidates if any(values)]


def _of_tiebreak(rows: Sequence[Standing], tiebreak: Tiebreak) -> tuple[Column, list[int | None]]:
    values = [row.tiebreaks.get(tiebreak.code) for row in rows]
    places = wording.decimal_places(values)
    return Column(tiebreak.code, tiebreak.label, tiebreak.help, tiebreak, places), values
