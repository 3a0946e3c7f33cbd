"""The note of a row of standings: the reasons of its movement, and the proven range of places at
the end of the season. Without a script it opens in the row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.operations.standings.proved_places import ProvedPlaces
from league.operations.support.wording import decimals, ordinal, places_moved, with_sign
from scoring.pure.facts import PlayerId
from scoring.pure.movements import Movement
from scoring.pure.ranges import PlaceRange, RaceStatus
from scoring.standings_queries import StandingsMove

MOST_NAMES = 3
STATUSES = {
    RaceStatus.CERTAIN: gettext_lazy("Place %(place)s guaranteed"),
    RaceStatus.CAN_WIN: gettext_lazy("Can still win"),
    RaceStatus.CANNOT_RISE: gettext_lazy("Cannot move up"),
}
NameOf = Callable[[PlayerId], str]


@dataclass(frozen=True)
class RowNotes:
    """Renders the notes of rows; `name_of` returns names as the reader may see them."""

    movements: Mapping[PlayerId, Movement]
    proved: ProvedPlaces | None
    name_of: NameOf

    def render(self, move: StandingsMove) -> str:
        """Return the note of a row as HTML, with an arrow if the row has a movement; empty if
        there is nothing to say."""
        player = PlayerId(move.row.player_id)
        movement = self.movements.get(player)
        status = self.proved.statuses.get(player) if self.proved else None
        if movement is None and status is None:
            return ""
        sentences = explain_movement(movement, self.name_of) if movement else []
        parts = [arrow(move.places)] if movement else []
        if self.proved:
            reach = self.proved.ranges[player]
            sentences.append(explain_range(reach))
            parts += [badge(status, reach)] if status else []
        return (
            f"<details class=reason><summary>{' '.join(parts)}</summary>"
            f"{escape(' '.join(sentences))}</details>"
        )


def arrow(places: int | None) -> str:
    """Return how many places a row has gained, or lost if negative, with words for screen readers;
    None for a new row."""
    if places is None:
        return f"<b>{escape(_('new'))}</b>"
    up, words = places > 0, escape(places_moved(places))
    return (
        f'<b class={"up" if up else "down"} role=img aria-label="{words}">'
        f"{'▲' if up else '▼'}{abs(places)}</b>"
    )


def badge(status: RaceStatus, reach: PlaceRange) -> str:
    """Return the proven status in a few words; the style sheet adds a sign."""
    return f"<b class={status}>{escape(STATUSES[status] % {'place': reach.best})}</b>"


def explain_movement(movement: Movement, name_of: NameOf) -> list[str]:
    """Return the reasons of a movement as sentences: points earned, points that do not count, and
    players passed."""
    amounts = [
        (_("Attendance: %(points)s."), movement.attendance),
        (_("Sit-outs: %(points)s."), movement.sit_outs),
        (_("Penalties: %(points)s."), -movement.penalty),
        (_("Earlier results, which fade: %(points)s."), -movement.faded),
        (_("Evenings that do not count: %(points)s."), -movement.dropped),
    ]
    people = [
        (_("Passed %(names)s."), movement.passed),
        (_("Level with %(names)s."), movement.level),
        (_("Passed by %(names)s."), movement.by),
    ]
    return [
        _explain_matches(movement),
        *(words % {"points": signed(amount)} for words, amount in amounts if amount),
        *([_("Is no longer ranked after all others.")] if movement.has_qualified else []),
        *(words % {"names": _names(group, name_of)} for words, group in people if group),
    ]


def explain_range(reach: PlaceRange) -> str:
    """Return the places that can still be reached, as a sentence."""
    if reach.best == reach.worst:
        return _("Place %(place)s, whatever the remaining results.") % {"place": reach.best}
    values = {"best": ordinal(reach.best, "f"), "worst": ordinal(reach.worst, "f")}
    return _("Can still finish anywhere from %(best)s to %(worst)s.") % values


def signed(units: int, places: int | None = None) -> str:
    """Return points with their sign, and decimals as `decimals` has them; zero has no sign."""
    return with_sign(units, decimals(abs(units), places))


def _explain_matches(movement: Movement) -> str:
    if not movement.matches:
        return _("No match since.")
    values = {"n": movement.matches, "wins": movement.wins, "points": signed(movement.earned)}
    if movement.mean is not None:
        words = ngettext(
            "%(n)s match, %(wins)s won: mean %(mean)s (%(points)s).",
            "%(n)s matches, %(wins)s won: mean %(mean)s (%(points)s).",
            movement.matches,
        )
        return words % {**values, "mean": decimals(movement.mean)}
    words = ngettext(
        "%(n)s match, %(wins)s won: %(points)s.",
        "%(n)s matches, %(wins)s won: %(points)s.",
        movement.matches,
    )
    return words % values


def _names(players: tuple[PlayerId, ...], name_of: NameOf) -> str:
    names = [name_of(player) for player in players[:MOST_NAMES]]
    if more := len(players) - len(names):
        names.append(ngettext("%(n)s other", "%(n)s others", more) % {"n": more})
    return get_text_list(names, _("and"))
