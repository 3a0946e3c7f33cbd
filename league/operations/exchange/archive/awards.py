"""Awards of a club in its archive: the fields of a row, written and read."""

from collections.abc import Mapping
from typing import Any

from league.models import AwardCategory, ClubAward, Currency
from league.models.awards import MOST_CENTS, MOST_NEEDED
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.standings.club_awards import LONGEST_PRIZE
from scoring.pure.statistics import STATISTICS

DATES = ("starts_on", "ends_on")
PLAIN = (
    "name", "statistic", "lowest", "category", "minimum_matches", "minimum_evenings", "prize",
    "amount", "currency",
)  # fmt: skip
NEEDED = shape.integer_field(0, MOST_NEEDED)
FIELDS: Mapping[str, Field] = {
    "name": shape.text_field(100),
    "statistic": shape.choice_field(*STATISTICS),
    "lowest": shape.boolean_field,
    "game": shape.optional_field(shape.game_field),
    "starts_on": shape.optional_field(shape.date_field),
    "ends_on": shape.optional_field(shape.date_field),
    "category": shape.choice_field(*AwardCategory.values),
    "minimum_matches": NEEDED,
    "minimum_evenings": NEEDED,
    "prize": shape.text_field(LONGEST_PRIZE),
    "amount": shape.integer_field(0, MOST_CENTS),
    "currency": shape.choice_field(*Currency.values),
}


def award_values(award: ClubAward) -> dict[str, Any]:
    """Return the values of a row, except its number, its season and its league."""
    days = {name: getattr(award, name) for name in DATES}
    return {
        **{name: getattr(award, name) for name in PLAIN},
        **{name: day and day.isoformat() for name, day in days.items()},
        "game": award.game or None,
    }


def read_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an award from its row, as `award_values` wrote them."""
    return {name: row[name] for name in (*PLAIN, *DATES)} | {"game": row["game"] or ""}
