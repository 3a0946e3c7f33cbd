"""Search for a person by a typed name, and the choice between a known player and a new one.

Every field in which a name is typed for a person uses `choose`: a name that fits a known player
never creates another one by itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from heapq import nsmallest
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.errors import Conflict, Fault
from league.models import Club, Player
from league.models.people import PlayerQuerySet, with_nickname
from league.names import clean_name, name_key, search_words
from league.operations.people import duplicates
from league.operations.support import name_search, versions

MOST_SUGGESTIONS = 8
MOST_FITTING = 20  # of the best fits


class Creation(StrEnum):
    """When a typed name creates a player."""

    NEVER = "never"
    UNKNOWN = "unknown"  # only if it fits no known player; an inexact fit is questioned
    NEW = "new"  # the button "New player": unless a player has exactly this name
    ANOTHER = "another"  # even then


class Whereabouts(StrEnum):
    """Where a player stands in what the field is for; without one, only in the club."""

    HERE = "here"
    ENTERED = "entered"
    EXPECTED = "expected"
    ANSWERED = "answered"
    CLUB = "club"


WHEREABOUTS_WORDS = {
    Whereabouts.HERE: gettext_lazy("here"),
    Whereabouts.ENTERED: gettext_lazy("entered"),
    Whereabouts.EXPECTED: gettext_lazy("expected"),
    Whereabouts.ANSWERED: gettext_lazy("has answered"),
    Whereabouts.CLUB: gettext_lazy("in the club"),
}
ALREADY_WORDS = {
    Whereabouts.HERE: gettext_lazy("%(name)s is already here."),
    Whereabouts.ANSWERED: gettext_lazy("%(name)s has already answered."),
    Whereabouts.ENTERED: gettext_lazy("%(name)s is already entered."),
}


class Fit(StrEnum):
    """Quality of a match between a name and a player, the best first."""

    EXACT = "exact"
    BEGINNING = "beginning"  # each typed word begins a word of the name or nickname
    ALIKE = "alike"


class Candidate(NamedTuple):
    """A player matching a typed name; `name` and `nickname` are what the reader may see of the
    player."""

    player: Player
    name: str
    nickname: str
    fit: Fit
    whereabouts: Whereabouts = Whereabouts.CLUB

    @property
    def listed_name(self) -> str:
        return with_nickname(self.name, self.nickname)

    @property
    def where(self) -> str:
        return str(WHEREABOUTS_WORDS[self.whereabouts])


class PersonQuestion(Conflict):
    """A typed name needs a choice: one of the candidates, or a new player by `creation`."""

    def __init__(
        self, detail: str, name: str, candidates: Sequence[Candidate], creation: Creation
    ) -> None:
        problems = [
            Fault(
                "name_fits_player",
                f"players.{candidate.player.pk}",
                _("%(name)s (%(where)s)")
                % {"name": candidate.listed_name, "where": candidate.where},
            ).to_json()
            for candidate in candidates
        ]
        unknown = [] if problems else [Fault("unknown_name", "name", detail).to_json()]
        super().__init__(detail, problems or unknown)
        self.name = name
        self.candidates = list(candidates)
        self.creation = creation


class Name(NamedTuple):
    """The name and nickname of a player as the reader may see them, with the key of the name."""

    number: int
    shown: str
    key: str
    nickname: str


class Found(NamedTuple):
    """A match of a typed name whose player is not loaded yet."""

    name: Name
    fit: Fit
    whereabouts: Whereabouts


class People:
    """The players to search by name, with their whereabouts; `public` searches only what strangers
    may read. Of a queryset only the matching players are loaded."""

    def __init__(
        self,
        players: Iterable[Player],
        whereabouts: Mapping[int, Whereabouts] | None = None,
        *,
        former_names: Mapping[str, Player] | None = None,
        public: bool = False,
    ) -> None:
        self.whereabouts = whereabouts or {}
        self.former_names = former_names or {}
        self._rows = players if isinstance(players, PlayerQuerySet) and not public else None
        self._players = {} if self._rows is not None else {player.pk: player for player in players}
        self._is_public = public
        self._candidates: dict[str, list[Candidate]] = {}

    @cached_property
    def names(self) -> list[Name]:
        """The names of all players, read when a name is searched for."""
        if self._rows is not None:
            rows = self._rows.order_by().values_list("pk", "name", "name_key", "nickname")
            return [Name(*row) for row in rows]
        return [self._name(player) for player in self._players.values()]

    def fitting(self, name: str) -> list[Candidate]:
        """Return at most MOST_FITTING players matching a name: by fit, then expected players
        first."""
        if name not in self._candidates:  # suggestions and the choice ask for the same name
            best_fits = nsmallest(MOST_FITTING, self._fitting(name), key=_order)
            players = self._load([best_fit.name.number for best_fit in best_fits])
            self._candidates[name] = [
                Candidate(
                    players[player_name.number],
                    player_name.shown,
                    player_name.nickname,
                    fit,
                    whereabouts,
                )
                for player_name, fit, whereabouts in best_fits
                if player_name.number in players
            ]
        return self._candidates[name]

    def fits(self, name: str, player: Player) -> bool:
        """Return whether a name fits this player."""
        return any(_fits(name, [self._name(player)], self.former_names))

    def find(self, number: int) -> Player | None:
        return self._load([number]).get(number)

    def _name(self, player: Player) -> Name:
        shown = player.public_name if self._is_public else player.name
        nickname = player.shown_nickname(public=self._is_public)
        return Name(player.pk, shown, name_key(shown), nickname)

    def _load(self, numbers: Collection[int]) -> Mapping[int, Player]:
        return self._players if self._rows is None else self._rows.in_bulk(numbers)

    def _fitting(self, name: str) -> list[Found]:
        return [
            Found(player_name, fit, self.whereabouts.get(player_name.number, Whereabouts.CLUB))
            for player_name, fit in _fits(name, self.names, self.former_names)
        ]


def people_of(club: Club, whereabouts: Mapping[int, Whereabouts] | None = None) -> People:
    """Return the players of a club by full names, and by names they had before a merge."""
    former_names = duplicates.survivors_by_name(club)
    return People(club.players.all(), whereabouts, former_names=former_names)


def choose(
    people: People,
    name: str,
    creation: Creation = Creation.NEVER,
    *,
    done: Collection[Whereabouts] = (),
) -> Player | None:
    """Return the player meant by a typed name; None if a player of this name is to be created.

    Raise PersonQuestion if a person has to choose: several fit, the only one is where the field
    would bring the player already (`done`), the name only looks like another one, or is unknown.
    """
    name = clean_name(name)
    if creation == Creation.ANOTHER:
        return None
    candidates = people.fitting(name)
    exact = [candidate for candidate in candidates if candidate.fit == Fit.EXACT]
    if creation == Creation.NEW and not exact:
        return None
    best = exact or [candidate for candidate in candidates if candidate.fit == Fit.BEGINNING]
    usable = {Creation.NEVER: best, Creation.UNKNOWN: exact}.get(creation, [])
    if len(usable) == 1 and usable[0].whereabouts not in done:
        return usable[0].player
    if not candidates and creation == Creation.UNKNOWN:
        return None
    shown = best or candidates
    creation_offered = Creation.ANOTHER if exact else Creation.NEW
    words = _question(name, shown, done)
    raise PersonQuestion(words, name, shown[:MOST_SUGGESTIONS], creation_offered)


def require_new(club: Club, name: str, creation: Creation) -> None:
    """Raise PersonQuestion unless a player of this name may be created. The lock of the club makes
    a concurrent request see the player that this one creates."""
    versions.bump_edition(club.pk)
    people = people_of(club)
    if choose(people, name, creation) is not None:
        candidates = people.fitting(name)[:1]
        words = _already_in_club(candidates[0].name)
        raise PersonQuestion(words, name, candidates, Creation.NEW)


def _fits(
    name: str, names: Iterable[Name], former_names: Mapping[str, Player]
) -> Iterator[tuple[Name, Fit]]:
    """Yield the players matching a name. Similar names are searched only if there are few other
    matches."""
    key, typed_words = name_key(name), search_words(name)
    if not key:  # of invisible signs
        return
    survivor = former_names.get(key)
    others = []
    count = 0
    for player_name in names:
        if player_name.key == key or (survivor is not None and player_name.number == survivor.pk):
            fit = Fit.EXACT
        elif player_name.key.startswith(key) or _begins_words(typed_words, player_name):
            fit = Fit.BEGINNING
        else:
            others.append(player_name)
            continue
        count += 1
        yield player_name, fit
    for player_name in others if count < MOST_SUGGESTIONS else ():
        if duplicates.may_be_alike(key, player_name.key) and duplicates.likely_same(
            key, player_name.key
        ):
            yield player_name, Fit.ALIKE


def _begins_words(typed_words: Sequence[str], player_name: Name) -> bool:
    """Return whether each typed word begins a word of the name or nickname; of thousands of names,
    most do not even contain the first."""
    if player_name.nickname:
        return name_search.begins_words(typed_words, f"{player_name.shown} {player_name.nickname}")
    return (
        bool(typed_words)
        and typed_words[0] in player_name.key
        and name_search.begins_words(typed_words, player_name.shown)
    )


def _order(candidate: Found) -> tuple[int, int, str, int]:
    """Sort key: expected players first; those already here last, as they are rarely chosen."""
    places = [
        Whereabouts.EXPECTED,
        Whereabouts.ENTERED,
        Whereabouts.CLUB,
        Whereabouts.ANSWERED,
        Whereabouts.HERE,
    ]
    return (
        list(Fit).index(candidate.fit),
        places.index(candidate.whereabouts),
        candidate.name.key,
        candidate.name.number,
    )


def _question(name: str, shown: Sequence[Candidate], done: Collection[Whereabouts]) -> str:
    if not shown:
        return _("The club has no player called “%(name)s”.") % {"name": name}
    first = shown[0]
    if first.fit == Fit.ALIKE:
        names = get_text_list([player.name for player in shown], _("or"))
        words = _("“%(name)s” looks like %(others)s: is it the same person?")
        return words % {"name": name, "others": names}
    if len(shown) > 1:
        return _("Several players match “%(name)s”: choose one.") % {"name": name}
    if first.fit == Fit.BEGINNING and first.whereabouts not in done:
        words = _("Is “%(name)s” %(other)s?")
        return words % {"name": name, "other": first.name}
    if first.whereabouts in done:
        return str(ALREADY_WORDS[first.whereabouts]) % {"name": first.name}
    return _already_in_club(first.name)


def _already_in_club(name: str) -> str:
    return _("%(name)s is already a player of the club.") % {"name": name}
