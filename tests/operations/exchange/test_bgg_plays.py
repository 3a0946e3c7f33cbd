"""Plays of BoardGameGeek: read, matched with games, judged, and refused with words."""

import pytest

from league.errors import Invalid
from league.models import JobState, Match, Season, Session
from league.operations.exchange import import_undo
from league.operations.exchange.import_files import bgg_plays
from league.operations.exchange.import_files.game_names import find_game
from league.operations.exchange.import_files.planned import ImportDefaults
from league.operations.exchange.import_files.plays import plan_plays
from tests import make
from tests.operations.exchange.importing import everything, import_file, problem_codes
from tests.operations.exchange.plays import listed, play, player


@pytest.fixture
def club(db):
    return make.club()


def import_plays(club, content, **settings):
    settings = {"season_name": "BGG", "create_players": True} | settings
    return import_file(club, content, "plays", "xml", **settings)


def refused(club, *seats, **changes):
    """Import one play that is refused; return its problems as codes with paths."""
    before = everything()
    job = import_plays(club, listed(play(*seats, **changes)))
    assert job.state == JobState.FAILED
    assert everything() == before
    for problem in job.problems:
        assert problem["message"].startswith(f"{changes.get('game', 'Neurotrio')}, 2025-10-01: ")
    return problem_codes(job)


def test_rounds_of_a_play_become_rounds_of_a_match(club):
    job = import_plays(club, listed(play()))
    assert job.state == JobState.DONE, job.problems
    match = Match.objects.get()
    assert (match.game, match.totals, match.places, match.over) == (
        "neurotrio", [53, 15], [1, 2], True,
    )  # fmt: skip
    assert [row.scores for row in match.submissions.current()] == [[22, 5], [22, 7], [9, 3]]
    session = match.session
    assert (session.place, session.starts_at.isoformat()) == (
        "Salle Pascal", "2025-10-01T18:00:00+00:00",
    )  # fmt: skip
    assert [seat.player.name for seat in match.seats.all()] == ["Ada", "Bruno"]
    import_undo.undo(job, by=None)
    assert not Match.objects.exists()
    assert not Season.objects.exists()


def test_players_sit_by_start_position_and_keep_a_user_name(club):
    seats = (player(2, "Ada 🎲", "22+22+9"), player(1, " ", "5+7+3", username="brunob"))
    import_plays(club, listed(play(*seats)))
    assert [seat.player.name for seat in Match.objects.get().seats.all()] == ["brunob", "Ada 🎲"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Tri-Ominos", "triominos"), ("TRIOMINOS", "triominos"), ("Njet!", "njet"),
        ("Nyet!", "njet"), ("Le Nain Jaune", "nain_jaune"), ("nain jaune", "nain_jaune"),
        ("Neuro-Trio", "neurotrio"), ("Dominoes", ""), ("", ""),
    ],
)  # fmt: skip
def test_games_are_recognised_by_their_names(name, slug):
    assert find_game(name) == slug


def test_plays_of_other_games_are_skipped_and_counted(club):
    others = [play(game=name) for name in ("Catan", "Azul", "Azul")]
    job = import_plays(club, listed(play(), *others))
    assert Match.objects.count() == 1
    (notice,) = job.result["notices"]
    assert (notice["code"], notice["path"]) == ("other_games", "content")
    assert notice["message"] == "Skipped plays of other games: 3, of Azul (2), Catan (1)."


def test_a_file_without_known_games_is_refused(club):
    job = import_plays(club, listed(play(game="Catan")))
    assert problem_codes(job) == [("empty_file", "content")]
    assert "Neurotrio, Triominos, Njet!, Nain Jaune" in job.problems[0]["message"]


def test_final_scores_need_a_confirmation_where_one_round_is_possible(club):
    file = listed(play(("Ada", "412"), ("Bruno", "-3"), game="Tri-Ominos"))
    tried = import_plays(club, file, dry_run=True)
    assert [notice["code"] for notice in tried.result["notices"]] == ["one_round"]
    assert problem_codes(import_plays(club, file))[0] == ("not_confirmed", "confirm")
    import_plays(club, file, confirm=tried.result["confirm"])
    assert Match.objects.get().totals == [412, -3]


def test_final_banks_are_the_chips_at_the_end(club):
    seats = [("Ada", "80"), ("Bruno", "40"), ("Cléo", "30")]
    file = listed(play(*seats, game="Nain Jaune"))
    settings = {"house_rules": {"nain_jaune": {"rounds": 1}}}
    tried = import_plays(club, file, dry_run=True, **settings)
    assert tried.result["first"][0]["totals"] == [80, 40, 30]
    assert refused(club, *seats, game="Nain Jaune") == [("totals_only", "rows.1.score")]


