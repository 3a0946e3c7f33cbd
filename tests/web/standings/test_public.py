from random import Random
from typing import Any

import pytest
from django.utils.html import escape

from games import record
from league.models import Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from scoring import projection, rating
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db

ODD_NAMES = ["<script>alert(1)</script>", 'Zoé "Zaza" O’Brien', "🦊 renard", "{{ 7|add:7 }}"]


@pytest.fixture
@made_once
def match():
    """Return a finished match of 66 to 18 to 15, with standings refreshed."""
    match = make.played(make.match(), *[[22, 5, 6]] * 3)
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(match.session.season.club_id)
    return match


def public_paths(match):
    season = match.session.season
    player = match.seats.first().player_id
    return [
        f"/en/clubs/{season.club.slug}/",
        f"/en/clubs/{season.club.slug}/ratings/",
        f"/en/seasons/{season.pk}/",
        f"/en/seasons/{season.pk}/neurotrio/",
        f"/en/seasons/{season.pk}/table/",
        f"/en/seasons/{season.pk}/?as_of={match.session_id}",
        f"/en/seasons/{season.pk}/players/{player}/",
        f"/en/seasons/{season.pk}/neurotrio/players/{player}/",
        f"/en/seasons/{season.pk}/players/{player}/?as_of={match.session_id}",
        f"/en/sessions/{match.session_id}/",
        f"/en/matches/{match.pk}/",
        f"/en/players/{player}/",
    ]


def test_public_pages_answer_and_set_no_cookie(client, match):
    for path in public_paths(match):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert not answer.cookies, path


def test_an_address_without_language_leads_to_the_readers_own(client, match):
    path = f"/seasons/{match.session.season_id}/"
    assert client.get(path, headers={"accept-language": "fr"}).url == f"/fr{path}"
    assert client.get(path, headers={"accept-language": "en-GB"}).url == f"/en{path}"


def test_the_season_page_speaks_french(client, match):
    text = client.get(f"/fr/seasons/{match.session.season_id}/").content.decode()
    assert "Classement" in text
    assert "60" in text


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_are_shown_and_never_run(client, name):
    session = make.session(make.season(make.club(name=name), name=name), place=name)
    seated = make.players(session.season.club, [name, "Ada"])
    match = make.played(make.match(session, seated), *[[22, 5]] * 3)
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(session.season.club_id)
    for path in public_paths(match):
        text = client.get(path).content.decode()
        if "/table/" not in path and path != "/en/":
            assert escape(name) in text, path
        assert "<script>alert" not in text, path


@pytest.mark.parametrize(
    ("visibility", "name"), [(Visibility.INITIAL, "Ada L."), (Visibility.HIDDEN, "Player ")]
)
def test_the_public_reads_what_the_player_chose_and_members_the_full_name(client, visibility, name):
    session = make.session(make.season(make.club()))
    ada = clubs.add_player(session.season.club, name="Ada Lovelace", visibility=visibility)
    match = make.played(
        make.match(session, [ada, *make.players(session.season.club, ["Bob"])]), *[[22, 5]] * 3
    )
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(session.season.club_id)
    paths = [path for path in public_paths(match) if path != "/en/"]
    for path in paths:
        text = client.get(path).content.decode()
        assert "Lovelace" not in text, path
        assert name in text, path
    client.force_login(make.user())
    for path in paths:
        assert "Ada Lovelace" in client.get(path).content.decode(), path


def test_the_table_is_unchanged_until_its_version_moves(client, match):
    path = f"/en/seasons/{match.session.season_id}/table/"
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    submissions.correct(match.pk, 3, make.sheet(7, 5, 22), by=None)
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_each_language_and_audience_has_a_tag_of_its_own(client, match):
    season = match.session.season_id
    tags = {client.get(f"/{code}/seasons/{season}/table/")["ETag"] for code in ("en", "fr")}
    client.force_login(make.user())
    tags.add(client.get(f"/en/seasons/{season}/table/")["ETag"])
    assert len(tags) == 3


def test_a_pending_table_says_so(client):
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    assert "being counted" in client.get(f"/en/seasons/{season.pk}/").content.decode()


def test_the_match_page_explains_a_score_by_its_cards(client):
    match = make.match(options={"minimums": [11, 11, 11]})
    graal = ["1CN", "1CN", "1CV", "1CV", "1CB", "1EN", "1EV", "1EB", "1RN", "1RV", "1RB"]
    other = ["2EB", "2EB", "2EV", "3CN", "3CN", "3RN", "3RN", "2RV", "2RV", "3CB"]
    third = ["2CN", "2CV", "2CB", "2EN", "2EV", "2RN", "3EN", "3EV", "3EB", "3RV"]
    hands = {"evidence": "final", "hands": [graal, other, third], "finisher": 0}
    submissions.submit(match.pk, hands, by=None)
    text = client.get(f"/en/matches/{match.pk}/").content.decode()
    assert "Grail bonus" in text
    assert "N25" in text
    assert "1 of hearts on black" in text
    assert text.count('class="card"') == 31


