"""The optional parts of a game from outside: what a wrong one does, and what each one shows."""

from random import Random
from typing import Any

import pytest

from games import GAMES, guard, outside, record
from games.base import paper_for
from games.paper import Paper
from tests.outside_games import EXAMPLES, installed, write_game

TOY = """
    from games.contract import Choice, Flag, Number, Outcome, SheetGame
    from games.drawing import Row, Tile
    from games.fields import Cards, EachPlayer, Player
    from games.paper import Boxes, Paper
    from problems.text import Words

    class Toy(SheetGame):
        contract = 1
        slug = "toy"
        name = "Toy"
        seats = range(2, 5)
        scores = range(11)
        fields = (
            EachPlayer(Cards("hands", Words("Hands"), {"A": Words("ace"), "B": Words("bee")}, 2)),
            Flag("closed", Words("Closed"), False, Words("Whether the round was closed.")),
            Number("rest", Words("Rest"), 0, least=0, most=5),
            Player("first", Words("First"), help=Words("Who began.")),
        )

        def is_over(self, match):
            return len(match.rounds) == 2

        def final(self, match, values, at):
            scores = tuple(map(len, values["hands"]))
            return Outcome(scores, self.breakdown(match, scores))

        def progress(self, match):
            return Words("{n} of 2", {"n": len(match.rounds)})

        def drawing(self, options, round_, players):
            return [Row(Words("All"), [Tile("A"), Tile(Words("bee"), "red")], [0])]

        def paper(self, options, players):
            return Paper(3, [Words("Two rounds.")], lines=[[Boxes("★", ["1"])]])
"""
FINAL = {"evidence": "final", "hands": [["A"], []], "closed": True, "rest": 0, "first": 1}


def changed(before, after):
    assert before in TOY
    return TOY.replace(before, after)


@pytest.fixture
def game(request, tmp_path):
    with installed(write_game(tmp_path, "toy", getattr(request, "param", TOY))):
        yield GAMES["toy"]


def check(*rounds):
    return record.check(record.write("toy", {}, ["Ada", "Bob"], rounds))


def reason():
    return guard.failures()[-1].reason.say("en")


def test_a_right_game_shows_all_its_parts(game):
    assert check(FINAL).rounds[0].scores == (1, 0)
    assert check({**FINAL, "scores": [1, 0]}).ok
    assert game.progress({}, [1, 0], [[1, 0]]).say("en") == "1 of 2"
    (row,) = game.drawing({}, FINAL, 2)
    assert [tile.colour for tile in row.tiles] == ["", "red"]
    assert game.paper({}, 2).rounds == 3
    assert guard.failures() == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"hands": [["A"]]}, ("wrong_length", "rounds.0.hands")),
        ({"hands": [["A", "A", "A"], []]}, ("too_many_copies", "rounds.0.hands.0.2")),
        ({"hands": [[], [3]]}, ("not_a_card", "rounds.0.hands.1.0")),
        ({"closed": 1}, ("not_a_flag", "rounds.0.closed")),
        ({"rest": 6}, ("too_large", "rounds.0.rest")),
        ({"first": None}, ("not_a_seat", "rounds.0.first")),
    ],
)
def test_a_value_of_a_wrong_kind_is_refused_at_its_place(change, expected, game):
    (problem,) = check({**FINAL, **change}).problems
    assert (problem.code, problem.path) == expected
    assert guard.failures() == []


@pytest.mark.parametrize(
    "game",
    [changed("is_over", "drawing(self, o, r, p): return ()\n\n        def is_over")],
    indirect=True,
)
def test_a_game_without_bots_for_its_fields_is_not_played(game):
    with pytest.raises(ValueError, match="does not work"):
        record.play("toy", Random(1), ["Ada", "Bob"], "final")
    assert "Toy has no bots for its fields" in reason()


