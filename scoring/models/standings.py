"""The rows of tables, as the database stores them. Only scoring.projection writes them."""

from copy import copy
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

from scoring.models.tables import Table
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, UNIT


class StandingQuerySet(models.QuerySet["Standing"]):
    def with_place(self) -> "StandingQuerySet":
        """Add the place to single rows; for a whole table use `scoring.rows.with_places`."""
        better = Standing.objects.filter(
            table=models.OuterRef("table"), rank_key__gt=models.OuterRef("rank_key")
        )
        count = better.order_by().values("table").annotate(n=models.Count("pk")).values("n")
        return self.annotate(  # type: ignore[no-redef]
            place=Coalesce(models.Subquery(count), 0) + 1
        )

    def equal_before_tiebreaks(self, row: "Standing") -> "StandingQuerySet":
        """Keep rows that have the points of this row, and are qualified as it is."""
        coarse, rest = divmod(row.points, FINE_PER_COARSE)
        points = Q(unit=UNIT, points=row.points)
        if not rest:
            points |= Q(unit=COARSE_UNIT, points=coarse)
        return self.filter(points, qualified=row.qualified)


class Standing(models.Model):
    """One row of a table. Its numbers count parts of a point: in memory always `units.UNIT`; stored
    `unit`, which is the coarse one unless a number is not whole in it.

    `rank_key` holds the values that rank the row, most important first, packed so that bytes sort
    as the numbers do: rows of equal keys share their place, and the place of a row is 1 + the
    number of greater ones. So a new result moves only the rows whose own values have changed.
    `tiebreaks` has a value for each tie-break that was needed, else None.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="standings")
    points = models.BigIntegerField()
    played = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    evenings = models.PositiveIntegerField()
    best_evening = models.BigIntegerField()
    sit_outs = models.PositiveIntegerField()
    penalty = models.BigIntegerField()
    qualified = models.BooleanField()
    tiebreaks = models.JSONField(default=dict)
    rank_key = models.BinaryField(max_length=200)
    unit = models.PositiveIntegerField(default=UNIT, db_default=COARSE_UNIT)

    place: int  # counted, not stored: see StandingQuerySet.with_place
    objects = StandingQuerySet.as_manager()
    IN_UNITS = ("points", "best_evening", "penalty")

    class Meta:
        ordering = ["-rank_key", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="standing_once_per_player")
        ]
        indexes = [models.Index(fields=["table", "rank_key"], name="standing_in_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.points}"

    @classmethod
    def from_db(cls, *args: Any, **more: Any) -> "Standing":
        row = super().from_db(*args, **more)
        if row.unit == COARSE_UNIT:
            row.unit = UNIT
            for name in cls.IN_UNITS:
                setattr(row, name, getattr(row, name) * FINE_PER_COARSE)
            row.tiebreaks = {
                code: None if value is None else value * FINE_PER_COARSE
                for code, value in row.tiebreaks.items()
            }
        return row

    def in_coarsest_unit(self) -> "Standing":
        """Return the row as it is stored: in the coarse unit if all its numbers are whole there, so
        that rows of tables for up to eight players are the same in every version."""
        row = copy(self)
        values = [value for value in self.tiebreaks.values() if value is not None]
        numbers = [getattr(self, name) for name in self.IN_UNITS]
        if not any(number % FINE_PER_COARSE for number in (*numbers, *values)):
            row.unit = COARSE_UNIT
            for name, number in zip(self.IN_UNITS, numbers, strict=True):
                setattr(row, name, number // FINE_PER_COARSE)
            row.tiebreaks = {
                code: None if value is None else value // FINE_PER_COARSE
                for code, value in self.tiebreaks.items()
            }
        return row
