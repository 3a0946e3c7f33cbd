"""A game from outside that fails gives a refusal that names it; the reason is remembered."""

from random import Random
from threading import Event

import pytest

from games import GAMES, guard, record
from games.base import Bots, Evidence, RoundVerdict, Step
from games.contract import Match, SheetGame
from games.guard import MOST_FAILURES, Guard
from games.outside_game import OutsideGame
from problems.problem import problem
from problems.text import Text

ROUND = {"evidence": "sheet", "scores": [1, 2]}
RELEASED = Event()


class Toy(SheetGame):
    contract = 1
    slug = "toy"
    name = "Toy"
    seats = range(2, 4)
    scores = range(11)

    def is_over(self, match):
        return len(match.rounds) == 2


@pytest.fixture
def toy(monkeypatch):
    """Return a function that plugs in the toy with other methods."""
    guard._failures.clear()
    RELEASED.clear()

    def plug(**methods):
        game = type("Toy", (Toy,), methods)()
        monkeypatch.setitem(GAMES, "toy", OutsideGame(game, Guard(), "toy-for-manche", "1.0"))
        return GAMES["toy"]

    yield plug
    RELEASED.set()


def check(*rounds):
    return record.check(record.write("toy", {}, ["Ada", "Bob"], rounds or [ROUND]))


def reasons():
    return [failure.reason.say("en") for failure in guard.failures()]


def raises(*arguments, **more):
    raise ZeroDivisionError("by nothing")


def loops(*arguments):
    while not RELEASED.is_set():
        pass


def loops_on(*arguments):
    while not RELEASED.is_set():
        try:
            loops()
        except Exception:
            continue


def cannot_be_stopped(*arguments):
    while not RELEASED.is_set():
        try:
            loops()
        except BaseException:
            continue


def verdict(**changes):
    """Return a method that answers with a wrong verdict on a round."""
    usual = RoundVerdict(True, Evidence.SHEET, (1, 2))
    return lambda game, match, raw, path: (usual._replace(**changes), match)


def refusal(**changes):
    usual = problem(Text("odd", "{seat} is odd."), "rounds.0", seat=1)
    return verdict(ok=False, problems=(usual._replace(**changes),))


def after(match):
    return lambda game, *arguments: (RoundVerdict(True, Evidence.SHEET, (1, 2)), match)


def test_the_toy_works(toy):
    toy()
    verdict = check(ROUND, ROUND)
    assert (verdict.ok, verdict.totals, verdict.over) == (True, (2, 4), True)
    assert reasons() == []


@pytest.mark.parametrize(
    ("methods", "reason"),
    [
        ({"check_scores": raises}, "It raised ZeroDivisionError('by nothing')."),
        ({"is_over": lambda *_: 1}, "over: True or False is needed, not 1."),
        ({"totals": lambda *_: (1,)}, "totals: 2 whole numbers of at most 1,000,000 are needed"),
        ({"totals": lambda *_: (1, 10**9)}, "totals: 2 whole numbers"),
        ({"totals": lambda *_: (1, 2.0)}, "totals: 2 whole numbers"),
        ({"check_round": lambda *_: (None, None)}, "A RoundVerdict is needed, not None."),
        ({"check_round": after(Match({}, None))}, "totals: 2 whole numbers"),
        ({"check_round": verdict(ok=False)}, "A round is ok if, and only if, it has no problems."),
        ({"check_round": verdict(ok=1)}, "ok: True or False is needed, not 1."),
        ({"check_round": verdict(evidence=None)}, "A round that is ok has evidence."),
        ({"check_round": verdict(evidence="sheet")}, "evidence: 'sheet'."),
        ({"check_round": verdict(scores=None)}, "scores: 2 whole numbers"),
        ({"check_round": verdict(scores=(1, True))}, "scores: 2 whole numbers"),
        ({"check_round": verdict(breakdown=[{}])}, "breakdown: 2 lines are needed, not 1."),
        ({"check_round": verdict(breakdown=[1, 2])}, "breakdown: a dict"),
        ({"check_round": verdict(breakdown=[{"x": {1}}])}, "set is not JSON serializable"),
        ({"check_round": verdict(breakdown=[{"x": "x" * 2_000_000}])}, "breakdown: a dict"),
        ({"check_round": verdict(problems=["no"])}, "A Problem is needed, not 'no'."),
        ({"check_round": refusal(params={})}, "It raised KeyError('seat')."),
        ({"check_round": refusal(params={"seat": 12})}, "It raised IndexError"),
        ({"check_round": refusal(params={"seat": []})}, "[] cannot be a parameter of a text."),
        ({"check_round": refusal(path=3)}, "The path, code and clause of a problem are texts"),
        ({"check_round": refusal(text="odd")}, "A Problem is needed"),
    ],
)
def test_a_round_that_the_game_cannot_judge_is_refused(methods, reason, toy):
    toy(**methods)
    (problem,) = check().problems
    assert (problem.code, problem.path) == ("game_failed", "rounds.0")
    assert problem.message() == (
        "Toy does not work, because of an error in its package toy-for-manche. Ask the "
        "admin of the server to update or remove the package."
    )
    (failure,) = guard.failures()
    assert failure.slug == "toy"
    assert failure.at > 0
    assert reason in failure.reason.say("en")


