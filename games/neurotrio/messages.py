"""What can be wrong with a round of Neurotrio, in English and French."""

from __future__ import annotations

from games.messages import Text

ROUND_AFTER_END = Text(
    "round_after_end",
    "The match was over after the round before: somebody had {target} points or more. "
    "No further round is expected.",
    "La partie était finie à la manche précédente : quelqu'un avait {target} points ou plus. "
    "Aucune autre manche n'est attendue.",
    "N28",
)
# the cards
UNKNOWN_CARD = Text(
    "unknown_card",
    "Expected a card such as 2EB (force 1 2 3, nature C E R, fond N V B), found {found}.",
    "Une carte comme 2EB était attendue (force 1 2 3, nature C E R, fond N V B), trouvé : {found}.",
    "N1",
)
CARD_TOO_OFTEN = Text(
    "card_too_often",
    "The card {card} is here {found} times, but the deck has two of each.",
    "La carte {card} figure ici {found} fois, mais le jeu n'en a que deux de chaque.",
    "N1",
)
HAND_SIZE = Text(
    "hand_size",
    "Cards in the hand of seat {seat}: {found}. Expected: {expected} "
    "(10, and 11 for the finisher).",
    "Cartes dans la main du siège {seat} : {found}. Attendu : {expected} "
    "(10, et 11 pour qui a fini).",
)
# who finished, and with what
CANNOT_FINISH = Text(
    "cannot_finish",
    "The 11 cards of seat {seat} do not split into one duo and three trios, as a finish needs.",
    "Les 11 cartes du siège {seat} ne se partagent pas en un duo et trois trios, "
    "ce qu'il faut pour finir.",
    "N11",
)
FINISHER_BELOW_MINIMUM = Text(
    "finisher_below_minimum",
    "Seat {seat} finished with {found} points but needs at least {expected}.",
    "Le siège {seat} a fini avec {found} points, il lui en faut au moins {expected}.",
    "N12",
)
NO_FINISH = Text(
    "no_finish",
    "Cards: {found}. These do not split into one duo and three trios, as a finish needs.",
    "Cartes : {found}. Elles ne se partagent pas en un duo et trois trios, ce qu'il faut pour "
    "finir.",
    "N11",
)
# sheets
SCORE_OF_FINISHER = Text(
    "score_of_finisher",
    "Seat {seat} finished and cannot have {found} points; possible are {expected}.",
    "Le siège {seat} a fini et ne peut pas avoir {found} points ; possibles : {expected}.",
    "N27",
)
SCORE_OF_OTHER = Text(
    "score_of_other",
    "Seat {seat} did not finish and cannot have {found} points; possible are {expected}.",
    "Le siège {seat} n'a pas fini et ne peut pas avoir {found} points ; possibles : {expected}.",
    "N27",
)
TWO_FINISHERS = Text(
    "two_finishers",
    "Only the one who finished can have 12 points or more, but seats {seats} have. "
    "Expected is one at most.",
    "Seul celui qui a fini peut avoir 12 points ou plus, mais c'est le cas des sièges {seats}. "
    "Un seul au maximum est attendu.",
    "N27",
)
# moves
MOVE_AFTER_END = Text(
    "move_after_end",
    "The round was over with the move before; no further move is expected.",
    "La manche était finie au coup précédent ; aucun autre coup n'est attendu.",
    "N34",
)
ROUND_NOT_ENDED = Text(
    "round_not_ended",
    "The moves stop before the round is over; the last one is expected to be finish or exhausted.",
    "Les coups s'arrêtent avant la fin de la manche ; le dernier attendu est finish ou exhausted.",
    "N34",
)
NOT_YOUR_DRAW = Text(
    "not_your_draw",
    "Seat {found} draws, but the next draw is due at seat {expected}.",
    "Le siège {found} pioche, mais c'est au siège {expected} de piocher.",
    "N4",
)
NOT_YOUR_DRAW_AFTER_PANG = Text(
    "not_your_draw_after_pang",
    "Seat {found} draws, but after a pang play goes on where it was: seat {expected} draws.",
    "Le siège {found} pioche, mais après un pang le jeu reprend où il en était : "
    "c'est au siège {expected} de piocher.",
    "N10",
)
STILL_TO_PLAY = Text(
    "still_to_play",
    "Seat {seat} holds 11 cards and is expected to discard or finish before anything else.",
    "Le siège {seat} a 11 cartes, il doit d'abord rejeter ou finir.",
    "N4",
)
NOT_YOUR_TURN = Text(
    "not_your_turn",
    "Seat {found} cannot do this: seat {expected} holds 11 cards and is expected to act.",
    "Le siège {found} ne peut pas jouer ce coup : le siège {expected} a 11 cartes et doit jouer.",
    "N4",
)
NOBODY_TO_PLAY = Text(
    "nobody_to_play",
    "Seat {found} has 10 cards and can neither discard nor finish; a draw or a pang is expected.",
    "Le siège {found} a 10 cartes et ne peut ni rejeter ni finir ; une pioche ou un pang est "
    "attendu.",
    "N4",
)
STOCK_EMPTY = Text(
    "stock_empty",
    "The stock is empty: {expected} is expected here, not a draw.",
    "La pioche est vide : {expected} est attendu ici, pas de pioche possible.",
    "N13",
)
NOT_THE_TOP_CARD = Text(
    "not_the_top_card",
    "The card drawn is written as {found}, but the top card of the stock is {expected}.",
    "La carte piochée est notée {found}, mais la première carte de la pioche est {expected}.",
    "N34",
)
CARD_NOT_HELD = Text(
    "card_not_held",
    "Seat {seat} does not hold {card}; a card of his hand is expected: {expected}.",
    "Le siège {seat} n'a pas {card} ; une carte de sa main est attendue : {expected}.",
    "N4",
)
BOUND_CARD = Text(
    "bound_card",
    "Seat {seat} took {card} with a pang and may not discard it; "
    "a card of his hand is expected: {expected}.",
    "Le siège {seat} a pangué {card} et ne peut pas la rejeter ; "
    "une carte de sa main est attendue : {expected}.",
    "N7",
)
NOTHING_TO_PANG = Text(
    "nothing_to_pang",
    "There is no discard that seat {seat} could take: a pang is expected right after a discard.",
    "Il n'y a pas de carte rejetée à prendre pour le siège {seat} : "
    "un pang n'est attendu que juste après un rejet.",
    "N5",
)
OWN_DISCARD = Text(
    "own_discard",
    "Seat {seat} discarded {card} himself; only another player may take it.",
    "Le siège {seat} a rejeté {card} lui-même ; seul un autre joueur peut la prendre.",
    "N5",
)
PANG_PRIORITY = Text(
    "pang_priority",
    "Seat {found} takes the card, but of those who spoke at once seat {expected} comes first "
    "after the discarder, seat {discarder}.",
    "Le siège {found} prend la carte, mais de ceux qui ont parlé ensemble, le siège {expected} "
    "vient le premier après le siège {discarder}, qui l'a rejetée.",
    "N9",
)
CLAIM_OF_DISCARDER = Text(
    "claim_of_discarder",
    "The claims name seat {seat}, who discarded the card; only the others may claim it.",
    "Les annonces comptent le siège {seat}, qui a rejeté la carte ; seuls les autres peuvent la "
    "demander.",
    "N34",
)
CLAIM_WITHOUT_TAKER = Text(
    "claim_without_taker",
    "Seat {seat} takes the card but is not among the claims; they are expected to name him.",
    "Le siège {seat} prend la carte mais n'est pas dans les annonces ; il doit y figurer.",
    "N34",
)
CLAIM_TWICE = Text(
    "claim_twice",
    "The claims name a seat twice; each is expected once.",
    "Les annonces nomment deux fois un même siège ; une seule fois est attendue.",
    "N34",
)
TEN_PANGED = Text(
    "ten_panged",
    "Seat {seat} has ten panged cards and can discard none, so a pang is only expected if he can "
    "finish with {card}.",
    "Le siège {seat} a dix cartes panguées et ne peut en rejeter aucune ; un pang n'est attendu "
    "que s'il peut finir avec {card}.",
    "N8",
)
STOCK_NOT_EMPTY = Text(
    "stock_not_empty",
    "Cards left in the stock: {found}. This is expected only when a card must be drawn from an "
    "empty stock.",
    "Cartes restant dans la pioche : {found}. Ce coup n'est attendu que lorsqu'il faut piocher et "
    "que la pioche est vide.",
    "N13",
)
NO_THIRD_RESHUFFLE = Text(
    "no_third_reshuffle",
    "The discards have been shuffled twice already; exhausted is expected now.",
    "Les cartes rejetées ont déjà été mélangées deux fois ; exhausted est attendu maintenant.",
    "N13",
)
NOT_EXHAUSTED = Text(
    "not_exhausted",
    "Reshuffles so far: {found}. The round ends only at the third time, a reshuffle is expected.",
    "Mélanges jusqu'ici : {found}. La manche ne finit qu'à la troisième fois, "
    "un mélange (reshuffle) est attendu.",
    "N13",
)
NOT_THE_DISCARDS = Text(
    "not_the_discards",
    "The new stock must hold exactly the discards that nobody took. Too many: {extra}. "
    "Missing: {missing}.",
    "La nouvelle pioche doit avoir exactement les cartes rejetées que personne n'a prises. "
    "En trop : {extra}. Manquantes : {missing}.",
    "N13",
)
# announced groupings
NOT_A_DUO = Text(
    "not_a_duo",
    "{found} is no duo; two identical cards are expected.",
    "{found} n'est pas un duo ; deux cartes identiques sont attendues.",
    "N15",
)
NOT_A_TRIO = Text(
    "not_a_trio",
    "{found} is no trio; expected are the three cards of a line, or two identical ones and "
    "another of the same line.",
    "{found} n'est pas un trio ; attendu : les trois cartes d'une ligne, ou deux identiques et "
    "une autre de la même ligne.",
    "N15",
)
GROUPED_NOT_HELD = Text(
    "grouped_not_held",
    "The grouping uses {card} {found} times, but seat {seat} has it {expected} times at the end.",
    "Le regroupement utilise {card} {found} fois, mais le siège {seat} en a {expected} à la fin.",
    "N35",
)
GROUPING_OF_FINISHER = Text(
    "grouping_of_finisher",
    "Seat {seat} finished: one duo and three trios are expected, found duos: {duos}, "
    "trios: {trios}.",
    "Le siège {seat} a fini : un duo et trois trios sont attendus, trouvé {duos} duo(s) et "
    "{trios} trio(s).",
    "N16",
)
BETTER_GROUPING = Text(
    "better_grouping",
    "Seat {seat} announced a grouping of {found} points; the best one gives {best}.",
    "Le siège {seat} a annoncé un regroupement de {found} points ; le meilleur en donne {best}.",
    "N26",
)
