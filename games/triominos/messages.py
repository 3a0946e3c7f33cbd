"""What can be wrong with a round of Triominos, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from games.messages import Text

# how many play
WHY_NOT: Mapping[int, Text] = {
    7: Text(
        "number_of_players",
        "This game is for 2 to 6 players: with 7, only 7 of the 56 tiles would be left to draw, "
        "one for each. Split the players between two tables.",
        "Ce jeu se joue de 2 à 6 joueurs : à 7, il ne resterait que 7 des 56 Triominos à "
        "piocher, un par joueur. Répartissez les joueurs sur deux tables.",
        "Dieses Spiel ist für 2 bis 6 Spieler: Zu siebt blieben nur 7 der 56 Steine zum Ziehen, "
        "einer für jeden. Verteilen Sie die Spieler auf zwei Tische.",
        "T2",
    ),
    8: Text(
        "number_of_players",
        "This game is for 2 to 6 players: with 8, none of the 56 tiles would be left to draw. "
        "Split the players between two tables.",
        "Ce jeu se joue de 2 à 6 joueurs : à 8, il ne resterait aucun des 56 Triominos à "
        "piocher. Répartissez les joueurs sur deux tables.",
        "Dieses Spiel ist für 2 bis 6 Spieler: Zu acht bliebe keiner der 56 Steine zum Ziehen. "
        "Verteilen Sie die Spieler auf zwei Tische.",
        "T2",
    ),
}
ROUND_AFTER_TARGET = Text(
    "round_after_target",
    "The match is over: somebody has reached {target} points.",
    "La partie est terminée : quelqu'un a atteint les {target} points.",
    "Die Partie ist beendet: Jemand hat {target} Punkte erreicht.",
    "T15",
)
# house rules
TOO_MANY_DEALT = Text(
    "too_many_dealt",
    "There are 56 tiles: deal at most {most} to each player, not {found}.",
    "Il y a 56 Triominos : distribuez-en {most} au plus à chacun, pas {found}.",
    "Es gibt 56 Steine: Teilen Sie höchstens {most} an jeden Spieler aus, nicht {found}.",
    "T18",
)
# the tiles
UNKNOWN_TILE = Text(
    "unknown_tile",
    "Write a tile as its three numbers from 0 to 5 in ascending order, such as 015. Found: "
    "{found}.",
    "Notez un Triominos par ses trois chiffres de 0 à 5 dans l'ordre croissant, comme 015. "
    "Trouvé : {found}.",
    "Schreiben Sie einen Stein als seine drei Zahlen von 0 bis 5 in aufsteigender Folge, zum "
    "Beispiel 015. Gefunden: {found}.",
    "T1",
)
NOT_CORNERS = Text(
    "not_corners",
    "Enter the numbers at the three corners, each from 0 to 5. Found: {found}.",
    "Notez les chiffres des trois pointes, chacun de 0 à 5. Trouvé : {found}.",
    "Geben Sie die Zahlen an den drei Ecken ein, jede von 0 bis 5. Gefunden: {found}.",
    "T1",
)
FLIPPED = Text(
    "flipped",
    "Read clockwise, no tile shows {found}: {tile} would be face down. Turn it so that it reads "
    "{expected} from one of its corners.",
    "Dans le sens des aiguilles d'une montre, aucun Triominos ne se lit {found} : {tile} "
    "serait retourné. Tournez-le pour lire {expected} à partir d'une pointe.",
    "Im Uhrzeigersinn gelesen zeigt kein Stein {found}: {tile} läge mit der Rückseite nach oben. "
    "Drehen Sie ihn so, dass er ab einer Ecke {expected} zeigt.",
    "T1",
)
TILE_TWICE = Text(
    "tile_twice",
    "The tile {tile} appears {found} times, but each tile exists only once.",
    "Le Triominos {tile} figure {found} fois, mais il n'y en a qu'un de chaque.",
    "Der Stein {tile} kommt {found}-mal vor, aber jeden gibt es nur einmal.",
    "T1",
)
TILES_MISSING = Text(
    "tiles_missing",
    "These tiles are missing: {tiles}. Enter all 56.",
    "Il manque ces Triominos : {tiles}. Notez les 56.",
    "Diese Steine fehlen: {tiles}. Geben Sie alle 56 ein.",
    "T1",
)
RACK_SIZE = Text(
    "rack_size",
    "Tiles dealt to {seat}: {found}. Required: {expected}.",
    "Triominos distribués pour {seat} : {found}. Il en faut {expected}.",
    "{seat}, ausgeteilte Steine: {found}. Nötig: {expected}.",
    "T2",
)
POOL_SIZE = Text(
    "pool_size",
    "Tiles in the pool after the deal: {found}. Required: {expected}.",
    "Triominos dans la pioche après la distribution : {found}. Il en faut {expected}.",
    "Steine im Vorrat nach dem Austeilen: {found}. Nötig: {expected}.",
    "T2",
)
POOL_TOO_LARGE = Text(
    "pool_too_large",
    "Tiles left in the pool: {found}. After the deal there were only {most}.",
    "Triominos restant dans la pioche : {found}. Il n'y en avait que {most} après la distribution.",
    "Steine übrig im Vorrat: {found}. Nach dem Austeilen waren es nur {most}.",
    "T20",
)
# sheets
SHEET_NOT_EXCLUDED = Text(
    "sheet_not_excluded",
    "These scores are possible. To verify more, enter the tiles or the moves.",
    "Ces scores sont possibles. Pour vérifier davantage, saisissez les Triominos ou les coups.",
    "Diese Punkte sind möglich. Um mehr zu prüfen, geben Sie die Steine oder die Züge ein.",
    "T19",
)
SCORE_TOO_LOW = Text(
    "score_too_low",
    "{seat} cannot have {found} points after one round. The minimum is {least}.",
    "{seat} ne peut pas avoir {found} points après une manche. Le minimum est {least}.",
    "{seat} kann nach einer Runde nicht {found} Punkte haben. Das Minimum ist {least}.",
    "T19",
)
SCORE_TOO_HIGH = Text(
    "score_too_high",
    "{seat} cannot have {found} points after one round. The maximum is {most}.",
    "{seat} ne peut pas avoir {found} points après une manche. Le maximum est {most}.",
    "{seat} kann nach einer Runde nicht {found} Punkte haben. Das Maximum ist {most}.",
    "T19",
)
SUM_TOO_LOW = Text(
    "sum_too_low",
    "The scores of a round cannot add up to {found}. The minimum is {least}: the pool has too "
    "few tiles for so many draws.",
    "Le total d'une manche ne peut pas être {found}. Le minimum est {least} : la pioche n'a "
    "pas assez de Triominos pour autant de tirages.",
    "Die Summe der Punkte einer Runde kann nicht {found} sein. Das Minimum ist {least}: Der "
    "Vorrat hat zu wenige Steine, um so oft zu ziehen.",
    "T19",
)
SUM_TOO_HIGH = Text(
    "sum_too_high",
    "The scores of a round cannot add up to {found}. The maximum is {most}.",
    "Le total d'une manche ne peut pas être {found}. Le maximum est {most}.",
    "Die Summe der Punkte einer Runde kann nicht {found} sein. Das Maximum ist {most}.",
    "T19",
)
UNUSUAL_SCORE = Text(
    "unusual_score",
    "{seat} has {found} points in one round. This is unusual: please check.",
    "{seat} a {found} points en une manche. C'est inhabituel : vérifiez.",
    "{seat} hat {found} Punkte in einer Runde. Das ist ungewöhnlich: Bitte prüfen Sie es.",
    "T19",
)
UNUSUAL_SUM = Text(
    "unusual_sum",
    "The scores of this round add up to {found}. This is unusual: please check.",
    "Le total de cette manche est {found}. C'est inhabituel : vérifiez.",
    "Die Summe der Punkte dieser Runde ist {found}. Das ist ungewöhnlich: Bitte prüfen Sie es.",
    "T19",
)
# finals
EMPTY_BOARD = Text(
    "empty_board",
    "No tile lies on the board. Enter at least the one that opened the round.",
    "Aucun Triominos n'est posé. Notez au moins celui qui a ouvert la manche.",
    "Kein Stein liegt auf dem Brett. Geben Sie mindestens den Eröffnungsstein ein.",
    "T20",
)
FAR_AWAY = Text(
    "far_away",
    "Enter a cell as two whole numbers from -{most} to {most}. Found: {found}.",
    "Indiquez une case par deux nombres entiers de -{most} à {most}. Trouvé : {found}.",
    "Geben Sie ein Feld als zwei ganze Zahlen von -{most} bis {most} an. Gefunden: {found}.",
    "T5",
)
TWO_ON_A_CELL = Text(
    "two_on_a_cell",
    "Several tiles lie on the cell ({x}, {y}). Keep one.",
    "Plusieurs Triominos sont posés sur la case ({x}, {y}). Gardez-en un.",
    "Auf dem Feld ({x}, {y}) liegen mehrere Steine. Behalten Sie einen.",
    "T20",
)
POINT_DIFFERS = Text(
    "point_differs",
    "The tiles that meet at the point ({x}, {y}) show different numbers there: {found}.",
    "Les Triominos qui se touchent au point ({x}, {y}) y montrent des chiffres différents : "
    "{found}.",
    "Die Steine, die sich am Punkt ({x}, {y}) treffen, zeigen dort verschiedene Zahlen: {found}.",
    "T20",
)
NOT_CONNECTED = Text(
    "not_connected",
    "Tiles joined to the first by their sides: {found} of {all}. Join them all.",
    "Triominos joints au premier par leurs côtés : {found} sur {all}. Reliez-les tous.",
    "Über Seiten mit dem ersten verbundene Steine: {found} von {all}. Verbinden Sie alle.",
    "T20",
)
NOT_OUT = Text(
    "not_out",
    "Somebody laid all tiles, so exactly one player has none left. Players without tiles: {found}.",
    "Quelqu'un a tout posé : un seul joueur n'a plus de Triominos. Joueurs sans Triominos : "
    "{found}.",
    "Jemand hat alle Steine gelegt, also hat genau ein Spieler keine mehr. Spieler ohne Steine: "
    "{found}.",
    "T20",
)
NOT_BLOCKED = Text(
    "not_blocked",
    "The round ended blocked, so everybody has tiles left. Enter the tiles left for {seats}.",
    "La manche s'est terminée bloquée : chacun a encore des Triominos. Notez ce qui reste pour "
    "{seats}.",
    "Die Runde endete blockiert, also haben alle noch Steine. Noch ohne Angabe: {seats}.",
    "T20",
)
POOL_NOT_EMPTY = Text(
    "pool_not_empty",
    "A round is blocked only when the pool is empty. Tiles in the pool: {found}.",
    "Une manche n'est bloquée que si la pioche est vide. Triominos dans la pioche : {found}.",
    "Eine Runde ist nur blockiert, wenn der Vorrat leer ist. Steine im Vorrat: {found}.",
    "T20",
)
IMPOSSIBLE_SUM = Text(
    "impossible_sum",
    "The points before the end bonus cannot add up to {found}, with {pips} points on the board "
    "and {drawn} tiles drawn for 5 points each. The nearest sum is {expected}.",
    "Le total des points avant le bonus de fin ne peut pas être {found}, avec {pips} points "
    "posés et {drawn} Triominos piochés à 5 points. Le total le plus proche est {expected}.",
    "Die Punkte vor dem Schlussbonus können nicht {found} ergeben, bei {pips} Punkten auf dem "
    "Brett und {drawn} gezogenen Steinen zu je 5 Punkten. Die nächste Summe ist {expected}.",
    "T20",
)
# moves
MOVE_AFTER_ROUND = Text(
    "move_after_round",
    "The round is over: no move can follow.",
    "La manche est terminée : aucun coup ne peut suivre.",
    "Die Runde ist beendet: Kein Zug kann mehr folgen.",
    "T21",
)
ROUND_GOES_ON = Text(
    "round_goes_on",
    "The moves stop before the end of the round. Enter them all, until somebody lays the last "
    "tile or everybody is blocked.",
    "Les coups s'arrêtent avant la fin de la manche. Notez-les tous, jusqu'à ce que quelqu'un "
    "pose son dernier Triominos ou que tous soient bloqués.",
    "Die Züge brechen vor dem Ende der Runde ab. Tragen Sie alle ein, bis jemand den letzten "
    "Stein legt oder alle blockiert sind.",
    "T21",
)
OPENING_EXPECTED = Text(
    "opening_expected",
    "{seat} cannot do this before the opening. The round opens with {tiles}, laid by "
    "{holder_seats}.",
    "{seat} ne peut pas faire cela avant l'ouverture. La manche s'ouvre avec {tiles}, posé par "
    "{holder_seats}.",
    "{seat} kann das vor der Eröffnung nicht. Eröffnet wird mit {tiles}. Am Zug: {holder_seats}.",
    "T3",
)
NOT_THE_OPENING = Text(
    "not_the_opening",
    "{seat} cannot open with {tile}. The highest triple opens or, without any, the highest "
    "total: {tiles}, laid by {holder_seats}.",
    "{seat} ne peut pas ouvrir avec {tile}. Le plus fort triple ou, sans triple, le plus fort "
    "total ouvre : {tiles}, posé par {holder_seats}.",
    "{seat} kann nicht mit {tile} eröffnen. Es eröffnet der höchste Drilling oder, wenn es "
    "keinen gibt, die höchste Summe: {tiles}. Am Zug: {holder_seats}.",
    "T3",
)
TURN_OF_ANOTHER = Text(
    "turn_of_another",
    "{seat} plays, but it is {due_seat}’s turn.",
    "{seat} joue, mais c'est {due_seat} qui doit jouer.",
    "{seat} spielt, aber {due_seat} ist am Zug.",
    "T9",
)
TILE_NOT_HELD = Text(
    "tile_not_held",
    "{seat} does not have {tile}. In this rack: {expected}.",
    "{seat} n'a pas {tile}. Dans sa main : {expected}.",
    "{seat} hat {tile} nicht. Vorhandene Steine: {expected}.",
    "T21",
)
NOT_THE_DRAWN_TILE = Text(
    "not_the_drawn_tile",
    "{seat} lays {tile} after a draw, but can lay only the tile just drawn: {expected}.",
    "{seat} pose {tile} après avoir pioché, mais ne peut poser que le Triominos pioché : "
    "{expected}.",
    "{seat} legt nach dem Ziehen {tile}, darf aber nur den gezogenen Stein legen: {expected}.",
    "T9",
)
CORNERS_OF_ANOTHER = Text(
    "corners_of_another",
    "The corners {found} are those of {shown}, but {tile} is laid. Turn it, as in {expected}.",
    "Les pointes {found} sont celles de {shown}, mais {tile} est posé. Tournez-le, comme "
    "{expected}.",
    "Die Ecken {found} gehören zu {shown}, gelegt wird aber {tile}. Drehen Sie den Stein, zum "
    "Beispiel auf {expected}.",
    "T21",
)
CELL_TAKEN = Text(
    "cell_taken",
    "A tile already lies on the cell ({x}, {y}). Choose an empty cell.",
    "Un Triominos est déjà posé sur la case ({x}, {y}). Choisissez une case vide.",
    "Auf dem Feld ({x}, {y}) liegt schon ein Stein. Wählen Sie ein leeres Feld.",
    "T6",
)
NO_COMMON_SIDE = Text(
    "no_common_side",
    "On the cell ({x}, {y}), no side touches another tile. Touching at a point is not enough.",
    "Sur la case ({x}, {y}), aucun côté ne touche un autre Triominos. Une pointe ne suffit pas.",
    "Auf dem Feld ({x}, {y}) berührt keine Seite einen anderen Stein. Eine Ecke genügt nicht.",
    "T6",
)
POINT_SHOWS = Text(
    "point_shows",
    "The tile would show {found} at the point ({x}, {y}), where the board shows {expected}.",
    "Le Triominos montrerait {found} au point ({x}, {y}), où il y a {expected}.",
    "Der Stein würde am Punkt ({x}, {y}) {found} zeigen, dort liegt aber {expected}.",
    "T6",
)
POOL_IS_EMPTY = Text(
    "pool_is_empty",
    "{seat} cannot draw: the pool is empty. Lay a tile or, with fewer than three draws in this "
    "turn, pass.",
    "{seat} ne peut pas piocher : la pioche est vide. Il faut poser ou, avec moins de trois "
    "tirages dans ce tour, passer.",
    "{seat} kann nicht ziehen: Der Vorrat ist leer. Möglich ist, einen Stein zu legen oder, wenn "
    "in diesem Zug weniger als dreimal gezogen wurde, zu passen.",
    "T11",
)
FOURTH_DRAW = Text(
    "fourth_draw",
    "{seat} has drawn three times in this turn and must lay a tile; otherwise the turn fails.",
    "{seat} a déjà pioché trois fois dans ce tour et doit poser ; sinon, le tour est un échec.",
    "{seat} hat in diesem Zug dreimal gezogen und muss einen Stein legen; sonst ist der Zug "
    "misslungen.",
    "T9",
)
NOT_THE_FRONT = Text(
    "not_the_front",
    "The next tile of the pool is {expected}, not {found}.",
    "Le prochain Triominos de la pioche est {expected}, pas {found}.",
    "Der nächste Stein des Vorrats ist {expected}, nicht {found}.",
    "T21",
)
DRAW_WITHOUT_TILE = Text(
    "draw_without_tile",
    "Enter the tile that {seat} drew: the order of the pool is not known.",
    "Indiquez le Triominos que {seat} a pioché : l'ordre de la pioche n'est pas connu.",
    "Geben Sie an, welchen Stein {seat} gezogen hat: Die Reihenfolge des Vorrats ist nicht "
    "bekannt.",
    "T21",
)
TILE_NOT_IN_POOL = Text(
    "tile_not_in_pool",
    "{seat} cannot draw {tile}: it has already been dealt or drawn.",
    "{seat} ne peut pas piocher {tile} : ce Triominos est déjà distribué ou pioché.",
    "{seat} kann {tile} nicht ziehen: Der Stein ist schon ausgeteilt oder gezogen.",
    "T21",
)
FAIL_TOO_EARLY = Text(
    "fail_too_early",
    "Draws of {seat} in this turn: {found}. A turn fails only after three draws.",
    "{seat} a pioché {found} fois dans ce tour. Un tour n'est un échec qu'après trois tirages.",
    "{seat} hat in diesem Zug {found}-mal gezogen. Erst nach dreimaligem Ziehen ist ein Zug "
    "misslungen.",
    "T10",
)
PASS_WITH_POOL = Text(
    "pass_with_pool",
    "{seat} cannot pass yet and must lay a tile, or draw up to three times. Tiles in the pool: "
    "{found}.",
    "{seat} ne peut pas encore passer : il faut poser, ou piocher jusqu'à trois fois. "
    "Triominos dans la pioche : {found}.",
    "{seat} kann noch nicht passen und muss einen Stein legen oder bis zu dreimal ziehen. Steine "
    "im Vorrat: {found}.",
    "T9",
)
PASS_AFTER_THREE_DRAWS = Text(
    "pass_after_three_draws",
    "{seat} has drawn three times and laid no tile: this is a failed turn, not a pass.",
    "{seat} a pioché trois fois sans poser : le tour est un échec, pas un passe.",
    "{seat} hat dreimal gezogen und keinen Stein gelegt: Der Zug ist misslungen, das ist kein "
    "Passen.",
    "T10",
)
PASS_WITH_FITTING_TILE = Text(
    "pass_with_fitting_tile",
    "{seat} cannot pass: {tile} fits on the cell ({x}, {y}), and with these house rules, passing "
    "is possible only if no tile fits.",
    "{seat} ne peut pas passer : {tile} se pose sur la case ({x}, {y}), et avec ces règles on "
    "ne passe que si rien ne se pose.",
    "{seat} kann nicht passen: {tile} passt auf das Feld ({x}, {y}), und mit diesen Hausregeln "
    "ist Passen nur erlaubt, wenn kein Stein passt.",
    "T11",
)
WRONG_POINTS = Text(
    "wrong_points",
    "{seat} earns {expected} for this move, not {found}.",
    "{seat} marque {expected} pour ce coup, pas {found}.",
    "{seat} erhält für diesen Zug {expected}, nicht {found}.",
)
# the calculator
BOARD_UNREADABLE = Text(
    "board_unreadable",
    "Enter a board in JSON, or the name of a file with one. Found: {found}.",
    "Indiquez un plateau en JSON, ou le nom d'un fichier qui en contient un. Trouvé : {found}.",
    "Geben Sie ein Brett in JSON an oder den Namen einer Datei mit einem. Gefunden: {found}.",
    "T5",
)
