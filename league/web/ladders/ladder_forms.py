"""Forms of ladders. Fields of a player contain the player's id."""

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
from scoring.pure.periods import MOST_DIVISIONS, DivisionRules

MOST_PLAYERS = 450  # as many as a page can show
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _rule_field(name: str, label: Any, words: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=words,
        min_value=LEAST_RULES[name],
        max_value=MOST_RULES[name],
        initial=getattr(DivisionRules(), name),
    )


def _games_field() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        choices=[(slug, game.name) for slug, game in GAMES.items()],
        initial=list(GAMES),
        widget=forms.CheckboxSelectMultiple,
    )


class LadderRulesForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the ladder"), max_length=MOST_LADDER)
    games = _games_field()
    up = _rule_field("up", gettext_lazy("Players who move up at each cut"))
    down = _rule_field("down", gettext_lazy("Players who move down at each cut"))
    play_off = _rule_field(
        "play_off",
        gettext_lazy("Players in a play-off"),
        gettext_lazy("Players on either side of a cut, at one table. 0: no play-off."),
    )
    least = _rule_field("least", gettext_lazy("Smallest division size"))
    most = _rule_field("most", gettext_lazy("Largest division size"))

    @classmethod
    def of(cls, ladder: Ladder, data: Any = None) -> "LadderRulesForm":
        initial = {"name": ladder.name, "games": ladder.games, **ladder.rules}
        return cls(data, initial=initial, auto_id="rules_%s")

    def rules(self) -> dict[str, int]:
        return {name: self.cleaned_data[name] for name in DivisionRules._fields}


class PeriodFields(forms.Form):
    period = forms.CharField(
        label=gettext_lazy("Name of the period"),
        max_length=MOST_PERIOD,
    )
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=DAY)
    ends_on = forms.DateField(label=gettext_lazy("Last day"), widget=DAY, required=False)

    def dates(self) -> PeriodDates:
        values = self.cleaned_data
        return PeriodDates(values["period"], values["starts_on"], values["ends_on"])


class NewLadderForm(LadderRulesForm, PeriodFields):
    """The form of a new ladder: for each player a division or none."""

    def __init__(self, club: Club, count: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields(["name", "period", "starts_on", "ends_on", "games"])
        self.count, self.people = count, _by_rating(club)[:MOST_PLAYERS]
        levels = [
            ("", "—"),
            *((n, ladders.default_division_name(n, club)) for n in range(1, count + 1)),
        ]
        shares = _even_levels(len(self.people), count)
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
        """Return the chosen divisions, without empty ones at the end."""
        levels: list[list[int]] = [[] for _level in range(self.count)]
        for player in self.people:
            if level := self.cleaned_data[f"player-{player.pk}"]:
                levels[level - 1].append(player.pk)
        while len(levels) > 1 and not levels[-1]:
            levels.pop()
        return [NewDivision(players) for players in levels]


class NextPeriodForm(PeriodFields):
    """What players want in the next period: a field for each member and each other player of the
    club."""

    number = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    force = forms.CharField(
        label=gettext_lazy("To open it anyway, type the name of the ladder"), required=False
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
        member_ids = {player.pk for _division, players in self.members for player in players}
        others = [each for each in ladder.club.players.all() if each.pk not in member_ids]
        self.others = sorted(others, key=Player.sort_key)[: max(0, MOST_PLAYERS - len(member_ids))]
        for _division, players in self.members:
            for player in players:
                self.fields[f"member-{player.pk}"] = _wish_field(player)
        for player in self.others:
            self.fields[f"joins-{player.pk}"] = _joining_field(player)

    def stays(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [
            (division, [self[f"member-{player.pk}"] for player in players])
            for division, players in self.members
        ]

    def joins(self) -> list[forms.BoundField]:
        return [self[f"joins-{player.pk}"] for player in self.others]

    def wishes(self) -> PeriodWishes:
        """Return the wishes; unreadable ones are as usual."""
        values = getattr(self, "cleaned_data", {})
        joining = {player.pk: values.get(f"joins-{player.pk}", "") for player in self.others}
        return PeriodWishes(
            leaving=self._who(values, "leaves"),
            content=self._who(values, "content"),
            joining={player: int(level) for player, level in joining.items() if level != ""},
            count=values.get("count") or 0,
        )

    def _who(self, values: dict[str, Any], wish: str) -> list[int]:
        member_ids = [player.pk for _division, players in self.members for player in players]
        return [player for player in member_ids if values.get(f"member-{player}") == wish]


def _wish_field(player: Player) -> forms.ChoiceField:
    choices = [
        ("", _("stays in the ladder")),
        ("content", _("did not want to move up")),
        ("leaves", _("leaves")),
    ]
    return forms.ChoiceField(label=player.name, choices=choices, required=False)


def _joining_field(player: Player) -> forms.ChoiceField:
    levels = range(1, MOST_DIVISIONS + 1)
    choices = [
        ("", "—"),
        ("0", _("joins, at the usual level")),
        *((str(n), _("joins at level %(n)s") % {"n": n}) for n in levels),
    ]
    return forms.ChoiceField(label=player.name, choices=choices, required=False)


def _by_rating(club: Club) -> list[Player]:
    """Return the players of the club, the strongest first, those without rating last."""
    rated = [
        row.player
        for row in rating_queries.rating_table(
            rating_queries.rating_book(club.pk), pending=False
        ).rows
    ]
    rated_ids = {player.pk for player in rated}
    return [
        *rated,
        *sorted((p for p in club.players.all() if p.pk not in rated_ids), key=Player.sort_key),
    ]


def _even_levels(people: int, count: int) -> Sequence[int]:
    """Return the levels of so many players, as even as possible, the larger divisions above."""
    return sorted(number % count + 1 for number in range(people))
