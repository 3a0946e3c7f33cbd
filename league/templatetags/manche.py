"""Names as the reader may see them, cards as pictures, exact numbers with two decimals."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import GAMES
from league.models import Match, Player, Seat
from scoring import tables

register = template.Library()


@register.simple_tag(takes_context=True)
def name(context: dict[str, Any], player: Player) -> str:
    """In full for members of the club, else as the player chose."""
    return player.name if context.get("member") else player.public_name


@register.simple_tag(takes_context=True)
def seat_name(context: dict[str, Any], number: int) -> str:
    """The name of who sits there, of the `seats` of this page."""
    return name(context, context["seats"][number].player)


@register.filter
def game_name(slug: str) -> str:
    game = GAMES.get(slug)
    return game.name if game else slug


@register.filter
def decimals(value: str | None) -> str:
    """An exact number in the reader's notation; nothing for None."""
    return "" if value is None else number_format(tables.decimals(value), decimal_pos=2)


@register.filter
def share(value: str, best: str) -> float:
    """Per cent of the best, for bars."""
    top = float(tables.decimals(best))
    return round(100 * float(tables.decimals(value)) / top, 1) if top else 0


@register.simple_tag
def card(code: str) -> SafeString:
    """A Neurotrio card as a picture with its name."""
    return format_html(
        '<svg class="card" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"/></svg>',
        card_name(code),
        card_name(code),
        static("games/neurotrio.svg"),
        code,
    )


@register.filter
def card_name(code: str) -> str:
    natures = {"C": _("heart"), "E": _("star"), "R": _("rose")}
    fonds = {"N": _("black"), "V": _("green"), "B": _("blue")}
    force, nature, fond = tuple(code)
    return _("%(force)s %(nature)s on %(fond)s") % {
        "force": force,
        "nature": natures[nature],
        "fond": fonds[fond],
    }


@register.filter
def players_count(number: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", number) % {"n": number}


@register.filter
def signed(points: int) -> str:
    """With its sign, as on paper."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


@register.filter
def spoken(notice: dict[str, str]) -> str:
    """A stored notice in the reader's language. It names players in full: for members only."""
    return notice.get((get_language() or "en")[:2], notice["en"])


@register.filter
def by_place(match: Match) -> list[tuple[Seat, int, int]]:
    """(seat, total, place), the best first."""
    seats = list(match.seats.all())
    lines = list(zip(seats, match.totals, match.places, strict=True))
    return sorted(lines, key=lambda line: line[2])


@register.filter
def player_at(seats: list[Seat], number: int) -> Player:
    return seats[number].player


@register.filter
def most_times(lines: list[dict[str, int]]) -> int:
    return max((line["times"] for line in lines), default=1)


@register.filter
def unlocalise(value: float) -> str:
    """For numbers inside a picture: always with a point."""
    return f"{value:g}"
