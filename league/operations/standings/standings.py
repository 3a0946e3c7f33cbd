"""Reading a table: as it stands or stood after an evening, what moved since, and where every number
of a player's row comes from. All at the version that the stored standings show.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import Match, Season, Session
from league.operations.matches import match_results as results
from scoring import standings_queries
from scoring.models import Draw, Standing, Table
from scoring.pure import origin, schemes, tiebreaks
from scoring.pure.facts import Fact, History, Penalty, PlayerId
from scoring.pure.origin import Origin
from scoring.pure.ranges import Range
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS, Tiebreak
from scoring.sql import places_sql
from scoring.standings_queries import Move, View

COMPARED = {"mini_table": tiebreaks.met, "head_to_head": tiebreaks.met_at_common_sizes}


@dataclass(frozen=True)
class Encounter:
    """A match against others who are tied: who of them sat there, the best first, and the units
    that each got out of it in the mini-table."""

    match: Match
    seats: Sequence[tuple[Standing, Fact, int]]


@dataclass(frozen=True)
class Step:
    """A tie-break as it was asked. `tied`: the equals until then, the player among them, the best
    first; empty when nobody was equal any more, so that it was not looked at."""

    tiebreak: Tiebreak
    tied: Sequence[Standing]
    encounters: Sequence[Encounter] = ()
    draw: Draw | None = None

    @property
    def by_matches(self) -> bool:
        return self.tiebreak.code in COMPARED


@dataclass(frozen=True)
class PlayedEvening:
    session: Session
    points: origin.Evening
    results: Sequence[tuple[Match, origin.Result]]
    sit_outs: int


@dataclass(frozen=True)
class Explained:
    """A row, followed back to matches. `penalties` stand with their evenings; `possible` are the
    places that can still be reached, where the scheme tells a plan."""

    table: Table
    scheme: Scheme
    row: Standing
    origin: Origin
    evenings: Sequence[PlayedEvening]
    penalties: Sequence[tuple[Session, Penalty]]
    sit_outs: Sequence[tuple[Session, int]]
    steps: Sequence[Step]
    possible: Range | None

    @property
    def counted(self) -> int:
        """Units of the evenings that count, without those for attendance."""
        return self.origin.total + self.origin.penalty - self.origin.attendance

    @property
    def only_watched(self) -> list[tuple[Session, int]]:
        """The evenings of sitting out alone."""
        played = {evening.session for evening in self.evenings}
        return [each for each in self.sit_outs if each[0] not in played]


def session_of(table: Table, pk: int | str, path: str) -> Session:
    """An evening of the season that somebody named by its id; `path` says where."""
    number = int(pk) if str(pk).isdecimal() and len(str(pk)) < 19 else 0
    found = Session.objects.filter(season=table.season_id, pk=number).first()
    if found is None:
        raise invalid("unknown_session", path, _("This season has no such evening."))
    return found


def view(table: Table, as_of: Session | None = None) -> View:
    """As it stands, or as it stood when that evening was over."""
    if as_of is None:
        return standings_queries.read(table)
    return View(table, standings_queries.as_of(_shown(table), as_of.pk).rows)


def final(table: Table, as_of: Session | None = None) -> View:
    """The same from final results alone, as they are now. Where all are final it is the same."""
    left_out = results.provisional_results(table.season, table.game)
    if not left_out:
        return view(table, as_of)
    return View(
        table, standings_queries.without(_shown(table), left_out, as_of.pk if as_of else None).rows
    )


def resting(season: Season, game: str = "") -> set[int]:
    """The players whose rows rest on results that are not final."""
    return results.players_of(results.provisional_results(season, game))


def view_at(table: Table, version: int) -> View:
    """As it stood at a version that was shown once, by the facts that held then. Conflict when its
    scheme or the order of its evenings is another one since."""
    if version == table.standings_version:
        return standings_queries.read(table)
    if not table.rules_version <= version < table.standings_version:
        words = _("This version of the table can no longer be told: begin again.")
        raise Conflict(words, [Fault("version_gone", "cursor", words).to_json()])
    then = _shown(table)
    then.facts_version = version
    return standings_queries.preview(then, schemes.read(then.scheme))


def moved(now: View, since: Session | None) -> list[Move]:
    """Every row, with how it stood after that evening; without one there is nothing to compare."""
    before = standings_queries.rows_as_of(_shown(now.table), since.pk) if since else []
    return standings_queries.moves(now, View(now.table, before))


def tag(table: Table, *parts: object) -> str:
    """Changes whenever an answer about this table would that is counted and not stored: its scheme
    and the order of evenings take effect there at once."""
    return ".".join(map(str, [standings_queries.tag(table), f"r{table.rules_version}", *parts]))


def explain(table: Table, player: int, as_of: Session | None = None) -> Explained:
    """NotFound for who has no result in this table."""
    while True:
        try:
            found = _explain(table, player, as_of)
        except (LookupError, StopIteration):  # rows and facts of two versions do not fit
            if (fresh := _refreshed(table)) is None:
                raise
        else:
            if (fresh := _refreshed(table)) is None:
                return found
        table = fresh


def why_dropped(scheme: Scheme) -> str:
    """In words, why an evening may not count."""
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


def _explain(table: Table, player: int, as_of: Session | None) -> Explained:
    scheme = schemes.read(table.shown_scheme)
    equals = _equals(table, player, as_of)
    row = next(row for row in equals if row.player_id == player)
    sessions = None if as_of is None else standings_queries.until(table.season_id, as_of.pk)
    history = standings_queries.history(
        _shown(table), [each.player_id for each in equals], sessions
    )
    found = origin.explain(history, scheme, PlayerId(player))
    at = _Known(table, history)
    watched = Counter(each.session for each in history.sit_outs if each.player == player)
    return Explained(
        table=table,
        scheme=scheme,
        row=row,
        origin=found,
        evenings=[
            PlayedEvening(
                at.sessions[evening.session],
                evening,
                [(at.matches[result.fact.match], result) for result in evening.results],
                watched[evening.session],
            )
            for evening in found.evenings
        ],
        penalties=[(at.sessions[each.session], each) for each in found.penalties],
        sit_outs=[(at.sessions[session], times) for session, times in watched.items()],
        steps=_steps(row, equals, scheme, at),
        possible=None if as_of else _possible(table, PlayerId(player)),
    )


def _refreshed(table: Table) -> Table | None:
    """The table as it is shown by now; None while it is still the same."""
    fresh = standings_queries.find(table.season_id, table.game)
    is_same = fresh is None or fresh.standings_version == table.standings_version
    return None if is_same else fresh


def _possible(table: Table, player: PlayerId) -> Range | None:
    found = standings_queries.possible(_shown(table), timezone.now())
    return found[player] if found else None


def _equals(table: Table, player: int, as_of: Session | None) -> list[Standing]:
    """Who was equal before the first tie-break, with places and players; the player among them."""
    if as_of is not None:
        counted = view(table, as_of).rows
        mine = next((row for row in counted if row.player_id == player), None)
        if mine is not None:
            return [row for row in counted if _lead(row) == _lead(mine)]
    elif (mine := table.standings.filter(player=player).first()) is not None:
        stored = table.standings.select_related("player").filter(
            qualified=mine.qualified, points=mine.points
        )
        ordered = stored.order_by("-rank_key", "player__name", "player_id")
        equals = places_sql.placed(ordered, table.shown_scheme["tiebreaks"])
        better = table.standings.filter(rank_key__gt=equals[0].rank_key).count()
        for row in equals:
            row.place += better
        return equals
    raise NotFound(_("This player has no result in this table."))


def _lead(row: Standing) -> tuple[bool, int]:
    return row.qualified, row.points


class _Known:
    """What the facts of a history name: evenings, matches, draws."""

    def __init__(self, table: Table, history: History) -> None:
        self.facts: defaultdict[PlayerId, list[Fact]] = defaultdict(list)
        for fact in history.facts:
            self.facts[fact.player].append(fact)
        self.matches = Match.objects.in_bulk({fact.match for fact in history.facts})
        self.sessions: Mapping[int, Session] = {
            session.pk: session for session in Session.objects.filter(season=table.season_id)
        }
        self.draws = table.draws.at(table.standings_version).order_by("-id")

    def draw(self, tied: Sequence[Standing]) -> Draw | None:
        """The latest that holds all of them."""
        wanted = {row.player_id for row in tied}
        return next((draw for draw in self.draws if wanted <= set(draw.players)), None)


def _steps(row: Standing, equals: Sequence[Standing], scheme: Scheme, at: _Known) -> list[Step]:
    steps, tied = [], list(equals)
    for code in scheme.tiebreaks:
        asked = len(tied) > 1
        steps.append(_step(code, row, tied, at) if asked else Step(TIEBREAKS[code], []))
        tied = [each for each in tied if each.tiebreaks[code] == row.tiebreaks[code]]
    return steps


def _step(code: str, row: Standing, tied: Sequence[Standing], at: _Known) -> Step:
    better = 1 if TIEBREAKS[code].fewest else -1
    best_first = sorted(tied, key=lambda each: better * (each.tiebreaks[code] or 0))
    encounters = _encounters(code, row, best_first, at) if code in COMPARED else []
    return Step(TIEBREAKS[code], best_first, encounters, at.draw(tied) if code == "lots" else None)


def _encounters(code: str, row: Standing, tied: Sequence[Standing], at: _Known) -> list[Encounter]:
    """Those of the player himself: they make his value."""
    by_player = {PlayerId(each.player_id): each for each in tied}
    found = [
        Encounter(
            at.matches[seats[0].match],
            [
                (by_player[fact.player], fact, tiebreaks.duels(seats)[fact.player])
                for fact in sorted(seats, key=lambda fact: fact.place)
            ],
        )
        for seats in COMPARED[code](list(by_player), at.facts)
        if any(fact.player == row.player_id for fact in seats)
    ]
    return sorted(found, key=lambda each: (each.seats[0][1].evening, each.match.pk))


def _shown(table: Table) -> Table:
    """The table with facts and scheme as the stored standings show them; newer are not theirs."""
    shown = copy(table)
    shown.facts_version, shown.scheme = table.standings_version, table.shown_scheme
    return shown
