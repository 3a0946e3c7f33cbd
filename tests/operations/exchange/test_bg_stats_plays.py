"""Plays of BG Stats: its export and its shared files are read, and files of Manche come back."""

import json
from random import Random
from uuid import UUID

import pytest

from games import SLUGS, record
from league.errors import Invalid
from league.models import JobState, Match, Season
from league.operations.exchange.import_files import bg_stats_plays
from league.operations.exchange.season_files import bg_stats
from scoring import standings_queries
from tests import make
from tests.operations.exchange.importing import everything, import_file, problem_codes

SERVER = UUID(int=7)
ROUNDS = (("22+22+9", 1), ("5+7+3", 2))


@pytest.fixture
def club(db):
    return make.club()


def import_plays(club, content, **settings):
    settings = {"season_name": "App", "create_players": True} | settings
    content = content if isinstance(content, (str, bytes)) else json.dumps(content)
    return import_file(club, content, "plays", "bgsplay", **settings)


def score(text, person, **changes):
    """Return a score as the app writes it."""
    return {
        "score": text, "winner": person == 1, "newPlayer": False, "startPlayer": person == 1,
        "playerRefId": person, "role": "", "rank": 0, "seatOrder": 0,
    } | changes  # fmt: skip


def play(*scores, **changes):
    return {
        "uuid": "B0B1", "modificationDate": "2025-10-02 08:00:00", "bggId": 0, "ignored": False,
        "entryDate": "2025-10-01 22:10:00", "playDate": "2025-10-01 21:15:00", "rating": 0,
        "manualWinner": False, "rounds": 0, "usesTeams": False, "durationMin": 40, "gameRefId": 4,
        "locationRefId": 9, "scoringSetting": 0, "importPlayId": 0, "bggLastSync": "",
        "comments": "Tard", "playerScores": [score(*each) for each in scores or ROUNDS],
    } | changes  # fmt: skip


def export(*plays, players=("Ada 🎲", "Bruno"), **changes):
    """Return an export of the app."""
    return {
        "tags": [], "groups": [], "challenges": [], "deletedObjects": [],
        "games": [
            {"id": 4, "uuid": "A1", "name": "Neurotrio", "bggId": 0, "bggName": "", "bggYear": 0},
            {"id": 5, "uuid": "A2", "name": "Dominos", "bggName": "Tri-Ominos", "bggId": 1},
            {"id": 6, "uuid": "A3", "name": "Catan", "bggName": "CATAN", "bggId": 13},
        ],
        "players": [
            {"id": number, "uuid": f"P{number}", "name": name, "isAnonymous": False,
             "modificationDate": "2025-01-01 00:00:00", "bggUsername": ""}
            for number, name in enumerate(players, 1)
        ],
        "locations": [{"id": 9, "uuid": "L9", "name": "Salle Pascal"}],
        "plays": list(plays or [play()]),
        "userInfo": {"meRefId": 1, "exportDate": "2025-11-01 10:00:00", "appVersion": "4"},
    } | changes  # fmt: skip


def facts(season):
    """Return the matches of a season: evenings, people, house rules, rounds, totals and places."""
    return sorted(
        (
            match.session.starts_at.isoformat(),
            match.session.place,
            match.game,
            json.dumps(match.options, sort_keys=True),
            [seat.player.name for seat in match.seats.all()],
            [row.scores for row in match.submissions.current()],
            (match.totals, match.places),
        )
        for match in Match.objects.filter(session__season=season).select_related("session")
    )


def played_season(club, matches=12):
    """Return a season of finished matches of all games, on evenings of one day too."""
    lines = []
    for number in range(matches):
        slug = SLUGS[number % len(SLUGS)]
        names = ["Ada", "Zoé 🎲", "O’Brien", "Élise"][: 3 + number % 2]
        options = {"rounds": 3} if slug == "njet" else {}
        evidence = "final" if number < len(SLUGS) else "sheet"
        whole = record.play(slug, Random(number), names, evidence, options=options)
        at = f"2025-10-{1 + number // 3:02}T{14 + 6 * (number % 2)}:30:00+02:00"
        lines.append(json.dumps({"played_at": at, "place": "Café", "record": whole}))
    settings = {"season_name": "Played", "create_players": True}
    file = "\n".join(lines)
    tried = import_file(club, file, "records", "ndjson", dry_run=True, **settings)
    import_file(club, file, "records", "ndjson", confirm=tried.result["confirm"], **settings)
    return Season.objects.get(name="Played")


