"""Facts and tables. Only scoring.ledger writes facts and settings (Ledger, Table, SchemeVersion,
Result, Encounter, Penalty, SitOut, Draw); only scoring.projection writes standings (Projection,
Standing) and only scoring.rating writes ratings (RatingBook, RatedSeason, Rating).

Every change of the facts of a season takes the next number of its ledger, whose row is locked until
the change is committed: a reader who sees version v sees all that came before. A fact holds from
version `since` on, and no longer from version `until` on; nothing is edited, nothing deleted.
"""

from scoring.models.facts import (
    LIVE,
    SUMMED,
    Draw,
    Encounter,
    Fact,
    FactQuerySet,
    Penalty,
    Result,
    SitOut,
)
from scoring.models.ratings import RatedSeason, Rating, RatingBook
from scoring.models.standings import Standing, StandingQuerySet
from scoring.models.tables import (
    Ledger,
    Projection,
    SchemeVersion,
    SeasonTableManager,
    Table,
    TableQuerySet,
)

__all__ = [
    "LIVE",
    "SUMMED",
    "Draw",
    "Encounter",
    "Fact",
    "FactQuerySet",
    "Ledger",
    "Penalty",
    "Projection",
    "RatedSeason",
    "Rating",
    "RatingBook",
    "Result",
    "SchemeVersion",
    "SeasonTableManager",
    "SitOut",
    "Standing",
    "StandingQuerySet",
    "Table",
    "TableQuerySet",
]
