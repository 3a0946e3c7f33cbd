"""Games of other packages are there like built-in ones, and a wrong one takes none with it."""

import subprocess
import sys
from pathlib import Path
from random import Random

import polib
import pytest

from games import GAMES, SLUGS, base, game_name, guard, outside, record
from games.__main__ import main
from games.base import Evidence, levels_of
from games.clauses import find_clause
from games.outside_game import OutsideGame
from games.rule_text import rules_text
from problems import catalogue
from tests.outside_games import EXAMPLES, TOY, installed, write_game, write_metadata

ROOT = Path(__file__).parents[2]


@pytest.fixture
def ascenseur():
    with installed(EXAMPLES):
        yield


def match(*rounds, game="ascenseur", players=3, **options):
    names = ["Ada", "Bob", "Zoé", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim"][:players]
    sheets = [{"evidence": "sheet", "scores": list(scores)} for scores in rounds]
    return record.write(game, options, names, sheets)


def refusals(raw):
    return [(problem.code, problem.path) for problem in record.check(raw).problems]


def test_the_game_of_a_package_is_there_with_the_others(ascenseur):
    assert [*GAMES] == [*SLUGS, "ascenseur", "simple_belote"]
    assert len(GAMES) == 6
    game = GAMES["ascenseur"]
    assert isinstance(game, OutsideGame)
    assert (game.name, game.package, game.version) == ("Ascenseur", "ascenseur-for-manche", "1.0")
    assert levels_of(game) == [Evidence.SHEET]
    assert outside.refused() == ()


def test_its_matches_are_judged_by_its_rules(ascenseur):
    verdict = record.check(match([11, 10, -1], [-2, 10, 11], cards=2))
    assert (verdict.ok, verdict.totals, verdict.over) == (True, (9, 20, 10), True)
    assert verdict.places == (3, 1, 2)
    assert verdict.rounds[1].breakdown == ({"points": -2}, {"points": 10}, {"points": 11})
    eight = record.check(match([10] * 7 + [11], players=8))
    assert (eight.ok, eight.over) == (True, False)
    ten = record.check(match(*[[10] * 9 + [10 + cards] for cards in range(1, 6)], players=10))
    assert (ten.ok, ten.over) == (True, True)
    assert ten.places == (2,) * 9 + (1,)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (match([11, 10, 99]), [("score_out_of_range", "rounds.0.scores.2")]),
        (match([11, 10, -2]), [("too_far_off", "rounds.0.scores.2")]),
        (match([11, 11, 10]), [("all_right", "rounds.0.scores")]),
        (match([11, 10, -1], [11, 10, -1], cards=1), [("match_over", "rounds.1")]),
        (match([1, 2, 3], cards=7), [("too_large", "options.cards")]),
        (match([1, 2, 3], way="down"), [("not_a_choice", "options.way")]),
        (match([1, 2, 3], joker=1), [("unknown_key", "options.joker")]),
        (match([1, 2], players=2), [("number_of_players", "players")]),
        (match([10] * 11, players=11), [("number_of_players", "players")]),
        (match([11] + [10] * 8 + [-2], players=10), [("too_far_off", "rounds.0.scores.9")]),
        (match([1, 2]), [("wrong_length", "rounds.0.scores")]),
    ],
)
def test_its_refusals_have_code_and_path(raw, expected, ascenseur):
    assert refusals(raw) == expected
    assert guard.failures() == []


def test_a_round_without_scores_is_refused(ascenseur):
    raw = match([1])
    del raw["rounds"][0]["scores"]
    assert refusals(raw) == [("missing_key", "rounds.0.scores")]


def test_a_score_between_the_steps_is_refused(tmp_path):
    code = TOY.replace("range(11)", "range(0, 101, 50)")
    with installed(write_game(tmp_path, "toy", code)):
        (problem,) = record.check(match([50, 20], game="toy", players=2)).problems
        assert problem.message() == (
            "Bob cannot score 20 in a round. Possible: 0 to 100 in steps of 50."
        )


def test_its_refusals_name_the_player(ascenseur):
    problem = record.check(match([11, 10, -2])).problems[0]
    assert problem.message() == "Zoé cannot be 2 tricks off with 1 cards."
    assert problem.clause == "A1"


def test_a_round_needs_a_level_of_evidence_that_the_game_has(ascenseur):
    raw = match([11, 10, -1])
    raw["rounds"][0] = {"evidence": "final", "hands": []}
    assert record.check(raw).problems[0].message() == "Choose “sheet”. Found: “final”."
    with pytest.raises(ValueError, match=r"not played as final\. Choose: sheet"):
        record.play("ascenseur", Random(1), ["Ada", "Bob", "Zoé"], "final")


