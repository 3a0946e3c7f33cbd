"""What can be wrong with a round of Njet!, in English and French."""

from __future__ import annotations

from games.messages import Text

NJET_MATCH_OVER = Text(
    "njet_match_over",
    "The match was over after round {rounds}; no further round is expected.",
    "La partie était finie après la manche {rounds} ; aucune autre n'est attendue.",
    "Z11",
)
# house rules
NO_DISCARDS = Text(
    "no_discards",
    "Expected at least one number of cards for the row “discard”, found none.",
    "Au moins un nombre de cartes est attendu pour la ligne « défausse », aucun trouvé.",
    "Z14",
)
DISCARDS_TWICE = Text(
    "discards_twice",
    "The row “discard” has the cell {found} twice; different numbers are expected.",
    "La ligne « défausse » a deux fois la case {found} ; des nombres différents sont attendus.",
    "Z14",
)
# the cards
UNKNOWN_CARD = Text(
    "njet_unknown_card",
    "Expected a card such as R9 (colour R K B G, rank 1 to 9), found {found}.",
    "Une carte comme R9 était attendue (couleur R K B G, rang 1 à 9), trouvé : {found}.",
    "Z1",
)
CARD_TOO_OFTEN = Text(
    "njet_card_too_often",
    "The card {card} is here {found} times, but with {players} players the deck has {expected}.",
    "La carte {card} figure ici {found} fois, mais à {players} joueurs le jeu en a {expected}.",
    "Z1",
)
HAND_SIZE = Text(
    "njet_hand_size",
    "Cards dealt to seat {seat}: {found}. Expected: {expected} (12 with three players, 10 with "
    "four).",
    "Cartes données au siège {seat} : {found}. Attendu : {expected} (12 à trois joueurs, 10 à "
    "quatre).",
    "Z2",
)
# the board
NOT_A_CELL = Text(
    "not_a_cell",
    "The row “{row}” has no cell {found}; its cells are {expected}.",
    "La ligne « {row} » n'a pas de case {found} ; ses cases sont {expected}.",
    "Z3",
)
UNREADABLE_CELL = Text(
    "unreadable_cell",
    "Expected the cell of a row, a whole number or a word such as R, found {found}.",
    "Une case d'une ligne était attendue, un nombre entier ou un mot comme R, trouvé : {found}.",
    "Z3",
)
DISCARD_TOO_BIG = Text(
    "discard_too_big",
    "Each player would have to put {found} cards aside but has only {expected}; "
    "no round can be played so.",
    "Chaque joueur devrait écarter {found} cartes mais n'en a que {expected} ; "
    "aucune manche ne peut se jouer ainsi.",
    "Z6",
)
# who plays with whom
TEAMS_NOT_ALL = Text(
    "teams_not_all",
    "Each seat is expected once in the two teams. Twice or more: {twice}. Missing: {missing}.",
    "Chaque siège est attendu une fois dans les deux équipes. Plus d'une fois : {twice}. "
    "Manquants : {missing}.",
    "Z5",
)
TEAM_SIZES = Text(
    "team_sizes",
    "Players in the two teams: {found}. Expected: {expected}.",
    "Joueurs dans les deux équipes : {found}. Attendu : {expected}.",
    "Z5",
)
START_NOT_IN_FIRST_TEAM = Text(
    "start_not_in_first_team",
    "The first team must be that of the start player, seat {seat} by the row “first”.",
    "La première équipe doit être celle du premier joueur, le siège {seat} selon la ligne "
    "« first ».",
    "Z16",
)
# finals
SUM_OF_TRICKS = Text(
    "sum_of_tricks",
    "The two teams took {found} tricks together; expected are {expected}: each player had {hand} "
    "cards and put {aside} aside.",
    "Les deux équipes ont fait {found} plis en tout ; attendu : {expected}, car chaque joueur "
    "avait {hand} cartes et en a écarté {aside}.",
    "Z16",
)
SUM_OF_ONES = Text(
    "sum_of_ones",
    "The two teams have {found} 1s together; expected are {least} to 8: there are eight, and "
    "{aside} cards were put aside.",
    "Les deux équipes ont {found} cartes 1 en tout ; attendu : de {least} à 8, car il y en a huit "
    "et {aside} cartes ont été écartées.",
    "Z16",
)
ONES_WITHOUT_TRICKS = Text(
    "ones_without_tricks",
    "This team has {found} 1s in {tricks} tricks; with {players} cards in a trick at most "
    "{most} are expected.",
    "Cette équipe a {found} cartes 1 dans {tricks} plis ; avec {players} cartes par pli, "
    "{most} au plus sont attendues.",
    "Z16",
)
# sheets
NO_TWO_SIDES = Text(
    "no_two_sides",
    "The players of one team score the same, so {expected} is expected; found {found}.",
    "Les joueurs d'une équipe marquent les mêmes points : {expected} est attendu ; "
    "trouvé : {found}.",
    "Z15",
)
TEAM_SCORES_DIFFER = Text(
    "team_scores_differ",
    "Seats {seats} are one team and score the same, but the scores written are {found}.",
    "Les sièges {seats} font équipe et marquent autant, mais les scores notés sont {found}.",
    "Z15",
)
NO_SUCH_SCORES = Text(
    "no_such_scores",
    "No round ends {found}: both teams have multiples of the value ({values}), which divided by "
    "it (and halved for a lone player who counts double) must be tricks and 1s, together "
    "{sums}.",
    "Aucune manche ne finit par {found} : chaque équipe a un multiple de la valeur ({values}) qui, "
    "divisé par elle (et par deux pour un joueur seul qui compte double), donne des plis et des 1, "
    "en tout {sums}.",
    "Z15",
)
# moves
MOVE_AFTER_END = Text(
    "njet_move_after_end",
    "The last trick was over with the move before; no further move is expected.",
    "Le dernier pli était fini au coup précédent ; aucun autre coup n'est attendu.",
    "Z17",
)
NOT_ENDED = Text(
    "njet_not_ended",
    "The moves stop before the last trick is over; next is expected: {expected}.",
    "Les coups s'arrêtent avant la fin du dernier pli ; coup attendu ensuite : {expected}.",
    "Z17",
)
OTHER_PHASE = Text(
    "other_phase",
    "The move “{found}” does not belong here; next is expected: {expected}.",
    "Le coup « {found} » n'a pas sa place ici ; coup attendu : {expected}.",
    "Z17",
)
NJET_TURN = Text(
    "njet_turn",
    "Seat {found} covers a cell, but the turn is with seat {expected}.",
    "Le siège {found} couvre une case, mais c'est au siège {expected}.",
    "Z4",
)
CELL_COVERED = Text(
    "cell_covered",
    "The cell {found} of the row “{row}” is covered already; still open are {expected}.",
    "La case {found} de la ligne « {row} » est déjà couverte ; encore ouvertes : {expected}.",
    "Z4",
)
ROW_DECIDED = Text(
    "row_decided",
    "The row “{row}” has only one open cell left and is decided; a cell of another row is "
    "expected.",
    "La ligne « {row} » n'a plus qu'une case ouverte, elle est décidée ; une case d'une autre "
    "ligne est attendue.",
    "Z4",
)
NOT_THE_START_PLAYER = Text(
    "not_the_start_player",
    "Seat {found} chooses a partner, but that is for the start player, seat {expected}.",
    "Le siège {found} choisit un partenaire, mais c'est au premier joueur, le siège {expected}.",
    "Z5",
)
OWN_PARTNER = Text(
    "own_partner",
    "Seat {seat} chose himself; one of the other players is expected (or null to play alone).",
    "Le siège {seat} s'est choisi lui-même ; un autre joueur est attendu (ou null pour jouer "
    "seul).",
    "Z5",
)
ALONE_WITH_FOUR = Text(
    "alone_with_four",
    "Seat {seat} plays alone, but with four players a partner is expected.",
    "Le siège {seat} joue seul, mais à quatre joueurs un partenaire est attendu.",
    "Z5",
)
ASIDE_TWICE = Text(
    "aside_twice",
    "Seat {seat} has put cards aside already; one discard of each player is expected.",
    "Le siège {seat} a déjà écarté ; une seule défausse par joueur est attendue.",
    "Z6",
)
NUMBER_ASIDE = Text(
    "number_aside",
    "Cards put aside by seat {seat}: {found}. Expected: {expected}.",
    "Cartes écartées par le siège {seat} : {found}. Attendu : {expected}.",
    "Z6",
)
TRICK_TURN = Text(
    "trick_turn",
    "Seat {found} plays a card, but the turn is with seat {expected}.",
    "Le siège {found} joue une carte, mais c'est au siège {expected}.",
    "Z7",
)
CARD_NOT_HELD = Text(
    "njet_card_not_held",
    "Seat {seat} does not hold {card}; a card of his hand is expected: {expected}.",
    "Le siège {seat} n'a pas {card} ; une carte de sa main est attendue : {expected}.",
    "Z17",
)
MUST_FOLLOW = Text(
    "must_follow",
    "Seat {seat} plays {card}, but {led} was led and he can follow; expected: {expected}.",
    "Le siège {seat} joue {card}, mais {led} a été demandé et il peut fournir ; attendu : "
    "{expected}.",
    "Z7",
)
MUST_TRUMP = Text(
    "must_trump",
    "Seat {seat} plays {card}; he cannot follow {led} and must play a trump or a super-trump: "
    "{expected}.",
    "Le siège {seat} joue {card} ; il ne peut pas fournir à {led} et doit couper avec un atout ou "
    "un super-atout : {expected}.",
    "Z7",
)
# the calculator's own
NOT_TWO_TEAMS = Text(
    "not_two_teams",
    "Expected the seats of two teams, such as 0,1 2,3 or 2 0,1; found {found}.",
    "Les sièges de deux équipes sont attendus, comme 0,1 2,3 ou 2 0,1 ; trouvé : {found}.",
    "Z5",
)