def written(season):
    table = standings_queries.find_table(season.pk, "")
    matches = bg_stats.matches_of_table(table)
    return bg_stats.write(matches, server=SERVER, name_of=lambda player: player.name)


def test_a_written_season_comes_back_in_an_empty_club(club):
    season = played_season(club)
    assert season.sessions.count() > 4
    other = make.club(name="Autres")
    job = import_plays(other, written(season))
    assert job.state == JobState.DONE, job.problems
    assert facts(Season.objects.get(name="App")) == facts(season)
    assert len(facts(season)) == 12


def test_a_file_that_is_imported_again_is_recognised(club):
    season = played_season(club, matches=4)
    other = make.club(name="Autres")
    import_plays(other, written(season))
    before = everything()
    into = Season.objects.get(name="App").pk
    again = import_plays(other, written(season), season=into, season_name="")
    assert {code for code, _path in problem_codes(again)} == {"evening_exists"}
    elsewhere = import_plays(other, written(season), season_name="Again")
    codes = [code for code, _path in problem_codes(elsewhere)]
    assert codes == ["not_confirmed", *["match_twice"] * 4]
    assert everything() == before


def test_a_corrected_total_of_a_written_file_is_a_question(club):
    content = json.loads(written(played_season(club, matches=1)))
    content["plays"][0]["playerScores"][0]["score"] = "1"
    job = import_plays(make.club(name="Autres"), content, dry_run=True)
    assert [notice["code"] for notice in job.result["notices"]] == ["other_total"]


def test_sums_of_the_app_are_rounds(club):
    job = import_plays(club, export())
    assert job.state == JobState.DONE, job.problems
    match = Match.objects.get()
    assert [row.scores for row in match.submissions.current()] == [[22, 5], [22, 7], [9, 3]]
    assert match.session.starts_at.isoformat() == "2025-10-01T19:15:00+00:00"
    assert match.session.place == "Salle Pascal"
    assert [seat.player.name for seat in match.seats.all()] == ["Ada 🎲", "Bruno"]


def test_a_game_may_have_a_name_of_its_own_in_the_app(club):
    scores = (("412", 1), ("250", 2))
    job = import_plays(club, export(play(*scores, gameRefId=5)), dry_run=True)
    assert [notice["code"] for notice in job.result["notices"]] == ["one_round"]
    assert job.result["first"][0]["game"] == "triominos"


def test_plays_of_one_day_and_place_begin_with_the_first(club):
    later = play(playDate="2025-10-01 23:00:00")
    elsewhere = play(playDate="2025-10-01 23:00:00", locationRefId=0)
    content = export(later, play(("22+22+6", 1), ("5+7+3", 2)), elsewhere)
    tried = import_plays(club, content, dry_run=True)
    assert tried.result["evenings"] == 2
    times = {(line["row"], line["played_at"][11:16]) for line in tried.result["first"]}
    assert times == {(1, "21:15"), (2, "21:15"), (3, "23:00")}


