"""The parts of a sign-up sheet on pages: coming and waiting players, and the answer of one
player."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import GAMES, game_name
from league.models import Match, Player, SignUp, SignUpAnswer, SignUpSheet
from league.operations.people.person_search import PersonQuestion
from league.operations.signups import roster, sheets


class GameChoice(NamedTuple):
    slug: str
    name: str
    is_chosen: bool


class PeopleShown(NamedTuple):
    """The players whose names this reader may see, and how many more there are."""

    players: list[Player]
    others: int


@dataclass(frozen=True)
class SheetView:
    """A sheet with its answers in their order at one time."""

    sheet: SignUpSheet
    rows: list[SignUp]
    now: datetime

    @property
    def coming(self) -> list[SignUp]:
        return [row for row in self.rows if row.has_place]

    @property
    def waiting(self) -> list[SignUp]:
        return [row for row in self.rows if roster.comes(row) and not row.has_place]

    @property
    def maybe(self) -> list[SignUp]:
        return self._answered(SignUpAnswer.MAYBE)

    @property
    def no(self) -> list[SignUp]:
        return self._answered(SignUpAnswer.NO)

    @property
    def places_left(self) -> int | None:
        """The number of free places; None without a capacity."""
        capacity = self.sheet.capacity
        return None if capacity is None else max(0, capacity - len(self.coming))

    @cached_property
    def starts_at(self) -> datetime | None:
        return roster.starts_at(self.sheet)

    @cached_property
    def deadline(self) -> datetime | None:
        return sheets.deadline(self.sheet)

    @property
    def closes_at_start(self) -> bool:
        return self.deadline == self.starts_at

    @cached_property
    def why_closed(self) -> str:
        return sheets.why_closed(self.sheet, self.now)

    @cached_property
    def why_no_cancelling(self) -> str:
        return sheets.why_no_cancelling(self.sheet, self.now)

    @property
    def has_begun(self) -> bool:
        return self.starts_at is not None and self.now >= self.starts_at

    def find(self, player: int) -> SignUp | None:
        return next((row for row in self.rows if row.player_id == player), None)

    def queue_place(self, row: SignUp) -> int:
        """Return the place of a player on the waiting list; 0 outside of it."""
        return next(
            (n for n, waiting_row in enumerate(self.waiting, 1) if waiting_row.pk == row.pk), 0
        )

    def _answered(self, answer: str) -> list[SignUp]:
        return [row for row in self.rows if row.answer == answer]


@dataclass(frozen=True)
class Refusal:
    """A refused answer, with all input, so that it does not get lost."""

    sheet: int
    player: int
    words: str
    games: list[str] | None = None
    guest: str = ""
    question: PersonQuestion | None = None  # if the name of the guest needs a choice

    def to_context(self) -> dict[str, str]:
        """Return the message and the id of the answer on the page, for its summary of refusals."""
        return {"refused": self.words, "refused_field": f"answer-{self.sheet}-{self.player}"}


class Guest(NamedTuple):
    """A guest, with the name that the host may read."""

    player_id: int
    name: str
    has_place: bool


@dataclass(frozen=True)
class OwnAnswer:
    """A player that the reader answers for. `is_reader` is True if the player is the reader."""

    view: SheetView
    player: Player
    is_reader: bool
    row: SignUp | None
    games: list[GameChoice]
    guests: list[Guest] = field(default_factory=list)
    refusal: Refusal | None = None

    @property
    def answer(self) -> str:
        return self.row.answer if self.row else ""

    @property
    def comes(self) -> bool:
        return roster.comes(self.row)

    @property
    def waits(self) -> bool:
        return self.comes and not (self.row and self.row.has_place)

    @property
    def may_bring(self) -> int:
        """The number of further guests that the player may bring."""
        if not self.comes or self.view.why_closed:
            return 0
        return max(0, self.view.sheet.guests_allowed - len(self.guests))

    @property
    def words(self) -> str:
        """The answer in a sentence; empty before there is one."""
        if self.row is None:
            return ""
        place = self.view.queue_place(self.row)
        return answer_words(self.row, place, None if self.is_reader else self.player.name)


def of_sheet(sheet: SignUpSheet, now: datetime | None = None) -> SheetView:
    """Return the view of a sheet as it is now."""
    rows = SignUp.objects.filter(sheet=sheet).select_related("player", "guest_of")
    ordered = sorted(rows, key=lambda row: (row.number or 0, row.pk))
    return SheetView(sheet, ordered, now or timezone.now())


def own_answers(
    view: SheetView,
    players: Iterable[Player],
    *,
    reader: Collection[int] = (),
    refusal: Refusal | None = None,
) -> list[OwnAnswer]:
    """Return the answers of the players that the reader answers for; `reader` are the ids of the
    ones who are the reader."""
    return [_own_answer(view, player, player.pk in reader, refusal) for player in players]


def people_shown(rows: Sequence[SignUp], *, member: bool) -> PeopleShown:
    """Return the people of these rows: members read all names, strangers those that are shown."""
    shown = [row.player for row in rows if member or row.player.shows_name]
    return PeopleShown(shown, len(rows) - len(shown))


def people_context(view: SheetView, *, member: bool) -> dict[str, PeopleShown]:
    """Return who comes, waits and comes perhaps, as this reader may see it."""
    return {
        "coming": people_shown(view.coming, member=member),
        "waiting": people_shown(view.waiting, member=member),
        "maybe": people_shown(view.maybe, member=member),
    }


def answer_words(row: SignUp, queue_place: int, name: str | None) -> str:
    """Return an answer in a sentence: to the player, or about the player of this name."""
    if row.answer == SignUpAnswer.NO:
        words = _("You’re not coming.") if name is None else _("%(name)s is not coming.")
    elif row.answer == SignUpAnswer.MAYBE:
        words = _("You might come.") if name is None else _("%(name)s might come.")
    elif not queue_place:
        words = _("You’re coming.") if name is None else _("%(name)s is coming.")
    else:
        words = _queue_words(queue_place, name)
    return words % {"name": name}


def _queue_words(place: int, name: str | None) -> str:
    ordinals = [
        pgettext("on the waiting list", "first"),
        pgettext("on the waiting list", "second"),
        pgettext("on the waiting list", "third"),
        pgettext("on the waiting list", "fourth"),
        pgettext("on the waiting list", "fifth"),
    ]
    if place <= len(ordinals):
        words = (
            _("You are %(ordinal)s on the waiting list.")
            if name is None
            else _("%(name)s is %(ordinal)s on the waiting list.")
        )
        return words % {"ordinal": ordinals[place - 1], "name": name}
    words = (
        _("You are number %(place)s on the waiting list.")
        if name is None
        else _("%(name)s is number %(place)s on the waiting list.")
    )
    return words % {"place": place, "name": name}


def _own_answer(
    view: SheetView, player: Player, is_reader: bool, refusal: Refusal | None
) -> OwnAnswer:
    row = view.find(player.pk)
    is_of_this = refusal and (refusal.sheet, refusal.player) == (view.sheet.pk, player.pk)
    refused = refusal if is_of_this else None
    chosen = refused.games if refused and refused.games is not None else None
    own_guests = [row for row in view.rows if row.guest_of_id == player.pk]
    guests = [
        Guest(guest.player_id, roster.name_for_host(guest), guest.has_place) for guest in own_guests
    ]
    games = _game_choices(view.sheet, player, row, chosen)
    return OwnAnswer(view, player, is_reader, row, games, guests, refused)


def _game_choices(
    sheet: SignUpSheet, player: Player, row: SignUp | None, chosen: Collection[str] | None
) -> list[GameChoice]:
    """Return the games to choose from; nothing where there is only one."""
    slugs = [slug for slug in sheet.season.games if slug in GAMES]
    if len(slugs) < 2:
        return []
    if chosen is None:
        chosen = row.games if row else _usual_games(player, slugs)
    return [GameChoice(slug, game_name(slug), slug in chosen) for slug in slugs]


def _usual_games(player: Player, slugs: Collection[str]) -> Collection[str]:
    """Return the games of the player's last answer, else those that the player has played."""
    last = SignUp.objects.filter(player=player).order_by("-changed_at", "-pk").first()
    if last is not None:
        return list(last.games)
    played = Match.objects.filter(seats__player=player, game__in=slugs)
    return set(played.order_by().values_list("game", flat=True).distinct())
