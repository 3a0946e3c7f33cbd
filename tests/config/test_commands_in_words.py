"""Commands speak the language of the server, and without one that of the terminal."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, load_command_class

from league.config import installation
from league.management import command_list
from league.management.translated import TranslatedCommand, speaking
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
        "backup": ["Geben Sie einen Ordner an oder setzen Sie BACKUP_DIR."],
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


FILES = [
    file
    for app in ("api", "league")
    for file in sorted((ROOT / app / "management" / "commands").glob("[a-z]*.py"))
    if file.stem != "makemessages"  # Django's own, for developers
]


def loaded(file: Path):
    return load_command_class(file.relative_to(ROOT).parts[0], file.stem)


def test_every_command_is_in_the_list_of_manche_help():
    assert len(FILES) > 15
    assert [*command_list.own_commands()] == sorted(file.stem for file in FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_help_of_every_command_is_in_the_catalogue(file, language, settings):
    """All of it: what the command does, and each option, also those of Django."""
    command = loaded(file)
    assert isinstance(command, TranslatedCommand)
    settings.COMMAND_LANGUAGE = "en"
    english = helps(command)
    assert all(english.values()), "each option says what it is for"
    settings.COMMAND_LANGUAGE = language
    assert {name for name, words in helps(command).items() if words == english[name]} == set()


def helps(command) -> dict[str, str]:
    """Return what the help of a command says of it and of its options."""
    with speaking():
        parser = command.create_parser("manche", "x")
    return {"": parser.description, **{one.dest: one.help for one in parser._actions}}


def test_help_lists_the_commands_with_a_line_each(language, settings):
    lines = {
        "fr": ("Commandes de Manche\u00a0:", "Créer un compte.", "manche help backup"),
        "de": ("Befehle von Manche:", "Ein Konto erstellen.", "manche help backup"),
    }
    settings.COMMAND_NAME = "manche"
    text = command_list.text()
    title, account, more = lines[language]
    assert text.startswith(f"{title}\n\n  addmember ")
    assert f"  {'adduser':17}  {account}\n" in text
    assert more in text
    assert max(map(len, text.splitlines())) <= command_list.MOST_COLUMNS


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["help"], "Befehle von Manche:"),
        (["--help"], "Befehle von Manche:"),
        ([], "Befehle von Manche:"),
        (["help", "upgrade-check"], "Aufruf: manage.py upgrade_check"),
        (["export_club", "--help"], "Aufruf: manage.py export_club"),
    ],
)
def test_the_program_helps_in_the_language_of_the_server(words, first, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=bare_environment() | {"MANCHE_DATA": str(tmp_path), "MANCHE_LANGUAGE": "de"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith(first), done.stderr


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
