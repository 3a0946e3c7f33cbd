"""Teams: members by date, moves, draws for an evening, and the team table from the facts."""

from datetime import date
from fractions import Fraction

import pytest

from league.errors import Conflict, Invalid, NotFound
from league.models import AuditEntry, League, Session, Team, TeamMember, TeamTable
from league.operations.identity import merging
from league.operations.people import clubs
from league.operations.privacy import erasing
from league.operations.seasons import deleting, leagues, team_standings, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log, team_draws
from scoring import rating
from scoring.pure.units import UNIT
from tests import make
from tests.archives import exported, imported

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Bruno", "Chloé", "Dov")


class World:
    def __init__(self):
        self.season = make.season(make.club())
        self.club = self.season.club
        self.people = make.players(self.club)
        self.ids = [player.pk for player in self.people]
        self.table = teams.create_table(self.season)
        self.by = make.user()

    def team(self, name, *numbers, since=None, until=None, table=None):
        members = [MemberData(self.ids[number], since, until) for number in numbers]
        return teams.create_team(table or self.table, name=name, members=members, by=self.by)

    def play(self, day, order):
        """Play a match on a day of October, these players in the order of their places."""
        seated = [self.people[number] for number in order]
        match = make.match(make.session(self.season, day=day), seated, options={"target": 20})
        return make.played(match, [22, 9, 5, 1][: len(order)])

    def points(self, table=None):
        rows = team_standings.compute(table or self.table).rows
        names = dict(Team.objects.values_list("pk", "name"))
        return {names[row.team]: Fraction(row.points, UNIT) for row in rows}

    def days_of(self, team):
        rows = team.members.order_by("player", "pk")
        return [(self.ids.index(row.player_id), row.since, row.until) for row in rows]


@pytest.fixture
def world(db):
    return World()


def problem_of(error):
    return [(problem["code"], problem["path"]) for problem in error.value.problems]


def test_the_team_table_follows_the_members_by_date(world):
    red, _blue = world.team("Red", 0, 3), world.team("Blue", 1, 2)
    world.play(1, (0, 1, 2, 3))
    assert world.points() == {"Red": 60, "Blue": 60}
    # Ada moves: the first evening stays Red's
    world.play(8, (0, 1, 2, 3))
    blue = Team.objects.get(name="Blue")
    teams.set_players(
        blue, players=[world.ids[0], world.ids[1], world.ids[2]],
        from_day=date(2026, 10, 8), by=world.by,
    )  # fmt: skip
    assert world.points() == {"Red": 60, "Blue": 60 + 120}
    assert world.days_of(red) == [(0, None, date(2026, 10, 7)), (3, None, None)]
    assert world.days_of(blue) == [
        (0, date(2026, 10, 8), None), (1, None, None), (2, None, None)
    ]  # fmt: skip


def test_players_leave_a_team_from_a_day_on(world):
    red = world.team("Red", 0, 3)
    teams.set_players(red, players=[world.ids[3]], from_day=date(2026, 10, 8), by=None)
    assert world.days_of(red) == [(0, None, date(2026, 10, 7)), (3, None, None)]
    # back on the same day: without a gap
    teams.set_players(red, players=world.ids[:1], from_day=date(2026, 10, 8), by=None)
    assert world.days_of(red) == [
        (0, None, date(2026, 10, 7)), (0, date(2026, 10, 8), None),
        (3, None, date(2026, 10, 7)),
    ]  # fmt: skip


def test_a_day_is_the_day_of_the_club(world):
    # 18:30 in UTC is the same day in Paris, but the next one on the other side of the world
    world.club.timezone = "Pacific/Auckland"
    world.club.save(update_fields=["timezone"])
    world.table = TeamTable.objects.get()
    world.team("Red", 0, until=date(2026, 10, 1))
    world.team("Blue", 0, since=date(2026, 10, 2))
    world.play(1, (0, 1))
    assert world.points() == {"Red": 0, "Blue": 60}


def test_a_league_has_teams_of_its_own_over_its_facts(world):
    league = make.league(world.season, starts_on=date(2026, 10, 5))
    table = teams.create_table(world.season, league=league, rule="best_k", best=1)
    world.team("Red", 0, 1)
    world.team("Red", 1, 2, table=table)
    world.play(1, (0, 1, 2))
    world.play(8, (0, 1, 2))
    assert world.points() == {"Red": 2 * 90}
    assert world.points(table) == {"Red": 30}


