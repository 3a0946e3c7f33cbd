"""How each game is entered and shown: one entry per game, by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from league.models import Match, Submission
from league.web.games import neurotrio

Body = dict[str, Any]


@dataclass(frozen=True)
class GamePages:
    """What the web needs to know of a game beyond its rules."""

    options_form: type[forms.Form]
    entry_template: str
    round_template: str
    preview_template: str
    read_options: Callable[[Mapping[str, Any], int], Body]
    read_round: Callable[[QueryDict, int], Body]
    fill_in: Callable[[Submission | None, int], Body]
    preview: Callable[[QueryDict, Match, int], Body]
    explain: Callable[[Submission, int], Body]


PAGES: Mapping[str, GamePages] = {
    "neurotrio": GamePages(
        options_form=neurotrio.OptionsForm,
        entry_template="games/neurotrio/entry.html",
        round_template="games/neurotrio/_round.html",
        preview_template="games/neurotrio/_preview.html",
        read_options=neurotrio.read_options,
        read_round=neurotrio.read_round,
        fill_in=neurotrio.fill_in,
        preview=neurotrio.preview,
        explain=neurotrio.explain,
    )
}
