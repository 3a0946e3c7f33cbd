"""The check of the log of a club: whether each entry is as it was written, and none is missing."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from database.snapshot import snapshot
from league.models import AuditChain, AuditEntry, AuditSubject, AuditText, Club
from league.operations.audit import chain, club_log

CHUNK = 500
Kind = AuditSubject.Kind
INDEXED = set(chain.INDEXED.values())


def find_faults(club: Club) -> list[str]:
    """Return the faults of the log of the club, in words; empty if it is unchanged."""
    with snapshot():
        return list(_faults(club))


def last_of(club: Club) -> tuple[int, str]:
    """Return number and hash of the last entry: noted elsewhere, they show whether the whole log
    was replaced."""
    end = AuditChain.objects.filter(club=club).first()
    return (end.last_number, end.last_hash) if end else (0, "")


def _faults(club: Club) -> Iterator[str]:
    texts = {text.pk: text for text in AuditText.objects.filter(club=club)}
    number, previous_hash = 0, ""
    entries = AuditEntry.objects.filter(club=club).order_by("number", "pk")
    for entry in entries.prefetch_related("subjects").iterator(chunk_size=CHUNK):
        if entry.number != number + 1:
            words = _("entries are missing between %(first)s and %(last)s")
            yield words % {"first": number, "last": entry.number}
        elif entry.previous_hash != previous_hash:
            words = _("entry %(number)s does not follow the entry before it")
            yield words % {"number": entry.number}
        if not _is_as_written(entry, texts):
            yield _("entry %(number)s was changed") % {"number": entry.number}
        number, previous_hash = entry.number, entry.hash
    last_number, last_hash = last_of(club)
    if last_number > number:
        words = _(
            "entries are missing at the end: %(written)s were written, but the last one is entry "
            "%(number)s"
        )
        yield words % {"written": last_number, "number": number}
    elif (last_number, last_hash) != (number, previous_hash):
        words = _("entries were added or changed at the end, after entry %(number)s was written")
        yield words % {"number": last_number}


def _is_as_written(entry: AuditEntry, texts: Mapping[int, AuditText]) -> bool:
    is_same = entry.hash == chain.hash_of(entry)
    return is_same and _is_indexed(entry) and _has_people(entry) and _has_texts(entry, texts)


def _is_indexed(entry: AuditEntry) -> bool:
    """Return whether the entry is found by what it is about, and by nothing else; but the oldest
    entries about results do not name their tournament."""
    stored = {(row.kind, row.object_id) for row in entry.subjects.all() if row.kind in INDEXED}
    written = {(row.kind, row.object_id) for row in club_log.index_of(entry)}
    more = {kind for kind, _pk in stored - written}
    return written <= stored and more <= {Kind.TOURNAMENT}


def _has_people(entry: AuditEntry) -> bool:
    """Return whether the people of the entry are as they were written, or erased."""
    rows = [row for row in entry.subjects.all() if row.kind not in INDEXED]
    digests = chain.people_of(entry)
    left = {chain.person_digest(row) for row in rows if row.object_id is not None}
    actors = sum(row.kind == Kind.ACTOR for row in rows)
    return len(rows) == len(digests) and left <= digests and actors == bool(entry.by)


def _has_texts(entry: AuditEntry, texts: Mapping[int, AuditText]) -> bool:
    """Return whether the texts of the entry are as they were written, or erased."""
    for value in (*entry.before.values(), *entry.after.values()):
        if chain.is_text(value):
            text = texts.get(value[chain.TEXT])
            if text is None or not _is_intact(text, value[chain.DIGEST]):
                return False
    return True


def _is_intact(text: AuditText, digest: str) -> bool:
    is_erased = not text.text and not text.salt
    return is_erased or chain.text_digest(text.salt, text.text) == digest
