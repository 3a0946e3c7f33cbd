"""Views of a table: as it is, as it was after a session, what moved since, and the origin of every
number of a player's row. All are at the version of the stored standings."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import Match, Session
from league.operations.matches import match_results
from scoring import standings_queries
from scoring.fact_queries import season_facts, session_ids_until
from scoring.models import Draw, Standing, Table
from scoring.pure import origin, schemes, tiebreaks
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts
from scoring.pure.origin import PointsOrigin, describe_mean, describe_sit_outs
from scoring.pure.ranges import PlaceRange
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS, Tiebreak
from scoring.rows import with_places
from scoring.standings_queries import StandingsMove, StandingsTable

COMPARED = {"mini_table": tiebreaks.common_matches, "head_to_head": tiebreaks.common_size_matches}


@dataclass(frozen=True)
class TieMatch:
    """A match among tied players: its tied players, best first, and the units of each in the
    mini-table."""

    match: Match
    seats: Sequence[tuple[Standing, Fact, int]]


@dataclass(frozen=True)
class TiebreakStep:
    """A tie-break that was applied. `tied`: the players who were equal before it, best first; empty
    if none were, so that it was not used."""

    tiebreak: Tiebreak
    tied: Sequence[Standing]
    encounters: Sequence[TieMatch] = ()
    draw: Draw | None = None

    @property
    def by_matches(self) -> bool:
        return self.tiebreak.code in COMPARED


@dataclass(frozen=True)
class PlayedSession:
    """A session in which the player has results."""

    session: Session
    points: origin.SessionOrigin
    results: Sequence[tuple[Match, origin.ResultOrigin]]
    sit_outs: int


@dataclass(frozen=True)
class RowExplanation:
    """A row with the matches behind it. `penalties` come with their sessions; `possible` are the
    places that can still be reached, where the scheme has a planned number of sessions."""

    table: Table
    scheme: Scheme
    row: Standing
    origin: PointsOrigin
    evenings: Sequence[PlayedSession]
    penalties: Sequence[tuple[Session, Penalty]]
    sit_outs: Sequence[tuple[Session, int]]
    steps: Sequence[TiebreakStep]
    possible: PlaceRange | None

    @property
    def counted(self) -> int:
        """Units of the sessions that count, or of the mean, without those for attendance and
        sit-outs."""
        origin = self.origin
        return origin.total + origin.penalty - origin.attendance - origin.for_sit_outs

    def sit_outs_in_words(self, language: str) -> str:
        """Return what the sit-outs are worth; empty if that is nothing."""
        if not self.origin.for_sit_outs:
            return ""
        text, params = describe_sit_outs(self.origin, self.scheme)
        return text.say(language, params)

    def mean_in_words(self, language: str) -> str:
        """Return how the mean of all matches came about; empty if a season adds them up."""
        if self.origin.mean is None:
            return ""
        text, params = describe_mean(self.origin)
        return text.say(language, params)

    @property
    def only_watched(self) -> list[tuple[Session, int]]:
        """The sessions in which the player only sat out."""
        played = {played_session.session for played_session in self.evenings}
        return [sit_out for sit_out in self.sit_outs if sit_out[0] not in played]


def find_session(table: Table, pk: int | str, path: str) -> Session:
    """Return the session of the season with this id; raise Invalid at `path` if there is none."""
    number = int(pk) if str(pk).isdecimal() and len(str(pk)) < 19 else 0
    session = Session.objects.filter(season=table.season_id, pk=number).first()
    if session is None:
        raise invalid("unknown_session", path, _("This season has no such evening."))
    return session


def view(table: Table, as_of: Session | None = None) -> StandingsTable:
    """Return the current view of a table, or its view after that session."""
    if as_of is None:
        return standings_queries.read(table)
    return view_of_sessions(table, session_ids_until(table.season_id, as_of.pk))


def final_view(table: Table, as_of: Session | None = None) -> StandingsTable:
    """Return the view from only final results, as of now; equal to `view` if all are final."""
    provisional = match_results.provisional_in(table)
    if not provisional:
        return view(table, as_of)
    sessions = session_ids_until(table.season_id, as_of.pk) if as_of else None
    return _computed(table, sessions, provisional)


def view_of_sessions(
    table: Table, sessions: Collection[int], *, is_final: bool = False
) -> StandingsTable:
    """Return the view from only these sessions by the scheme of the season; with `is_final` from
    only final results."""
    provisional = match_results.provisional_in(table) if is_final else ()
    return _computed(table, sessions, provisional)


def _computed(
    table: Table, sessions: Collection[int] | None, without: Collection[int]
) -> StandingsTable:
    displayed = as_displayed(table)
    rows = standings_queries.compute(displayed, sessions=sessions, without=without).rows
    return StandingsTable(table, rows, sessions=sessions, without=without)


def provisional_players(table: Table) -> set[int]:
    """Return the players whose rows depend on results that are not final."""
    return match_results.players_of(match_results.provisional_in(table))


def view_at(table: Table, version: int) -> StandingsTable:
    """Return the view at an earlier version, by the facts of that version. Raise Conflict when its
    scheme or the order of its sessions has changed since."""
    if version == table.standings_version:
        return standings_queries.read(table)
    if not table.rules_version <= version < table.standings_version:
        words = _(
            "This version of the standings is no longer available. Start again from the first page."
        )
        raise Conflict(words, [Fault("version_gone", "cursor", words).to_json()])
    past_table = as_displayed(table)
    past_table.facts_version = version
    return standings_queries.compute(past_table)


def moves_since(now: StandingsTable, since: Session | None) -> list[StandingsMove]:
    """Return every row with its state after that session; without a session there is nothing to
    compare."""
    before = view(now.table, since) if since else StandingsTable(now.table, [])
    return standings_queries.moves(now, before)


def entity_tag(table: Table, *parts: object) -> str:
    """Return an entity tag for answers that are computed from this table. It changes with the
    scheme and the order of sessions too, since they affect such answers immediately."""
    return ".".join(
        map(str, [standings_queries.version_tag(table), f"r{table.rules_version}", *parts])
    )


def explain(
    table: Table,
    player: int,
    as_of: Session | None = None,
    *,
    only: Collection[int] | None = None,
) -> RowExplanation:
    """Return the origin of a player's row, as it was after a session or as the sessions `only`
    make it; raise NotFound for a player without result in this table."""
    if as_of is not None:
        only = session_ids_until(table.season_id, as_of.pk)
    while True:
        try:
            explanation = _explain(table, player, only)
        except (LookupError, StopIteration):  # rows and facts of different versions
            if (refreshed := _refreshed(table)) is None:
                raise
        else:
            if (refreshed := _refreshed(table)) is None:
                return explanation
        table = refreshed


def why_dropped(scheme: Scheme) -> str:
    """Return in words why a session may not count."""
    words = []
    if scheme.best_evenings == 1:
        words.append(_("only the best evening counts"))
    elif scheme.best_evenings is not None:
        words.append(_("only the best %(n)s evenings count") % {"n": scheme.best_evenings})
    if scheme.drop_worst == 1:
        words.append(_("the worst evening is dropped"))
    elif scheme.drop_worst:
        words.append(_("the worst %(n)s evenings are dropped") % {"n": scheme.drop_worst})
    return ", ".join(words)


def why_unqualified(row: Standing, scheme: Scheme) -> list[str]:
    """Return sentences about the minimums that a player has not reached yet."""
    reasons = []
    if row.evenings < scheme.minimum_evenings:
        words = ngettext(
            "Ranked after all others until %(n)s evening has been attended.",
            "Ranked after all others until %(n)s evenings have been attended.",
            scheme.minimum_evenings,
        )
        reasons.append(words % {"n": scheme.minimum_evenings})
    if row.played < scheme.minimum_matches:
        words = ngettext(
            "Ranked after all others until %(n)s match has been played.",
            "Ranked after all others until %(n)s matches have been played.",
            scheme.minimum_matches,
        )
        reasons.append(words % {"n": scheme.minimum_matches})
    return reasons


def _explain(table: Table, player: int, sessions: Collection[int] | None) -> RowExplanation:
    scheme = schemes.read(table.shown_scheme)
    equals = _tied_rows(table, player, sessions)
    row = next(row for row in equals if row.player_id == player)
    players = [equal.player_id for equal in equals]
    history = season_facts(as_displayed(table), players).only(sessions)
    player_origin = origin.explain(history, scheme, PlayerId(player))
    index = _HistoryIndex(table, history)
    sit_out_counts = Counter(
        sit_out.session for sit_out in history.sit_outs if sit_out.player == player
    )
    return RowExplanation(
        table=table,
        scheme=scheme,
        row=row,
        origin=player_origin,
        evenings=[
            PlayedSession(
                index.sessions[session_origin.session],
                session_origin,
                [(index.matches[result.fact.match], result) for result in session_origin.results],
                sit_out_counts[session_origin.session],
            )
            for session_origin in player_origin.evenings
        ],
        penalties=[
            (index.sessions[penalty.session], penalty) for penalty in player_origin.penalties
        ],
        sit_outs=[(index.sessions[session], times) for session, times in sit_out_counts.items()],
        steps=_tiebreak_steps(row, equals, scheme, index),
        possible=_possible(table, PlayerId(player)) if sessions is None else None,
    )


def _refreshed(table: Table) -> Table | None:
    """Return the table as it is displayed now; None if that is still the same."""
    fresh = standings_queries.find_again(table)
    is_same = fresh is None or fresh.standings_version == table.standings_version
    return None if is_same else fresh


def _possible(table: Table, player: PlayerId) -> PlaceRange | None:
    ranges = standings_queries.possible_places(as_displayed(table), timezone.now())
    return ranges[player] if ranges else None


def _tied_rows(table: Table, player: int, sessions: Collection[int] | None) -> list[Standing]:
    """Return the rows that were equal before the first tie-break, with places and players; the
    player's own is among them."""
    if sessions is not None:
        rows = view_of_sessions(table, sessions).rows
        mine = next((row for row in rows if row.player_id == player), None)
        if mine is not None:
            return [row for row in rows if _points_key(row) == _points_key(mine)]
    elif (mine := table.standings.filter(player=player).first()) is not None:
        stored = table.standings.select_related("player").equal_before_tiebreaks(mine)
        ordered = list(stored.order_by("-rank_key", "player_id"))
        better = table.standings.filter(rank_key__gt=ordered[0].rank_key).count()
        return with_places(ordered, better, better)
    raise NotFound(_("This player has no result in these standings."))


