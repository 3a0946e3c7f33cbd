"""Players from pasted names: a plan that says of each line what becomes of it, and its execution in
one transaction."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, raise_faults
from league.models import AuditKind, Club, Player, User
from league.names import name_key
from league.operations.audit import club_log
from league.operations.people import duplicates, pasted_names, player_words
from league.operations.people.duplicates import LookAlikes
from league.operations.people.pasted_names import PastedPerson
from league.operations.support import versions
from league.operations.webhooks import events

MOST_LINES = 2000
BATCH = 500


class LineOutcome(StrEnum):
    NEW = "new"
    EXISTS = "exists"  # the club has a player of this name
    TWICE = "twice"  # the name stands on a line above
    UNREADABLE = "unreadable"


class PastedLine(NamedTuple):
    """Outcome of a line. `player` is the existing player, or the new one once stored; `first` is
    the line above with the same name; `is_added` says whether the line adds a player; `alike` is a
    player, or the number of a line above, that may be the same person under another spelling."""

    person: PastedPerson
    outcome: LineOutcome
    is_added: bool
    player: Player | None = None
    first: int | None = None
    alike: Player | PastedPerson | None = None


class PastePlan(NamedTuple):
    """The lines of a paste; `newest` is the id of the newest player of the club when it was made, 0
    without any."""

    lines: Sequence[PastedLine]
    newest: int = 0

    @property
    def added(self) -> list[PastedLine]:
        return [line for line in self.lines if line.is_added]

    @property
    def alike(self) -> list[PastedLine]:
        """Return the lines that add a person who may be a player already."""
        return [line for line in self.lines if line.is_added and line.alike]

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of lines by outcome."""
        numbers = Counter(line.outcome for line in self.lines)
        return {outcome.value: numbers[outcome] for outcome in LineOutcome}


def preview(
    club: Club, text: str, add_existing: Collection[int] = (), leave_out: Collection[int] = ()
) -> PastePlan:
    """Return what a paste would do; it stores nothing. `add_existing` are numbers of lines that add
    another person with an existing name, `leave_out` of lines to skip, as they mean a player with a
    similar name."""
    people = pasted_names.parse(text)
    if len(people) > MOST_LINES:
        words = _("You can add at most %(most)s names at once; this text has %(lines)s.")
        raise invalid("too_long", "text", words % {"most": MOST_LINES, "lines": len(people)})
    if not people:
        raise invalid("blank", "text", _("Paste at least one name."))
    _check_numbers(people, "add_existing", add_existing)
    _check_numbers(people, "leave_out", leave_out)
    players = list(club.players.order_by("pk"))
    by_name = {**duplicates.survivors_by_name(club), **_by_name(players)}
    names = LookAlikes[Player | PastedPerson](duplicates.names_of(club))
    planned = plan_lines(people, by_name, add_existing, names)
    lines = [
        line._replace(is_added=False) if line.person.number in leave_out else line
        for line in planned
    ]
    return PastePlan(lines, newest=players[-1].pk if players else 0)


@transaction.atomic
def add(
    club: Club,
    text: str,
    add_existing: Collection[int] = (),
    leave_out: Collection[int] = (),
    *,
    newest: int | None = None,
    by: User | None = None,
) -> PastePlan:
    """Add the players of a paste, and return the outcome of each line. Names added meanwhile by
    another user are skipped. Raise Conflict if other people of existing names are to be added but
    the club has another `newest` player than the preview said."""
    # the lock of the club: the second of two pastes sees the players of the first
    versions.bump_edition(club.pk)
    plan = preview(club, text, add_existing, leave_out)
    if add_existing and newest is not None and newest != plan.newest:
        raise Conflict(_("Players have been added in the meantime: check the list again."))
    added = plan._replace(lines=_stored(club, plan.lines))
    new = [line.player.pk for line in added.added if line.player is not None]
    if new:
        club_log.record(club.pk, AuditKind.PLAYERS_PASTED, by=by, subject={"players": new})
    return added


def plan_lines(
    people: Sequence[PastedPerson],
    players: Mapping[str, Player],
    add_existing: Collection[int] = (),
    look_alikes: LookAlikes[Player | PastedPerson] | None = None,
) -> Iterator[PastedLine]:
    """Yield the outcome of each line; `players` are the club's players by `name_key`, and
    `look_alikes` has their names; the names of new lines are added to it. Pure."""
    firsts: dict[str, int] = {}
    for person in people:
        if person.fault:
            yield PastedLine(person, LineOutcome.UNREADABLE, is_added=False)
            continue
        key = name_key(person.name)
        player, first = players.get(key), firsts.get(key)
        firsts.setdefault(key, person.number)
        also = person.number in add_existing
        if first is not None:
            yield PastedLine(person, LineOutcome.TWICE, also, first=first)
        elif player is not None:
            yield PastedLine(person, LineOutcome.EXISTS, also, player=player)
        else:
            alike = None
            if look_alikes is not None:
                alike = next(iter(look_alikes.find(person.name)), None)
                look_alikes.add(person.name, person)
            yield PastedLine(person, LineOutcome.NEW, is_added=True, alike=alike)


def _stored(club: Club, lines: Sequence[PastedLine]) -> list[PastedLine]:
    """Store the players of the lines that add one, and return the lines with them."""
    people = [line.person for line in lines if line.is_added]
    players = Player.objects.bulk_create(
        [
            Player(
                club=club,
                name=person.name,
                email=person.email,
                visibility=club.player_visibility,
            )
            for person in people
        ],
        batch_size=BATCH,
    )
    player_words.store(players)
    for player in players:
        events.player_created(player)
    stored = iter(players)
    return [line._replace(player=next(stored)) if line.is_added else line for line in lines]


def _by_name(players: Sequence[Player]) -> dict[str, Player]:
    """Return the first player of each name."""
    return {name_key(player.name): player for player in reversed(players)}


def _check_numbers(people: Sequence[PastedPerson], path: str, numbers: Collection[int]) -> None:
    """Raise Invalid unless each number belongs to a readable line."""
    readable = {person.number for person in people if not person.fault}
    message = _("This line contains no name.")
    raise_faults(
        [
            Fault("unknown_line", f"{path}.{index}", message)
            for index, number in enumerate(numbers)
            if number not in readable
        ]
    )
