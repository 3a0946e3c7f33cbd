"""Names as the reader may see them, cards as pictures, exact numbers as their column needs them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games import GAMES, game_name
from league.models import Match, Player, Seat
from league.operations.matches import names_at_tables
from league.operations.support.countdowns import Countdown
from league.operations.support.labels import with_colon
from league.operations.support.wording import (
    by_place,
    decimal_places,
    decimals,
    in_tiebreak,
    ordinal,
    places_moved,
    signless,
    with_sign,
)
from problems.text import Param, Text
from scoring.models import Standing
from scoring.pure.tiebreaks import Tiebreak
from scoring.standings_queries import StandingsMove

register = template.Library()

for spelling in (by_place, decimals, game_name, in_tiebreak, ordinal, signless, with_colon):
    register.filter(spelling.__name__, spelling)
EVIDENCE = {
    "transcript": gettext_lazy("every move replayed"),
    "final": gettext_lazy("end of round recalculated"),
    "sheet": gettext_lazy("score sheet checked"),
}


@register.simple_tag(name="name", takes_context=True)
def listed_name(context: dict[str, Any], player: Player) -> str:
    """Return the name for this reader, with the nickname beside a full name."""
    return player.listed_name(public=not context.get("member"))


def name(context: dict[str, Any], player: Player) -> str:
    """Return the full name for members of the club, else what the player chose to show."""
    return player.name if context.get("member") else player.public_name


@register.simple_tag(takes_context=True)
def names(context: dict[str, Any], players: Sequence[Player]) -> str:
    """Return the names of players as this page shows them: "Ada, Bruno and Chloé"."""
    return get_text_list([name(context, player) for player in players], _("and"))


@register.simple_tag(takes_context=True)
def seat_name(context: dict[str, Any], number: int) -> str:
    """Return the name of the player in this seat; the context has `seats`."""
    return name(context, context["seats"][number].player)


@register.simple_tag(takes_context=True)
def seat_names(context: dict[str, Any], seats: Sequence[Seat | Sequence[Player]]) -> str:
    """Return the names of the players in these seats: "Ada and Bert (for Anna)"."""
    spelled = [
        names_at_tables.in_words(_people(seat), lambda player: name(context, player))
        for seat in seats
    ]
    return get_text_list(spelled, _("and"))


@register.simple_tag(takes_context=True)
def seated(context: dict[str, Any], seat: Seat | Sequence[Player]) -> str:
    """Return the names of the players of a seat for this reader, as `name` does: "Bert (for
    Anna)". Instead of a seat its players in order of arrival are possible."""
    return names_at_tables.in_words(_people(seat), lambda player: listed_name(context, player))


@register.filter("seated")
def full_names_at_seat(seat: Seat | Sequence[Player]) -> str:
    """Return the full names of the players of a seat, as `seated` does."""
    return names_at_tables.in_words(_people(seat), lambda player: player.name)


def _people(seat: Seat | Sequence[Player]) -> Sequence[Player]:
    return names_at_tables.people_of(seat) if isinstance(seat, Seat) else seat


@register.simple_tag(takes_context=True)
def winners(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """Return who is first in a match: `names` as this page shows them, how many, and their
    score."""
    first = [
        (name(context, seat.player), total) for seat, total, place in by_place(match) if place == 1
    ]
    names = [winner for winner, total in first]
    return {"names": get_text_list(names, _("and")), "count": len(first), "score": first[0][1]}


@register.simple_tag
def score_mark(words: str) -> SafeString:
    """Return the sign beside a score that something is worth noting about; empty without words."""
    if not words:
        return mark_safe("")
    return format_html('<i title="{0}"><span class="hidden-words">{0}</span></i>', words)


@register.filter
def is_installed(game: str) -> bool:
    return game in GAMES


@register.filter
def evidence_name(evidence: str) -> str:
    """Return how far a round or match is proved, in the reader's language."""
    return str(EVIDENCE.get(evidence, EVIDENCE["sheet"]))


@register.filter
def point_places(rows: Iterable[Standing]) -> int:
    """Return how many decimals the points of these rows need, for `decimals`."""
    return decimal_places(row.points for row in rows)


@register.filter
def move_places(moves: Iterable[StandingsMove]) -> int:
    """Return how many decimals the points of these rows need, those before the move included."""
    rows = [row for entry in moves for row in (entry.row, entry.before) if row]
    return decimal_places(row.points for row in rows)


@register.filter
def share(value: int, most: int) -> float:
    """Return the percentage of the best value, for bars."""
    return round(max(0, 100 * value / most), 1) if most > 0 else 0


@register.filter
def localized(text: Text) -> str:
    """Return the text in the reader's language."""
    return text.say(get_language() or "en", {})


@register.filter
def with_params(text: Text, params: Mapping[str, Param]) -> str:
    """Return the text with its parameters in the reader's language."""
    return text.say(get_language() or "en", params)


@register.filter
def tiebreak_value(row: Standing, tiebreak: Tiebreak) -> str:
    """Return the value of the row in this tie-break; a dash if no other row was tied with it."""
    return in_tiebreak(row.tiebreaks.get(tiebreak.code), tiebreak)


@register.simple_tag
def move(moved: StandingsMove) -> SafeString | str:
    """Return an arrow with the places gained or lost; nothing if the place is the same."""
    if moved.places is None:
        return format_html('<small class="move">{}</small>', _("new"))
    if not moved.places:
        return ""
    up = moved.places > 0
    return format_html(
        '<small class="move {}" role="img" aria-label="{}">{}{}</small>',
        "up" if up else "down",
        places_moved(moved.places),
        "▲" if up else "▼",
        abs(moved.places),
    )


@register.filter
def players_count(number: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", number) % {"n": number}


@register.filter
def signed(points: int) -> str:
    """Return the points with their sign, as on paper."""
    return with_sign(points, str(abs(points)))


@register.filter
def notice_text(notice: dict[str, str]) -> str:
    """Return a stored notice in the reader's language. It has full names: for members only."""
    return notice.get((get_language() or "en")[:2], notice["en"])


@register.filter
def unlocalise(value: float) -> str:
    """Return a number for a picture, always with a decimal point."""
    return f"{value:g}"


@register.filter
def time_left(countdown: Countdown) -> str:
    """Return the remaining time, such as 12:34; empty without a time limit."""
    seconds = countdown.seconds_left(timezone.now())
    return "" if seconds is None else clock(seconds)


@register.filter
def clock(seconds: int) -> str:
    """
    >>> clock(754), clock(3605), clock(-3)
    ('12:34', '1:00:05', '0:00')
    """
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
