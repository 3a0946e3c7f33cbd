"""manage.py games: the games that are installed, and those that cannot be used."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.server.watching.health import measures
from tests.outside_games import EXAMPLES, TOY, installed, write_game


def test_the_games_of_packages_are_listed_with_the_others():
    output = StringIO()
    with installed(EXAMPLES):
        call_command("games", stdout=output)
    heading, *lines = output.getvalue().splitlines()
    assert heading.split() == ["game", "name", "players", "evidence", "contract", "package"]
    assert [line.split()[0] for line in lines] == [
        "neurotrio",
        "triominos",
        "njet",
        "nain_jaune",
        "ascenseur",
        "simple_belote",
    ]
    assert lines[-2].split()[1:] == [
        "Ascenseur",
        "3–10",
        "sheet",
        "1",
        "ascenseur-for-manche",
        "1.0",
    ]


def test_a_text_of_rules_that_cannot_be_used_is_reported(tmp_path):
    output, errors = StringIO(), StringIO()
    home = write_game(tmp_path, "toy", TOY)
    (home / "RULES.fr.md").write_bytes(b"\xff")
    with installed(home):
        call_command("games", stdout=output, stderr=errors)
        seen = measures.outside_games()
    assert "toy" in output.getvalue()
    assert errors.getvalue() == (
        "A rule text of toy cannot be used. RULES.fr.md is not written in UTF-8.\n"
    )
    assert [(fault.game, fault.reason.say("en")) for fault in seen.texts] == [
        ("Toy", "RULES.fr.md is not written in UTF-8.")
    ]


def test_a_game_that_cannot_be_used_is_an_error_with_its_reason(tmp_path):
    output, errors = StringIO(), StringIO()
    with (
        installed(write_game(tmp_path, "toy", "from games.contract import Missing")),
        pytest.raises(CommandError, match="cannot be used: 1"),
    ):
        call_command("games", stdout=output, stderr=errors)
    assert "nain_jaune" in output.getvalue()
    assert "toy of toy-for-manche 1.0 cannot be used. It raised ImportError" in errors.getvalue()
