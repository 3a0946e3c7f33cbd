"""Random lives of team tables: the rows are a plain sum over the facts, by the rules as they are
written down (decision 114), and no player is in two teams of a table on one day."""

from collections import Counter, defaultdict
from datetime import date, timedelta
from fractions import Fraction

import pytest

from league.errors import Invalid
from league.models import Team, TeamMember, TeamTable
from league.operations.seasons import seasons, team_standings, teams
from league.operations.seasons.team_checks import MemberData
from scoring.models import Table
from scoring.pure.units import UNIT
from tests.scoring.random_leagues import RandomLeagues, days_of_sessions, facts_of
from tests.scoring.test_histories import seeds

pytestmark = pytest.mark.django_db
DAYS = [date(2026, 9, 1) + timedelta(number) for number in range(100)]
SOME_DAYS = [None, None, date(2026, 10, 3), date(2026, 10, 6), date(2026, 10, 20)]
SCHEMES = [
    {"points": "place_fraction"},
    {"points": "raw", "kept_per_month": 90, "attendance": 3},
    {"points": "place_fraction", "kept_per_month": 50, "drop_worst": 1, "sit_out": "win"},
]
RULES = [("sum", None), ("mean", None), ("best_k", 1), ("best_k", 2), ("places", None)]


def days_of(row):
    """Return the days on which a member is in the team."""
    return {
        day
        for day in DAYS
        if (row.since is None or row.since <= day) and (row.until is None or day <= row.until)
    }


def teams_of_players(table):
    """Return the team of each player on each day; no player may have two."""
    rows = TeamMember.objects.filter(team__table=table)
    days = Counter((row.player_id, day) for row in rows for day in days_of(row))
    assert set(days.values()) <= {1}
    return {(row.player_id, day): row.team_id for row in rows for day in days_of(row)}


def factor(fact, scheme):
    """Return the weight of a result: of its evening, by what it keeps after its months."""
    remaining = round(Fraction(scheme.get("kept_per_month", 100), 100) ** fact.months_ago, 4)
    return round(Fraction(fact.weight, 100) * remaining, 4)


def weighted(points, fact, scheme):
    by = factor(fact, scheme)
    return points if by == 1 else round(points * by, 2)


def by_place(place, players, sharing):
    """Return 60 points for the first place down to 0 for the last, the mean where it is shared."""
    places = range(place, place + sharing)
    return Fraction(sum(60 * (players - one) for one in places), sharing * (players - 1))


def points_of(fact, scheme):
    """Return the points of a result, of a shared seat up to each bound cut off to 1/4200."""
    if scheme["points"] == "raw":
        whole = Fraction(fact.score)
    else:
        whole = by_place(fact.place, fact.players, fact.sharing)
    bounds = [
        whole if at == fact.share_of else Fraction(int(whole * at * 4200 / fact.share_of), 4200)
        for at in (fact.share_from, fact.share_to)
    ]
    return weighted(bounds[1] - bounds[0], fact, scheme)


def results_at(facts_by_team, table, scheme):
    """Yield for each team at one table its points and the facts that made them."""
    seats = {team: seats_of(facts, scheme) for team, facts in facts_by_team.items()}
    means = {
        team: sum(points for points, _share, _facts in of_team)
        / sum(share for _points, share, _facts in of_team)
        for team, of_team in seats.items()
    }
    for team, of_team in seats.items():
        counted, first = of_team, facts_by_team[team][0]
        if table.rule == "places":
            if len(seats) == 1:
                continue
            place = 1 + sum(mean > means[team] for mean in means.values())
            sharing = sum(mean == means[team] for mean in means.values())
            points = weighted(by_place(place, len(seats), sharing), first, scheme)
        elif table.rule == "mean":
            points = round(means[team], 2)
        else:
            counted = of_team[: table.best] if table.rule == "best_k" else of_team
            points = sum(points for points, _share, _facts in counted)
        yield team, points, [fact for _points, _share, facts in counted for fact in facts]


def seats_of(facts, scheme):
    """Return the points, the share and the facts of each seat of a team, the best seat first."""
    by_seat = defaultdict(list)
    for fact in facts:
        by_seat[fact.seat].append(fact)
    seats = [
        (
            sum(points_of(fact, scheme) for fact in parts),
            sum(Fraction(fact.share_to - fact.share_from, fact.share_of) for fact in parts),
            parts,
        )
        for _seat, parts in sorted(by_seat.items())
    ]
    return sorted(seats, key=lambda seat: -seat[0])


