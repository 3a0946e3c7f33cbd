import re

import pytest
from django.urls import get_resolver

from games import GAMES
from games.neurotrio.score import LABELS
from league.models import Club, JobFile, Match, Player, Role, Season, Session
from league.operations import (
    archives,
    evening,
    imports,
    jobs,
    outbox,
    rulings,
    submissions,
    tokens,
)
from league.operations.imports import Wanted
from league.tasks import KINDS
from league.web import accounts
from league.web.games import PAGES
from league.web.games.pages import GamePages
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client):
    return sign_in(client, make.user())


def sign_in(client, user):
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


def test_signing_in_by_e_mail_whatever_its_case(client):
    make.user()
    form = {"username": "Alice@Example.ORG", "password": "a good pass phrase"}
    assert client.post("/en/login/", form).status_code == 302


def test_a_wrong_password_is_refused_in_plain_words(client):
    make.user()
    answer = client.post("/en/login/", {"username": "alice@example.org", "password": "guess"})
    assert answer.status_code == 200
    assert 'class="refusal"' in answer.content.decode()


def test_the_sixth_guess_has_to_wait(client, settings):
    settings.AXES_ENABLED = True
    make.user()
    form = {"username": "alice@example.org", "password": "guess"}
    statuses = [client.post("/en/login/", form).status_code for _ in range(6)]
    assert statuses[:4] == [200] * 4
    assert statuses[-1] == 429
    right = {**form, "password": "a good pass phrase"}
    assert client.post("/en/login/", right).status_code == 429


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),
        (2, "6.6.6.6, 9.9.9.9, 10.0.0.1", "9.9.9.9"),
    ],
)
def test_guesses_count_for_the_visitor_and_not_for_our_proxy(
    rf, settings, proxies, forwarded, found
):
    settings.NUM_PROXIES = proxies
    request = rf.get("/", headers={"x-forwarded-for": forwarded})
    assert accounts.address(request) == found


def test_a_club_is_created_and_owned(client, alice):
    form = {"name": "Étoile", "timezone": "Europe/Paris", "language": "fr"}
    answer = client.post("/en/desk/", form)
    assert answer.url == "/en/desk/clubs/etoile/"
    assert Club.objects.get().memberships.get().user == alice


def test_a_refused_form_keeps_what_was_typed(client, alice):
    club = make.club()
    form = {"name": "Ada", "email": "not an address", "visibility": "full"}
    answer = client.post(f"/en/desk/clubs/{club.slug}/players/", form)
    assert answer.status_code == 422
    assert "not an address" in answer.content.decode()
    assert not Player.objects.exists()


def test_a_season_name_used_twice_is_said_in_the_form(client, alice):
    club = make.club()
    make.season(club, "2026")
    form = {"name": "2026", "starts_on": "2026-09-01", "games": ["neurotrio"]}
    answer = client.post(f"/en/desk/clubs/{club.slug}/seasons/", form)
    assert "already has a season of this name" in answer.content.decode()
    assert Season.objects.count() == 1


def test_an_evening_is_opened_in_the_clubs_own_time(client, alice):
    season = make.season(make.club())
    form = {"starts_at": "2026-10-02T20:30", "place": "Back room"}
    client.post(f"/en/desk/seasons/{season.pk}/", form)
    assert Session.objects.get().starts_at.isoformat() == "2026-10-02T18:30:00+00:00"


def table_form(players, **more):
    seats = {f"seat-{number}": player.pk for number, player in enumerate(players)}
    rules = {"target": 50, "minimum": 12, "duo_trio": "each", "distinct": "hand"}
    return {
        "game": "neurotrio",
        **seats,
        **{f"neurotrio-{name}": value for name, value in rules.items()},
        **more,
    }


def test_a_table_is_set_in_playing_order(client, alice):
    session = make.session(make.season(make.club()))
    ada, bruno, chloe, _ = make.players(session.season.club)
    answer = client.post(f"/en/desk/sessions/{session.pk}/", table_form([chloe, ada, bruno]))
    match = Match.objects.get()
    assert answer.url == f"/en/matches/{match.pk}/"
    assert [seat.player.name for seat in match.seats.all()] == ["Chloé", "Ada", "Bruno"]


def test_house_rules_of_the_form_travel_with_the_match(client, alice):
    session = make.session(make.season(make.club()))
    form = table_form(make.players(session.season.club)[:2], **{"neurotrio-minimum": 14})
    client.post(f"/en/desk/sessions/{session.pk}/", form)
    assert Match.objects.get().options["minimums"] == [14, 14]


