"""Searches in the log of a club. They use present names: the log contains none."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.models import AuditEntry, AuditSubject, Club, Player, User
from league.operations.support.name_search import has_in_name

Kind = AuditSubject.Kind


def entries_of(club: Club) -> "QuerySet[AuditEntry]":
    """Return the entries of the club, the newest first."""
    return AuditEntry.objects.filter(club=club).order_by("-number")


def by_or_about_name(text: str) -> Q:
    """Return a condition for entries by or about people whose name contains this text, ignoring
    case and accents. An account without a name is found by its e-mail address."""
    named = has_in_name(text)
    accounts = User.objects.filter(named | Q(name="", email__icontains=text)).values("pk")
    players = Player.every.filter(named).values("pk")
    return _by_or_about(accounts) | _about(Kind.PLAYER, players)


def by_or_about_player(pk: int) -> Q:
    """Return a condition for entries about this player, and by or about the player's account."""
    accounts = Player.every.filter(pk=pk, account__isnull=False).values("account")
    return _about(Kind.PLAYER, [pk]) | _by_or_about(accounts)


def about_match(pk: int) -> Q:
    """Return a condition for entries about this match."""
    return _about(Kind.MATCH, [pk])


def about_sessions(ids: Collection[int]) -> Q:
    """Return a condition for entries about these sessions."""
    return _about(Kind.SESSION, ids)


def about_tournament(pk: int) -> Q:
    """Return a condition for entries about this tournament."""
    return _about(Kind.TOURNAMENT, [pk])


def undone_by(entries: Iterable[AuditEntry]) -> dict[int, AuditEntry]:
    """Return the entries that undid others, by the numbers of these; all of one club."""
    return {number: entry for entry in entries for number in entry.undo_data.get("undoes", ())}


def of_kind(kind: str) -> Q:
    """Return a condition for entries of a kind, or of all kinds of a subject such as `player`."""
    return Q(kind=kind) if "." in kind else Q(kind__startswith=f"{kind}.")


def of_days(club: Club, since: date | None, until: date | None) -> Q:
    """Return a condition for entries of these days, both included, by the calendar of the club."""
    zone, condition = ZoneInfo(club.timezone), Q()
    if since is not None:
        condition &= Q(at__gte=datetime.combine(since, time.min, zone))
    if until is not None:
        condition &= Q(at__lt=datetime.combine(until + timedelta(days=1), time.min, zone))
    return condition


def _by_or_about(accounts: Any) -> Q:
    return _about(Kind.ACTOR, accounts) | _about(Kind.ACCOUNT, accounts)


def _about(kind: Kind, ids: Any) -> Q:
    rows = AuditSubject.objects.filter(kind=kind, object_id__in=ids)
    return Q(pk__in=rows.values("entry"))
