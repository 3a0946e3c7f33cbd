"""Doubtful imports: notices that must be confirmed, and files that are helped or refused in
words."""

import json
import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from openpyxl import Workbook

from league.errors import Invalid
from league.models import JobState, Match, Player
from league.operations.exchange.import_files import sheets
from league.operations.exchange.import_files.sheets import FileFormat
from tests import make
from tests.operations.exchange.importing import (
    EVENING,
    WIDE,
    everything,
    import_file,
    import_season,
    problem_codes,
)

pytestmark = pytest.mark.django_db
RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(22, 5), make.sheet(22, 7), make.sheet(9, 3)],
}


@pytest.fixture
def club():
    return make.club()


def questions(job):
    return [notice["code"] for notice in job.result["notices"] if notice.get("must_confirm")]


def notices(job):
    return [(notice["code"], notice.get("row")) for notice in job.result["notices"]]


def ask(club, content, **settings):
    """Return the codes that a preview asks; without their confirmation nothing is imported, with
    it the file is."""
    tried = import_file(club, content, dry_run=True, **settings)
    assert tried.state == JobState.DONE, tried.problems
    codes = questions(tried)
    before = everything()
    if codes:
        for wrong in ("", "0" * 16):
            refused = import_file(club, content, confirm=wrong, **settings)
            assert refused.state == JobState.FAILED
            listed = [code for code, _path in problem_codes(refused)]
            assert listed == ["not_confirmed", *codes]
            assert everything() == before
    done = import_file(club, content, confirm=tried.result["confirm"], **settings)
    assert done.state == JobState.DONE, done.problems
    return codes


PEOPLE = "Prénom;Nom\nRené;Côté\nChloé;Müller\nZoë;Lefèvre\n"
NAMES = ["Chloé Müller", "René Côté", "Zoë Lefèvre"]


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", []),
        ("utf-8-sig", []),
        ("utf-16", []),
        ("cp1252", []),
        ("mac_roman", ["encoding_guessed"]),
        ("cp850", ["encoding_guessed"]),
    ],
)
def test_names_are_read_in_each_usual_encoding(club, encoding, expected):
    assert ask(club, PEOPLE.encode(encoding)) == expected
    assert sorted(club.players.values_list("name", flat=True)) == NAMES


def test_utf8_with_a_byte_of_another_encoding_is_refused_with_its_place(club):
    content = PEOPLE.encode().replace("Müller".encode(), "Müller".encode("cp1252"))
    with pytest.raises(Invalid) as refused:
        import_file(club, content)
    (problem,) = refused.value.problems
    assert problem["code"] == "not_utf8"
    assert "Line 3 " in problem["message"]
    assert "byte 9, 0xFC, in “Chloé;M" in problem["message"]


def test_signs_of_a_wrong_encoding_must_be_confirmed(club):
    for wrong in (
        PEOPLE.encode().decode("cp1252", "ignore"),
        PEOPLE.encode().decode("mac_roman"),
        PEOPLE.encode().decode("cp437"),
        "Nom\nRen\ufffd\n",
        "Nom\nRen&eacute;\n",
        "Nom\n½uf\n",
    ):
        job = import_file(club, wrong, dry_run=True, mapping={"name": "Nom"})
        assert "mis_decoded" in questions(job), wrong
    assert ask(club, "Nom\nRen?e\n") == ["mis_decoded"]


def test_new_names_are_shown_as_they_will_be_stored(club):
    job = import_file(club, "Nom Prénom\nLOVELACE Ada\nde la Tour, Zoé\n", dry_run=True)
    assert job.result["new_names"] == ["Ada LOVELACE", "Zoé de la Tour"]
    job = import_season(club, dry_run=True)
    assert job.result["new_names"] == ["Ada", "Bruno", "Zoé <script>"]


