"""Records uploaded to a match: drawn and judged first, stored once."""

import json
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import record
from league.models import Role, Submission
from league.operations.matches import submissions
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
NAMES = ["Ada <b>", "Bruno 🃏", "O'Dov"]


def match_and_record(game, evidence="transcript", rounds=2):
    played: dict[str, Any] = record.play(game, Random(4), NAMES, evidence, bots="random")
    club = make.club()
    season = make.season(club, games=[game])
    players = make.players(club, NAMES)
    match = make.match(make.session(season), players, game, played["options"])
    return match, {**played, "rounds": played["rounds"][:rounds]}


def address(match):
    return f"/en/desk/matches/{match.pk}/upload/"


def look(client, match, content):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(address(match), {"file": SimpleUploadedFile("match.json", data)})


def save(client, match, content):
    return client.post(address(match), {"do": "save", "record": json.dumps(content)})


@pytest.mark.parametrize("game", ["neurotrio", "triominos", "njet", "nain_jaune"])
@pytest.mark.parametrize("evidence", ["transcript", "final"])
def test_record_is_drawn_before_it_is_stored_and_stored_once(client, alice, game, evidence):
    match, given = match_and_record(game, evidence)
    page = look(client, match, given).content.decode()
    assert "What would be saved" in page
    assert "Save 2 rounds" in page
    assert "Ada &lt;b&gt;" in page
    assert not Submission.objects.exists()
    for _ in range(2):
        assert save(client, match, given).status_code == 302
    assert [row.body for row in match.submissions.current()] == given["rounds"]
    assert "nothing to save" in look(client, match, given).content.decode()


def test_rounds_that_the_match_has_are_not_stored_again(client, alice):
    match, given = match_and_record("neurotrio")
    submissions.submit(match.pk, given["rounds"][0], by=None)
    page = look(client, match, given).content.decode()
    assert "Save 1 round" in page
    assert "Save 1 rounds" not in page
    save(client, match, given)
    assert match.submissions.count() == 2


def test_one_round_is_a_file_too(client, alice):
    match, given = match_and_record("triominos")
    for _ in range(2):
        save(client, match, given["rounds"][0])
    assert match.submissions.count() == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b"null",
        b'{"record": 2}',
        b'{"evidence": "sheet"}',
        b"[" * 9999,
    ],
)
def test_file_that_is_no_record_is_refused_in_words(client, alice, content):
    match, _given = match_and_record("neurotrio")
    answer = look(client, match, content)
    assert answer.status_code == 422
    assert 'class="refus' in answer.content.decode()


def test_illegal_move_is_refused_with_its_path(client, alice):
    match, given = match_and_record("triominos")
    del given["rounds"][1]["moves"][3]
    for answer in (look(client, match, given), save(client, match, given)):
        assert answer.status_code == 422
        assert "rounds.1.moves" in answer.content.decode()
    assert not Submission.objects.exists()


def test_record_of_another_match_is_refused(client, alice):
    match, given = match_and_record("neurotrio")
    other_game = record.play("njet", Random(1), NAMES, "sheet")
    more_players = record.play("neurotrio", Random(1), [*NAMES, "Eve"], "sheet")
    other_rules = {**given, "options": {**given["options"], "target": 40}}
    for content in (other_game, more_players, other_rules):
        assert look(client, match, content).status_code == 409
    submissions.submit(match.pk, make.sheet(14, 5, 6), by=None)
    assert "Round 1 of the file" in look(client, match, given).content.decode()


def test_large_file_is_refused(client, alice):
    match, _given = match_and_record("neurotrio")
    assert look(client, match, b" " * (1024 * 1024 + 2)).status_code == 422


def test_only_people_who_enter_rounds_may_upload(client):
    match, given = match_and_record("neurotrio")
    make.member(match.session.season.club, Role.PLAYER, "eve@example.org")
    sign_in(client, make.user("eve@example.org"))
    assert client.get(address(match)).status_code == 403
    assert save(client, match, given).status_code == 403
