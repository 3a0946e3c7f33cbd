"""What can be wrong with a round of Neurotrio, in every language."""

from __future__ import annotations

from collections.abc import Iterable

from games.messages import NOTHING, Text, Words, enumerated, untranslated

ROUND_AFTER_END = Text(
    "round_after_end",
    "The match is over: somebody has {target} points or more.",
    "La partie est terminée : quelqu'un a {target} points ou plus.",
    "Die Partie ist beendet: Jemand hat {target} Punkte oder mehr.",
    "N28",
)
# the cards
UNKNOWN_CARD = Text(
    "unknown_card",
    "Write a card as its number 1 2 3, its symbol C E R and its background N V B, such as 2EB. "
    "Found: {found}.",
    "Notez une carte par sa force 1 2 3, sa nature C E R et son fond N V B, comme 2EB. Trouvé : "
    "{found}.",
    "Schreiben Sie eine Karte als Zahl 1 2 3, Symbol C E R und Hintergrund N V B, zum Beispiel "
    "2EB. Gefunden: {found}.",
    "N1",
)
CARD_TOO_OFTEN = Text(
    "card_too_often",
    "{card} appears {found} times, but the deck has only two.",
    "Le {card} figure {found} fois, mais le jeu n'en a que deux.",
    "{card} kommt {found}-mal vor, aber es gibt die Karte nur zweimal.",
    "N1",
)
HAND_SIZE = Text(
    "hand_size",
    "Cards of {seat}: {found}. Required: {expected} (10, or 11 for the player who finished).",
    "Cartes notées pour {seat} : {found}. Il en faut {expected} (10, ou 11 pour qui a fini).",
    "{seat}, notierte Karten: {found}. Nötig: {expected} (10, oder 11 nach dem Beenden der Runde).",
)
# who finished, and with what
CANNOT_FINISH = Text(
    "cannot_finish",
    "{seat} cannot finish: these 11 cards do not form one duo and three trios.",
    "{seat} ne peut pas finir : ces 11 cartes ne forment pas un duo et trois trios.",
    "{seat} kann die Runde nicht beenden: Diese 11 Karten bilden nicht ein Duo und drei Trios.",
    "N11",
)
FINISHER_BELOW_MINIMUM = Text(
    "finisher_below_minimum",
    "{seat} has {found} points and needs at least {expected} to finish.",
    "{seat} a {found} points et doit en avoir au moins {expected} pour finir.",
    "{seat} hat {found} Punkte und braucht mindestens {expected}, um die Runde zu beenden.",
    "N12",
)
NO_FINISH = Text(
    "no_finish",
    "Nobody can finish with these cards (number: {found}): it takes one duo and three trios.",
    "On ne peut pas finir avec ces cartes (nombre : {found}) : il faut un duo et trois trios.",
    "Mit diesen Karten (Anzahl: {found}) kann niemand die Runde beenden: Nötig sind ein Duo und "
    "drei Trios.",
    "N11",
)
# sheets
SCORE_OF_FINISHER = Text(
    "score_of_finisher",
    "{seat} finished and cannot score {found}. Possible: {expected}.",
    "{seat} a fini et ne peut pas marquer {found}. Possible : {expected}.",
    "{seat} hat die Runde beendet und kann nicht {found} erzielen. Möglich: {expected}.",
    "N27",
)
GRAAL_BEFORE_BONUS = SCORE_OF_FINISHER._replace(
    en="{seat} finished with {found}: 17 is the Graal, enter 22.",
    fr="{seat} a fini avec {found} : 17, c'est le Graal, notez 22.",
    de="{seat} hat die Runde mit {found} beendet: 17 ist der Gral, geben Sie 22 ein.",
)
SCORE_OF_OTHER = Text(
    "score_of_other",
    "{seat} did not finish and cannot score {found}. Possible: {expected}.",
    "{seat} n'a pas fini et ne peut pas marquer {found}. Possible : {expected}.",
    "{seat} hat die Runde nicht beendet und kann nicht {found} erzielen. Möglich: {expected}.",
    "N27",
)
TWO_FINISHERS = Text(
    "two_finishers",
    "Only the player who finished can have 12 points or more, but {seats} have. Check their "
    "scores.",
    "Seul celui qui a fini peut avoir 12 points ou plus, mais {seats} les ont. Vérifiez leurs "
    "scores.",
    "Nur wer die Runde beendet hat, kann 12 oder mehr Punkte haben, aber {seats} haben so viele. "
    "Prüfen Sie ihre Punkte.",
    "N27",
)
# moves
MOVE_AFTER_END = Text(
    "move_after_end",
    "The round is over: no move can follow.",
    "La manche est terminée : aucun coup ne peut suivre.",
    "Die Runde ist beendet: Kein Zug kann mehr folgen.",
    "N34",
)
ROUND_NOT_ENDED = Text(
    "round_not_ended",
    "The moves stop before the end of the round. Enter them all, until somebody finishes or the "
    "stock is used up.",
    "Les coups s'arrêtent avant la fin de la manche. Notez-les tous, jusqu'à ce que quelqu'un "
    "finisse ou que la pioche soit épuisée.",
    "Die Züge brechen vor dem Ende der Runde ab. Tragen Sie alle ein, bis jemand die Runde "
    "beendet oder der Stapel verbraucht ist.",
    "N34",
)
NOT_YOUR_DRAW = Text(
    "not_your_draw",
    "{seat} draws, but it is {due_seat}’s turn.",
    "{seat} pioche, mais c'est {due_seat} qui doit jouer.",
    "{seat} zieht eine Karte, aber {due_seat} ist am Zug.",
    "N4",
)
NOT_YOUR_DRAW_AFTER_PANG = Text(
    "not_your_draw_after_pang",
    "{seat} draws, but after a pang play resumes where it was: {due_seat} draws.",
    "{seat} pioche, mais après un pang le jeu reprend où il en était : {due_seat} pioche.",
    "{seat} zieht eine Karte, aber nach einem Pang geht das Spiel weiter, wo es war: {due_seat} "
    "zieht.",
    "N10",
)
STILL_TO_PLAY = Text(
    "still_to_play",
    "{seat} has 11 cards and must discard or finish first.",
    "{seat} a 11 cartes et doit d'abord rejeter ou finir.",
    "{seat} hat 11 Karten und muss erst abwerfen oder die Runde beenden.",
    "N4",
)
NOT_YOUR_TURN = Text(
    "not_your_turn",
    "{seat} cannot do this now: {due_seat} has 11 cards and must discard or finish.",
    "{seat} ne peut pas jouer ce coup : {due_seat} a 11 cartes et doit rejeter ou finir.",
    "{seat} kann das jetzt nicht: {due_seat} hat 11 Karten und muss abwerfen oder die Runde "
    "beenden.",
    "N4",
)
NOBODY_TO_PLAY = Text(
    "nobody_to_play",
    "{seat} has 10 cards and can neither discard nor finish. A draw or a pang must come first.",
    "{seat} a 10 cartes et ne peut ni rejeter ni finir. Il faut d'abord piocher ou panguer.",
    "{seat} hat 10 Karten und kann weder abwerfen noch die Runde beenden. Zuerst muss jemand "
    "ziehen oder pangen.",
    "N4",
)
STOCK_EMPTY = Text(
    "stock_empty",
    "Nobody can draw: the stock is empty. Next, {expected}.",
    "Personne ne peut piocher : la pioche est vide. Ensuite, {expected}.",
    "Niemand kann ziehen: Der Stapel ist leer. Als Nächstes: {expected}.",
    "N13",
)
NOT_THE_TOP_CARD = Text(
    "not_the_top_card",
    "The top card of the stock is {expected}, not {found}.",
    "La première carte de la pioche est le {expected}, pas le {found}.",
    "Die oberste Karte des Stapels ist {expected}, nicht {found}.",
    "N34",
)
CARD_NOT_HELD = Text(
    "card_not_held",
    "{seat} does not have {card}. In this hand: {expected}.",
    "{seat} n'a pas le {card}. Dans sa main : {expected}.",
    "{seat} hat {card} nicht auf der Hand. Auf der Hand: {expected}.",
    "N4",
)
BOUND_CARD = Text(
    "bound_card",
    "{seat} panged {card} and cannot discard it. In this hand: {expected}.",
    "{seat} a pangué le {card} et ne peut pas le rejeter. Dans sa main : {expected}.",
    "{seat} hat {card} gepangt und kann die Karte nicht abwerfen. Auf der Hand: {expected}.",
    "N7",
)
NOTHING_TO_PANG = Text(
    "nothing_to_pang",
    "{seat} cannot pang: a pang comes right after a discard.",
    "{seat} ne peut pas panguer : un pang suit aussitôt un rejet.",
    "{seat} kann nicht pangen: Ein Pang folgt direkt auf einen Abwurf.",
    "N5",
)
OWN_DISCARD = Text(
    "own_discard",
    "{seat} discarded {card}: only another player can take it.",
    "{seat} a rejeté le {card} : seul un autre joueur peut le prendre.",
    "{seat} hat {card} abgeworfen: Nur andere Spieler können die Karte nehmen.",
    "N5",
)
PANG_PRIORITY = Text(
    "pang_priority",
    "{seat} takes the card, but several players claimed it at once and {due_seat} comes first "
    "after {discarder_seat}, who discarded it.",
    "{seat} prend la carte, mais plusieurs joueurs l'ont demandée ensemble et {due_seat} vient "
    "en premier après {discarder_seat}, qui l'a rejetée.",
    "{seat} nimmt die Karte, aber mehrere haben sie zugleich verlangt. Abgeworfen hat sie "
    "{discarder_seat}, und danach kommt zuerst {due_seat}.",
    "N9",
)
CLAIM_OF_DISCARDER = Text(
    "claim_of_discarder",
    "{seat} discarded the card and cannot claim it. Remove this claim.",
    "{seat} a rejeté la carte et ne peut pas la demander. Retirez cette demande.",
    "{seat} hat die Karte abgeworfen und kann sie nicht verlangen. Entfernen Sie diesen Eintrag.",
    "N34",
)
CLAIM_WITHOUT_TAKER = Text(
    "claim_without_taker",
    "{seat} takes the card but is not among those who claimed it.",
    "{seat} prend la carte mais ne figure pas parmi ceux qui l'ont demandée.",
    "{seat} nimmt die Karte, hat sie aber nicht verlangt.",
    "N34",
)
CLAIM_TWICE = Text(
    "claim_twice",
    "A player claims the card twice. Name each player once.",
    "Un joueur demande deux fois la carte. Nommez chaque joueur une seule fois.",
    "Ein Spieler verlangt die Karte zweimal. Nennen Sie jeden Spieler einmal.",
    "N34",
)
TEN_PANGED = Text(
    "ten_panged",
    "{seat} has ten panged cards and cannot discard any: {card} can only be taken to finish.",
    "{seat} a dix cartes panguées et ne peut en rejeter aucune : le {card} ne se prend que pour "
    "finir.",
    "{seat} hat zehn gepangte Karten und kann keine abwerfen: {card} darf nur nehmen, wer damit "
    "die Runde beendet.",
    "N8",
)
STOCK_NOT_EMPTY = Text(
    "stock_not_empty",
    "Cards left in the stock: {found}. This is possible only when somebody must draw and the "
    "stock is empty.",
    "Cartes restant dans la pioche : {found}. Ce coup n'est possible que s'il faut piocher et "
    "que la pioche est vide.",
    "Karten im Stapel: {found}. Das ist nur möglich, wenn jemand ziehen muss und der Stapel leer "
    "ist.",
    "N13",
)
NO_THIRD_RESHUFFLE = Text(
    "no_third_reshuffle",
    "The discards have already been shuffled twice: the stock is used up and the round is over.",
    "Les cartes rejetées ont déjà été mélangées deux fois : la pioche est épuisée et la manche "
    "est finie.",
    "Die abgeworfenen Karten wurden schon zweimal gemischt: Der Stapel ist verbraucht und die "
    "Runde beendet.",
    "N13",
)
NOT_EXHAUSTED = Text(
    "not_exhausted",
    "Reshuffles so far: {found}. The stock is used up only after two reshuffles.",
    "Mélanges jusqu'ici : {found}. La pioche n'est épuisée qu'après deux mélanges.",
    "Bisher gemischt: {found}-mal. Erst nach zweimaligem Mischen ist der Stapel verbraucht.",
    "N13",
)
NOT_THE_DISCARDS = Text(
    "not_the_discards",
    "The new stock must be the discards that nobody took. Too many: {extra}. Missing: {missing}.",
    "La nouvelle pioche doit contenir les cartes rejetées que personne n'a prises. En trop : "
    "{extra}. Manquantes : {missing}.",
    "Der neue Stapel besteht aus den abgeworfenen Karten, die niemand genommen hat. Zu viel: "
    "{extra}. Es fehlen: {missing}.",
    "N13",
)
# announced groupings
NOT_A_DUO = Text(
    "not_a_duo",
    "This is not a duo: {found}. A duo is two identical cards.",
    "Ce n'est pas un duo : {found}. Un duo, ce sont deux cartes identiques.",
    "Das ist kein Duo: {found}. Ein Duo sind zwei gleiche Karten.",
    "N15",
)
NOT_A_TRIO = Text(
    "not_a_trio",
    "This is not a trio: {found}. A trio is the three cards of a line, or two identical cards "
    "and another of their line.",
    "Ce n'est pas un trio : {found}. Un trio, ce sont les trois cartes d'une ligne, ou deux "
    "cartes identiques et une autre de leur ligne.",
    "Das ist kein Trio: {found}. Ein Trio sind die drei Karten einer Linie oder zwei gleiche "
    "Karten und eine andere ihrer Linie.",
    "N15",
)
GROUPED_NOT_HELD = Text(
    "grouped_not_held",
    "{seat} groups {card} {found} times, but has only {expected}.",
    "{seat} regroupe le {card} trop souvent : {found} fois, pour {expected} en tout.",
    "{seat} gruppiert {card} zu oft: {found}-mal, vorhanden: {expected}.",
    "N35",
)
GROUPING_OF_FINISHER = Text(
    "grouping_of_finisher",
    "{seat} finished, which takes one duo and three trios. Duos: {duos}, trios: {trios}.",
    "{seat} a fini : il faut un duo et trois trios. Duos : {duos}, trios : {trios}.",
    "{seat} hat die Runde beendet: Nötig sind ein Duo und drei Trios. Duos: {duos}, Trios: "
    "{trios}.",
    "N16",
)
BETTER_GROUPING = Text(
    "better_grouping",
    "{seat} announced a grouping of {found} points; the best one gives {best}.",
    "{seat} a annoncé un regroupement de {found} points ; le meilleur en donne {best}.",
    "{seat} hat eine Gruppierung mit {found} Punkten angesagt, die beste ergibt {best}.",
    "N26",
)
# what is named
RESHUFFLE = Words(
    "the discards are shuffled",
    "on mélange les cartes rejetées",
    "die abgeworfenen Karten werden gemischt",
)
EXHAUSTED = Words(
    "the stock is used up and the round ends",
    "la pioche est épuisée et la manche se termine",
    "der Stapel ist verbraucht und die Runde endet",
)
NATURES = {
    "C": Words("hearts", "de cœur", "Herz"),
    "E": Words("stars", "d’étoile", "Stern"),
    "R": Words("roses", "de rose", "Rose"),
}
FONDS = {
    "N": Words("black", "noir", "Schwarz"),
    "V": Words("green", "vert", "Grün"),
    "B": Words("blue", "bleu", "Blau"),
}


def card(code: str) -> Words:
    """Return `2 of stars on blue` for 2EB."""
    force, nature, fond = code[0], NATURES[code[1]], FONDS[code[2]]
    return Words(
        f"{force} of {nature.en} on {fond.en}",
        f"{force} {nature.fr} sur fond {fond.fr}",
        f"{nature.de} {force} auf {fond.de}",
    )


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def hand(codes: Iterable[str]) -> Words:
    """Return many cards in short, as players note them."""
    noted = " ".join(codes)
    return untranslated(noted) if noted else NOTHING