def test_players_sit_in_the_order_of_the_app(club):
    scores = [score("22+22+9", 1, seatOrder=2), score("5+7+3", 2, seatOrder=1)]
    import_plays(club, export(play(playerScores=scores)))
    assert [seat.player.name for seat in Match.objects.get().seats.all()] == ["Bruno", "Ada 🎲"]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"ignored": True}, [("not_counted", "rows.1")]),
        ({"playDate": None}, [("not_a_date", "rows.1.date")]),
        ({"playDate": "soon"}, [("not_a_date", "rows.1.date")]),
        ({"playerScores": None}, [("required", "rows.1.player")]),
        ({"playerScores": [score("5", 1), None]}, [("required", "rows.1.player")] * 1),
        ({"playerScores": [score(12.5, 1), score("", 2)]},
         [("not_an_integer", "rows.1.score"), ("required", "rows.1.score")]),
        ({"playerScores": [score(True, 1), score([1], 2)]}, [("required", "rows.1.score")] * 2),
        ({"playerScores": [score("5", 99), score("5", "1")]}, [("required", "rows.1.player")] * 2),
        ({"playerScores": [score("1+2", 1), score("1+2", 1)]}, [("player_twice", "rows.1.player")]),
        ({"mancheOptions": {"target": "high"}}, None),
        ({"mancheOptions": {"mode": "\ud800"}}, None),
        ({"locationRefId": 10}, [("bad_text", "rows.1.place")]),
    ],
)  # fmt: skip
def test_plays_that_cannot_be_read_are_named(club, changes, codes):
    places = [{"id": 9, "name": "Salle"}, {"id": 10, "name": "x\ud800"}]
    before = everything()
    job = import_plays(club, export(play(**changes), locations=places))
    assert job.state == JobState.FAILED
    assert everything() == before
    if codes is None:
        assert all(path.startswith("rows.1") for _code, path in problem_codes(job))
    else:
        assert problem_codes(job)[: len(codes)] == codes
    left = import_plays(club, export(play(**changes), play(), locations=places), leave_out=True)
    assert [notice["code"] for notice in left.result["notices"]] == ["play_left_out"]


@pytest.mark.parametrize("rounds", [[22, "22", 9], [], None, "22", [22.5], [10**400] * 3])
def test_broken_rounds_of_our_own_are_no_server_error(club, rounds):
    scores = [score("53", 1, mancheRounds=rounds), score("15", 2, mancheRounds=rounds)]
    job = import_plays(club, export(play(playerScores=scores)))
    assert job.state == JobState.FAILED
    assert problem_codes(job)[0][1].startswith("rows.1")


def test_two_players_with_one_name_are_refused(club):
    third = play(("22+22+9", 3), ("5+7+3", 2), playDate="2025-10-08")
    job = import_plays(club, export(play(), third, players=("Ada", "Bruno", "ADA")))
    assert problem_codes(job) == [
        ("ambiguous_player", "rows.1.player"), ("ambiguous_player", "rows.2.player"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "not_json"), ("{", "not_json"), ("[]", "not_plays"), ("{}", "not_plays"),
        ('{"plays": {}}', "not_plays"), (b'{"plays": ["\xff"]}', "not_utf8"),
        ("[" * 100_000, "too_deep"), ('{"plays": [NaN]}', "not_a_number"),
        ('{"plays": [], "plays": []}', None), (json.dumps(export()).encode("utf-16"), "not_utf8"),
        ('{"plays": [' + "{}," * 20_000 + "{}]}", "too_many_rows"),
    ],
)  # fmt: skip
def test_broken_files_are_refused_with_words(content, code):
    content = content.encode() if isinstance(content, str) else content
    with pytest.raises(Invalid) as error:
        bg_stats_plays.read_bg_stats(content)
    assert code is None or [problem["code"] for problem in error.value.problems] == [code]
    assert error.value.detail


@pytest.mark.parametrize("seed", range(40))
def test_no_exchanged_part_of_a_file_is_a_server_error(club, seed):
    """A part of the file is exchanged for any other JSON: it is read, or refused with words."""
    rng = Random(seed)
    content = export(play(), play(playDate="2025-10-08"))
    values = [None, True, -1, 10**30, 1.5, "", "\0", "\ud800", [], {}, [[]], "x" * 5000]
    for _change in range(3):
        branch = content
        while True:
            keys = list(branch) if isinstance(branch, dict) else list(range(len(branch)))
            if not keys:
                break
            key = rng.choice(keys)
            if not isinstance(branch[key], (dict, list)) or rng.random() < 0.2:
                branch[key] = rng.choice(values)
                break
            branch = branch[key]
    job = import_plays(club, content, dry_run=rng.random() < 0.5)
    assert job.state in {JobState.DONE, JobState.FAILED}
    assert "failed" not in [code for code, _path in problem_codes(job)]


def test_a_file_is_recognised_by_its_plays():
    assert bg_stats_plays.is_bg_stats(json.dumps(export()).encode())
    assert not bg_stats_plays.is_bg_stats(b'{"record": 1, "players": ["\\"plays\\": [x"]}')