def test_the_command_line_plays_and_checks_it(ascenseur, capsys, tmp_path):
    assert main(["play", "ascenseur", "--players", "10", "--option", "way=both"]) == 0
    (tmp_path / "match.json").write_text(capsys.readouterr().out)
    assert main(["check", str(tmp_path / "match.json")]) == 0
    assert main(["score", "ascenseur", "1"]) == 1
    assert "Ascenseur has no calculator." in capsys.readouterr().err


def test_play_chooses_a_number_of_players_that_the_game_has(tmp_path, capsys):
    code = TOY.replace("range(2, 5)", "range(6, 9)")
    with installed(write_game(tmp_path, "toy", code)):
        assert main(["play", "toy"]) == 0


def test_other_games_do_without_the_packages():
    """Neither the metadata of packages nor their games are read to check a record."""
    script = (
        "import sys, io\n"
        f"sys.path.insert(0, {str(EXAMPLES)!r})\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(b\'{"game": "njet"}\'))\n'
        "from games import GAMES, __main__\n"
        "GAMES['njet'], GAMES.get('neurotrio'), 'triominos' in GAMES, __main__.main(['check'])\n"
        "print([m for m in sys.modules if m in ('importlib.metadata', 'games.contract')])\n"
        "print([*GAMES], 'ascenseur_for_manche' in sys.modules)"
    )
    run = [sys.executable, "-S", "-c", script]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, check=True, text=True)
    *_, before, after = done.stdout.splitlines()
    assert (before, after) == ("[]", f"{[*SLUGS, 'ascenseur', 'simple_belote']} True")


def test_an_unknown_slug_is_a_key_error(ascenseur):
    assert "chess" not in GAMES
    assert GAMES.get("chess") is None
    with pytest.raises(KeyError):
        GAMES["chess"]


def test_an_instance_is_as_good_as_a_class(tmp_path):
    code = TOY + "\n    toy = Toy()\n"
    with installed(write_game(tmp_path, "toy", code, name="toy")):
        assert GAMES["toy"].name == "Toy"


def test_a_package_brings_its_translations(tmp_path):
    home = write_game(
        tmp_path,
        "toy",
        TOY
        + """
        def check_scores(self, match, scores, at):
            at.refuse(Text("odd", "All scores are odd."))
    """,
    )
    folder = home / "locale" / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    translations = polib.POFile()
    translations.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    translations.append(polib.POEntry(msgid="All scores are odd.", msgstr="Vreemde scores."))
    translations.save_as_mofile(str(folder / "django.mo"))
    with installed(home):
        problem = record.check(match([1, 2], game="toy", players=2)).problems[0]
        assert problem.message("nl") == "Vreemde scores."
        assert "nl" in catalogue.languages()
    (folder / "django.mo").write_bytes(b"not a catalogue")
    with installed(home):
        assert reasons() == ["toy: It raised OSError(0, 'Bad magic number')."]
        assert "nl" not in catalogue.languages()


def reasons():
    return [f"{one.slug}: {one.reason.say('en')}" for one in outside.refused()]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("contract = 1", "contract = 2", "version 2 of the contract; this Manche has version 1"),
        ("contract = 1", "", "version None of the contract"),
        ("class Toy(SheetGame)", "class Toy", "A SheetGame is needed"),
        ("class Toy(SheetGame)", "class Toy(Unknown)", "It raised NameError"),
        ("def is_over", "def has_ended", "abstract"),
        ('slug = "toy"', 'slug = "other"', "slug: 'other' differs"),
        ('name = "Toy"', 'name = " "', "name: ' ' is impossible"),
        ('name = "Toy"', "name = 3", "name: 3 is impossible"),
        ("seats = range(2, 5)", "seats = range(2, 14)", "seats: range(2, 14) is impossible"),
        ("seats = range(2, 5)", "seats = [2, 3]", "seats: [2, 3] is impossible"),
        ("seats = range(2, 5)", "seats = range(2, 6, 2)", "seats: range(2, 6, 2) is impossible"),
        ("seats = range(2, 5)", "seats = range(5, 2)", "seats: range(5, 2) is impossible"),
        ("scores = range(11)", "scores = range(2_000_000)", "scores: range(0, 2000000)"),
        ("scores = range(11)", "scores = 11", "scores: 11 is impossible"),
        (
            "scores = range(11)",
            "scores = range(1); general_clause = None",
            "general_clause: None is impossible",
        ),
        ("scores = range(11)", "scores = range(1); seat_option = 1", "seat_option: 1"),
        ("scores = range(11)", "scores = range(1); has_partners = 1", "has_partners: 1"),
        ("scores = range(11)", "scores = range(1); seats_by_option = {13: 'x'}", "seats_by_option"),
        ("scores = range(11)", "scores = range(1); why_not = {5: 'no'}", "why_not"),
        ("def is_over", "def checks(self): return {}\n        def is_over", "checks"),
        ("def is_over", "def checks(self): return {1: 1}\n        def is_over", "checks"),
        (
            "scores = range(11)",
            "scores = range(1); why_not = {5: Text('x', '{y}')}",
            "It raised KeyError('y')",
        ),
        (
            "def is_over",
            "def start(self, *_): return super().start(7, 2)\n        def is_over",
            "Its own defaults are refused: Enter an object with named entries. Found: 7.",
        ),
    ],
)
def test_a_wrong_game_is_refused_with_the_reason(before, after, reason, tmp_path):
    code = TOY.replace(before, after)
    with installed(write_game(tmp_path, "toy", code), EXAMPLES):
        assert [*GAMES] == [*SLUGS, "ascenseur", "simple_belote"]
        (refused,) = outside.refused()
        assert (refused.slug, refused.package, refused.version) == ("toy", "toy-for-manche", "1.0")
        assert reason in refused.reason.say("en")


