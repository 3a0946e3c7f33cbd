"""Imports by the job that does them: all or nothing, once, and taken back."""

import json
import re
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from openpyxl import Workbook

from games import record
from league.errors import Invalid
from league.models import Club, Import, JobState, Match, Player, Season, Submission
from league.operations.exchange import import_matches, imports
from league.operations.exchange.import_files import fields
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.matches import matches
from league.operations.seasons import seasons
from league.operations.support import jobs
from league.tasks import KINDS
from scoring.models import Result
from tests import make
from tests.operations.exchange.importing import (
    EVENING,
    WIDE,
    everything,
    import_file,
    import_season,
    problem_codes,
    refresh,
    standings_rows,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make.club()


def test_players_are_brought_in(club):
    make.players(club, ["Ada"])
    job = import_file(club, "Nom;E-mail\nAda;\n Zoé  <script> 🎲 ;z@x.org\n=HYPERLINK(1);\n")
    assert job.state == JobState.DONE
    assert job.result["players"] == {"new": 2, "changed": 0, "skipped": 1}
    assert [(line["row"], line["action"]) for line in job.result["first"]] == [
        (2, "skipped"), (3, "new"), (4, "new"),
    ]  # fmt: skip
    assert sorted(club.players.values_list("name", "email")) == [
        ("=HYPERLINK(1)", ""), ("Ada", ""), ("Zoé <script> 🎲", "z@x.org"),
    ]  # fmt: skip


def test_a_similar_name_is_pointed_out(club):
    make.players(club, ["Ada Lovelace"])
    job = import_file(club, "Nom\nAda Lovelase\nZoé\n")
    assert [(notice["code"], notice["path"]) for notice in job.result["notices"]] == [
        ("looks_like", "rows.2.name")
    ]


@pytest.mark.parametrize("existing", ["skip", "update"])
def test_a_merged_player_who_is_imported_again_is_the_one_who_stayed(club, existing):
    bob, rob = make.players(club, ["Bob", "Rob"])
    merging.merge(bob, rob, by=None)
    import_file(club, "Nom;E-mail\nBOB;b@x.org\n", existing=existing)
    assert list(club.players.values_list("name", flat=True)) == ["Rob"]


def test_results_of_a_merged_player_go_to_the_one_who_stayed(club):
    ada, twin = make.players(club, ["Ada", "Aida"])
    merging.merge(ada, twin, by=None)
    import_season(club)
    assert not club.players.filter(name="Ada").exists()
    assert twin.seats.count() == 2


def test_a_file_does_not_change_what_people_have_chosen(club):
    (ada,) = make.players(club, ["Ada"])
    Player.objects.filter(pk=ada.pk).update(has_chosen=True, visibility="hidden")
    job = import_file(club, "Nom;Affichage\nAda;complet\n", existing="update")
    assert problem_codes(job) == [("chosen_by_person", "rows.2.visibility")]
    assert Player.objects.get(pk=ada.pk).visibility == "hidden"


def test_known_players_are_updated_when_asked(club):
    (ada,) = make.players(club, ["Ada"])
    job = import_file(club, "Nom;E-mail\nADA;ada@x.org\n", existing="update")
    assert job.result["players"] == {"new": 0, "changed": 1, "skipped": 0}
    ada.refresh_from_db()
    assert (ada.name, ada.email) == ("ADA", "ada@x.org")


def test_an_xlsx_file_with_a_mapping(club):
    workbook, file = Workbook(), BytesIO()
    workbook.active.append(["Numéro", "Surnom"])
    workbook.active.append([12, "Ada"])
    workbook.save(file)
    job = import_file(club, file.getvalue(), file_format="xlsx", mapping={"name": "surnom"})
    assert job.state == JobState.DONE
    assert club.players.get().name == "Ada"


def test_one_bad_row_prevents_the_import_and_all_bad_rows_are_reported(club):
    text = "Nom;E-mail\nAda;\n;x@x.org\nBob;nobody\n" + "x" * 101 + f";{'x' * 250}@x.org\nAda;\n"
    before = everything()
    job = import_file(club, text)
    assert job.state == JobState.FAILED
    assert problem_codes(job) == [
        ("blank", "rows.3.name"),
        ("bad_email", "rows.4.email"),
        ("too_long", "rows.5.name"),
        ("bad_email", "rows.5.email"),
        ("row_twice", "rows.6.name"),
    ]
    assert [problem["row"] for problem in job.problems] == [3, 4, 5, 5, 6]
    assert everything() == before


def test_two_hundred_problems_are_listed_and_the_rest_is_counted(club):
    job = import_file(club, "Nom;E-mail\n" + "".join(f"P{n};bad{n}\n" for n in range(250)))
    assert len(job.problems) == 201
    assert job.problems[-1]["message"].startswith("50 ")


def test_a_season_is_judged_and_counted_as_if_entered_by_hand(club):
    job = import_season(club)
    assert (job.state, job.problems) == (JobState.DONE, [])
    imported = club.seasons.get()
    counts = ("evenings", "matches", "rounds")
    assert [job.result[name] for name in counts] == [2, 2, 6]
    assert (imported.name, imported.games) == ("2025", ["neurotrio"])
    assert (str(imported.starts_on), str(imported.ends_on)) == ("2025-10-01", "2025-10-08")
    by_hand = seasons.create(club, name="By hand", starts_on=imported.starts_on)
    people = {player.name: player for player in club.players.all()}
    for evening, names, rounds in (
        (1, ["Ada", "Bruno", "Zoé <script>"], [[22, 5, 0], [22, 7, 6], [9, 3, 2]]),
        (2, ["Bruno", "Ada"], [[22, 0], [22, 1], [12, 5]]),
    ):
        seated = [people[name] for name in names]
        make.played(make.match(make.session(by_hand, evening), seated), *rounds)
    refresh(club)
    assert standings_rows(imported) == standings_rows(by_hand) != []
    brought = Submission.objects.filter(match__session__season=imported)
    assert {row.submitted_by for row in brought} == {make.user()}


def test_an_illegal_score_is_reported_at_its_cell(club):
    before = everything()
    job = import_season(club, EVENING.replace("22;22;12", "22;99;12"))
    assert problem_codes(job) == [("score_of_finisher", "rows.5.round2")]
    assert job.problems[0]["clause"]
    assert everything() == before


def test_players_are_made_only_when_asked(club):
    make.players(club, ["Ada", "Bruno"])
    job = import_season(club, create_players=False)
    assert problem_codes(job) == [("unknown_player", "rows.4.player")]
    make.players(club, ["zoé <SCRIPT>", "Ada"])
    job = import_season(club, create_players=False)
    assert problem_codes(job) == [("ambiguous_player", "rows.2.player")]


def test_totals_alone_are_refused_with_the_reason(club):
    with pytest.raises(Invalid) as refused:
        import_season(club, "Date;Jeu;Partie;Joueur;Total\n1/10/2025;njet;A;Ada;50\n")
    assert [problem["code"] for problem in refused.value.problems] == ["totals_only"]
    assert "round by round" in refused.value.problems[0]["message"]


def test_an_unfinished_match_is_reported_and_does_not_count(club):
    job = import_season(
        club, WIDE + "1/10/2025;neurotrio;A;Ada;22;;\n1/10/2025;neurotrio;A;Bo;5;;\n"
    )
    assert [(notice["code"], notice["row"]) for notice in job.result["notices"]] == [
        ("unfinished", 2)
    ]
    assert not Result.objects.exists()


def test_evenings_are_added_to_a_season_and_not_twice(club):
    season = make.season(club)
    settings = {"season": season.pk, "season_name": ""}
    assert import_season(club, **settings).state == JobState.DONE
    before = everything()
    job = import_season(club, **settings)
    assert {code for code, _ in problem_codes(job)} == {"evening_exists"}
    assert everything() == before


def test_a_season_name_that_is_taken(club):
    make.season(club, "2025")
    assert problem_codes(import_season(club)) == [("season_exists", "season_name")]
    assert problem_codes(import_season(club, season_name="x" * 101)) == [
        ("too_long", "season_name")
    ]


def test_a_game_the_season_does_not_have(club):
    season = make.season(club, games=["njet"])
    job = import_season(club, season=season.pk, season_name="")
    assert problem_codes(job) == [("unknown_game", "rows.2.game"), ("unknown_game", "rows.5.game")]


def test_house_rules_count(club):
    job = import_season(club, house_rules={"neurotrio": {"target": 60}})
    assert len(job.result["notices"]) == 2
    job = import_season(club, season_name="Redo", house_rules={"neurotrio": {"target": 0}})
    assert job.state == JobState.FAILED
    assert "target" in job.problems[0]["path"]


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
def test_records_are_brought_in_with_all_their_evidence(club, evidence):
    from random import Random

    match_record = record.play("neurotrio", Random(1), ["Ada", "Zoé 🎲"], evidence)
    line = json.dumps({"played_at": "2025-10-01T20:30:00+02:00", "record": match_record})
    job = import_file(club, line, "records", "ndjson", season_name="2025", create_players=True)
    assert job.problems == []
    match = Match.objects.get()
    assert matches.match_record(match) == match_record
    assert match.over


def test_problems_of_records_name_the_line_and_the_path(club):
    line = {"record": 1, "game": "neurotrio", "options": {}, "rounds": [make.sheet(9, 2)]}
    text = json.dumps(line | {"players": ["Ada", "ada"]}) + "\nnonsense"
    job = import_file(club, text, "records", "ndjson", season_name="2025", date="2025-10-01")
    assert problem_codes(job) == [
        ("unknown_player", "rows.1.players.0"),
        ("not_json", "rows.2"),
    ]
    job = import_file(club, text.split("\n")[0], "records", "ndjson", season_name="2025",
                date="2025-10-01", create_players=True)  # fmt: skip
    assert problem_codes(job) == [("player_twice", "rows.1.players")]
    assert not Player.objects.exists()


@pytest.mark.parametrize("existing", ["skip", "update"])
def test_a_dry_run_of_players_reports_all_and_stores_no_player(club, existing):
    make.players(club, ["Ada"])
    before = everything()
    text = "Nom;E-mail\nAda;a@x.org\nZoé;\n"
    tried = import_file(club, text, dry_run=True, existing=existing)
    assert tried.state == JobState.DONE
    assert everything() == before
    done = import_file(club, text, existing=existing)
    assert tried.result == done.result | {"dry_run": True}


def test_a_dry_run_of_a_season_reports_all_and_stores_no_season(club):
    before = everything()
    tried = import_season(club, dry_run=True)
    assert (tried.state, tried.result["season"]["id"]) == (JobState.DONE, None)
    assert everything() == before
    done = import_season(club)
    assert tried.result["first"] == done.result["first"]
    assert tried.result["first"][0]["totals"] == [53, 15, 8]


def test_an_import_killed_halfway_stores_no_rows_and_the_next_run_stores_them_once(
    club, monkeypatch
):
    settings = ImportSettings(kind="season", format="csv", season_name="2025", create_players=True)
    job = imports.start(club, settings, EVENING.encode(), by=None)
    before = everything()
    store = import_matches._store

    def killed(season, match, *rest):
        if match.row == 5:
            raise SystemExit
        return store(season, match, *rest)

    monkeypatch.setattr(import_matches, "_store", killed)
    with pytest.raises(SystemExit):
        jobs.run(job.pk, KINDS)
    assert everything() == before
    monkeypatch.undo()
    for _ in range(2):
        jobs.run(job.pk, KINDS)
    assert Season.objects.count() == 1
    assert Match.objects.count() == 2
    assert Import.objects.count() == 1


def test_the_job_counts_its_progress(club):
    assert (import_file(club, "Nom\nAda\nBo\n").done, import_season(club).total) == (2, 4)


def test_repeating_an_import_without_its_file_is_refused(club):
    job = import_file(club, "Nom\nAda\n", dry_run=True)
    job.files.all().delete()
    with pytest.raises(Invalid) as refused:
        imports.repeat(job, ImportSettings.of(job), by=None)
    assert refused.value.problems[0]["code"] == "file_gone"


# --- undo


def test_imports_of_one_club_are_listed_there(club):
    other = make.club(name="Autres")
    import_file(club, "Nom\nAda\n")
    import_file(other, "Nom\nAda\n")
    assert [job.club for job in imports.imports_of_club(club)] == [club]
    assert Club.objects.count() == 2


GUIDE = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
BLOCKS = re.findall(r"^```(csv|ndjson|xml) (\w+)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("file_format", "kind", "text"), BLOCKS)
def test_the_files_of_the_guide_are_imported_as_they_are(club, file_format, kind, text):
    settings = {} if kind == "players" else {"season_name": "2025", "create_players": True}
    assert import_file(club, text, kind, file_format, **settings).problems == []


def test_the_guide_shows_a_file_of_each_kind():
    assert {kind for _, kind, _ in BLOCKS} == set(imports.FORMATS)


def test_the_guide_names_every_field():
    for names in fields.FIELDS.values():
        assert [name for name in names if f"`{name}`" not in GUIDE and name != "total"] == []


def looks_like(job):
    assert job.state == JobState.DONE, job.problems
    return [
        (notice["path"], notice["name"], notice["player"], notice["other"])
        for notice in job.result["notices"]
        if notice["code"] == "looks_like"
    ]


TWINS = "Nom;E-mail\nAda Lovelase;a@x.org\nJean Luc Martin;\nZoé;\nJean-Luc Martin;j@x.org\n"


def test_new_names_are_compared_with_the_club_and_within_the_file(club):
    (ada,) = make.players(club, ["Ada Lovelace"])
    seen = import_file(club, TWINS, dry_run=True)
    assert looks_like(seen) == [
        ("rows.2.name", "Ada Lovelase", ada.pk, "Ada Lovelace"),
        ("rows.5.name", "Jean-Luc Martin", None, "Jean Luc Martin"),
    ]
    chosen = {
        notice["name"]: notice["player"] or notice["other"] for notice in seen.result["notices"]
    }
    done = import_file(club, TWINS, existing="update", people=chosen)
    assert looks_like(done) == []
    assert list(club.players.values_list("name", "email")) == [
        ("Ada Lovelace", "a@x.org"), ("Jean Luc Martin", "j@x.org"), ("Zoé", ""),
    ]  # fmt: skip


SPELLINGS = (
    EVENING.replace("Bruno", "Bruno Cale")
    .replace("2025;Neurotrio;A;Ada;22", "2025;Neurotrio;A;Adele Calle;22")
    .replace("2025;Neurotrio;A;Ada;0", "2025;Neurotrio;A;Adelle Calle;0")
)


@pytest.mark.parametrize("kind", ["season", "records"])
@pytest.mark.parametrize("uses", [True, False])
def test_new_names_of_results_are_compared_and_chosen(club, kind, uses):
    make.players(club, ["Bruno Calle"])
    if kind == "season":
        bring = partial(import_season, club, SPELLINGS)
    else:
        games = [["Adele Calle", "Bruno Cale"], ["Bruno Cale", "Adelle Calle"]]
        lines = [
            {"played_at": f"2025-10-0{day}T20:00:00+02:00", "record": record.write(
                "neurotrio", {}, names, [make.sheet(22, 5)]
            )}
            for day, names in enumerate(games, 1)
        ]  # fmt: skip
        content = "\n".join(map(json.dumps, lines))
        settings = {"kind": "records", "file_format": "ndjson", "season_name": "2025"}
        bring = partial(import_file, club, content, create_players=True, **settings)
    seen = bring(dry_run=True)
    pairs = [(name, other) for _path, name, _player, other in looks_like(seen)]
    assert pairs == [("Bruno Cale", "Bruno Calle"), ("Adelle Calle", "Adele Calle")]
    notices = [notice for notice in seen.result["notices"] if notice["code"] == "looks_like"]
    chosen = {notice["name"]: notice["player"] or notice["other"] for notice in notices if uses}
    before = club.players.count()
    done = bring(people=chosen)
    assert done.state == JobState.DONE, done.problems
    calles = club.players.filter(name__contains="Cal")
    assert calles.count() == before + (1 if uses else 3)
    assert max(player.seats.count() for player in calles) == 2


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ({"Ada": 0}, "not_a_choice"),
        ({"Ada": 999}, "unknown_player"),
        ({"Ada": ["x"]}, "not_a_choice"),
        ({"Ada": " "}, "not_a_choice"),
        ({"Ada": "Bruno", "bruno": "Zoé", "ZOE": "ada"}, "not_a_choice"),
        ({"Nobody": "Bruno"}, "unknown_name"),
        ({"Ada": "Bruno"}, "player_twice"),
    ],
)
def test_choices_of_people_are_understood_or_refused(club, people, code):
    try:
        job = import_season(club, people=people)
    except Invalid as error:
        codes = {problem["code"] for problem in error.problems}
    else:
        assert job.state == JobState.FAILED
        codes = {problem["code"] for problem in job.problems}
    assert codes == {code}
    assert not Season.objects.exists()
    assert not club.players.exists()
