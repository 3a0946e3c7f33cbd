"""Words of an alarm, in the active language."""

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.operations.mail.letters import Letter
from league.operations.support.labels import pair
from league.operations.support.links import link_to
from league.server.watching.health.checks import all_checks
from league.server.watching.health.measured_values import Figures
from league.server.watching.health.records import News
from league.server.watching.health.verdicts import GREEN, Check

PAGE = "desk/server/health/"


def letter(figures: Figures, news: News) -> Letter:
    """Return the mail to an owner of the server."""
    context = {"title": subject(figures, news), "paragraphs": paragraphs(figures, news)}
    return Letter("alarm", context, link=page_address())


def text(figures: Figures, news: News) -> str:
    """Return the same as plain text for a push or the log."""
    lines = [subject(figures, news), *paragraphs(figures, news)]
    if settings.BASE_URL:
        lines.append(page_address())
    return "\n".join(lines)


def subject(figures: Figures, news: News) -> str:
    """Return the subject: the first check that is red, or that all is over."""
    if news.is_over:
        return _("Your Manche server is working normally again")
    first, *others = _of_news(figures, news)
    if others:
        words = {"title": first.title, "sentence": first.sentence, "n": len(others)}
        return _("%(title)s: %(sentence)s And %(n)s more.") % words
    return pair(first.title, first.sentence)


def paragraphs(figures: Figures, news: News) -> list[str]:
    """Return state and remedy of each check; when all is over, the checks that are still amber."""
    if news.is_over:
        rest = [check for check in all_checks(figures) if check.colour != GREEN]
        return [_("No check is red any more."), *_lines(rest)]
    return [_("This check has been red for ten minutes."), *_lines(_of_news(figures, news))]


def page_address() -> str:
    """Return the address of the page that shows all checks."""
    return link_to(f"{get_language() or settings.LANGUAGE_CODE}/{PAGE}")


def _of_news(figures: Figures, news: News) -> list[Check]:
    return [check for check in all_checks(figures) if check.slug in news.red]


def _lines(checks: list[Check]) -> list[str]:
    return [pair(check.title, f"{check.sentence} {check.remedy}") for check in checks]