@pytest.mark.parametrize("names", [["Ada"], []])
def test_too_few_players_are_refused_in_the_form(client, alice, names):
    session = make.session(make.season(make.club()))
    form = table_form(make.players(session.season.club, names))
    answer = client.post(f"/en/desk/sessions/{session.pk}/", form)
    assert "2 to 4 players" in answer.content.decode()
    assert not Match.objects.exists()


def entry(match, number):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def scores(*values, **more):
    fields = {f"score-{seat}": value for seat, value in enumerate(values)}
    return {"evidence": "sheet", "finisher": "", **fields, **more}


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
    assert re.search(r'name="score-1"[^>]*>\s*<p class="refusal">', text)
    assert f'value="{wrong}"' in text
    assert not match.submissions.exists()


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
    assert "Graal bonus" in text
    assert "not cards of one deck" in text


def test_the_preview_says_when_a_hand_cannot_finish(client, alice):
    match = make.match()
    hand = "1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN 2CN"
    form = {"evidence": "final", "finisher": "0", "hand-0": hand}
    text = client.post(f"/en/desk/matches/{match.pk}/rounds/1/preview/", form).content.decode()
    assert "do not make one duo and three trios" in text


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
    assert "Expected a whole number" in text
    assert "Total after" not in text


def test_a_huge_form_is_refused_and_nothing_breaks(client, alice):
    match = make.match()
    answer = client.post(entry(match, 1), scores("1" * 1_100_000, 5, 6))
    assert answer.status_code == 413
    assert not match.submissions.exists()


# --- who may open what: role → the status of GET, in the order of ROLES
ROLES = [Role.OWNER, Role.ORGANISER, Role.SCORER, Role.PLAYER, "stranger", "nobody"]
ALLOWED = {
    "desk": [200, 200, 200, 200, 200, 302],
    "desk_club": [200, 200, 200, 200, 404, 302],
    "desk_standings": [200, 200, 403, 403, 404, 302],
    "imports": [200, 200, 403, 403, 404, 302],
    "import": [200, 200, 403, 403, 404, 302],
    "import_sample": [200, 200, 403, 403, 404, 302],
    "desk_player": [200, 200, 403, 403, 404, 302],
    "tokens": [200, 200, 200, 200, 200, 302],
    "desk_season": [200, 200, 200, 200, 404, 302],
    "desk_session": [200, 200, 200, 200, 404, 302],
    "desk_scheme": [200, 200, 403, 403, 404, 302],
    "penalties": [200, 200, 403, 403, 404, 302],
    "lots": [200, 200, 403, 403, 404, 302],
    "lots_game": [200, 200, 403, 403, 404, 302],
    "round": [200, 200, 200, 403, 404, 302],
    "table_code": [200, 200, 200, 403, 404, 302],
    "table_cards": [200, 200, 200, 403, 404, 302],
    "archive": [200, 403, 403, 403, 404, 302],
    "job": [200, 403, 403, 403, 404, 302],
    "job_progress": [200, 403, 403, 403, 404, 302],
    "job_file": [200, 403, 403, 403, 404, 302],
    "webhooks": [200, 403, 403, 403, 404, 302],
    "webhook": [200, 403, 403, 403, 404, 302],
    "evening_part": [200, 200, 200, 200, 404, 302],
    "seat": [200, 200, 403, 403, 404, 302],
    "undo": [200, 200, 403, 403, 404, 302],
}
POSTED = {
    "add_player": [422, 422, 403, 403, 404, 302],
    "add_season": [422, 422, 403, 403, 404, 302],
    "add_member": [422, 403, 403, 403, 404, 302],
    "change_member": [422, 403, 403, 403, 404, 302],
    "remove_member": [302, 403, 403, 403, 404, 302],
    "tokens": [422, 422, 422, 422, 422, 302],
    "revoke_token": [404, 404, 404, 404, 404, 302],  # it is somebody else's
    "imports": [422, 422, 403, 403, 404, 302],
    "import": [302, 302, 403, 403, 404, 302],
    "import_undo": [302, 302, 403, 403, 404, 302],
    "desk_player": [200, 200, 403, 403, 404, 302],
    "desk_season": [200, 200, 200, 200, 404, 302],
    "desk_session": [422, 422, 403, 403, 404, 302],
    "desk_scheme": [422, 422, 403, 403, 404, 302],
    "penalties": [422, 422, 403, 403, 404, 302],
    "lift": [422, 422, 403, 403, 404, 302],
    "lots": [422, 422, 403, 403, 404, 302],
    "lots_game": [422, 422, 403, 403, 404, 302],
    "sit_out": [422, 422, 403, 403, 404, 302],
    "strike_sit_out": [302, 302, 403, 403, 404, 302],
    "round": [422, 422, 422, 403, 404, 302],
    "preview": [200, 200, 200, 403, 404, 302],
    "table_code": [302, 302, 302, 403, 404, 302],
    "table_cards": [302, 302, 302, 403, 404, 302],
    "revoke_code": [302, 302, 302, 403, 404, 302],
    "desk": [200, 200, 200, 200, 200, 302],
    "archive": [302, 403, 403, 403, 404, 302],
    "import_club": [422, 422, 422, 422, 422, 302],
    "webhooks": [422, 403, 403, 403, 404, 302],
    "webhook": [422, 403, 403, 403, 404, 302],
    "webhook_do": [422, 403, 403, 403, 404, 302],
    "webhook_replay": [302, 403, 403, 403, 404, 302],
    "start_evening": [302, 302, 403, 403, 404, 302],
    "check_in": [422, 422, 403, 403, 404, 302],
    "check_out": [302, 302, 403, 403, 404, 302],
    "close_evening": [302, 302, 403, 403, 404, 302],
    "seat": [200, 200, 403, 403, 404, 302],
    "undo": [200, 200, 403, 403, 404, 302],  # he has left since: asked first
    "redo": [302, 302, 403, 403, 404, 302],
    "call_off": [302, 302, 403, 403, 404, 302],
}
FOR_EVERYBODY = {
    "home", "club", "ratings", "ratings_game", "season", "season_table", "season_game",
    "season_game_table", "session", "match", "replay", "replay_step", "player", "origin",
    "origin_game", "login", "logout", "table_start", "table_manifest", "table", "table_stand",
    "table_last", "table_rounds", "table_preview", "search", "club_search", "club_feed",
    "season_feed", "calendar", "calculators", "calculator", "club_piece", "session_piece",
    "match_piece", "season_screen", "season_screen_piece", "session_screen", "session_screen_piece",
}  # fmt: skip