def test_unused_columns_are_listed_and_similar_ones_asked_about(club):
    text = "Prenon;Nom;Tél;;Vide\nAda;Côté;;x;\n"
    job = import_file(club, text + "Bob;B;12;y;\n", dry_run=True)
    assert job.result["unused_columns"] == [
        {"column": "Prenon", "sample": "Ada", "like": "first_name"},
        {"column": "Tél", "sample": "12", "like": ""},
        {"column": "D", "sample": "x", "like": ""},
    ]
    assert ask(club, text) == ["unused_column"]
    other = make.club(name="Autres")
    assert ask(other, text, mapping={"first_name": "Prenon"}) == []
    assert other.players.get().name == "Ada Côté"


def test_usual_columns_of_names_are_known(club):
    for header, name in (
        ("Prénoms;Nom", "Ada Lovelace"),
        ("Vornamen;Name", "Ada Lovelace"),
        ("Pseudo;Nom", "Lovelace"),
        ("Nom Prénom;Note", "Ada"),
        ("Nachname, Vorname;Note", "Ada"),
        ("NOM et Prénom;Note", "Ada"),
    ):
        job = import_file(club, f"{header}\nAda;Lovelace\n", dry_run=True)
        assert job.result["new_names"] == [name], header


def test_a_field_given_twice_is_refused(club):
    for header in ("Nom;Nom;E-mail", "E-mail;Nom;Courriel", "Nom;Joueur;x", "Nom;Prénom;Nom"):
        with pytest.raises(Invalid) as refused:
            import_file(club, f"{header}\nAda;Bob;x\n")
        assert [problem["code"] for problem in refused.value.problems] == ["column_twice"], header
    import_file(club, "Membre;Nom;Prénom\noui;Lovelace;Ada\n")
    assert club.players.get().name == "Ada Lovelace"


def test_a_day_far_in_the_future_must_be_confirmed(club):
    settings = {"kind": "season", "season_name": "x", "create_players": True}
    text = WIDE + "{0};neurotrio;A;Ada;22;22;9\n{0};neurotrio;A;Bob;5;7;3\n"
    assert ask(club, text.format("01/10/2205"), **settings) == ["far_day"]
    soon = timezone.localdate() + timedelta(days=3)
    assert ask(club, text.format(soon.isoformat()), **settings | {"season_name": "y"}) == []


def test_the_same_match_again_must_be_confirmed(club):
    settings = {"kind": "season", "create_players": True}
    assert ask(club, EVENING, season_name="One", **settings) == []
    later = EVENING.replace("1/10/2025;", "1/10/2025 22:15;")
    assert ask(club, later, season_name="Two", **settings) == ["match_twice"] * 2
    assert Match.objects.count() == 4
    other_scores = later.replace("22;22;9", "22;22;10")
    assert ask(club, other_scores, season_name="Three", **settings) == ["match_twice"], "8/10 only"
    line = json.dumps({"played_at": "2025-03-01T20:00:00+01:00", "record": RECORD})
    swapped = {**RECORD, "players": ["Bob", "Ada"],
               "rounds": [make.sheet(5, 22), make.sheet(7, 22), make.sheet(3, 9)]}  # fmt: skip
    other = json.dumps({"played_at": "2025-03-01T22:00:00+01:00", "record": swapped})
    settings |= {"kind": "records", "file_format": "ndjson", "season_name": "Four"}
    assert ask(club, f"{line}\n{line}\n{other}", **settings) == ["match_twice"] * 2


def test_a_total_that_the_rounds_do_not_give_must_be_confirmed(club):
    text = EVENING.replace("Manche 3\n", "Manche 3;Total\n").replace("22;22;9\n", "22;22;9;{}\n")
    settings = {"kind": "season", "create_players": True}
    short = text.partition("1/10/2025;Neurotrio;A;Zoé")[0]
    assert ask(club, short.format(54), season_name="One", **settings) == ["other_total"]
    assert questions(import_season(make.club(name="B"), short.format(53), dry_run=True)) == []


def test_a_confirmation_is_of_one_file(club):
    first = import_file(club, "Nom\nRen?e\n", dry_run=True).result["confirm"]
    job = import_file(club, "Nom\nJos?e\n", confirm=first)
    assert job.state == JobState.FAILED


