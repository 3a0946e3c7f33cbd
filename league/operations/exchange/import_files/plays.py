"""Plays from the logs of other programs, such as BoardGameGeek and BG Stats, planned as matches.

A play has one score for each player. A sum, such as `22+22+9`, gives the rounds. A single number is
the final score: it counts as the only round, if the rules accept it as a round that ends the match.
Other final scores are refused, as rounds are never invented.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import GAMES, game_name, record
from games.base import Verdict
from league.errors import invalid
from league.names import name_key
from league.operations.exchange.archive.shape import is_storable
from league.operations.exchange.import_files.cells import parse_integer, quoted, visible
from league.operations.exchange.import_files.date_parsing import (
    Clock,
    Moment,
    local_time,
    parse_moment,
)
from league.operations.exchange.import_files.faults import RowFault, at_row, of_file
from league.operations.exchange.import_files.game_names import find_game
from league.operations.exchange.import_files.planned import (
    CellSpot,
    ImportDefaults,
    PlannedMatch,
    StatedTotal,
)

MOST_PLAYS = 20_000  # of all games in a file
MOST_NAMED = 5  # other games in a notice
LONGEST_SHOWN = 60  # characters of a text from the file
SUM = re.compile(r"[+-]?\d{1,9}(?:(?:\+-|[+-])\d{1,9})*", re.ASCII)
TERM = re.compile(r"(?:\+-|[+-])?\d{1,9}", re.ASCII)
OptionsFor = Callable[[str, int], Mapping[str, Any]]  # of a new match, by game and players


class PlaySeat(NamedTuple):
    """A player of a play. `person` identifies the player in the file, empty if it does not say;
    `rounds` are there in files that Manche wrote."""

    name: str
    score: str
    order: int | None = None
    is_winner: bool = False
    person: str = ""
    rounds: Sequence[int] = ()


class Play(NamedTuple):
    """A play as the file describes it. `number` is its place in the file, from 1; `order` sorts the
    plays of one evening; `options` are there in files that Manche wrote."""

    number: int
    games: Sequence[str]  # names of the game
    played: str
    place: str
    seats: Sequence[PlaySeat]
    order: int = 0
    faults: Sequence[RowFault] = ()
    options: Mapping[str, Any] | None = None


class PlayFile(NamedTuple):
    """The plays of a file, and notices of the file."""

    plays: Sequence[Play]
    notices: Sequence[RowFault] = ()


@dataclass
class PlannedPlays:
    """The matches of the plays, in playing order. `labels` name the plays by their numbers."""

    matches: list[PlannedMatch] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    notices: list[RowFault] = field(default_factory=list)
    labels: dict[int, str] = field(default_factory=dict)


class _Planned(NamedTuple):
    match: PlannedMatch
    order: int
    is_own: bool  # written by Manche, with the beginning of its evening


def plan_plays(
    plays: Sequence[Play],
    options_for: OptionsFor,
    defaults: ImportDefaults,
    timezone: str,
    *,
    leave_out: bool,
    most: int,
) -> PlannedPlays:
    """Return the matches of the plays of games that are installed. With `leave_out` plays with
    faults are left out, each with a notice. Raise Invalid if there is no such play, or more than
    `most`."""
    result = PlannedPlays()
    named = [(play, next(filter(None, map(find_game, play.games)), "")) for play in plays]
    _check_number(sum(1 for _play, game in named if game), most)
    result.notices += _other_games(play for play, game in named if not game)
    shared_names = _shared_names(play for play, game in named if game)
    planned: list[_Planned] = []
    for play, game in named:
        if not game:
            continue
        result.labels[play.number] = _label(play, game)
        reader = _PlayReader(play, game, defaults, ZoneInfo(timezone))
        match = reader.match(options_for, shared_names)
        if match is not None:
            planned.append(_Planned(match, play.order, play.options is not None))
            result.notices += reader.notices
        elif leave_out:
            words = " ".join([reader.faults[0].message, _("This play is left out.")])
            result.notices.append(at_row(play.number, "", "play_left_out", words))
        else:
            result.faults += reader.faults
    planned.sort(key=lambda each: (each.match.at, each.order))
    result.matches = list(_on_evenings(planned))
    return result


def labelled(faults: Iterable[RowFault], labels: Mapping[int, str]) -> list[RowFault]:
    """Return the faults, each with its play in front of its message."""
    return [
        replace(fault, message=f"{labels[fault.row]}{fault.message}")
        if fault.row in labels
        else fault
        for fault in faults
    ]


def score_terms(text: str) -> Sequence[int] | None:
    """Return the terms of a score; None if it is neither a whole number nor a sum of such.

    >>> score_terms("22 + 22 + 9"), score_terms("53"), score_terms("10-3"), score_terms("12.5")
    ((22, 22, 9), (53,), (10, -3), None)
    """
    whole = parse_integer(text)
    if whole is not None:
        return (whole,)
    line = re.sub(r"\s", "", visible(text)).replace("−", "-").replace("–", "-")
    if not SUM.fullmatch(line):
        return None
    return tuple([int(term.replace("+-", "-")) for term in TERM.findall(line)])


def _check_number(plays: int, most: int) -> None:
    if not plays:
        words = _("The file has no play of the games of this server: %(games)s.")
        words %= {"games": ", ".join(map(game_name, GAMES))}
        raise invalid("empty_file", "content", words)
    if plays > most:
        words = _("You can import at most %(most)s matches at once.") % {"most": most}
        raise invalid("too_many_matches", "content", words)


def _label(play: Play, game: str) -> str:
    moment = parse_moment(play.played)
    day = moment.day.isoformat() if moment else play.played[:LONGEST_SHOWN]
    values = {"game": game_name(game), "day": day}
    return (_("%(game)s, %(day)s: ") if day else _("%(game)s: ")) % values


def _other_games(plays: Iterable[Play]) -> Iterator[RowFault]:
    names = Counter(next(iter(play.games), "")[:LONGEST_SHOWN] or "?" for play in plays)
    if names:
        words = _("Skipped plays of other games: %(count)s, of %(games)s.")
        listed = [f"{name} ({count})" for name, count in names.most_common(MOST_NAMED)]
        shown = ", ".join([*listed, *(["…"] if len(names) > MOST_NAMED else [])])
        yield of_file("other_games", words % {"count": names.total(), "games": shown})


def _shared_names(plays: Iterable[Play]) -> set[str]:
    """Return the keys of names that several players of the file have."""
    people: dict[str, set[str]] = defaultdict(set)
    for play in plays:
        for seat in play.seats:
            if seat.person:
                people[name_key(seat.name)].add(seat.person)
    return {key for key, persons in people.items() if len(persons) > 1}


def _on_evenings(planned: Sequence[_Planned]) -> Iterator[PlannedMatch]:
    """Yield the matches: matches of one day and place belong to one evening, which begins with its
    first play. Files of Manche have the evenings already."""
    first: dict[tuple[Any, str], PlannedMatch] = {}
    for match, _order, is_own in planned:
        if is_own:
            yield match
        else:
            evening = first.setdefault((match.at.date(), name_key(match.place)), match)
            yield replace(match, at=evening.at, place=evening.place)


class _PlayReader:
    """Reads one play; `faults` and `notices` collect problems and questions."""

    def __init__(self, play: Play, game: str, defaults: ImportDefaults, zone: ZoneInfo) -> None:
        self.play, self.game, self.defaults, self.zone = play, game, defaults, zone
        self.faults = list(play.faults)
        self.notices: list[RowFault] = []

    def match(self, options_for: OptionsFor, shared_names: set[str]) -> PlannedMatch | None:
        """Return the match of the play; None with faults."""
        seats = self.seats()
        self.check_names(seats, shared_names)
        at = self.moment()
        rounds = self.rounds(seats)
        if at is None or rounds is None or self.faults:
            return None
        options = self.play.options
        if options is None:
            options = options_for(self.game, len(seats))
        match = PlannedMatch(
            row=self.play.number,
            at=at,
            place=self.play.place.strip() or self.defaults.place,
            game=self.game,
            players=[seat.name for seat in seats],
            rounds=[{"evidence": "sheet", "scores": list(scores)} for scores in rounds],
            options=options,
            spots=self.spots(len(seats)),
            stated_totals=self.stated_totals(seats),
        )
        is_total = len(rounds) == 1 and not any(seat.rounds for seat in seats)
        verdict = self.judge_total(match) if is_total else self.judge(match)
        if self.faults:
            return None
        self.compare_winners(seats, verdict)
        return self.total_as_round(match) if is_total else match

    def seats(self) -> Sequence[PlaySeat]:
        """Return the players in playing order, if the file has one; else as they are listed."""
        seats = self.play.seats
        orders = [seat.order for seat in seats]
        if None in orders or len(set(orders)) < len(orders):
            return seats
        return sorted(seats, key=lambda seat: seat.order or 0)

    def check_names(self, seats: Sequence[PlaySeat], shared_names: set[str]) -> None:
        if not is_storable(self.play.place):
            words = _("The text must not contain U+0000 or lone surrogates.")
            self.refuse("place", "bad_text", words)
        seen: set[str] = set()
        for seat in seats:
            key = name_key(seat.name)
            if not seat.name.strip():
                self.refuse("player", "required", _("A player has no name."))
            elif key in seen:
                words = _("Two players are called %(name)s: give one of them another name.")
                self.refuse("player", "player_twice", words % {"name": _shown(seat.name)})
            elif key in shared_names:
                words = _("The file has two players called %(name)s: rename one of them there.")
                self.refuse("player", "ambiguous_player", words % {"name": _shown(seat.name)})
            seen.add(key)

    def moment(self) -> Any:
        """Return when the play began; None, with a fault, without a day."""
        parsed = parse_moment(self.play.played)
        if parsed is None and self.defaults.day is not None:
            parsed = Moment(self.defaults.day)
        if parsed is None:
            words = _("The play has no day: enter it in the log, and export the log again.")
            self.refuse("date", "not_a_date", words)
            return None
        clock = self.defaults.clock
        default = Clock(timedelta(hours=clock.hour, minutes=clock.minute))
        return local_time(parsed.day, parsed.clock or default, self.zone)

    def rounds(self, seats: Sequence[PlaySeat]) -> Sequence[Sequence[int]] | None:
        """Return the scores of each round; None with faults."""
        terms = [seat.rounds or self.terms(seat) for seat in seats]
        if not seats or None in terms:
            if not seats:
                self.refuse("player", "required", _("The play has no players."))
            return None
        most = max(terms, key=lambda each: len(each or ()))
        longest = seats[terms.index(most)]
        for seat, numbers in zip(seats, terms, strict=True):
            if len(numbers or ()) < len(most or ()):
                words = _("%(player)s has %(found)s rounds, but %(other)s has %(expected)s.")
                words %= {
                    "player": _shown(seat.name),
                    "found": len(numbers or ()),
                    "other": _shown(longest.name),
                    "expected": len(most or ()),
                }
                self.refuse("score", "missing_score", words)
                return None
        return list(zip(*(numbers or () for numbers in terms), strict=True))

    def terms(self, seat: PlaySeat) -> Sequence[int] | None:
        name = _shown(seat.name)
        if not seat.score.strip():
            words = _("%(name)s has no score: enter it in the log, or leave this play out.")
            self.refuse("score", "required", words % {"name": name})
            return None
        terms = score_terms(seat.score)
        if terms is None:
            words = _(
                "%(name)s: enter a whole number, or the rounds as a sum, such as 22+22+9."
            ) % {"name": name}
            self.refuse("score", "not_an_integer", quoted(_printable(seat.score)) + words)
        return terms

    def judge(self, match: PlannedMatch) -> Verdict:
        verdict, faults = match.judge()
        self.faults += faults
        return verdict

    def judge_total(self, match: PlannedMatch) -> Verdict:
        """Judge final scores as the only round, which has to end the match."""
        verdict, faults = self.total_as_round(match).judge()
        of_round = [problem for problem in verdict.problems if problem.path.startswith("rounds")]
        if faults and not of_round:
            self.faults += faults
        elif faults or not verdict.over:
            words = _(
                "There are only final scores, but the rules check each round. Write the rounds as "
                "a sum, such as 22+22+9, or leave this play out."
            )
            self.refuse("score", "totals_only", words)
        else:
            words = _("Only the final scores are there, so they are imported as one round.")
            row = self.play.number
            self.notices.append(at_row(row, "score", "one_round", words, must_confirm=True))
        return verdict

    def total_as_round(self, match: PlannedMatch) -> PlannedMatch:
        """Return the match with the gain of each player as its round: a bank has chips before."""
        state, _problems = record.start(self.game, match.options, len(match.players))
        scores = match.rounds[0]["scores"]
        if state is None or sum(scores) == 0:
            return match
        gains = [score - before for score, before in zip(scores, state.totals, strict=True)]
        return replace(match, rounds=[{"evidence": "sheet", "scores": gains}])

    def compare_winners(self, seats: Sequence[PlaySeat], verdict: Verdict) -> None:
        """Add a question if the file has other winners than the rules give."""
        winners = [seat.name for seat in seats if seat.is_winner]
        firsts = [
            seat.name for seat, place in zip(seats, verdict.places, strict=True) if place == 1
        ]
        if winners and verdict.over and winners != firsts:
            words = _("The file says that %(winners)s won, but the scores say %(firsts)s.") % {
                "winners": ", ".join(map(_shown, winners)),
                "firsts": ", ".join(map(_shown, firsts)),
            }
            row = self.play.number
            self.notices.append(at_row(row, "score", "other_winner", words, must_confirm=True))

    def stated_totals(self, seats: Sequence[PlaySeat]) -> dict[int, StatedTotal]:
        """Return the final scores beside the rounds in a file that Manche wrote."""
        spot = CellSpot(self.play.number, "score")
        totals = {
            number: parse_integer(seat.score) for number, seat in enumerate(seats) if seat.rounds
        }
        return {
            number: StatedTotal(spot, total)
            for number, total in totals.items()
            if total is not None
        }

    def spots(self, players: int) -> dict[str, CellSpot]:
        row = self.play.number
        names = {f"players.{seat}": "player" for seat in range(players)}
        names |= {"players": "player", "rounds": "score", "starts_at": "date", "place": "place"}
        return {path: CellSpot(row, name) for path, name in names.items()}

    def refuse(self, name: str, code: str, words: str) -> None:
        self.faults.append(at_row(self.play.number, name, code, words))


def _shown(name: str) -> str:
    return _printable(name)[:LONGEST_SHOWN]


def _printable(text: str) -> str:
    return text.replace("\0", "�").encode(errors="replace").decode()
