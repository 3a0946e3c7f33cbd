"""The orders of rules where an organiser has set none."""

from collections.abc import Iterable

from seating.rules import NEEDS, Mode, Rule, default_rules

FORMER_ORDER = (
    Rule.FORBIDDEN_PAIR,
    Rule.TOGETHER,
    Rule.FIXED_TABLE,
    Rule.STEP_FREE,
    Rule.LEVEL_GAP,
    Rule.SIT_OUT,
    Rule.PREFERRED_SIZE,
    Rule.CONSECUTIVE_REPEAT,
    Rule.REPEAT_PAIR,
    Rule.SEAT_SPREAD,
)
FORMER_SWISS_ORDER = (*FORMER_ORDER[:8], Rule.RANK_DISTANCE, *FORMER_ORDER[8:])


def usual(mode: str, keys: Iterable[str]) -> list[str]:
    """Return the order of rules where the organiser has set none."""
    return [*map(str, default_rules(Mode(mode), frozenset(keys)))]


def former(mode: str, keys: Iterable[str]) -> list[str]:
    """Return the order that was usual until rounds were drawn by turns to sit out. Drafts that were
    drawn by it stay up to date."""
    order = FORMER_SWISS_ORDER if mode == Mode.SWISS else FORMER_ORDER
    present = frozenset(keys)
    return [
        str(rule)
        for rule in order
        if rule is Rule.FORBIDDEN_PAIR or rule not in NEEDS or NEEDS[rule] in present
    ]
