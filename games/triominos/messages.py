"""What can be wrong with a round of Triominos, in English and French."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import Text

# how many play
WHY_NOT: Mapping[int, Text] = {
    7: Text(
        "number_of_players",
        "This game is for 2 to 6 players: 7 racks of 7 would leave 7 of the 56 tiles to draw, one "
        "for each. Split the players among two tables.",
        "Ce jeu se joue de 2 à 6 : 7 mains de 7 ne laisseraient que 7 des 56 Triominos à piocher, "
        "un par joueur. Répartissez les joueurs sur deux tables.",
        "T2",
    ),
    8: Text(
        "number_of_players",
        "This game is for 2 to 6 players: 8 racks of 7 would leave none of the 56 tiles to draw. "
        "Split the players among two tables.",
        "Ce jeu se joue de 2 à 6 : 8 mains de 7 ne laisseraient aucun des 56 Triominos à piocher. "
        "Répartissez les joueurs sur deux tables.",
        "T2",
    ),
}
ROUND_AFTER_TARGET = Text(
    "round_after_target",
    "The match was over with the round before: somebody reached the target of {target} points. "
    "No further round is expected.",
    "La partie était finie à la manche précédente : quelqu'un a atteint les {target} points. "
    "Aucune autre manche n'est attendue.",
    "T15",
)
# house rules
TOO_MANY_DEALT = Text(
    "too_many_dealt",
    "There are 56 tiles, so at most {most} can be dealt to each player, found {found}.",
    "Il y a 56 Triominos, on peut donc en distribuer {most} au plus à chacun, trouvé : {found}.",
    "T18",
)
# the tiles
UNKNOWN_TILE = Text(
    "unknown_tile",
    "Expected a tile such as 015 (its three numbers from 0 to 5 in ascending order), "
    "found {found}.",
    "Un Triominos comme 015 était attendu (ses trois chiffres de 0 à 5 dans l'ordre croissant), "
    "trouvé : {found}.",
    "T1",
)
NOT_CORNERS = Text(
    "not_corners",
    "Expected the numbers at the three corners, each from 0 to 5, found {found}.",
    "Les chiffres des trois pointes étaient attendus, chacun de 0 à 5, trouvé : {found}.",
    "T1",
)
FLIPPED = Text(
    "flipped",
    "No tile reads {found} clockwise: from its lowest number on a tile ascends, so {tile} would be "
    "lying face down. It may be turned, not flipped; expected is {expected}, from any corner on.",
    "Aucun Triominos ne se lit {found} dans le sens des aiguilles d'une montre : il monte à partir "
    "de son plus petit chiffre, {tile} serait donc retourné. On peut le tourner, mais pas le "
    "retourner ; attendu : {expected}, en partant d'une pointe quelconque.",
    "T1",
)
TILE_TWICE = Text(
    "tile_twice",
    "The tile {tile} is here {found} times, but there is only one of each.",
    "Le Triominos {tile} figure ici {found} fois, mais il n'y en a qu'un de chaque.",
    "T1",
)
TILES_MISSING = Text(
    "tiles_missing",
    "All 56 tiles are expected here, but these are nowhere: {tiles}.",
    "Les 56 Triominos sont attendus ici, mais ceux-ci ne sont nulle part : {tiles}.",
    "T1",
)
RACK_SIZE = Text(
    "rack_size",
    "Tiles dealt to seat {seat}: {found}. Expected: {expected}.",
    "Triominos distribués au siège {seat} : {found}. Attendu : {expected}.",
    "T2",
)
POOL_SIZE = Text(
    "pool_size",
    "Tiles in the pool after the deal: {found}. Expected: {expected}.",
    "Triominos dans la pioche après la distribution : {found}. Attendu : {expected}.",
    "T2",
)
POOL_TOO_LARGE = Text(
    "pool_too_large",
    "Tiles left in the pool: {found}, but after the deal there were only {most}. "
    "Expected are {most} or fewer.",
    "Triominos restant dans la pioche : {found}, mais il n'y en avait que {most} après la "
    "distribution. Attendu : {most} au plus.",
    "T20",
)
# sheets
SHEET_NOT_EXCLUDED = Text(
    "sheet_not_excluded",
    "Scores alone cannot prove a round of Triominos: these are possible, more cannot be said. "
    "Expected for a proof are the tiles or the moves.",
    "Les scores seuls ne prouvent pas une manche de Triominos : ceux-ci sont possibles, on ne peut "
    "en dire plus. Pour une preuve, il faut les Triominos ou les coups.",
    "T19",
)
SCORE_TOO_LOW = Text(
    "score_too_low",
    "Seat {seat} cannot have {found} points after one round; expected are {least} or more.",
    "Le siège {seat} ne peut pas avoir {found} points après une manche ; attendu : {least} ou "
    "plus.",
    "T19",
)
SCORE_TOO_HIGH = Text(
    "score_too_high",
    "Seat {seat} cannot have {found} points after one round; expected are {most} or fewer.",
    "Le siège {seat} ne peut pas avoir {found} points après une manche ; attendu : {most} ou "
    "moins.",
    "T19",
)
SUM_TOO_LOW = Text(
    "sum_too_low",
    "All scores of a round cannot add up to {found}; expected are {least} or more: the pool has "
    "too few tiles for so many draws.",
    "La somme des scores d'une manche ne peut pas être {found} ; attendu : {least} ou plus, car "
    "la pioche n'a pas assez de Triominos pour autant de tirages.",
    "T19",
)
# finals
EMPTY_BOARD = Text(
    "empty_board",
    "No tile lies on the board; at least the one that opened the round is expected.",
    "Aucun Triominos n'est posé ; au moins celui qui a ouvert la manche est attendu.",
    "T20",
)
FAR_AWAY = Text(
    "far_away",
    "Expected a cell [x, y] with two whole numbers from -{most} to {most}, found {found}.",
    "Une case [x, y] avec deux nombres entiers de -{most} à {most} était attendue, trouvé : "
    "{found}.",
    "T5",
)
TWO_ON_A_CELL = Text(
    "two_on_a_cell",
    "More than one tile lies on the cell ({x}, {y}); one is expected.",
    "Plus d'un Triominos est posé sur la case ({x}, {y}) ; un seul est attendu.",
    "T20",
)
POINT_DIFFERS = Text(
    "point_differs",
    "The tiles that meet at the point ({x}, {y}) show different numbers there: {found}. "
    "One number is expected.",
    "Les Triominos qui se touchent au point ({x}, {y}) y montrent des chiffres différents : "
    "{found}. Un seul chiffre est attendu.",
    "T20",
)
NOT_CONNECTED = Text(
    "not_connected",
    "The tiles on the board are not all joined by sides: {found} of {all} hang together with the "
    "first. All are expected to.",
    "Les Triominos posés ne se tiennent pas tous par les côtés : {found} sur {all} tiennent au "
    "premier. Tous devraient y tenir.",
    "T20",
)
NOT_OUT = Text(
    "not_out",
    "The round is said to have ended with somebody out, so exactly one empty rack is expected; "
    "found {found}.",
    "La manche a fini parce que quelqu'un a tout posé, un seul jeu vide est donc attendu ; trouvé "
    ": {found}.",
    "T20",
)
NOT_BLOCKED = Text(
    "not_blocked",
    "The round is said to have ended blocked, so everybody is expected to have tiles left, but "
    "nothing is left to seats {seats}.",
    "La manche a fini bloquée, chacun devrait donc avoir des Triominos, mais il n'en reste pas aux "
    "sièges {seats}.",
    "T20",
)
POOL_NOT_EMPTY = Text(
    "pool_not_empty",
    "A round is blocked only when the pool is empty; found in the pool: {found}.",
    "Une manche n'est bloquée que si la pioche est vide ; Triominos dans la pioche : {found}.",
    "T20",
)
IMPOSSIBLE_SUM = Text(
    "impossible_sum",
    "The points before the end bonus add up to {found}. That cannot be with {pips} pips on the "
    "board and {drawn} tiles drawn for 5 points each, whatever the bonuses and failed turns. The "
    "nearest sum that is expected: {expected}.",
    "La somme des points avant le bonus de fin est {found}. C'est impossible avec {pips} points "
    "posés et {drawn} Triominos piochés à 5 points, quels que soient les bonus et les tours "
    "manqués. Somme attendue la plus proche : {expected}.",
    "T20",
)
# moves
MOVE_AFTER_ROUND = Text(
    "move_after_round",
    "The round ended with the move before; no further move is expected.",
    "La manche a fini au coup précédent ; aucun autre coup n'est attendu.",
    "T21",
)
ROUND_GOES_ON = Text(
    "round_goes_on",
    "The moves stop before the round has ended; expected is that somebody lays his last tile, or "
    "that all are blocked.",
    "Les coups s'arrêtent avant la fin de la manche ; attendu : quelqu'un pose son dernier "
    "Triominos, ou tous sont bloqués.",
    "T21",
)
OPENING_EXPECTED = Text(
    "opening_expected",
    "Seat {seat} cannot do this before the round is opened; expected is that {tiles} is laid "
    "(seat {holders}).",
    "Le siège {seat} ne peut pas faire cela avant l'ouverture ; attendu : la pose de {tiles} "
    "(siège {holders}).",
    "T3",
)
NOT_THE_OPENING = Text(
    "not_the_opening",
    "Seat {seat} opens with {tile}, but expected is {tiles} (seat {holders}): the highest triple "
    "dealt or, without any triple, the highest total.",
    "Le siège {seat} ouvre avec {tile}, mais {tiles} est attendu (siège {holders}) : le plus haut "
    "triple distribué ou, sans triple, le plus fort total.",
    "T3",
)
TURN_OF_ANOTHER = Text(
    "turn_of_another",
    "Seat {found} moves, but it is the turn of seat {expected}.",
    "Le siège {found} joue, mais c'est le tour du siège {expected}.",
    "T9",
)
TILE_NOT_HELD = Text(
    "tile_not_held",
    "Seat {seat} does not have {tile}; a tile of his rack is expected: {expected}.",
    "Le siège {seat} n'a pas {tile} ; un de ses Triominos est attendu : {expected}.",
    "T21",
)
NOT_THE_DRAWN_TILE = Text(
    "not_the_drawn_tile",
    "Seat {seat} lays {tile} after a draw, but only the tile just drawn is expected: {expected}.",
    "Le siège {seat} pose {tile} après avoir pioché, mais seul le Triominos qu'il vient de piocher "
    "est attendu : {expected}.",
    "T9",
)
CORNERS_OF_ANOTHER = Text(
    "corners_of_another",
    "The corners {found} are those of {shown}, but the tile laid is {tile}; expected is a turning "
    "of it, such as {expected}.",
    "Les pointes {found} sont celles de {shown}, mais le Triominos posé est {tile} ; attendu : une "
    "de ses positions, comme {expected}.",
    "T21",
)
CELL_TAKEN = Text(
    "cell_taken",
    "A tile lies on the cell ({x}, {y}) already; an empty cell is expected.",
    "Un Triominos est déjà posé sur la case ({x}, {y}) ; une case vide est attendue.",
    "T6",
)
NO_COMMON_SIDE = Text(
    "no_common_side",
    "A tile on the cell ({x}, {y}) has no side in common with a tile that lies; one at least is "
    "expected, touching at a point is not enough.",
    "Un Triominos sur la case ({x}, {y}) n'a aucun côté en commun avec un autre ; il en faut au "
    "moins un, se toucher par une pointe ne suffit pas.",
    "T6",
)
POINT_SHOWS = Text(
    "point_shows",
    "The tile would show {found} at the point ({x}, {y}), where {expected} lies; the same number "
    "is expected.",
    "Le Triominos montrerait {found} au point ({x}, {y}), où il y a {expected} ; le même chiffre "
    "est attendu.",
    "T6",
)
POOL_IS_EMPTY = Text(
    "pool_is_empty",
    "Seat {seat} draws, but the pool is empty; expected is a tile or, with fewer than three draws "
    "in this turn, a pass.",
    "Le siège {seat} pioche, mais la pioche est vide ; attendu : une pose ou, avec moins de trois "
    "tirages dans ce tour, un passe.",
    "T11",
)
FOURTH_DRAW = Text(
    "fourth_draw",
    "Seat {seat} has drawn three times in this turn already; a tile or fail is expected.",
    "Le siège {seat} a déjà pioché trois fois dans ce tour ; une pose ou fail est attendu.",
    "T9",
)
NOT_THE_FRONT = Text(
    "not_the_front",
    "The tile drawn is written as {found}, but the next in the pool is {expected}.",
    "Le Triominos pioché est noté {found}, mais le prochain de la pioche est {expected}.",
    "T21",
)
DRAW_WITHOUT_TILE = Text(
    "draw_without_tile",
    "The order of the pool is not known here, so the draw of seat {seat} is expected to name its "
    "tile.",
    "L'ordre de la pioche n'est pas connu ici, le tirage du siège {seat} doit donc nommer son "
    "Triominos.",
    "T21",
)
TILE_NOT_IN_POOL = Text(
    "tile_not_in_pool",
    "Seat {seat} cannot draw {tile}, which was dealt or drawn before; a tile is expected that "
    "nobody has had.",
    "Le siège {seat} ne peut pas piocher {tile}, déjà distribué ou pioché ; un Triominos que "
    "personne n'a eu est attendu.",
    "T21",
)
FAIL_TOO_EARLY = Text(
    "fail_too_early",
    "Seat {seat} has drawn {found} times in this turn; a fail is expected only after three draws.",
    "Le siège {seat} a pioché {found} fois dans ce tour ; un échec n'est attendu qu'après trois "
    "tirages.",
    "T10",
)
PASS_WITH_POOL = Text(
    "pass_with_pool",
    "Seat {seat} passes, but tiles in the pool: {found}. He is expected to lay a tile or to draw, "
    "up to three times.",
    "Le siège {seat} passe, mais Triominos dans la pioche : {found}. Il doit poser ou piocher, "
    "jusqu'à trois fois.",
    "T9",
)
PASS_AFTER_THREE_DRAWS = Text(
    "pass_after_three_draws",
    "Seat {seat} has drawn three times in this turn; without a tile laid a fail is expected, "
    "not a pass.",
    "Le siège {seat} a pioché trois fois dans ce tour ; sans pose, un échec (fail) est attendu, "
    "pas un passe.",
    "T10",
)
PASS_WITH_FITTING_TILE = Text(
    "pass_with_fitting_tile",
    "Seat {seat} passes, but {tile} fits on the cell ({x}, {y}); with these house rules a pass is "
    "expected only from a player who cannot lay.",
    "Le siège {seat} passe, mais {tile} se pose sur la case ({x}, {y}) ; avec ces règles, un passe "
    "n'est attendu que de qui ne peut rien poser.",
    "T11",
)
WRONG_POINTS = Text(
    "wrong_points",
    "The points written for this move of seat {seat} are {found}, but it earns {expected}.",
    "Les points notés pour ce coup du siège {seat} sont {found}, mais il rapporte {expected}.",
)
# the calculator
BOARD_UNREADABLE = Text(
    "board_unreadable",
    "Expected a board written in JSON, or the name of a file that holds one, found {found}.",
    "Un plateau écrit en JSON, ou le nom d'un fichier qui en contient un, était attendu, trouvé : "
    "{found}.",
    "T5",
)
