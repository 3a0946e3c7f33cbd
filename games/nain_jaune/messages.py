"""What can be wrong with a round of Nain Jaune, in English and French."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.messages import Text, Words, enumerated

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
    "Start with at most {most} chips.",
    "Commencez avec {most} jetons au plus.",
    "J1",
)
ALL_ROUNDS_PLAYED = Text(
    "all_rounds_played",
    "The match ended with the round before: its {expected} rounds are played.",
    "La partie a fini à la manche précédente : ses {expected} manches sont jouées.",
    "J20",
)
BANK_EMPTY = Text(
    "bank_empty",
    "The match ended with the round before: {seat} was at {found}, and it ends at 0 or less.",
    "La partie a fini à la manche précédente : {seat} était à {found}, et elle finit à 0 ou moins.",
    "J20",
)
NO_ANTE = Text(
    "no_ante",
    "The match ended with the round before: {seat} was at {found}, less than the ante "
    "({expected}).",
    "La partie a fini à la manche précédente : {seat} était à {found}, moins que la mise "
    "({expected}).",
    "J20",
)
# the cards
NO_SUCH_CARD = Text(
    "no_such_card",
    "A card is written as rank A 2 … 10 J Q K and suit H S D C, such as 10D. Found: {found}.",
    "Une carte se note par son rang A 2 … 10 J Q K et son enseigne H S D C, comme 10D. Trouvé "
    ": {found}.",
    "J2",
)
CARD_TWICE = Text(
    "card_twice",
    "These cards are here more than once: {cards}. Each exists once.",
    "Ces cartes sont ici plus d'une fois : {cards}. Chacune n'existe qu'une fois.",
    "J2",
)
CARDS_MISSING = Text(
    "cards_missing",
    "These cards are in no hand and not aside: {cards}.",
    "Ces cartes ne sont ni dans une main ni à l'écart : {cards}.",
    "J4",
)
HAND_SIZES = Text(
    "hand_sizes",
    "Cards in the hands, the largest first: {found}. There must be {expected}.",
    "Cartes dans les mains, la plus grande d'abord : {found}. Il en faut {expected}.",
    "J4",
)
ASIDE_MISSING = Text(
    "aside_missing",
    "Name the cards set aside. How many: {expected}.",
    "Indiquez les cartes à l'écart. Leur nombre : {expected}.",
    "J4",
)
ASIDE_SIZE = Text(
    "aside_size",
    "Cards aside: {found}. There must be {expected}.",
    "Cartes à l'écart : {found}. Il en faut {expected}.",
    "J4",
)
# who opens
VOID_DEAL = Text(
    "void_deal",
    "The ace of hearts lies aside and nobody has won a round yet: deal again.",
    "L'as de cœur est à l'écart et personne n'a encore gagné de manche : redonnez.",
    "J5",
)
ACE_OPENS = Text(
    "ace_opens",
    "{seat} cannot open. Until somebody wins a round, the lowest heart opens: {due_seat}.",
    "{seat} ne peut pas commencer. Tant que personne n'a gagné de manche, le plus petit cœur "
    "commence : {due_seat}.",
    "J5",
)
WINNER_OPENS = Text(
    "winner_opens",
    "{seat} cannot open. The winner of the latest round does: {due_seat}.",
    "{seat} ne peut pas commencer. Le gagnant de la dernière manche commence : {due_seat}.",
    "J5",
)
OPENER_MISSING = Text(
    "opener_missing",
    "Say who opens: an earlier round does not tell who won it.",
    "Indiquez qui commence : une manche précédente ne dit pas qui l'a gagnée.",
    "J22",
)
# moves
MOVE_AFTER_LAST = Text(
    "move_after_last",
    "The round ended with the move before. Nothing can follow it.",
    "La manche a fini au coup précédent. Rien ne peut suivre.",
    "J22",
)
MOVES_STOP_EARLY = Text(
    "moves_stop_early",
    "The moves stop before the end of the round. Write them all, up to the first empty hand.",
    "Les coups s'arrêtent avant la fin de la manche. Notez-les tous, jusqu'à la première main "
    "vide.",
    "J22",
)
OTHER_SEATS_TURN = Text(
    "other_seats_turn",
    "{seat} moves, but it is the turn of {due_seat}.",
    "{seat} joue, mais {due_seat} a le tour.",
    "J7",
)
CARD_NOT_IN_HAND = Text(
    "card_not_in_hand",
    "{seat} does not hold {card}. Possible: {expected}.",
    "{seat} n'a pas {card}. Possible : {expected}.",
    "J22",
)
NEXT_CARD_DUE = Text(
    "next_card_due",
    "{seat} lays {card} but must lay the next card of the sequence: {expected}.",
    "{seat} pose {card} mais doit poser la carte suivante : {expected}.",
    "J7",
)
NEXT_CARD_MISSING = Text(
    "next_card_missing",
    "{seat} lays {card}, which does not continue the sequence. Possible: {expected}.",
    "{seat} pose {card}, qui ne continue pas la suite en cours. Possible : {expected}.",
    "J16",
)
HONOUR_STARTS = Text(
    "honour_starts",
    "{seat} starts with {card}, but an honour cannot start a sequence. Possible: {expected}.",
    "{seat} commence avec {card}, mais un honneur ne commence pas de suite. Possible : {expected}.",
    "J6",
)
SUIT_BARRED = Text(
    "suit_barred",
    "{seat} starts with {card}, but the new sequence must be of another suit. Possible: "
    "{expected}.",
    "{seat} commence avec {card}, mais la nouvelle suite doit être d'une autre enseigne. "
    "Possible : {expected}.",
)
NOT_THE_LOWEST = Text(
    "not_the_lowest",
    "{seat} starts with {card} but must start with the lowest card possible: {expected}.",
    "{seat} commence avec {card} mais doit prendre la carte la plus faible possible : {expected}.",
    "J6",
)
PASS_WITH_NEXT_CARD = Text(
    "pass_with_next_card",
    "{seat} passes but holds the next card of the sequence and must lay it: {expected}.",
    "{seat} passe mais a la carte suivante et doit la poser : {expected}.",
    "J7",
)
PASS_WITH_START = Text(
    "pass_with_start",
    "{seat} passes but can start a new sequence. Possible: {expected}.",
    "{seat} passe mais peut commencer une nouvelle suite. Possible : {expected}.",
    "J10",
)
# finals
EMPTY_HANDS = Text(
    "empty_hands",
    "Only the winner has no cards left, and here {seats} have none.",
    "Seul le gagnant n'a plus de cartes, et ici {seats} n'en ont plus.",
    "J23",
)
NO_EMPTY_HAND = Text(
    "no_empty_hand",
    "Everybody has cards left. One hand must be empty: the winner’s.",
    "Il reste des cartes à chacun. Une main doit être vide : celle du gagnant.",
    "J23",
)
LOW_CARD_IN_DEAD_ROUND = Text(
    "low_card_in_dead_round",
    "Nobody won, so only jacks, queens and kings can be left, but {seat} still has {cards}.",
    "Personne n'a gagné : il ne peut rester que des valets, dames et rois, mais {seat} a "
    "encore {cards}.",
    "J23",
)
BOX_TAKEN_BY_NOBODY = Text(
    "box_taken_by_nobody",
    "Nobody has {box} left, so this card was laid. Say who took its box.",
    "Personne n'a gardé {box} : cette carte a été posée. Indiquez qui a pris sa case.",
    "J23",
)
BOX_CARD_NOT_LAID = Text(
    "box_card_not_laid",
    "Nobody laid {box}, so {seat} cannot have taken its box. Choose nobody.",
    "Personne n'a posé {box}, {seat} ne peut donc pas en avoir pris la case. Choisissez « "
    "personne ».",
    "J23",
)
TOO_MANY_CARDS = Text(
    "too_many_cards",
    "{seat} has too many cards left and boxes taken: {found}. At most {expected}, the largest "
    "hand.",
    "{seat} a trop de cartes restantes et de cases prises : {found}. Au plus {expected}, la "
    "plus grande main.",
    "J23",
)
# sheets
NO_DEAD_ROUNDS = Text(
    "no_dead_rounds",
    "With these house rules somebody wins every round. Say who won.",
    "Avec ces règles, quelqu'un gagne chaque manche. Indiquez qui a gagné.",
    "J24",
)
BANK_BELOW_ZERO = Text(
    "bank_below_zero",
    "{seat} had {bank} chips and cannot score {found}. The least is {expected}.",
    "{seat} avait {bank} jetons et ne peut pas marquer {found}. Le minimum est {expected}.",
    "J24",
)
BOX_NOT_EMPTY = Text(
    "box_not_empty",
    "Box of {box}: the winner takes what is in it. It holds 0, not {found}.",
    "{box} : le gagnant prend ce que contient la case. Il y reste 0, pas {found}.",
    "J24",
)
BOX_HOLDS_OTHER = Text(
    "box_holds_other",
    "Box of {box}: it holds {expected} if nobody took it, else 0. Found: {found}.",
    "{box} : la case contient {expected} si personne ne l'a prise, sinon 0. Trouvé : {found}.",
    "J24",
)
SUM_OF_SCORES = Text(
    "sum_of_scores",
    "The scores add up to {found} instead of {expected}: no chip comes or goes. Was the ante "
    "forgotten?",
    "Le total des scores est {found} au lieu de {expected} : aucun jeton n'apparaît ni ne "
    "disparaît. La mise a-t-elle été oubliée ?",
    "J24",
)
NO_STORY = Text(
    "no_story",
    "{seat} cannot have won with these scores. Each of the others loses the ante ({antes}) and "
    "at least 1 for the cards left, and gains only boxes ({boxes}). Was the ante forgotten?",
    "{seat} ne peut pas avoir gagné avec ces scores. Chacun des autres perd la mise ({antes}) et "
    "au moins 1 pour ses cartes, et ne gagne que des cases ({boxes}). La mise a-t-elle été "
    "oubliée ?",
    "J24",
)
NO_STORY_AT_ALL = Text(
    "no_story_at_all",
    "Nobody can have won with these scores. All but the winner lose the ante ({antes}) and at "
    "least 1 for the cards left, and gain only boxes ({boxes}). Was the ante forgotten?",
    "Personne ne peut avoir gagné avec ces scores. Tous sauf le gagnant perdent la mise ({antes}) "
    "et au moins 1 pour leurs cartes, et ne gagnent que des cases ({boxes}). La mise a-t-elle "
    "été oubliée ?",
    "J24",
)
NO_DEAD_STORY = Text(
    "no_dead_story",
    "Nobody can score this without a winner: everybody loses the ante ({antes}) and gains only "
    "boxes ({boxes}), of which the 7 and 10 of diamonds are taken unless set aside.",
    "Sans gagnant, ces scores sont impossibles : chacun perd la mise ({antes}) et ne gagne que "
    "des cases ({boxes}), dont celles du 7 et du 10 de carreau, sauf si ces cartes sont à l'écart.",
    "J24",
)
# what is named
RANKS = {
    "A": Words("ace", "as"),
    "J": Words("jack", "valet"),
    "Q": Words("queen", "dame"),
    "K": Words("king", "roi"),
}
SUITS = {
    "H": Words("hearts", "cœur"),
    "S": Words("spades", "pique"),
    "D": Words("diamonds", "carreau"),
    "C": Words("clubs", "trèfle"),
}
PASS = Words("pass", "passer")
THE_BOX_CARDS = {
    "7D": Words("the 7 of diamonds", "le 7 de carreau"),
    "10D": Words("the 10 of diamonds", "le 10 de carreau"),
    "JC": Words("the jack of clubs", "le valet de trèfle"),
    "QS": Words("the queen of spades", "la dame de pique"),
    "KD": Words("the king of diamonds", "le roi de carreau"),
}


def card(code: str) -> Words:
    """Return `7 of diamonds` for 7D."""
    rank = RANKS.get(code[:-1]) or Words(code[:-1], code[:-1])
    suit = SUITS[code[-1]]
    return Words(f"{rank.en} of {suit.en}", f"{rank.fr} de {suit.fr}")


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def boxes(chips: Mapping[str, int]) -> Words:
    """Return what was in each of these boxes: `7 of diamonds 4, queen of spades 8`."""
    named = [(card(box), hand) for box, hand in chips.items()]
    return enumerated([Words(f"{box.en} {hand}", f"{box.fr} {hand}") for box, hand in named])
