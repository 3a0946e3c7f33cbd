"""Forms of ladders. Fields for each player are named by their ids."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import GAMES
from league.models import Club, Ladder, Player
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import LEAST_RULES, MOST_RULES, PeriodWishes
from league.operations.ladders.ladders import MOST_LADDER, MOST_PERIOD, NewDivision, PeriodDates
from scoring import rating_queries
from scoring.pure.periods import MOST_DIVISIONS, Rules

MOST_PEOPLE = 450  # as many as a page can show
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _rule(name: str, label: Any, words: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=words,
        min_value=LEAST_RULES[name],
        max_value=MOST_RULES[name],
        initial=getattr(Rules(), name),
    )


def _games() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        choices=[(slug, game.name) for slug, game in GAMES.items()],
        initial=list(GAMES),
        widget=forms.CheckboxSelectMultiple,
    )


class RulesForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the ladder"), max_length=MOST_LADDER)
    games = _games()
    up = _rule("up", gettext_lazy("Go up at each cut"))
    down = _rule("down", gettext_lazy("Go down at each cut"))
    play_off = _rule(
        "play_off",
        gettext_lazy("Play for it"),
        gettext_lazy("So many of either side of a cut, at one table. 0: no play-off."),
    )
    least = _rule("least", gettext_lazy("Fewest players of a division"))
    most = _rule("most", gettext_lazy("Most players of a division"))

    @classmethod
    def of(cls, ladder: Ladder, data: Any = None) -> "RulesForm":
        initial = {"name": ladder.name, "games": ladder.games, **ladder.rules}
        return cls(data, initial=initial, auto_id="rules_%s")

    def rules(self) -> dict[str, int]:
        return {name: self.cleaned_data[name] for name in Rules._fields}


class PeriodFields(forms.Form):
    period = forms.CharField(
        label=gettext_lazy("Name of the period"),
        max_length=MOST_PERIOD,
    )
    starts_on = forms.DateField(label=gettext_lazy("first day"), widget=DAY)
    ends_on = forms.DateField(label=gettext_lazy("last day"), widget=DAY, required=False)

    def dates(self) -> PeriodDates:
        given = self.cleaned_data
        return PeriodDates(given["period"], given["starts_on"], given["ends_on"])


class LadderForm(RulesForm, PeriodFields):
    """With a division for each player, or none."""

    def __init__(self, club: Club, count: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(["name", "period", "starts_on", "ends_on", "games"])
        self.count, self.people = count, _by_rating(club)[:MOST_PEOPLE]
        levels = [
            ("", "—"),
            *((n, ladders.default_division_name(n, club)) for n in range(1, count + 1)),
        ]
        shares = _shares(len(self.people), count)
        for player, level in zip(self.people, shares, strict=True):
            self.fields[f"player-{player.pk}"] = forms.TypedChoiceField(
                label=player.name,
                choices=levels,
                coerce=int,
                required=False,
                empty_value=None,
                initial=level,
            )

    def places(self) -> list[forms.BoundField]:
        return [self[f"player-{player.pk}"] for player in self.people]

    def others(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith("player-")]

    def levels(self) -> list[NewDivision]:
        """The divisions that were chosen, without empty ones at the end."""
        found: list[list[int]] = [[] for _level in range(self.count)]
        for player in self.people:
            if level := self.cleaned_data[f"player-{player.pk}"]:
                found[level - 1].append(player.pk)
        while len(found) > 1 and not found[-1]:
            found.pop()
        return [NewDivision(players) for players in found]


class NextForm(PeriodFields):
    """What people want: a field for each member, and for everybody else of the club."""

    number = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    force = forms.CharField(
        label=gettext_lazy("Open it all the same: type the name of the ladder"), required=False
    )
    count = forms.TypedChoiceField(
        label=gettext_lazy("Divisions"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_DIVISIONS + 1)],
    )

    def __init__(self, ladder: Ladder, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = divisions.current_period(ladder)
        self.initial.setdefault("number", now.number + 1)
        self.initial.setdefault("count", now.divisions.count())
        by_division = divisions.members_by_division(now)
        self.members = [
            (division, [row.player for row in by_division.get(division.pk, ())])
            for division in now.divisions.all()
        ]
        belong = {player.pk for _division, players in self.members for player in players}
        others = [each for each in ladder.club.players.all() if each.pk not in belong]
        self.others = sorted(others, key=Player.sort_key)[: max(0, MOST_PEOPLE - len(belong))]
        for _division, players in self.members:
            for player in players:
                self.fields[f"member-{player.pk}"] = _wish(player)
        for player in self.others:
            self.fields[f"joins-{player.pk}"] = _joins(player)

    def stays(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [
            (division, [self[f"member-{player.pk}"] for player in players])
            for division, players in self.members
        ]

    def joins(self) -> list[forms.BoundField]:
        return [self[f"joins-{player.pk}"] for player in self.others]

    def wishes(self) -> PeriodWishes:
        """As far as it can be read; what cannot be is as usual."""
        given = getattr(self, "cleaned_data", {})
        joining = {player.pk: given.get(f"joins-{player.pk}", "") for player in self.others}
        return PeriodWishes(
            leaving=self._who(given, "leaves"),
            content=self._who(given, "content"),
            joining={player: int(level) for player, level in joining.items() if level != ""},
            count=given.get("count") or 0,
        )

    def _who(self, given: dict[str, Any], wish: str) -> list[int]:
        listed = [player.pk for _division, players in self.members for player in players]
        return [player for player in listed if given.get(f"member-{player}") == wish]


def _wish(player: Player) -> forms.ChoiceField:
    choices = [
        ("", _("goes on")),
        ("content", _("would not go up")),
        ("leaves", _("leaves")),
    ]
    return forms.ChoiceField(label=player.name, choices=choices, required=False)


def _joins(player: Player) -> forms.ChoiceField:
    levels = range(1, MOST_DIVISIONS + 1)
    choices = [
        ("", "—"),
        ("0", _("joins, at the usual level")),
        *((str(n), _("joins at level %(n)s") % {"n": n}) for n in levels),
    ]
    return forms.ChoiceField(label=player.name, choices=choices, required=False)


def _by_rating(club: Club) -> list[Player]:
    """The strongest first, who has no rating last."""
    rated = [
        row.player for row in rating_queries.read(rating_queries.find(club.pk), pending=False).rows
    ]
    known = {player.pk for player in rated}
    return [
        *rated,
        *sorted((p for p in club.players.all() if p.pk not in known), key=Player.sort_key),
    ]


def _shares(people: int, count: int) -> Sequence[int]:
    """As even as can be, the larger divisions above."""
    return sorted(number % count + 1 for number in range(people))
