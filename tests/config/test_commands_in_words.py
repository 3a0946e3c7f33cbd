"""Commands speak the language of the server, and without one that of the terminal."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.config import installation
from tests.config.docker_files import ROOT, bare_environment

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["fr", "de"])
def language(request, settings):
    settings.COMMAND_LANGUAGE = request.param
    return request.param


def printed(*words: str) -> str:
    output = StringIO()
    try:
        call_command(*words, stdout=output, stderr=output)
    except CommandError as error:
        output.write(str(error))
    except SystemExit:
        pass
    return output.getvalue()


SPOKEN = {
    "fr": {
        "upgrade_check": ["La base de données est à jour.", "N’installez pas encore"],
        "backup": ["Indiquez un dossier, ou définissez BACKUP_DIR."],
        "prepare": ["MANCHE_OWNER_PASSWORD est défini sans MANCHE_OWNER_EMAIL."],
        "games": ["joueurs", "preuves"],
    },
    "de": {
        "upgrade_check": ["Die Datenbank ist auf dem neuesten Stand.", "Aktualisieren Sie noch"],
        "backup": ["Nennen Sie einen Ordner oder setzen Sie BACKUP_DIR."],
        "prepare": ["MANCHE_OWNER_PASSWORD ist ohne MANCHE_OWNER_EMAIL gesetzt."],
        "games": ["Spieler", "Nachweise"],
    },
}


@pytest.mark.parametrize("command", ["upgrade_check", "backup", "prepare", "games"])
def test_a_command_speaks_the_language_of_the_server(language, command, settings, monkeypatch):
    settings.BACKUP_DIR = None
    settings.OWNER_EMAIL, settings.OWNER_PASSWORD = "", "a long enough phrase"
    monkeypatch.setattr("league.management.commands.prepare.call_command", lambda *_, **__: None)
    text = printed(command)
    for words in SPOKEN[language][command]:
        assert words in text


def test_a_backup_says_its_size_in_words(language, tmp_path):
    text = printed("backup", str(tmp_path))
    assert {"fr": " lignes, ", "de": " Zeilen, "}[language] in text
    listed = printed("backup", str(tmp_path), "--list")
    assert {"fr": "octets", "de": "Bytes"}[language] in listed


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LC_MESSAGES": "de_DE", "LANG": "fr_FR"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({}, "en"),
    ],
)
def test_without_a_setting_the_terminal_decides(environment, language):
    assert installation.terminal_language({"en", "fr", "de"}, environment) == language


@pytest.mark.parametrize(
    ("environment", "first"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "jeu"),
        ({"LANG": "fr_FR.UTF-8", "MANCHE_LANGUAGE": "de"}, "Spiel"),
        ({}, "game"),
    ],
)
def test_the_program_reads_them_when_it_starts(environment, first, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "manage.py", "games"],
        cwd=ROOT,
        env=bare_environment() | {"MANCHE_DATA": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split()[0] == first, done.stderr


def test_pages_in_a_language_that_is_not_asked_for_are_the_servers(tmp_path: Path):
    """In a process of its own: LANGUAGE_CODE is read when Django starts."""
    code = (
        "import django; django.setup();"
        "from django.test import RequestFactory; from django.utils import translation as t;"
        "request = RequestFactory(headers={'accept-language': 'es'}).get('/');"
        "print(t.get_language_from_request(request), t.gettext('players'));"
        "t.activate('en'); print(t.gettext('players'))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "league.config.settings", "MANCHE_LANGUAGE": "fr"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=bare_environment() | {"MANCHE_DATA": str(tmp_path)} | environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["fr", "joueurs", "players"], done.stderr