def plain_rows(table):
    """Return for each team its place, points, matches, wins, evenings and members who counted."""
    team_of, days = teams_of_players(table), days_of_sessions()
    standings = Table.every.get(season=table.season_id, league=table.league_id, game="")
    at_tables = defaultdict(lambda: defaultdict(list))
    for fact in facts_of(standings).facts:
        team = team_of.get((fact.player, days[fact.session]))
        if team is not None and table.session_id in {None, fact.session}:
            at_tables[fact.match][team].append(fact)
    points, played, wins = Counter(), Counter(), Counter()
    evenings, members = defaultdict(set), defaultdict(set)
    for of_teams in at_tables.values():
        for team, result, counted in results_at(of_teams, table, standings.scheme):
            points[team] += result
            played[team] += 1
            wins[team] += any(fact.place == 1 for fact in of_teams[team])
            evenings[team].add(of_teams[team][0].session)
            members[team] |= {fact.player for fact in counted}
    ranks = {
        team.pk: (played[team.pk] > 0, points[team.pk], wins[team.pk]) for team in table.teams.all()
    }
    return {
        team: (
            1 + sum(other > rank for other in ranks.values()),
            *(points[team], played[team], wins[team], len(evenings[team]), len(members[team])),
        )
        for team, rank in ranks.items()
    }


def rows_of(table):
    rows = team_standings.compute(table).rows
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    return {
        row.team: (
            row.place, Fraction(row.points, UNIT), row.played, row.wins, row.evenings, row.members
        )
        for row in rows
    }  # fmt: skip


class RandomTeams(RandomLeagues):
    """A season with teams: its own, of a league and of an evening."""

    def __init__(self, seed):
        super().__init__(seed, SCHEMES[seed % len(SCHEMES)])
        frames = [{}, {"league": self.leagues[0]}, {"session": self.sessions[0]}]
        self.tables = [teams.create_table(self.season, **frame) for frame in frames]
        for table in self.tables:
            for number in range(3):
                team = teams.create_team(table, name=f"Team {number}")
                teams.set_players(team, players=self.free_players(table), from_day=None)

    def scheme(self):
        return self.rng.choice(SCHEMES)

    def free_players(self, table):
        """Return some players who are in no team of a table yet."""
        taken = TeamMember.objects.filter(team__table=table).values_list("player", flat=True)
        free = [pk for pk in self.players if pk not in set(taken)]
        return self.rng.sample(free, min(4, len(free)))

    def own_acts(self):
        acts = [self.move_members, self.move_members, self.set_members, self.set_members]
        return [
            *super().own_acts(), *acts, self.change_rule, self.change_rule, self.replace_team,
            self.change_season,
        ]  # fmt: skip

    def change_season(self):
        self.season.refresh_from_db()
        seasons.update(self.season, scheme=self.scheme())

    def change_rule(self):
        rule, best = self.rng.choice(RULES)
        teams.update_table(self.rng.choice(self.tables), rule=rule, best=best)

    def replace_team(self):
        team = self.any_team()
        teams.delete_team(team, by=self.by)
        teams.create_team(team.table, name=team.name)

    def any_team(self):
        return self.rng.choice(list(Team.objects.order_by("pk")))

    def move_members(self):
        """Make some players the team from a day on; only a guest may not join."""
        team, players = self.any_team(), self.rng.sample(self.players, 3)
        day = self.rng.choice([date(2026, 10, number) for number in (2, 4, 8, 20)])
        if team.table.session_id is None and not self.has_new_guest(team, players):
            teams.set_players(team, players=players, from_day=day, by=self.by)

    def set_members(self):
        """Set the members of a team with days; they are refused only if they contradict."""
        team = self.any_team()
        has_days = team.table.session_id is None
        rows = [
            MemberData(player, *(self.rng.choice(SOME_DAYS) for _bound in range(2 * has_days)))
            for player in self.rng.sample(self.players, 3)
        ]
        before = list(TeamMember.objects.order_by("pk").values())
        is_fit = self.is_fit(team, rows)
        try:
            teams.update_team(team, members=rows, by=self.by)
        except Invalid:
            assert not is_fit
            assert list(TeamMember.objects.order_by("pk").values()) == before
        else:
            assert is_fit

    def is_fit(self, team, rows):
        others = TeamMember.objects.filter(team__table=team.table).exclude(team=team)
        taken = {(row.player_id, day) for row in others for day in days_of(row)}
        own = [(row.player, day) for row in rows for day in days_of(row)]
        return (
            not self.has_new_guest(team, [row.player for row in rows])
            and all(days_of(row) for row in rows)
            and not taken & {*own}
        )

    def has_new_guest(self, team, players):
        guests = self.club.players.filter(is_guest=True, pk__in=players)
        return guests.exclude(teams__team=team).exists()

    def could_be_one(self, one, other):
        rows = TeamMember.objects.filter(player__in=[one, other]).select_related("team")
        days = Counter((row.team.table_id, day) for row in rows for day in days_of(row))
        return super().could_be_one(one, other) and max(days.values(), default=0) < 2


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_team_tables_are_plain_sums_over_the_facts_at_any_time(seed):
    life = RandomTeams(seed)
    for _ in range(30):
        for _ in range(life.rng.choice([1, 2, 3])):
            life.step()
        for table in TeamTable.objects.all():
            assert rows_of(table) == plain_rows(table)
