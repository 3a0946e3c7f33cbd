"""What is written in each round of a game: the score, and what else its sheet asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.nain_jaune.cards import BOXES
from games.njet.board import VALUES
from games.njet.cards import COLOURS

Options = Mapping[str, Any]
MOST_ROUNDS = 40  # lines on a sheet; more are for a second one
MOST_CELLS = 12
SUITS = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class Group:
    """Little boxes with a label, to be crossed or, where they are empty, filled."""

    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Form:
    """`mark`: what the circle beside a score says. `upper` and `lower`: the two halves of a score.
    `lines`: groups of every round, line by line."""

    rounds: int
    hints: Sequence[str]
    upper: str
    lower: str
    mark: str
    lines: Sequence[Sequence[Group]] = ()
    start: str = ""  # what everybody has before the first round


def neurotrio(options: Options, players: int) -> Form:
    least = options["minimums"]
    same = len(set(least)) == 1
    words = _("To finish takes at least %(n)s points.") if same else _("To finish takes: %(n)s.")
    needed = least[0] if same else " · ".join(map(str, least))
    return Form(
        rounds=12,
        hints=[_to(options["target"]), words % {"n": needed}],
        upper=_("points"),
        lower=_("total"),
        mark=_("finished the round"),
    )


def triominos(options: Options, players: int) -> Form:
    return Form(
        rounds=8,
        hints=[
            _to(options["target"]),
            _("Each tile drawn −5, three in vain −25. Out: 25 and the pips of the others."),
        ],
        upper=_("points"),
        lower=_("total"),
        mark=_("laid all tiles"),
    )


def njet(options: Options, players: int) -> Form:
    colours = {"R": _("red"), "K": _("black"), "B": _("blue"), "G": _("green")}
    suits = [colours[letter] for letter in COLOURS]
    return Form(
        rounds=min(options["rounds"], MOST_ROUNDS),
        hints=[
            _rounds(options["rounds"]),
            _("Cross out what is barred. A team gets the value × (tricks + 1s in its tricks)."),
        ],
        upper=_("points"),
        lower=_("total"),
        mark=_("side of the start player"),
        lines=[
            [
                Group(_("Start"), [str(seat) for seat in range(1, players + 1)]),
                Group(_("Aside"), [str(n) for n in options["discards"][:MOST_CELLS]]),
                Group(_("Tricks"), ["", ""]),
            ],
            [Group(_("Trump"), suits), Group(_("Value"), list(map(str, VALUES)))],
            [
                Group(_("Super"), [*suits, _("none")] if options["super_none"] else suits),
                Group(_("1s"), ["", ""]),
            ],
        ],
    )


def nain_jaune(options: Options, players: int) -> Form:
    by_rounds = options["end"] == "rounds"
    pays_short = options["short_ante"] == "pay_what_is_left" and options["penalty"] == "partial"
    ranks = {"J": _("J"), "Q": _("Q"), "K": _("K")}
    boxes = [ranks.get(code[:-1], code[:-1]) + SUITS[code[-1]] for code in BOXES]
    end = _rounds(options["rounds"]) if by_rounds else _("Until somebody has no chips left.")
    return Form(
        rounds=min(options["rounds"], MOST_ROUNDS) if by_rounds else 10,
        hints=[
            end,
            _("Everybody puts a chip into each box. Cards left: 1, honours 2, the 7♦ 5."),
            *([_("Fewer than 5 chips: one into each box from 7♦ on.")] if pays_short else []),
        ],
        upper=_("change"),
        lower=_("chips"),
        mark=_("won the round"),
        lines=[[Group(box, [""]) for box in boxes[at : at + 3]] for at in (0, 3)],
        start=str(options["chips"]),
    )


def plain_form(options: Options, players: int) -> Form:
    """Return the form of a game that has no sheet of its own: scores and totals."""
    return Form(rounds=12, hints=[], upper=_("points"), lower=_("total"), mark="")


FORMS: Mapping[str, Callable[[Options, int], Form]] = {
    "neurotrio": neurotrio,
    "triominos": triominos,
    "njet": njet,
    "nain_jaune": nain_jaune,
}


def _to(target: int) -> str:
    return _("Played to %(n)s points.") % {"n": target}


def _rounds(number: int) -> str:
    return ngettext("%(n)s round.", "%(n)s rounds.", number) % {"n": number}
