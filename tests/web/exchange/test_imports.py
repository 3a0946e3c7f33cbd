"""Imports at the desk: upload, trial, mapping of columns, import, undo; all without script."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from league.models import Job, JobFile, JobState, Match, Player, Season
from league.operations.exchange.import_files import samples
from league.operations.support import jobs
from league.operations.support.csv_cells import BYTE_ORDER_MARK
from league.tasks import KINDS
from tests import make
from tests.operations.exchange.plays import listed, play
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
PEOPLE = "Surnom;E-mail\nZoé <script>alert(1)</script> 🎲;z@x.org\nAda;nobody\n"


@pytest.fixture
def club(client):
    sign_in(client, make.user())
    return make.club()


@pytest.fixture
def base(club):
    return f"/en/desk/clubs/{club.slug}/imports/"


def send(client, base, content, what="players", name="people.csv", **fields):
    content = content.encode() if isinstance(content, str) else content
    form = {"what": what, "content": SimpleUploadedFile(name, content), "existing": "skip"}
    return client.post(base, form | fields)


def worked(client, answer):
    """Return the page that the answer leads to, after a worker has run."""
    assert answer.status_code == 302, answer.content.decode()
    jobs.run(Job.objects.latest("pk").pk, KINDS)
    return client.get(answer.url).content.decode()


def test_a_file_is_tried_corrected_imported_and_undone(client, club, base):
    tried = send(client, base, PEOPLE)
    page = worked(client, tried)
    assert "cannot be imported as it is" in page
    assert "Choose it in the column mapping" in page
    assert not Player.objects.exists()
    again = client.post(tried.url, {"do": "try", "name": "Surnom", "email": ""})
    page = worked(client, again)
    assert "Import now" in page
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    assert not Player.objects.exists()
    done = client.post(again.url, {"do": "import"})
    page = worked(client, done)
    assert "Undo import" in page
    assert sorted(Player.objects.values_list("name", "email")) == [
        ("Ada", ""), ("Zoé <script>alert(1)</script> 🎲", ""),
    ]  # fmt: skip
    for _ in range(2):
        undone = client.post(f"{done.url}undo/")
        assert undone.url == done.url
    assert not Player.objects.exists()
    assert "Undone" in client.get(done.url).content.decode()


def test_problems_stand_beside_their_rows(client, club, base):
    page = one_line(worked(client, send(client, base, PEOPLE.replace("Surnom", "Nom"))))
    row = re.search(r'<th scope="row" class="num">3</th>.*?</tr><tr>(.*?)</tr>', page, re.DOTALL)
    assert "not an e-mail address" in row[1]
    assert re.search(r'<td class="num">3</td><th scope="row">E-mail</th>', page)


def test_the_guessed_columns_are_shown(client, club, base):
    page = worked(client, send(client, base, "Nom;Courriel;Note\nAda;a@x.org;1\n"))
    email = re.search(r'<select name="email".*?</select>', page, re.DOTALL)[0]
    assert '<option value="Courriel" selected>' in email
    assert '<option value="Note">' in email


def test_while_it_is_under_way_the_page_loads_itself_again(client, club, base):
    answer = send(client, base, PEOPLE)
    page = client.get(answer.url).content.decode()
    assert '<meta http-equiv="refresh" content="2">' in page
    assert "<progress" in page
    assert "refresh" not in worked(client, answer)


def test_a_season_from_a_spreadsheet(client, club, base):
    make.players(club, ["Ada", "Bruno"])
    book, file = Workbook(), BytesIO()
    for line in samples.find_sample("season").text.lstrip(BYTE_ORDER_MARK).splitlines():
        book.active.append(line.split(","))
    book.save(file)
    tried = send(client, base, file.getvalue(), "results", "old.xlsx", season_name="2025")
    page = worked(client, tried)
    assert "Import now" in page
    assert not Season.objects.exists()
    page = worked(client, client.post(tried.url, {"do": "import"}))
    assert Season.objects.get().name == "2025"
    assert f"/en/seasons/{Season.objects.get().pk}/" in page


def test_a_spreadsheet_is_opened_by_the_worker_alone(client, club, base):
    """Its columns are chosen on the page from what the worker has read."""
    page = worked(client, send(client, base, b"PK\x03\x04 nothing", name="people.xlsx"))
    assert "XLSX file cannot be read" in page
    book, file = Workbook(), BytesIO()
    for line in (["Surnom", "E-mail"], ["Ada", "a@x.org"]):
        book.active.append(line)
    book.save(file)
    tried = send(client, base, file.getvalue(), name="people.xlsx")
    page = worked(client, tried)
    assert '<option value="Surnom">' in page
    assert "a@x.org" in page
    page = worked(client, client.post(tried.url, {"do": "try", "name": "Surnom", "email": ""}))
    assert "Import now" in page
    JobFile.objects.all().delete()
    assert "people.xlsx" not in client.get(tried.url).content.decode()
    answer = client.post(tried.url, {"do": "try", "name": "Surnom"})
    assert "has been deleted" in answer.content.decode()


def test_importing_twice_by_a_double_click_is_one_import(client, club, base):
    make.players(club, ["Ada", "Bruno"])
    text = samples.find_sample("season").text
    tried = send(client, base, text, "results", season_name="2025")
    worked(client, tried)
    for _ in range(2):
        worked(client, client.post(tried.url, {"do": "import"}))
    assert Season.objects.count() == 1
    assert [job.state for job in Job.objects.order_by("pk")] == [
        JobState.DONE, JobState.DONE, JobState.FAILED,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *(("players", language) for language in ("en", "fr", "de")),
        *(("season", language) for language in ("en", "fr", "de")),
        *(("rounds", language) for language in ("en", "fr", "de")),
        ("records", "en"),
    ],
)
def test_samples_are_imported_as_they_are(client, club, base, name, language):
    answer = client.get(f"{base}samples/{name}/".replace("/en/", f"/{language}/"))
    assert "attachment" in answer["Content-Disposition"]
    what = {"players": "players"}.get(name, "results")
    fields = {"season_name": "2025", "create_players": "on"}
    worked(client, send(client, base, answer.content, what, **fields))
    assert Job.objects.get().state == JobState.DONE, Job.objects.get().problems


def test_no_other_samples(client, base):
    assert client.get(f"{base}samples/secrets/").status_code == 404


@pytest.mark.parametrize(
    ("content", "fields", "words"),
    [
        ("", {}, "empty"),
        (";;\n", {}, "The file is empty."),
        (b"Nom\0", {}, "not a text file"),
        (PEOPLE, {"existing": "merge"}, "Select a valid choice"),
        (PEOPLE, {"what": "results"}, "Either name a new season"),
        (PEOPLE, {"what": "results", "season": "99"}, "Select a valid choice"),
        (PEOPLE, {"what": "results", "season_name": "x", "date": "soon"}, "Enter a valid date"),
    ],
)
def test_an_early_refusal_is_shown_in_the_form(client, club, base, content, fields, words):
    answer = send(client, base, content, **fields)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Job.objects.exists()


def test_a_file_that_is_too_large(client, base, settings):
    settings.IMPORT_BYTES = 20
    answer = send(client, base, PEOPLE)
    assert answer.status_code == 422
    assert not Job.objects.exists()


def test_a_column_that_the_file_does_not_have(client, club, base):
    tried = send(client, base, PEOPLE)
    worked(client, tried)
    answer = client.post(tried.url, {"do": "try", "name": "Nickname"})
    assert answer.status_code == 422
    assert Job.objects.count() == 1


def test_undo_names_the_use_that_prevents_it(client, club, base):
    tried = send(client, base, "Nom\nAda\nBruno\n")
    worked(client, tried)
    done = client.post(tried.url, {"do": "import"})
    worked(client, done)
    make.match(make.session(make.season(club)), list(club.players.all()))
    answer = client.post(f"{done.url}undo/")
    assert answer.status_code == 409
    assert "Linked to Ada since then" in answer.content.decode()


def test_an_import_of_another_club_is_not_there(client, club, base):
    answer = send(client, base, PEOPLE)
    other = make.club(name="Autres")
    assert client.get(answer.url.replace(club.slug, other.slug)).status_code == 404


def test_a_file_no_longer_kept_is_said(client, club, base):
    tried = send(client, base, "Nom\nAda\n")
    worked(client, tried)
    Job.objects.get().files.all().delete()
    assert client.get(tried.url).status_code == 200
    answer = client.post(tried.url, {"do": "import"})
    assert answer.status_code == 422
    assert "has been deleted" in answer.content.decode()


def test_imports_are_listed(client, club, base):
    worked(client, send(client, base, "Nom\nAda\n"))
    page = client.get(base).content.decode()
    assert "· preview" in page
    assert f"{base}{Job.objects.get().pk}/" in page


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_plain_list_of_names_keeps_its_first_line(client, club, base, mark):
    tried = send(client, base, mark + "Ada Lovelace\nBruno\nChloé\n")
    page = worked(client, tried)
    assert "The first line of the file is imported too." in page
    done = client.post(tried.url, {"do": "import"})
    page = worked(client, done)
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Ada Lovelace", "Bruno", "Chloé",
    ]  # fmt: skip
    assert f'href="/en/desk/clubs/{club.slug}/#players"' in page


def test_cells_tell_columns_that_have_no_names(client, club, base):
    tried = send(client, base, "Ada;Lovelace;ada@x.org\nBruno;;\n")
    worked(client, tried)
    worked(client, client.post(tried.url, {"do": "import"}))
    assert sorted(Player.objects.values_list("name", "email")) == [
        ("Ada Lovelace", "ada@x.org"), ("Bruno", ""),
    ]  # fmt: skip


def test_a_wrong_guess_about_the_first_line_is_turned_round(client, club, base):
    tried = send(client, base, "Membres\nAda\nBruno\n")
    worked(client, tried)
    other = client.post(tried.url, {"do": "header"})
    page = worked(client, other)
    assert "The first line of the file names the columns." in page
    assert Job.objects.latest("pk").arguments["header"] is True
    back = client.post(other.url, {"do": "no_header"})
    page = worked(client, back)
    assert "The first line of the file is imported too." in page
    assert not Player.objects.exists()


def test_a_similar_player_is_used_in_place_of_a_new_one(client, club, base):
    (ada,) = make.players(club, ["Ada <Lovelace>"])
    tried = send(client, base, "Nom\nAda <Lovelase>\nJean Luc\nJean-Luc\nZoé\n")
    page = one_line(worked(client, tried))
    ticks = re.findall(r'name="same" value="(\d+)" form="same-people">Use ([^ ]*)', page)
    assert ticks == [("1", "Ada"), ("2", "Jean")]
    again = client.post(tried.url, {"do": "same", "same": ["1", "2", "9", "x"]})
    page = worked(client, again)
    assert 'name="same"' not in page
    worked(client, client.post(again.url, {"do": "import"}))
    names = [player.name for player in club.players.all()]
    assert names == ["Ada <Lovelace>", "Jean Luc", "Zoé"]
    assert ada in club.players.all()


def test_doubtful_names_are_imported_once_they_are_confirmed(client, club, base):
    tried = send(client, base, "Nom;Tél\nCÃ´tÃ©;12\n")
    page = one_line(worked(client, tried))
    assert "Please check:</strong>" in page
    assert "<li>CÃ´tÃ©</li>" in page
    assert re.search(r"Tél <small>12</small>", page)
    confirm = re.search(r'name="confirm" value="(\w+)"', page)[1]
    answer = client.post(tried.url, {"do": "import", "confirm": confirm})
    assert (answer.status_code, Job.objects.count()) == (422, 1)
    assert "confirm that they are right" in answer.content.decode()
    stale = client.post(tried.url, {"do": "import", "confirm": "0", "confirmed": "yes"})
    page = worked(client, stale)
    assert "first confirm the notices" in page
    assert "Preview again" in page
    worked(client, client.post(stale.url, {"do": "preview"}))
    assert Job.objects.latest("pk").result["confirm"] == confirm
    done = client.post(tried.url, {"do": "import", "confirm": confirm, "confirmed": "yes"})
    assert "Undo import" in worked(client, done)
    assert Player.objects.get().name == "CÃ´tÃ©"


def test_an_unused_column_is_used_as_the_field_that_is_chosen(client, club, base):
    tried = send(client, base, "Prenon;Nom\nAda;Lovelace\n")
    page = one_line(worked(client, tried))
    assert '<option value="first_name" selected>First name</option>' in page
    used = client.post(tried.url, {"do": "use", "column": "Prenon", "field": "first_name"})
    page = worked(client, used)
    assert "Columns that are not imported" not in page
    worked(client, client.post(used.url, {"do": "import"}))
    assert Player.objects.get().name == "Ada Lovelace"
    page = worked(client, client.post(tried.url, {"do": "use", "column": "No", "field": "none"}))
    assert "Unknown field." in page


# --- plays of other programs
def test_plays_of_boardgamegeek_are_recognised_and_imported(client, club, base):
    file = listed(play(), play(game="Catan"))
    tried = send(client, base, file, "results", "plays.xml", season_name="BGG", create_players="on")
    page = worked(client, tried)
    assert "<title>Plays · " in one_line(page)
    assert "Skipped plays of other games: 1, of Catan (1)." in page
    assert not Season.objects.exists()
    page = worked(client, client.post(tried.url, {"do": "import"}))
    assert f"/en/seasons/{Season.objects.get().pk}/" in page
    assert "Undo import" in page


def test_plays_with_problems_are_left_out_on_request(client, club, base):
    file = listed(play(incomplete="1"), play(date="2025-10-08"))
    tried = send(client, base, file, "results", "plays.xml", season_name="BGG", create_players="on")
    page = one_line(worked(client, tried))
    assert "Neurotrio, 2025-10-01: It is marked as incomplete" in page
    assert "Import now" not in page
    again = client.post(tried.url, {"do": "leave_out"})
    page = worked(client, again)
    assert "This play is left out." in page
    assert "Preview without these plays" not in page
    worked(client, client.post(again.url, {"do": "import"}))
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "kind", "file_format"),
    [
        ('<?xml version="1.0"?>\n<plays total="0"></plays>', "plays", "xml"),
        ('\ufeff<plays total="0"/>', "plays", "xml"),
        ('{"players": [], "plays" : []}', "plays", "bgsplay"),
        ('{"record": 1, "players": ["\\"plays\\": ["]}', "records", "ndjson"),
    ],
)
def test_a_file_of_results_shows_what_it_is(client, club, base, content, kind, file_format):
    send(client, base, content, "results", "log.txt", season_name="x")
    arguments = Job.objects.get().arguments
    assert (arguments["kind"], arguments["format"]) == (kind, file_format)


def test_other_xml_is_no_file_of_results(client, club, base):
    answer = send(client, base, "<html><body>x</body></html>", "results", "x.xml", season_name="x")
    assert answer.status_code == 422
    assert "web page (HTML) or XML" in answer.content.decode()


def test_a_log_of_ten_megabytes_is_refused_on_the_page(client, club, base):
    file = listed(play(comment="x" * 10_000_000))
    answer = send(client, base, file, "results", "plays.xml", season_name="BGG")
    assert answer.status_code == 422
    assert "at most 8 MiB" in answer.content.decode()
    assert not Job.objects.exists()
