"""Message settings of a person. The only writer of MessageSettings."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Fault, raise_faults
from league.models import Club, MailTime, MessageKind, MessageSettings, User
from league.operations.messages import quiet_hours
from league.operations.support.locks import lock_row

KINDS = tuple(kind for kind in MessageKind if kind is not MessageKind.TEST)
HOURS = range(24)


@dataclass(frozen=True)
class Choice:
    """Channels of one kind of message: on pages, by mail, on registered devices."""

    bell: bool = True
    mail: str = MailTime.NEVER
    push: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"bell": self.bell, "mail": str(self.mail), "push": self.push}


DEFAULTS: Mapping[str, Choice] = {
    MessageKind.SEATED: Choice(),
    MessageKind.PLACE_FREE: Choice(mail=MailTime.NOW),
    MessageKind.SESSION_CHANGED: Choice(mail=MailTime.NOW),
    MessageKind.SESSION_TOMORROW: Choice(),
    MessageKind.RESULT_TO_CONFIRM: Choice(mail=MailTime.DAILY),
    MessageKind.DISPUTE: Choice(mail=MailTime.DAILY),
    MessageKind.TABLE_CALL: Choice(),
    MessageKind.PLACE_CHANGED: Choice(),
    MessageKind.MONTH: Choice(push=False),
}


def settings_of(user: User) -> MessageSettings:
    """Return the settings of a person, not stored yet where nothing was chosen."""
    return MessageSettings.objects.filter(user=user).first() or MessageSettings(user=user)


def settings_of_all(user_ids: Collection[int]) -> dict[int, MessageSettings]:
    """Return the settings of these people."""
    stored = MessageSettings.objects.in_bulk(list(user_ids))
    return {pk: stored.get(pk) or MessageSettings(user_id=pk) for pk in user_ids}


def choice(settings: MessageSettings, kind: str) -> Choice:
    """Return how a person gets messages of a kind."""
    default = DEFAULTS[kind]
    return Choice(**{**default.to_json(), **settings.choices.get(kind, {})})


def all_choices(settings: MessageSettings) -> dict[str, Choice]:
    return {kind: choice(settings, kind) for kind in KINDS}


@transaction.atomic
def update(user: User, **changes: Any) -> MessageSettings:
    """Change the named settings only; `choices` has the changed channels by kind. Raise Invalid
    with all that is wrong."""
    lock_row(User.objects.all(), user.pk)  # the row of the settings may not exist yet
    settings = settings_of(user)
    faults = [
        *_choice_faults(changes.get("choices", {})),
        *(
            fault
            for name in ("digest_hour", "silent_from", "silent_until")
            if name in changes
            for fault in _hour_faults(name, changes[name])
        ),
    ]
    if changes.get("timezone") and changes["timezone"] not in available_timezones():
        words = _("Choose a time zone from the list, such as Europe/Paris.")
        faults.append(Fault("unknown_timezone", "timezone", words))
    for kind, channels in changes.pop("choices", {}).items():
        if kind in KINDS:
            settings.choices[kind] = {**choice(settings, kind).to_json(), **channels}
    for name, value in changes.items():
        setattr(settings, name, value)
    if (settings.silent_from is None) != (settings.silent_until is None):
        words = _("Enter both the start and the end of the quiet hours.")
        faults.append(Fault("half_silent", "silent_until", words))
    raise_faults(faults)
    settings.save()
    return settings


def stop_mail(user: User, kinds: Collection[str]) -> None:
    """Send this person no more mails of these kinds."""
    update(user, choices={kind: {"mail": MailTime.NEVER.value} for kind in kinds})


def daily_kinds(user: User) -> list[str]:
    """Return the kinds that come in the daily mail."""
    return [
        kind
        for kind, chosen in all_choices(settings_of(user)).items()
        if chosen.mail == MailTime.DAILY
    ]


def zone_of(settings: MessageSettings, club: Club | None) -> ZoneInfo:
    """Return the zone of a person's clock."""
    return ZoneInfo(settings.timezone or (club.timezone if club else "UTC"))


def earliest(settings: MessageSettings, club: Club | None, now: datetime) -> datetime:
    """Return when a message may disturb the person: now, or at the end of the quiet hours."""
    zone = zone_of(settings, club)
    return quiet_hours.end_of_silence(now, zone, settings.silent_from, settings.silent_until)


def digest_time(settings: MessageSettings, club: Club | None, now: datetime) -> datetime:
    """Return when the next daily mail goes to the person."""
    return quiet_hours.next_digest(now, zone_of(settings, club), settings.digest_hour)


def _choice_faults(choices: Any) -> list[Fault]:
    """Return the faults of the changed channels."""
    faults = []
    for kind, channels in choices.items():
        if kind not in KINDS:
            words = _("Choose one of: %(known)s.") % {"known": ", ".join(KINDS)}
            faults.append(Fault("unknown_choice", f"choices.{kind}", words))
            continue
        mail = channels.get("mail", MailTime.NEVER)
        if mail not in MailTime.values:
            words = _("Choose one of: %(known)s.") % {"known": ", ".join(MailTime.values)}
            faults.append(Fault("unknown_choice", f"choices.{kind}.mail", words))
    return faults


def _hour_faults(path: str, hour: int | None) -> list[Fault]:
    if hour in HOURS or (hour is None and path != "digest_hour"):
        return []
    return [Fault("bad_hours", path, _("Enter an hour from 0 to 23."))]