@pytest.mark.parametrize(
    ("name", "members", "problem"),
    [
        ("", [], ("blank", "name")),
        ("Red", [MemberData(10**6)], ("unknown_player", "members.0.player")),
        ("Red", "overlap", ("in_two_teams", "members.1.player")),
        ("Red", "twice", ("twice_in_team", "members.1.player")),
        ("Red", "reversed", ("ends_before_start", "members.0.until")),
        ("Red", "guest", ("player_is_guest", "members.0.player")),
        ("Red", "other club", ("unknown_player", "members.0.player")),
    ],
)
def test_bad_teams_are_refused_with_a_path(world, name, members, problem):
    world.team("Blue", 1, since=date(2026, 10, 5), until=date(2026, 10, 9))
    ada, bruno = world.ids[:2]
    if members == "overlap":
        members = [MemberData(ada), MemberData(bruno, date(2026, 10, 9))]
    elif members == "twice":
        members = [MemberData(ada), MemberData(ada, date(2026, 10, 9))]
    elif members == "reversed":
        members = [MemberData(ada, date(2026, 10, 9), date(2026, 10, 8))]
    elif members == "guest":
        guest = world.people[0]
        type(guest).objects.filter(pk=guest.pk).update(is_guest=True)
        members = [MemberData(ada)]
    elif members == "other club":
        other = make.club(make.user("charlie@example.org"), name="Elsewhere")
        members = [MemberData(make.players(other, ["Zoé"])[0].pk)]
    with pytest.raises(Invalid) as error:
        teams.create_team(world.table, name=name, members=members)
    assert problem_of(error) == [problem]
    assert list(Team.objects.values_list("name", flat=True)) == ["Blue"]


def test_times_that_only_touch_are_no_overlap(world):
    world.team("Blue", 1, until=date(2026, 10, 8))
    world.team("Red", 1, since=date(2026, 10, 9))
    assert TeamMember.objects.count() == 2


def test_a_second_team_of_this_name_and_a_second_table_are_refused(world):
    world.team("Red", 0)
    with pytest.raises(Conflict) as error:
        world.team("Red", 1)
    assert problem_of(error) == [("name_taken", "name")]
    with pytest.raises(Conflict):
        teams.create_table(world.season)


@pytest.mark.parametrize(
    ("rule", "best", "path"),
    [("best_k", 0, "best"), ("best_k", None, "best"), ("best_k", 101, "best"),
     ("sum", 2, "best"), ("median", None, "rule")],
)  # fmt: skip
def test_bad_rules_are_refused(world, rule, best, path):
    with pytest.raises(Invalid) as error:
        teams.update_table(world.table, rule=rule, best=best)
    assert [problem["path"] for problem in error.value.problems] == [path]


def test_another_rule_needs_no_best(world):
    teams.update_table(world.table, rule="best_k", best=2)
    assert teams.update_table(world.table, rule="mean").best is None


def test_a_league_or_an_evening_of_another_season_is_refused(world):
    other = make.season(world.club, name="Other")
    with pytest.raises(Invalid) as error:
        teams.create_table(other, league=make.league(world.season))
    assert problem_of(error) == [("unknown_league", "league")]
    with pytest.raises(Invalid) as error:
        teams.create_table(other, session=make.session(world.season))
    assert problem_of(error) == [("unknown_session", "session")]


def test_a_league_or_an_evening_that_was_deleted_meanwhile_gets_no_table(world):
    season = world.season
    league, session = make.league(season), make.session(season, day=29)
    leagues.delete(League.objects.get(pk=league.pk), by=None)
    deleting.delete_session(Session.objects.get(pk=session.pk), by=None)
    for frame in ({"league": league}, {"session": session}):
        with pytest.raises(NotFound):
            teams.create_table(season, **frame)


def drawn(world, number, **options):
    session = make.session(world.season)
    session_log.check_in(session, world.ids, by=None)
    return session, team_draws.draw(session, number=number, by=world.by, **options)


def players_of(table):
    return sorted(
        sorted(team.members.values_list("player", flat=True)) for team in table.teams.all()
    )


@pytest.mark.parametrize("balanced", [False, True])
def test_a_draw_can_be_repeated_from_its_seed(world, balanced):
    _session, table = drawn(world, 2, balanced=balanced)
    again = team_draws.share_out(
        table.draw["players"], table.draw["teams"], table.draw["seed"], balanced=balanced
    )
    assert players_of(table) == sorted(sorted(team) for team in again)
    assert [len(team) for team in players_of(table)] == [2, 2]


