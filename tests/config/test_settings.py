"""What the environment configures, what is refused, and what /livez and /readyz tell."""

import ast
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.checks import ERROR
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from league.config import checks, variable_kinds, variables
from league.config.settings import check_backup_store
from league.server.watching import probes as health
from scoring import tasks
from scoring.models import Result
from tests import deploy, make, migrated
from tools import settings_page

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "league" / "config" / "settings.py"
NOWHERE = "127.0.0.1:9"  # the discard port: nobody listens


def read_by_settings() -> set[str]:
    """Return the names that the settings read by env.str("NAME", …) and its sisters."""
    return {
        str(call.args[0].value)
        for call in ast.walk(ast.parse(SETTINGS.read_text()))
        if isinstance(call, ast.Call)
        and re.fullmatch(r"env(\.(?!db_url)\w+)?", ast.unparse(call.func))
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def product(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the product in a process of its own, independent of the tests' own settings.

    A variable that is set but empty counts as unset, also for somebody's own .env.
    """
    environment = {
        "PATH": os.defpath,
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        **dict.fromkeys(("SECRET_KEY", "DATABASE_URL", "REDIS_URL"), ""),
        "DEBUG": "0",
        **variables,
    }
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )


# --- variables


def test_the_table_has_every_variable_and_no_other() -> None:
    names = [variable.name for variable in variables.VARIABLES]
    assert (set(names), len(names)) == (read_by_settings(), len(set(names)))


def test_documents_are_written_from_the_table() -> None:
    words = "run: python -m tools.settings_page"
    assert settings_page.EXAMPLE.read_text() == settings_page.example(), words
    page = settings_page.PAGE.read_text()
    assert page == settings_page.page(page), words
    assert page.count(settings_page.HEADER) == 1
    assert not re.findall(r"^[^#\n]", settings_page.EXAMPLE.read_text(), flags=re.M)


def test_defaults_of_the_table_are_those_of_the_settings() -> None:
    table = {variable.name: variable.default for variable in variables.VARIABLES}
    unlike = {}
    calls = [
        node for node in ast.walk(ast.parse(SETTINGS.read_text())) if isinstance(node, ast.Call)
    ]
    for call in calls:
        is_read = ast.unparse(call.func).startswith("env.")
        if is_read and len(call.args) >= 2 and isinstance(call.args[-1], ast.Constant | ast.List):
            name, default = ast.literal_eval(call.args[0]), ast.literal_eval(call.args[-1])
            literal = re.fullmatch("`([^`]+)`", table.get(name, ""))
            text = ",".join(map(str, default)) if isinstance(default, list) else str(default)
            text = {"True": "1", "False": "0"}.get(text, text.removesuffix(".0"))
            if literal and text and literal[1] != text:
                unlike[name] = (literal[1], text)
    assert unlike == {}


def test_each_variable_takes_its_example_and_default() -> None:
    for variable in variables.VARIABLES:
        literal = re.fullmatch("`([^`]+)`", variable.default)
        for text in (variable.example, literal[1] if literal else ""):
            assert list(variables.faults({variable.name: text})) == []
        is_secret = not variable.kind.is_shown or variable.kind == variable_kinds.Words(secret=True)
        assert variable.example or is_secret, variable.name
        assert list(variables.faults({variable.name: ""})) == []


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *((name, text) for name in ("HTTPS", "DEBUG") for text in ("2", "maybe", "yes!")),
        *(("NUM_PROXIES", text) for text in ("x", "-1", "1.5", "21", "1 x", "²", "9" * 30)),
        *(("RETENTION_MAIL_DAYS", text) for text in ("0", "36501", "30 days", "1e3")),
        *(("MANCHE_IMPORT_MIB", text) for text in ("0", "8M", "100000")),
        *(("DATABASE_REPLICA_LAG", text) for text in ("-1", "nan", "inf", "3s")),
        *(("BACKUP_KEEP", text) for text in ("7", "7,4", "7,4,6,1", "0,0,0", "7,-4,6", "a,b,c")),
        *(
            ("THROTTLE_TOKEN", text)
            for text in ("100", "100/", "/min", "0/min", "100/week", "1.5/s")
        ),
        *(("LOG_LEVEL", text) for text in ("warning", "LOUD")),
        ("LOG_FORMAT", "xml"),
        ("SIGNUP", "closed"),
        *(
            ("ALLOWED_HOSTS", text)
            for text in ("a.example, b.example", "https://a", "a:8000", "a,,b")
        ),
        *(("DATABASE_URL", text) for text in ("manche", "mysql://a/b", "postgresql://a:b/c")),
        *(("REDIS_URL", text) for text in ("127.0.0.1:6379", "http://a")),
        *(("BASE_URL", text) for text in ("league.example", "https://", "ftp://a", "https://a b")),
        *(("EMAIL_URL", text) for text in ("smtp.example", "imap://a")),
        *(("EMAIL_FROM", text) for text in ("Les Ardoises", "a@b@c", "A <a>")),
        ("MANCHE_OWNER_EMAIL", "olga"),
        *(("CERTIFICATE_ADDRESS", text) for text in ("league.example", "https://a:443")),
        ("VAPID_PRIVATE_KEY", "short"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_expected(name: str, wrong: str) -> None:
    (fault,) = variables.faults({name: wrong})
    assert fault.startswith(f"{name} must be ")
    kind = next(variable.kind for variable in variables.VARIABLES if variable.name == name)
    assert (repr(wrong) in fault) == kind.is_shown


def test_the_start_refuses_all_wrong_values_at_once(tmp_path: Path) -> None:
    wrong = {"THROTTLE_TOKEN": "100", "NUM_PROXIES": "two", "DATABASE_URL": "mysql://u:hidden@h/n"}
    done = product("manage.py", "check", MANCHE_DATA=str(tmp_path / "data"), **wrong)
    assert done.returncode != 0
    assert all(f"{name} must be" in done.stderr for name in wrong)
    assert "hidden" not in done.stderr
    assert not (tmp_path / "data").exists()
    empty = dict.fromkeys((*wrong, "HTTPS", "RETENTION_MAIL_DAYS", "BACKUP_KEEP"), "")
    done = product("manage.py", "check", MANCHE_DATA=str(tmp_path / "data"), **empty)
    assert done.returncode == 0, done.stderr


# --- secret key


def test_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there" / "yet"
    code = "from league.config import settings; print(settings.SECRET_KEY)"
    first, second = (product("-c", code, MANCHE_DATA=str(data)) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert len(first.stdout.strip()) >= 50
    assert second.stdout == first.stdout
    file = data / "secret_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().strip() == first.stdout.strip()


def test_secret_key_from_the_environment_is_not_written_to_disk(tmp_path: Path) -> None:
    code = "from league.config import settings; print(settings.SECRET_KEY)"
    done = product("-c", code, MANCHE_DATA=str(tmp_path / "data"), SECRET_KEY="from outside")
    assert done.stdout.strip() == "from outside"
    assert not (tmp_path / "data").exists()


def test_a_replica_of_the_embedded_database_is_refused(tmp_path: Path) -> None:
    done = product(
        "manage.py",
        "check",
        MANCHE_DATA=str(tmp_path),
        DATABASE_REPLICA_URL="postgresql://replica/manche",
    )
    assert done.returncode != 0
    assert "DATABASE_REPLICA_URL needs a DATABASE_URL" in done.stderr


# --- checks


@pytest.mark.parametrize(
    ("changed", "ids"),
    [
        ({}, []),
        ({"EMBEDDED": False}, ["manche.W001"]),
        ({"DATABASE_POOLED": True}, ["manche.W002"]),
        ({"EMBEDDED": False, "DATABASE_POOLED": True, "ENGINE": "database.postgres"}, []),
    ],
)
def test_checks_tell_doubtful_settings(
    changed: dict[str, Any], ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    values: dict[str, Any] = {
        "EMBEDDED": True,
        "DATABASE_POOLED": False,
        "ENGINE": "django.db.backends.sqlite3",
        **changed,
    }
    values["DATABASES"] = {"default": {"ENGINE": values.pop("ENGINE")}}
    monkeypatch.setattr(checks, "settings", SimpleNamespace(**values))
    assert [message.id for message in checks.warn_of_settings()] == ids


def test_every_check_is_tried_above_or_with_the_database() -> None:
    ids = set(
        re.findall(r"manche\.[EW]\d+", (ROOT / "league" / "config" / "checks.py").read_text())
    )
    assert ids == {"manche.E001", "manche.E002", "manche.W001", "manche.W002", "manche.W003"}


@pytest.mark.parametrize(
    ("setting", "module", "package"),
    [
        ("SENTRY_DSN", "sentry_sdk", "sentry-sdk"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry.sdk", "opentelemetry-sdk"),
    ],
)
def test_a_setting_without_its_package_is_an_error_with_the_remedy(
    setting: str, module: str, package: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks.refuse_missing_packages() == []
    setattr(settings, setting, "http://key@127.0.0.1:9/1")
    assert checks.refuse_missing_packages() == []
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    (error,) = checks.refuse_missing_packages()
    assert (error.id, error.level) == ("manche.E001", ERROR)
    assert error.msg == f"{setting} is set, but the package {package} is not installed."
    assert "requirements/observability.txt" in str(error.hint)


EVERY_PROCESS = {
    "web": ["-m", "gunicorn", "--config", "python:league.config.gunicorn", "--bind", "127.0.0.1:0"],
    "worker": ["-m", "celery", "--app", "league", "worker"],
    "beat": ["-m", "celery", "--app", "league", "beat"],
    "migrate": ["manage.py", "prepare", "--no-static"],
}


def test_mail_needs_an_address_for_its_links(tmp_path: Path) -> None:
    mail = {"MANCHE_DATA": str(tmp_path), "EMAIL_URL": "smtp+tls://me:secret@smtp.example:587"}
    done = product("manage.py", "check", **mail)
    assert done.returncode != 0
    assert "set BASE_URL" in done.stderr
    show = "from django.conf import settings as s; print(s.EMAIL_HOST, s.EMAIL_USE_TLS, s.BASE_URL)"
    shell = ["manage.py", "shell", "-v0", "-c", show]
    done = product(*shell, **mail, HTTPS="1", ALLOWED_HOSTS="league.example")
    assert done.stdout.split() == ["smtp.example", "True", "https://league.example"]


def test_a_log_has_one_of_two_forms(tmp_path: Path) -> None:
    show = "import logging; logging.getLogger('x').error('a line')"
    for form, beginning in (("json", '{"time": "'), ("text", "20")):
        shell = ["manage.py", "shell", "-v0", "-c", show]
        done = product(*shell, MANCHE_DATA=str(tmp_path), LOG_FORMAT=form)
        assert done.stderr.startswith(beginning), done.stderr


@pytest.mark.parametrize("name", EVERY_PROCESS)
def test_settings_that_open_a_door_are_refused_by_every_process(name: str, tmp_path: Path) -> None:
    server = {"MANCHE_DATA": str(tmp_path), "DATABASE_URL": f"postgresql://manche@{NOWHERE}/manche"}
    unsafe = {"ALLOWED_HOSTS": "league.example,*"} if name == "migrate" else {"DEBUG": "1"}
    done = product(*EVERY_PROCESS[name], **server, **unsafe)
    assert done.returncode != 0
    words = "accepts every host name" if name == "migrate" else "Set DEBUG=0."
    assert words in done.stderr


def test_the_tests_refuse_package_servers_in_requirements(tmp_path: Path) -> None:
    (tmp_path / "base.txt").write_text(
        "Django==5.2.19 \\\n    --hash=sha256:00\n    # via manche\n"
    )
    assert deploy.addresses(tmp_path) == []
    (tmp_path / "dev.txt").write_text("--index-url pypi.example\nx @ git+https://x.example/x\n")
    assert [line.partition(" ")[0].partition("/")[2] for line in deploy.addresses(tmp_path)] == [
        "dev.txt:1",
        "dev.txt:2",
    ]
    assert deploy.addresses(tmp_path / "empty")


# --- /livez and /readyz


@pytest.fixture(autouse=True)
def static_folder() -> None:
    """Create the folder of static files, as WhiteNoise warns when nothing was ever collected."""
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


@pytest.fixture
def unswept() -> None:
    cache.delete(tasks.SWEPT_AT)


def test_livez_makes_no_database_query(client: Client) -> None:
    """Without django_db any query would fail the test."""
    answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
@pytest.mark.usefixtures("unswept")
def test_readyz_names_the_worker_until_a_sweep_has_passed(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "not ready",
        "database": "ok",
        "migrations": "ok",
        "worker": "no sweep yet",
        "standings": "ok",
    }
    tasks.sweep()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert set(answer.json().values()) == {"ok"}


@pytest.mark.django_db
def test_readyz_loses_patience_with_a_worker_that_stopped(client: Client) -> None:
    last = timezone.now() - health.STALE_AFTER - timedelta(seconds=1)
    cache.set(tasks.SWEPT_AT, last.isoformat())
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert re.fullmatch(r"last sweep \d+ s ago", answer.json()["worker"])


@pytest.mark.django_db
def test_readyz_tells_the_table_that_stays_behind(client: Client) -> None:
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    tasks.sweep()
    assert client.get("/readyz").json()["standings"] == "ok", "a moment behind is no fault"
    long_ago = timezone.now() - health.STALE_AFTER - timedelta(seconds=60)
    Result.objects.filter(season=season).update(recorded_at=long_ago)
    answer = client.get("/readyz")
    assert answer.status_code == 200, "another server would do no better"
    standings = answer.json()["standings"]
    assert re.fullmatch(rf"table \w+ of season {season.pk} behind for \d+ s", standings)
    tasks.refresh_season(season.pk)
    assert client.get("/readyz").json()["standings"] == "ok"


@pytest.mark.django_db
def test_readyz_counts_the_migrations_to_apply(client: Client) -> None:
    tasks.sweep()
    MigrationRecorder(connection).migration_qs.filter(app="api").delete()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert re.fullmatch(r"\d+ to apply: run manage.py migrate", answer.json()["migrations"])


def test_readyz_names_a_database_and_a_redis_that_do_not_answer(tmp_path: Path) -> None:
    code = (
        "import django, json; django.setup();"
        "from django.test import Client; client = Client(headers={'host': 'localhost'});"
        "answers = [client.get(path) for path in ('/readyz', '/livez')];"
        "[print(json.dumps({'code': a.status_code, **a.json()})) for a in answers]"
    )
    done = product(
        *("-c", code),
        MANCHE_DATA=str(tmp_path),
        DATABASE_URL=f"postgresql://manche@{NOWHERE}/manche",
        REDIS_URL=f"redis://{NOWHERE}/0",
        LOG_LEVEL="CRITICAL",
    )
    assert done.returncode == 0, done.stderr
    ready, live = (json.loads(line) for line in done.stdout.splitlines())
    assert ready == {
        "code": 503,
        "status": "not ready",
        "database": "does not answer",
        "migrations": "unknown: the database does not answer",
        "worker": "cache does not answer (CacheDown)",
        "standings": "unknown: the database does not answer",
    }
    assert live == {"code": 200, "status": "ok"}


def test_a_server_that_cannot_be_prepared_does_not_start_and_says_why(tmp_path):
    shutil.copyfile(migrated.sqlite(), tmp_path / "manche.sqlite3")
    served = product("manage.py", "run", MANCHE_DATA=str(tmp_path), MANCHE_OWNER_PASSWORD="abc")
    assert served.returncode == 1
    assert served.stderr.splitlines()[-2:] == [
        "MANCHE_OWNER_PASSWORD is set without MANCHE_OWNER_EMAIL.",
        "CommandError: Manche could not be prepared; see the lines above.",
    ]
    assert "Traceback" not in served.stderr


# --- the store of backups


STORE = {
    "BACKUP_S3_URL": "https://s3.example.org/bucket/manche",
    "BACKUP_S3_KEY": "GKkey",
    "BACKUP_S3_SECRET": "secret",
    "BACKUP_PASSPHRASE": "horse staple",
}


@pytest.mark.parametrize(
    ("change", "remedy"),
    [
        (
            {"BACKUP_PASSPHRASE": ""},
            "only encrypted backups may leave this machine: set BACKUP_PASSPHRASE",
        ),
        ({"BACKUP_S3_KEY": ""}, "set BACKUP_S3_KEY and BACKUP_S3_SECRET"),
        ({"BACKUP_S3_SECRET": ""}, "set BACKUP_S3_KEY and BACKUP_S3_SECRET"),
        (
            {"BACKUP_S3_URL": "s3.example.org/bucket"},
            "such as https://s3.example.org/bucket/manche",
        ),
        ({"BACKUP_S3_URL": "https://s3.example.org/"}, "a bucket and possibly a folder"),
        (
            {"BACKUP_S3_URL": "https://key:secret@s3.example.org/bucket"},
            "must be the address of a store",
        ),
        ({"BACKUP_S3_URL": "https://s3.example.org/bucket?x=y"}, "must be the address of a store"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused(change: dict[str, str], remedy: str) -> None:
    values = {**STORE, **change}
    with pytest.raises(ImproperlyConfigured, match=re.escape(remedy)):
        check_backup_store(
            values["BACKUP_S3_URL"],
            values["BACKUP_S3_KEY"],
            values["BACKUP_S3_SECRET"],
            values["BACKUP_PASSPHRASE"],
        )


def test_the_server_does_not_start_with_readable_back_ups_for_a_store(tmp_path: Path) -> None:
    variables = {**STORE, "MANCHE_DATA": str(tmp_path)}
    assert product("-c", "import league.config.settings", **variables).returncode == 0
    done = product("-c", "import league.config.settings", **{**variables, "BACKUP_PASSPHRASE": ""})
    assert (done.returncode, "set BACKUP_PASSPHRASE" in done.stderr) == (1, True)