def paths(match):
    season, player = match.session.season, match.seats.first().player_id
    chosen = {"session": match.session_id, "player": player}
    given = rulings.penalise(season, **chosen, points=1, reason="Late", by=None)
    noted = rulings.sit_out(match.session, player=player)
    dora = make.member(season.club, Role.SCORER, "dora@example.org")
    member = f"members/{dora.memberships.get().pk}/"
    told = outbox.test(make.webhook(season.club))
    wanted = Wanted(kind="players", format="csv")
    brought = imports.start(season.club, wanted, b"Nom\nZoe\n", by=None)
    jobs.run(brought.pk, KINDS)
    evening.check_in(match.session, [player], by=None)
    action = match.session.actions.get()
    desk = f"/en/desk/seasons/{season.pk}/"
    tonight = f"/en/desk/sessions/{match.session_id}/"
    club = f"/en/desk/clubs/{season.club.slug}/"
    return {
        "desk": "/en/desk/",
        "desk_club": club,
        "desk_standings": f"{club}standings/",
        "imports": f"{club}imports/",
        "import": f"{club}imports/{brought.pk}/",
        "import_undo": f"{club}imports/{brought.pk}/undo/",
        "import_sample": f"{club}imports/samples/players/",
        "add_player": f"{club}players/",
        "add_season": f"{club}seasons/",
        "add_member": f"{club}members/",
        "change_member": f"{club}{member}",
        "remove_member": f"{club}{member}remove/",
        "tokens": "/en/desk/tokens/",
        "revoke_token": f"/en/desk/tokens/{tokens.issue(dora)[0].pk}/revoke/",
        "desk_player": f"/en/desk/players/{player}/",
        "desk_season": desk,
        "start_evening": f"{desk}start/",
        "desk_session": tonight,
        "evening_part": f"{tonight}parts/tables/",
        "check_in": f"{tonight}here/",
        "check_out": f"{tonight}gone/",
        "close_evening": f"{tonight}close/",
        "seat": f"{tonight}seat/",
        "undo": f"{tonight}log/action-{action.pk}/undo/",
        "redo": f"{tonight}log/action-{action.pk}/redo/",
        "call_off": f"/en/desk/matches/{match.pk}/call_off/",
        "desk_scheme": f"{desk}scheme/",
        "penalties": f"{desk}penalties/",
        "lift": f"{desk}penalties/{given.pk}/lift/",
        "lots": f"{desk}lots/",
        "lots_game": f"{desk}lots/neurotrio/",
        "sit_out": f"{tonight}sit_outs/",
        "strike_sit_out": f"{tonight}sit_outs/{noted.pk}/strike/",
        "round": entry(match, 1),
        **archive_paths(season.club),
        "webhooks": f"{club}webhooks/",
        "webhook": f"{club}webhooks/{told.webhook_id}/",
        "webhook_do": f"{club}webhooks/{told.webhook_id}/do/",
        "webhook_replay": f"{club}webhooks/{told.webhook_id}/deliveries/{told.pk}/replay/",
        "preview": f"/en/desk/matches/{match.pk}/rounds/1/preview/",
        "table_code": f"/en/desk/matches/{match.pk}/code/",
        "table_cards": f"/en/desk/sessions/{match.session_id}/cards/",
        "revoke_code": f"/en/desk/matches/{match.pk}/code/revoke/",
    }


