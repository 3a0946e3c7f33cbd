"""Results on pages: marks of what is not final, confirmation and dispute by phone, decisions at the
desk."""

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Confirmation, ConfirmationWay, Dispute, Match, Role
from league.operations.matches import match_results, table_codes
from league.operations.results import confirmations, disputes
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from scoring import projection
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_kept():
    cache.clear()


@pytest.fixture
def match():
    season = make.season(make.club(), confirmation="majority", games=["neurotrio"])
    return make.played(make.match(make.session(season), options={"target": 20}), (22, 4, 2))


@pytest.fixture
def code(match):
    return str(table_codes.renew(match, by=make.user()))


def seats(match):
    return [seat.player_id for seat in match.seats.all()]


def text(answer):
    return answer.content.decode()


def page_text(client, path):
    cache.clear()
    return text(client.get(path))


def state(match):
    return match_results.result_status(
        Match.objects.select_related("session__season").get(pk=match.pk)
    ).state


def tell(match, who=1, reason="I had 5"):
    speaker = Speaker(seats(match)[who], ConfirmationWay.TABLE)
    return disputes.open_dispute(match, speaker, reason=reason, by=None)


def refreshed(match):
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)


def everywhere(match):
    season = match.session.season
    return {
        "match": f"/en/matches/{match.pk}/",
        "evening": f"/en/sessions/{match.session_id}/",
        "club": f"/en/clubs/{season.club.slug}/",
        "season": f"/en/seasons/{season.pk}/",
        "player": f"/en/players/{seats(match)[0]}/",
    }


def test_a_provisional_result_is_marked_on_every_page(client, match):
    refreshed(match)
    for name, path in everywhere(match).items():
        assert "result-mark" in page_text(client, path), name
    for player in seats(match)[:2]:
        confirmations.confirm(match, Speaker(player, ConfirmationWay.TABLE), by=None)
    refreshed(match)
    for name, path in everywhere(match).items():
        assert "result-mark" not in page_text(client, path), name
    assert "Confirmed by" in page_text(client, everywhere(match)["match"])
    tell(match)
    refreshed(match)
    for name, path in everywhere(match).items():
        assert "result-mark" in page_text(client, path), name


def test_reasons_of_disputes_are_for_members(client, match):
    tell(match, reason="He cheated")
    assert "He cheated" not in page_text(client, f"/en/matches/{match.pk}/")
    sign_in(client, make.user())
    assert "He cheated" in page_text(client, f"/en/matches/{match.pk}/")


def test_standings_with_and_without_what_is_not_final(client, match):
    other = make.match(match.session, [seat.player for seat in match.seats.all()])
    make.played(other, (22, 4, 2), (16, 1, 1), (12, 0, 1))
    confirmations.confirm(other, Speaker(None, ConfirmationWay.REFEREE), by=None)
    refreshed(match)
    path = f"/en/seasons/{match.session.season_id}/?columns=all"
    assert "1 result is not final yet." in page_text(client, path)
    final = page_text(client, f"{path}&results=final")
    assert "Final results only." in final
    assert "result-mark" not in final
    assert "<td>1<td class=wins>1<td" in final
    assert "<td>2<td class=wins>2<td" in page_text(client, path)


def test_players_confirm_on_the_phone_of_the_table(match, code):
    phone, path = Client(enforce_csrf_checks=True), f"/en/t/{code}/"
    assert "Is the result right?" in page_text(phone, path)
    for player in seats(match)[:2]:
        sent = phone.post(f"{path}result/", {"do": "confirm", "player": player})
        assert (sent.status_code, sent["Location"]) == (302, f"{path}#result")
    assert state(match) == "final"
    assert "The result is confirmed." in page_text(phone, path)
    assert set(Confirmation.objects.values_list("how", flat=True)) == {"table"}
    first = Confirmation.objects.first()
    phone.post(f"{path}result/", {"do": "take_back", "row": first.pk})
    assert state(match) == "entered"


def test_a_player_says_on_the_phone_what_is_wrong(match, code):
    phone, path = Client(), f"/en/t/{code}/result/"
    statement = {"do": "dispute", "player": seats(match)[2], "reason": "I had <3>"}
    assert phone.post(path, statement).status_code == 302
    assert "I had &lt;3&gt;" in page_text(phone, f"/en/t/{code}/")
    again = phone.post(path, statement)
    assert again.status_code == 422
    assert "already disputed this result" in text(again)
    phone.post(path, {"do": "withdraw", "row": Dispute.objects.get().pk})
    assert not Dispute.objects.get().is_open


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ({}, 404),
        ({"do": "decide"}, 404),
        ({"do": "confirm"}, 422),
        ({"do": "confirm", "player": "99999"}, 422),
        ({"do": "confirm", "player": "x" * 30}, 422),
        ({"do": "take_back", "row": "1"}, 404),
        ({"do": "dispute", "reason": " "}, 422),
    ],
)
def test_an_invalid_statement_from_a_phone_is_refused(match, code, statement, status):
    assert Client().post(f"/en/t/{code}/result/", statement).status_code == status
    assert not Confirmation.objects.exists()
    assert not Dispute.objects.exists()


