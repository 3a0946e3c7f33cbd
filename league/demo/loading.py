"""The whole demo: its club, its tournament, its evenings to come, and their standings."""

import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.demo import demo_club, demo_sign_ups, demo_tournament, first_run
from league.demo.demo_club import DemoClub
from league.errors import Conflict
from league.models import Job
from league.operations.support import jobs
from scoring import projection, rating
from scoring.models import Table


def load(
    *, password: str = "", seed: int = 1, report: Callable[[int, int], None] = lambda *_: None
) -> tuple[DemoClub, str]:
    """Load the demo, and return it with the password of its organiser. Raise Conflict if it is here
    already."""
    if demo_club.find() is not None:
        raise Conflict(_("The demo club already exists."))
    password = password or default_password()
    with transaction.atomic():
        demo = demo_club.load(password=password, seed=seed, report=report)
        demo_tournament.load(demo, seed=seed, now=timezone.now())
        demo_sign_ups.load(demo, seed=seed, now=timezone.now())
    for table in Table.objects.filter(season__club=demo.club):
        projection.refresh(table.pk)
    rating.refresh(demo.club.pk)
    return demo, password


def default_password() -> str:
    """Return the password of the demo's organiser; on a server it must not be guessable."""
    return demo_club.DEMO_PASSWORD if settings.EMBEDDED else secrets.token_urlsafe(12)


def run_job(job: Job) -> dict[str, Any]:
    """Load the demo for a person who wants to look around before the first run. An owner who begins
    meanwhile waits, and finds it to remove."""
    first_run.lock()
    if not first_run.is_open():
        raise Conflict(_("This server already has an admin."))
    demo, _password = load(report=lambda done, total: jobs.report_progress(job, done, total))
    return {"club": demo.club.slug}