@pytest.mark.parametrize(
    "game", [changed("def final", "def first")], indirect=True, ids=["no final"]
)
def test_fields_need_a_check_of_final_rounds(game):
    assert [problem.code for problem in check(FINAL).problems] == ["game_failed"]
    assert "Toy has fields, so it needs `final`" in reason()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed("[Row(Words", "[1] + [Row(Words"), "a Row is needed, not 1"),
        (changed('Tile("A")', "3"), "a Tile is needed, not 3"),
        (changed('"red"', '"pink"'), "a Tile is needed"),
        (changed('Tile("A")', "Tile(3)"), "a text or Words are needed, not 3"),
        (changed('Tile("A")', 'Tile("A" * 13)'), "longer than 12 characters"),
        (changed('Tile("A")', 'Tile("\\x00")'), "not printable"),
        (changed('Tile("A")', 'Tile("A", name="ace")'), "Words are needed, not 'ace'"),
        (changed("[0])]", "[2])]"), "a seat that nobody has"),
        (changed("[0])]", "[0])] * 41"), "at most 40 rows"),
        (changed('Words("All")', '"<b>"'), "Words are needed, not '<b>'"),
    ],
    indirect=["game"],
)
def test_a_wrong_drawing_is_left_out_and_reported(game, words):
    assert game.drawing({}, FINAL, 2) == ()
    assert words in reason()
    assert check(FINAL).ok


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed("Paper(3", "print(3"), "It raised TypeError"),
        (changed("return Paper(", "return tuple("), "It raised TypeError"),
        (changed("return Paper(3, ", "return [3][0] or Paper(3, "), "A Paper is needed"),
        (changed("Paper(3", "Paper(41"), "does not fit on a page"),
        (changed("Paper(3", "Paper(True"), "does not fit on a page"),
        (changed('Words("Two rounds.")', '"Two"'), "Words are needed, not 'Two'"),
        (changed('Boxes("★", ["1"])', '"★"'), "Boxes are needed"),
        (changed('["1"]', '["1"] * 13'), "Boxes are needed"),
        (changed('lines=[[Boxes("★", ["1"])]]', 'mark="x"'), "Words are needed, not 'x'"),
    ],
    indirect=["game"],
)
def test_a_wrong_paper_becomes_a_plain_one(game, words):
    assert paper_for(game, {}, 2) == Paper()
    assert words in reason()


@pytest.mark.parametrize("game", [changed('Words("{n} of 2"', '("{n} of 2"')], indirect=True)
def test_a_wrong_progress_is_left_out(game):
    assert game.progress({}, [0, 0], []) is None
    assert "progress: Words are needed" in reason()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (changed("self.breakdown(match, scores)", "[{'items': 1}] * 2"), "items of code, clause"),
        (changed("self.breakdown(match, scores)", "[{'items': [1]}] * 2"), "items of code"),
        (changed("self.breakdown(match, scores)", "[{'items': [{}]}] * 2"), "items of code"),
    ],
    indirect=["game"],
)
def test_a_wrong_breakdown_refuses_the_round(game, words):
    assert [problem.code for problem in check(FINAL).problems] == ["game_failed"]
    assert words in reason()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("scores = range(11)", "scores = range(9); fewest_wins = 1", "fewest_wins: 1"),
        ("scores = range(11)", "scores = range(9); labels = {'a': 'A'}", "Words are needed"),
        ('"closed"', '"rest"', "Two have the same name"),
        ('"closed"', '"scores"', "one is called evidence or scores"),
        ('"closed"', '"a b"', "The name 'a b' is impossible"),
        ('Player("first"', 'Player("First"', "The name 'First' is impossible"),
        ('Player("first", Words("First")', 'Player("first", "First"', "Words are needed"),
        ('help=Words("Who began.")', 'help="Who"', "Words are needed, not 'Who'"),
        ('Player("first", Words("First"), help=Words("Who began."))', "3", "fields: 3"),
        ('"B": Words("bee")}, 2', '"B": Words("bee")}, 0', "is impossible"),
        ('"B": Words("bee")}, 2', '"B": "bee"}, 2', "Words are needed, not 'bee'"),
        ('{"A": Words("ace"), "B": Words("bee")}', "{}", "is impossible"),
        ('"B": Words("bee")', '"B ": Words("bee")', "The code 'B ' is impossible"),
        ('"B": Words("bee")', '"B": Words("a very long name")', "longer than 12"),
        ("def is_over", "def sides(self, n): return [[0], [2]]\n        def is_over", "once"),
        (
            "def is_over",
            "def sides(self, n): return [[0, 1], []]\n        def is_over",
            "once",
        ),
    ],
)
def test_a_wrong_description_refuses_the_game(before, after, words, tmp_path):
    with installed(write_game(tmp_path, "toy", changed(before, after))):
        (refused,) = outside.refused()
        assert words in refused.reason.say("en")