@pytest.mark.parametrize(
    ("methods", "reason"),
    [
        ({"start": raises}, "It raised ZeroDivisionError('by nothing')."),
        ({"start": lambda *_: (None, [])}, "A match starts if, and only if"),
        ({"write_options": lambda *_: [1]}, "options: a dict"),
        ({"write_options": lambda *_: {"x": float("nan")}}, "It raised ValueError"),
    ],
)
def test_a_match_that_the_game_cannot_start_is_refused(methods, reason, toy):
    toy(**methods)
    (problem,) = check().problems
    assert (problem.code, problem.path) == ("game_failed", "options")
    assert reason in reasons()[0]


def test_a_refusal_of_the_game_is_no_failure(toy):
    toy(check_round=refusal())
    assert [problem.message() for problem in check().problems] == ["Bob is odd."]
    assert reasons() == []


@pytest.mark.parametrize("endless", [loops, loops_on])
def test_a_loop_is_ended(endless, toy, monkeypatch):
    game = toy(check_scores=endless)
    state, _ = game.start({}, 2)
    monkeypatch.setattr(guard, "SECONDS", 0.1)
    monkeypatch.setattr(guard, "GRACE_SECONDS", 60)
    verdict, same = game.check_round(state, ROUND, "rounds.0")
    assert [problem.code for problem in verdict.problems] == ["game_failed"]
    assert same is state
    assert reasons() == ["A call took more than 0.1 seconds."]
    assert game._guard._stuck is None


def test_a_call_that_does_not_end_is_the_last(toy, monkeypatch):
    game = toy(check_scores=cannot_be_stopped)
    state, _ = game.start({}, 2)
    monkeypatch.setattr(guard, "SECONDS", 0.1)
    monkeypatch.setattr(guard, "GRACE_SECONDS", 0.1)
    for _ in range(2):
        verdict, _ = game.check_round(state, ROUND, "rounds.0")
        assert not verdict.ok
    assert reasons() == ["A call took more than 0.1 seconds.", "An earlier call has not ended."]
    RELEASED.set()
    monkeypatch.setattr(guard, "SECONDS", 60)
    monkeypatch.setattr(guard, "GRACE_SECONDS", 60)
    verdict, _ = game.check_round(state, ROUND, "rounds.0")
    assert verdict.ok


def test_a_game_changes_only_its_copy_of_a_round(toy):
    def change(game, match, raw, path):
        raw["scores"].clear()
        return verdict()(game, match, raw, path)

    toy(check_round=change)
    raw = {"evidence": "sheet", "scores": [1, 2]}
    assert check(raw).ok
    assert raw == ROUND


def test_notices_of_a_game_are_shown_unless_they_fail(toy):
    notice = problem(Text("odd", "Odd rules."), "options")
    toy(notices=lambda *_: [notice])
    assert check().notices == (notice,)
    toy(notices=raises)
    assert (check().ok, check().notices) == (True, ())


def test_steps_of_a_game_are_shown_unless_they_fail(toy):
    step = Step(None, {"cards": ()})
    for answer, expected in (
        (
            [step, step._replace(move={"do": 1})],
            [(None, {"cards": []}), ({"do": 1}, {"cards": []})],
        ),
        ([1], []),
        (None, []),
    ):
        game = toy(watch=lambda *_, answer=answer: answer)
        state, _ = game.start({}, 2)
        assert [*game.watch(state, ROUND)] == expected
    assert len(reasons()) == 2
    assert [*toy().watch(state, ROUND)] == []


@pytest.mark.parametrize("answer", [raises, lambda *_, **more: [1]])
def test_bots_that_fail_are_a_value_error(answer, toy):
    toy(play_round=answer)
    with pytest.raises(ValueError, match="Toy does not work"):
        record.play("toy", Random(1), ["Ada", "Bob"], "sheet")


def test_bots_that_break_the_rules_are_a_value_error(toy):
    toy(sample=lambda *_: [99, 1])
    with pytest.raises(ValueError, match=r"The bots of Toy broke its rules: .* cannot score 99"):
        record.play("toy", Random(1), ["Ada", "Bob"], "sheet")


def test_random_rounds_that_are_never_possible_are_reported(toy):
    toy(check_scores=lambda game, match, scores, at: at.refuse(Text("no", "No.")))
    state, _ = GAMES["toy"].start({}, 2)
    with pytest.raises(ValueError, match="Toy does not work"):
        GAMES["toy"].play_round(state, Random(1), Evidence.SHEET, bots=[Bots.RANDOM] * 2)
    assert "1000 random rounds of Toy were impossible" in reasons()[0]


@pytest.mark.parametrize("answer", [raises, lambda *_: (1, "x")])
def test_a_calculator_that_fails_says_so(answer, toy):
    could, text = toy(calculate=answer).calculate([])
    assert not could
    assert "Toy does not work" in text


def test_a_calculator_answers(toy):
    assert toy(calculate=lambda game, argv: (True, argv[0])).calculate(["7"]) == (True, "7")


def test_only_the_last_failures_are_remembered(toy):
    toy(start=raises)
    for _ in range(MOST_FAILURES + 1):
        check()
    assert len(guard.failures()) == MOST_FAILURES


def test_a_value_that_cannot_be_shown_is_named_by_its_type():
    odd = type("Odd", (), {"__repr__": raises})()
    assert guard.brief(odd) == "<Odd>"


def test_a_call_that_ended_in_time_is_not_interrupted():
    call = guard._Call(int)
    call.start()
    assert call.has_ended(60)
    assert call.interrupt()
    assert (call.results, call.error) == ([0], None)


def test_observers_see_each_failure(toy, monkeypatch):
    seen = []
    monkeypatch.setattr(guard, "_observers", [])
    guard.observe(seen.append)
    toy(is_over=raises)
    check()
    assert [failure.slug for failure in seen] == ["toy"]
