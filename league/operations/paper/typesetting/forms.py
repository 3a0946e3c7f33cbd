"""The form of a round on the score sheet of each game: the score, and the other values that are
written down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.nain_jaune.cards import BOXES
from games.njet.board import VALUES
from games.njet.cards import COLOURS

Options = Mapping[str, Any]
MOST_ROUNDS = 40  # lines on a sheet; more rounds need a second one
MOST_CELLS = 12
SUITS = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class BoxGroup:
    """A row of boxes with a label, to cross out or, where they are empty, to fill in."""

    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class SheetForm:
    """The form of a game. `mark`: the meaning of the circle beside a score. `upper` and `lower`:
    the two halves of a score. `lines`: groups of boxes of every round, line by line."""

    rounds: int
    hints: Sequence[str]
    upper: str
    lower: str
    mark: str
    lines: Sequence[Sequence[BoxGroup]] = ()
    start: str = ""  # the points of each player before the first round


def neurotrio(options: Options, players: int) -> SheetForm:
    minimums = options["minimums"]
    is_same = len(set(minimums)) == 1
    words = (
        _("At least %(n)s points are needed to finish.")
        if is_same
        else _("Points needed to finish: %(n)s.")
    )
    points_needed = minimums[0] if is_same else " · ".join(map(str, minimums))
    return SheetForm(
        rounds=12,
        hints=[_target_in_words(options["target"]), words % {"n": points_needed}],
        upper=_("points"),
        lower=_("total"),
        mark=_("finished the round"),
    )


def triominos(options: Options, players: int) -> SheetForm:
    return SheetForm(
        rounds=8,
        hints=[
            _target_in_words(options["target"]),
            _("Each tile drawn −5, three without laying −25. Out: 25 plus the others’ points."),
        ],
        upper=_("points"),
        lower=_("total"),
        mark=_("laid all tiles"),
    )


def njet(options: Options, players: int) -> SheetForm:
    colours = {"R": _("red"), "K": _("black"), "B": _("blue"), "G": _("green")}
    suits = [colours[letter] for letter in COLOURS]
    return SheetForm(
        rounds=min(options["rounds"], MOST_ROUNDS),
        hints=[
            _rounds_in_words(options["rounds"]),
            _("Cross out what is barred. A team gets the value × (tricks + 1s in its tricks)."),
        ],
        upper=_("points"),
        lower=_("total"),
        mark=_("team of the start player"),
        lines=[
            [
                BoxGroup(
                    pgettext("start player", "Start"), [str(seat) for seat in range(1, players + 1)]
                ),
                BoxGroup(_("Aside"), [str(n) for n in options["discards"][:MOST_CELLS]]),
                BoxGroup(_("Tricks"), ["", ""]),
            ],
            [BoxGroup(_("Trump"), suits), BoxGroup(_("Value"), list(map(str, VALUES)))],
            [
                BoxGroup(_("Super"), [*suits, _("none")] if options["super_none"] else suits),
                BoxGroup(_("1s"), ["", ""]),
            ],
        ],
    )


def nain_jaune(options: Options, players: int) -> SheetForm:
    by_rounds = options["end"] == "rounds"
    pays_short = options["short_ante"] == "pay_what_is_left" and options["penalty"] == "partial"
    ranks = {"J": _("J"), "Q": _("Q"), "K": _("K")}
    boxes = [ranks.get(code[:-1], code[:-1]) + SUITS[code[-1]] for code in BOXES]
    end = (
        _rounds_in_words(options["rounds"]) if by_rounds else _("Until a player has no chips left.")
    )
    return SheetForm(
        rounds=min(options["rounds"], MOST_ROUNDS) if by_rounds else 10,
        hints=[
            end,
            _("Everybody puts a chip into each box. Cards left: 1, honours 2, the 7♦ 5."),
            *([_("Fewer than 5 chips: one into each box from 7♦ on.")] if pays_short else []),
        ],
        upper=_("change"),
        lower=_("chips"),
        mark=_("won the round"),
        lines=[[BoxGroup(box, [""]) for box in boxes[at : at + 3]] for at in (0, 3)],
        start=str(options["chips"]),
    )


def plain_form(options: Options, players: int) -> SheetForm:
    """Return the form of a game that has no sheet of its own: scores and totals."""
    return SheetForm(rounds=12, hints=[], upper=_("points"), lower=_("total"), mark="")


FORMS: Mapping[str, Callable[[Options, int], SheetForm]] = {
    "neurotrio": neurotrio,
    "triominos": triominos,
    "njet": njet,
    "nain_jaune": nain_jaune,
}


def _target_in_words(target: int) -> str:
    return _("Played to %(n)s points.") % {"n": target}


def _rounds_in_words(number: int) -> str:
    return ngettext("%(n)s round.", "%(n)s rounds.", number) % {"n": number}
