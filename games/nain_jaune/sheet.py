"""Check of a round from the changes of the banks (J24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import add, sub

from games import shape
from games.base import Breakdown, Seat
from games.nain_jaune import card_names, feasibility, messages, score
from games.nain_jaune.cards import BOXES
from games.nain_jaune.options import NO_CHIPS, Match, Opener, Penalty
from games.nain_jaune.score import NainJauneOutcome
from games.shape import Spot, describe
from problems import reader
from problems.text import Listing, Text

CLAUSE = "J24"


def check(match: Match, raw: object, at: Spot) -> NainJauneOutcome | None:
    given = reader.fields(
        raw, at, required=("evidence", "scores"), optional=("winner", "boxes_after")
    )
    scores = read_scores(given, at, match.players)
    before = len(at.problems)
    winner = _read_winner(given, at, match)
    is_named = "winner" in given and len(at.problems) == before
    before = len(at.problems)
    boxes = read_boxes(given, at / "boxes_after") if "boxes_after" in given else NO_CHIPS
    has_boxes = len(at.problems) == before
    before = len(at.problems)
    if scores is not None:
        _check_banks(match, scores, at)
    if boxes is not None:
        _check_boxes(match, boxes, at, can_stay=winner is None and match.can_be_dead)
    if scores is None or boxes is None or not has_boxes:
        return None
    _check_sum(match, scores, boxes, at)
    has_winner = is_named or any(boxes)
    named_winner = winner if has_winner else Opener.HIDDEN
    if len(at.problems) == before:
        _check_story(match, scores, boxes, named_winner, at)
    if at.problems:
        return None
    breakdown = Breakdown(partial(_lines, match, scores, winner, has_winner))
    return NainJauneOutcome(scores, breakdown, boxes, named_winner)


def _lines(
    match: Match, scores: Sequence[int], winner: Seat | None, has_winner: bool
) -> Iterator[dict[str, object]]:
    """Yield the breakdown of each seat; a sheet does not tell where scores come from."""
    for seat, (change, bank) in enumerate(zip(scores, match.banks, strict=True)):
        line: dict[str, object] = {"points": change, "items": [], "bank": bank + change}
        yield line | {"winner": seat == winner} if has_winner else line


def read_scores(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "scores" not in given:
        return None
    scores = given["scores"]
    if shape.is_plain(scores, players):
        return tuple(scores)
    return shape.integers(scores, at / "scores", count=players)


def _read_winner(given: Mapping[str, object], at: Spot, match: Match) -> Seat | None:
    """Return the winner; None for a dead round, and where the key is absent or unreadable."""
    if "winner" not in given:
        return None
    winner = given["winner"]
    if type(winner) is int and 0 <= winner < match.players:
        return Seat(winner)
    at = at / "winner"
    if winner is not None:
        return shape.seat(winner, at, match.players)
    if not match.can_be_dead:
        at.refuse(messages.NO_DEAD_ROUNDS)
    return None


def read_boxes(given: Mapping[str, object], at: Spot) -> tuple[int, ...] | None:
    """Return the chips in each box; a box that is left out is empty."""
    stated = reader.fields(given["boxes_after"], at, optional=BOXES)
    read = [shape.integer(stated.get(box, 0), at / box, least=0) for box in BOXES]
    good = tuple(chips for chips in read if chips is not None)
    return good if len(good) == len(BOXES) else None


def _check_banks(match: Match, scores: Sequence[int], at: Spot) -> None:
    """Report each bank that would be below zero (J24.1)."""
    if match.options.penalty is Penalty.DEBT or min(map(add, match.banks, scores)) >= 0:
        return
    for seat, (bank, change) in enumerate(zip(match.banks, scores, strict=True)):
        if bank + change < 0:
            actual, expected = describe(change), -bank
            (at / "scores" / seat).refuse(
                messages.BANK_BELOW_ZERO, seat=seat, found=actual, bank=bank, expected=expected
            )


def _check_boxes(match: Match, boxes: Sequence[int], at: Spot, *, can_stay: bool) -> None:
    """Report chips in boxes that cannot have been left there (J24.3, J24.6)."""
    if not any(boxes):
        return
    at = at / "boxes_after"
    for box, chips, stake in zip(BOXES, boxes, match.stakes, strict=True):
        if chips and not can_stay:
            (at / box).refuse(
                messages.BOX_NOT_EMPTY, box=card_names.the_card(box), found=describe(chips)
            )
        elif chips not in (0, stake):
            named, actual = card_names.the_card(box), describe(chips)
            (at / box).refuse(messages.BOX_HOLDS_OTHER, box=named, found=actual, expected=stake)


def _check_sum(match: Match, scores: Sequence[int], boxes: Sequence[int], at: Spot) -> None:
    """Report a line in which chips come from nowhere or are lost, or of chips instead of gains."""
    actual, expected = sum(scores), sum(match.boxes) - sum(boxes)
    if actual != expected and actual == expected + sum(match.banks):
        gains = map(sub, scores, match.banks)
        at.refuse(messages.CHIPS_NOT_GAINS, expected=", ".join(map(describe, gains)))
    elif actual != expected:
        at.refuse(messages.SUM_OF_SCORES, found=describe(actual), expected=describe(expected))


def _check_story(
    match: Match,
    scores: tuple[int, ...],
    boxes: Sequence[int],
    winner: Seat | Opener | None,
    at: Spot,
) -> None:
    if isinstance(winner, Opener):
        _check_any_story(match, scores, at)
    elif winner is None:
        if not feasibility.could_be_dead(match, scores, boxes):
            _refuse_story(messages.NO_DEAD_STORY, match, boxes, at)
    elif not feasibility.could_win(match, scores, winner):
        _refuse_story(messages.NO_STORY, match, NO_CHIPS, at, seat=winner)


def _check_any_story(match: Match, scores: tuple[int, ...], at: Spot) -> None:
    """Report a line that no winner explains; who gained most is tried first."""
    likely = sorted(range(match.players), key=lambda seat: -scores[seat])
    if any(feasibility.could_win(match, scores, seat) for seat in likely):
        return
    if match.can_be_dead and feasibility.could_be_dead(match, scores, NO_CHIPS):
        return
    _refuse_story(messages.NO_STORY_AT_ALL, match, NO_CHIPS, at)


def _refuse_story(text: Text, match: Match, boxes: Sequence[int], at: Spot, **params: int) -> None:
    """Report a line with all payments and the chips that could be won: "5" or "5, 3, 5"."""
    antes = match.antes
    paid = antes[:1] if len(set(antes)) == 1 else antes
    at.refuse(text, antes=", ".join(map(str, paid)), boxes=_listed(match, boxes), **params)


def _listed(match: Match, boxes: Sequence[int]) -> Listing:
    """Return the chips of the boxes that were emptied."""
    stakes = score.named([0 if left else at for at, left in zip(match.stakes, boxes, strict=True)])
    return card_names.boxes(stakes)
