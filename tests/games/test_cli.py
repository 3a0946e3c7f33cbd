"""python -m games check | play | score | rules, as another program sees it."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games import GAMES, record
from games.__main__ import main
from tests.games import notation
from tests.games.notation import match, sheet

ROOT = Path(__file__).parents[2]
GOOD = json.dumps(match(sheet(12, 3)))
BAD = json.dumps(match(sheet(17, 3)))


def command(*args):
    return [sys.executable, "-m", "games", *args]


def popen(*args, **how):
    return subprocess.Popen(*args, **how)


@pytest.fixture
def games(monkeypatch, capfdbinary):
    """Return a function that runs a command line in this process."""

    def run(*args, given=b""):
        given = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(args)
        return subprocess.CompletedProcess(args, status, *capfdbinary.readouterr())

    return run


def lines(done):
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_it_runs_with_the_standard_library_only():
    isolated = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})"]
    isolated[-1] += (
        "; sys.argv[1:] = ['check']; import runpy; runpy.run_module('games', None, '__main__')"
    )
    done = subprocess.run(isolated, input=GOOD.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr, json.loads(done.stdout)["ok"]) == (0, b"", True)


def test_it_needs_no_django():
    script = (
        "import sys, games.record, games.__main__; print([m for m in sys.modules if 'jango' in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False, text=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("text", "status", "ok"), [(GOOD, 0, True), (BAD, 1, False), ("", 1, False)]
)
def test_check_reads_one_record_from_standard_input(text, status, ok, games):
    done = games("check", given=text)
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (status, ok)
    assert done.stdout.startswith(b'{\n  "ok"')


def test_check_reads_a_file(tmp_path, games):
    (tmp_path / "one.json").write_text(GOOD)
    assert games("check", str(tmp_path / "one.json")).returncode == 0


def test_check_speaks_french(games):
    done = games("check", "--language", "fr", given=BAD)
    assert "c’est le Graal, notez 22" in done.stdout.decode()


@pytest.mark.parametrize("more", [[], ["--ndjson"]])
def test_a_file_that_cannot_be_read_is_status_2(more, tmp_path, games):
    for file in (tmp_path, tmp_path / "missing.json"):
        done = games("check", str(file), *more)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"cannot read" in done.stderr


@pytest.mark.parametrize("more", [[], ["--ndjson"]])
def test_a_closed_standard_input_is_status_2(more, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["check", *more]) == 2
    assert "cannot read -" in capsys.readouterr().err


def test_every_line_gets_a_verdict_in_the_same_order(games):
    broken = [b"{", b"", b"[NaN]", b"[" * 9999, b"1" * 5000, b'"\xff"', b'"\\ud800"', b"null"]
    given = b"\n".join([GOOD.encode(), *broken, BAD.encode(), GOOD.encode()])
    done = games("check", "--ndjson", given=given)
    verdicts = lines(done)
    assert [verdict["ok"] for verdict in verdicts] == [True] + [False] * 9 + [True]
    assert {verdict["problems"][0]["path"] for verdict in verdicts[1:9]} == {""}
    assert done.returncode == 1


def test_good_lines_only_are_status_0(tmp_path, games):
    (tmp_path / "all.ndjson").write_text(f"{GOOD}\n{GOOD}\n")
    done = games("check", "--ndjson", str(tmp_path / "all.ndjson"))
    assert (done.returncode, len(lines(done))) == (0, 2)


def test_verdicts_are_streamed():
    process = popen(
        command("check", "--ndjson"), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        process.stdin.write(GOOD.encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]


def test_a_reader_who_has_seen_enough_causes_no_noise():
    process = popen(
        command("play", "neurotrio", "--evidence", "sheet", "--matches", "9999"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def broken(error):
    def raises(data):
        raise error

    return raises


def test_an_interrupt_is_status_130(games, monkeypatch):
    monkeypatch.setattr(record, "check_text", broken(KeyboardInterrupt()))
    assert games("check").returncode == 130


def test_a_closed_pipe_is_status_1(games, monkeypatch):
    monkeypatch.setattr(record, "check_text", broken(BrokenPipeError()))
    monkeypatch.setattr("os.dup2", lambda *descriptors: None)
    assert games("check").returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("args", [["check"], ["check", "--ndjson"], ["play", "njet"]])
def test_a_full_disk_is_not_said_of_the_input(args):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command(*args),
            cwd=ROOT,
            input=GOOD.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"cannot write: No space left on device\n")


def a_full_disk():
    return open("/dev/full", "w")


def a_pipe_without_a_reader():
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(
    ("output", "message"),
    [
        (a_full_disk, "cannot write: No space left on device\n"),
        (a_pipe_without_a_reader, ""),
    ],
)
def test_output_that_cannot_be_written_is_status_1(output, message, tmp_path, monkeypatch, capsys):
    (tmp_path / "good.json").write_text(GOOD)
    with output() as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["check", str(tmp_path / "good.json")]) == 1
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    "line", ["check", "check --ndjson", "play njet --evidence sheet", "score neurotrio 2EB"]
)
def test_closed_outputs_are_no_crash(line):
    for closed, message in ((">&-", b"cannot write: Bad file descriptor\n"), (">&- 2>&-", b"")):
        shell = f"exec {sys.executable} -m games {line} {closed}"
        done = subprocess.run(
            ["sh", "-c", shell], cwd=ROOT, input=GOOD.encode(), capture_output=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (1, b"", message)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (["check", b"\xff"], 2),
        (["play", "neurotrio", "--evidence", "sheet", "--seed", b"\xff"], 0),
        (["play", "neurotrio", "--option", b"\xff=1"], 2),
        (["play", b"\xff"], 2),
        (["score", "neurotrio", b"\xff"], 1),
        (["score", "triominos", b"\xff", "--tile", "344"], 1),
        (["score", "nain_jaune", b"\xff", "-", "-"], 1),
        ([*b"score njet --value 1 --tricks 5 5 --ones 4 4 --teams \xff 1".split()], 1),
    ],
)
def test_arguments_that_are_no_utf8_get_a_clear_answer(line, status):
    done = subprocess.run(command(*line), cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


def test_a_house_rule_nested_too_deeply_is_refused(capsys):
    assert main(["play", "njet", "--option", "discards=" + "[" * 99_999]) == 2
    assert "Enter a list" in capsys.readouterr().err


def test_a_name_that_no_file_can_have(capsys):
    assert main(["check", "a\0b"]) == 2
    assert capsys.readouterr().err == "cannot read a\\u0000b: Invalid argument\n"


def test_names_cannot_turn_what_is_said_about_them(games):
    turned = match(sheet(17, 3)) | {"players": ["A\u202eda\n", "Bob"]}
    actual = lines(games("check", "--ndjson", given=json.dumps(turned)))[0]["problems"][0]
    assert actual["message"].startswith("A\\u202eda\\u000a finished with 17")
    empty = match(sheet(12, 3)) | {"players": ["A\0", "Bob"]}
    actual = lines(games("check", "--ndjson", given=json.dumps(empty)))[0]["problems"][0]
    assert (actual["code"], actual["path"]) == ("not_a_name", "players.0")
    assert actual["message"] == "Remove the character U+0000 from this name: “A\\u0000”."


def test_a_program_without_any_output_is_status_1(monkeypatch):
    """As above, in this process."""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["play", "njet", "--evidence", "sheet"]) == 1


def test_play_ends_although_a_match_does_not(capsys):
    """A record holds no more rounds."""
    bots = ["--bots", "random", "--evidence", "sheet"]
    assert main(["play", "njet", "--option", "rounds=1001", *bots]) == 2
    actual = capsys.readouterr()
    assert actual.out == ""
    assert "not over within 1000 rounds" in actual.err


def test_an_interrupt_ends_quietly():
    process = popen(
        command("play", "neurotrio", "--evidence", "sheet", "--matches", "9999"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored behind a `&`
    )
    with process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
def test_records_printed_by_play_pass_check(evidence, games):
    played = games("play", "neurotrio", "--matches", "3", "--evidence", evidence, "--seed", "x")
    assert played.returncode == 0
    checked = games("check", "--ndjson", given=played.stdout)
    assert (checked.returncode, len(lines(checked))) == (0, 3)


def test_play_repeats_itself_with_the_same_seed(games):
    args = ("play", "neurotrio", "--players", "2", "--evidence", "sheet", "--bots", "random")
    one, same, other = (games(*args, "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert one == same != other


def test_play_takes_house_rules(games):
    done = games("play", "neurotrio", "--option", "target=5", "--option", "duo_trio=once")
    options = lines(done)[0]["options"]
    assert (options["target"], options["duo_trio"]) == (5, "once")


def test_play_says_what_it_cannot_play(capsys):
    assert main(["play", "neurotrio", "--players", "5"]) == 2
    assert "2 to 4" in capsys.readouterr().err


def test_score_prints_the_best_grouping_with_its_breakdown(games):
    done = games("score", "neurotrio", *notation.GRAAL.split(), "--finisher")
    printed = done.stdout.decode()
    assert done.returncode == 0
    assert " 22  points" in printed
    assert "duos: 1♥D-1♥D" in printed


def test_score_prints_json(games):
    done = games("score", "neurotrio", notation.BARE, "--finisher", "--json")
    assert json.loads(done.stdout)["points"] == 11


def test_score_takes_house_rules_and_speaks_french(games):
    cards = "1CN 1CV 1EN 1EB 1RV 2CN 2EV 2RB 3CB 3EN"
    rules = ("--option", "distinct=groups", "--language", "fr")
    done = games("score", "neurotrio", cards, *rules)
    assert "  0  points" in done.stdout.decode()
    assert "reste\u00a0: 1♥N" in done.stdout.decode()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["2ex"], "such as 2★B"),
        (["2EB", "2EB", "2EB"], "3 times"),
        (["2EB", "--option", "duo_trio=both"], "“each” or “once”"),
        (["2EB", "--finisher"], "one duo and three trios"),
        (notation.DECK[:12], "Maximum: 11"),
    ],
)
def test_score_says_what_is_wrong_with_the_cards(args, message, capsys):
    assert main(["score", "neurotrio", *args]) == 1
    assert message in capsys.readouterr().err


def test_rules_prints_a_clause_in_the_language_asked_for(games):
    done = games("rules", "neurotrio", "N17", "--language", "fr")
    assert done.returncode == 0
    assert done.stdout.decode().startswith("N17  Cartes différentes\n    Parmi toutes les cartes")


def test_rules_refuses_unknown_clauses_and_games(games):
    done = games("rules", "njet", "Z99")
    assert (done.returncode, done.stderr) == (2, b"the rules of njet have no clause Z99\n")
    with pytest.raises(SystemExit, match="2"):
        games("rules", "poker")


def test_rules_says_that_a_game_has_no_text(games, monkeypatch):
    monkeypatch.delattr(GAMES["njet"], "rule_book")
    done = games("rules", "njet")
    assert (done.returncode, done.stderr) == (2, b"the rules of njet have no text\n")
