"""A whole club → archive → empty server → the same club, to the last byte of its archive."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import transaction

from league.demo import demo_club
from league.errors import Invalid
from league.models import (
    AuditKind,
    Club,
    League,
    Match,
    Role,
    Season,
    Session,
    Submission,
    User,
    Visibility,
)
from league.operations.audit import club_log
from league.operations.exchange.archive import write
from league.operations.matches import submissions
from league.operations.people import club_logo, club_settings, clubs, newcomers
from league.operations.seasons import leagues, penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData, TeamData
from league.operations.standings import award_winners, standings
from scoring import projection, rating, standings_queries
from scoring.models import Draw, Encounter, Penalty, Rating, Result, SitOut, Table
from tests import make
from tests.archives import changed, exported, imported, unpacked
from tests.operations.people.drawn import picture

pytestmark = pytest.mark.django_db
NAMES = ["=1+1", 'Zoé "la reine" d\'Orval', "<script>alert(1)</script>", "👩‍🎲 Dé", "Ada"]


def a_club_with_everything():
    """Create a club with the four games of the demo, and with everything else that may happen to
    results."""
    demo = demo_club.load(password="x", seed=5, sessions=2)
    club, season, by = demo.club, demo.season, demo.organiser
    club_settings.update(
        club,
        name="L'autre « nom » 🎲",  # the address stays
        main_colour="#ffd400",
        accent_colour="#1c6a4c",
        description="On joue.\n<b>Venez</b> 🎲",
        meeting_place='Chez "Zoé"',
        meeting_time="Thursdays 20:00",
        penalty_reasons=["Retard\u00a0: 20\u202fmin", "Late"],
        contact="https://ardoises.example/@club",
        visibility="unlisted",
        player_visibility="initial",
    )
    club_logo.restore(club, picture("JPEG"))
    bob = make.member(club, Role.SCORER, "bob@example.org")
    left = make.user("left@example.org")
    people = [
        clubs.add_player(
            club,
            name=name,
            email=f"p{n}@example.org",
            visibility=visibility,
            alias=f"Alias {n} 🎲",
        )
        for n, (name, visibility) in enumerate(zip(NAMES, [*Visibility] * 2, strict=False))
    ]
    session = make.session(season, 20, place="Chez l'ami 🎲")
    tied = make.match(session, people[:3], options={"target": 1})
    make.played(tied, [22, 5, 5], by=bob)
    corrected(session, people, left)
    make.match(session, people[:2])  # has no rounds
    seasons.update(season, scheme={"tiebreaks": ["wins", "lots"]}, by=left)
    seasons.update_session(session, starts_at=session.starts_at - timedelta(hours=1))
    penalty = penalties.penalise(
        season, session=session.pk, player=people[3].pk, points=5, reason="=late() 🎲", by=bob
    )
    wrong = penalties.penalise(
        season, session=session.pk, player=people[0].pk, points=9, reason="Oops", by=bob
    )
    penalties.lift_penalty(wrong, reason="Not <he>", by=by)
    penalties.sit_out(session, player=people[4].pk)
    penalties.strike_sit_out(penalties.sit_out(session, player=people[0].pk))
    for group in penalties.tied_groups(penalties.find_table(season, "neurotrio"))[:2]:
        players = [row.player_id for row in group]
        penalties.draw_for_tie(season, players=players, game="neurotrio", by=by)
    league = make.league(
        season,
        "Jeunes & co 🎲",
        games=["neurotrio"],
        starts_on=session.starts_at.date(),
        member_rule="listed",
        place_rule="members",
        players=[player.pk for player in people[:3]],
        scheme={"points": "raw", "tiebreaks": ["lots"]},
        by=left,
    )
    leagues.update(league, scheme={"points": "place_points", "tiebreaks": ["lots"]}, by=by)
    for group in penalties.tied_groups(penalties.find_table(season, "", league))[:1]:
        players = [row.player_id for row in group]
        penalties.draw_for_tie(season, players=players, league=league, by=by)
    a_few_teams(season, league, people, by)
    make.league(season, "Nouveaux", member_rule="joined", joined_since=date(2026, 9, 1))
    (mistake,) = make.players(club, ["Typed twice"])
    make.league(season, "Vide", member_rule="listed", players=[mistake.pk])
    newcomers.strike([mistake.pk])
    make.award(
        club,
        "Prix 🎲 <b>",
        statistic="highest_score",
        season=season,
        league=league,
        game="neurotrio",
        starts_on=date(2026, 10, 1),
        minimum_matches=1,
        prize="Chocolats 🎲",
        amount=1250,
        currency="CHF",
    )
    make.award(club, "Débuts", category="newcomers", ends_on=date(2026, 12, 31), season=season)
    make.award(club, "Bonnet d'âne", lowest=True)
    make.season(club, "Petite saison", games=["njet"], ends_on=date(2026, 12, 1))
    assert penalty.points == 5
    Submission.objects.update(submitted_at=datetime(2026, 10, 2, 20, 1, 2, 345, tzinfo=UTC))
    return club, by


def a_few_teams(season, league, people, by):
    """Create teams of the season, whose members change, of a league, and of an evening."""
    first, second, *_rest = season.sessions.order_by("starts_at")
    table = teams.create_table(season, rule="best_k", best=1, by=by)
    day = first.starts_at.date() + timedelta(days=1)
    others = list(season.club.players.exclude(pk__in=[p.pk for p in people]).order_by("pk"))
    members = [MemberData(player.pk) for player in [*people[:2], *others[:3]]]
    red = teams.create_team(table, name="Rouges 🎲", members=members, by=by)
    blue = teams.create_team(table, name="=Bleus", members=[MemberData(people[2].pk)], by=by)
    moving = [people[2].pk, others[0].pk, people[0].pk]
    teams.set_players(blue, players=moving, from_day=day, by=by)
    of_league = teams.create_table(season, league=league, rule="places", by=by)
    for number, player in enumerate(people[:3]):
        members = [MemberData(player.pk)]
        teams.create_team(of_league, name=f"Team {number}", members=members, by=by)
    of_evening = teams.create_table(season, session=second, rule="mean", by=by)
    teams.replace_teams(
        of_evening,
        [TeamData("Team 1", [MemberData(others[0].pk), MemberData(others[2].pk)]),
         TeamData("Team 2", [MemberData(others[1].pk)])],
        draw={"seed": "ab12", "teams": 2, "balanced": True,
              "players": [player.pk for player in others[:3]]},
        kind=AuditKind.TEAMS_DRAWN, by=by,
    )  # fmt: skip
    assert red.members.filter(until=day - timedelta(days=1)).exists()


def corrected(evening, people, by):
    """Correct rounds of Nain Jaune, whose banks let a correction change the verdicts on later
    rounds too."""
    match = make.match(evening, people[:3], game="nain_jaune", options={"rounds": 3})
    for scores in ([10, -4, -6], [-3, 8, -5]):
        make.played(match, scores, by=by)
    submissions.correct(match.pk, 1, make.sheet(12, -5, -7), by=by, reason="Misread <b>")
    submissions.correct(match.pk, 2, make.sheet(-4, 9, -5), by=None, reason="=typo")
    make.played(match, [1, 1, -2], by=by)
    submissions.correct(match.pk, 1, make.sheet(14, -6, -8), by=by)


def refresh_all():
    """Refresh all tables and ratings, as the worker would."""
    for table in Table.every.all():
        projection.refresh(table.pk)
    for club in Club.objects.all():
        rating.refresh(club.pk)


def description(club):
    """Return everything that the pages tell of a club, with no number of the server in it."""
    refs = write.RowNumbers(club)
    matches = {match.pk: n for n, match in enumerate(played(club), 1)}

    def standings_of(season, table):
        for row in standings_queries.read(table).rows:
            player = refs.players[row.player_id]
            yield table.game, row.place, player, row.points, row.tiebreaks
            why = standings.explain(table, row.player_id)
            yield why.origin.total, why.origin.penalty, len(why.penalties), len(why.sit_outs)
            for evening in why.evenings:
                points = evening.points
                yield refs.sessions[evening.session.pk], points.points, points.counted
                yield [(matches[m.pk], got.earned, got.params) for m, got in evening.results]
            for step in why.steps:
                yield step.tiebreak.code, [refs.players[row.player_id] for row in step.tied]
                yield [matches[encounter.match.pk] for encounter in step.encounters]

    return {
        "tables": [
            line
            for season in refs.seasons
            for table in Table.every.filter(season=season).order_by("league", "game")
            for line in standings_of(season, table)
        ],
        "ratings": [
            (row.game, refs.players[row.player_id], row.mu, row.sigma, row.played)
            for row in Rating.objects.filter(club=club).order_by("game", "player_id")
        ],
        "awards": [
            (
                result.award.name,
                [(refs.players[won.player.pk], won.value) for won in result.winners],
                result.reason,
            )
            for result in award_winners.results(club, club.awards.order_by("pk"))
        ],
        "results": [
            (matches[row.match_id], refs.players[row.player_id], row.score, row.place, row.target)
            for row in Result.objects.live().filter(season__club=club).order_by("match", "seat")
        ],
        "encounters": [
            (matches[row.match_id], row.number, row.played_at, row.ranks)
            for row in Encounter.objects.live()
            .filter(season__club=club)
            .order_by("match", "number")
        ],
        "rounds": [
            (
                *(matches[row.match_id], row.number, row.version, row.body, row.verdict),
                *(row.notices, row.evidence, row.reason, row.submitted_by_id, row.submitted_at),
            )
            for row in Submission.objects.filter(match__session__season__club=club).order_by("pk")
        ],
        "matches": [
            (match.options, match.totals, match.places, match.over, match.version, match.evidence)
            for match in played(club)
        ],
        "rulings": [
            *Penalty.objects.filter(season__club=club)
            .order_by("pk")
            .values_list("points", "reason", "given_by", "voided_by", "voided_for", "voided_at"),
            *SitOut.objects.filter(season__club=club).order_by("pk").values_list("voided_at"),
            *Draw.objects.filter(table__season__club=club).order_by("pk").values_list("seed"),
            *League.objects.filter(season__club=club)
            .order_by("pk")
            .values_list("name", "games", "starts_on", "member_rule", "joined_since"),
        ],
        "members": sorted(club.memberships.values_list("user", "role")),
    }


def played(club):
    return Match.objects.filter(session__season__club=club).order_by("pk")


def test_an_empty_server_gets_the_same_club_to_the_last_byte(monkeypatch):
    monkeypatch.setattr(demo_club, "SESSIONS", 2)  # the second shows a transcript of every game
    club, by = a_club_with_everything()
    refresh_all()
    archive, before = exported(club), description(club)
    assert exported(club) == archive
    slug, numbers = club.slug, set(club.players.values_list("pk", flat=True))
    empty()
    back = imported(archive, by)
    refresh_all()
    assert (back.club.slug, back.left_out) == (slug, [])
    assert not numbers & set(back.club.players.values_list("pk", flat=True))
    after = description(back.club)
    for name in before:
        assert after[name] == before[name], name
    assert unpacked(exported(back.club)) == unpacked(archive)
    assert exported(back.club) == archive


def empty():
    """Delete everything that belongs to clubs; the accounts stay, and the numbers go on where they
    were."""
    for model in (Result, Penalty, SitOut, Draw, Rating, Match, Session, Season):
        model.objects.all().delete()
    for table in Table.every.all():
        table.delete()
    with transaction.atomic():
        club_log.allow_removal()
        Club.objects.all().delete()
    assert User.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda row: row.update(best=0), "bad_best", "teams.ndjson:1.best"),
        (
            lambda row: row.update(session=1, league=1),
            "league_or_session",
            "teams.ndjson:1.session",
        ),
        (lambda row: row["teams"][0].update(name=" "), "blank", "teams.ndjson:1.name"),
        (
            lambda row: row["teams"][1].update(members=row["teams"][0]["members"]),
            "in_two_teams",
            "teams.ndjson:1.teams.1.members.0.player",
        ),
        (
            lambda row: row["teams"][0]["members"][0].update(player=99),
            "unknown_row",
            "teams.ndjson:1.teams.0.members.0.player",
        ),
        (
            lambda row: row["standings"][0].update(wins=9),
            "other_standings",
            "teams.ndjson:1",
        ),
    ],
)
def test_bad_teams_in_an_archive_are_refused(change, code, path):
    season = make.season(make.club(make.user()))
    players = make.players(season.club)
    make.league(season)
    make.played(make.match(make.session(season), players, options={"target": 1}), [9, 8, 7, 6])
    table = teams.create_table(season, rule="best_k", best=1)
    for number in range(2):
        members = [MemberData(player.pk) for player in players[number::2]]
        teams.create_team(table, name=f"Team {number}", members=members)
    archive = changed(exported(season.club), "teams.ndjson", 1, change)
    with pytest.raises(Invalid) as error:
        imported(archive, make.user())
    assert (error.value.problems[0]["code"], error.value.problems[0]["path"]) == (code, path)
