"""What can be wrong with a round of Njet!, in every language."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import Text, Words, enumerated, untranslated

NJET_MATCH_OVER = Text(
    "njet_match_over",
    "The match ended after round {rounds}: no other round can follow.",
    "La partie s'est terminée après la manche {rounds} : aucune autre ne peut suivre.",
    "Die Partie endete nach Runde {rounds}: Keine weitere kann folgen.",
    "Z11",
)
# house rules
NO_DISCARDS = Text(
    "no_discards",
    "Choose at least one number of cards to put aside.",
    "Choisissez au moins un nombre de cartes à écarter.",
    "Wählen Sie mindestens eine Anzahl abzulegender Karten.",
    "Z14",
)
DISCARDS_TWICE = Text(
    "discards_twice",
    "Numbers of cards to put aside: {found} appears twice. Enter each number once.",
    "Nombres de cartes à écarter : {found} figure deux fois. Indiquez chaque nombre une seule "
    "fois.",
    "Anzahlen abzulegender Karten: {found} kommt zweimal vor. Geben Sie jede Zahl einmal an.",
    "Z14",
)
# the cards
UNKNOWN_CARD = Text(
    "njet_unknown_card",
    "Write a card as its colour R K B G and its rank 1 to 9, such as R9. Found: {found}.",
    "Notez une carte par sa couleur R K B G et son rang 1 à 9, comme R9. Trouvé : {found}.",
    "Schreiben Sie eine Karte als Farbe R K B G und Rang 1 bis 9, zum Beispiel R9. Gefunden: "
    "{found}.",
    "Z1",
)
CARD_TOO_OFTEN = Text(
    "njet_card_too_often",
    "{card} appears {found} times. With {players} players the deck has {expected}.",
    "Le {card} figure {found} fois. À {players} joueurs, le jeu en a {expected}.",
    "{card} kommt {found}-mal vor. Bei {players} Spielern gibt es die Karte {expected}-mal.",
    "Z1",
)
HAND_SIZE = Text(
    "njet_hand_size",
    "Cards dealt to {seat}: {found}. Required: {expected} (12 with three players, 10 with four).",
    "Cartes données pour {seat} : {found}. Il en faut {expected} (12 à trois joueurs, 10 à "
    "quatre).",
    "{seat}, ausgeteilte Karten: {found}. Nötig: {expected} (12 zu dritt, 10 zu viert).",
    "Z2",
)
# the board
NOT_A_CELL = Text(
    "not_a_cell",
    "{row}: choose {expected}.",
    "{row} : choisissez {expected}.",
    "{row}: Wählen Sie {expected}.",
    "Z3",
)
NOT_A_START_PLAYER = NOT_A_CELL._replace(
    en="Choose the start player. Possible: {seats}.",
    fr="Choisissez le premier joueur. Possible : {seats}.",
    de="Wählen Sie den Startspieler. Möglich: {seats}.",
)
UNREADABLE_CELL = Text(
    "unreadable_cell",
    "Name a cell of the row, such as 2 or R. Found: {found}.",
    "Indiquez une case de la ligne, comme 2 ou R. Trouvé : {found}.",
    "Nennen Sie ein Feld der Reihe, zum Beispiel 2 oder R. Gefunden: {found}.",
    "Z3",
)
DISCARD_TOO_BIG = Text(
    "discard_too_big",
    "Nobody can put {found} cards aside: a hand has only {expected}.",
    "Personne ne peut écarter {found} cartes : une main n'en a que {expected}.",
    "Niemand kann {found} Karten ablegen: Eine Hand hat nur {expected}.",
    "Z6",
)
# who plays with whom
TEAMS_NOT_ALL = Text(
    "teams_not_all",
    "Put each player in one team. Named twice: {twice_seats}. Missing: {missing_seats}.",
    "Mettez chaque joueur dans une seule équipe. Nommés deux fois : {twice_seats}. Manquants : "
    "{missing_seats}.",
    "Ordnen Sie jeden Spieler einem Team zu. Doppelt genannt: {twice_seats}. Es fehlen: "
    "{missing_seats}.",
    "Z5",
)
TEAM_SIZES = Text(
    "team_sizes",
    "Players in the two teams: {found}. Required: {expected}.",
    "Joueurs dans les deux équipes : {found}. Il en faut {expected}.",
    "Spieler in den beiden Teams: {found}. Nötig: {expected}.",
    "Z5",
)
START_NOT_IN_FIRST_TEAM = Text(
    "start_not_in_first_team",
    "{seat} is the start player and belongs in the first team.",
    "{seat} est le premier joueur : sa place est dans la première équipe.",
    "{seat} beginnt die Runde und gehört in das erste Team.",
    "Z16",
)
# finals
SUM_OF_TRICKS = Text(
    "sum_of_tricks",
    "Tricks of both teams: {found}. Required: {expected} ({hand} cards each, less {aside} put "
    "aside).",
    "Plis des deux équipes : {found}. Il en faut {expected} ({hand} cartes chacun, moins {aside} "
    "à l'écart).",
    "Stiche beider Teams: {found}. Nötig: {expected} (je {hand} Karten, minus {aside} abgelegte).",
    "Z16",
)
TRICKS_OF_NO_DISCARD = SUM_OF_TRICKS._replace(
    en="Tricks of both teams: {found}. Possible: {expected} ({hand} cards each, less those put "
    "aside).",
    fr="Plis des deux équipes : {found}. Possible : {expected} ({hand} cartes chacun, moins "
    "celles à l'écart).",
    de="Stiche beider Teams: {found}. Möglich: {expected} (je {hand} Karten, minus die "
    "abgelegten).",
)
SUM_OF_ONES = Text(
    "sum_of_ones",
    "1s of both teams: {found}. Possible: {least} to 8, as {aside} cards were put aside.",
    "Cartes « 1 » des deux équipes : {found}. Possible : {least} à 8, car {aside} cartes sont à "
    "l'écart.",
    "Einsen beider Teams: {found}. Möglich: {least} bis 8, da {aside} Karten abgelegt sind.",
    "Z16",
)
EIGHT_ONES = SUM_OF_ONES._replace(
    en="1s of both teams: {found}. Required: 8.",
    fr="Cartes « 1 » notées : {found}. Il en faut 8.",
    de="Einsen beider Teams: {found}. Nötig: 8.",
)
ONES_WITHOUT_TRICKS = Text(
    "ones_without_tricks",
    "1s of this team: {found}. Tricks: {tricks}. With {players} cards in a trick, the maximum is "
    "{most}.",
    "Cartes « 1 » de cette équipe : {found}. Plis : {tricks}. À {players} cartes par pli, le "
    "maximum est {most}.",
    "Einsen dieses Teams: {found}. Stiche: {tricks}. Bei {players} Karten im Stich sind "
    "höchstens {most} möglich.",
    "Z16",
)
# sheets
NO_TWO_SIDES = Text(
    "no_two_sides",
    "Partners score the same: the four scores must be two equal pairs. Found: {found}.",
    "Deux partenaires marquent le même nombre : les quatre scores doivent être égaux deux à "
    "deux. Trouvé : {found}.",
    "Partner erzielen gleich viel: Die vier Punktzahlen müssen paarweise gleich sein. Gefunden: "
    "{found}.",
    "Z15",
)
NO_PAIR = NO_TWO_SIDES._replace(
    en="Two of the three players are partners and score the same. Found: {found}.",
    fr="Deux des trois joueurs sont partenaires et marquent le même nombre. Trouvé : {found}.",
    de="Zwei der drei Spieler sind Partner und erzielen gleich viel. Gefunden: {found}.",
)
ONE_PAIR = NO_TWO_SIDES._replace(
    en="Two partners score the same: {seat} has {found} and {other_seat} {other}.",
    fr="Deux partenaires marquent le même nombre : {seat} a {found} et {other_seat} {other}.",
    de="Zwei Partner erzielen gleich viel: {seat} hat {found} und {other_seat} {other}.",
)
TEAM_SCORES_DIFFER = Text(
    "team_scores_differ",
    "{seats} are partners and must score the same: {found}.",
    "{seats} sont partenaires et doivent marquer le même nombre : {found}.",
    "{seats} sind Partner und müssen gleich viel erzielen: {found}.",
    "Z15",
)
NO_SUCH_SCORES = Text(
    "no_such_scores",
    "No round can end with {found}. A team scores its tricks and 1s times the value ({values}), "
    "and both teams together have {sums} of them. Check the scores.",
    "Aucune manche ne peut finir par {found}. Une équipe marque ses plis et ses cartes « 1 » "
    "fois la valeur ({values}), et les deux équipes en ont ensemble {sums}. Vérifiez les scores.",
    "Keine Runde kann mit {found} enden. Ein Team erzielt seine Stiche und Einsen, multipliziert "
    "mit dem Wert ({values}); beide Teams zusammen haben {sums} Stiche und Einsen. Prüfen Sie die "
    "Punkte.",
    "Z15",
)
NO_SUCH_SCORES_OF_THREE = NO_SUCH_SCORES._replace(
    en="No round can end with {found}. A team scores its tricks and 1s times the value "
    "({values}), twice that for a lone player who counts double, and both teams together have "
    "{sums} of them. Check the scores.",
    fr="Aucune manche ne peut finir par {found}. Une équipe marque ses plis et ses cartes « 1 » "
    "fois la valeur ({values}), le double pour un joueur seul qui compte double, et les deux "
    "équipes en ont ensemble {sums}. Vérifiez les scores.",
    de="Keine Runde kann mit {found} enden. Ein Team erzielt seine Stiche und Einsen, "
    "multipliziert mit dem Wert ({values}), ein Alleinspieler, der doppelt zählt, das Zweifache; "
    "beide Teams zusammen haben {sums} Stiche und Einsen. Prüfen Sie die Punkte.",
)
# moves
MOVE_AFTER_END = Text(
    "njet_move_after_end",
    "The last trick is over: no move can follow.",
    "Le dernier pli est terminé : aucun coup ne peut suivre.",
    "Der letzte Stich ist gespielt: Kein Zug kann mehr folgen.",
    "Z17",
)
NOT_ENDED = Text(
    "njet_not_ended",
    "The moves stop before the last trick is over. Next: {expected}.",
    "Les coups s'arrêtent avant la fin du dernier pli. Ensuite : {expected}.",
    "Die Züge brechen vor dem Ende des letzten Stichs ab. Als Nächstes: {expected}.",
    "Z17",
)
OTHER_PHASE = Text(
    "other_phase",
    "This move is not possible now: {found}. Next: {expected}.",
    "Ce coup n'est pas possible maintenant : {found}. Ensuite : {expected}.",
    "Dieser Zug ist jetzt nicht möglich: {found}. Als Nächstes: {expected}.",
    "Z17",
)
NJET_TURN = Text(
    "njet_turn",
    "{seat} bars a cell, but it is {due_seat}’s turn.",
    "{seat} barre une case, mais c'est {due_seat} qui doit jouer.",
    "{seat} sperrt ein Feld, aber {due_seat} ist am Zug.",
    "Z4",
)
CELL_COVERED = Text(
    "cell_covered",
    "{row}: {found} is already barred. Still open: {expected}.",
    "{row} : la case {found} est déjà barrée. Encore libres : {expected}.",
    "{row}: {found} ist schon gesperrt. Noch offen: {expected}.",
    "Z4",
)
START_COVERED = CELL_COVERED._replace(
    en="{seat} is already barred as start player. Still open: {open_seats}.",
    fr="{seat} : cette case de premier joueur est déjà barrée. Encore libres : {open_seats}.",
    de="{seat} ist als Startspieler schon gesperrt. Noch offen: {open_seats}.",
)
ROW_DECIDED = Text(
    "row_decided",
    "{row}: only one cell is open, so the row is decided. Bar a cell of another row.",
    "{row} : il ne reste qu'une case libre, la ligne est décidée. Barrez une case d'une autre "
    "ligne.",
    "{row}: Nur noch ein Feld ist offen, die Reihe ist entschieden. Sperren Sie ein Feld "
    "einer anderen Reihe.",
    "Z4",
)
NOT_THE_START_PLAYER = Text(
    "not_the_start_player",
    "{seat} chooses a partner, but only the start player can: {due_seat}.",
    "{seat} choisit un partenaire, mais seul le premier joueur le peut : {due_seat}.",
    "{seat} wählt einen Partner, aber das darf nur der Startspieler: {due_seat}.",
    "Z5",
)
OWN_PARTNER = Text(
    "own_partner",
    "{seat} cannot be their own partner. Choose another player.",
    "{seat} ne peut pas être son propre partenaire. Choisissez un autre joueur.",
    "{seat} kann nicht der eigene Partner sein. Wählen Sie einen anderen Spieler.",
    "Z5",
)
ALONE_WITH_FOUR = Text(
    "alone_with_four",
    "{seat} cannot play alone. With four players, choose a partner.",
    "{seat} ne peut pas jouer seul. À quatre, choisissez un partenaire.",
    "{seat} kann nicht allein spielen. Wählen Sie zu viert einen Partner.",
    "Z5",
)
ASIDE_TWICE = Text(
    "aside_twice",
    "{seat} has already put cards aside. Each player does so once.",
    "{seat} a déjà écarté des cartes. Chacun écarte une seule fois.",
    "{seat} hat schon Karten abgelegt. Jeder Spieler tut das nur einmal.",
    "Z6",
)
NUMBER_ASIDE = Text(
    "number_aside",
    "Cards put aside by {seat}: {found}. Required: {expected}.",
    "{seat} écarte des cartes. Nombre : {found}. Il en faut {expected}.",
    "{seat} legt Karten ab. Anzahl: {found}. Nötig: {expected}.",
    "Z6",
)
TRICK_TURN = Text(
    "trick_turn",
    "{seat} plays a card, but it is {due_seat}’s turn.",
    "{seat} joue une carte, mais c'est {due_seat} qui doit jouer.",
    "{seat} spielt eine Karte, aber {due_seat} ist am Zug.",
    "Z7",
)
CARD_NOT_HELD = Text(
    "njet_card_not_held",
    "{seat} does not have {card}. In this hand: {expected}.",
    "{seat} n'a pas le {card}. Dans sa main : {expected}.",
    "{seat} hat {card} nicht auf der Hand. Auf der Hand: {expected}.",
    "Z17",
)
MUST_FOLLOW = Text(
    "must_follow",
    "{seat} plays {card} but can follow {led} and must do so. Possible: {expected}.",
    "{seat} joue le {card} mais peut fournir sur le {led} et doit le faire. Possible : {expected}.",
    "{seat} spielt {card}, kann aber {led} bedienen und muss es tun. Möglich: {expected}.",
    "Z7",
)
MUST_TRUMP = Text(
    "must_trump",
    "{seat} plays {card} but cannot follow {led} and must trump. Possible: {expected}.",
    "{seat} joue le {card} mais ne peut pas fournir sur le {led} et doit couper. Possible : "
    "{expected}.",
    "{seat} spielt {card}, kann {led} nicht bedienen und muss trumpfen. Möglich: {expected}.",
    "Z7",
)
# the calculator's own
NOT_TWO_TEAMS = Text(
    "not_two_teams",
    "Enter two teams, such as 0,1 2,3 or 2 0,1, not {found}.",
    "Indiquez deux équipes, comme 0,1 2,3 ou 2 0,1, pas {found}.",
    "Geben Sie zwei Teams ein, zum Beispiel 0,1 2,3 oder 2 0,1, nicht {found}.",
    "Z5",
)
# what is named
ROWS = {
    "first": Words("start player", "premier joueur", "Startspieler"),
    "discard": Words("cards put aside", "cartes à écarter", "abgelegte Karten"),
    "trump": Words("trump", "atout", "Trumpf"),
    "super": Words("super-trump", "super-atout", "Supertrumpf"),
    "value": Words("value", "valeur", "Wert"),
}
COLOURS = {
    "R": Words("red", "rouge", "Rot"),
    "K": Words("black", "noir", "Schwarz"),
    "B": Words("blue", "bleu", "Blau"),
    "G": Words("green", "vert", "Grün"),
    "none": Words("none", "aucun", "keine"),
}
PHASES = {
    "njet": Words("bar a cell", "barrer une case", "ein Feld sperren"),
    "partner": Words("choose a partner", "choisir un partenaire", "einen Partner wählen"),
    "discard": Words("put cards aside", "écarter des cartes", "Karten ablegen"),
    "card": Words("play a card", "jouer une carte", "eine Karte spielen"),
}


def card(code: str) -> Words:
    """Return `red 9` for R9."""
    colour, rank = COLOURS[code[0]], code[1]
    return Words(f"{colour.en} {rank}", f"{rank} {colour.fr}", f"{colour.de} {rank}")


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def cell(name: int | str) -> Words:
    """Return what stands in a cell of the board: a colour, or a number."""
    return COLOURS.get(str(name)) or untranslated(str(name))
