"""What can be wrong with a round of Neurotrio, in English and French."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import NOTHING, Text, Words, enumerated

ROUND_AFTER_END = Text(
    "round_after_end",
    "The match ended with the round before: somebody has {target} points or more.",
    "La partie a fini à la manche précédente : quelqu'un a {target} points ou plus.",
    "N28",
)
# the cards
UNKNOWN_CARD = Text(
    "unknown_card",
    "A card is written as force 1 2 3, nature C E R and fond N V B, such as 2EB. Found: {found}.",
    "Une carte se note par sa force 1 2 3, sa nature C E R et son fond N V B, comme 2EB. "
    "Trouvé : {found}.",
    "N1",
)
CARD_TOO_OFTEN = Text(
    "card_too_often",
    "{card}: this card is here {found} times, but the deck has two.",
    "{card} : cette carte est ici {found} fois, mais le jeu en a deux.",
    "N1",
)
HAND_SIZE = Text(
    "hand_size",
    "Cards written for {seat}: {found}. There must be {expected} (10, or 11 for the finisher).",
    "Cartes notées pour {seat} : {found}. Il en faut {expected} (10, ou 11 pour qui a fini).",
)
# who finished, and with what
CANNOT_FINISH = Text(
    "cannot_finish",
    "{seat} cannot finish: these 11 cards do not split into one duo and three trios.",
    "{seat} ne peut pas finir : ces 11 cartes ne se partagent pas en un duo et trois trios.",
    "N11",
)
FINISHER_BELOW_MINIMUM = Text(
    "finisher_below_minimum",
    "{seat} has {found} points and needs at least {expected} to finish.",
    "{seat} a {found} points et il en faut au moins {expected} pour finir.",
    "N12",
)
NO_FINISH = Text(
    "no_finish",
    "Cards: {found}. They cannot finish: that takes one duo and three trios.",
    "Cartes : {found}. Impossible de finir : il faut un duo et trois trios.",
    "N11",
)
# sheets
SCORE_OF_FINISHER = Text(
    "score_of_finisher",
    "{seat} finished and cannot score {found}. Possible: {expected}.",
    "{seat} a fini et ne peut pas marquer {found}. Possible : {expected}.",
    "N27",
)
GRAAL_BEFORE_BONUS = SCORE_OF_FINISHER._replace(
    en="{seat} finished with {found}: 17 is the Graal, write 22.",
    fr="{seat} a fini avec {found} : 17, c'est le Graal, notez 22.",
)
SCORE_OF_OTHER = Text(
    "score_of_other",
    "{seat} did not finish and cannot score {found}. Possible: {expected}.",
    "{seat} n'a pas fini et ne peut pas marquer {found}. Possible : {expected}.",
    "N27",
)
TWO_FINISHERS = Text(
    "two_finishers",
    "Only the finisher can have 12 points or more, and here {seats} have. Check their scores.",
    "Seul celui qui finit peut avoir 12 points ou plus, et ici {seats} les ont. "
    "Vérifiez leurs scores.",
    "N27",
)
# moves
MOVE_AFTER_END = Text(
    "move_after_end",
    "The round ended with the move before. Nothing can follow it.",
    "La manche a fini au coup précédent. Rien ne peut suivre.",
    "N34",
)
ROUND_NOT_ENDED = Text(
    "round_not_ended",
    "The moves stop before the end of the round: somebody finishes, or the stock is used up.",
    "Les coups s'arrêtent avant la fin de la manche : quelqu'un finit, ou la pioche est épuisée.",
    "N34",
)
NOT_YOUR_DRAW = Text(
    "not_your_draw",
    "{seat} draws, but it is the turn of {due_seat}.",
    "{seat} pioche, mais {due_seat} a le tour.",
    "N4",
)
NOT_YOUR_DRAW_AFTER_PANG = Text(
    "not_your_draw_after_pang",
    "{seat} draws, but after a pang play goes on where it was: {due_seat} draws.",
    "{seat} pioche, mais après un pang le jeu reprend où il en était : {due_seat} pioche.",
    "N10",
)
STILL_TO_PLAY = Text(
    "still_to_play",
    "{seat} holds 11 cards and must discard or finish first.",
    "{seat} a 11 cartes et doit d'abord rejeter ou finir.",
    "N4",
)
NOT_YOUR_TURN = Text(
    "not_your_turn",
    "{seat} cannot do this now: {due_seat} holds 11 cards and must discard or finish.",
    "{seat} ne peut pas jouer ce coup : {due_seat} a 11 cartes et doit rejeter ou finir.",
    "N4",
)
NOBODY_TO_PLAY = Text(
    "nobody_to_play",
    "{seat} has 10 cards and can neither discard nor finish. First comes a draw or a pang.",
    "{seat} a 10 cartes et ne peut ni rejeter ni finir. Il faut d'abord une pioche ou un pang.",
    "N4",
)
STOCK_EMPTY = Text(
    "stock_empty",
    "Nobody can draw: the stock is empty. Next, {expected}.",
    "Personne ne peut piocher : la pioche est vide. Ensuite, {expected}.",
    "N13",
)
NOT_THE_TOP_CARD = Text(
    "not_the_top_card",
    "The top card of the stock is {expected}, not {found}.",
    "La première carte de la pioche est {expected}, pas {found}.",
    "N34",
)
CARD_NOT_HELD = Text(
    "card_not_held",
    "{seat} does not hold {card}. In this hand: {expected}.",
    "{seat} n'a pas {card}. Dans sa main : {expected}.",
    "N4",
)
BOUND_CARD = Text(
    "bound_card",
    "{seat} took {card} with a pang and may not discard it. In this hand: {expected}.",
    "{seat} a pangué {card} et ne peut pas la rejeter. Dans sa main : {expected}.",
    "N7",
)
NOTHING_TO_PANG = Text(
    "nothing_to_pang",
    "{seat} has no discard to take: a pang comes right after a discard.",
    "{seat} n'a pas de rejet à prendre : un pang suit aussitôt un rejet.",
    "N5",
)
OWN_DISCARD = Text(
    "own_discard",
    "{seat} discarded {card}; only another player may take it.",
    "{seat} a rejeté {card} ; seul un autre joueur peut la prendre.",
    "N5",
)
PANG_PRIORITY = Text(
    "pang_priority",
    "{seat} takes the card, but several spoke at once and {due_seat} comes first after "
    "{discarder_seat}, who discarded it.",
    "{seat} prend la carte, mais plusieurs ont parlé ensemble et {due_seat} vient en premier "
    "après {discarder_seat}, qui l'a rejetée.",
    "N9",
)
CLAIM_OF_DISCARDER = Text(
    "claim_of_discarder",
    "{seat} discarded the card and cannot claim it. Leave out this claim.",
    "{seat} a rejeté la carte et ne peut pas la demander. Retirez cette annonce.",
    "N34",
)
CLAIM_WITHOUT_TAKER = Text(
    "claim_without_taker",
    "{seat} takes the card but is not among those who claimed it.",
    "{seat} prend la carte mais ne figure pas dans les annonces.",
    "N34",
)
CLAIM_TWICE = Text(
    "claim_twice",
    "Somebody claims the card twice. Name each player once.",
    "Quelqu'un annonce deux fois. Nommez chaque joueur une seule fois.",
    "N34",
)
TEN_PANGED = Text(
    "ten_panged",
    "{seat} has ten panged cards and can discard none; {card} can only be taken to finish.",
    "{seat} a dix cartes panguées et ne peut en rejeter aucune ; {card} ne se "
    "prend que pour finir.",
    "N8",
)
STOCK_NOT_EMPTY = Text(
    "stock_not_empty",
    "Cards left in the stock: {found}. This comes only when somebody must draw and none is left.",
    "Cartes restant dans la pioche : {found}. Ce coup ne vient que s'il faut piocher et qu'il n'en "
    "reste plus.",
    "N13",
)
NO_THIRD_RESHUFFLE = Text(
    "no_third_reshuffle",
    "The discards were shuffled twice already: the stock is used up and the round is over.",
    "Les cartes rejetées ont déjà été mélangées deux fois : la pioche est épuisée et la manche "
    "est finie.",
    "N13",
)
NOT_EXHAUSTED = Text(
    "not_exhausted",
    "Reshuffles so far: {found}. The discards are shuffled twice before the stock is used up.",
    "Mélanges jusqu'ici : {found}. On mélange deux fois avant que la pioche soit épuisée.",
    "N13",
)
NOT_THE_DISCARDS = Text(
    "not_the_discards",
    "The new stock holds the discards that nobody took. Too many: {extra}. Missing: {missing}.",
    "La nouvelle pioche contient les cartes rejetées que personne n'a prises. En trop : {extra}. "
    "Manquantes : {missing}.",
    "N13",
)
# announced groupings
NOT_A_DUO = Text(
    "not_a_duo",
    "This is no duo: {found}. A duo is two identical cards.",
    "Ce n'est pas un duo : {found}. Un duo, ce sont deux cartes identiques.",
    "N15",
)
NOT_A_TRIO = Text(
    "not_a_trio",
    "This is no trio: {found}. A trio is the three cards of a line, or two identical cards and "
    "another of their line.",
    "Ce n'est pas un trio : {found}. Un trio, ce sont les trois cartes d'une ligne, ou deux "
    "identiques et une autre de leur ligne.",
    "N15",
)
GROUPED_NOT_HELD = Text(
    "grouped_not_held",
    "{seat} groups {card} too often: {found} times instead of {expected}.",
    "{seat} regroupe {card} trop souvent : {found} fois au lieu de {expected}.",
    "N35",
)
GROUPING_OF_FINISHER = Text(
    "grouping_of_finisher",
    "{seat} finished, so one duo and three trios are needed. Duos here: {duos}, trios: {trios}.",
    "{seat} a fini, il faut donc un duo et trois trios. Duos ici : {duos}, trios : {trios}.",
    "N16",
)
BETTER_GROUPING = Text(
    "better_grouping",
    "{seat} announced a grouping of {found} points; the best one gives {best}.",
    "{seat} a annoncé un regroupement de {found} points ; le meilleur en donne {best}.",
    "N26",
)
# what is named
RESHUFFLE = Words("the discards are shuffled", "on mélange les cartes rejetées")
EXHAUSTED = Words("the stock is used up and the round ends", "la pioche est épuisée et c'est fini")
NATURES = {
    "C": Words("heart", "cœur"), "E": Words("star", "étoile"), "R": Words("rose", "rose")
}  # fmt: skip
FONDS = {
    "N": Words("black", "noir"), "V": Words("green", "vert"), "B": Words("blue", "bleu")
}  # fmt: skip


def card(code: str) -> Words:
    """Return `2 star on blue` for 2EB."""
    force, nature, fond = code[0], NATURES[code[1]], FONDS[code[2]]
    return Words(f"{force} {nature.en} on {fond.en}", f"{force} {nature.fr} sur fond {fond.fr}")


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def hand(codes: Iterable[str]) -> Words:
    """Return many cards in short, as players note them."""
    noted = " ".join(codes)
    return Words(noted, noted) if noted else NOTHING
