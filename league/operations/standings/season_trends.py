"""What a season's page tells beside the numbers: who has moved, how players have done of late, how
their points grew. All from one reading of the results of who is shown, at the version shown.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.base import Evidence
from league.models import Session
from scoring import standings_queries
from scoring.models import Result, Table
from scoring.pure import schemes, standings
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.schemes import Scheme
from scoring.standings_queries import StandingsMove, StandingsTable

LAST = 5
NUMBERS = ("place", "players", "sharing", "score", "total", "target")


@dataclass(frozen=True)
class Recent:
    """`places` of the last matches, the latest at the end; `proved` of `played` matches rest on
    more than a score sheet."""

    places: Sequence[int]
    proved: int
    played: int

    @property
    def share(self) -> int:
        """Per cent, rounded down: only what is wholly proved has 100."""
        return 100 * self.proved // self.played


@dataclass(frozen=True)
class Story:
    """`evenings` of the season in time; `history` is of the players shown, up to the evening that
    is asked for, and complete where all players are shown. `evidence` is by match, `disputed` are
    the matches of which somebody says that the result is wrong."""

    view: StandingsTable
    scheme: Scheme
    evenings: Sequence[Any]
    history: SeasonFacts
    evidence: Mapping[int, str]
    disputed: frozenset[int] = frozenset()

    @cached_property
    def played(self) -> list[Session]:
        """The evenings with a result in this table, in time, also of who is not shown."""
        return [each for each in self.evenings if each.counts]

    def recent(self) -> Mapping[int, Recent]:
        """By id of player."""
        found: defaultdict[int, list[Fact]] = defaultdict(list)
        for fact in sorted(self.history.facts, key=lambda fact: (fact.session_index, fact.match)):
            found[fact.player].append(fact)
        return {player: self._recent(facts) for player, facts in found.items()}

    def moved(self, since: Session | None) -> list[StandingsMove]:
        """Every row, with how it stood after that evening; without one there is nothing to compare.
        Only where all players are shown."""
        before = standings.compute(self._until(since), self.scheme) if since else []
        known = {row.player: row for row in before}
        return [StandingsMove(row, known.get(PlayerId(row.player_id))) for row in self.view.rows]

    def _recent(self, facts: Sequence[Fact]) -> Recent:
        proved = sum(self.evidence[fact.match] != Evidence.SHEET for fact in facts)
        return Recent([fact.place for fact in facts[-LAST:]], proved, len(facts))

    def _until(self, since: Session) -> SeasonFacts:
        last = next(at for at, evening in enumerate(self.evenings) if evening.pk == since.pk)
        facts, penalties, sit_outs, draws = self.history
        return SeasonFacts(
            [fact for fact in facts if fact.session_index <= last],
            [penalty for penalty in penalties if penalty.session_index <= last],
            [sit_out for sit_out in sit_outs if sit_out.session_index <= last],
            draws,
        )


def of(view: StandingsTable, as_of: Session | None = None, without: Collection[int] = ()) -> Story:
    """`without` these matches, as the view is."""
    table, scheme = view.table, schemes.read(view.table.shown_scheme)
    evenings = _evenings(table)
    upto = as_of.pk if as_of else None
    at = _positions(evenings, upto)
    evidence: dict[int, str] = {}
    facts = []
    told = ("match_id", "match__evidence", "match__disputed", "session_id", "player_id", *NUMBERS)
    disputed = set()
    for match, proof, open_, session, player, *numbers in _results(view).values_list(*told):
        if session in at and match not in without:
            evidence[match] = proof
            if open_:
                disputed.add(match)
            facts.append(Fact(match, session, at[session], PlayerId(player), *numbers))
    history = SeasonFacts(facts, _penalties(view, at), _sit_outs(view, at), _draws(table, scheme))
    return Story(view, scheme, evenings, history, evidence, frozenset(disputed))


def _evenings(table: Table) -> list[Any]:
    """With `match_count`, and whether one has a result that `counts` in this table."""
    results = Result.objects.at(table.standings_version).filter(session=OuterRef("pk"))
    if table.game:
        results = results.filter(game=table.game)
    found = Session.objects.filter(season=table.season_id).annotate(
        match_count=Count("matches", filter=Q(matches__called_off_at=None)),
        counts=Exists(results),
    )
    return list(found.order_by("starts_at", "id"))


def _positions(evenings: Sequence[Session], upto: int | None) -> dict[int, int]:
    """Of the evenings that are told, in time."""
    at: dict[int, int] = {}
    for index, evening in enumerate(evenings):
        at[evening.pk] = index
        if evening.pk == upto:
            break
    return at


def _results(view: StandingsTable) -> QuerySet[Result]:
    players = [row.player_id for row in view.rows]
    whole = not (view.before or view.after)
    found = Result.objects.at(view.version).filter(season=view.table.season_id).order_by()
    found = found.filter(game=view.table.game) if view.table.game else found
    return found if whole else found.filter(player__in=players)


def _penalties(view: StandingsTable, at: Mapping[int, int]) -> list[Penalty]:
    """Asked for only where a row says that there are some; so are sit-outs."""
    marked = [row.player_id for row in view.rows if row.penalty]
    return (
        standings_queries.penalties(view.version, _chosen(view, marked, at), at) if marked else []
    )


def _sit_outs(view: StandingsTable, at: Mapping[int, int]) -> list[SitOut]:
    marked = [row.player_id for row in view.rows if row.sit_outs]
    return standings_queries.sit_outs(view.version, _chosen(view, marked, at), at) if marked else []


def _chosen(view: StandingsTable, players: Sequence[int], at: Mapping[int, int]) -> dict[str, Any]:
    return {"season": view.table.season_id, "player__in": players, "session__in": at}


def _draws(table: Table, scheme: Scheme) -> list[TiebreakDraw]:
    return (
        standings_queries.draws(table, table.standings_version)
        if "lots" in scheme.tiebreaks
        else []
    )
