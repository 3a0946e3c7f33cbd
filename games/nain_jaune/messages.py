"""What can be wrong with a round of Nain Jaune, in English and French."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import Text

# how many play
WHY_NOT: Mapping[int, Text] = {
    2: Text(
        "number_of_players",
        "This game is for 3 to 8 players: with 2 all cards are in the two hands, so each would "
        "know every card of the other. Add a third player.",
        "Ce jeu se joue de 3 à 8 : à 2, toutes les cartes sont dans les deux mains, chacun "
        "connaîtrait donc chaque carte de l'autre. Ajoutez un troisième joueur.",
        "J1",
    ),
}
# the match
TOO_MANY_CHIPS = Text(
    "too_many_chips",
    "A starting bank of at most {most} chips is expected.",
    "Une banque de départ d'au plus {most} jetons est attendue.",
    "J1",
)
ALL_ROUNDS_PLAYED = Text(
    "all_rounds_played",
    "The match was over after the round before: rounds agreed on: {expected}. "
    "No further round is expected.",
    "La partie était finie à la manche précédente : manches convenues : {expected}. "
    "Aucune autre manche n'est attendue.",
    "J20",
)
BANK_EMPTY = Text(
    "bank_empty",
    "The match was over after the round before: the bank of seat {seat} was at {found}, and the "
    "match ends when a bank is 0 or less. No further round is expected.",
    "La partie était finie à la manche précédente : la banque du siège {seat} était à {found}, et "
    "la partie finit quand une banque est à 0 ou moins. Aucune autre manche n'est attendue.",
    "J20",
)
NO_ANTE = Text(
    "no_ante",
    "The match was over after the round before: seat {seat} had {found} chips left, and the next "
    "ante takes {expected}. No further round is expected.",
    "La partie était finie à la manche précédente : le siège {seat} n'avait plus que {found} "
    "jeton(s), et la mise suivante en demande {expected}. Aucune autre manche n'est attendue.",
    "J20",
)
# the cards
NO_SUCH_CARD = Text(
    "no_such_card",
    "Expected a card such as 10D (rank A 2 … 10 J Q K, suit H S D C), found {found}.",
    "Une carte comme 10D était attendue (rang A 2 … 10 J Q K, enseigne H S D C), trouvé : {found}.",
    "J2",
)
CARD_TWICE = Text(
    "card_twice",
    "Written here more than once: {cards}. Each card is expected once, there are no two alike.",
    "Notées ici plus d'une fois : {cards}. Chaque carte est attendue une seule fois.",
    "J2",
)
CARDS_MISSING = Text(
    "cards_missing",
    "All 52 cards are expected in the hands and aside; missing: {cards}.",
    "Les 52 cartes sont attendues dans les mains et à l'écart ; manquantes : {cards}.",
    "J4",
)
HAND_SIZES = Text(
    "hand_sizes",
    "Cards in the hands, the largest first: {found}. Expected: {expected}.",
    "Cartes dans les mains, la plus grande d'abord : {found}. Attendu : {expected}.",
    "J4",
)
ASIDE_MISSING = Text(
    "aside_missing",
    "The cards that were not dealt are missing here; expected: {expected}.",
    "Les cartes non distribuées manquent ici ; nombre attendu : {expected}.",
    "J4",
)
ASIDE_SIZE = Text(
    "aside_size",
    "Cards aside: {found}. Expected: {expected}.",
    "Cartes à l'écart : {found}. Attendu : {expected}.",
    "J4",
)
# who opens
VOID_DEAL = Text(
    "void_deal",
    "AH lies aside and nobody has won a round yet, so this deal is void; a new deal is expected.",
    "AH est à l'écart et personne n'a encore gagné de manche : cette donne est nulle, une autre "
    "donne est attendue.",
    "J5",
)
ACE_OPENS = Text(
    "ace_opens",
    "Seat {found} is written as the opener, but the holder of the lowest heart opens as long as "
    "nobody has won a round: seat {expected}.",
    "Le siège {found} est noté comme premier, mais tant que personne n'a gagné de manche, c'est "
    "celui qui a le plus petit cœur qui commence : le siège {expected}.",
    "J5",
)
WINNER_OPENS = Text(
    "winner_opens",
    "Seat {found} is written as the opener, but the winner of the latest round opens: "
    "seat {expected}.",
    "Le siège {found} est noté comme premier, mais c'est le gagnant de la dernière manche qui "
    "commence : le siège {expected}.",
    "J5",
)
OPENER_MISSING = Text(
    "opener_missing",
    "An earlier sheet does not name its winner, so it is not known who opens; expected is the "
    "opener’s seat.",
    "Une feuille précédente ne nomme pas son gagnant, on ne sait donc pas qui commence ; le siège "
    "du premier joueur est attendu.",
    "J22",
)
# moves
MOVE_AFTER_LAST = Text(
    "move_after_last",
    "The round was over with the move before; no further move is expected.",
    "La manche était finie au coup précédent ; aucun autre coup n'est attendu.",
    "J22",
)
MOVES_STOP_EARLY = Text(
    "moves_stop_early",
    "The moves stop before the round is over; expected are all moves up to the first empty hand.",
    "Les coups s'arrêtent avant la fin de la manche ; tous les coups sont attendus, jusqu'à la "
    "première main vide.",
    "J22",
)
OTHER_SEATS_TURN = Text(
    "other_seats_turn",
    "Seat {found} is written as moving, but it is the turn of seat {expected}.",
    "Ce coup est noté pour le siège {found}, mais c'est le tour du siège {expected}.",
    "J7",
)
CARD_NOT_IN_HAND = Text(
    "card_not_in_hand",
    "Seat {seat} does not hold {card}; expected: {expected}.",
    "Le siège {seat} n'a pas {card} ; attendu : {expected}.",
    "J22",
)
NEXT_CARD_DUE = Text(
    "next_card_due",
    "Seat {seat} lays {card} but holds the next card of the sequence and must lay it: {expected}.",
    "Le siège {seat} pose {card} mais il a la carte suivante et doit la poser : {expected}.",
    "J7",
)
NEXT_CARD_MISSING = Text(
    "next_card_missing",
    "Seat {seat} lays {card}, which does not continue the sequence that goes round; "
    "expected: {expected}.",
    "Le siège {seat} pose {card}, qui ne continue pas la suite en cours ; attendu : {expected}.",
    "J16",
)
HONOUR_STARTS = Text(
    "honour_starts",
    "Seat {seat} starts with {card}, but an honour cannot start a sequence; expected: {expected}.",
    "Le siège {seat} commence avec {card}, mais un honneur ne commence pas de suite ; "
    "attendu : {expected}.",
    "J6",
)
SUIT_BARRED = Text(
    "suit_barred",
    "Seat {seat} starts with {card}, but the new sequence must be of another suit; "
    "expected: {expected}.",
    "Le siège {seat} commence avec {card}, mais la nouvelle suite doit être d'une autre enseigne ; "
    "attendu : {expected}.",
)
NOT_THE_LOWEST = Text(
    "not_the_lowest",
    "Seat {seat} starts with {card}, but must start with the lowest card he may use; "
    "expected: {expected}.",
    "Le siège {seat} commence avec {card}, mais doit commencer avec la carte la plus faible "
    "possible ; attendu : {expected}.",
    "J6",
)
PASS_WITH_NEXT_CARD = Text(
    "pass_with_next_card",
    "Seat {seat} passes but holds the next card of the sequence and must lay it: {expected}.",
    "Le siège {seat} passe mais il a la carte suivante et doit la poser : {expected}.",
    "J7",
)
PASS_WITH_START = Text(
    "pass_with_start",
    "Seat {seat} passes but can start a new sequence; expected: {expected}.",
    "Le siège {seat} passe mais peut commencer une nouvelle suite ; attendu : {expected}.",
    "J10",
)
# finals
EMPTY_HANDS = Text(
    "empty_hands",
    "Only one hand can be empty, the winner’s, but those of seats {seats} are.",
    "Une seule main peut être vide, celle du gagnant, mais celles des sièges {seats} le sont.",
    "J23",
)
NO_EMPTY_HAND = Text(
    "no_empty_hand",
    "No hand is empty; expected is exactly one, the winner’s.",
    "Aucune main n'est vide ; une seule doit l'être, celle du gagnant.",
    "J23",
)
LOW_CARD_IN_DEAD_ROUND = Text(
    "low_card_in_dead_round",
    "No hand is empty, so the round ended without a winner, and then only honours can be left; "
    "seat {seat} still has {cards}.",
    "Aucune main n'est vide, la manche a donc fini sans gagnant et seuls des honneurs peuvent "
    "rester ; le siège {seat} a encore {cards}.",
    "J23",
)
BOX_TAKEN_BY_NOBODY = Text(
    "box_taken_by_nobody",
    "{box} is neither left in a hand nor aside, so it was laid; expected is the seat that took "
    "its box.",
    "{box} n'est ni dans une main ni à l'écart, la carte a donc été posée ; le siège qui a pris sa "
    "case est attendu.",
    "J23",
)
BOX_CARD_NOT_LAID = Text(
    "box_card_not_laid",
    "{box} was not laid, so seat {seat} cannot have taken its box; expected is null.",
    "{box} n'a pas été posée, le siège {seat} ne peut donc pas avoir pris sa case ; null est "
    "attendu.",
    "J23",
)
TOO_MANY_CARDS = Text(
    "too_many_cards",
    "Cards left and boxes taken of seat {seat}: {found}. Expected are at most {expected}, the "
    "largest hand.",
    "Cartes restantes et cases prises du siège {seat} : {found}. Au plus {expected} attendues, la "
    "plus grande main.",
    "J23",
)
# sheets
NO_DEAD_ROUNDS = Text(
    "no_dead_rounds",
    "With these house rules every round has a winner; expected is a seat.",
    "Avec ces règles chaque manche a un gagnant ; un siège est attendu.",
    "J24",
)
BANK_BELOW_ZERO = Text(
    "bank_below_zero",
    "Seat {seat} had {bank} chips and cannot have {found} in this round; expected is {expected} "
    "or more.",
    "Le siège {seat} avait {bank} jetons et ne peut pas faire {found} à cette manche ; "
    "au moins {expected} est attendu.",
    "J24",
)
BOX_NOT_EMPTY = Text(
    "box_not_empty",
    "The box {box} is said to hold {found}, but the winner takes what is in the boxes; "
    "expected is 0.",
    "La case {box} est notée à {found}, mais le gagnant prend ce qui reste dans les cases ; "
    "0 est attendu.",
    "J24",
)
BOX_HOLDS_OTHER = Text(
    "box_holds_other",
    "The box {box} is said to hold {found}; if nobody took it, it holds {expected}, else 0.",
    "La case {box} est notée à {found} ; si personne ne l'a prise elle contient {expected}, "
    "sinon 0.",
    "J24",
)
SUM_OF_SCORES = Text(
    "sum_of_scores",
    "The scores of this round add up to {found}; expected is {expected}, as no chip comes or goes.",
    "Le total des scores de cette manche est {found} ; {expected} est attendu, car aucun jeton "
    "n'apparaît ni ne disparaît.",
    "J24",
)
NO_STORY = Text(
    "no_story",
    "Seat {seat} cannot have won with these scores. Every other seat is expected to have lost the "
    "ante ({antes}) and at least 1 for the cards left, and to have gained only boxes: {boxes}.",
    "Le siège {seat} ne peut pas avoir gagné avec ces scores. Chaque autre siège doit avoir perdu "
    "la mise ({antes}) et au moins 1 pour ses cartes, et n'avoir gagné que des cases : {boxes}.",
    "J24",
)
NO_STORY_AT_ALL = Text(
    "no_story_at_all",
    "Whoever won, these scores cannot be. All but the winner are expected to have lost the ante "
    "({antes}) and at least 1 for the cards left, and to have gained only boxes: {boxes}.",
    "Quel que soit le gagnant, ces scores sont impossibles. Tous sauf lui doivent avoir perdu la "
    "mise ({antes}) et au moins 1 pour leurs cartes, et n'avoir gagné que des cases : {boxes}.",
    "J24",
)
NO_DEAD_STORY = Text(
    "no_dead_story",
    "Without a winner everybody is expected to have lost the ante ({antes}) and to have gained "
    "only boxes ({boxes}), and 7D and 10D were taken unless they were aside; these scores do not "
    "fit.",
    "Sans gagnant, chacun doit avoir perdu la mise ({antes}) et n'avoir gagné que des cases "
    "({boxes}), "
    "et 7D et 10D ont été prises sauf si elles étaient à l'écart ; ces scores ne vont pas.",
    "J24",
)