FEWEST = changed("scores = range(11)", "scores = range(11); fewest_wins = True")


@pytest.mark.parametrize("game", [FEWEST], indirect=True)
def test_the_fewest_points_win(game):
    verdict = check({"evidence": "sheet", "scores": [9, 2]}, {**FINAL, "hands": [["A"], []]})
    assert verdict.totals == (-10, -2)
    assert verdict.places == (2, 1)
    assert verdict.rounds[0].scores == (-9, -2)
    assert verdict.rounds[0].breakdown[0] == {"points": -9}
    assert game.progress({}, [-9, -2], [[-9, -2]]).say("en") == "1 of 2"


def test_bots_need_a_sample_where_possible_scores_are_rare(tmp_path):
    never = "def check_scores(self, match, scores, at): at.refuse(Text('no', 'No.'))\n\n        "
    code = changed("def is_over", f"{never}def is_over")
    code = code.replace("import Words", "import Text, Words")
    with installed(write_game(tmp_path, "toy", code)):
        with pytest.raises(ValueError, match="does not work"):
            record.play("toy", Random(1), ["Ada", "Bob"], "sheet")
        assert "1000 random rounds of Toy were impossible" in reason()


SIDES = changed("def is_over", "def sides(self, players): return [[0, 1]]\n\n        def is_over")


@pytest.mark.parametrize(
    "game", [SIDES.replace("range(2, 5)", "range(2, 3)")], indirect=True, ids=["sides"]
)
def test_bots_give_partners_the_same_scores(game):
    played: Any = record.play("toy", Random(3), ["Ada", "Bob"], "sheet")
    assert [len(set(round_["scores"])) for round_ in played["rounds"]] == [1, 1]


def test_built_in_games_describe_their_papers():
    for slug, seats in (("neurotrio", 2), ("triominos", 2), ("njet", 3), ("nain_jaune", 3)):
        rules = GAMES[slug]
        options = rules.write_options(rules.start({}, seats)[0])
        paper = rules.paper(options, seats)
        assert paper.hints[0].say("en").endswith(".")
        assert paper.mark
    assert rules.paper({**options, "end": "chips"}, 3).hints[0].en.startswith("Until")
    short = {**options, "short_ante": "pay_what_is_left", "penalty": "partial", "rounds": 1}
    first, *_, last = rules.paper(short, 3).hints
    assert (first.say("en"), last.en[:7]) == ("1 round.", "Fewer t")


def test_papers_of_house_rules_that_differ():
    neurotrio, njet = GAMES["neurotrio"], GAMES["njet"]
    paper = neurotrio.paper({"target": 50, "minimums": [11, 14]}, 2)
    assert paper.hints[1].say("en") == "Points needed to finish: 11 · 14."
    options = {"rounds": 99, "discards": [0], "super_none": True}
    assert [len(boxes.cells) for boxes in njet.paper(options, 4).lines[2]] == [5, 2]
    assert len(njet.paper({**options, "super_none": False}, 4).lines[2][0].cells) == 4
    assert njet.paper(options, 4).rounds == 40


def test_a_game_without_optional_parts_has_the_defaults():
    with installed(EXAMPLES):
        game: Any = GAMES["ascenseur"]
        assert game.progress({"cards": 6, "way": "up"}, [0, 0, 0], []) is None
        assert game.drawing({}, {}, 3) == ()
        assert paper_for(game, {}, 3) == Paper()
        assert guard.failures() == []


PLAIN = changed("self.breakdown(match, scores)", "[{}] * match.players")


@pytest.mark.parametrize("game", [PLAIN], indirect=True)
def test_a_line_of_a_breakdown_may_be_empty(game):
    assert check(FINAL).rounds[0].breakdown == ({}, {})


def test_a_missing_list_is_named_by_its_label(game):
    (problem,) = check({key: FINAL[key] for key in FINAL if key != "hands"}).problems
    assert (problem.path, problem.message()) == ("rounds.0.hands", "Missing: Hands.")
    assert game.fields[0].help is None


def test_a_game_that_is_not_installed_has_a_plain_paper():
    assert paper_for(None, {}, 3) == Paper()
