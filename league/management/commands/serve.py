"""manage.py serve: the web server and its worker in the foreground, until Ctrl-C; for make dev, and
the second half of manage.py run."""

import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.config import installation
from league.demo import first_run
from league.demo.demo_club import DEMO_EMAIL, DEMO_PASSWORD
from league.management.translated import TranslatedCommand
from league.models import Club, User
from league.server.process import one_process
from league.server.upkeep import pre_releases

GRACE_SECONDS = 15


class Command(TranslatedCommand):
    help = gettext_noop("Serve Manche; the first start fills an empty database with the demo club.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help=_("address to serve on; 0.0.0.0 means all addresses of this computer"),
        )
        parser.add_argument("--port", type=int, default=8000, help=_("%(default)s by default"))
        parser.add_argument(
            "--reload",
            action="store_true",
            help=_("for development: restart the server and the worker after each code change"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.make_ready()
        if settings.DEMO and not Club.objects.exists() and not User.objects.exists():
            call_command("demo")
        host, port = options["host"], options["port"]
        if settings.EMBEDDED and not options["reload"]:
            listener = _listen(host, port)
            self._greet(host, port)
            one_process.serve(listener)
            failed = False
        else:
            self._greet(host, port)
            bind = f"{host}:{port}"
            failed = _run([_reloading(bind)] if options["reload"] else _commands(bind))
        self.stdout.write(_("Manche has stopped. All data is kept."))
        if failed:
            raise CommandError(
                _("One of Manche’s processes has stopped unexpectedly; see the lines above.")
            )

    def make_ready(self) -> None:
        """Raise CommandError unless the database is up to date."""
        if refusal := pre_releases.refusal():
            raise CommandError(refusal)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            command = installation.command_name()
            words = _("The database is not up to date. First run: %(command)s")
            raise CommandError(words % {"command": f"{command} prepare"})

    def _greet(self, host: str, port: int) -> None:
        host_name = "127.0.0.1" if host in {"0.0.0.0", "::"} else host
        url = f"http://{host_name}:{port}{settings.BASE_PATH}/"
        self.stdout.write(
            self.style.SUCCESS(_("Manche is running at %(address)s") % {"address": url})
        )
        demo = User.objects.filter(email=DEMO_EMAIL).first()
        if demo is not None and demo.check_password(DEMO_PASSWORD):
            words = _("demo organiser: %(email)s   password: %(password)s")
            account = {"email": DEMO_EMAIL, "password": DEMO_PASSWORD}
            self.stdout.write(f"  {words % account}")
        if first_run.is_open():
            words = _("your own club: %(address)s") % {"address": first_run.address(url)}
            self.stdout.write(f"  {words}")
        self.stdout.write("  " + _("stop with Ctrl-C"))
        self.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    try:
        return one_process.listen(host, port)
    except OSError as error:
        words = _(
            "Manche cannot be served at %(place)s (%(why)s): choose another --host or --port."
        )
        why = error.strerror or str(error)
        raise CommandError(words % {"place": f"{host}:{port}", "why": why}) from None


def _commands(bind: str) -> list[list[str]]:
    """Return the commands of the server layout, one for each process."""
    python = [sys.executable, "-m"]
    web = [*python, "gunicorn", "--config", "python:league.config.gunicorn", "--bind", bind]
    quietly = ["--loglevel", "WARNING"]
    # Django's checks would import all pages, which no task needs
    celery = [*python, "celery", "--skip-checks", "--app", "league"]
    outbound = {"webhooks", "mail"}  # they wait for strangers
    worker_queues = ",".join(
        queue.name for queue in settings.CELERY_TASK_QUEUES if queue.name not in outbound
    )
    worker = [*celery, "worker", "--queues", worker_queues, *quietly]
    courier = [*celery, "worker", "--queues", "webhooks,mail", "--hostname", "courier@%h"]
    courier += ["--pool", "threads", "--concurrency", "4", *quietly]
    return [web, worker, courier, [*celery, "beat", *quietly]]


def _reloading(bind: str) -> list[str]:
    """Return the command of Django's development server (league.server.process.dev_server)."""
    return [*settings.MANAGE_COMMAND, "runserver", bind]


def _run(commands: list[list[str]]) -> bool:
    """Run the processes until they are stopped; return True if one ended by itself."""
    processes = [subprocess.Popen(command) for command in commands]
    _forward_signals(processes)
    return _wait(processes)


def _forward_signals(processes: list[subprocess.Popen[bytes]]) -> None:
    """Forward signals to the processes. The handlers are installed explicitly, since a shell may
    have set SIGINT to be ignored."""

    def stop(number: int, frame: FrameType | None) -> None:
        for process in processes:
            process.terminate()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _wait(processes: list[subprocess.Popen[bytes]]) -> bool:
    """Wait until the first process ends, then stop the others; return True if it was not asked to
    end."""
    while all(process.poll() is None for process in processes):
        time.sleep(0.2)
    failed = any(process.returncode not in {None, 0, -signal.SIGTERM} for process in processes)
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
    return failed