@pytest.mark.parametrize(
    ("scores", "codes"),
    [
        (("53", "15"), [("totals_only", "rows.1.score")]),
        (("22", "5"), [("totals_only", "rows.1.score")]),  # the match would go on
        (("12.5", "3"), [("not_an_integer", "rows.1.score")]),
        (("", "15"), [("required", "rows.1.score")]),
        (("49-46ish", "won"), [("not_an_integer", "rows.1.score")] * 2),
        (("22+22+9", "5+7"), [("missing_score", "rows.1.score")]),
        (("22+22+9", "5+7+-3"), [("score_of_others", "rows.1.score")]),
        (("9" * 5000, "1"), [("not_an_integer", "rows.1.score")]),
    ],
)
def test_scores_that_cannot_be_read_are_named(club, scores, codes):
    problems = refused(club, *zip(("Ada", "Bruno"), scores, strict=True))
    assert [path for _code, path in problems] == [path for _code, path in codes]
    if codes[0][0] != "score_of_others":  # the rules have their own codes
        assert problems == codes


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"incomplete": "1"}, "not_counted"), ({"nowinstats": "1"}, "not_counted"),
        ({"quantity": "3"}, "several_plays"),
    ],
)  # fmt: skip
def test_plays_that_do_not_count_are_left_out_only_on_request(club, changes, code):
    assert refused(club, **changes) == [(code, "rows.1")]
    job = import_plays(club, listed(play(**changes), play(date="2025-10-08")), leave_out=True)
    assert job.state == JobState.DONE
    (notice,) = job.result["notices"]
    assert (notice["code"], notice["row"]) == ("play_left_out", 1)
    assert notice["message"].startswith("Neurotrio, 2025-10-01: ")
    assert notice["message"].endswith("This play is left out.")
    assert Match.objects.count() == 1


def test_file_without_any_usable_play_is_refused(club):
    job = import_plays(club, listed(play(incomplete="1")), leave_out=True)
    assert problem_codes(job) == [("empty_file", "content")]


@pytest.mark.parametrize(
    ("seats", "codes"),
    [
        ((("Ada", "22+22+9"),), [("number_of_players", "rows.1.player")]),
        (tuple((f"P{n}", "1+2") for n in range(9)), [("number_of_players", "rows.1.player")]),
        ((("Ada", "22+22+9"), ("ada", "5+7+3")), [("player_twice", "rows.1.player")]),
        ((("Ada", "22+22+9"), ("", "5+7+3")), [("required", "rows.1.player")]),
        ((("Ada", "22+22+9"), ("x" * 300, "5+7+3")), None),
    ],
)
def test_players_that_cannot_be_seated_are_named(club, seats, codes):
    problems = refused(club, *seats)
    if codes:
        assert [path for _code, path in problems] == [path for _code, path in codes]
        assert problems == codes or codes[0][0] == "number_of_players"


def test_two_users_with_one_name_are_refused(club):
    one = player(1, "Ada", "22+22+9", username="ada"), player(2, "Bruno", "5+7+3")
    other = player(1, "Ada", "22+22+9", username="ada2"), player(2, "Bruno", "5+7+3")
    job = import_plays(club, listed(play(*one), play(*other, date="2025-10-08")))
    assert problem_codes(job) == [
        ("ambiguous_player", "rows.1.player"), ("ambiguous_player", "rows.2.player"),
    ]  # fmt: skip


def test_a_play_without_players_or_a_day_is_named(club):
    file = listed(
        play(date="0000-00-00"), "<play id='2' date='2025-10-02'><item name='Njet'/></play>"
    )
    assert problem_codes(import_plays(club, file)) == [
        ("not_a_date", "rows.1.date"), ("required", "rows.2.player"),
    ]  # fmt: skip


def test_another_winner_than_the_scores_give_is_a_question(club):
    seats = player(1, "Ada", "22+22+9"), player(2, "Bruno", "5+7+3", win="1")
    tried = import_plays(club, listed(play(*seats)), dry_run=True)
    (notice,) = tried.result["notices"]
    assert (notice["code"], notice["must_confirm"]) == ("other_winner", True)
    assert "says that Bruno won, but the scores say Ada" in notice["message"]


