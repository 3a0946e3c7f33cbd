"""All results of a round in one grid: each row is stored, refused or asked about by itself."""

import pytest

from league.models import Role
from league.operations.matches import submissions
from tests import make
from tests.made_once import made_once
from tests.web.desk import before_alice, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
@before_alice
@made_once
def sitting():
    return make.published(make.tournament(here=9, least=3))


@pytest.fixture
def tables(sitting):
    return [table.match for table in sitting.tables.order_by("number")]


def address(sitting):
    return f"/en/desk/sittings/{sitting.pk}/results/"


def row(match, *scores, number=1, **more):
    fields = {f"score-{seat}": value for seat, value in enumerate(scores)}
    return {
        f"m{match.pk}-{name}": value for name, value in {"number": number, **fields, **more}.items()
    }


def rounds(match):
    return [submission.scores for submission in match.submissions.order_by("number")]


def test_each_table_is_judged_by_itself(client, sitting, tables):
    sent = row(tables[0], 14, 5, 6) | row(tables[1], 14, 17, 6) | row(tables[2], "", "", "")
    answer = client.post(address(sitting), sent)
    assert answer.status_code == 422
    assert [rounds(match) for match in tables] == [[[14, 5, 6]], [], []]
    assert "Round 1 is saved." in answer.text
    assert f'<a href="#m{tables[1].pk}-score-1">' in answer.text.replace("> ", ">")
    assert f'id="m{tables[1].pk}-score-1" name="m{tables[1].pk}-score-1" value="17"' in answer.text
    assert answer.text.count(" autofocus") == 1
    corrected = client.post(address(sitting), row(tables[1], 14, 5, 6))
    assert (corrected.status_code, rounds(tables[1])) == (200, [[14, 5, 6]])


def test_a_row_sent_twice_is_one_round_and_then_the_next_round_is_asked_for(
    client, sitting, tables
):
    sent = row(tables[0], 14, 5, 6, finisher="0") | {"row": tables[0].pk}
    for _ in range(2):
        answer = client.post(address(sitting), sent)
        assert answer.status_code == 200
    assert rounds(tables[0]) == [[14, 5, 6]]
    assert f'name="m{tables[0].pk}-number" value="2"' in answer.text
    assert tables[0].submissions.get().body["finisher"] == 0


def test_a_newer_result_of_someone_else_is_shown_and_not_overwritten(client, sitting, tables):
    make.played(tables[0], [3, 14, 6])
    answer = client.post(address(sitting), row(tables[0], 14, 5, 6))
    assert answer.status_code == 422
    assert "Round 1 is already entered: the next round is 2" in answer.text
    assert "14 / 5 / 6" in answer.text
    assert rounds(tables[0]) == [[3, 14, 6]]
    assert f'name="m{tables[0].pk}-score-0" value=""' in answer.text


def test_the_same_scores_again_are_asked_about(client, sitting, tables):
    submissions.submit(tables[0].pk, make.sheet(14, 5, 6), by=None, device="a phone")
    sent = row(tables[0], 14, 5, 6, number=2)
    answer = client.post(address(sitting), sent)
    assert f'name="m{tables[0].pk}-again"' in answer.text
    assert rounds(tables[0]) == [[14, 5, 6]]
    client.post(address(sitting), sent | row(tables[0], again="yes", number=2))
    assert len(rounds(tables[0])) == 2


def test_an_open_grid_is_sent_the_rows_again_only_after_a_result(client, sitting, tables):
    def ask(tag=""):
        return client.get(f"{address(sitting)}?rows=1", headers={"If-None-Match": tag})

    tag = ask()["ETag"]
    assert ask(tag).status_code == 304
    make.played(tables[2], [3, 14, 6])
    assert f'<div id="m{tables[2].pk}">' in ask(tag).text


def test_an_evening_has_its_grid_and_a_finished_table_has_no_fields(client, alice):
    session = make.session(make.season(make.club(alice)))
    over, running = make.match(session, options={"target": 20}), make.match(session)
    make.played(over, [22, 3, 5])
    page = f"/en/desk/sessions/{session.pk}/results/"
    text = client.get(page).text
    assert (f"m{over.pk}-score-0" in text, f"m{running.pk}-score-0" in text) == (False, True)
    client.post(page, row(over, 14, 5, 6) | row(running, 14, 5, 6))
    assert (len(rounds(over)), len(rounds(running))) == (1, 1)


def test_players_may_not_enter_results_of_all_tables(client, sitting, tables):
    sign_in(client, make.member(sitting.tournament.season.club, Role.PLAYER, "bob@example.org"))
    assert client.post(address(sitting), row(tables[0], 14, 5, 6)).status_code == 403
    assert rounds(tables[0]) == []


def test_the_page_of_one_table_has_its_number_and_the_focus_in_its_first_score(
    client, sitting, tables
):
    text = client.get(f"/en/desk/matches/{tables[1].pk}/rounds/1/").text
    assert "<title>Round 1 · Table 2 · Neurotrio" in text
    assert "<h1>Round 1 · Table 2</h1>" in text
    assert text.count(" autofocus") == 1
