"""Rounds entered, corrected and previewed by the form."""

import re

import pytest

from league.errors import Forbidden, NotFound
from league.models import Player, Role
from league.operations.matches import submissions
from tests import make
from tests.web.desk import entry, scores, sign_in

pytestmark = pytest.mark.django_db


def test_a_round_is_entered_by_its_scores(client, alice):
    match = make.match()
    assert client.post(entry(match, 1), scores(14, 5, 6)).status_code == 302
    assert match.submissions.get().body == {"evidence": "sheet", "scores": [14, 5, 6]}
    assert match.submissions.get().submitted_by == alice


@pytest.mark.parametrize("wrong", ["17", "", "x", "5.5", "९", "-1", "9" * 30])
def test_a_wrong_score_is_refused_beside_its_field(client, alice, wrong):
    match = make.match()
    answer = client.post(entry(match, 1), scores(14, wrong, 6, finisher="0"))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'name="score-1"[^>]*>\s*<div id="wrong-1">\s*<p class="refusal">', text)
    assert f'value="{wrong}"' in text
    at_the_top = text[text.index('class="refusals"') : text.index('class="entry"')]
    assert "Bruno" in at_the_top
    assert not match.submissions.exists()


def test_all_reasons_are_listed_and_three_of_them_unfolded(client, alice):
    session = make.session(make.season(make.club(alice)))
    match = make.match(session, make.players(session.season.club))
    text = client.post(entry(match, 1), scores("a", "b", "c", "d")).content.decode()
    at_the_top = text[text.index('class="refusals"') : text.index('class="entry"')]
    first, rest = at_the_top.split("And 1 more")
    assert (first.count('class="refusal"'), rest.count('class="refusal"')) == (3, 1)


def test_the_same_form_sent_twice_is_one_round(client, alice):
    match = make.match()
    for _ in range(2):
        assert client.post(entry(match, 1), scores(14, 5, 6)).status_code == 302
    assert match.submissions.count() == 1


def test_another_round_under_a_taken_number_is_a_conflict(client, alice):
    match = make.played(make.match(), [14, 5, 6])
    answer = client.post(entry(match, 1), scores(13, 5, 6))
    assert answer.status_code == 409
    assert match.submissions.count() == 1


def test_a_correction_of_an_old_version_is_a_conflict(client, alice):
    match = make.played(make.match(), [14, 5, 6])
    client.post(entry(match, 1), scores(14, 5, 7, seen=1))
    answer = client.post(entry(match, 1), scores(14, 5, 8, seen=1))
    assert answer.status_code == 409
    assert match.submissions.order_by("version").last().scores == [14, 5, 7]


def test_a_preview_does_not_overwrite_a_newer_version(client, alice):
    match = make.played(make.match(), [14, 5, 6])
    client.post(entry(match, 1), scores(14, 5, 7, seen=1))
    looked = client.post(entry(match, 1), scores(14, 5, 8, seen=1, do="look")).content.decode()
    assert 'name="seen" value="1"' in looked


def test_hands_may_be_typed_in_any_spelling(client, alice):
    match = make.match()
    form = {
        "evidence": "final",
        "finisher": "nobody",
        "hand-0": "1cn,1cv,1en,1eb,1rv,2cn,2ev,2rb,3cb,3en",
        "hand-1": "2CB 3CB 2RV 2RN 2RV 2RN 2EN 2EB 3RB 1RV",
        "hand-2": "1EV 2EB 3EV 3RN 3EB 3RB 1CV 1EB 1RN 1RN",
    }
    assert client.post(entry(match, 1), form).status_code == 302
    assert match.submissions.get().scores[0] == 3


def test_the_preview_shows_the_best_grouping(client, alice):
    match = make.match()
    hand = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB"
    form = {"evidence": "final", "finisher": "0", "hand-0": hand, "hand-1": "9XX", "hand-2": ""}
    text = client.post(f"/en/desk/matches/{match.pk}/rounds/1/preview/", form).content.decode()
    assert "<b>22</b>" in text
    assert "Grail bonus" in text
    assert "cannot come from one deck" in text