def test_plays_of_one_day_and_place_are_one_evening_in_order(club):
    plays = [
        play(id="12"), play(id="11", location="SALLE PASCAL"), play(id="10", location="Café"),
        play(id="9", date="2025-09-24"),
    ]  # fmt: skip
    file = listed(*plays)
    tried = import_plays(club, file, dry_run=True)
    import_plays(club, file, confirm=tried.result["confirm"])
    assert Session.objects.count() == 3
    rows = [line["row"] for line in tried.result["first"]]
    assert rows == [4, 3, 2, 1]


def test_the_same_file_is_recognised(club):
    import_plays(club, listed(play()))
    season = Season.objects.get()
    again = import_plays(club, listed(play()), season=season.pk, season_name="")
    assert ("evening_exists", "rows.1.date") in problem_codes(again)
    other = import_plays(club, listed(play()), season_name="Other", dry_run=True)
    assert [notice["code"] for notice in other.result["notices"]] == ["match_twice"]


def test_more_pages_are_named(club):
    job = import_plays(club, listed(play(), total=243))
    (notice,) = job.result["notices"]
    assert (notice["code"], "1 of 243 plays" in notice["message"]) == ("more_plays", True)


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<plays><play date='&b;'/></plays>"
)
OUTSIDE = (
    '<!DOCTYPE plays [<!ENTITY x SYSTEM "file:///etc/passwd">]><plays><play>&x;</play></plays>'
)
WHOLE = listed(play(), play())


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (BOMB, "not_xml"), (OUTSIDE, "not_xml"), ("<plays>", "not_xml"), ("", "not_xml"),
        (WHOLE[:-20], "not_xml"), (WHOLE[: len(WHOLE) // 2], "not_xml"),
        ("<plays>" + "<play>" * 100_000, "not_plays"),
        ("<html><body>429</body></html>", "not_plays"),
        ("<error message='Invalid username'/>", "not_plays"), ("<plays/>", None),
        (WHOLE.encode("utf-8").replace(b"Salle", b"Sall\xe9"), "not_xml"),
        (WHOLE.replace("utf-8", "utf-7"), "not_xml"),
        (WHOLE.replace("utf-8", "klingon"), "not_xml"),
        (WHOLE.replace("utf-8", "base64"), "not_xml"), (WHOLE.replace("Ada", "&#0;"), "not_xml"),
        (WHOLE.replace("Ada", "&nbsp;"), "not_xml"), (b"\0" * 1000, "not_xml"),
        ("<plays>" + "<play/>" * 20_001 + "</plays>", "too_many_rows"),
    ],
)  # fmt: skip
def test_broken_files_are_refused_with_words(content, code):
    content = content.encode() if isinstance(content, str) else content
    if code is None:
        assert bgg_plays.read_bgg(content).plays == []
        return
    with pytest.raises(Invalid) as error:
        bgg_plays.read_bgg(content)
    assert [problem["code"] for problem in error.value.problems] == [code]
    assert error.value.detail


def test_other_encodings_that_xml_names_are_read():
    text = listed(play(("Zoé", "22+22+9"), ("Bruno", "5+7+3")))
    for encoding in ("iso-8859-1", "utf-16", "windows-1252"):
        content = text.replace("utf-8", encoding).encode(encoding)
        assert bgg_plays.is_bgg(content)
        (first,) = bgg_plays.read_bgg(content).plays
        assert first.seats[0].name == "Zoé"


@pytest.mark.parametrize("step", range(7))
def test_no_cut_of_a_file_is_a_server_error(step):
    content = WHOLE.encode()
    for end in range(step, len(content), 97):
        try:
            bgg_plays.read_bgg(content[:end])
        except Invalid:
            continue
        assert end == len(content)


def test_too_many_matches_are_refused_before_they_are_judged(club):
    job = import_plays(club, listed(*[play()] * 1001))
    assert problem_codes(job) == [("too_many_matches", "content")]


def test_two_seats_of_one_name_are_left_out_on_request(club):
    twins = play(("Ada", "22+22+9"), ("ADA", "5+7+3"))
    job = import_plays(club, listed(twins, play(date="2025-10-08")), leave_out=True)
    assert [notice["code"] for notice in job.result["notices"]] == ["play_left_out"]


def test_the_number_of_plays_is_checked_before_any_is_judged(club):
    file = bgg_plays.read_bgg(listed(play(), play()).encode())
    with pytest.raises(Invalid) as error:
        plan_plays(file.plays, lambda *_match: {}, ImportDefaults(), "UTC", leave_out=False, most=1)
    assert error.value.problems[0]["code"] == "too_many_matches"
