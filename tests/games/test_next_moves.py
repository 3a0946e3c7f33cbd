"""Moves that are offered while a round is entered are those that the engine accepts."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from games import GAMES, record, unfinished
from games.base import Step
from games.nain_jaune.cards import CODES
from games.njet import cards as njet_cards
from games.unfinished import Phase
from tests.games.nain_jaune_notation import CAST

HOUSES: dict[str, list[dict[str, object]]] = {
    "nain_jaune": [
        {},
        {"deal": "simplified", "stall": "dead"},
        {"flow": "table"},
        {"restart": "any"},
        {"restart": "blocker", "flow": "table", "stall": "dead"},
    ],
    "njet": [
        {},
        {"super_none": True, "discards": [2, 1]},
        {"super_suit": "trump", "equal_ones": "last"},
        {"must_trump": False, "lone_double": "any"},
    ],
}
SEATS: dict[str, tuple[int, ...]] = {"nain_jaune": (3, 5), "njet": (3, 4)}
CASES = [
    (slug, players, house)
    for slug, seats in SEATS.items()
    for players in seats
    for house in HOUSES[slug]
]


def played_rounds(slug, players, house, seed=1) -> Iterator[tuple[Any, Any, Any, str]]:
    """Yield the game, the state before each round of a match of bots, the round and its path."""
    played: dict[str, Any] = record.play(
        slug, Random(seed), CAST[:players], "transcript", options=house, bots="random"
    )
    game = GAMES[slug]
    state, _ = record.start(slug, played["options"], players)
    rounds: list[Any] = played["rounds"]
    for number, round_ in enumerate(rounds):
        yield game, state, round_, f"rounds.{number}"
        _, state = game.check_round(state, round_, f"rounds.{number}")


@pytest.mark.parametrize(("slug", "players", "house"), CASES)
def test_bots_transcripts_are_reproduced_move_by_move(slug, players, house):
    for game, state, round_, path in islice(played_rounds(slug, players, house), 2):
        entry = unfinished.move_entry(game)
        for length, move in enumerate(round_["moves"]):
            moves = entry.next_moves(state, {**round_, "moves": round_["moves"][:length]})
            assert as_text(move) in {as_text(legal) for legal in moves}
        assert entry.next_moves(state, round_) == []
        assert unfinished.look(game, state, round_, path).phase is Phase.OVER


@pytest.mark.parametrize(("slug", "players", "house"), CASES)
def test_offered_moves_are_those_that_the_engine_accepts(slug, players, house):
    rng = Random(players)
    for game, state, round_, path in islice(played_rounds(slug, players, house), 2):
        del round_["scores"]
        for length in sorted(rng.sample(range(len(round_["moves"])), 5)):
            begun = {**round_, "moves": round_["moves"][:length]}
            offered = unfinished.look(game, state, begun, path).moves
            accepted = {
                as_text(move)
                for move in every_move(slug, players, begun)
                if is_accepted(game, state, begun, move, path)
            }
            assert {as_text(move) for move in offered} == accepted


def every_move(slug, players, begun):
    """Yield every move that a record can write, legal or not; discards of cards held only."""
    for seat in range(players):
        if slug == "nain_jaune":
            yield {"seat": seat, "do": "pass"}
            yield from ({"seat": seat, "do": "play", "card": code} for code in CODES)
            continue
        cells: dict[str, Any] = {"first": range(players), "discard": range(4), "value": range(1, 5)}
        cells |= {"trump": "RKBG", "super": [*"RKBG", "none"]}
        for row, values in cells.items():
            yield from ({"seat": seat, "do": "njet", "row": row, "cell": cell} for cell in values)
        yield from (
            {"seat": seat, "do": "partner", "with": mate} for mate in [*range(players), None]
        )
        for number in (1, 2):
            for chosen in {*combinations(sorted(begun["hands"][seat]), number)}:
                yield {"seat": seat, "do": "discard", "cards": [*chosen]}
        yield from ({"seat": seat, "do": "card", "card": card} for card in njet_cards.CARDS)


def is_accepted(game, state, begun, move, path):
    verdict, _ = game.check_round(state, {**begun, "moves": [*begun["moves"], move]}, path)
    return verdict.ok or verdict.problems[0].path == f"{path}.moves"


def as_text(move):
    cards = sorted(move.get("cards", []))
    return repr(sorted({**move, "cards": cards}.items(), key=lambda item: item[0]))


@pytest.mark.parametrize(("slug", "players", "house"), CASES)
def test_round_is_entered_hand_by_hand_and_card_by_card(slug, players, house):
    """Passes, the last hand and the cards aside are not entered, and come out as they were."""
    game, state, round_, path = next(played_rounds(slug, players, house))
    dealing = unfinished.move_entry(game).dealing(state)
    entered = unfinished.empty_round(players)
    assert unfinished.look(game, state, entered, path).phase is Phase.DEAL
    for seat, hand in enumerate(round_["hands"][: None if dealing.aside else -1]):
        assert not Counter(hand) - Counter(unfinished.free_cards(dealing, entered, seat))
        entered = unfinished.deal(dealing, entered, seat, hand)
    if dealing.opener:
        assert dealing.suggested == round_[dealing.opener]
        entered[dealing.opener] = round_[dealing.opener]
    assert [Counter(hand) for hand in entered["hands"]] == [*map(Counter, round_["hands"])]
    assert Counter(entered.get("aside", [])) == Counter(round_.get("aside", []))
    entered = unfinished.with_passes(game, state, entered, path)
    for move in round_["moves"]:
        if move["do"] == "pass":
            continue
        assert unfinished.look(game, state, entered, path).phase is Phase.MOVES
        tap = dict(move)
        if move["do"] != "discard":
            del tap["seat"]
        before, entered = entered, unfinished.enter(game, state, entered, tap, path)
        assert unfinished.undo(entered) == before
    assert entered["moves"] == round_["moves"]
    assert unfinished.look(game, state, entered, path).phase is Phase.OVER


def test_illegal_move_is_refused_in_the_words_of_the_engine():
    game, state, round_, path = next(played_rounds("nain_jaune", 3, {}))
    begun = {**round_, "moves": []}
    seat = unfinished.look(game, state, begun, path).moves[0]["seat"]
    foreign = round_["hands"][(seat + 1) % 3][0]
    moved = unfinished.enter(game, state, begun, {"do": "play", "card": foreign}, path)
    progress = unfinished.look(game, state, moved, path)
    assert (progress.phase, progress.problem.path) == (Phase.MOVES, "rounds.0.moves.0")
    assert unfinished.enter(game, state, moved, {"do": "pass"}, path)["moves"][-1] == {"do": "pass"}


def test_deal_that_is_not_whole_is_no_move_yet():
    game, state, round_, path = next(played_rounds("njet", 4, {}))
    short = {**round_, "hands": [round_["hands"][0][1:], *round_["hands"][1:]], "moves": []}
    progress = unfinished.look(game, state, short, path)
    assert (progress.phase, progress.problem.path) == (Phase.DEAL, "rounds.0.hands.0")


def test_last_hand_of_another_size_is_not_filled_in():
    game, state, _round, _path = next(played_rounds("njet", 3, {}))
    dealing = unfinished.move_entry(game).dealing(state)
    entered = unfinished.empty_round(3)
    for seat in range(2):
        entered = unfinished.deal(dealing, entered, seat, dealing.deck[seat * 5 : seat * 5 + 5])
    assert entered["hands"][2] == []


@pytest.mark.parametrize(("slug", "players", "house"), CASES)
def test_spectators_see_no_hand(slug, players, house):
    """Cards that have not been played are in no hidden step, and passes keep their secrets."""
    game, state, round_, _path = next(played_rounds(slug, players, house))
    hide = unfinished.move_entry(game).hide_hands
    played = set()
    for step in game.watch(state, round_):
        hidden = hide(step)
        if step.move and "card" in step.move:
            played.add(step.move["card"])
        assert hidden.table["held"] == [len(hand) for hand in step.table["hands"]]
        shown = {text for text in texts(hidden) if text in {*CODES, *njet_cards.CARDS}}
        public = {"7D", "10D", "JC", "QS", "KD", hidden.table.get("next")}
        missing = {(hidden.move or {}).get("missing")}
        assert shown <= played | public | missing
        if hidden.move and hidden.move["do"] == "pass":
            assert hidden.move["reason"] in {"next", "hidden"}


def texts(value):
    if isinstance(value, Step):
        yield from texts([value.move, value.table])
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts([key, entry])
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts(entry)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("slug", ["neurotrio", "triominos", "no_such_game"])
def test_other_games_are_not_entered_move_by_move(slug):
    assert unfinished.move_entry(GAMES.get(slug)) is None


def test_hidden_winner_must_be_named_as_opener():
    state, _ = record.start("nain_jaune", {}, 3)
    game = GAMES["nain_jaune"]
    sheet = {"evidence": "sheet", "scores": [6, -3, -3]}
    verdict, state = game.check_round(state, sheet, "rounds.0")
    assert verdict.ok
    assert unfinished.move_entry(game).dealing(state).opener == "opener"
