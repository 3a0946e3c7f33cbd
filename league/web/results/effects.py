"""The preview of a correction for templates (games/_effects.html)."""

from collections.abc import Sequence
from typing import Any

from league.models import Seat
from league.operations.results.correction_preview import CorrectionPreview


def effects_context(seats: Sequence[Seat], preview: CorrectionPreview | None) -> dict[str, Any]:
    """Return the context of the preview; without one nothing is shown."""
    if preview is None:
        return {"effects": None}
    return {
        "effects": preview.effects,
        "effects_of_match": _effects_by_seat(seats, preview),
        "promotions": preview.promotions,
        "later_seats": preview.seats,
    }


def _effects_by_seat(seats: Sequence[Seat], preview: CorrectionPreview) -> list[dict[str, Any]]:
    """Return totals and places by seat, as they would be and as they are."""
    now, then = preview.effects.match, preview.effects.before
    names = ("seat", "total", "place", "total_before", "place_before")
    columns = zip(seats, now.totals, now.places, then.totals, then.places, strict=True)
    return [dict(zip(names, line, strict=True)) for line in columns]