def test_the_desk_sees_what_waits_confirms_and_decides(client, match):
    sign_in(client, make.user())
    evening, page = (
        f"/en/desk/sessions/{match.session_id}/",
        f"/en/desk/matches/{match.pk}/result/",
    )
    assert "Results waiting for a decision" in page_text(client, evening)
    sent = client.post(page, {"do": "confirm", "back": "evening"})
    assert sent["Location"] == evening
    assert state(match) == "final"
    assert "Results waiting for a decision" not in page_text(client, evening)
    dispute = tell(match)
    assert "Results waiting for a decision" in page_text(client, evening)
    refused = client.post(page, {"do": "decide", "row": dispute.pk, "outcome": "corrected"})
    assert (refused.status_code, "Nothing has been corrected" in text(refused)) == (422, True)
    client.post(page, {"do": "decide", "row": dispute.pk, "outcome": "void", "words": "Redo"})
    assert state(match) == "none"
    assert "the match has no result" in page_text(client, page)
    client.post(page, {"do": "reopen", "row": dispute.pk})
    assert state(match) == "confirmed"
    client.post(page, {"do": "withdraw", "row": dispute.pk})
    assert state(match) == "final"


def test_words_of_a_refused_dispute_or_decision_stay_where_they_were_typed(client, match):
    sign_in(client, make.user())
    one, other, ada = tell(match, 0, "One"), tell(match, 1, "Other"), str(seats(match)[0])
    path = f"/en/desk/matches/{match.pk}/result/"
    again = one_line(client.post(path, {"do": "dispute", "player": ada, "reason": "It was 5"}).text)
    assert 'name="reason" value="It was 5"' in again
    assert f'<option value="{ada}" selected>' in again
    decision = {"do": "decide", "row": other.pk, "outcome": "corrected", "words": "I looked"}
    decided = one_line(client.post(path, decision).text)
    assert decided.count('value="I looked"') == 1
    assert f'id="words-{other.pk}" name="words" value="I looked"' in decided
    assert decided.count('value="corrected" required checked') == 1
    assert f'id="words-{one.pk}" name="words" value=""' in decided


def test_a_member_at_the_table_speaks_for_himself_alone(client, match):
    club, (ada, bruno, _chloe) = match.session.season.club, seats(match)
    member = make.member(club, Role.PLAYER, "ada@example.org")
    club.players.filter(pk=ada).update(email="ada@example.org")
    sign_in(client, member)
    page = f"/en/desk/matches/{match.pk}/result/"
    assert "Confirm as organiser" not in page_text(client, page)
    assert client.post(page, {"do": "confirm", "player": bruno}).status_code == 403
    assert client.post(page, {"do": "postpone", "to": "2026-12-01T20:00"}).status_code == 403
    assert client.post(page, {"do": "confirm"}).status_code == 302
    assert Confirmation.objects.get().player_id == ada


def test_a_match_is_put_off_and_played_after_all(client):
    match = make.match()
    sign_in(client, make.user())
    page = f"/en/desk/matches/{match.pk}/result/"
    assert client.post(page, {"do": "postpone", "to": "soon"}).status_code == 422
    client.post(page, {"do": "postpone", "to": "2026-12-01T20:00", "reason": "Snow"})
    assert "Postponed to Tuesday 1 December 2026, 20:00." in page_text(client, page)
    assert "Postponed to" in page_text(client, f"/en/matches/{match.pk}/")
    assert "postponed" in page_text(client, f"/en/sessions/{match.session_id}/")
    assert "Postponed" in page_text(client, f"/en/desk/sessions/{match.session_id}/")
    client.post(page, {"do": "go_on"})
    assert "Postponed to" not in page_text(client, page)


def test_the_form_of_a_season_has_its_rule(client):
    club = make.club()
    sign_in(client, make.user())
    form = {"name": "Printemps", "starts_on": "2027-01-01", "games": ["neurotrio"]}
    form |= {"confirmation": "all", "confirm_after_hours": "48", "correction_policy": "free"}
    client.post(f"/en/desk/clubs/{club.slug}/seasons/", form)
    season = club.seasons.get()
    assert (season.confirmation, season.confirm_after_hours) == ("all", 48)
    client.post(f"/en/desk/clubs/{club.slug}/seasons/", {**form, "confirm_after_hours": "99999"})
    assert club.seasons.count() == 1
    seasons.update(season, confirmation="nobody")


def test_pages_without_a_confirmation_rule_show_no_marks(client):
    match = make.played(make.match(options={"target": 20}), (22, 4, 2))
    code = table_codes.renew(match, by=make.user())
    refreshed(match)
    for name, path in everywhere(match).items():
        assert "result-mark" not in page_text(client, path), name
    phone = page_text(client, f"/en/t/{code}/")
    assert "Is the result right?" not in phone
    assert "Report a problem" in phone


def test_a_dispute_is_decided_with_corrected_scores_on_one_page(client, match):
    sign_in(client, make.user())
    dispute, saved = tell(match), match.submissions.current()[-1]
    path = f"/en/desk/matches/{match.pk}/result/"
    fields = [f"round-{saved.number}-{seat}" for seat in range(len(saved.scores))]
    page = page_text(client, path)
    assert all(f'name="{field}"' in page for field in fields)
    *others, last = saved.scores
    decision = {"do": "decide", "row": dispute.pk, "outcome": "corrected", "words": "Misread"}
    wrong = dict(zip(fields, [*others, "many"], strict=True))
    refused = client.post(path, {**decision, **wrong})
    assert (refused.status_code, 'value="many"' in text(refused)) == (422, True)
    right = dict(zip(fields, [*others, last + 1], strict=True))
    assert client.post(path, {**decision, **right}).status_code == 302
    row = match.submissions.current()[-1]
    assert (row.scores, row.reason) == ([*others, last + 1], "Misread")
    dispute.refresh_from_db()
    assert dispute.outcome == "corrected"
