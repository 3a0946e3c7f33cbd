"""Messages about faults in a round of Nain Jaune."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import ENTRIES
from problems.text import Text, Words

ENTRIES.update(
    {
        "7D": Words("who took the box of the 7 of diamonds"),
        "10D": Words("who took the box of the 10 of diamonds"),
        "JC": Words("who took the box of the jack of clubs"),
        "QS": Words("who took the box of the queen of spades"),
        "KD": Words("who took the box of the king of diamonds"),
    }
)

# how many play
WHY_NOT: Mapping[int, Text] = {
    2: Text(
        "number_of_players",
        "This game is for 3 to 8 players: with 2, each player would know all the cards of the "
        "other. Add a third player, or choose the house rule that allows two.",
        "J1",
    ),
}
# the match
TOO_MANY_CHIPS = Text("too_many_chips", "Start with at most {most} chips.", "J1")
ALL_ROUNDS_PLAYED = Text(
    "all_rounds_played", "The match is over: all {expected} rounds have been played.", "J20"
)
BANK_EMPTY = Text(
    "bank_empty",
    "The match is over: {seat} was at {found} after the previous round, and it ends at 0 or less.",
    "J20",
)
NO_ANTE = Text(
    "no_ante",
    "The match is over: {seat} was at {found} after the previous round, less than the ante "
    "({expected}).",
    "J20",
)
# the cards
NO_SUCH_CARD = Text(
    "no_such_card",
    "Write a card as its rank A 2 … 10 J Q K and its suit ♥ ♠ ♦ ♣, such as 10♦. Found: {found}.",
    "J2",
)
CARD_TWICE = Text(
    "card_twice", "These cards appear more than once: {cards}. Each exists only once.", "J2"
)
CARDS_MISSING = Text(
    "cards_missing", "These cards are neither in a hand nor set aside: {cards}.", "J4"
)
HAND_SIZES = Text(
    "hand_sizes", "Cards in the hands, largest first: {found}. Required: {expected}.", "J4"
)
ASIDE_MISSING = Text("aside_missing", "Enter the cards set aside. Required: {expected}.", "J4")
ASIDE_SIZE = Text("aside_size", "Cards set aside: {found}. Required: {expected}.", "J4")
# who opens
VOID_DEAL = Text(
    "void_deal", "The ace of hearts is set aside and nobody has won a round yet: deal again.", "J5"
)
ACE_OPENS = Text(
    "ace_opens",
    "{seat} cannot open. Until somebody wins a round, the lowest heart opens: {due_seat}.",
    "J5",
)
WINNER_OPENS = Text(
    "winner_opens", "{seat} cannot open. The winner of the last round opens: {due_seat}.", "J5"
)
OPENER_MISSING = Text(
    "opener_missing", "Choose who opens: the winner of an earlier round is unknown.", "J22"
)
# moves
MOVE_AFTER_LAST = Text("move_after_last", "The round is over: no move can follow.", "J22")
MOVES_STOP_EARLY = Text(
    "moves_stop_early",
    "The moves stop before the end of the round. Enter them all, up to the first empty hand.",
    "J22",
)
OTHER_SEATS_TURN = Text("other_seats_turn", "{seat} plays, but it is {due_seat}’s turn.", "J7")
CARD_NOT_IN_HAND = Text(
    "card_not_in_hand", "{seat} does not hold {card}. Possible: {expected}.", "J22"
)
NEXT_CARD_DUE = Text(
    "next_card_due",
    "{seat} lays {card} but must lay the next card of the sequence: {expected}.",
    "J7",
)
NEXT_CARD_MISSING = Text(
    "next_card_missing",
    "{seat} lays {card}, which does not continue the sequence. Possible: {expected}.",
    "J16",
)
HONOUR_STARTS = Text(
    "honour_starts",
    "{seat} starts with {card}, but a jack, queen or king cannot start a sequence. "
    "Possible: {expected}.",
    "J6",
)
SUIT_BARRED = Text(
    "suit_barred",
    "{seat} starts with {card}, but the new sequence must be of another suit. Possible: "
    "{expected}.",
)
NOT_THE_LOWEST = Text(
    "not_the_lowest",
    "{seat} starts with {card} but must start with the lowest possible card: {expected}.",
    "J6",
)
PASS_WITH_NEXT_CARD = Text(
    "pass_with_next_card",
    "{seat} passes but holds the next card of the sequence and must lay it: {expected}.",
    "J7",
)
PASS_WITH_START = Text(
    "pass_with_start", "{seat} passes but can start a new sequence. Possible: {expected}.", "J10"
)
# finals
EMPTY_HANDS = Text(
    "empty_hands",
    "Only the winner has no cards left, but {seats} have none. Check their cards.",
    "J23",
)
NO_EMPTY_HAND = Text(
    "no_empty_hand", "Everybody has cards left, but the winner’s hand must be empty.", "J23"
)
LOW_CARD_IN_DEAD_ROUND = Text(
    "low_card_in_dead_round",
    "Nobody won, so only jacks, queens and kings can be left, but {seat} still has {cards}.",
    "J23",
)
BOX_TAKEN_BY_NOBODY = Text(
    "box_taken_by_nobody",
    "Nobody has {box} left, so the card was laid. Choose who took its box.",
    "J23",
)
BOX_CARD_NOT_LAID = Text(
    "box_card_not_laid",
    "Nobody laid {box}, so {seat} cannot have taken its box. Choose “nobody”.",
    "J23",
)
TOO_MANY_CARDS = Text(
    "too_many_cards",
    "{seat} has too many cards left and boxes taken: {found}. The maximum is {expected}, the "
    "largest hand.",
    "J23",
)
# sheets
NO_DEAD_ROUNDS = Text(
    "no_dead_rounds", "With these house rules, every round has a winner. Choose who won.", "J24"
)
BANK_BELOW_ZERO = Text(
    "bank_below_zero",
    "{seat} had {bank} chips and cannot score {found}. The minimum is {expected}.",
    "J24",
)
BOX_NOT_EMPTY = Text(
    "box_not_empty", "Box of {box}: the winner empties it. Enter 0, not {found}.", "J24"
)
BOX_HOLDS_OTHER = Text(
    "box_holds_other",
    "Box of {box}: enter {expected} if nobody took it, otherwise 0. Found: {found}.",
    "J24",
)
SUM_OF_SCORES = Text(
    "sum_of_scores",
    "The scores add up to {found} and must add up to {expected}, as chips only change hands. Did "
    "somebody forget the ante?",
    "J24",
)
CHIPS_NOT_GAINS = Text(
    "chips_not_gains",
    "These are the players’ chips. Scores are what each player gained or lost: {expected}.",
    "J24",
)
NO_STORY = Text(
    "no_story",
    "{seat} cannot have won with these scores. Each of the others loses the ante ({antes}) and "
    "at least 1 for the cards left, and gains only boxes ({boxes}). Did somebody forget the ante?",
    "J24",
)
NO_STORY_AT_ALL = Text(
    "no_story_at_all",
    "Nobody can have won with these scores. All but the winner lose the ante ({antes}) and at "
    "least 1 for the cards left, and gain only boxes ({boxes}). Did somebody forget the ante?",
    "J24",
)
NO_DEAD_STORY = Text(
    "no_dead_story",
    "These scores are impossible without a winner: everybody loses the ante ({antes}) and gains "
    "only boxes ({boxes}). Somebody takes those of the 7 and 10 of diamonds unless these cards "
    "are set aside.",
    "J24",
)
# moves
PASS = Words("pass")
