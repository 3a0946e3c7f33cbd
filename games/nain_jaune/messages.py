"""What can be wrong with a round of Nain Jaune, in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.messages import WIDE, Text, Words, enumerated, untranslated

# how many play
WHY_NOT: Mapping[int, Text] = {
    2: Text(
        "number_of_players",
        "This game is for 3 to 8 players: with 2, each player would know all the cards of the "
        "other. Add a third player.",
        "Ce jeu se joue de 3 à 8 joueurs : à 2, chacun connaîtrait toutes les cartes de l'autre. "
        "Ajoutez un troisième joueur.",
        "Dieses Spiel ist für 3 bis 8 Spieler: Zu zweit würde jeder alle Karten des anderen "
        "kennen. Fügen Sie einen dritten Spieler hinzu.",
        "J1",
    ),
}
# the match
TOO_MANY_CHIPS = Text(
    "too_many_chips",
    "Start with at most {most} chips.",
    "Commencez avec {most} jetons au plus.",
    "Beginnen Sie mit höchstens {most} Chips.",
    "J1",
)
ALL_ROUNDS_PLAYED = Text(
    "all_rounds_played",
    "The match is over: all {expected} rounds have been played.",
    "La partie est terminée : ses {expected} manches sont jouées.",
    "Die Partie ist beendet: Alle {expected} Runden sind gespielt.",
    "J20",
)
BANK_EMPTY = Text(
    "bank_empty",
    "The match is over: {seat} was at {found} after the previous round, and it ends at 0 or less.",
    "La partie est terminée : {seat} était à {found} après la manche précédente, et elle finit à "
    "0 ou moins.",
    "Die Partie ist beendet: {seat} stand nach der vorigen Runde bei {found}, und bei 0 oder "
    "weniger endet sie.",
    "J20",
)
NO_ANTE = Text(
    "no_ante",
    "The match is over: {seat} was at {found} after the previous round, less than the ante "
    "({expected}).",
    "La partie est terminée : {seat} était à {found} après la manche précédente, moins que la "
    "mise ({expected}).",
    "Die Partie ist beendet: {seat} stand nach der vorigen Runde bei {found}, unter dem Einsatz "
    "({expected}).",
    "J20",
)
# the cards
NO_SUCH_CARD = Text(
    "no_such_card",
    "Write a card as its rank A 2 … 10 J Q K and its suit H S D C, such as 10D. Found: {found}.",
    "Notez une carte par son rang A 2 … 10 J Q K et son enseigne H S D C, comme 10D. Trouvé : "
    "{found}.",
    "Schreiben Sie eine Karte als Rang A 2 … 10 J Q K und Farbe H S D C, zum Beispiel 10D. "
    "Gefunden: {found}.",
    "J2",
)
CARD_TWICE = Text(
    "card_twice",
    "These cards appear more than once: {cards}. Each exists only once.",
    "Ces cartes figurent plus d'une fois : {cards}. Chacune n'existe qu'une fois.",
    "Diese Karten kommen mehrmals vor: {cards}. Jede gibt es nur einmal.",
    "J2",
)
CARDS_MISSING = Text(
    "cards_missing",
    "These cards are neither in a hand nor set aside: {cards}.",
    "Ces cartes ne sont ni dans une main ni à l'écart : {cards}.",
    "Diese Karten sind weder auf einer Hand noch beiseitegelegt: {cards}.",
    "J4",
)
HAND_SIZES = Text(
    "hand_sizes",
    "Cards in the hands, largest first: {found}. Required: {expected}.",
    "Cartes dans les mains, la plus grande d'abord : {found}. Il en faut {expected}.",
    "Karten auf den Händen, die größte zuerst: {found}. Nötig: {expected}.",
    "J4",
)
ASIDE_MISSING = Text(
    "aside_missing",
    "Enter the cards set aside. Required: {expected}.",
    "Indiquez les cartes à l'écart. Il en faut {expected}.",
    "Geben Sie die beiseitegelegten Karten an. Nötig: {expected}.",
    "J4",
)
ASIDE_SIZE = Text(
    "aside_size",
    "Cards set aside: {found}. Required: {expected}.",
    "Cartes à l'écart : {found}. Il en faut {expected}.",
    "Beiseitegelegte Karten: {found}. Nötig: {expected}.",
    "J4",
)
# who opens
VOID_DEAL = Text(
    "void_deal",
    "The ace of hearts is set aside and nobody has won a round yet: deal again.",
    "L'as de cœur est à l'écart et personne n'a encore gagné de manche : redonnez.",
    "Das Herz-Ass liegt beiseite, und noch niemand hat eine Runde gewonnen: Geben Sie neu.",
    "J5",
)
ACE_OPENS = Text(
    "ace_opens",
    "{seat} cannot open. Until somebody wins a round, the lowest heart opens: {due_seat}.",
    "{seat} ne peut pas commencer. Tant que personne n'a gagné de manche, le plus petit cœur "
    "commence : {due_seat}.",
    "{seat} kann nicht eröffnen. Bis jemand eine Runde gewinnt, eröffnet das niedrigste Herz: "
    "{due_seat}.",
    "J5",
)
WINNER_OPENS = Text(
    "winner_opens",
    "{seat} cannot open. The winner of the last round opens: {due_seat}.",
    "{seat} ne peut pas commencer. Le gagnant de la dernière manche commence : {due_seat}.",
    "{seat} kann nicht eröffnen. Der Gewinner der letzten Runde eröffnet: {due_seat}.",
    "J5",
)
OPENER_MISSING = Text(
    "opener_missing",
    "Choose who opens: the winner of an earlier round is unknown.",
    "Indiquez qui commence : on ne sait pas qui a gagné une manche précédente.",
    "Wählen Sie, wer eröffnet: Der Gewinner einer früheren Runde ist unbekannt.",
    "J22",
)
# moves
MOVE_AFTER_LAST = Text(
    "move_after_last",
    "The round is over: no move can follow.",
    "La manche est terminée : aucun coup ne peut suivre.",
    "Die Runde ist beendet: Kein Zug kann mehr folgen.",
    "J22",
)
MOVES_STOP_EARLY = Text(
    "moves_stop_early",
    "The moves stop before the end of the round. Enter them all, up to the first empty hand.",
    "Les coups s'arrêtent avant la fin de la manche. Notez-les tous, jusqu'à la première main "
    "vide.",
    "Die Züge brechen vor dem Ende der Runde ab. Tragen Sie alle ein, bis zur ersten leeren Hand.",
    "J22",
)
OTHER_SEATS_TURN = Text(
    "other_seats_turn",
    "{seat} plays, but it is {due_seat}’s turn.",
    "{seat} joue, mais c'est {due_seat} qui doit jouer.",
    "{seat} spielt, aber {due_seat} ist am Zug.",
    "J7",
)
CARD_NOT_IN_HAND = Text(
    "card_not_in_hand",
    "{seat} does not hold {card}. Possible: {expected}.",
    "{seat} n'a pas {card}. Possible : {expected}.",
    "{seat} hat {card} nicht auf der Hand. Möglich: {expected}.",
    "J22",
)
NEXT_CARD_DUE = Text(
    "next_card_due",
    "{seat} lays {card} but must lay the next card of the sequence: {expected}.",
    "{seat} pose {card} mais doit poser la carte suivante de la suite : {expected}.",
    "{seat} legt {card}, muss aber die nächste Karte der Folge legen: {expected}.",
    "J7",
)
NEXT_CARD_MISSING = Text(
    "next_card_missing",
    "{seat} lays {card}, which does not continue the sequence. Possible: {expected}.",
    "{seat} pose {card}, qui ne continue pas la suite en cours. Possible : {expected}.",
    "{seat} legt {card}, aber das setzt die Folge nicht fort. Möglich: {expected}.",
    "J16",
)
HONOUR_STARTS = Text(
    "honour_starts",
    "{seat} starts with {card}, but a jack, queen or king cannot start a sequence. "
    "Possible: {expected}.",
    "{seat} commence avec {card}, mais un valet, une dame ou un roi ne commence pas de suite. "
    "Possible : {expected}.",
    "{seat} beginnt mit {card}, aber Bube, Dame oder König können keine Folge beginnen. "
    "Möglich: {expected}.",
    "J6",
)
SUIT_BARRED = Text(
    "suit_barred",
    "{seat} starts with {card}, but the new sequence must be of another suit. Possible: "
    "{expected}.",
    "{seat} commence avec {card}, mais la nouvelle suite doit être d'une autre enseigne. "
    "Possible : {expected}.",
    "{seat} beginnt mit {card}, aber die neue Folge muss eine andere Farbe haben. Möglich: "
    "{expected}.",
)
NOT_THE_LOWEST = Text(
    "not_the_lowest",
    "{seat} starts with {card} but must start with the lowest possible card: {expected}.",
    "{seat} commence avec {card} mais doit prendre la carte la plus faible possible : {expected}.",
    "{seat} beginnt mit {card}, muss aber mit der niedrigsten möglichen Karte beginnen: "
    "{expected}.",
    "J6",
)
PASS_WITH_NEXT_CARD = Text(
    "pass_with_next_card",
    "{seat} passes but holds the next card of the sequence and must lay it: {expected}.",
    "{seat} passe mais a la carte suivante de la suite et doit la poser : {expected}.",
    "{seat} passt, hat aber die nächste Karte der Folge und muss sie legen: {expected}.",
    "J7",
)
PASS_WITH_START = Text(
    "pass_with_start",
    "{seat} passes but can start a new sequence. Possible: {expected}.",
    "{seat} passe mais peut commencer une nouvelle suite. Possible : {expected}.",
    "{seat} passt, kann aber eine neue Folge beginnen. Möglich: {expected}.",
    "J10",
)
# finals
EMPTY_HANDS = Text(
    "empty_hands",
    "Only the winner has no cards left, but {seats} have none. Check their cards.",
    "Seul le gagnant n'a plus de cartes, mais {seats} n'en ont plus. Vérifiez leurs cartes.",
    "Nur der Gewinner hat keine Karten mehr, aber {seats} haben keine. Prüfen Sie ihre Karten.",
    "J23",
)
NO_EMPTY_HAND = Text(
    "no_empty_hand",
    "Everybody has cards left, but the winner’s hand must be empty.",
    "Chacun a encore des cartes, mais la main du gagnant doit être vide.",
    "Alle haben noch Karten, aber die Hand des Gewinners muss leer sein.",
    "J23",
)
LOW_CARD_IN_DEAD_ROUND = Text(
    "low_card_in_dead_round",
    "Nobody won, so only jacks, queens and kings can be left, but {seat} still has {cards}.",
    "Personne n'a gagné : il ne peut rester que des valets, dames et rois, mais {seat} a "
    "encore {cards}.",
    "Niemand hat gewonnen, also können nur Buben, Damen und Könige übrig sein, aber {seat} hat "
    "noch {cards}.",
    "J23",
)
BOX_TAKEN_BY_NOBODY = Text(
    "box_taken_by_nobody",
    "Nobody has {box} left, so the card was laid. Choose who took its box.",
    "Personne n'a gardé {box} : cette carte a été posée. Indiquez qui a pris sa case.",
    "Niemand hat {box} behalten, also wurde die Karte gelegt. Wählen Sie, wer ihren Kasten "
    "genommen hat.",
    "J23",
)
BOX_CARD_NOT_LAID = Text(
    "box_card_not_laid",
    "Nobody laid {box}, so {seat} cannot have taken its box. Choose “nobody”.",
    "Personne n'a posé {box}, {seat} ne peut donc pas en avoir pris la case. Choisissez « "
    "personne ».",
    "Niemand hat {box} gelegt, also kann {seat} den Kasten nicht genommen haben. Wählen Sie "
    "„niemand“.",
    "J23",
)
TOO_MANY_CARDS = Text(
    "too_many_cards",
    "{seat} has too many cards left and boxes taken: {found}. The maximum is {expected}, the "
    "largest hand.",
    "{seat} a trop de cartes restantes et de cases prises : {found}. Le maximum est {expected}, "
    "la plus grande main.",
    "{seat} hat zu viele übrige Karten und genommene Kästen: {found}. Das Maximum ist "
    "{expected}, die größte Hand.",
    "J23",
)
# sheets
NO_DEAD_ROUNDS = Text(
    "no_dead_rounds",
    "With these house rules, every round has a winner. Choose who won.",
    "Avec ces règles, chaque manche a un gagnant. Indiquez qui a gagné.",
    "Mit diesen Hausregeln hat jede Runde einen Gewinner. Wählen Sie, wer gewonnen hat.",
    "J24",
)
BANK_BELOW_ZERO = Text(
    "bank_below_zero",
    "{seat} had {bank} chips and cannot score {found}. The minimum is {expected}.",
    "{seat} avait {bank} jetons et ne peut pas marquer {found}. Le minimum est {expected}.",
    "{seat} hatte {bank} Chips und kann nicht {found} erzielen. Das Minimum ist {expected}.",
    "J24",
)
BOX_NOT_EMPTY = Text(
    "box_not_empty",
    "Box of {box}: the winner empties it. Enter 0, not {found}.",
    "{box} : le gagnant vide la case. Indiquez 0, pas {found}.",
    "{box}: Der Gewinner leert den Kasten. Geben Sie 0 ein, nicht {found}.",
    "J24",
)
BOX_HOLDS_OTHER = Text(
    "box_holds_other",
    "Box of {box}: enter {expected} if nobody took it, otherwise 0. Found: {found}.",
    "{box} : indiquez {expected} si personne n'a pris la case, sinon 0. Trouvé : {found}.",
    "{box}: Geben Sie {expected} ein, wenn niemand den Kasten genommen hat, sonst 0. Gefunden: "
    "{found}.",
    "J24",
)
SUM_OF_SCORES = Text(
    "sum_of_scores",
    "The scores add up to {found} and must add up to {expected}, as chips only change hands. Did "
    "somebody forget the ante?",
    "Le total des scores est {found} et doit être {expected} : les jetons ne font que changer de "
    "mains. La mise a-t-elle été oubliée ?",
    "Die Summe der Punkte ist {found} und muss {expected} sein, denn Chips wechseln nur den "
    "Besitzer. Wurde der Einsatz vergessen?",
    "J24",
)
NO_STORY = Text(
    "no_story",
    "{seat} cannot have won with these scores. Each of the others loses the ante ({antes}) and "
    "at least 1 for the cards left, and gains only boxes ({boxes}). Did somebody forget the ante?",
    "{seat} ne peut pas avoir gagné avec ces scores. Chacun des autres perd la mise ({antes}) et "
    "au moins 1 pour ses cartes, et ne gagne que des cases ({boxes}). La mise a-t-elle été "
    "oubliée ?",
    "{seat} kann mit diesen Punkten nicht gewonnen haben. Alle anderen verlieren den Einsatz "
    "({antes}) und mindestens 1 für übrige Karten und gewinnen nur Kästen ({boxes}). Wurde der "
    "Einsatz vergessen?",
    "J24",
)
NO_STORY_AT_ALL = Text(
    "no_story_at_all",
    "Nobody can have won with these scores. All but the winner lose the ante ({antes}) and at "
    "least 1 for the cards left, and gain only boxes ({boxes}). Did somebody forget the ante?",
    "Personne ne peut avoir gagné avec ces scores. Tous sauf le gagnant perdent la mise ({antes}) "
    "et au moins 1 pour leurs cartes, et ne gagnent que des cases ({boxes}). La mise a-t-elle "
    "été oubliée ?",
    "Niemand kann mit diesen Punkten gewonnen haben. Alle außer dem Gewinner verlieren den "
    "Einsatz ({antes}) und mindestens 1 für übrige Karten und gewinnen nur Kästen ({boxes}). "
    "Wurde der Einsatz vergessen?",
    "J24",
)
NO_DEAD_STORY = Text(
    "no_dead_story",
    "These scores are impossible without a winner: everybody loses the ante ({antes}) and gains "
    "only boxes ({boxes}). Somebody takes those of the 7 and 10 of diamonds unless these cards "
    "are set aside.",
    "Sans gagnant, ces scores sont impossibles : chacun perd la mise ({antes}) et ne gagne que "
    "des cases ({boxes}). Celles du 7 et du 10 de carreau sont prises, sauf si ces cartes sont à "
    "l'écart.",
    "Ohne Gewinner sind diese Punkte unmöglich: Alle verlieren den Einsatz ({antes}) und "
    "gewinnen nur Kästen ({boxes}). Die von Karo 7 und Karo 10 werden genommen, außer wenn diese "
    "Karten beiseiteliegen.",
    "J24",
)
# what is named
RANKS = {
    "A": Words("ace", "as", "Ass"),
    "J": Words("jack", "valet", "Bube"),
    "Q": Words("queen", "dame", "Dame"),
    "K": Words("king", "roi", "König"),
}
SUITS = {
    "H": Words("hearts", "cœur", "Herz"),
    "S": Words("spades", "pique", "Pik"),
    "D": Words("diamonds", "carreau", "Karo"),
    "C": Words("clubs", "trèfle", "Kreuz"),
}
PASS = Words("pass", "passer", "passen")
ARTICLES = {"A": "l’", "Q": "la "}  # in French; of other ranks "le "


def card(code: str) -> Words:
    """Return `7 of diamonds` for 7D."""
    number, suit = code[:-1], SUITS[code[-1]]
    rank = RANKS.get(number) or untranslated(number)
    german = f"{suit.de}-{rank.de}" if number in RANKS else f"{suit.de} {number}"
    return Words(f"{rank.en} of {suit.en}", f"{rank.fr} de {suit.fr}", german)


def the_card(code: str) -> Words:
    """Return `the 7 of diamonds` for 7D, as sentences name a card; German needs no article."""
    name = card(code)
    return Words(f"the {name.en}", ARTICLES.get(code[:-1], "le ") + name.fr, name.de)


def cards(codes: Iterable[str]) -> Words:
    return enumerated(map(card, codes))


def the_cards(codes: Iterable[str]) -> Words:
    return enumerated(map(the_card, codes))


def boxes(chips: Mapping[str, int]) -> Words:
    """Return what was in each of these boxes: `7 of diamonds: 4, queen of spades: 8`."""
    return enumerated(_box_with(card(box), number) for box, number in chips.items())


def _box_with(box: Words, chips: int) -> Words:
    return Words(f"{box.en}: {chips}", f"{box.fr}{WIDE}: {chips}", f"{box.de}: {chips}")
