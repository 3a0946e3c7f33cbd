"""Messages about faults in a round of Njet!."""

from __future__ import annotations

from games.messages import ENTRIES
from games.njet import card_names
from problems.text import Param, Text, Words

ENTRIES["njet_first"] = Words("who blocks the first cell")

NJET_MATCH_OVER = Text(
    "njet_match_over", "The match ended after round {rounds}: no other round can follow.", "Z11"
)
# house rules
NO_DISCARDS = Text("no_discards", "Choose at least one number of cards to put aside.", "Z14")
DISCARDS_TWICE = Text(
    "discards_twice",
    "Numbers of cards to put aside: {found} appears twice. Enter each number once.",
    "Z14",
)
# the cards
UNKNOWN_CARD = Text(
    "njet_unknown_card",
    "Write a card as its colour R K B G (red, black, blue, green) and its rank 1 to 9, such as "
    "R9. Found: {found}.",
    "Z1",
)
CARD_TOO_OFTEN = Text(
    "njet_card_too_often",
    "{card} appears {found} times. With {players} players the deck has {expected}.",
    "Z1",
)
HAND_SIZE = Text(
    "njet_hand_size",
    "Cards dealt to {seat}: {found}. Required: {expected} (12 with three players, 10 with four).",
    "Z2",
)
# the board
NOT_A_CELL = Text("not_a_cell", "{row}: choose {expected}.", "Z3")
NOT_A_START_PLAYER = Text("not_a_cell", "Choose the start player. Possible: {seats}.", "Z3")
UNREADABLE_CELL = Text(
    "unreadable_cell", "Name a cell of the row, such as 2 or R. Found: {found}.", "Z3"
)
DISCARD_TOO_BIG = Text(
    "discard_too_big", "Nobody can put {found} cards aside: a hand has only {expected}.", "Z6"
)
# teams
TEAMS_NOT_ALL = Text(
    "teams_not_all",
    "Put each player in one team. Named twice: {twice_seats}. Missing: {missing_seats}.",
    "Z5",
)
TEAM_SIZES = Text("team_sizes", "Players in the two teams: {found}. Required: {expected}.", "Z5")
START_NOT_IN_FIRST_TEAM = Text(
    "start_not_in_first_team", "{seat} is the start player and belongs in the first team.", "Z16"
)
# finals
SUM_OF_TRICKS = Text(
    "sum_of_tricks",
    "Tricks of both teams: {found}. Required: {expected} ({hand} cards each, less {aside} put "
    "aside).",
    "Z16",
)
TRICKS_OF_NO_DISCARD = Text(
    "sum_of_tricks",
    "Tricks of both teams: {found}. Possible: {expected} ({hand} cards each, less those put "
    "aside).",
    "Z16",
)
SUM_OF_ONES = Text(
    "sum_of_ones",
    "1s of both teams: {found}. Possible: {least} to 8, as {aside} cards were put aside.",
    "Z16",
)
EIGHT_ONES = Text("sum_of_ones", "1s of both teams: {found}. Required: 8.", "Z16")
ONES_WITHOUT_TRICKS = Text(
    "ones_without_tricks",
    "1s of this team: {found}. Tricks: {tricks}. With {players} cards in a trick, the maximum is "
    "{most}.",
    "Z16",
)
# sheets
NO_TWO_SIDES = Text(
    "no_two_sides",
    "Partners score the same: the four scores must be two equal pairs. Found: {found}.",
    "Z15",
)
NO_PAIR = Text(
    "no_two_sides",
    "Two of the three players are partners and score the same. Found: {found}.",
    "Z15",
)
ONE_PAIR = Text(
    "no_two_sides",
    "Two partners score the same: {seat} has {found} and {other_seat} {other}.",
    "Z15",
)
TEAM_SCORES_DIFFER = Text(
    "team_scores_differ", "{seats} are partners and must score the same: {found}.", "Z15"
)
NO_SUCH_SCORES = Text(
    "no_such_scores",
    "No round can end with {found}. A team scores its tricks and 1s times the value ({values}), "
    "and both teams together have {sums} of them. Check the scores.",
    "Z15",
)
NO_SUCH_SCORES_OF_THREE = Text(
    "no_such_scores",
    "No round can end with {found}. A team scores its tricks and 1s times the value "
    "({values}), twice that for a lone player who counts double, and both teams together have "
    "{sums} of them. Check the scores.",
    "Z15",
)
# moves
MOVE_AFTER_END = Text("njet_move_after_end", "The last trick is over: no move can follow.", "Z17")
NOT_ENDED = Text(
    "njet_not_ended", "The moves stop before the last trick is over. Next: {expected}.", "Z17"
)
OTHER_PHASE = Text(
    "other_phase", "This move is not possible now: {found}. Next: {expected}.", "Z17"
)
NJET_TURN = Text("njet_turn", "{seat} blocks a cell, but it is {due_seat}’s turn.", "Z4")
CELL_COVERED = Text(
    "cell_covered", "{row}: {found} is already blocked. Still open: {expected}.", "Z4"
)
START_COVERED = Text(
    "cell_covered", "{seat} is already blocked as start player. Still open: {open_seats}.", "Z4"
)
ROW_DECIDED = Text(
    "row_decided",
    "{row}: only one cell is open, so the row is decided. Block a cell of another row.",
    "Z4",
)
NOT_THE_START_PLAYER = Text(
    "not_the_start_player",
    "{seat} chooses a partner, but only the start player can: {due_seat}.",
    "Z5",
)
OWN_PARTNER = Text(
    "own_partner", "{seat} cannot be their own partner. Choose another player.", "Z5"
)
ALONE_WITH_FOUR = Text(
    "alone_with_four", "{seat} cannot play alone. With four players, choose a partner.", "Z5"
)
ASIDE_TWICE = Text(
    "aside_twice", "{seat} has already put cards aside. Each player does so once.", "Z6"
)
NUMBER_ASIDE = Text(
    "number_aside", "Cards put aside by {seat}: {found}. Required: {expected}.", "Z6"
)
TRICK_TURN = Text("trick_turn", "{seat} plays a card, but it is {due_seat}’s turn.", "Z7")
CARD_NOT_HELD = Text(
    "njet_card_not_held", "{seat} does not have {card}. In this hand: {expected}.", "Z17"
)
MUST_FOLLOW = Text(
    "must_follow",
    "{seat} plays {card} but can follow {led} and must do so. Possible: {expected}.",
    "Z7",
)
MUST_TRUMP = Text(
    "must_trump",
    "{seat} plays {card} but cannot follow {led} and must trump. Possible: {expected}.",
    "Z7",
)
# the calculator's own
NOT_TWO_TEAMS = Text(
    "not_two_teams", "Enter two teams, such as 0,1 2,3 or 2 0,1, not {found}.", "Z5"
)
# names of rules
ROWS = {
    "first": Words("start player"),
    "discard": Words("discard"),
    "trump": Words("trump"),
    "super": Words("super-trump"),
    "value": Words("trick value"),
}
PHASES = {
    "njet": Words("block a cell"),
    "partner": Words("choose a partner"),
    "discard": Words("put cards aside"),
    "card": Words("play a card"),
}


def cell(name: int | str) -> Param:
    """Return what stands in a cell of the board: a colour, or a number."""
    return card_names.COLOURS.get(str(name)) or str(name)
