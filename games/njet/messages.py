"""What can be wrong with a round of Njet!, in English and French."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Text, Words, enumerated

NJET_MATCH_OVER = Text(
    "njet_match_over",
    "The match ended after round {rounds}. No other round can follow.",
    "La partie a fini après la manche {rounds}. Aucune autre ne peut suivre.",
    "Z11",
)
# house rules
NO_DISCARDS = Text(
    "no_discards",
    "Choose at least one number of cards to put aside.",
    "Choisissez au moins un nombre de cartes à écarter.",
    "Z14",
)
DISCARDS_TWICE = Text(
    "discards_twice",
    "Numbers of cards to put aside: {found} is there twice. Choose different ones.",
    "Nombres de cartes à écarter : {found} y est deux fois. Choisissez-en de différents.",
    "Z14",
)
# the cards
UNKNOWN_CARD = Text(
    "njet_unknown_card",
    "A card is written as colour R K B G and rank 1 to 9, such as R9. Found: {found}.",
    "Une carte se note par sa couleur R K B G et son rang 1 à 9, comme R9. Trouvé : {found}.",
    "Z1",
)
CARD_TOO_OFTEN = Text(
    "njet_card_too_often",
    "{card}: this card is here {found} times. With {players} players the deck has {expected}.",
    "{card} : cette carte est ici {found} fois. À {players} joueurs, le jeu en a {expected}.",
    "Z1",
)
HAND_SIZE = Text(
    "njet_hand_size",
    "Cards dealt to {seat}: {found}. There must be {expected} (12 with three players, 10 with "
    "four).",
    "Cartes données pour {seat} : {found}. Il en faut {expected} (12 à trois joueurs, 10 à "
    "quatre).",
    "Z2",
)
# the board
NOT_A_CELL = Text(
    "not_a_cell",
    "{row}: choose {expected}.",
    "{row} : choisissez {expected}.",
    "Z3",
)
NOT_A_START_PLAYER = NOT_A_CELL._replace(
    en="Say who starts: one of {seats}.",
    fr="Indiquez qui commence, parmi {seats}.",
)
UNREADABLE_CELL = Text(
    "unreadable_cell",
    "Name a cell of the row, such as 2 or R. Found: {found}.",
    "Nommez une case de la ligne, comme 2 ou R. Trouvé : {found}.",
    "Z3",
)
DISCARD_TOO_BIG = Text(
    "discard_too_big",
    "Nobody can put {found} cards aside: a hand has {expected}.",
    "Personne ne peut écarter {found} cartes : une main en a {expected}.",
    "Z6",
)
# who plays with whom
TEAMS_NOT_ALL = Text(
    "teams_not_all",
    "Each player belongs to one team. Named twice: {twice_seats}. Named nowhere: {missing_seats}.",
    "Chaque joueur est dans une seule équipe. Nommés deux fois : {twice_seats}. "
    "Nommés nulle part : {missing_seats}.",
    "Z5",
)
TEAM_SIZES = Text(
    "team_sizes",
    "Players in the two teams: {found}. There must be {expected}.",
    "Joueurs dans les deux équipes : {found}. Il en faut {expected}.",
    "Z5",
)
START_NOT_IN_FIRST_TEAM = Text(
    "start_not_in_first_team",
    "{seat} starts and belongs to the team named first.",
    "{seat} commence et fait partie de l'équipe nommée en premier.",
    "Z16",
)
# finals
SUM_OF_TRICKS = Text(
    "sum_of_tricks",
    "Tricks of both teams: {found}. There are {expected}: {hand} cards each, less {aside} aside.",
    "Plis des deux équipes : {found}. Il y en a {expected} : {hand} cartes chacun, moins "
    "{aside} à l'écart.",
    "Z16",
)
TRICKS_OF_NO_DISCARD = SUM_OF_TRICKS._replace(
    en="Tricks of both teams: {found}. There can be {expected}: {hand} cards each, less those "
    "aside.",
    fr="Plis des deux équipes : {found}. Il peut y en avoir {expected} : {hand} cartes chacun, "
    "moins celles à l'écart.",
)
SUM_OF_ONES = Text(
    "sum_of_ones",
    "1s of both teams: {found}. There must be {least} to 8, as {aside} cards were put aside.",
    "Cartes « 1 » des deux équipes : {found}. Il en faut de {least} à 8, car {aside} cartes sont à "
    "l'écart.",
    "Z16",
)
EIGHT_ONES = SUM_OF_ONES._replace(
    en="1s of both teams: {found}. There must be 8.",
    fr="Cartes « 1 » notées : {found}. Il en faut 8.",
)
ONES_WITHOUT_TRICKS = Text(
    "ones_without_tricks",
    "1s of this team: {found}, in {tricks} tricks. With {players} cards in a trick, the most "
    "is {most}.",
    "Cartes « 1 » de cette équipe : {found}, en {tricks} plis. À {players} cartes par pli, le "
    "maximum est {most}.",
    "Z16",
)
# sheets
NO_TWO_SIDES = Text(
    "no_two_sides",
    "Partners score the same, so two and two scores must be equal. Found: {found}.",
    "Deux partenaires marquent le même nombre : deux et deux scores doivent être égaux. "
    "Trouvé : {found}.",
    "Z15",
)
NO_PAIR = NO_TWO_SIDES._replace(
    en="Two of the three are partners and score the same. Found: {found}.",
    fr="Deux des trois sont partenaires et marquent le même nombre. Trouvé : {found}.",
)
ONE_PAIR = NO_TWO_SIDES._replace(
    en="Two partners score the same: {seat} has {found} and {other_seat} {other}.",
    fr="Deux partenaires marquent le même nombre : {seat} a {found} et {other_seat} {other}.",
)
TEAM_SCORES_DIFFER = Text(
    "team_scores_differ",
    "{seats} are partners and must score the same: {found}.",
    "{seats} sont partenaires et doivent marquer le même nombre : {found}.",
    "Z15",
)
NO_SUCH_SCORES = Text(
    "no_such_scores",
    "No round ends {found}. A team scores its tricks and 1s times the value ({values}), and "
    "both teams together have {sums} of them. Check the scores.",
    "Aucune manche ne finit par {found}. Une équipe marque ses plis et ses cartes « 1 » fois "
    "la valeur ({values}), et les deux équipes en ont ensemble {sums}. Vérifiez les scores.",
    "Z15",
)
NO_SUCH_SCORES_OF_THREE = NO_SUCH_SCORES._replace(
    en="No round ends {found}. A team scores its tricks and 1s times the value ({values}), twice "
    "that for a lone player who counts double, and both teams together have {sums} of them. Check "
    "the scores.",
    fr="Aucune manche ne finit par {found}. Une équipe marque ses plis et ses cartes « 1 » fois la "
    "valeur ({values}), le double pour un joueur seul qui compte double, et les deux équipes en "
    "ont ensemble {sums}. Vérifiez les scores.",
)
# moves
MOVE_AFTER_END = Text(
    "njet_move_after_end",
    "The last trick ended with the move before. Nothing can follow it.",
    "Le dernier pli a fini au coup précédent. Rien ne peut suivre.",
    "Z17",
)
NOT_ENDED = Text(
    "njet_not_ended",
    "The moves stop before the last trick is over. What comes next: {expected}.",
    "Les coups s'arrêtent avant la fin du dernier pli. Ce qui suit : {expected}.",
    "Z17",
)
OTHER_PHASE = Text(
    "other_phase",
    "This is not the time for that: {found}. What comes next: {expected}.",
    "Ce n'est pas le moment de le faire : {found}. Ce qui suit : {expected}.",
    "Z17",
)
NJET_TURN = Text(
    "njet_turn",
    "{seat} covers a cell, but it is the turn of {due_seat}.",
    "{seat} couvre une case, mais {due_seat} a le tour.",
    "Z4",
)
CELL_COVERED = Text(
    "cell_covered",
    "{row}: {found} is covered already. Still open: {expected}.",
    "{row} : {found} est déjà couvert. Encore ouvert : {expected}.",
    "Z4",
)
START_COVERED = CELL_COVERED._replace(
    en="{seat} is covered already as start player. Still open: {open_seats}.",
    fr="{seat} est déjà couvert comme premier joueur. Encore ouvert : {open_seats}.",
)
ROW_DECIDED = Text(
    "row_decided",
    "{row}: only one cell is open and decides the row. Cover a cell of another row.",
    "{row} : il ne reste qu'une case ouverte, la ligne est décidée. Couvrez une case d'une autre "
    "ligne.",
    "Z4",
)
NOT_THE_START_PLAYER = Text(
    "not_the_start_player",
    "{seat} chooses a partner, but that is up to the start player: {due_seat}.",
    "{seat} choisit un partenaire, mais c'est l'affaire de qui commence : {due_seat}.",
    "Z5",
)
OWN_PARTNER = Text(
    "own_partner",
    "{seat} cannot choose themselves as a partner. Choose another player.",
    "{seat} ne peut pas se choisir comme partenaire. Choisissez un autre joueur.",
    "Z5",
)
ALONE_WITH_FOUR = Text(
    "alone_with_four",
    "{seat} cannot play alone: with four players, choose a partner.",
    "{seat} ne peut pas jouer seul : à quatre, choisissez un partenaire.",
    "Z5",
)
ASIDE_TWICE = Text(
    "aside_twice",
    "{seat} has put cards aside already. Everybody does so once.",
    "{seat} a déjà écarté. Chacun écarte une seule fois.",
    "Z6",
)
NUMBER_ASIDE = Text(
    "number_aside",
    "{seat} puts this many cards aside: {found}. There must be {expected}.",
    "{seat} écarte ce nombre de cartes : {found}. Il en faut {expected}.",
    "Z6",
)
TRICK_TURN = Text(
    "trick_turn",
    "{seat} plays a card, but it is the turn of {due_seat}.",
    "{seat} joue une carte, mais {due_seat} a le tour.",
    "Z7",
)
CARD_NOT_HELD = Text(
    "njet_card_not_held",
    "{seat} does not hold {card}. In this hand: {expected}.",
    "{seat} n'a pas {card}. Dans sa main : {expected}.",
    "Z17",
)
MUST_FOLLOW = Text(
    "must_follow",
    "{seat} plays {card} but can follow {led}. Possible: {expected}.",
    "{seat} joue {card} mais peut fournir sur {led}. Possible : {expected}.",
    "Z7",
)
MUST_TRUMP = Text(
    "must_trump",
    "{seat} plays {card}, cannot follow {led} and must trump. Possible: {expected}.",
    "{seat} joue {card}, ne peut pas fournir sur {led} et doit couper. Possible : {expected}.",
    "Z7",
)
# the calculator's own
NOT_TWO_TEAMS = Text(
    "not_two_teams",
    "Write two teams, such as 0,1 2,3 or 2 0,1, not {found}.",
    "Indiquez deux équipes, comme 0,1 2,3 ou 2 0,1, pas {found}.",
    "Z5",
)
# what is named
ROWS = {
    "first": Words("start player", "premier joueur"),
    "discard": Words("cards put aside", "cartes à écarter"),
    "trump": Words("trump", "atout"),
    "super": Words("super-trump", "super-atout"),
    "value": Words("value", "valeur"),
}
COLOURS = {
    "R": Words("red", "rouge"),
    "K": Words("black", "noir"),
    "B": Words("blue", "bleu"),
    "G": Words("green", "vert"),
    "none": Words("none", "aucun"),
}
PHASES = {
    "njet": Words("cover a cell", "couvrir une case"),
    "partner": Words("choose a partner", "choisir un partenaire"),
    "discard": Words("put cards aside", "écarter des cartes"),
    "card": Words("play a card", "jouer une carte"),
}


def card(code: str) -> Words:
    """Return `red 9` for R9."""
    colour, rank = COLOURS[code[0]], code[1]
    return Words(f"{colour.en} {rank}", f"{rank} {colour.fr}")


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def cell(name: int | str) -> Words:
    """Return what stands in a cell of the board: a colour, or a number."""
    return COLOURS.get(str(name)) or Words(str(name), str(name))