def test_one_bad_score_is_one_message(club):
    for text in (
        EVENING.replace("22;22;9", "x;22;9"),
        EVENING.replace("1/10/2025;Neurotrio;A;Ada", "x;Neurotrio;A;Ada", 1),
        EVENING.replace("1/10/2025;Neurotrio;A;Ada", "1/10/2025;Neurotrio;;Ada", 1),
        EVENING.replace("1/10/2025;Neurotrio;A;Ada", "1/10/2025;Chess;A;Ada", 1),
    ):
        job = import_season(club, text)
        assert [problem["row"] for problem in job.problems] == [2], text
    long = "Date;Jeu;Partie;Manche;Joueur;Score\n"
    row = "1/10/2025;Neurotrio;A;{};{};{}\n"
    rows = [("1", "Ada", "x"), ("1", "Bob", 5), ("2", "Ada", 22), ("2", "Bob", 5)]
    job = import_season(club, long + "".join(row.format(*values) for values in rows))
    assert problem_codes(job) == [("not_an_integer", "rows.2.score")]
    job = import_season(club, EVENING + EVENING.splitlines()[1] + "\nBravo à tous;;;;;;\n")
    assert problem_codes(job) == [("row_twice", "rows.7.round1"), ("lone_cell", "rows.8")]
    job = import_file(club, "Nom;E-mail\nAda;a@x.org\nAda;a@x.org\n")
    assert problem_codes(job) == [("row_twice", "rows.3.name")]
    job = import_season(club, create_players=False)
    assert [problem["row"] for problem in job.problems] == [2, 3, 4], "each name once"


def test_a_title_above_the_columns_is_left_out(club):
    title = "Les Ardoises, saison 2025;;\n\n"
    job = import_file(club, title + "Nom;E-mail\nAda;a@x.org\n")
    assert (notices(job), club.players.get().name) == ([("title_lines", 1)], "Ada")
    job = import_season(club, title.replace(";", ",") + EVENING.replace(";", ","), dry_run=True)
    assert job.result["matches"] == 2
    assert ask(make.club(name="B"), "Liste des joueurs\nNom\nZoé\n") == ["title_lines"]


def test_a_day_written_once_for_a_table_counts_for_its_rows(club):
    lines = EVENING.replace("1/10/2025;Neurotrio;A;Bruno", ";;;Bruno", 1)
    lines = lines.replace("1/10/2025;Neurotrio;A;Zoé", ";;;Zoé")
    job = import_season(club, lines)
    assert (job.result["matches"], notices(job)) == (2, [("filled_from_above", 3)])
    headed = lines.replace("1/10/2025;Neurotrio;A;Ada", "1/10/2025;;;;;;\n;Neurotrio;A;Ada")
    header = EVENING.splitlines()[0] + "\n"
    job = import_season(club, headed + header, dry_run=True, season_name="Again")
    assert job.result["matches"] == 2
    assert {("filled_from_above", 3), ("repeated_header", 8)} <= set(notices(job))


def test_rows_of_totals_are_left_out(club):
    job = import_season(club, EVENING + ";;;Total;44;35;20\nTotaux :;;;;44;35;20\n", dry_run=True)
    assert notices(job) == [("totals_row", 7), ("totals_row", 8)]
    job = import_file(club, "Nom;E-mail\nAda;\nTotal : 1;\n12 joueurs;\n")
    assert list(club.players.values_list("name", flat=True)) == ["Ada"]


def test_numbers_are_no_names_of_new_players(club):
    assert problem_codes(import_file(club, "Nom\n42\n")) == [("not_a_name", "rows.2.name")]
    job = import_season(club, EVENING.replace("Ada", "12.5"))
    assert problem_codes(job) == [("not_a_name", "rows.2.player")]
    assert problem_codes(import_file(club, "Nom\na@x.org\n")) == [("not_a_name", "rows.2.name")]
    make.players(club, ["42"])
    assert import_file(club, "Nom\n42\n").state == JobState.DONE


def test_addresses_of_mail_programs_and_dashes_are_understood(club):
    import_file(club, "Nom;E-mail;Visibilité\nRené;René <rene@x.org>;-\nZoé;—;initiale\n")
    assert sorted(club.players.values_list("name", "email")) == [
        ("René", "rene@x.org"),
        ("Zoé", ""),
    ]
    text = WIDE + "1/10/2025;neurotrio;A;Ada;22;22;-\n1/10/2025;neurotrio;A;Bo;5;7;-\n"
    assert import_season(club, text).result["rounds"] == 2


