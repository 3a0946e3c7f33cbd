"""Nain Jaune on paper: the house rules of a match, and the form of a round."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.nain_jaune.cards import BOXES
from league.models import Submission
from league.web.games.pages import Body, fields_by_seat, fill_in_sheet, number, read_sheet

NOBODY = "nobody"
MOST_CARDS_READ = 60


class OptionsForm(forms.Form):
    """All house rules, the most common ones first; `options_form` fills in the usual ones."""

    chips = forms.IntegerField(label=_("Chips at the start"), min_value=5, max_value=10_000)
    end = forms.ChoiceField(
        label=_("The match ends"),
        choices=[
            ("rounds", _("after a number of rounds")),
            ("chips", _("when somebody has no chips left")),
        ],
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds, if it ends the match"), min_value=1, max_value=100
    )
    short_ante = forms.ChoiceField(
        label=_("A player with fewer than 5 chips"),
        choices=[
            ("end", _("ends the match")),
            ("pay_what_is_left", _("pays the rest and plays on")),
        ],
        help_text=_(
            "The rest goes into the boxes in the order 7♦ 10♦ J♣ Q♠ K♦, one chip each. If a "
            "number of rounds ends the match, a player without chips plays without an ante and "
            "can win some back. If debts are allowed, everybody always pays 5."
        ),
    )
    two_players = forms.TypedChoiceField(
        label=_("Two players"),
        coerce=lambda choice: choice == "yes",
        choices=[("no", _("no, 3 to 8 play")), ("yes", _("may play, too"))],
        help_text=_("With two, all 52 cards are in the two hands: each knows the other's cards."),
    )
    deal = forms.ChoiceField(
        label=_("Deal"),
        choices=[
            ("classic", _("all 52 cards, some hands one card larger")),
            ("simplified", _("equal hands, the remaining cards are set aside")),
        ],
    )
    penalty = forms.ChoiceField(
        label=_("A player who cannot pay for the cards left"),
        choices=[
            ("partial", _("pays what is in the bank, the rest is waived")),
            ("debt", _("goes into debt, below zero")),
        ],
    )
    flow = forms.ChoiceField(
        label=_("When the next player does not have the next card"),
        choices=[
            ("literal", _("the sequence is blocked, and this player starts another one")),
            ("table", _("the sequence goes round the table until somebody has the card")),
        ],
    )
    stall = forms.ChoiceField(
        label=_("When only jacks, queens and kings are left"),
        choices=[
            ("honours", _("they may start sequences, until somebody wins")),
            ("dead", _("the round ends without a winner, the boxes keep their chips")),
        ],
        help_text=_(
            "How often this happens: if a missing card blocks the sequence, in 96 of 100 rounds "
            "with 3 players, 85 with 4, 69 with 5, 49 with 6, 27 with 7 and 12 with 8. If the "
            "sequence goes round the table, never with all 52 cards dealt, otherwise in at most 2 "
            "of 100."
        ),
    )
    restart = forms.ChoiceField(
        label=_("The suit that was blocked, or ended by a king"),
        choices=[
            ("sticky", _("is closed until somebody starts another one")),
            ("blocker", _("is closed only for the player who blocked it or laid the king")),
            ("any", _("may be started again immediately")),
        ],
    )
    no_ace = forms.ChoiceField(
        label=_("When the ace of hearts is set aside on the first deal"),
        choices=[
            ("next", _("the holder of the lowest heart dealt opens")),
            ("redeal", _("the cards are dealt again")),
        ],
    )


def fill_in_options(options: Mapping[str, Any]) -> Body:
    """Return the initial values of the form."""
    return {**options, "two_players": "yes" if options["two_players"] else "no"}


def read_round(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    if post.get("evidence") == "final":
        return _read_final(post, players)
    boxes = {box: post.get(f"box-{box}", "").strip() for box in BOXES}
    left = {box: number(text) for box, text in boxes.items() if text}
    sheet = _gains(read_sheet(post, players), post.get("banks", ""))
    body = {**sheet, **_winner(post.get("winner", ""))}
    return {**body, "boxes_after": left} if left else body


def _gains(sheet: Body, banks: str) -> Body:
    """Return the sheet with the chips of the form as gains. `banks` are those before the round,
    one per player; without them the form has gains."""
    before = [number(bank) for bank in banks.split()]
    if len(before) != len(sheet["scores"]):
        return sheet
    pairs = zip(sheet["scores"], before, strict=True)
    scores = [
        chips - bank if isinstance(chips, int) and isinstance(bank, int) else chips
        for chips, bank in pairs
    ]
    return {**sheet, "scores": scores}


def fill_in(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    if row is None:
        return fill_in_sheet(row, players)
    fill_more = _fill_sheet if row.evidence == "sheet" else _fill_final
    return {**fill_in_sheet(row, players), **fill_more(row)}


def _read_final(post: QueryDict, players: int) -> Body:
    left = [_cards(post.get(f"left-{seat}", "")) for seat in range(players)]
    takers = {box: _seat(post.get(f"taken-{box}", "")) for box in BOXES}
    body: Body = {"evidence": "final", "left": left, "taken": takers}
    return {**body, "aside": _cards(post.get("aside", ""))} if "aside" in post else body


def _fill_sheet(row: Submission) -> Body:
    winner = {"winner": _winner_value(row.body["winner"])} if "winner" in row.body else {}
    return {**winner, **_by_box("box", row.body.get("boxes_after", {}))}


def _fill_final(row: Submission) -> Body:
    """Return the fields of a final position; a transcript is shown by its final position too."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    takers = {box: str(seat) for seat, entry in enumerate(breakdown) for box in entry["taken"]}
    return {
        "evidence": "final",
        **fields_by_seat("left", (" ".join(entry["left"]) for entry in breakdown)),
        **_by_box("taken", takers),
        "aside": " ".join(row.body.get("aside", [])),
    }


def _by_box(name: str, values: Mapping[str, object]) -> Body:
    return {f"{name}-{box}": value for box, value in values.items()}


def _winner_value(winner: int | None) -> str:
    return NOBODY if winner is None else str(winner)


def _winner(text: str) -> Body:
    """Return the winner of the form; nothing if the field is empty."""
    return {"winner": _seat(text)} if text else {}


def _seat(text: str) -> int | str | None:
    """Return a seat, or None for no seat; any other text unchanged, for the engine to refuse."""
    return None if text in {"", NOBODY} else number(text)


def _cards(text: str) -> list[str]:
    """Return card codes in any spelling, such as "10d, qs". Too many cards stay too many, for the
    engine to refuse."""
    return text.replace(",", " ").upper().split()[:MOST_CARDS_READ]
