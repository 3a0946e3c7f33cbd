"""The words for what can be wrong with any record, in every language."""

from __future__ import annotations

from collections.abc import Iterable

from problems.text import Text, Words

NOBODY = Words("nobody")
A_LIST = Words("a list")
AN_OBJECT = Words("an object")
NUMBER = Words("a number")
NUMBERS = {  # by a key on the way to it
    "scores": Words("a score"),
    "before_end": Words("the points"),
    "tricks": Words("the tricks"),
    "ones": Words("the 1s"),
}


def ranges(numbers: Iterable[int]) -> str:
    """Return `0, 2–10` for ascending numbers."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


NOT_A_NUMBER = Text("not_a_number", "{found} is not a JSON number. Enter a whole number.")
SAME_KEY = Text("same_key", "The entry “{key}” appears twice. Keep one.")
TOO_DEEP = Text(
    "too_deep", "Lists and objects are nested too deeply. A match needs only a few levels."
)
MISSING_KEY = Text("missing_key", "Missing: {what}.")
NOT_AN_INTEGER = Text("not_an_integer", "Enter a whole number, not {found}.")
NUMBER_MISSING = Text("not_an_integer", "Enter {what} (0 if none).")
TOO_SMALL = Text("too_small", "Enter {least} or more, not {found}.")
TOO_LARGE = Text("too_large", "Enter {most} or less, not {found}.")
NOT_A_SEAT = Text(
    "not_a_seat", "Choose a player of this match by number, 0 to {last}. Found: {found}."
)
NOT_A_CHOICE = Text("not_a_choice", "Choose {expected}. Found: {found}.")
WRONG_VERSION = Text("wrong_version", "Use version {expected} of the match record. Found: {found}.")
NUMBER_OF_PLAYERS = Text(
    "number_of_players", "This game is for {least} to {most} players, not {found}."
)
NUL_IN_NAME = Text("not_a_name", "Remove the character U+0000 from this name: {found}.")
NO_ROUNDS = Text("no_rounds", "A match needs at least one round. Add one.")
WRONG_SCORE = Text("wrong_score", "{seat} scores {expected} in this round, not {found}.")
# of games from outside
MATCH_OVER = Text("match_over", "The match is over. Remove this round.")
SCORE_OUT_OF_RANGE = Text(
    "score_out_of_range", "{seat} cannot score {found} in a round. Possible: {expected}."
)
FROM_TO = Words("{least} to {most}")
IN_STEPS = Words("{least} to {most} in steps of {step}")
PARTNERS_SHARE = Text(
    "partners_share", "{seat} has the points of the partner: enter {expected}, not {found}."
)
UNKNOWN_CARD = Text("not_a_card", "This game has no card {found}. Correct it.")
CARD_TOO_OFTEN = Text("too_many_copies", "{card} can appear only {copies}×. Remove it here.")
PARTNERS = Words("Partners, by their seats: {sides}.")
GAME_FAILED = Text(
    "game_failed",
    "{game} does not work, because of an error in its package {package}. Ask the admin of "
    "the server to update or remove the package.",
)
# for those who fill in forms, what `problems.messages` says to those who write JSON
OF_RECORDS = {
    text.code: text for text in (NOT_A_NUMBER, SAME_KEY, TOO_DEEP, MISSING_KEY, NOT_A_CHOICE)
}
# what an entry of a record is called; games add their own
ENTRIES = {
    "aside": Words("the cards set aside"),
    "at": Words("the cell of the tile"),
    "before_end": Words("the points before the end of the round"),
    "board": Words("the board"),
    "card": Words("the card"),
    "cards": Words("the cards"),
    "cell": Words("the blocked cell"),
    "corners": Words("the numbers at the corners"),
    "discard": Words("the number of cards to put aside"),
    "do": Words("what the player does"),
    "duos": Words("the duos"),
    "end": Words("how the round ended"),
    "evidence": Words("how the round is recorded"),
    "finisher": Words("who finished, or nobody"),
    "first": Words("who starts"),
    "game": Words("the game"),
    "hands": Words("the hands"),
    "left": Words("the cards left"),
    "moves": Words("the moves"),
    "ones": Words("the 1s of both teams"),
    "options": Words("the house rules"),
    "players": Words("the players"),
    "pool": Words("the pool"),
    "racks": Words("the tiles of the players"),
    "record": Words("the version of the record"),
    "rounds": Words("the rounds"),
    "row": Words("the row of the cell"),
    "rules": Words("the rules of the round"),
    "scores": Words("the scores"),
    "seat": Words("the player"),
    "stock": Words("the draw pile"),
    "super": Words("the super-trump"),
    "taken": Words("who took the boxes"),
    "teams": Words("the two teams"),
    "tile": Words("the tile"),
    "tricks": Words("the tricks of both teams"),
    "trios": Words("the trios"),
    "trump": Words("the trump"),
    "value": Words("the value of the cards"),
    "with": Words("the partner, or nobody"),
}
