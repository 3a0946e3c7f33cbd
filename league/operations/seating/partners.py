"""Partners inside a table, in games with partners: a proposal for each round, so that all players
are partners as evenly as possible. Nothing is stored here.

The players of a game may choose otherwise, so the proposal is not binding. The partners that were
chosen are stored with the rounds, and are the history of the next proposal.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games import GAMES
from league.models import Submission
from seating import partners
from seating.request import MOST_PAIRS, MOST_ROUNDS

Rounds: TypeAlias = Sequence[Sequence[Sequence[int]]]  # of a match: teams of players
PAIR = 2


def partner_request(
    game: str,
    options: Mapping[str, Any],
    players: Sequence[str],
    past_tables: Mapping[int, Sequence[int]],
) -> dict[str, Any] | None:
    """Return the part of the seating request about partners; None for games without partners.
    `past_tables` are earlier matches with their players in seat order."""
    if game not in GAMES or not getattr(GAMES[game], "has_partners", False):
        return None
    known_names = set(players)
    pairs = [pair for pair in _past_partners(past_tables) if known_names.issuperset(pair)]
    rounds = min(_rounds_of_match(game, options), MOST_ROUNDS)
    return {"rounds": rounds, "history": pairs[-MOST_PAIRS:]}


def propose_partners(
    seating_request: Mapping[str, Any], tables: Sequence[Sequence[str]]
) -> tuple[object, ...] | None:
    """Return the proposed partners for seats that a person has chosen; None for games without
    partners."""
    if "partners" not in seating_request:
        return None
    often = Counter(map(frozenset, seating_request["partners"]["history"]))
    return partners.partner_rotations(tables, seating_request["partners"]["rounds"], often)


def planned_partners(plan_round: Mapping[str, Any], number: int, players: Sequence[int]) -> Rounds:
    """Return the partners that a round of a stored plan proposes to table `number`; empty once
    other players sit there."""
    planned = plan_round.get("partners") or ()
    proposed = planned[number - 1] if number <= len(planned) else ()
    rounds = [[[int(name) for name in team] for team in teams] for teams in proposed]
    is_same_table = all(
        {member for team in teams for member in team} == set(players) for teams in rounds
    )
    return rounds if is_same_table else ()


def _past_partners(players_by_match: Mapping[int, Sequence[int]]) -> list[list[str]]:
    """Return the partners of all rounds that were entered, the oldest first."""
    rows = Submission.objects.filter(match__in=players_by_match).order_by(
        "match", "number", "version"
    )
    latest: dict[int, dict[int, Any]] = defaultdict(dict)
    for match, number, verdict in rows.values_list("match", "number", "verdict"):
        latest[match][number] = verdict
    return [
        [str(players_by_match[match][seat]) for seat in pair]
        for match, rounds in latest.items()
        for verdict in rounds.values()
        for pair in _pairs(verdict)
    ]


def _pairs(verdict: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return the seats of partners; a line of a breakdown has the `members` of its side where the
    round records them."""
    sides = {tuple(sorted(line.get("members", ()))) for line in verdict["breakdown"]}
    return sorted(side for side in sides if len(side) == PAIR)


def _rounds_of_match(game: str, options: Mapping[str, Any]) -> int:
    """Return the number of rounds of a match by the house rules."""
    rules = GAMES[game]
    state, _problems = rules.start(options, rules.seats[0])
    rounds = rules.write_options(state).get("rounds", 1) if state else 1  # a game may be broken
    return rounds if isinstance(rounds, int) and rounds > 0 else 1
