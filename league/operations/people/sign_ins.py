"""The record of sign-ins, which allauth writes: the browsers in which an account is or was signed
in. This module only deletes old entries."""

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import Exists, OuterRef
from django.utils import timezone

from database.batches import delete_in_batches


def purge(before: datetime) -> None:
    """Delete browser sessions that have expired, and the record of those last used before a
    time."""
    delete_in_batches(BrowserSession.objects.filter(expire_date__lt=timezone.now()))
    live = BrowserSession.objects.filter(session_key=OuterRef("session_key"))
    delete_in_batches(UserSession.objects.filter(~Exists(live), last_seen_at__lt=before))
