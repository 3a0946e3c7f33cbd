"""Messages about faults in a round of Triominos."""

from __future__ import annotations

from collections.abc import Mapping

from problems.text import Text

# how many play
WHY_NOT: Mapping[int, Text] = {
    7: Text(
        "number_of_players",
        "This game is for 2 to 6 players: with 7, only 7 of the 56 tiles would be left to draw, "
        "one for each. Split the players between two tables.",
        "T2",
    ),
    8: Text(
        "number_of_players",
        "This game is for 2 to 6 players: with 8, none of the 56 tiles would be left to draw. "
        "Split the players between two tables.",
        "T2",
    ),
}
ROUND_AFTER_TARGET = Text(
    "round_after_target", "The match is over: somebody has reached {target} points.", "T15"
)
CANNOT_HAVE_REACHED = Text(
    "cannot_have_reached",
    "{seat} cannot have reached {target} points during this round: nobody can go from {before} up "
    "to {target} and end the same round with {found}.",
    "T16",
)
TOO_MUCH_LOST = Text(
    "too_much_lost",
    "Not all of these players can have reached {target} points during this round: together the "
    "players would have lost {found} points by drawing. The maximum is {most}.",
    "T16",
)
REACHED_TWICE = Text(
    "reached_twice",
    "{seat} is listed twice among the players who reached the target. Name each player once.",
    "T16",
)
# house rules
TOO_MANY_DEALT = Text(
    "too_many_dealt", "There are 56 tiles: deal at most {most} to each player, not {found}.", "T18"
)
# the tiles
UNKNOWN_TILE = Text(
    "unknown_tile",
    "Write a tile as its three numbers from 0 to 5 in ascending order, such as 015. Found: "
    "{found}.",
    "T1",
)
NOT_CORNERS = Text(
    "not_corners", "Enter the numbers at the three corners, each from 0 to 5. Found: {found}.", "T1"
)
FLIPPED = Text(
    "flipped",
    "Read clockwise, no tile shows {found}: {tile} would be face down. Turn it so that it reads "
    "{expected} from one of its corners.",
    "T1",
)
TILE_TWICE = Text(
    "tile_twice", "The tile {tile} appears {found} times, but each tile exists only once.", "T1"
)
TILES_MISSING = Text("tiles_missing", "These tiles are missing: {tiles}. Enter all 56.", "T1")
RACK_SIZE = Text("rack_size", "Tiles dealt to {seat}: {found}. Required: {expected}.", "T2")
POOL_SIZE = Text(
    "pool_size", "Tiles in the pool after the deal: {found}. Required: {expected}.", "T2"
)
POOL_TOO_LARGE = Text(
    "pool_too_large",
    "Tiles left in the pool: {found}. After the deal there were only {most}.",
    "T20",
)
# sheets
SHEET_NOT_EXCLUDED = Text(
    "sheet_not_excluded",
    "These scores are possible. To verify more, enter the tiles or the moves.",
    "T19",
)
SCORE_TOO_LOW = Text(
    "score_too_low",
    "{seat} cannot have {found} points after one round. The minimum is {least}.",
    "T19",
)
SCORE_TOO_HIGH = Text(
    "score_too_high",
    "{seat} cannot have {found} points after one round. The maximum is {most}.",
    "T19",
)
SUM_TOO_LOW = Text(
    "sum_too_low",
    "The scores of a round cannot add up to {found}. The minimum is {least}: the pool has too "
    "few tiles for so many draws.",
    "T19",
)
SUM_TOO_HIGH = Text(
    "sum_too_high", "The scores of a round cannot add up to {found}. The maximum is {most}.", "T19"
)
UNUSUAL_SCORE = Text(
    "unusual_score", "{seat} has {found} points in one round. This is unusual: please check.", "T19"
)
UNUSUAL_SUM = Text(
    "unusual_sum",
    "The scores of this round add up to {found}. This is unusual: please check.",
    "T19",
)
# finals
EMPTY_BOARD = Text(
    "empty_board", "No tile lies on the board. Enter at least the one that opened the round.", "T20"
)
FAR_AWAY = Text(
    "far_away", "Enter a cell as two whole numbers from -{most} to {most}. Found: {found}.", "T5"
)
TWO_ON_A_CELL = Text("two_on_a_cell", "Several tiles lie on the cell ({x}, {y}). Keep one.", "T20")
POINT_DIFFERS = Text(
    "point_differs",
    "The tiles that meet at the point ({x}, {y}) show different numbers there: {found}.",
    "T20",
)
NOT_CONNECTED = Text(
    "not_connected",
    "Tiles joined to the first by their sides: {found} of {all}. Join them all.",
    "T20",
)
NOT_OUT = Text(
    "not_out",
    "Somebody laid all tiles, so exactly one player has none left. Players without tiles: {found}.",
    "T20",
)
NOT_BLOCKED = Text(
    "not_blocked",
    "The round ended blocked, so everybody has tiles left. Enter the tiles left for {seats}.",
    "T20",
)
POOL_NOT_EMPTY = Text(
    "pool_not_empty",
    "A round is blocked only when the pool is empty. Tiles in the pool: {found}.",
    "T20",
)
IMPOSSIBLE_SUM = Text(
    "impossible_sum",
    "The points before the end bonus cannot add up to {found}, with {pips} points on the board "
    "and {drawn} tiles drawn for 5 points each. The nearest sum is {expected}.",
    "T20",
)
# moves
MOVE_AFTER_ROUND = Text("move_after_round", "The round is over: no move can follow.", "T21")
ROUND_GOES_ON = Text(
    "round_goes_on",
    "The moves stop before the end of the round. Enter them all, until somebody lays the last "
    "tile or everybody is blocked.",
    "T21",
)
OPENING_EXPECTED = Text(
    "opening_expected",
    "{seat} cannot do this before the opening. The round opens with {tiles}, laid by "
    "{holder_seats}.",
    "T3",
)
NOT_THE_OPENING = Text(
    "not_the_opening",
    "{seat} cannot open with {tile}. The highest triple opens or, without any, the highest "
    "total: {tiles}, laid by {holder_seats}.",
    "T3",
)
TURN_OF_ANOTHER = Text("turn_of_another", "{seat} plays, but it is {due_seat}’s turn.", "T9")
TILE_NOT_HELD = Text(
    "tile_not_held", "{seat} does not have {tile}. In this rack: {expected}.", "T21"
)
NOT_THE_DRAWN_TILE = Text(
    "not_the_drawn_tile",
    "{seat} lays {tile} after a draw, but can lay only the tile just drawn: {expected}.",
    "T9",
)
CORNERS_OF_ANOTHER = Text(
    "corners_of_another",
    "The corners {found} are those of {shown}, but {tile} is laid. Turn it, as in {expected}.",
    "T21",
)
CELL_TAKEN = Text(
    "cell_taken", "A tile already lies on the cell ({x}, {y}). Choose an empty cell.", "T6"
)
NO_COMMON_SIDE = Text(
    "no_common_side",
    "On the cell ({x}, {y}), no side touches another tile. Touching at a point is not enough.",
    "T6",
)
POINT_SHOWS = Text(
    "point_shows",
    "The tile would show {found} at the point ({x}, {y}), where the board shows {expected}.",
    "T6",
)
POOL_IS_EMPTY = Text(
    "pool_is_empty",
    "{seat} cannot draw: the pool is empty. Lay a tile or, with fewer than three draws in this "
    "turn, pass.",
    "T11",
)
FOURTH_DRAW = Text(
    "fourth_draw",
    "{seat} has drawn three times in this turn and must lay a tile; otherwise the turn fails.",
    "T9",
)
NOT_THE_FRONT = Text(
    "not_the_front", "The next tile of the pool is {expected}, not {found}.", "T21"
)
DRAW_WITHOUT_TILE = Text(
    "draw_without_tile",
    "Enter the tile that {seat} drew: the order of the pool is not known.",
    "T21",
)
TILE_NOT_IN_POOL = Text(
    "tile_not_in_pool", "{seat} cannot draw {tile}: it has already been dealt or drawn.", "T21"
)
FAIL_TOO_EARLY = Text(
    "fail_too_early",
    "Draws of {seat} in this turn: {found}. A turn fails only after three draws.",
    "T10",
)
PASS_WITH_POOL = Text(
    "pass_with_pool",
    "{seat} cannot pass yet and must lay a tile, or draw up to three times. Tiles in the pool: "
    "{found}.",
    "T9",
)
PASS_AFTER_THREE_DRAWS = Text(
    "pass_after_three_draws",
    "{seat} has drawn three times and laid no tile: this is a failed turn, not a pass.",
    "T10",
)
PASS_WITH_FITTING_TILE = Text(
    "pass_with_fitting_tile",
    "{seat} cannot pass: {tile} fits on the cell ({x}, {y}), and with these house rules, passing "
    "is possible only if no tile fits.",
    "T11",
)
WRONG_POINTS = Text("wrong_points", "{seat} earns {expected} for this move, not {found}.")
# the calculator
BOARD_UNREADABLE = Text(
    "board_unreadable",
    "Enter a board in JSON, or the name of a file with one. Found: {found}.",
    "T5",
)
