"""The end of a season: its champion and its awards. It only reads, in a number of queries that does
not grow with the season, and everything is at the displayed version of the table."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.models import League, Match, Player, Season, Session
from league.operations.matches import match_results
from league.operations.standings import podiums, season_trends
from league.operations.standings.podiums import PodiumStep
from league.operations.standings.season_trends import SeasonTrends
from scoring import rating_queries, standings_queries
from scoring.models import Table
from scoring.pure import awards, upsets
from scoring.pure.awards import Award, AwardProof, AwardRule
from scoring.pure.facts import Fact, PlayerId
from scoring.pure.upsets import EarlierRating, RatingLine, Upset

MOST_MATCHES = 3  # named as a proof


@dataclass(frozen=True)
class ShownProof:
    """A proof with the objects for its ids. `matches` are the first of `count`."""

    player: Player
    proof: AwardProof
    sessions: Sequence[Session]
    matches: Sequence[Match]

    @property
    def more(self) -> int:
        """Return how many matches of the proof are not named."""
        return len(self.proof.matches) - len(self.matches)

    @property
    def place_after(self) -> int:
        """Return the place at the end of a comeback."""
        return self.proof.of - self.proof.count


@dataclass(frozen=True)
class ShownAward:
    rule: AwardRule
    proofs: Sequence[ShownProof]

    @property
    def players(self) -> list[Player]:
        return [proof.player for proof in self.proofs]


@dataclass(frozen=True)
class SeasonEnd:
    """`steps` of the podium and the awards of a season or of one of its leagues; both are
    provisional until `last_day` is over, and while `not_final` results wait for confirmation.
    `evenings` have a result."""

    season: Season
    league: League | None
    last_day: date | None
    has_ended: bool
    steps: Sequence[PodiumStep]
    awards: Sequence[ShownAward]
    evenings: int
    not_final: int

    @property
    def champions(self) -> list[Player]:
        return podiums.winners(self.steps)


def last_day(season: Season, league: League | None = None) -> date | None:
    """Return the last day of a season or of one of its leagues; None if it has none."""
    return (league.ends_on if league else None) or season.ends_on


def has_ended(season: Season, league: League | None = None) -> bool:
    """Return whether the last day of the season or of the league is over where the club is."""
    ends_on = last_day(season, league)
    return ends_on is not None and ends_on < season.club.today()


def champions(season: Season, table: Table) -> list[Player]:
    """Return the winners of a season or a league that has ended; empty before its end, and for a
    tournament, which may be won in a final."""
    if table.game or hasattr(season, "tournament") or not has_ended(season, table.league):
        return []
    return podiums.winners(podiums.of_table(table))


def season_end(season: Season, table: Table) -> SeasonEnd:
    """Return podium and awards of a season or a league from its table over all games."""
    story = season_trends.trends_of(standings_queries.read(table))
    ups = upsets_of(story.history.facts)
    given = awards.awards(story.history, story.scheme, story.verified(), ups)
    return SeasonEnd(
        season,
        table.league,
        last_day(season, table.league),
        has_ended(season, table.league),
        podiums.of_standings(story.view.rows),
        _shown(given, story),
        len(story.played),
        len(match_results.provisional_in(table)),
    )


def upsets_of(facts: Sequence[Fact]) -> list[Upset]:
    """Return the upsets among these results, by the ratings over all games before each match."""
    places: defaultdict[int, dict[PlayerId, int]] = defaultdict(dict)
    for fact in facts:
        places[fact.match][fact.player] = fact.place
    before = _ratings_before(rating_queries.histories({fact.player for fact in facts}))
    return [
        upset
        for match, at_table in places.items()
        for upset in upsets.upsets_of_match(match, at_table, before.get(match, {}))
    ]


def _ratings_before(
    histories: Mapping[int, Sequence[RatingLine]],
) -> Mapping[int, Mapping[PlayerId, EarlierRating]]:
    """Return match → player → rating before it."""
    before: defaultdict[int, dict[PlayerId, EarlierRating]] = defaultdict(dict)
    for player, lines in histories.items():
        for began_at, session, match, *_mu_sigma in lines:
            rating = upsets.rating_before(lines, (began_at, session, match))
            if rating is not None:
                before[match][PlayerId(player)] = rating
    return before


def _shown(given: Sequence[Award], story: SeasonTrends) -> list[ShownAward]:
    proofs = [proof for award in given for proof in award.proofs]
    players = {row.player_id: row.player for row in story.view.rows}
    sessions = {session.pk: session for session in story.evenings}
    matches = _matches(proofs)
    return [
        ShownAward(
            award.rule,
            [
                ShownProof(
                    players[proof.player],
                    proof,
                    [sessions[session] for session in proof.sessions],
                    [matches[match] for match in _named(proof) if match in matches],
                )
                for proof in award.proofs
            ],
        )
        for award in given
    ]


def _named(proof: AwardProof) -> Sequence[int]:
    return proof.matches[:MOST_MATCHES]


def _matches(proofs: Iterable[AwardProof]) -> Mapping[int, Match]:
    named = {match for proof in proofs for match in _named(proof)}
    rows = Match.objects.filter(pk__in=named).select_related("session")
    return rows.prefetch_related("seats__player").in_bulk() if named else {}
