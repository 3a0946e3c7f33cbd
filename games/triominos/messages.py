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
    "The match ended with the round before: somebody reached {target} points.",
    "La partie a fini à la manche précédente : quelqu'un a atteint les {target} points.",
    "T15",
)
# house rules
TOO_MANY_DEALT = Text(
    "too_many_dealt",
    "There are 56 tiles: deal at most {most} to each player, not {found}.",
    "Il y a 56 Triominos : distribuez-en {most} au plus à chacun, pas {found}.",
    "T18",
)
# the tiles
UNKNOWN_TILE = Text(
    "unknown_tile",
    "A tile is written as its three numbers from 0 to 5 in ascending order, such as 015. "
    "Found: {found}.",
    "Un Triominos se note par ses trois chiffres de 0 à 5 dans l'ordre croissant, comme 015. "
    "Trouvé : {found}.",
    "T1",
)
NOT_CORNERS = Text(
    "not_corners",
    "Write the numbers at the three corners, each from 0 to 5. Found: {found}.",
    "Notez les chiffres des trois pointes, chacun de 0 à 5. Trouvé : {found}.",
    "T1",
)
FLIPPED = Text(
    "flipped",
    "Read clockwise, no tile shows {found}: {tile} would be lying face down. Turn it, so that "
    "it reads {expected} from some corner on.",
    "Dans le sens des aiguilles d'une montre, aucun Triominos ne se lit {found} : {tile} "
    "serait retourné. Tournez-le pour lire {expected} à partir d'une pointe.",
    "T1",
)
TILE_TWICE = Text(
    "tile_twice",
    "The tile {tile} is here {found} times, but there is only one of each.",
    "Le Triominos {tile} est ici {found} fois, mais il n'y en a qu'un de chaque.",
    "T1",
)
TILES_MISSING = Text(
    "tiles_missing",
    "These tiles are nowhere: {tiles}. Write down all 56.",
    "Ces Triominos ne sont nulle part : {tiles}. Notez les 56.",
    "T1",
)
RACK_SIZE = Text(
    "rack_size",
    "Tiles dealt to {seat}: {found}. There must be {expected}.",
    "Triominos distribués pour {seat} : {found}. Il en faut {expected}.",
    "T2",
)
POOL_SIZE = Text(
    "pool_size",
    "Tiles in the pool after the deal: {found}. There must be {expected}.",
    "Triominos dans la pioche après la distribution : {found}. Il en faut {expected}.",
    "T2",
)
POOL_TOO_LARGE = Text(
    "pool_too_large",
    "Tiles left in the pool: {found}. After the deal there were only {most}.",
    "Triominos restant dans la pioche : {found}. Il n'y en avait que {most} après la distribution.",
    "T20",
)
# sheets
SHEET_NOT_EXCLUDED = Text(
    "sheet_not_excluded",
    "These scores are possible. Scores alone prove no more: that takes the tiles or the moves.",
    "Ces scores sont possibles. Seuls, ils ne prouvent rien de plus : il y faudrait les "
    "Triominos ou les coups.",
    "T19",
)
SCORE_TOO_LOW = Text(
    "score_too_low",
    "{seat} cannot have {found} points after one round. The least is {least}.",
    "{seat} ne peut pas avoir {found} points après une manche. Le minimum est {least}.",
    "T19",
)
SCORE_TOO_HIGH = Text(
    "score_too_high",
    "{seat} cannot have {found} points after one round. The most is {most}.",
    "{seat} ne peut pas avoir {found} points après une manche. Le maximum est {most}.",
    "T19",
)
SUM_TOO_LOW = Text(
    "sum_too_low",
    "The scores of a round cannot add up to {found}. The least is {least}: the pool has too "
    "few tiles for so many draws.",
    "Le total d'une manche ne peut pas être {found}. Le minimum est {least} : la pioche n'a "
    "pas assez de Triominos pour autant de tirages.",
    "T19",
)
SUM_TOO_HIGH = Text(
    "sum_too_high",
    "The scores of a round cannot add up to {found}. The most is {most}.",
    "Le total d'une manche ne peut pas être {found}. Le maximum est {most}.",
    "T19",
)
UNUSUAL_SCORE = Text(
    "unusual_score",
    "{seat} has {found} points in one round. That is unusual: please check.",
    "{seat} a {found} points en une manche. C'est inhabituel : vérifiez.",
    "T19",
)
UNUSUAL_SUM = Text(
    "unusual_sum",
    "The scores of this round add up to {found}. That is unusual: please check.",
    "Le total de cette manche est {found}. C'est inhabituel : vérifiez.",
    "T19",
)
# finals
EMPTY_BOARD = Text(
    "empty_board",
    "No tile lies on the board. Write at least the one that opened the round.",
    "Aucun Triominos n'est posé. Notez au moins celui qui a ouvert la manche.",
    "T20",
)
FAR_AWAY = Text(
    "far_away",
    "A cell is two whole numbers from -{most} to {most}. Found: {found}.",
    "Une case, ce sont deux nombres entiers de -{most} à {most}. Trouvé : {found}.",
    "T5",
)
TWO_ON_A_CELL = Text(
    "two_on_a_cell",
    "Several tiles lie on the cell ({x}, {y}). Keep one.",
    "Plusieurs Triominos sont posés sur la case ({x}, {y}). Gardez-en un.",
    "T20",
)
POINT_DIFFERS = Text(
    "point_differs",
    "The tiles that meet at the point ({x}, {y}) show different numbers there: {found}.",
    "Les Triominos qui se touchent au point ({x}, {y}) y montrent des chiffres différents : "
    "{found}.",
    "T20",
)
NOT_CONNECTED = Text(
    "not_connected",
    "Tiles joined to the first by their sides: {found} of {all}. All must be.",
    "Triominos joints au premier par leurs côtés : {found} sur {all}. Tous doivent l'être.",
    "T20",
)
NOT_OUT = Text(
    "not_out",
    "Somebody went out, so one player has no tiles left. Players without tiles: {found}.",
    "Quelqu'un a tout posé : un seul joueur n'a plus de Triominos. Joueurs sans Triominos : "
    "{found}.",
    "T20",
)
NOT_BLOCKED = Text(
    "not_blocked",
    "The round ended blocked, so everybody has tiles left. Write what remained for {seats}.",
    "La manche a fini bloquée : il reste des Triominos à chacun. Notez ce qui restait pour "
    "{seats}.",
    "T20",
)
POOL_NOT_EMPTY = Text(
    "pool_not_empty",
    "A round is blocked only when the pool is empty. Tiles in the pool: {found}.",
    "Une manche n'est bloquée que si la pioche est vide. Triominos dans la pioche : {found}.",
    "T20",
)
IMPOSSIBLE_SUM = Text(
    "impossible_sum",
    "The points before the end bonus cannot add up to {found}, with {pips} pips on the board "
    "and {drawn} tiles drawn for 5 points each. The nearest sum is {expected}.",
    "Le total des points avant le bonus de fin ne peut pas être {found}, avec {pips} points "
    "posés et {drawn} Triominos piochés à 5 points. Le total le plus proche est {expected}.",
    "T20",
)
# moves
MOVE_AFTER_ROUND = Text(
    "move_after_round",
    "The round ended with the move before. Nothing can follow it.",
    "La manche a fini au coup précédent. Rien ne peut suivre.",
    "T21",
)
ROUND_GOES_ON = Text(
    "round_goes_on",
    "The moves stop before the end of the round: somebody lays the last tile, or all are blocked.",
    "Les coups s'arrêtent avant la fin de la manche : quelqu'un pose son dernier Triominos, ou "
    "tous sont bloqués.",
    "T21",
)
OPENING_EXPECTED = Text(
    "opening_expected",
    "{seat} cannot do this before the round is opened. It opens with {tiles}, laid by "
    "{holder_seats}.",
    "{seat} ne peut pas faire cela avant l'ouverture. La manche s'ouvre avec {tiles}, posé par "
    "{holder_seats}.",
    "T3",
)
NOT_THE_OPENING = Text(
    "not_the_opening",
    "{seat} cannot open with {tile}. The highest triple or, without any, the highest total "
    "opens: {tiles}, laid by {holder_seats}.",
    "{seat} ne peut pas ouvrir avec {tile}. Le plus haut triple ou, sans triple, le plus fort "
    "total ouvre : {tiles}, posé par {holder_seats}.",
    "T3",
)
TURN_OF_ANOTHER = Text(
    "turn_of_another",
    "{seat} moves, but it is the turn of {due_seat}.",
    "{seat} joue, mais {due_seat} a le tour.",
    "T9",
)
TILE_NOT_HELD = Text(
    "tile_not_held",
    "{seat} does not have {tile}. In this rack: {expected}.",
    "{seat} n'a pas {tile}. Dans son jeu : {expected}.",
    "T21",
)
NOT_THE_DRAWN_TILE = Text(
    "not_the_drawn_tile",
    "{seat} lays {tile} after a draw, but may lay only the tile just drawn: {expected}.",
    "{seat} pose {tile} après avoir pioché, mais ne peut poser que le Triominos pioché : "
    "{expected}.",
    "T9",
)
CORNERS_OF_ANOTHER = Text(
    "corners_of_another",
    "The corners {found} are those of {shown}, but {tile} is laid. Turn it, as in {expected}.",
    "Les pointes {found} sont celles de {shown}, mais {tile} est posé. Tournez-le, comme "
    "{expected}.",
    "T21",
)
CELL_TAKEN = Text(
    "cell_taken",
    "A tile lies on the cell ({x}, {y}) already. Choose an empty cell.",
    "Un Triominos est déjà posé sur la case ({x}, {y}). Choisissez une case vide.",
    "T6",
)
NO_COMMON_SIDE = Text(
    "no_common_side",
    "On the cell ({x}, {y}), no side touches another tile. Touching at a point is not enough.",
    "Sur la case ({x}, {y}), aucun côté ne touche un autre Triominos. Une pointe ne suffit pas.",
    "T6",
)
POINT_SHOWS = Text(
    "point_shows",
    "The tile would show {found} at the point ({x}, {y}), where {expected} lies.",
    "Le Triominos montrerait {found} au point ({x}, {y}), où il y a {expected}.",
    "T6",
)
POOL_IS_EMPTY = Text(
    "pool_is_empty",
    "{seat} cannot draw: the pool is empty. Lay a tile or, with fewer than three draws in this "
    "turn, pass.",
    "{seat} ne peut pas piocher : la pioche est vide. Il faut poser ou, avec moins de trois "
    "tirages dans ce tour, passer.",
    "T11",
)
FOURTH_DRAW = Text(
    "fourth_draw",
    "{seat} has drawn three times in this turn. Lay a tile, or the turn has failed.",
    "{seat} a déjà pioché trois fois dans ce tour. Il faut poser, ou le tour est un échec.",
    "T9",
)
NOT_THE_FRONT = Text(
    "not_the_front",
    "The next tile of the pool is {expected}, not {found}.",
    "Le prochain Triominos de la pioche est {expected}, pas {found}.",
    "T21",
)
DRAW_WITHOUT_TILE = Text(
    "draw_without_tile",
    "The order of the pool is not known here: say which tile {seat} drew.",
    "L'ordre de la pioche n'est pas connu ici : indiquez le Triominos que {seat} a pioché.",
    "T21",
)
TILE_NOT_IN_POOL = Text(
    "tile_not_in_pool",
    "{seat} cannot draw {tile}: it was dealt or drawn before.",
    "{seat} ne peut pas piocher {tile}, déjà distribué ou pioché.",
    "T21",
)
FAIL_TOO_EARLY = Text(
    "fail_too_early",
    "{seat} has drawn {found} times in this turn. A turn fails only after three draws.",
    "{seat} a pioché {found} fois dans ce tour. Un tour n'est un échec qu'après trois tirages.",
    "T10",
)
PASS_WITH_POOL = Text(
    "pass_with_pool",
    "{seat} cannot pass yet: lay a tile, or draw up to three times. Tiles in the pool: {found}.",
    "{seat} ne peut pas encore passer : il faut poser, ou piocher jusqu'à trois fois. "
    "Triominos dans la pioche : {found}.",
    "T9",
)
PASS_AFTER_THREE_DRAWS = Text(
    "pass_after_three_draws",
    "{seat} has drawn three times: without a tile laid, the turn has failed and is no pass.",
    "{seat} a pioché trois fois : sans pose, le tour est un échec, pas un passe.",
    "T10",
)
PASS_WITH_FITTING_TILE = Text(
    "pass_with_fitting_tile",
    "{seat} cannot pass: {tile} fits on the cell ({x}, {y}), and with these house rules a "
    "player passes only if no tile fits.",
    "{seat} ne peut pas passer : {tile} se pose sur la case ({x}, {y}), et avec ces règles on "
    "ne passe que si rien ne se pose.",
    "T11",
)
WRONG_POINTS = Text(
    "wrong_points",
    "This move of {seat} earns {expected}, not {found}.",
    "Ce coup joué par {seat} rapporte {expected}, pas {found}.",
)
# the calculator
BOARD_UNREADABLE = Text(
    "board_unreadable",
    "Write a board in JSON, or the name of a file that holds one. Found: {found}.",
    "Indiquez un plateau en JSON, ou le nom d'un fichier qui en contient un. Trouvé : {found}.",
    "T5",
)
