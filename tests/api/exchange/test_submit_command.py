"""manage.py submit: a file goes to a server, after a look at what it would store."""

import json
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games import record
from league.models import Match, Player
from league.operations.people import tokens
from tests import make
from tests.api.description.test_docs import a_worker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def submit(live_server, tmp_path):
    user = make.user()
    season = make.season(make.club(user))

    def run(name, content, *options, typed=None, monkeypatch=None):
        file = tmp_path / name
        file.write_text(content)
        if typed is not None:
            monkeypatch.setattr("builtins.input", lambda _words: typed)
        output = StringIO()
        with a_worker():
            call_command(
                "submit", str(file), "--server", live_server.url, "--club", season.club.slug,
                "--season", str(season.pk), "--token", tokens.issue(user)[1], *options,
                stdout=output,
            )  # fmt: skip
        return output.getvalue()

    return run


def records():
    written = record.play("neurotrio", Random(3), ["Ada", "Bruno", "Chloé"], "final")
    return json.dumps({"played_at": "2026-10-01T20:30:00+02:00", "record": written})


def test_records_are_previewed_and_stored(submit):
    shown = submit("evening.ndjson", records(), "--new-players", "--yes")
    assert "Matches: 1." in shown
    assert "New players: Ada, Bruno, Chloé." in shown
    assert "All matches are stored." in shown
    assert Match.objects.get().over


def test_without_a_yes_no_match_is_stored(submit, monkeypatch):
    shown = submit("a.ndjson", records(), "--new-players", typed="no", monkeypatch=monkeypatch)
    assert "Nothing was stored." in shown
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_a_file_with_mistakes_is_refused_with_its_rows(submit):
    table = "Date;Match;Player;Round 1\n2026-10-01;1;Ada;x\n2026-10-01;1;Bruno;5\n"
    with pytest.raises(CommandError, match=r"The server stored nothing\.\n2"):
        submit("a.csv", table, "--game", "neurotrio", "--new-players", "--yes")


def test_a_wrong_token_file_or_address_is_refused(submit, tmp_path, live_server):
    options = ["--server", live_server.url, "--club", "x", "--season", "1", "--token", "x"]
    file = tmp_path / "a.csv"
    file.write_text("Date;Player\n")
    with pytest.raises(CommandError, match="This token is unknown"):
        call_command("submit", str(file), *options)
    with pytest.raises(CommandError, match="CSV, XLSX, JSON, NDJSON, XML or BGSPLAY"):
        call_command("submit", "a.pdf", *options)
    with pytest.raises(CommandError, match="does not answer"):
        call_command("submit", str(file), "--server", "http://127.0.0.1:9", *options[2:])