def _points_key(row: Standing) -> tuple[bool, int]:
    return row.qualified, row.points


class _HistoryIndex:
    """The sessions, matches and draws that the facts of a history refer to."""

    def __init__(self, table: Table, history: SeasonFacts) -> None:
        self.facts: defaultdict[PlayerId, list[Fact]] = defaultdict(list)
        for fact in history.facts:
            self.facts[fact.player].append(fact)
        self.matches = Match.objects.in_bulk({fact.match for fact in history.facts})
        self.sessions: Mapping[int, Session] = {
            session.pk: session for session in Session.objects.filter(season=table.season_id)
        }
        self.draws = table.draws.at(table.standings_version).order_by("-id")

    def draw(self, tied: Sequence[Standing]) -> Draw | None:
        """Return the latest tie-break draw that contains all tied players."""
        player_ids = {row.player_id for row in tied}
        return next((row for row in self.draws if player_ids <= set(row.players)), None)


def _tiebreak_steps(
    row: Standing, equals: Sequence[Standing], scheme: Scheme, index: _HistoryIndex
) -> list[TiebreakStep]:
    steps, tied = [], list(equals)
    for code in scheme.tiebreaks:
        is_needed = len(tied) > 1
        steps.append(
            _tiebreak_step(code, row, tied, index)
            if is_needed
            else TiebreakStep(TIEBREAKS[code], [])
        )
        tied = [other_row for other_row in tied if other_row.tiebreaks[code] == row.tiebreaks[code]]
    return steps


