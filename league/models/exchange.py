"""Background jobs, their files, and imports of files."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.choice_fields import ChoiceField
from league.models.people import Club


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    UNDONE = "undone", _("undone")


OPEN_STATES = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """Work too long for a request. Only league.operations.support.jobs writes it.

    `kind` is a key of league.tasks.KINDS, with its `arguments`; `attempts` counts the starts.
    `problems` give the reason of a failure, as in a verdict; `result` is the outcome.
    """

    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=30)
    arguments = models.JSONField(default=dict)
    language = models.CharField(max_length=5, default="en")
    state = ChoiceField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="jobs"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=JobState.values), name="job_state_known"
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="job_open", condition=models.Q(state__in=OPEN_STATES)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def open(self) -> bool:
        """True if the job may still change."""
        return self.state in OPEN_STATES


class JobFile(models.Model):
    """A file that a job has received or made, or the first rows of the received one. It is in the
    database, where web and worker both reach it."""

    class Role(models.TextChoices):
        INPUT = "given", "Given"
        OUTPUT = "made", "Made"
        HEAD = "head"

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="files")
    role = ChoiceField(max_length=5, choices=Role.choices)
    name = models.CharField(max_length=200, blank=True)
    media_type = models.CharField(max_length=100, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "role"], name="job_file_once")]

    def __str__(self) -> str:
        return f"{self.job_id}/{self.role}: {self.name}"


class JobFilePart(models.Model):
    """A part of at most one MiB of a file."""

    file = models.ForeignKey(JobFile, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="job_file_part_once")
        ]

    def __str__(self) -> str:
        return f"{self.file_id}/{self.number}"


class Import(models.Model):
    """The rows that an import created and changed, so that it can be undone; dry runs and refused
    imports have none. Only league.operations.exchange.imports writes it.

    `made` has the ids of new rows: season (or null), sessions, matches, players; `changed` lists
    players before and after the import.
    """

    job = models.OneToOneField(
        Job, on_delete=models.CASCADE, primary_key=True, related_name="imported"
    )
    made = models.JSONField(default=dict)
    changed = models.JSONField(default=list)
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"import {self.job_id}"
