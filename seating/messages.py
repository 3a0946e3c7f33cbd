"""The messages about requests and plans that are not valid, in every language."""

from problems.text import Text

WRONG_LENGTH = Text("wrong_length", "Entries in this list: {found}. Required: {least} to {most}.")
NOT_WITHIN = Text("not_within", "Enter a whole number from {least} to {most}. Found: {found}.")
NOT_SECONDS = Text("not_seconds", "Enter a number of seconds from 0 to {most}. Found: {found}.")
WRONG_VERSION = Text("wrong_version", "Use version {expected} of the request. Found: {found}.")
UNKNOWN_PLAYER = Text("unknown_player", "“{found}” is not among the players. Choose one of them.")
TWICE = Text("twice", "“{found}” appears twice. Keep one.")
SIZES_REVERSED = Text(
    "sizes_reversed",
    "The smallest table has {least} players. Enter {least} or more for the largest. Found: "
    "{found}.",
)
ONE_ROUND = Text("one_round", "The mode “{mode}” draws one round at a time. Enter 1, not {found}.")
NEEDED_BY_MODE = Text("needed_by_mode", "The mode “{mode}” needs “{key}”. Add it.")
NEEDED_BY_RULE = Text("needed_by_rule", "The rule “{rule}” needs “{key}”. Add it.")
MISSING_PLAYER = Text(
    "missing_player",
    "“{found}” is missing from this round. Add this player to a table or to those who sit out.",
)
STILL_PLAYING = Text(
    "still_playing",
    "“{found}” is still playing at another table. Remove this player from the round.",
)
TABLE_SIZE = Text("table_size", "Players at this table: {found}. Required: {least} to {most}.")
PARTNERS = Text(
    "wrong_partners",
    "Give the teams of each table in each round, so that every player of the table is in one team.",
)
NUMBER_OF_ROUNDS = Text("number_of_rounds", "Rounds in this plan: {found}. Required: {expected}.")
WRONG_COST = Text("wrong_cost", "The plan gives {found} for “{rule}”, but its cost is {expected}.")
WRONG_BOUND = Text(
    "wrong_bound",
    "The plan claims that “{rule}” costs at least {found}, but it costs {expected} here.",
)
NOT_OPTIMAL = Text(
    "not_optimal",
    "The plan claims to be optimal, but “{rule}” costs {found} and only {expected} is proved.",
)