@pytest.mark.parametrize(
    "path",
    [
        "clubs/nowhere/",
        "seasons/999/",
        "seasons/999/table/",
        "seasons/1/chess/",
        "sessions/999/",
        "matches/999/",
        "matches/99999999999999999999/",
        "players/999/",
        "wp-admin/",
    ],
)
def test_a_missing_page_is_404_with_a_message(client, path):
    answer = client.get(f"/en/{path}")
    assert answer.status_code == 404
    assert "nothing at this address" in answer.content.decode()


def queries(client, path, django_assert_max_num_queries):
    with django_assert_max_num_queries(1000) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_pages_ask_as_often_for_many_rows_as_for_few(client, match, django_assert_max_num_queries):
    earlier = make.session(match.session.season, 30)
    make.played(make.match(earlier, [seat.player for seat in match.seats.all()]), *[[22, 5, 6]] * 3)
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)
    before = [queries(client, path, django_assert_max_num_queries) for path in public_paths(match)]
    club = match.session.season.club
    for day in range(2, 6):
        session = make.session(match.session.season, day)
        for number in range(3):
            seated = make.players(club, [f"P{day}{number}{n}" for n in range(3)])
            seated[0] = match.seats.first().player
            make.played(make.match(session, seated), *[[22, 5, 6]] * 3)
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(club.pk)
    after = [queries(client, path, django_assert_max_num_queries) for path in public_paths(match)]
    assert [b for b, a in zip(before, after, strict=True) if a > b + 1] == []
    assert max(after) <= 22


def test_a_better_grouping_is_shown_to_members_only(client):
    match = make.match()
    hands = {
        "evidence": "final",
        "hands": [
            ["1CN", "1CN", "1CV", "1CV", "1CB", "2EV", "2RB", "3CB", "3EN", "3RN"],
            ["2CB", "3CB", "2RV", "2RN", "2RV", "2RN", "2EN", "2EB", "3RB", "1RV"],
            ["1EV", "2EB", "3EV", "3RV", "3EB", "3RB", "2CV", "1EB", "1RN", "1RN"],
        ],
        "finisher": None,
        "groupings": [{"duos": [], "trios": []}, None, None],
    }
    submissions.submit(match.pk, hands, by=None)
    path = f"/fr/matches/{match.pk}/"
    assert "Ada a annoncé un regroupement" not in client.get(path).content.decode()
    client.force_login(make.user())
    assert "Ada a annoncé un regroupement" in client.get(path).content.decode()


# --- transcripts move by move
@pytest.fixture
@made_once
def transcript():
    """Return a match with one round of Neurotrio and all its moves."""
    match = make.match()
    names = [seat.player.name for seat in match.seats.all()]
    played: dict[str, Any] = record.play("neurotrio", Random(1), names, "transcript")
    return submissions.submit(match.pk, played["rounds"][0], by=None).match


def replay(client, match, number=1, step="", piece=""):
    return client.get(f"/en/matches/{match.pk}/rounds/{number}/{piece}", {"step": step})


def test_a_transcript_is_replayed_move_by_move(client, transcript):
    moves = transcript.submissions.get().body["moves"]
    first = transcript.seats.get(number=moves[0]["seat"]).player.name
    assert "The cards are dealt." in replay(client, transcript).content.decode()
    page = replay(client, transcript, step=1).content.decode()
    assert f"{first} draws" in page
    assert f"1/{len(moves)}" in page
    last = replay(client, transcript, step=len(moves)).content.decode()
    assert "finishes." in last
    assert "?step=" + str(len(moves) - 1) in last


def test_the_match_page_leads_to_the_replay_and_shows_it_in_place(client, transcript):
    page = client.get(f"/en/matches/{transcript.pk}/").content.decode()
    assert f'data-replay="/en/matches/{transcript.pk}/rounds/1/step/"' in page
    piece = replay(client, transcript, step=2, piece="step/").content.decode()
    assert "<html" not in piece
    assert "discards" in piece


@pytest.mark.parametrize("step", ["-1", "x", "²", "99999999", "1" * 5000, "9999"])
def test_a_step_that_is_none_shows_the_first_or_the_last(client, transcript, step):
    page = replay(client, transcript, step=step).content.decode()
    assert ("The cards are dealt." in page) != ("finishes." in page)


@pytest.mark.parametrize("number", [0, 2, 99])
def test_rounds_that_are_not_there_have_no_replay(client, transcript, number):
    assert replay(client, transcript, number).status_code == 404
    assert replay(client, transcript, number, piece="step/").status_code == 404


def test_a_sheet_has_no_replay(client, match):
    assert replay(client, match).status_code == 404
    assert "data-replay" not in client.get(f"/en/matches/{match.pk}/").content.decode()


def test_hidden_names_stay_hidden_in_a_replay(client, transcript):
    seat = transcript.seats.get(number=transcript.submissions.get().body["moves"][0]["seat"])
    clubs.update_player(seat.player, name=seat.player.name, visibility=Visibility.HIDDEN)
    assert seat.player.name not in replay(client, transcript, step=1).content.decode()
