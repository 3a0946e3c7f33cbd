"""The rules that a plan can be judged by, and the modes in which players are seated."""

from enum import StrEnum


class Rule(StrEnum):
    """A rule, counted in whole numbers; the README defines each."""

    FORBIDDEN_PAIR = "forbidden_pair"
    TOGETHER = "together"
    FIXED_TABLE = "fixed_table"
    STEP_FREE = "step_free"
    LEVEL_GAP = "level_gap"
    SIT_OUT = "sit_out"
    CONSECUTIVE_REPEAT = "consecutive_repeat"
    REPEAT_PAIR = "repeat_pair"
    PREFERRED_SIZE = "preferred_size"
    SEAT_SPREAD = "seat_spread"
    RANK_DISTANCE = "rank_distance"


class Mode(StrEnum):
    SOCIAL = "social"  # the best by the rules
    SWISS = "swiss"  # the same, with close ranks
    SEASON = "season"  # the same, by default until everybody could have met everybody
    ARENA = "arena"  # the same, for those who do not play just now
    RANDOM = "random"
    SNAKE = "snake"  # strong and weak at each table, dealt to and fro
    INTERVAL = "interval"  # strong and weak at each table, at equal distances
    SCRIPT = "script"  # a movement card, by numbers
    KING = "king"  # winners go up a table, losers down


SEARCHED = (Mode.SOCIAL, Mode.SWISS, Mode.SEASON, Mode.ARENA)
RANKED = (Mode.SWISS, Mode.SNAKE, Mode.INTERVAL)
ONE_ROUND = (Mode.SNAKE, Mode.INTERVAL, Mode.KING, Mode.ARENA)

DEFAULT_ORDER = tuple(rule for rule in Rule if rule is not Rule.RANK_DISTANCE)
SWISS_ORDER = (*DEFAULT_ORDER[:7], Rule.RANK_DISTANCE, *DEFAULT_ORDER[7:])
NEEDS = {  # the key of the request that gives a rule something to count
    Rule.FORBIDDEN_PAIR: "forbidden",
    Rule.TOGETHER: "together",
    Rule.FIXED_TABLE: "fixed",
    Rule.STEP_FREE: "step_free",
    Rule.LEVEL_GAP: "levels",
    Rule.RANK_DISTANCE: "ranking",
}


def default_rules(mode: Mode, request_keys: frozenset[str]) -> tuple[Rule, ...]:
    """Return the order of rules of a request that states none, without the rules that have nothing
    to count."""
    order = SWISS_ORDER if mode is Mode.SWISS else DEFAULT_ORDER
    return tuple(
        rule
        for rule in order
        if rule is Rule.FORBIDDEN_PAIR or rule not in NEEDS or NEEDS[rule] in request_keys
    )
