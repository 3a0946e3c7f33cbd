"""What the log of a club says of files: one entry for each, and nothing of another server's log."""

import pytest

from league.models import AuditEntry
from league.operations.audit import verification
from league.operations.exchange import import_undo
from tests import make
from tests.archives import exported, imported
from tests.operations.exchange.importing import import_season

pytestmark = pytest.mark.django_db


def kinds(club):
    return list(AuditEntry.objects.filter(club=club).values_list("kind", flat=True))


def test_a_club_from_an_archive_begins_its_log_anew():
    match = make.played(make.match(), [22, 5, 6], [16, 5, 6], by=make.user())
    bob = make.user("bob@example.org")
    club = imported(exported(match.session.season.club), bob).club
    assert kinds(club) == ["club.imported"]
    assert club.audit_entries.get().subjects.get(kind="actor").object_id == bob.pk
    assert verification.find_faults(club) == []


def test_an_import_is_one_entry_and_its_undoing_another():
    club = make.club()
    job = import_season(club)
    assert kinds(club) == ["club.created", "import.started", "import.done"]
    done = club.audit_entries.last()
    assert len(done.subject["matches"]) == done.after["matches"] > 0
    assert done.after["players"] == club.players.count()
    import_undo.undo(job, by=make.user())
    assert kinds(club)[3:] == ["import.undone"]
    assert verification.find_faults(club) == []


def test_a_dry_run_only_logs_that_it_started():
    club = make.club()
    import_season(club, dry_run=True)
    assert kinds(club) == ["club.created", "import.started"]
    assert club.audit_entries.last().after["dry_run"] is True
