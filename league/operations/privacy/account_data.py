"""Data of an account for "my data": lists of flat rows. Read-only."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db.models import QuerySet

from league.models import (
    AuditEntry,
    AuditSubject,
    CalendarAddress,
    Job,
    Message,
    MessageSettings,
    PushSubscription,
    StoppedMessages,
    SuppressedAddress,
    Token,
    User,
)
from league.operations.mail import outbox
from league.operations.privacy.data_rows import Row, select


class Act(NamedTuple):
    """A column that names an account: which table, the column, its time, and the path from there
    to the club."""

    model: str
    column: str
    at: str
    club: str


MATCH_CLUB = "match__session__season__club"
ACTS = (
    Act("league.Submission", "submitted_by", "submitted_at", MATCH_CLUB),
    Act("league.Submission", "withdrawn_by", "withdrawn_at", MATCH_CLUB),
    Act("league.RoomAnnouncement", "by", "at", "session__season__club"),
    Act("league.TableCall", "by", "done_at", MATCH_CLUB),
    Act("league.Substitution", "by", "at", MATCH_CLUB),
    Act("league.Substitution", "taken_back_by", "taken_back_at", MATCH_CLUB),
    Act("league.Confirmation", "by", "at", MATCH_CLUB),
    Act("league.Confirmation", "taken_back_by", "taken_back_at", MATCH_CLUB),
    Act("league.Dispute", "opened_by", "opened_at", MATCH_CLUB),
    Act("league.Dispute", "withdrawn_by", "withdrawn_at", MATCH_CLUB),
    Act("league.Dispute", "decided_by", "decided_at", MATCH_CLUB),
    Act("league.Period", "opened_by", "opened_at", "ladder__club"),
    Act("league.Import", "undone_by", "undone_at", "job__club"),
    Act("league.Webhook", "created_by", "created_at", "club"),
    Act("scoring.SchemeVersion", "adopted_by", "adopted_at", "season__club"),
    Act("scoring.Penalty", "given_by", "recorded_at", "season__club"),
    Act("scoring.Penalty", "voided_by", "voided_at", "season__club"),
    Act("scoring.Draw", "drawn_by", "recorded_at", "table__season__club"),
)


def account(user: User) -> Iterator[Row]:
    columns = ("email", "name", "language", "is_operator", "created_at", "last_login")
    yield from select(User.objects.filter(pk=user.pk), *columns)


def email_addresses(user: User) -> Iterator[Row]:
    rows = EmailAddress.objects.filter(user=user).order_by("pk")
    yield from select(rows, "email", "verified", "primary")


def sign_in_keys(user: User) -> Iterator[Row]:
    rows = Authenticator.objects.filter(user=user).order_by("pk")
    yield from select(rows, "type", "created_at", "last_used_at")


def sign_ins(user: User) -> Iterator[Row]:
    rows = UserSession.objects.filter(user=user).order_by("created_at", "pk")
    yield from select(rows, "created_at", "last_seen_at", "ip", "user_agent")


def services(user: User) -> Iterator[Row]:
    rows = SocialAccount.objects.filter(user=user).order_by("pk")
    yield from select(rows, "provider", "uid", "date_joined", "last_login", "extra_data")


def memberships(user: User) -> Iterator[Row]:
    rows = user.memberships.order_by("pk")
    yield from select(rows, "role", club="club__name")


def tokens(user: User) -> Iterator[Row]:
    rows = Token.objects.filter(user=user).order_by("pk")
    yield from select(
        rows,
        *("name", "prefix", "scope"),
        *("created_at", "expires_at", "last_used_at", "revoked_at"),
        club="club__name",
        match="match_id",
    )


def calendar_address(user: User) -> Iterator[Row]:
    yield from select(CalendarAddress.objects.filter(user=user), "created_at")


def mails(user: User) -> Iterator[Row]:
    """Yield the mails to addresses that are proved to be the account's: others may have got mails
    at an unproved address."""
    rows = outbox.mails().filter(to__in=_proved_addresses(user)).order_by("pk")
    yield from select(
        rows, "to", "category", "subject", "state", "answer", "created_at", "ended_at"
    )


def suppressed_addresses(user: User) -> Iterator[Row]:
    rows = SuppressedAddress.objects.filter(email__in=_proved_addresses(user)).order_by("pk")
    yield from select(rows, "email", "reason", "answer", "since")


def messages(user: User) -> Iterator[Row]:
    rows = Message.objects.filter(user=user).order_by("pk")
    yield from select(rows, "kind", "data", "created_at", "read_at", club="club__name")


def message_settings(user: User) -> Iterator[Row]:
    rows = MessageSettings.objects.filter(user=user)
    yield from select(rows, "choices", "digest_hour", "silent_from", "silent_until", "timezone")


def devices(user: User) -> Iterator[Row]:
    rows = PushSubscription.objects.filter(user=user).order_by("pk")
    yield from select(rows, "label", "created_at", "last_success_at", "last_error")


def stopped_messages(user: User) -> Iterator[Row]:
    rows = StoppedMessages.objects.filter(email__in=_proved_addresses(user)).order_by("pk")
    yield from select(rows, "email", "kind", "since")


def jobs(user: User) -> Iterator[Row]:
    rows = Job.objects.filter(by=user).order_by("pk")
    yield from select(rows, "kind", "state", "created_at", "finished_at", club="club__name")


def actions(user: User) -> Iterator[Row]:
    """Yield what the account did, table by table, the oldest first, and then its entries in the
    logs of clubs."""
    for act in ACTS:
        model: Any = apps.get_model(act.model)
        done: QuerySet[Any] = model._base_manager.filter(**{act.column: user.pk})
        columns = {"at": act.at, "id": "pk", "club": f"{act.club}__name"}
        for row in select(done.order_by("pk"), **columns):
            yield {"what": f"{model._meta.model_name}.{act.column}", **row}
    by_account = AuditSubject.objects.filter(kind=AuditSubject.Kind.ACTOR, object_id=user.pk)
    entries = AuditEntry.objects.filter(pk__in=by_account.values("entry")).order_by("pk")
    yield from select(entries, what="kind", at="at", id="pk", club="club__name")


def _proved_addresses(user: User) -> list[str]:
    rows = EmailAddress.objects.filter(user=user, verified=True)
    return [email.lower() for email in rows.values_list("email", flat=True)]
