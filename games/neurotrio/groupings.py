"""Announced groupings, and what every seat scores in the end (N26, N35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from games.base import Breakdown, BreakdownLine, Seat
from games.neurotrio import card_names, cards, messages, moves, score
from games.neurotrio.cards import COPIES, TRIOS, Card, Pile, Trio
from games.neurotrio.options import Match
from games.neurotrio.score import Grouping, ScoredGrouping
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem, problem

CLAUSE = "N35"
MOST_DUOS, MOST_TRIOS = 5, 3  # of 11 cards

Announced: TypeAlias = Sequence[Grouping | None]


class NeurotrioOutcome(NamedTuple):
    """Result of a valid round: scores, breakdown, finisher."""

    scores: tuple[int, ...]
    breakdown: Sequence[BreakdownLine]
    notices: tuple[Problem, ...] = ()


def read(given: Mapping[str, object], at_round: Spot, players: int) -> Announced:
    """Return a grouping per seat, or None where the best counts or it cannot be read."""
    nothing = [None] * players
    if "groupings" not in given:
        return nothing
    at = Spot(at_round.path, CLAUSE, at_round.problems) / "groupings"
    listed = reader.entries(given["groupings"], at, count=players)
    if listed is None:
        return nothing
    return [raw if raw is None else _read(raw, at / seat) for seat, raw in enumerate(listed)]


def score_all(
    match: Match,
    best: Sequence[ScoredGrouping | None],
    finisher: Seat | None,
    announced: Announced,
    at: Spot,
) -> NeurotrioOutcome | None:
    """Return what each seat scores, announced or best; None if a grouping is not legal."""
    scored, notices = [], []
    for place, (counts, grouping) in enumerate(zip(best, announced, strict=True)):
        assert counts is not None, "whoever finished can finish"
        finishes, pile = place == finisher, counts.cards
        if grouping and _check(match, grouping, Seat(place), pile, finishes, at / place):
            announcement = score.score(pile, grouping, finisher=finishes, options=match.options)
            notices += _compare(announcement, counts, Seat(place), at / place)
            counts = announcement
        scored.append(counts)
    if at.problems:
        return None
    points = tuple([scored_grouping.points for scored_grouping in scored])
    return NeurotrioOutcome(
        points, Breakdown(partial(map, ScoredGrouping.to_json, scored)), tuple(notices)
    )


def _read(raw: object, at: Spot) -> Grouping:
    given = reader.fields(raw, at, required=("duos", "trios"))
    duos = reader.entries(given.get("duos", []), at / "duos", most=MOST_DUOS) or []
    trios = reader.entries(given.get("trios", []), at / "trios", most=MOST_TRIOS) or []
    read_duos = [_read_duo(duo, at / "duos" / place) for place, duo in enumerate(duos)]
    read_trios = [_read_trio(trio, at / "trios" / place) for place, trio in enumerate(trios)]
    return Grouping(
        tuple(duo for duo in read_duos if duo), tuple(trio for trio in read_trios if trio)
    )


def _read_duo(raw: object, at: Spot) -> Card | None:
    cards = _read_cards(raw, at, COPIES)
    if cards and cards[0] != cards[1]:
        at.refuse(messages.NOT_A_DUO, found=card_names.CARDS.listed(cards))
    return cards[0] if cards else None


def _read_trio(raw: object, at: Spot) -> Trio | None:
    card_codes = _read_cards(raw, at, 3)
    if not card_codes:
        return None
    trio = TRIOS.get(cards.pile(card_codes))
    if trio is None:
        at.refuse(messages.NOT_A_TRIO, found=card_names.CARDS.listed(card_codes))
    return trio


def _read_cards(raw: object, at: Spot, count: int) -> tuple[Card, ...] | None:
    listed = reader.entries(raw, at, count=count)
    return None if listed is None else moves.read_cards(listed, at)


def _check(
    match: Match, grouping: Grouping, seat: Seat, pile: Pile, finishes: bool, at: Spot
) -> bool:
    """Return whether the player can announce this: his cards, and a finish if he finished."""
    before = len(at.problems)
    _check_ownership(grouping, seat, pile, at)
    if finishes and not grouping.can_finish:
        duos, trios = len(grouping.duos), len(grouping.trios)
        at.refuse(messages.GROUPING_OF_FINISHER, seat=seat, duos=duos, trios=trios)
    if len(at.problems) == before and finishes:
        _check_minimum(match, grouping, seat, pile, at)
    return len(at.problems) == before


def _check_ownership(grouping: Grouping, seat: Seat, pile: Pile, at: Spot) -> None:
    own = Counter(cards.of_pile(pile))
    for card, actual in Counter(grouping.cards).items():
        if actual > own[card]:
            named, expected = card_names.card(card), own[card]
            refused = messages.GROUPED_NOT_HELD
            at.refuse(refused, card=named, found=actual, seat=seat, expected=expected)


def _check_minimum(match: Match, grouping: Grouping, seat: Seat, pile: Pile, at: Spot) -> None:
    """Report a finisher's grouping below his minimum, as it is the only one he chooses (N26)."""
    announcement = score.score(pile, grouping, finisher=True, options=match.options)
    minimum = match.minimum(seat)
    if announcement.natural < minimum:
        text = messages.FINISHER_BELOW_MINIMUM
        at.refuse(text, seat=seat, found=announcement.natural, expected=describe(minimum))


def _compare(
    announcement: ScoredGrouping, best: ScoredGrouping, seat: Seat, at: Spot
) -> list[Problem]:
    if announcement.points == best.points:
        return []
    text = messages.BETTER_GROUPING
    return [problem(text, at.path, seat=seat, found=announcement.points, best=best.points)]
