"""A club's award in words: its terms, its values and its prize, in the reader's language."""

from collections.abc import Iterator

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import game_name
from league.models import AwardCategory, ClubAward, Currency
from league.operations.support import labels, wording
from scoring.pure.statistics import STATISTICS, Measure, Statistic, Unit, exact_value
from scoring.pure.units import HUNDREDTH, half_even

DAY = "j F Y"


def statistic(code: str) -> str:
    return STATISTICS[code].label.say(get_language() or "en", {})


def value(of: Statistic, measure: Measure) -> str:
    """Return a value; shares are in per cent, with two decimals where they are needed."""
    exact = exact_value(of, measure)
    if of.unit == Unit.COUNT:
        return str(exact)
    hundredths = 10_000 if of.unit == Unit.SHARE else 100
    rounded = half_even(hundredths * exact.numerator, exact.denominator)
    number = wording.decimals(rounded * HUNDREDTH)
    return _("%(n)s%%") % {"n": number} if of.unit == Unit.SHARE else number


def money(cents: int, currency: str) -> str:
    """Return an amount with its currency."""
    return f"{wording.decimals(cents * HUNDREDTH, 2)}\N{NO-BREAK SPACE}{Currency(currency).label}"


def prize(award: ClubAward) -> str:
    """Return the prize in words; an empty text if there is none."""
    amount = money(award.amount, award.currency) if award.amount else ""
    return ", ".join(filter(None, (award.prize, amount)))


def terms(award: ClubAward) -> list[str]:
    """Return the terms, the statistic first."""
    return list(_terms(award))


def _terms(award: ClubAward) -> Iterator[str]:
    label = statistic(award.statistic)
    yield labels.pair(label, _("the lowest value wins")) if award.lowest else label
    yield over(award)
    if award.game:
        yield game_name(award.game)
    if days := _days(award):
        yield days
    if award.category == AwardCategory.NEWCOMERS:
        yield _("newcomers only")
    if count := award.minimum_matches:
        yield ngettext("at least %(n)s match", "at least %(n)s matches", count) % {"n": count}
    if count := award.minimum_evenings:
        yield ngettext("at least %(n)s evening", "at least %(n)s evenings", count) % {"n": count}


def over(award: ClubAward) -> str:
    """Return the season or league whose results count."""
    if award.season is None:
        return _("all seasons")
    return f"{award.season} · {award.league}" if award.league else str(award.season)


def _days(award: ClubAward) -> str:
    first = award.starts_on and wording.date(award.starts_on, DAY)
    last = award.ends_on and wording.date(award.ends_on, DAY)
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s") % {"first": first}
    return _("until %(last)s") % {"last": last} if last else ""
