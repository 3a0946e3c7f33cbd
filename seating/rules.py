"""The rules that a plan can be judged by, and the modes in which players are seated."""

from collections.abc import Sequence
from enum import StrEnum


class Rule(StrEnum):
    """A rule, counted in whole numbers; the README defines each."""

    FORBIDDEN_PAIR = "forbidden_pair"
    TOGETHER = "together"
    FIXED_TABLE = "fixed_table"
    STEP_FREE = "step_free"
    LEVEL_GAP = "level_gap"
    SAME_LEVEL = "same_level"
    PREFERRED_SIZE = "preferred_size"
    SIT_OUT_TURN = "sit_out_turn"
    SIT_OUT = "sit_out"
    SAME_TEAM = "same_team"
    CONSECUTIVE_REPEAT = "consecutive_repeat"
    REPEAT_PAIR = "repeat_pair"
    THIRD_MEETING = "third_meeting"
    PAST_MEETING = "past_meeting"
    REPEAT_TABLE_SIZE = "repeat_table_size"
    RANK_DISTANCE = "rank_distance"
    SEAT_SPREAD = "seat_spread"
    FIRST_SEAT = "first_seat"
    SEAT_ADVANTAGE = "seat_advantage"
    REPEAT_PARTNER = "repeat_partner"
    REPEAT_LEFT_NEIGHBOUR = "repeat_left_neighbour"


class Mode(StrEnum):
    SOCIAL = "social"  # the best by the rules
    SWISS = "swiss"  # the same, with close ranks
    SEASON = "season"  # the same, by default until all players have met
    ARENA = "arena"  # the same, for those who do not play just now
    RANDOM = "random"
    SNAKE = "snake"  # strong and weak at each table, dealt to and fro
    INTERVAL = "interval"  # strong and weak at each table, at equal distances
    SCRIPT = "script"  # a movement card, by numbers
    KING = "king"  # winners go up a table, losers down


SEARCHED = (Mode.SOCIAL, Mode.SWISS, Mode.SEASON, Mode.ARENA)
RANKED = (Mode.SWISS, Mode.SNAKE, Mode.INTERVAL)
ONE_ROUND = (Mode.SNAKE, Mode.INTERVAL, Mode.KING, Mode.ARENA)

# Partners, neighbours and seats are arranged after the tables, so these rules would only make the
# search longer; the others suit evenings with a long history.
OFF_BY_DEFAULT = (
    Rule.REPEAT_PARTNER,
    Rule.REPEAT_LEFT_NEIGHBOUR,
    Rule.FIRST_SEAT,
    Rule.SEAT_ADVANTAGE,
    Rule.SAME_LEVEL,
    Rule.PAST_MEETING,
)
# Sizes come before meetings, or eight players at tables of four who have all met would play four
# duels.
SWISS_ORDER = tuple(rule for rule in Rule if rule not in OFF_BY_DEFAULT)
# the organiser's choice "similar standings before new opponents"
SIMILAR_STANDINGS_ORDER = (
    *SWISS_ORDER[: SWISS_ORDER.index(Rule.REPEAT_PAIR)],
    Rule.RANK_DISTANCE,
    *(
        rule
        for rule in SWISS_ORDER[SWISS_ORDER.index(Rule.REPEAT_PAIR) :]
        if rule is not Rule.RANK_DISTANCE
    ),
)
BY_RANK = (Rule.SIT_OUT_TURN, Rule.RANK_DISTANCE)
DEFAULT_ORDER = (*(rule for rule in SWISS_ORDER if rule not in BY_RANK), *BY_RANK)
# the first aim of a season is that all pairs meet; few repetitions lead to that
SEASON_ORDER = tuple(
    {
        Rule.CONSECUTIVE_REPEAT: Rule.REPEAT_PAIR,
        Rule.REPEAT_PAIR: Rule.CONSECUTIVE_REPEAT,
    }.get(rule, rule)
    for rule in DEFAULT_ORDER
)
# Over many evenings all pairs meet again and again, so the weights of earlier meetings count
# instead of repetitions.
EVENING_ORDER = (
    Rule.FORBIDDEN_PAIR,
    Rule.TOGETHER,
    Rule.FIXED_TABLE,
    Rule.STEP_FREE,
    Rule.LEVEL_GAP,
    Rule.PREFERRED_SIZE,
    Rule.SIT_OUT,
    Rule.SAME_TEAM,
    Rule.SAME_LEVEL,
    Rule.CONSECUTIVE_REPEAT,
    Rule.PAST_MEETING,
    Rule.REPEAT_TABLE_SIZE,
    Rule.RANK_DISTANCE,
    Rule.FIRST_SEAT,
    Rule.SEAT_ADVANTAGE,
    Rule.SEAT_SPREAD,
)
DEALT_ORDER = tuple(rule for rule in SWISS_ORDER if rule is not Rule.RANK_DISTANCE)
USUAL_ORDERS = {
    Mode.SWISS: SWISS_ORDER,
    Mode.SEASON: SEASON_ORDER,
    Mode.SNAKE: DEALT_ORDER,
    Mode.INTERVAL: DEALT_ORDER,
}
NEEDS = {  # the key of the request that gives a rule something to count
    Rule.FORBIDDEN_PAIR: "forbidden",
    Rule.TOGETHER: "together",
    Rule.FIXED_TABLE: "fixed",
    Rule.STEP_FREE: "step_free",
    Rule.LEVEL_GAP: "levels",
    Rule.SAME_LEVEL: "levels",
    Rule.SAME_TEAM: "teams",
    Rule.SIT_OUT_TURN: "ranking",
    Rule.RANK_DISTANCE: "ranking",
    Rule.REPEAT_PARTNER: "partners",
    Rule.SEAT_ADVANTAGE: "seat_values",
}


def default_rules(mode: Mode, request_keys: frozenset[str]) -> tuple[Rule, ...]:
    """Return the order of rules of a request that states none, without the rules that have nothing
    to count."""
    return tuple(
        rule
        for rule in USUAL_ORDERS.get(mode, DEFAULT_ORDER)
        if rule is Rule.FORBIDDEN_PAIR or rule not in NEEDS or NEEDS[rule] in request_keys
    )


def search_order(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules with `sit_out_turn` before `sit_out` where `rank_distance` counts.

    A player who sits out leaves a gap in the ranks, so without it the first and the last would sit
    out, because there the gap costs nothing.
    """
    if Rule.RANK_DISTANCE not in rules or Rule.SIT_OUT not in rules or Rule.SIT_OUT_TURN in rules:
        return tuple(rules)
    place = rules.index(Rule.SIT_OUT)
    return (*rules[:place], Rule.SIT_OUT_TURN, *rules[place:])
