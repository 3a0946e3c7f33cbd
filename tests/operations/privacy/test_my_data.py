"""All data about a person in one file: whole, without secrets, and with others as the public sees
them."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.utils import translation

from league.errors import Conflict, NotFound
from league.models import JobFile, JobState, Player, User
from league.operations.identity import merging
from league.operations.privacy import my_data
from league.operations.privacy.account_data import ACTS
from league.operations.privacy.data_lists import ACCOUNT_LISTS, PLAYER_LISTS
from league.operations.privacy.personal_data import REGISTER
from league.operations.support import jobs
from league.tasks import KINDS
from tests import make
from tests.made_once import made_once
from tests.operations.privacy.world import SECRET, ada_and_her_club
from tests.outgoing import add_mail

pytestmark = pytest.mark.django_db
LISTS = {data_list.name for data_list in (*ACCOUNT_LISTS, *PLAYER_LISTS)}
PAGE = Path(__file__).parents[3] / "docs" / "archive.md"


def made(job):
    """Run a job and return its ZIP."""
    jobs.run(job.pk, KINDS)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.problems
    file = jobs.find_file(job, JobFile.Role.OUTPUT)
    return zipfile.ZipFile(io.BytesIO(b"".join(jobs.content(file))))


def data(archive):
    return json.loads(archive.read("data.json"))


def sheet(archive, name):
    return list(csv.DictReader(io.StringIO(archive.read(f"{name}.csv").decode("utf-8-sig"))))


@pytest.fixture
@made_once
def ada():
    return ada_and_her_club()


@pytest.fixture
def archive(ada):
    return made(my_data.start_for_account(ada[0]))


def test_every_list_of_the_register_is_handed_out_and_no_other():
    assert {row.list for row in REGISTER} - {""} == LISTS


def test_every_column_that_names_an_account_is_among_the_actions():
    named = {
        (row.model, field) for row in REGISTER for field in row.fields if row.list == "actions"
    }
    of_logs = {("league.AuditEntry", "by")}  # a digest
    assert {(act.model, act.column) for act in ACTS} == named - of_logs
    for act in ACTS:
        assert apps.get_model(act.model)._meta.get_field(act.column).related_model is User


def test_the_documentation_names_every_list_and_column(archive):
    """Each list has a row in this world."""
    part = PAGE.read_text().partition("\n## The file of a person")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|$", part, re.MULTILINE)
    documented = {name: set(re.findall(r"`(\w+)`", text)) for name, text in rows}
    lists = data(archive)
    assert {name: set(lists[name][0]) for name in LISTS} == documented


def test_each_list_is_a_csv_with_the_same_rows(archive):
    lists = data(archive)
    assert set(archive.namelist()) == {
        "README.txt",
        "data.json",
        *(f"{name}.csv" for name in LISTS),
    }
    for name in LISTS:
        assert len(sheet(archive, name)) == len(lists[name])
    assert sheet(archive, "matches")[0]["players"] == str(
        json.dumps(lists["matches"][0]["players"])
    )


def test_it_says_what_is_known(archive, ada):
    _user, player = ada
    lists = data(archive)
    assert (lists["format"], lists["version"]) == ("manche-my-data", 1)
    assert lists["about"] == {"account": "ada@example.org"}
    match, _substituted = lists["matches"]
    assert (match["score"], match["place"], match["seat"]) == (22, 1, 1)
    assert match["players"] == ["=Ada", "Bruno S.", f"Player {player.pk + 2}"]
    entered, _substituted = lists["rounds"]
    assert (entered["score"], entered["entered_by_you"]) == (22, True)
    assert lists["penalties"][0]["reason"] == "Late"
    assert lists["disputes"][0]["reason"] == "I had 21."
    assert lists["mails"][0]["subject"] == "Welcome"
    assert (lists["sign_ins"][0]["ip"], lists["services"][0]["uid"]) == ("192.0.2.7", "u-7")
    assert [act["what"] for act in lists["actions"]] == [
        "submission.submitted_by",
        "substitution.by",
        "confirmation.by",
        "dispute.opened_by",
        "session.check_in",
        "result.entered",
        "result.confirm",
        "result.dispute",
        "result.stand_in",
    ]


def test_it_holds_no_secret_and_no_name_that_the_public_does_not_read(archive):
    everything = "".join(archive.read(name).decode() for name in archive.namelist())
    for secret in [SECRET, "the seed", "session-key", "the link", User.objects.first().password]:
        assert secret not in everything
    assert "alice@example.org" not in everything


def test_no_cell_is_a_formula(archive):
    assert sheet(archive, "players")[0]["name"] == "'=Ada"
    assert data(archive)["players"][0]["name"] == "=Ada"


def test_mails_to_an_address_that_was_not_proved_are_not_handed_out():
    mallory = make.user("mallory@example.org")
    EmailAddress.objects.create(user=mallory, email="ada@example.org", verified=False)
    add_mail("ada@example.org", subject="New")
    assert data(made(my_data.start_for_account(mallory)))["mails"] == []


def test_a_user_without_players_gets_empty_lists():
    lists = data(made(my_data.start_for_account(make.user("zoe@example.org"))))
    assert lists["account"][0]["email"] == "zoe@example.org"
    assert lists["matches"] == lists["players"] == []


def test_an_organiser_hands_out_what_is_kept_about_a_player_without_account(ada):
    bruno = Player.objects.get(name__startswith="Bruno")
    archive = made(my_data.start_for_player(bruno, by=make.user()))
    lists = data(archive)
    assert lists["about"] == {"player": bruno.pk}
    assert lists["players"][0]["name"] == f"Bruno {SECRET}"
    assert lists["matches"][0]["score"] == 4
    assert "account" not in lists
    assert "account.csv" not in archive.namelist()


def test_for_a_player_with_an_account_only_the_person_asks(ada):
    _user, player = ada
    with pytest.raises(Conflict, match="=Ada has an account"):
        my_data.start_for_player(player, by=make.user())


def test_a_player_who_got_an_account_meanwhile_is_not_handed_out(ada):
    bruno = Player.objects.get(name__startswith="Bruno")
    job = my_data.start_for_player(bruno, by=make.user())
    Player.objects.filter(pk=bruno.pk).update(account=make.user("bruno@example.org"))
    jobs.run(job.pk, KINDS)
    job.refresh_from_db()
    assert (job.state, jobs.find_file(job, JobFile.Role.OUTPUT)) == (JobState.FAILED, None)


def test_two_clicks_are_one_job_and_a_new_file_replaces_the_old_one(ada):
    user, alice = ada[0], make.user()
    bruno = Player.objects.get(name__startswith="Bruno")
    first = my_data.start_for_account(user)
    assert my_data.start_for_account(user) == first
    of_bruno = my_data.start_for_player(bruno, by=alice)
    assert my_data.start_for_player(bruno, by=user) == of_bruno
    of_alice = my_data.start_for_account(alice)
    for job in (first, of_bruno, of_alice):
        made(job)
    second = my_data.start_for_account(user)
    made(second)
    with_file = set(JobFile.objects.values_list("job", flat=True))
    assert with_file == {second.pk, of_bruno.pk, of_alice.pk}


def test_the_readme_is_in_the_language_of_the_person(ada):
    with translation.override("fr"):
        job = my_data.start_for_account(ada[0])
    assert job.language == "fr"
    assert "matches.csv" in made(job).read("README.txt").decode()


def test_data_of_a_player_who_was_merged_meanwhile_is_not_found():
    one, other = make.players(make.club(), ["Eve", "Evi"])
    merging.merge(one, other, by=None)
    with pytest.raises(NotFound):
        my_data.start_for_player(one, by=make.user("bob@example.org"))