def test_a_module_that_loops_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "SECONDS", 0.3)
    with installed(write_game(tmp_path, "toy", "while True: pass")):
        assert reasons() == ["toy: A call took more than 0.3 seconds."]
        assert GAMES["njet"].name == "Njet!"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("(1,)", "NumberPerSeat, Numbers, Choice, Flag is needed, not 1"),
        ("(Flag('a b', Words('X'), True),)", "The name 'a b' is impossible"),
        ("(Flag('a', 'X', True),)", "a: Words are needed, not 'X'"),
        ("(Flag('a', Words('X'), True, 'Help'),)", "a: Words are needed, not 'Help'"),
        ("(Flag('a', Words('X'), 1),)", "The default of a is impossible"),
        ("(Flag('a', Words('X', {'x': 1}), True), Flag('a', Words('{'), 1))", "ValueError"),
        ("(Flag('a', Words('X'), True), Flag('a', Words('Y'), True))", "Two have the same name"),
        ("(Number('a', Words('X'), 5, 6, 9),)", "The default of a is impossible"),
        ("(Choice('a', Words('X'), 'b', {'c': Words('C')}),)", "The default of a is impossible"),
        ("(Choice('a', Words('X'), 'b', {'b': 'B'}),)", "a: Words are needed, not 'B'"),
    ],
)
def test_a_house_rule_that_describes_itself_wrongly_refuses_the_game(options, reason, tmp_path):
    code = TOY.replace("scores = ", f"options = {options}\n        scores = ")
    if "ValueError" in reason:
        code = code.replace("Words('{')", "Words('{', {'x': 1})")
    with installed(write_game(tmp_path, "toy", code)):
        (refused,) = outside.refused()
        assert reason in refused.reason.say("en")


def test_house_rules_of_each_kind_are_read(tmp_path):
    options = (
        "(Number('goal', Words('Goal'), 5, 1, 9, Words('Help')), Flag('open', Words('O'), False),"
        " Choice('way', Words('W'), 'up', {'up': Words('U'), 'down': Words('D')}))"
    )
    code = TOY.replace("scores = ", f"options = {options}\n        scores = ")
    with installed(write_game(tmp_path, "toy", code)):
        state, _ = record.start("toy", {"open": True, "way": "down"}, 2)
        assert GAMES["toy"].write_options(state) == {"goal": 5, "open": True, "way": "down"}
        _, problems = record.start("toy", {"goal": 0, "open": 1, "way": 3}, 2)
        actual = [(problem.code, problem.path) for problem in problems]
        assert actual == [
            ("too_small", "options.goal"),
            ("not_a_flag", "options.open"),
            ("not_a_choice", "options.way"),
        ]


def test_a_slug_of_manche_is_refused(tmp_path):
    with installed(write_game(tmp_path, "njet", TOY)):
        assert reasons() == ["njet: Manche itself has a game of this name."]
        assert GAMES["njet"].name == "Njet!"


def test_two_packages_with_one_slug_are_both_refused(tmp_path):
    one = write_game(tmp_path, "toy", TOY)
    other = write_game(tmp_path, "toy", TOY, package="another-toy")
    with installed(one, other):
        assert sorted(reasons()) == [
            "toy: another-toy has a game of this name too.",
            "toy: toy-for-manche has a game of this name too.",
        ]
        assert "toy" not in GAMES


