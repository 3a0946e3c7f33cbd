import pytest

from api.http import clause_links
from games import GAMES
from league.models import Match
from tests import make
from tests.api.caller import Caller

RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(12, 4)],
}


def test_a_record_is_checked_without_an_account_and_not_saved(db):
    response = Caller().post("check/", RECORD)
    assert response.status_code == 200
    assert response.json()["ok"] is True
    assert response.json()["totals"] == [12, 4]
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "record", [[], "record", 3, True, {}, {"record": 2}, RECORD | {"rounds": [make.sheet(17, 4)]}]
)
def test_a_record_with_problems_is_an_answer_not_an_error(db, record):
    response = Caller().post("check/", record)
    assert response.status_code == 200
    assert response.json()["ok"] is False
    assert response.json()["problems"]


def test_clauses_of_problems_are_linked_with_their_titles(db):
    wrong = RECORD | {"rounds": [make.sheet(17, 4), make.sheet(17, 3)]}
    link = "</rules/neurotrio/#N27>; rel=\"help\"; title*=UTF-8''N27%20Possible%20scores"
    assert Caller().post("check/", wrong)["Link"] == link
    french = Caller().post("check/", wrong, Accept_Language="fr")["Link"]
    assert french.endswith("N27%20Scores%20possibles")
    assert not Caller().post("check/", RECORD).has_header("Link")


def test_links_to_clauses_are_limited(db, monkeypatch):
    monkeypatch.setattr(clause_links, "MOST_LINKS", 1)
    rounds = [make.sheet(17, 4), {"evidence": "sheet"}, 7]
    assert Caller().post("check/", RECORD | {"rounds": rounds})["Link"].count("rel=") == 1


def test_clauses_without_texts_are_not_linked(db, monkeypatch):
    monkeypatch.delattr(GAMES["neurotrio"], "rule_book")
    wrong = RECORD | {"rounds": [make.sheet(17, 4)]}
    assert not Caller().post("check/", wrong).has_header("Link")


def test_null_is_readable_too(db):
    assert Caller().post("check/", b"null").json()["ok"] is False


def test_the_verdict_speaks_the_language_of_the_caller(db):
    wrong = RECORD | {"rounds": [make.sheet(17, 4)]}
    english = Caller().post("check/", wrong).json()["problems"][0]
    french = Caller().post("check/", wrong, Accept_Language="fr").json()["problems"][0]
    assert english["code"] == french["code"]
    assert english["message"] != french["message"]


def test_a_broken_token_does_not_matter_here(db):
    assert Caller("nonsense").post("check/", RECORD).status_code == 200


def test_a_key_has_no_effect_here(db):
    for _time in range(2):
        response = Caller().post("check/", RECORD, Idempotency_Key="same")
        assert "Idempotent-Replayed" not in response


def test_hundreds_of_thousands_of_cards_are_answered(db):
    hands = [["2EB"] * 100_000, [0] * 100_000]
    rounds = [{"evidence": "final", "hands": hands, "finisher": 0}]
    response = Caller().post("check/", RECORD | {"rounds": rounds})
    assert response.status_code in {200, 413}
    assert len(response.content) < 1_000_000
