"""manage.py export_club and import_club, and the check by the engines alone."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from league.demo import demo_club
from league.models import Club
from tests import make
from tests.archives import changed, exported, unpacked

pytestmark = pytest.mark.django_db
GUIDE = Path(settings.BASE_DIR) / "docs" / "archive.md"


@pytest.fixture
def club():
    match = make.match(options={"target": 20})
    make.played(match, [22, 5, 5])
    return match.session.season.club


def test_out_into_a_file_and_in_again(club, tmp_path, capsys):
    file = tmp_path / "club.zip"
    call_command("export_club", club.slug, str(file))
    assert file.read_bytes() == exported(club)
    call_command("import_club", str(file), "--owner", "Alice@Example.org", "--members")
    back = Club.objects.get(slug="les-ardoises-2")
    assert "les-ardoises-2" in capsys.readouterr().out
    assert unpacked(exported(back)).keys() == unpacked(file.read_bytes()).keys()


def test_members_left_out_are_named(club, tmp_path, capsys):
    file = tmp_path / "club.zip"
    file.write_bytes(exported(club))
    make.user("olga@example.org")
    call_command("import_club", str(file), "--owner", "olga@example.org")
    assert "alice@example.org got no role" in capsys.readouterr().out


def test_export_overwrites_no_file_and_leaves_none_behind_on_failure(club, tmp_path):
    file = tmp_path / "club.zip"
    file.write_text("precious")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_club", club.slug, str(file))
    assert file.read_text() == "precious"
    with pytest.raises(CommandError, match="no club nowhere"):
        call_command("export_club", "nowhere", str(tmp_path / "other.zip"))
    assert not (tmp_path / "other.zip").exists()


def test_import_reports_errors_and_stores_no_club(club, tmp_path):
    file = tmp_path / "club.zip"
    file.write_bytes(changed(exported(club), "players.ndjson", 1, lambda row: row.update(name="")))
    with pytest.raises(CommandError, match=r"players\.ndjson:1\.name: Enter a name"):
        call_command("import_club", str(file), "--owner", "alice@example.org")
    with pytest.raises(CommandError, match="No account uses nobody"):
        call_command("import_club", str(file), "--owner", "nobody@example.org")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(tmp_path / "none"), "--owner", "alice@example.org")
    assert Club.objects.count() == 1


SPOKEN = {
    "fr": {
        "exported": " octets).",
        "imported": "Les Ardoises est importé, à l’adresse les-ardoises-2.",
        "no role": "alice@example.org n’a reçu aucun rôle.",
        "no club": "Il n’y a pas de club nowhere.",
        "no file": "Impossible de lire",
        "no account": "Aucun compte n’utilise nobody@example.org",
    },
    "de": {
        "exported": " Bytes).",
        "imported": "Les Ardoises ist importiert und hat die Adresse les-ardoises-2.",
        "no role": "alice@example.org hat keine Rolle erhalten.",
        "no club": "Es gibt keinen Verein nowhere.",
        "no file": "kann nicht gelesen werden",
        "no account": "Zu nobody@example.org gibt es kein Konto",
    },
}


@pytest.mark.parametrize("language", SPOKEN)
def test_both_speak_the_language_of_the_server(club, tmp_path, capsys, settings, language):
    settings.COMMAND_LANGUAGE, spoken = language, SPOKEN[language]
    file, archive = tmp_path / "club.zip", exported(club)
    make.user("olga@example.org")
    call_command("export_club", club.slug, str(file))
    assert spoken["exported"] in capsys.readouterr().out
    assert file.read_bytes() == archive, "an archive has no language"
    call_command("import_club", str(file), "--owner", "olga@example.org")
    printed = capsys.readouterr().out
    assert spoken["imported"] in printed
    assert spoken["no role"] in printed
    with pytest.raises(CommandError, match=re.escape(spoken["no club"])):
        call_command("export_club", "nowhere", str(tmp_path / "other.zip"))
    for name, email, refusal in [
        ("none", "olga@example.org", "no file"),
        ("club.zip", "nobody@example.org", "no account"),
    ]:
        with pytest.raises(CommandError, match=re.escape(spoken[refusal])):
            call_command("import_club", str(tmp_path / name), "--owner", email)


@pytest.mark.skipif(not shutil.which("unzip"), reason="unzip is not installed")
@pytest.mark.parametrize("true", [True, False])
def test_the_engines_alone_check_an_archive(monkeypatch, tmp_path, true):
    """The commands of the guide, without our settings and our database."""
    monkeypatch.setattr(demo_club, "SESSIONS", 1)
    club = demo_club.load(password="x", sessions=1).club
    make.match(make.session(club.seasons.get()), list(club.players.all())[:2])
    archive = exported(club)
    if not true:
        spoil = {"evidence": "sheet", "scores": [1, 2, 3, 4]}
        archive = changed(
            archive, "matches.ndjson", 1, lambda row: row["record"]["rounds"].insert(0, spoil)
        )
    (tmp_path / "club.zip").write_bytes(archive)
    engines, standings = re.findall(
        r"^```sh\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE
    )
    folder = Path(sys.executable).parent
    for commands in (engines, standings):
        ran = subprocess.run(
            ["bash", "-c", "set -o pipefail\n" + commands],
            cwd=tmp_path,
            env={"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(settings.BASE_DIR)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (ran.returncode, ran.stderr) == (0 if true else 1, "")
    lines = (tmp_path / "verdicts.ndjson").read_text().splitlines()
    verdicts = [json.loads(line)["ok"] for line in lines]
    assert verdicts == [true] + [True] * (len(club.seasons.get().games))


def test_the_guide_tells_every_key():
    from league.operations.exchange.archive import club_file, file_format, ladder

    text = GUIDE.read_text().partition("\n## The file of a person")[0]
    shapes = {
        "manifest.json": file_format.MANIFEST_FIELDS,
        "club.json": club_file.FIELDS,
        **file_format.ROWS,
    }
    standing = json.loads(unpacked(exported(standing_club()))["standings.ndjson"].split(b"\n")[0])
    keys = {key for shape in shapes.values() for key in shape} | set(standing)
    keys |= set(file_format.SUBMISSION) | set(file_format.LIFTED) | set(file_format.SCHEME)
    keys |= {*ladder.PERIOD, *ladder.DIVISION, *ladder.MEMBER, *ladder.LOT}
    keys_in_guide = set(re.findall(r'[`"](\w+)[`"]', text))
    assert keys - keys_in_guide == set()


def standing_club():
    match = make.match(options={"target": 20})
    return make.played(match, [22, 5, 5]).session.season.club