def test_the_first_visible_sheet_with_cells_is_read(club):
    book, file = Workbook(), BytesIO()
    book.active.append(["Nom"])
    book.active.append(["Caché"])
    book.active.sheet_state = "hidden"
    book.create_sheet("Vide")
    page = book.create_sheet("Membres")
    page.append(["Nom"])
    page.append(["Ada"])
    book.save(file)
    job = import_file(club, file.getvalue(), file_format="xlsx")
    assert (notices(job), club.players.get().name) == ([("other_sheets", None)], "Ada")
    assert "“Membres”" in job.result["notices"][0]["message"]


OPEN_DOCUMENT = "application/vnd.oasis.opendocument.spreadsheet"


def zipped(*names):
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, OPEN_DOCUMENT if name == "mimetype" else "x")
    return file.getvalue()


FILES_OF_OTHERS = [
    (zipped("mimetype", "content.xml"), "LibreOffice"),
    (zipped("Index/Document.iwa"), "Numbers"),
    (zipped("xl/workbook.bin"), ".xlsb"),
    (zipped("word/document.xml"), "text document"),
    (zipped("members.csv"), "ZIP"),
    (b"<html><table><tr><td>Nom</td></tr></table></html>", "HTML"),
    (b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', "HTML"),
    (b"%PDF-1.4 x", "PDF"),
    (b"{\\rtf1 x", "text document"),
    (b"\xd0\xcf\x11\xe0", "password"),
]


@pytest.mark.parametrize("file_format", ["csv", "xlsx"])
def test_files_of_other_programs_are_refused_with_the_way_out(file_format):
    for content, words in FILES_OF_OTHERS:
        with pytest.raises(Invalid) as refused:
            sheets.read_table(content, FileFormat(file_format))
        assert words in refused.value.detail
        assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    ("indent", "as_list"), [(None, False), (None, True), (1, False), (4, True)]
)
def test_records_printed_over_several_lines_are_read(club, indent, as_list):
    lines = [{"played_at": f"2025-10-0{day}T20:30:00+02:00", "record": RECORD} for day in (1, 2)]
    printed = [json.dumps(line, indent=indent) for line in lines]
    text = json.dumps(lines, indent=indent) if as_list else "\n".join(printed)
    job = import_file(club, text, "records", "ndjson", season_name="x", create_players=True)
    assert (job.state, job.result["matches"]) == (JobState.DONE, 2)
    half = import_file(club, text[:-9], "records", "ndjson", season_name="x", create_players=True)
    assert len(half.problems) == 1
    broken = text.replace('"played_at"', '"played"')
    job = import_file(club, broken, "records", "ndjson", season_name="y", create_players=True)
    assert {code for code, _path in problem_codes(job)} == {"unknown_key", "not_a_time"}
    assert Player.objects.count() == 2


def test_rows_take_the_house_rules_of_their_season(club):
    season = make.season(club)
    season.house_rules = {"neurotrio": {"target": 60}}
    season.save()
    job = import_season(club, season=season.pk, season_name="")
    assert job.state == JobState.DONE, job.problems
    assert {match.options["target"] for match in Match.objects.all()} == {60}
    assert [code for code, _row in notices(job)] == ["unfinished"] * 2
    chosen = {"neurotrio": {"duo_trio": "once"}}
    other = EVENING.replace("/2025", "/2024")
    job = import_season(club, other, season=season.pk, season_name="", house_rules=chosen)
    assert job.state == JobState.DONE, job.problems
    match = Match.objects.latest("pk")
    assert (match.options["target"], match.options["duo_trio"]) == (60, "once")
    line = json.dumps({"played_at": "2025-03-01T20:00:00+01:00", "record": RECORD})
    settings = {"season": season.pk, "create_players": True}
    import_file(club, line, "records", "ndjson", **settings)
    assert Match.objects.latest("pk").options["target"] == 50, "a record has rules of its own"
