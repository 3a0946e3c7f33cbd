"""What the sensible bot sees: finishes, useful pangs, cards it can spare."""

from random import Random

from games.base import Bots
from games.neurotrio import bot
from games.neurotrio.moves import Discard, DrawCard
from tests.games import notation
from tests.games.notation import after, move, opening, ten_panged


def sensible(state):
    return bot.choose(state, Random(1), [Bots.SENSIBLE] * 8)


def test_it_finishes_when_it_can():
    hand, last = notation.GRAAL.rsplit(" ", 1)
    assert sensible(after(opening(hand, "", stock=last), "0 draw")) == move("0 finish")


def test_it_pangs_to_finish():
    hand, last = notation.GRAAL.rsplit(" ", 1)
    state = opening(hand, "", first=1, stock=last)
    assert sensible(after(state, f"1 draw, 1 discard {last}")) == move("0 pang")


def test_it_pangs_for_another_trio():
    hand = "3CV 1RB 1EV 3EV 1CV 2CV 2CV 2CB 1EV 2EN"
    state = after(opening(hand, "", first=1, stock="3RV"), "1 draw, 1 discard 3RV")
    assert sensible(state) == move("0 pang")


def test_it_leaves_what_it_has_no_use_for():
    hand = "1CN 1CV 1CB 2CN 2CV 2CB 3CN 3CV 3CB 1EN"
    state = after(opening(hand, "", first=1, stock="3RB"), "1 draw, 1 discard 3RB")
    assert isinstance(sensible(state), DrawCard)


def test_it_keeps_trios_and_duos():
    hand = "1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RN 1RV 3EB"
    chosen = sensible(after(opening(hand, "", stock="2RV"), "0 draw"))
    assert isinstance(chosen, Discard)
    assert chosen.card in ("1RV", "3EB", "2RV")


def test_it_does_not_pang_if_no_discard_would_remain():
    assert isinstance(sensible(ten_panged("3RV")), DrawCard)


def test_it_discards_from_its_hand_when_all_it_could_spare_is_bound():
    state = after(ten_panged("3RV", "1RN", minimums=[12, 99]), "1 draw")
    assert sensible(state) == move("1 discard 1RN")
