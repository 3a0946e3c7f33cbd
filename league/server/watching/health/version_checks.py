"""Checks of what becomes old: versions and the certificate."""

from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.operations.support import wording
from league.server.watching.health.durations import duration
from league.server.watching.health.measured_values import Certificate, Figures, Versions
from league.server.watching.health.verdicts import AMBER, GREEN, RED, Check

# (what, beginning of its version) → last day of fixes, or of the month of the last ones
ENDS = {
    ("Python", "3.11."): date(2027, 10, 31),
    ("Python", "3.12."): date(2028, 10, 31),
    ("Python", "3.13."): date(2029, 10, 31),
    ("Python", "3.14."): date(2030, 10, 31),
    ("Django", "5.2."): date(2028, 4, 30),
    ("PostgreSQL", "13."): date(2025, 11, 13),
    ("PostgreSQL", "14."): date(2026, 11, 12),
    ("PostgreSQL", "15."): date(2027, 11, 11),
    ("PostgreSQL", "16."): date(2028, 11, 9),
    ("PostgreSQL", "17."): date(2029, 11, 8),
    ("PostgreSQL", "18."): date(2030, 11, 14),
}
# a certificate is renewed when a third of its life is left; amber and red need both limits
AMBER_SHARE, AMBER_LEFT = 1 / 6, timedelta(days=15)
RED_SHARE, RED_LEFT = 1 / 20, timedelta(days=5)


def versions(figures: Figures) -> Check:
    """Return whether program and database fit, and whether what they stand on still gets fixes."""
    title, seen = _("Versions"), figures.versions
    if seen.due:
        sentence = ngettext(
            "The database lacks %(n)s migration of this version of Manche.",
            "The database lacks %(n)s migrations of this version of Manche.",
            seen.due,
        ) % {"n": seen.due}
        return Check("versions", RED, title, sentence, _migrate(figures))
    if seen.unknown:
        sentence = _("A newer Manche has changed the database.")
        remedy = _("Install the newer version again, or restore a backup of this one.")
        return Check("versions", RED, title, sentence, remedy)
    if old := unsupported(seen, figures.at.date()):
        name, last_day = old
        words = {"name": name, "day": wording.date(last_day, "j F Y")}
        sentence = _("%(name)s has received no fixes since %(day)s.") % words
        return Check("versions", AMBER, title, sentence, _("Update it when nobody is playing."))
    sentence = _("Manche %(manche)s, Python %(python)s, Django %(django)s, %(database)s.") % {
        "manche": seen.manche,
        "python": seen.python,
        "django": seen.django,
        "database": f"{seen.database} {seen.database_version}",
    }
    return Check("versions", GREEN, title, sentence)


def unsupported(seen: Versions, today: date) -> tuple[str, date] | None:
    """Return the first part that gets no fixes any more, with its last day of fixes."""
    parts = {
        "Python": seen.python,
        "Django": seen.django,
        seen.database: seen.database_version,
    }
    for name, version in parts.items():
        for (what, beginning), last_day in ENDS.items():
            if what == name and f"{version}.".startswith(beginning) and last_day < today:
                return f"{name} {version}", last_day
    return None


def certificate(figures: Figures) -> Check | None:
    """Return whether browsers accept the certificate, and for how long; None where none is looked
    at."""
    address, title = figures.certificate_address, _("HTTPS certificate")
    if not address:
        return None
    seen = figures.certificate
    if seen is None or seen.address != address:
        sentence = _("%(address)s has not been checked yet.") % {"address": address}
        return Check(
            "certificate",
            AMBER,
            title,
            sentence,
            _("It will be checked within a minute or two."),
        )
    if seen.error or seen.ends_at is None:
        words = {"address": address, "error": seen.error}
        sentence = _("%(address)s presents no certificate (%(error)s).") % words
        remedy = _("Check CERTIFICATE_ADDRESS, the DNS entry at your provider, and the proxy.")
        return Check("certificate", RED, title, sentence, remedy)
    return _lasting(seen, figures)


def _lasting(seen: Certificate, figures: Figures) -> Check:
    assert seen.ends_at is not None, "it was seen"
    title, left = _("HTTPS certificate"), seen.ends_at - figures.at
    if left <= timedelta():
        words = {"age": duration(-left), "address": seen.address}
        sentence = _("The certificate of %(address)s expired %(age)s ago.") % words
        return Check("certificate", RED, title, sentence, _renew())
    if seen.refusal:
        words = {"address": seen.address, "reason": seen.refusal}
        sentence = _("Browsers refuse the certificate of %(address)s: %(reason)s.") % words
        return Check("certificate", RED, title, sentence, _renew())
    life = seen.ends_at - (seen.begins_at or seen.ends_at)
    colour = GREEN
    if left < min(AMBER_SHARE * life, AMBER_LEFT):
        colour = AMBER
    if left < min(RED_SHARE * life, RED_LEFT):
        colour = RED
    words = {"address": seen.address, "left": duration(left)}
    sentence = _("The certificate of %(address)s is valid for another %(left)s.") % words
    return Check("certificate", colour, title, sentence, "" if colour == GREEN else _renew())


def _migrate(figures: Figures) -> str:
    if figures.broker is None:
        return _("Restart Manche with make run.")
    return _("Run docker compose run --rm migrate.")


def _renew() -> str:
    return _(
        "The proxy renews it automatically: check its log (docker compose logs proxy), and that "
        "ports 80 and 443 are open."
    )
