"""Meaning of the figures: each check is a function of them that returns its colour and its words,
in the active language. Pure: `measures` takes the figures."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import game_name
from league.models import HealthColour
from league.server.watching.health import file_checks, version_checks
from league.server.watching.health.durations import duration
from league.server.watching.health.measured_values import Figures, Mailing, Waiting
from league.server.watching.health.verdicts import AMBER, GREEN, RED, Check, Limits, worst

SWEEP = Limits(timedelta(minutes=1), timedelta(minutes=5))
START = timedelta(minutes=2)  # in which a worker begins to work
QUEUE = Limits(timedelta(minutes=1), timedelta(minutes=5))
LONG_QUEUE = Limits(timedelta(minutes=10), timedelta(hours=2))  # a job may take an hour
QUEUE_LENGTH = Limits(1000, 10_000)
STANDINGS = Limits(timedelta(minutes=1), timedelta(minutes=5))
JOBS = Limits(timedelta(minutes=10), timedelta(hours=2))
MAIL_OVERDUE = Limits(timedelta(minutes=3), timedelta(minutes=10))
MAIL_FAILING = timedelta(minutes=30)  # without any mail sent, from which on it is red
WEBHOOKS_OVERDUE = Limits(timedelta(minutes=5), timedelta(minutes=30))
MOST_GAME_FAULTS = 3  # that the page names
WATCH = Limits(timedelta(minutes=3), timedelta(minutes=10))


def all_checks(figures: Figures) -> tuple[Check, ...]:
    """Return the checks that apply to this server."""
    results = (check(figures) for check in CHECKS)
    return tuple(check for check in results if check is not None)


def worker(figures: Figures) -> Check:
    """Return whether the worker works: each sweep, which beat starts and the worker runs, leaves
    its time."""
    title, seen = _("Background service"), figures.worker
    if not seen.cache_answers:
        sentence = _(
            "Redis is not responding, so it is unknown whether the background service is running."
        )
        return Check("worker", RED, title, sentence, _restart_redis())
    if seen.swept_at is None:
        sentence = _("The background service has not reported yet.")
        if seen.running_for < START:
            return Check("worker", AMBER, title, sentence, _wait())
        return Check("worker", RED, title, sentence, _restart(figures))
    age = figures.at - seen.swept_at
    sentence = _("The background service last reported %(age)s ago.") % {"age": duration(age)}
    colour = SWEEP.colour(age)
    return Check("worker", colour, title, sentence, _unless_green(colour, _restart(figures)))


def queues(figures: Figures) -> Check | None:
    """Return whether tasks wait too long, or too many of them; None without a broker."""
    broker = figures.broker
    if broker is None:
        return None
    title = _("Queues")
    if not broker.answers:
        return Check("queues", RED, title, _("Redis is not responding."), _restart_redis())
    colours = {name: _queue(name, queue, figures.at) for name, queue in broker.queues.items()}
    colour = worst(colours.values())
    if colour == GREEN:
        number = sum(queue.number for queue in broker.queues.values())
        sentence = ngettext(
            "%(n)s task is waiting and has not waited long.",
            "%(n)s tasks are waiting; none has waited long.",
            number,
        ) % {"n": number}
        return Check("queues", colour, title, sentence)
    late = [name for name in colours if colours[name] != GREEN]
    sentence = " ".join(_queue_words(name, broker.queues[name], figures.at) for name in late)
    remedy = _(
        "Check that the background services are running: docker compose ps, then docker "
        "compose logs worker courier."
    )
    return Check("queues", colour, title, sentence, remedy)


def standings(figures: Figures) -> Check:
    """Return whether standings show all results."""
    title, stale = _("Standings"), figures.standings
    age = figures.at - stale.since if stale is not None else timedelta()
    colour = STANDINGS.colour(age)
    if stale is None or colour == GREEN:
        return Check("standings", GREEN, title, _("The standings include all results."))
    game = game_name(stale.game)
    words = {"season": stale.season, "game": game, "age": duration(age)}
    if stale.game:
        sentence = _("The %(game)s standings of %(season)s have been behind for %(age)s.") % words
    else:
        sentence = _("The overall standings of %(season)s have been behind for %(age)s.") % words
    remedy = _("Open “Standings health” in “Manage club”, and check the background service’s log.")
    return Check("standings", colour, title, sentence, remedy)


def jobs(figures: Figures) -> Check:
    """Return whether imports, exports and other long jobs begin in time."""
    title, waiting = _("Imports and exports"), figures.jobs
    age = waiting.age(figures.at)
    colour = JOBS.colour(age)
    if colour == GREEN:
        return Check("jobs", GREEN, title, _("No job has been waiting long."))
    sentence = ngettext(
        "%(n)s job has been waiting for %(age)s.",
        "%(n)s jobs are waiting, the oldest for %(age)s.",
        waiting.number,
    ) % {"n": waiting.number, "age": duration(age)}
    remedy = _("A long import may be running; otherwise see “Background service”.")
    return Check("jobs", colour, title, sentence, remedy)


def mail(figures: Figures) -> Check:
    """Return whether mails are sent."""
    seen, now, title = figures.mail, figures.at, _("E-mails")
    if not seen.is_configured:
        sentence = _("This server does not send e-mail; it shows links instead.")
        return Check("mail", GREEN, title, sentence)
    overdue = now - seen.overdue_since if seen.overdue_since is not None else timedelta()
    colour = MAIL_OVERDUE.colour(overdue)
    if colour != GREEN:
        words = {"age": duration(overdue)}
        sentence = (
            _("E-mails have been waiting for %(age)s, and nothing has tried to send them.") % words
        )
        return Check("mail", colour, title, sentence, _restart_sender(figures))
    if seen.failing.number:
        return _failing_mail(seen, now)
    if seen.given_up:
        sentence = ngettext(
            "%(n)s e-mail could not be delivered in the last 24 hours.",
            "%(n)s e-mails could not be delivered in the last 24 hours.",
            seen.given_up,
        ) % {"n": seen.given_up}
        remedy = _("The page “E-mails” shows the recipients and the mail server’s answers.")
        return Check("mail", AMBER, title, sentence, remedy)
    sentence = ngettext(
        "E-mails are being sent; %(n)s is waiting.",
        "E-mails are being sent; %(n)s are waiting.",
        seen.waiting.number,
    ) % {"n": seen.waiting.number}
    return Check("mail", GREEN, title, sentence)


def webhooks(figures: Figures) -> Check:
    """Return whether webhooks are sent. A receiver that does not answer is the business of its
    club, so it is amber at most."""
    seen, title = figures.webhooks, _("Webhooks")
    overdue = figures.at - seen.overdue_since if seen.overdue_since is not None else timedelta()
    colour = WEBHOOKS_OVERDUE.colour(overdue)
    if colour != GREEN:
        words = {"age": duration(overdue)}
        sentence = (
            _("Messages have been waiting for %(age)s, and nothing has tried to send them.") % words
        )
        return Check("webhooks", colour, title, sentence, _restart_sender(figures))
    if seen.failing:
        sentence = ngettext(
            "%(n)s webhook has not accepted a message for an hour or more.",
            "%(n)s webhooks have not accepted a message for an hour or more.",
            seen.failing,
        ) % {"n": seen.failing}
        remedy = _("The club’s admins see the reason in “Manage club”, under “Webhooks”.")
        return Check("webhooks", AMBER, title, sentence, remedy)
    sentence = ngettext(
        "Messages are being sent; %(n)s is waiting.",
        "Messages are being sent; %(n)s are waiting.",
        seen.waiting.number,
    ) % {"n": seen.waiting.number}
    return Check("webhooks", GREEN, title, sentence)


def messages(figures: Figures) -> Check:
    """Return whether messages to people that are due are sent."""
    seen, title = figures.messages, _("Messages to people")
    overdue = figures.at - seen.overdue_since if seen.overdue_since is not None else timedelta()
    colour = WEBHOOKS_OVERDUE.colour(overdue)
    if colour != GREEN:
        words = {"age": duration(overdue)}
        sentence = (
            _("Messages have been waiting for %(age)s, and nothing has tried to send them.") % words
        )
        return Check("messages", colour, title, sentence, _restart_sender(figures))
    sentence = ngettext(
        "Messages are being sent; %(n)s is waiting.",
        "Messages are being sent; %(n)s are waiting.",
        seen.waiting.number,
    ) % {"n": seen.waiting.number}
    return Check("messages", GREEN, title, sentence)


def watch(figures: Figures, judged_at: datetime | None) -> Check:
    """Check that the watch runs, which alarms the owner; only the page can show this. After a start
    its last time may be from the day before."""
    title, has_begun = _("Monitoring"), figures.worker.running_for >= START
    sentence, colour = _("Nothing has been checked yet."), RED
    if judged_at is not None:
        age = figures.at - judged_at
        sentence = _("Everything was last checked %(age)s ago.") % {"age": duration(age)}
        colour = WATCH.colour(age)
    if colour == GREEN:
        return Check("watch", GREEN, title, sentence)
    if not has_begun:
        return Check("watch", AMBER, title, sentence, _wait())
    return Check("watch", colour, title, sentence, _restart_sender(figures))


def games(figures: Figures) -> Check | None:
    """Return whether the games of packages can be used; None without such packages."""
    seen, title = figures.games, _("Games from packages")
    if not (seen.installed or seen.refused):
        return None
    language = get_language() or "en"
    faults = [
        _("%(game)s cannot be used: %(reason)s")
        % {"game": fault.game, "reason": fault.reason.say(language)}
        for fault in seen.refused
    ]
    faults += [
        _("%(game)s failed: %(reason)s")
        % {"game": game_name(fault.game), "reason": fault.reason.say(language)}
        for fault in seen.failed
    ]
    faults += [
        _("A rule text of %(game)s cannot be used: %(reason)s")
        % {"game": fault.game, "reason": fault.reason.say(language)}
        for fault in seen.texts
    ]
    if not faults:
        sentence = _("Installed: %(games)s.") % {"games": ", ".join(seen.installed)}
        return Check("games", GREEN, title, sentence)
    remedy = _(
        "Install another version of the package or uninstall it, then restart Manche: "
        "manage.py games lists all games."
    )
    return Check("games", AMBER, title, " ".join(faults[:MOST_GAME_FAULTS]), remedy)


CHECKS: tuple[Callable[[Figures], Check | None], ...] = (
    worker,
    queues,
    standings,
    jobs,
    mail,
    webhooks,
    messages,
    file_checks.backup,
    file_checks.drill,
    file_checks.store,
    file_checks.disk,
    version_checks.versions,
    version_checks.certificate,
    games,
)


def _queue(name: str, waiting: Waiting, now: datetime) -> HealthColour:
    limits = LONG_QUEUE if name == "jobs" else QUEUE
    return worst([limits.colour(waiting.age(now)), QUEUE_LENGTH.colour(waiting.number)])


def _queue_words(name: str, waiting: Waiting, now: datetime) -> str:
    return ngettext(
        "%(n)s task has been waiting in the queue %(queue)s for %(age)s.",
        "%(n)s tasks are waiting in the queue %(queue)s, the oldest for %(age)s.",
        waiting.number,
    ) % {"n": waiting.number, "queue": name, "age": duration(waiting.age(now))}


def _failing_mail(seen: Mailing, now: datetime) -> Check:
    """Return what it means that mails were not accepted. As long as others are sent, the fault is
    with their receivers."""
    first = seen.failing.since
    others_pass = seen.last_sent_at is not None and first is not None and seen.last_sent_at > first
    age = seen.failing.age(now)
    colour = RED if age >= MAIL_FAILING and not others_pass else AMBER
    sentence = ngettext(
        "%(n)s e-mail was refused and has been waiting for another attempt for %(age)s.",
        "%(n)s e-mails were refused and are waiting for another attempt, the oldest for %(age)s.",
        seen.failing.number,
    ) % {"n": seen.failing.number, "age": duration(age)}
    remedy = _("The page “E-mails” shows the mail server’s answers. Check EMAIL_URL.")
    return Check("mail", colour, _("E-mails"), sentence, remedy)


def _unless_green(colour: HealthColour, remedy: str) -> str:
    return "" if colour == GREEN else remedy


def _wait() -> str:
    return _("Manche has just started: wait a minute or two.")


def _restart(figures: Figures) -> str:
    if figures.broker is None:
        return _("Restart Manche.")
    return _("Run docker compose logs worker beat, then docker compose restart worker beat.")


def _restart_sender(figures: Figures) -> str:
    if figures.broker is None:
        return _("Restart Manche.")
    return _("Run docker compose logs courier beat, then docker compose restart courier beat.")


def _restart_redis() -> str:
    return _("Run docker compose logs redis, then docker compose restart redis.")
