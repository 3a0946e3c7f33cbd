"""Partners inside a table, in games with partners: a proposal for each round, so that all players
are partners as evenly as possible. Nothing is stored here.

In Njet! the start player of a round chooses a partner (Z5), so the proposal is not binding. The
partners that were chosen are stored with the rounds, and are the history of the next proposal.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from games import GAMES
from league.models import Sitting, SittingTable, Submission, Tournament
from seating import partners
from seating.request import MOST_PAIRS, MOST_ROUNDS

Rounds: TypeAlias = Sequence[Sequence[Sequence[int]]]  # of a match: teams of players
PAIR = 2


def partner_request(
    tournament: Tournament, players: Sequence[str], past: Iterable[Sitting]
) -> dict[str, Any] | None:
    """Return the part of the seating request about partners; None for games without partners."""
    if not getattr(GAMES[tournament.game], "has_partners", False):
        return None
    known_names, tables = (
        set(players),
        [table for sitting in past for table in sitting.tables.all()],
    )
    pairs = [pair for pair in _past_partners(tables) if known_names.issuperset(pair)]
    rounds = min(_rounds_of_match(tournament), MOST_ROUNDS)
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


def planned_partners(sitting: Sitting, number: int, players: Sequence[int]) -> Rounds:
    """Return the partners that the plan proposes to table `number`; empty once other players sit
    there."""
    planned = sitting.plan["rounds"][sitting.plan_round].get("partners") or ()
    proposed = planned[number - 1] if number <= len(planned) else ()
    rounds = [[[int(name) for name in team] for team in teams] for teams in proposed]
    is_same_table = all(
        {member for team in teams for member in team} == set(players) for teams in rounds
    )
    return rounds if is_same_table else ()


def _past_partners(tables: Sequence[SittingTable]) -> list[list[str]]:
    """Return the partners of all rounds that were entered, the oldest first."""
    players_by_match = {table.match_id: table.players for table in tables if table.match_id}
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


def _rounds_of_match(tournament: Tournament) -> int:
    """Return the number of rounds of a match by the house rules."""
    game = GAMES[tournament.game]
    state, _problems = game.start(tournament.options, tournament.least)
    assert state is not None, "its house rules were checked when it was made"
    rounds = game.write_options(state).get("rounds", 1)
    assert isinstance(rounds, int), "a number of rounds"
    return rounds
