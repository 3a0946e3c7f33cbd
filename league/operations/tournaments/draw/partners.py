"""Who might play with whom inside a table, in games with partners: a proposal, round by round, that
lets everybody play with everybody as evenly as it goes. Nothing is stored here.

In Njet! the start player of a round chooses his partner (Z5), so nobody is bound by it. What was
chosen stands in the rounds, and is the past of the next proposal.
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


def ask(
    tournament: Tournament, players: Sequence[str], past: Iterable[Sitting]
) -> dict[str, Any] | None:
    """The part of the request; None for games without partners."""
    if not getattr(GAMES[tournament.game], "has_partners", False):
        return None
    known, tables = set(players), [table for each in past for table in each.tables.all()]
    pairs = [pair for pair in _recorded(tables) if known.issuperset(pair)]
    rounds = min(_rounds(tournament), MOST_ROUNDS)
    return {"rounds": rounds, "history": pairs[-MOST_PAIRS:]}


def of_tables(
    asked: Mapping[str, Any], tables: Sequence[Sequence[str]]
) -> tuple[object, ...] | None:
    """For seats that somebody has chosen."""
    if "partners" not in asked:
        return None
    often = Counter(map(frozenset, asked["partners"]["history"]))
    return partners.partner_rotations(tables, asked["partners"]["rounds"], often)


def of_plan(sitting: Sitting, number: int, players: Sequence[int]) -> Rounds:
    """What the plan proposes to table `number`; nothing once others sit there."""
    planned = sitting.plan["rounds"][sitting.plan_round].get("partners") or ()
    told = planned[number - 1] if number <= len(planned) else ()
    rounds = [[[int(name) for name in team] for team in teams] for teams in told]
    same = all({each for team in teams for each in team} == set(players) for teams in rounds)
    return rounds if same else ()


def _recorded(tables: Sequence[SittingTable]) -> list[list[str]]:
    """The partners in all rounds that were entered, the oldest first."""
    seated = {table.match_id: table.players for table in tables if table.match_id}
    rows = Submission.objects.filter(match__in=seated).order_by("match", "number", "version")
    latest: dict[int, dict[int, Any]] = defaultdict(dict)
    for match, number, verdict in rows.values_list("match", "number", "verdict"):
        latest[match][number] = verdict
    return [
        [str(seated[match][seat]) for seat in pair]
        for match, rounds in latest.items()
        for verdict in rounds.values()
        for pair in _pairs(verdict)
    ]


def _pairs(verdict: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Seats; a line of a breakdown names the `members` of its side where the round tells them."""
    sides = {tuple(sorted(line.get("members", ()))) for line in verdict["breakdown"]}
    return sorted(side for side in sides if len(side) == PAIR)


def _rounds(tournament: Tournament) -> int:
    game = GAMES[tournament.game]
    state, _problems = game.start(tournament.options, tournament.least)
    assert state is not None, "its house rules were checked when it was made"
    told = game.write_options(state).get("rounds", 1)
    assert isinstance(told, int), "a number of rounds"
    return told
