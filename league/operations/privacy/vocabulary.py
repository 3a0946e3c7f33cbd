"""Retention periods of personal data, and the personal data that no model declares."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.models.fields import Purpose, Reader, Subject, Term

IMPORTS = "imports"  # the one kind whose time no setting changes
IMPORT_DAYS = 30  # for which an import can be undone
# kind of settings.RETENTION_DAYS → from when its days count
PERIODS: Mapping[str, Promise] = {
    "sign_ins": _("%(days)s after the last use"),
    "invitations": _("%(days)s after the answer, or after it has expired"),
    "tokens": _("%(days)s after it is revoked or expires"),
    "mail": _("%(days)s after it was sent or failed; the text is deleted immediately"),
    "webhooks": _("%(days)s after it happened"),
    "messages": _("%(days)s after it was written"),
    "job_files": _("%(days)s after the end of the job"),
    "jobs": _("%(days)s after the end of the job"),
    "sign_ups": _("%(days)s after the evening, or after the tournament"),
    IMPORTS: _("%(days)s after the import, as long as it can be undone"),
    "idempotency_keys": _("%(days)s after the request"),
}


@dataclass(frozen=True)
class DataElsewhere:
    """Personal data that is in no table of the database."""

    place: Promise
    what: Promise
    subject: Subject
    purpose: Purpose
    term: Term
    reader: Reader


def term_words(term: Term | str) -> str:
    """Return how long data is kept, with this server's days."""
    if isinstance(term, Term):
        return str(term.label)
    days = IMPORT_DAYS if term == IMPORTS else settings.RETENTION_DAYS[term]
    return str(PERIODS[term]) % {"days": ngettext("%(n)s day", "%(n)s days", days) % {"n": days}}
