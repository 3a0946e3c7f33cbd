"""The winners of a club's awards, from the results of today. It only reads; awards over the same
results share the reading, and everything is at the displayed version of the tables."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Min

from league.models import AwardCategory, Club, ClubAward, Match, Player, Session
from league.operations.standings import award_words, season_awards, season_trends
from league.operations.standings.club_awards import first_day
from scoring import fact_queries
from scoring.models import Result, Table
from scoring.pure import club_awards, schemes
from scoring.pure.club_awards import AwardTerms, Candidate, NotGiven, Outcome
from scoring.pure.points import result_points
from scoring.pure.statistics import STATISTICS, Mark, ScoredResult, Statistic
from scoring.pure.upsets import Upset
from scoring.sql.fact_filters import FactFilter

MOST_NAMED = 3  # matches or evenings of a proof


class Source(NamedTuple):
    """The tables whose results an award counts: of a season, a league, or all seasons (None)."""

    season: int | None
    league: int | None
    game: str


@dataclass(frozen=True)
class ShownCandidate:
    """A player with his value, and the first matches and evenings that prove it."""

    player: Player
    statistic: Statistic
    candidate: Candidate
    matches: Sequence[Match]
    sessions: Sequence[Session]

    @property
    def value(self) -> str:
        """Return the value in the reader's language."""
        return award_words.value(self.statistic, self.candidate.measure)

    @property
    def more(self) -> int:
        """Return how many matches or evenings of the proof are not named."""
        measure = self.candidate.measure
        return len(measure.matches or measure.sessions) - len(self.matches or self.sessions)


@dataclass(frozen=True)
class AwardResult:
    """An award with its winners, the next players, or the reason why it is not given."""

    award: ClubAward
    statistic: Statistic
    winners: Sequence[ShownCandidate]
    runners_up: Sequence[ShownCandidate]
    reason: NotGiven | None
    tied: int

    @property
    def each_cents(self) -> int:
        """Return what each winner gets: equal shares, rounded down to a cent."""
        return self.award.amount // len(self.winners) if self.winners else 0

    @property
    def rest_cents(self) -> int:
        """Return what remains with the club after the shares."""
        return self.award.amount - self.each_cents * len(self.winners) if self.winners else 0


def results(club: Club, awards: Iterable[ClubAward]) -> list[AwardResult]:
    """Return the winners of each award of the club."""
    reader = _Reader(club)
    outcomes = [(award, reader.outcome(award)) for award in awards]
    shown = _Shown(reader, [outcome for _award, outcome in outcomes])
    return [
        AwardResult(
            award,
            STATISTICS[award.statistic],
            shown.candidates(award, outcome.winners),
            shown.candidates(award, outcome.runners_up),
            outcome.reason,
            outcome.tied,
        )
        for award, outcome in outcomes
    ]


def prize_totals(given: Iterable[AwardResult]) -> Mapping[str, int]:
    """Return the sum of the prizes that have winners, in cents by currency."""
    totals: Counter[str] = Counter()
    for result in given:
        if result.winners and result.award.amount:
            totals[result.award.currency] += result.award.amount
    return dict(sorted(totals.items()))


class _Reader:
    """Reads results for several awards of a club, each source once."""

    def __init__(self, club: Club) -> None:
        self.club, self.zone = club, ZoneInfo(club.timezone)
        self._facts: dict[tuple[Source, Mark | None], list[ScoredResult]] = {}

    @cached_property
    def sessions(self) -> Mapping[int, Session]:
        """The sessions of the club in order of time."""
        rows = Session.objects.filter(season__club=self.club).order_by("starts_at", "pk")
        return {session.pk: session for session in rows}

    def outcome(self, award: ClubAward) -> Outcome:
        statistic = STATISTICS[award.statistic]
        source = Source(award.season_id, award.league_id, award.game)
        key = source, statistic.needs
        if key not in self._facts:
            self._facts[key] = list(self._read(source, statistic.needs))
        terms = AwardTerms(
            statistic,
            award.lowest,
            award.minimum_matches,
            award.minimum_evenings,
            self._newcomers(award) if award.category == AwardCategory.NEWCOMERS else None,
        )
        counted = self._sessions_between(award.starts_on, award.ends_on)
        facts = self._facts[key]
        return club_awards.outcome([f for f in facts if f.fact.session in counted], terms)

    def _sessions_between(self, first: date | None, last: date | None) -> Collection[int]:
        return {
            pk
            for pk, session in self.sessions.items()
            if (first or date.min) <= self._day(session.starts_at) <= (last or date.max)
        }

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()

    def _read(self, source: Source, needs: Mark | None) -> Iterator[ScoredResult]:
        """Yield the results of the tables, with positions in time over all seasons."""
        tables = Table.every.with_projection().select_related("season__club")
        tables = tables.filter(season__club=self.club, league=source.league, game=source.game)
        if source.season is not None:
            tables = tables.filter(season=source.season)
        position = {pk: index for index, pk in enumerate(self.sessions)}
        for table in tables.order_by("season"):
            if table.league is not None:
                table.league.season = table.season
            scheme = schemes.read(table.shown_scheme)
            counted = fact_queries.result_facts(
                FactFilter.of_table(table, table.standings_version), scheme=scheme
            )
            facts = [
                fact._replace(session_index=position[fact.session])
                for fact in counted
                if fact.session in position
            ]
            upsets = _upset_winners(season_awards.upsets_of(facts)) if needs == Mark.UPSET else ()
            verified = (
                season_trends.verified_matches(table.season_id) if needs == Mark.VERIFIED else ()
            )
            for fact in facts:
                yield ScoredResult(
                    fact,
                    result_points(fact, scheme),
                    (fact.match, fact.player) in upsets,
                    fact.match in verified,
                )

    def _newcomers(self, award: ClubAward) -> Collection[int]:
        """Return the players whose first result in the club, as a guest or not, is not before the
        first day of the period."""
        since = first_day(award)
        assert since is not None, "an award for newcomers has a first day"
        rows = Result.objects.live().filter(season__club=self.club).order_by()
        first = rows.values("player").annotate(first=Min("session__starts_at"))
        return {
            player for player, at in first.values_list("player", "first") if self._day(at) >= since
        }


class _Shown:
    """The players, matches and sessions of outcomes, each read once."""

    def __init__(self, reader: _Reader, outcomes: Sequence[Outcome]) -> None:
        named = [each for outcome in outcomes for each in (*outcome.winners, *outcome.runners_up)]
        self.sessions = reader.sessions
        self.players = Player.shown.in_bulk({each.player for each in named}) if named else {}
        won = [each for outcome in outcomes for each in outcome.winners]
        matches = {pk for each in won for pk in each.measure.matches[:MOST_NAMED]}
        rows = Match.objects.filter(pk__in=matches).select_related("session__season__club")
        self.matches = rows.in_bulk() if matches else {}

    def candidates(self, award: ClubAward, candidates: Sequence[Candidate]) -> list[ShownCandidate]:
        return [
            ShownCandidate(
                self.players[each.player],
                STATISTICS[award.statistic],
                each,
                [
                    self.matches[pk]
                    for pk in each.measure.matches[:MOST_NAMED]
                    if pk in self.matches
                ],
                [self.sessions[pk] for pk in each.measure.sessions[:MOST_NAMED]],
            )
            for each in candidates
        ]


def _upset_winners(upsets: Iterable[Upset]) -> Collection[tuple[int, int]]:
    return {(upset.match, upset.winner) for upset in upsets}
