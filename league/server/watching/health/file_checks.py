"""Checks of what lies on disks: backups, the drill that restores them, free space."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import HealthColour
from league.server.watching.health.durations import GIB, MIB, duration, size
from league.server.watching.health.measured_values import Disk, Figures
from league.server.watching.health.verdicts import AMBER, GREEN, RED, Check, Limits, worst

BACKUP = Limits(timedelta(hours=26), timedelta(hours=50))
FIRST_BACKUP = timedelta(minutes=30)  # after a start, in which the first one is made
DRILL = Limits(timedelta(days=2), timedelta(days=8))
DRILL_TIME = timedelta(hours=2)  # twice the longest time of a drill
STALE_FIGURES = timedelta(minutes=15)
LOW_SHARE, LOW_BYTES = 0.10, 20 * GIB  # amber: less than both, or less than ENOUGH
VERY_LOW_SHARE, VERY_LOW_BYTES = 0.03, 5 * GIB
ENOUGH, LAST = 2 * GIB, 512 * MIB


def backup(figures: Figures) -> Check:
    """Return whether the backup of each day is made. After a start there is time to make one: a
    computer may have been off for days."""
    title, files = _("Backups"), figures.files
    if files is None or figures.at - files.measured_at > STALE_FIGURES:
        return _not_measured("backup", title)
    if not files.folder:
        sentence = _("This server does not make backups itself.")
        remedy = _("Set BACKUP_DIR to a folder, or make sure that backups are made in another way.")
        return Check("backup", AMBER, title, sentence, remedy)
    has_begun = files.running_for >= FIRST_BACKUP
    remedy = _(
        "Check the background service’s log, that the disk is not full, and that Manche can "
        "write to the folder."
    )
    if not has_begun:
        remedy = _("Manche has just started and will make a backup within half an hour.")
    if files.newest_at is None:
        colour = RED if has_begun else AMBER
        sentence = _("There is no backup in %(folder)s.") % {"folder": files.folder}
        return Check("backup", colour, title, sentence, remedy)
    age = figures.at - files.newest_at
    colour = BACKUP.colour(age)
    if colour == GREEN:
        words = {"n": files.backups, "age": duration(age)}
        sentence = ngettext(
            "There is %(n)s backup; it is %(age)s old.",
            "There are %(n)s backups; the newest is %(age)s old.",
            files.backups,
        )
        return Check("backup", GREEN, title, sentence % words)
    sentence = _("The newest backup is %(age)s old.") % {"age": duration(age)}
    return Check("backup", colour if has_begun else AMBER, title, sentence, remedy)


def drill(figures: Figures) -> Check | None:
    """Return whether the newest backup could be restored; None while there is none to restore."""
    title, files = _("Restore drill"), figures.files
    if files is None or figures.at - files.measured_at > STALE_FIGURES:
        return None  # the check of backups says so
    if files.newest_at is None:
        return None
    remedy = _("Make another backup and restore it elsewhere; last-drill.json shows what failed.")
    if files.drill is None:
        sentence = _("No backup has been tested by restoring it yet.")
        colour = GREEN if figures.at - files.newest_at < DRILL_TIME else AMBER
        return Check("drill", colour, title, sentence, remedy if colour == AMBER else "")
    age = figures.at - files.drill.at
    words = {"age": duration(age)}
    if not files.drill.ok:
        sentence = _("Restoring the newest backup failed %(age)s ago.") % words
        return Check("drill", RED, title, sentence, remedy)
    colour = DRILL.colour(age) if files.running_for >= DRILL_TIME else GREEN
    sentence = _("The last restore drill succeeded %(age)s ago, without any difference.")
    late = _("Check the background service’s log: a drill follows each backup.")
    return Check("drill", colour, title, sentence % words, "" if colour == GREEN else late)


def store(figures: Figures) -> Check | None:
    """Return whether backups reach the store; None without one, or while there is nothing to
    store."""
    title, files = _("Off-site backups"), figures.files
    if files is None or figures.at - files.measured_at > STALE_FIGURES:
        return None  # the check of backups says so
    upload = files.upload
    if upload is None or files.newest_at is None:
        return None
    age = figures.at - (upload.stored_at or files.newest_at)
    colour = BACKUP.colour(age) if files.running_for >= FIRST_BACKUP else GREEN
    if upload.error:
        sentence = _("The newest backup is not in the off-site storage. %(error)s") % {
            "error": upload.error
        }
        return Check("store", worst([AMBER, colour]), title, sentence, _log_of_courier())
    if upload.stored_at is None:
        sentence = _("No backup has been copied to the off-site storage yet.")
    else:
        words = {"age": duration(age)}
        sentence = _("A backup was last copied to the off-site storage %(age)s ago.") % words
    return Check("store", colour, title, sentence, "" if colour == GREEN else _log_of_courier())


def _log_of_courier() -> str:
    return _("Check the log of the service “courier”, BACKUP_S3_URL, its key and its secret.")


def disk(figures: Figures) -> Check | None:
    """Return whether the disks have space; None if they were never measured."""
    title, files = _("Disk"), figures.files
    if files is None or not files.disks or figures.at - files.measured_at > STALE_FIGURES:
        return None
    colour = worst(disk_colour(disk_space) for disk_space in files.disks)
    fullest = min(files.disks, key=lambda disk_space: disk_space.free)
    words = {"free": size(fullest.free), "total": size(fullest.total)}
    sentence = _("%(free)s of %(total)s is free.") % words
    remedy = _(
        "Delete what you no longer need, such as old Docker images and copies of backups, or "
        "use a larger disk. A full disk stops the database."
    )
    return Check("disk", colour, title, sentence, "" if colour == GREEN else remedy)


def disk_colour(disk: Disk) -> HealthColour:
    """Return the colour of one disk: a large one may be almost full and still have much space."""
    share = disk.free / disk.total if disk.total else 0.0
    if disk.free < LAST or (share < VERY_LOW_SHARE and disk.free < VERY_LOW_BYTES):
        return RED
    if disk.free < ENOUGH or (share < LOW_SHARE and disk.free < LOW_BYTES):
        return AMBER
    return GREEN


def _not_measured(slug: str, title: str) -> Check:
    sentence = _("Backups and disks have not been checked for a while.")
    return Check(
        slug,
        AMBER,
        title,
        sentence,
        _("The background service checks them: see “Background service”."),
    )