def test_a_balanced_draw_takes_one_of_each_pot():
    for seed in range(20):
        drawn = team_draws.share_out([*range(11)], 3, str(seed), balanced=True)
        for first in (0, 3, 6):
            assert sorted(
                index for index, team in enumerate(drawn)
                for player in team if first <= player < first + 3
            ) == [0, 1, 2]  # fmt: skip
        assert sorted(map(len, drawn)) == [3, 4, 4]


def test_the_strongest_players_come_first(world):
    for day in (1, 2, 3):
        world.play(day, (2, 0, 1))
    rating.refresh(world.club.pk)
    session = world.season.sessions.first()
    assert team_draws.strongest_first(session, world.ids)[0] == world.ids[2]


def test_teams_are_drawn_again_until_a_match_has_a_result(world):
    session, first = drawn(world, 2)
    second = team_draws.draw(session, number=3, by=None)
    assert (second.pk, second.teams.count()) == (first.pk, 3)
    seated = [world.people[0], world.people[1]]
    make.played(make.match(session, seated, options={"target": 20}), [22, 3])
    with pytest.raises(Conflict) as error:
        team_draws.draw(session, number=2, by=None)
    assert problem_of(error) == [("match_has_result", "")]
    assert second.teams.count() == 3
    assert sum(world.points(second).values()) == 60


@pytest.mark.parametrize(
    ("options", "code"),
    [({"number": 5}, "too_few_players"), ({"number": 1}, "bad_number_of_teams"),
     ({}, "teams_or_size"),
     ({"number": 2, "size": 2}, "teams_or_size"), ({"size": 0}, "too_small")],
)  # fmt: skip
def test_impossible_draws_are_refused(world, options, code):
    session = make.session(world.season)
    session_log.check_in(session, world.ids, by=None)
    with pytest.raises(Invalid) as error:
        team_draws.draw(session, by=None, **options)
    assert [problem["code"] for problem in error.value.problems] == [code]
    assert not session.team_tables.exists()


def test_the_log_says_who_changed_a_team(world):
    red = world.team("Red", 0)
    teams.update_team(red, name="Rouge", by=world.by)
    teams.delete_team(red, by=world.by)
    kinds = AuditEntry.objects.filter(kind__startswith="team.").order_by("number")
    assert [entry.kind for entry in kinds] == [
        "team.table_created", "team.created", "team.changed", "team.deleted"
    ]  # fmt: skip


def test_a_merge_takes_the_team_along_unless_both_are_in_teams(world):
    red = world.team("Red", 0, until=date(2026, 10, 8))
    blue = world.team("Blue", 1, since=date(2026, 10, 9))
    merge = merging.merge(world.people[1], world.people[0], by=world.by)
    assert world.days_of(blue) == [(0, date(2026, 10, 9), None)]
    merging.undo(merge, by=world.by)
    assert world.days_of(blue) == [(1, date(2026, 10, 9), None)]
    teams.update_team(red, members=[MemberData(world.ids[0])])
    with pytest.raises(Conflict) as error:
        merging.merge(world.people[1], world.people[0], by=world.by)
    assert ("both_in_teams", "into") in problem_of(error)


def test_team_keeps_a_member_who_has_become_a_guest(world):
    red = world.team("Red", 0, 1)
    clubs.update_player(world.people[0], is_guest=True)
    teams.set_players(red, players=world.ids[1:3], from_day=date(2026, 10, 8), by=None)
    assert world.days_of(red) == [
        (0, None, date(2026, 10, 7)), (1, None, None), (2, date(2026, 10, 8), None)
    ]  # fmt: skip
    there = imported(exported(world.club), make.user("new@example.org")).club
    rows = TeamMember.objects.filter(team__table__season__club=there)
    assert rows.filter(player__is_guest=True, until=date(2026, 10, 7)).count() == 1
    # others who are guests still join no team
    with pytest.raises(Invalid) as error:
        world.team("Blue", 0, since=date(2026, 10, 8))
    assert problem_of(error) == [("player_is_guest", "members.0.player")]


def test_an_erased_player_leaves_the_points_to_the_team(world):
    world.team("Red", 0, 1)
    world.play(1, (0, 1, 2))
    before = world.points()
    erasing.erase(world.people[0], name="Ada", by=world.by)
    assert world.points() == before == {"Red": 90}
    assert not TeamMember.objects.filter(player=world.ids[0]).exists()