def archive_paths(club):
    job = archives.start_export(club, by=make.user())
    jobs.keep(job, JobFile.Role.MADE, [b"PK"], name="club.zip", media_type="application/zip")
    page = f"/en/desk/jobs/{job.pk}/"
    return {
        "archive": f"/en/desk/clubs/{club.slug}/archive/",
        "import_club": "/en/desk/archives/",
        "job": page,
        "job_progress": f"{page}progress/",
        "job_file": f"{page}file/",
    }


def be(client, role, club):
    if role == "stranger":
        charlie = make.user("charlie@example.org")
        make.club(charlie, "Ailleurs")
        sign_in(client, charlie)
    elif role == Role.OWNER:
        sign_in(client, make.user())
    elif role != "nobody":
        sign_in(client, make.member(club, role, "bob@example.org"))


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_what_it_may(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    found = {name: client.get(addresses[name]).status_code for name in ALLOWED}
    assert found == {name: statuses[column] for name, statuses in ALLOWED.items()}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sends_what_it_may(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    found = {name: client.post(addresses[name], {}).status_code for name in POSTED}
    assert found == {name: statuses[column] for name, statuses in POSTED.items()}


def test_no_page_is_missing_from_the_two_tables():
    names = {name for name in get_resolver("league.web.urls").reverse_dict if isinstance(name, str)}
    assert names - FOR_EVERYBODY == set(ALLOWED) | set(POSTED)


def test_forms_need_their_own_token():
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    sign_in(client, make.user())
    answer = client.post("/en/desk/", {"name": "X"})
    assert answer.status_code == 403
    assert "too old" in answer.content.decode()


def test_every_game_has_its_pages():
    assert set(PAGES) == set(GAMES)


@pytest.fixture
def sheet_only(monkeypatch):
    """Neurotrio shown and entered like a game that has no pages of its own yet."""
    monkeypatch.setitem(PAGES, "neurotrio", GamePages(labels=LABELS))


def test_a_game_without_pages_of_its_own_is_entered_by_score_sheet(client, alice, sheet_only):
    match = make.match()
    assert client.get(entry(match, 1)).status_code == 200
    assert client.post(entry(match, 1), scores(14, 5, 6)).status_code == 302
    assert match.submissions.get().scores == [14, 5, 6]
    assert client.post(entry(match, 2), scores(14, "x", 6)).status_code == 422


def test_a_game_without_pages_of_its_own_still_explains_its_points(client, alice, sheet_only):
    match = make.match()
    hands = {
        "evidence": "final",
        "hands": [
            ["1CN", "1CV", "1EN", "1EB", "1RV", "2CN", "2EV", "2RB", "3CB", "3EN"],
            ["2CB", "3CB", "2RV", "2RN", "2RV", "2RN", "2EN", "2EB", "3RB", "1RV"],
            ["1EV", "2EB", "3EV", "3RN", "3EB", "3RB", "1CV", "1EB", "1RN", "1RN"],
        ],
        "finisher": None,
    }
    submissions.submit(match.pk, hands, by=None)
    assert "different cards" in client.get(f"/en/matches/{match.pk}/").content.decode()
    assert "keeps the scores only" in client.get(entry(match, 1)).content.decode()


def test_a_table_may_be_set_by_the_usual_rules_alone(client, alice, sheet_only):
    session = make.session(make.season(make.club()))
    client.post(f"/en/desk/sessions/{session.pk}/", table_form(make.players(session.season.club)))
    assert Match.objects.get().options["minimums"] == [12] * 4
