"""Forms of ladders. Fields of a player contain the player's id."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import GAMES
from league.models import Club, Ladder, MemberWish, Player
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import LEAST_RULES, MOST_RULES, PeriodWishes
from league.operations.ladders.ladders import MOST_LADDER, MOST_PERIOD, NewDivision, PeriodDates
from league.operations.people import player_lists
from league.operations.people.person_search import People
from league.web.support.forms import game_choices
from league.web.support.person_field import MOST_DIGITS, KnownPersonField
from scoring import rating_queries
from scoring.pure.periods import MOST_DIVISIONS, DivisionRules

MOST_PLAYERS = 150  # of a new ladder on one page
MOST_OTHERS = 50  # players outside a ladder on one page
USUAL_LEVEL = "0"
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
        choices=game_choices,
        initial=lambda: list(GAMES),
        widget=forms.CheckboxSelectMultiple,
    )


class LadderRulesForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Ladder name"), max_length=MOST_LADDER)
    games = _games_field()
    up = _rule_field("up", gettext_lazy("Players who move up at each cut-off"))
    down = _rule_field("down", gettext_lazy("Players who move down at each cut-off"))
    play_off = _rule_field(
        "play_off",
        gettext_lazy("Players in a play-off"),
        gettext_lazy("Players on either side of a cut-off, at one table. 0: no play-off."),
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
        label=gettext_lazy("Period name"),
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
        players_by_level: list[list[int]] = [[] for _level in range(self.count)]
        for player in self.people:
            if level := self.cleaned_data[f"player-{player.pk}"]:
                players_by_level[level - 1].append(player.pk)
        while len(players_by_level) > 1 and not players_by_level[-1]:
            players_by_level.pop()
        return [NewDivision(players) for players in players_by_level]


class NextPeriodForm(PeriodFields):
    """The wishes of players for the next period: a field for each member and each other player of
    the club."""

    number = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    force = forms.CharField(
        label=gettext_lazy("To open it anyway, type the ladder’s name"), required=False
    )
    count = forms.TypedChoiceField(
        label=gettext_lazy("Divisions"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_DIVISIONS + 1)],
    )

    def __init__(self, ladder: Ladder, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        now = divisions.current_period(ladder)
        self.initial.setdefault("number", now.number + 1)
        self.initial.setdefault("count", now.divisions.count())
        by_division = divisions.members_by_division(now)
        self.recorded = divisions.recorded_wishes(now)
        recorded = {row.player_id: row.wish for rows in by_division.values() for row in rows}
        self.members = [
            (division, [row.player for row in by_division.get(division.pk, ())])
            for division in now.divisions.all()
        ]
        member_ids = {player.pk for _division, players in self.members for player in players}
        self._add_others(ladder.club, member_ids)
        for _division, players in self.members:
            for player in players:
                self.fields[f"member-{player.pk}"] = _wish_field(
                    player, recorded.get(player.pk, "")
                )
        for player in self.others:
            self.fields[f"joins-{player.pk}"] = _joining_field(player)

    def _add_others(self, club: Club, member_ids: Collection[int]) -> None:
        """List who may join: the first by name and all who were chosen. In a large club a field
        finds the others; who is first_players there is chosen from then on."""
        first_players = player_lists.first_by_name(
            club.players.all(), MOST_OTHERS, without=member_ids
        )
        if first_players.left_out:
            self._add_newcomer(club, member_ids)
        listed = {player.pk for player in first_players.players}
        chosen = set(_chosen_numbers(self.data)) - listed - set(member_ids)
        rows = [*first_players.players, *club.players.filter(pk__in=chosen)]
        self.others = sorted(rows, key=Player.sort_key)

    def _add_newcomer(self, club: Club, member_ids: Collection[int]) -> None:
        people = People(club.players.exclude(pk__in=member_ids))
        url = reverse("web:club_people", args=[club.slug])
        field = KnownPersonField(people, url, label=_("Another player"), required=False)
        self.fields["newcomer"] = field
        if not self.is_bound:
            return
        try:
            player = field.clean(field.widget.value_from_datadict(self.data, {}, "newcomer"))
        except forms.ValidationError:
            return  # the form says it beside the field
        if player is not None:
            data = QueryDict(mutable=True)
            data.update(self.data)
            data[f"joins-{player}"] = data.get(f"joins-{player}") or USUAL_LEVEL
            data["newcomer-name"] = data["newcomer-player"] = ""
            self.data = data

    def stays(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [
            (division, [self[f"member-{player.pk}"] for player in players])
            for division, players in self.members
        ]

    def joins(self) -> list[forms.BoundField]:
        return [self[f"joins-{player.pk}"] for player in self.others]

    def wishes(self) -> PeriodWishes:
        """Return the wishes, those recorded before the form was sent; unreadable ones are as
        usual."""
        if not self.is_bound:
            return self.recorded
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


def _chosen_numbers(data: Mapping[str, str]) -> Iterator[int]:
    """Yield the numbers of the players who join by this form."""
    for name, level in data.items():
        number = name.removeprefix("joins-")
        if level and number != name and number.isdecimal() and len(number) <= MOST_DIGITS:
            yield int(number)


def wish_choices() -> list[tuple[str, str]]:
    """Return what a member can want for the next period, with its words."""
    return [("", _("stays in the ladder")), *((wish.value, str(wish.label)) for wish in MemberWish)]


def _wish_field(player: Player, recorded: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=player.name, choices=wish_choices(), required=False, initial=recorded
    )


def _joining_field(player: Player) -> forms.ChoiceField:
    levels = range(1, MOST_DIVISIONS + 1)
    choices = [
        ("", "—"),
        (USUAL_LEVEL, _("joins, at the usual level")),
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
    others = player_lists.first_by_name(club.players.all(), MOST_PLAYERS, without=rated_ids)
    return [*rated, *others.players]


def _even_levels(people: int, count: int) -> Sequence[int]:
    """Return the levels of this number of players, as even as possible, the larger divisions
    above."""
    return sorted(number % count + 1 for number in range(people))