def test_metadata_that_cannot_be_read_costs_no_built_in_game(tmp_path):
    write_metadata(tmp_path, "broken", "1.0", "no entry")
    with installed(tmp_path):
        assert [*GAMES] == [*SLUGS]
        (refused,) = outside.refused()
        assert "The metadata of packages cannot be read" in refused.reason.say("en")


def test_a_game_that_is_not_installed_keeps_its_slug():
    assert game_name("nain_jaune") == "Nain Jaune"
    assert game_name("farkle") == "farkle"


def test_a_game_from_outside_brings_its_rules(ascenseur):
    game = GAMES["ascenseur"]
    english, french = (base.rule_book_for(game, language) for language in ("en", "fr"))
    numbers = [clause.number for clause in english.clauses]
    assert numbers == [clause.number for clause in french.clauses] == ["A0", "A1", "A2", "A3"]
    assert find_clause("A2", "fr", "ascenseur").clause.title == "Tous ne sont pas justes"
    assert base.rule_book_for(game, "de") == english
    assert outside.games()["ascenseur"].text_faults == ()
    assert "way  Manches\n" in rules_text(game, "fr")
    assert rules_text(game, "en", "a3").startswith("A3  End\n")


def test_a_game_without_a_text_has_its_house_rules(tmp_path):
    with installed(write_game(tmp_path, "toy", TOY)):
        book = base.rule_book_for(GAMES["toy"], "en")
        assert (book.title, book.clauses) == ("Toy", [])
        assert outside.games()["toy"].text_faults == ()
        assert rules_text(GAMES["toy"], "en").startswith("Toy\n===\n")


RULES = "# Toy: the rules\n\nJust a toy.\n\n## Play\n- **Y1 Toss.** Toss *it* by Y9.\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"# Toy\n\xff", "RULES.md is not written in UTF-8."),
        (b"# Toy\n" + b"x" * 200_000, "RULES.md is longer than 200000 bytes."),
        (b"", "RULES.md does not begin with a title"),
        (b"#  \n- **Y1 A.** B", "RULES.md does not begin with a title"),
        (b"# Toy\n## Play\nToss.", "RULES.md has no clauses"),
        (RULES.encode() + b"- **Y1 Again.** Toss.", "RULES.md has several clauses Y1."),
        (None, "RULES.md cannot be read: Is a directory."),
    ],
)
def test_a_broken_text_is_reported_and_the_game_goes_on(tmp_path, content, fault):
    home = write_game(tmp_path, "toy", TOY)
    (home / "RULES.fr.md").write_text(RULES)
    if content is None:
        (home / "RULES.md").mkdir()
    else:
        (home / "RULES.md").write_bytes(content)
    with installed(home):
        game = GAMES["toy"]
        assert [
            reason.say("en")[: len(fault)] for reason in outside.games()["toy"].text_faults
        ] == [fault]
        assert base.rule_book_for(game, "en").clauses == []
        assert base.rule_book_for(game, "fr").clause("Y1").title == "Toss"
        assert record.check(match([1, 2], game="toy", players=2)).ok


def test_marks_and_control_characters_in_a_text_are_shown_as_they_are(tmp_path):
    home = write_game(tmp_path, "toy", TOY)
    odd = RULES.replace("Toss *it*", "<script>\u202e *it* ![x](y) `way: x` **")
    (home / "RULES.md").write_text("\ufeff" + odd.replace("\n", "\r\n"), newline="")
    with installed(home):
        text = rules_text(GAMES["toy"], "en", "Y1")
        assert "<script>\\u202e it ![x](y) way: x ** by Y9." in " ".join(text.split())


def test_lists_of_numbers_are_house_rules_too(tmp_path):
    options = (
        "(NumberPerSeat('lives', Words('Lives'), 3, 1, Words('Lives of {number}'),"
        " {3: Words('3')}), Numbers('piles', Words('Piles'), (1, 2), 1, Text('none', 'No piles.'),"
        " Text('twice', '{found} is there twice.')))"
    )
    code = TOY.replace("scores = ", f"options = {options}\n        scores = ")
    code = code.replace("import Choice", "import NumberPerSeat, Numbers, Choice")
    with installed(write_game(tmp_path, "toy", code)):
        assert reasons() == []
        state, _ = record.start("toy", {"lives": [1, 2]}, 2)
        assert GAMES["toy"].write_options(state) == {"lives": [1, 2], "piles": [1, 2]}
        _, problems = record.start("toy", {"lives": [1], "piles": []}, 2)
        assert [problem.path for problem in problems] == ["options.lives", "options.piles"]
    wrong = code.replace("Words('Lives of {number}')", "Words('{seat}')")
    with installed(write_game(tmp_path / "wrong", "toy", wrong)):
        assert reasons() == ["toy: It raised KeyError('seat')."]