def test_the_preview_says_when_a_hand_cannot_finish(client, alice):
    match = make.match()
    hand = "1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN 2CN"
    form = {"evidence": "final", "finisher": "0", "hand-0": hand}
    text = client.post(f"/en/desk/matches/{match.pk}/rounds/1/preview/", form).content.decode()
    assert "do not form one duo and three trios" in text


def preview(client, match, number, **form):
    return client.post(
        f"/en/desk/matches/{match.pk}/rounds/{number}/preview/", form
    ).content.decode()


def test_the_preview_of_a_sheet_shows_the_totals_after_it(client, alice):
    match = make.played(make.match(), [14, 5, 6])
    text = preview(client, match, 2, **scores(11, 0, 3))
    assert "Total after this round: 25" in text
    assert match.submissions.count() == 1


def test_the_preview_of_a_correction_leaves_later_rounds_out(client, alice):
    match = make.played(make.match(), [14, 5, 6], [11, 0, 3])
    text = preview(client, match, 1, **scores(22, 5, 6))
    assert "Total after this round: 22" in text


@pytest.mark.parametrize("number", [0, 1, 2, 77])
def test_the_preview_says_what_is_not_right_yet(client, alice, number):
    match = make.played(make.match(), [14, 5, 6])
    text = preview(client, match, number, **scores("fourteen", 5, 6))
    assert "Enter a whole number" in text
    assert "Total after" not in text


def test_a_huge_form_is_refused_with_413(client, alice):
    match = make.match()
    answer = client.post(entry(match, 1), scores("1" * 1_100_000, 5, 6))
    assert answer.status_code == 413
    assert not match.submissions.exists()


def test_player_enters_rounds_of_the_own_table_only(client):
    club = make.club()
    session = make.session(make.season(club))
    players = make.players(club, [*make.NAMES[:3], "Eve", "Finn"])
    ada = make.member(club, Role.PLAYER, "ada@example.org")
    Player.objects.filter(pk=players[0].pk).update(account=ada)
    own = make.match(session, players[:3])
    other = make.match(session, players[3:])
    sign_in(client, ada)
    page = client.get(f"/en/matches/{own.pk}/").content.decode()
    assert entry(own, 1) in page
    assert f"/matches/{own.pk}/code/" not in page
    assert "/rounds/1/" not in client.get(f"/en/matches/{other.pk}/").content.decode()

    for number in (1, 2):
        answer = client.post(entry(own, number), scores(16, number, 0))
        assert answer.status_code == 302
    assert {row.submitted_by for row in own.submissions.all()} == {ada}
    seen = scores(16, 3, 0, seen="1", reason="typo")
    assert client.post(entry(own, 1), seen).status_code == 403
    assert client.post(entry(own, 2), seen).status_code == 302
    assert own.submissions.current()[1].scores == [16, 3, 0]
    refused = client.post(entry(other, 1), scores(16, 0))
    assert (refused.status_code, other.submissions.count()) == (403, 0)


def test_player_submits_rounds_of_the_own_table_by_the_api():
    club = make.club()
    players = make.players(club)
    ada = make.member(club, Role.PLAYER, "ada@example.org")
    Player.objects.filter(pk=players[0].pk).update(is_child=True, guardian=ada)
    session = make.session(make.season(club))
    own, other = make.match(session, players[:3]), make.match(session, players[1:])
    assert submissions.lock_match_for_entry(ada, own.pk).match == own
    with pytest.raises(Forbidden):
        submissions.lock_match_for_entry(ada, other.pk)
    club.memberships.filter(user=ada).delete()
    with pytest.raises(NotFound):
        submissions.lock_match_for_entry(ada, own.pk)
