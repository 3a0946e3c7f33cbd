"""Messages about faults in a round of Neurotrio."""

from __future__ import annotations

from problems.text import Text, Words

ROUND_AFTER_END = Text(
    "round_after_end", "The match is over: somebody has {target} points or more.", "N28"
)
# the cards
UNKNOWN_CARD = Text(
    "unknown_card",
    "Write a card as its number 1 2 3, its symbol ♥ ★ ✿ and its background D G B (dark, green, "
    "blue), such as 2★B. Found: {found}.",
    "N1",
)
CARD_TOO_OFTEN = Text(
    "card_too_often", "{card} appears {found} times, but the deck has only two.", "N1"
)
HAND_SIZE = Text(
    "hand_size",
    "Cards of {seat}: {found}. Required: {expected} (10, or 11 for the player who finished).",
)
# who finished, and with what
CANNOT_FINISH = Text(
    "cannot_finish",
    "{seat} cannot finish: these 11 cards do not form one duo and three trios.",
    "N11",
)
FINISHER_BELOW_MINIMUM = Text(
    "finisher_below_minimum",
    "{seat} has {found} points and needs at least {expected} to finish.",
    "N12",
)
MINIMUM_OUT_OF_REACH = Text(
    "minimum_out_of_reach",
    "{seat} can never finish: {found} points are needed, and no hand has more than {most}. Usual "
    "are 11 to 14.",
    "N12",
)
NO_FINISH = Text(
    "no_finish",
    "Nobody can finish with these cards (number: {found}): it takes one duo and three trios.",
    "N11",
)
# sheets
SCORE_OF_FINISHER = Text(
    "score_of_finisher", "{seat} finished and cannot score {found}. Possible: {expected}.", "N27"
)
GRAAL_BEFORE_BONUS = Text(
    "score_of_finisher", "{seat} finished with {found}: 17 is the Grail, enter 22.", "N27"
)
SCORE_OF_OTHER = Text(
    "score_of_other", "{seat} did not finish and cannot score {found}. Possible: {expected}.", "N27"
)
TWO_FINISHERS = Text(
    "two_finishers",
    "Only the player who finished can have 12 points or more, but {seats} have. Check their "
    "scores.",
    "N27",
)
# moves
MOVE_AFTER_END = Text("move_after_end", "The round is over: no move can follow.", "N34")
ROUND_NOT_ENDED = Text(
    "round_not_ended",
    "The moves stop before the end of the round. Enter them all, until somebody finishes or the "
    "draw pile is used up.",
    "N34",
)
NOT_YOUR_DRAW = Text("not_your_draw", "{seat} draws, but it is {due_seat}’s turn.", "N4")
NOT_YOUR_DRAW_AFTER_PANG = Text(
    "not_your_draw_after_pang",
    "{seat} draws, but after a pang play resumes where it was: {due_seat} draws.",
    "N10",
)
STILL_TO_PLAY = Text("still_to_play", "{seat} has 11 cards and must discard or finish first.", "N4")
NOT_YOUR_TURN = Text(
    "not_your_turn",
    "{seat} cannot do this now: {due_seat} has 11 cards and must discard or finish.",
    "N4",
)
NOBODY_TO_PLAY = Text(
    "nobody_to_play",
    "{seat} has 10 cards and can neither discard nor finish. A draw or a pang must come first.",
    "N4",
)
STOCK_EMPTY = Text(
    "stock_empty", "Nobody can draw: the draw pile is empty. Next, {expected}.", "N13"
)
NOT_THE_TOP_CARD = Text(
    "not_the_top_card", "The top card of the draw pile is {expected}, not {found}.", "N34"
)
CARD_NOT_HELD = Text(
    "card_not_held", "{seat} does not have {card}. In this hand: {expected}.", "N4"
)
BOUND_CARD = Text(
    "bound_card", "{seat} panged {card} and cannot discard it. In this hand: {expected}.", "N7"
)
NOTHING_TO_PANG = Text(
    "nothing_to_pang", "{seat} cannot pang: a pang comes right after a discard.", "N5"
)
OWN_DISCARD = Text("own_discard", "{seat} discarded {card}: only another player can take it.", "N5")
PANG_PRIORITY = Text(
    "pang_priority",
    "{seat} takes the card, but several players claimed it at once and {due_seat} comes first "
    "after {discarder_seat}, who discarded it.",
    "N9",
)
CLAIM_OF_DISCARDER = Text(
    "claim_of_discarder", "{seat} discarded the card and cannot claim it. Remove this claim.", "N34"
)
CLAIM_WITHOUT_TAKER = Text(
    "claim_without_taker", "{seat} takes the card but is not among those who claimed it.", "N34"
)
CLAIM_TWICE = Text("claim_twice", "A player claims the card twice. Name each player once.", "N34")
TEN_PANGED = Text(
    "ten_panged",
    "{seat} has ten panged cards and cannot discard any: {card} can only be taken to finish.",
    "N8",
)
STOCK_NOT_EMPTY = Text(
    "stock_not_empty",
    "Cards left in the draw pile: {found}. This is possible only when somebody must draw and the "
    "draw pile is empty.",
    "N13",
)
NO_THIRD_RESHUFFLE = Text(
    "no_third_reshuffle",
    "The discards have already been shuffled twice: the draw pile is used up and the round is "
    "over.",
    "N13",
)
NOT_EXHAUSTED = Text(
    "not_exhausted",
    "Reshuffles so far: {found}. The draw pile is used up only after two reshuffles.",
    "N13",
)
NOT_THE_DISCARDS = Text(
    "not_the_discards",
    "The new draw pile must be the discards that nobody took. Too many: {extra}. "
    "Missing: {missing}.",
    "N13",
)
# announced groupings
NOT_A_DUO = Text("not_a_duo", "This is not a duo: {found}. A duo is two identical cards.", "N15")
NOT_A_TRIO = Text(
    "not_a_trio",
    "This is not a trio: {found}. A trio is the three cards of a line, or two identical cards "
    "and another of their line.",
    "N15",
)
GROUPED_NOT_HELD = Text(
    "grouped_not_held", "{seat} groups {card} {found} times, but has only {expected}.", "N35"
)
GROUPING_OF_FINISHER = Text(
    "grouping_of_finisher",
    "{seat} finished, which takes one duo and three trios. Duos: {duos}, trios: {trios}.",
    "N16",
)
BETTER_GROUPING = Text(
    "better_grouping",
    "{seat} announced a grouping of {found} points; the best one gives {best}.",
    "N26",
)
# moves
RESHUFFLE = Words("the discards are shuffled")
EXHAUSTED = Words("the draw pile is used up and the round ends")