def _tiebreak_step(
    code: str, row: Standing, tied: Sequence[Standing], index: _HistoryIndex
) -> TiebreakStep:
    better = 1 if TIEBREAKS[code].fewest else -1
    best_first = sorted(tied, key=lambda row: better * (row.tiebreaks[code] or 0))
    encounters = _tie_matches(code, row, best_first, index) if code in COMPARED else []
    return TiebreakStep(
        TIEBREAKS[code], best_first, encounters, index.draw(tied) if code == "lots" else None
    )


def _tie_matches(
    code: str, row: Standing, tied: Sequence[Standing], index: _HistoryIndex
) -> list[TieMatch]:
    """Return the matches of the player against tied players: they make the value of the
    tie-break."""
    by_player = {PlayerId(other_row.player_id): other_row for other_row in tied}
    encounters = [
        TieMatch(
            index.matches[seats[0].match],
            [
                (by_player[fact.player], fact, tiebreaks.duel_values(seats)[fact.player])
                for fact in sorted(seats, key=lambda fact: fact.place)
            ],
        )
        for seats in COMPARED[code](list(by_player), index.facts)
        if any(fact.player == row.player_id for fact in seats)
    ]
    return sorted(
        encounters, key=lambda encounter: (encounter.seats[0][1].session_index, encounter.match.pk)
    )


def as_displayed(table: Table) -> Table:
    """Return a copy of the table with the facts and scheme of the stored standings instead of newer
    ones."""
    displayed = copy(table)
    displayed.facts_version, displayed.scheme = table.standings_version, table.shown_scheme
    return displayed
