"""The request for a plan: who is present, how many rounds, which rules in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from problems import messages as shared
from problems import reader
from problems.problem import Problem
from problems.reader import Spot, printable
from problems.seats import LEAST_SEATS, MOST_SEATS
from seating import messages, shape
from seating.rules import BY_RANK, NEEDS, ONE_ROUND, RANKED, Mode, Rule, default_rules
from seating.sizes import MOST_PLAYERS, Sizes

VERSION = 1
MOST_ROUNDS = 100
MOST_HISTORY = 1000  # rounds
MOST_PAIRS = 5000
MOST_SECONDS = 3600
MOST_LEVEL = 1000
MOST_WEIGHT = 100  # of a past round
MOST_SEAT_VALUE = 1000
MOST_SEAT_BALANCE = 10**6
MOST_SEED = 2**63 - 1
ABSENT = -1  # a player of the history who is not among the players now
REQUIRED = ("seating", "players", "table_sizes")
OPTIONAL = (
    "rounds", "mode", "rules", "forbidden", "together", "fixed", "step_free", "levels",
    "level_gap", "history", "ranking", "script", "results", "movers", "playing", "partners",
    "teams", "seat_values", "seat_balance", "seed", "seconds",
)  # fmt: skip

Pair = tuple[int, int]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PastRound:
    """A round that was played; a player who is at no table and is not listed was not present."""

    tables: Tables
    sit_out: tuple[int, ...]
    weight: int = 1  # of its meetings


@dataclass(frozen=True)
class StepFree:
    players: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PartnerRequest:
    """The request for partners inside each table for `rounds` rounds of its match; `past` were
    partners before."""

    rounds: int
    past: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Request:
    """A valid request. Players are numbers from 0 in the order of `players`; so are tables and
    seats."""

    players: tuple[str, ...]
    sizes: Sizes
    rounds: int = 1
    until_all_met: bool = False  # more rounds if needed
    mode: Mode = Mode.SOCIAL
    rules: tuple[Rule, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    fixed: Mapping[int, int] = field(default_factory=dict)
    step_free: StepFree = StepFree()
    levels: Mapping[int, int] = field(default_factory=dict)
    level_gap: int = 1
    history: tuple[PastRound, ...] = ()
    ranking: tuple[int, ...] = ()
    script: tuple[Tables, ...] = ()
    results: Tables = ()
    movers: int = 1
    playing: Tables = ()
    partners: PartnerRequest | None = None
    teams: Tables = ()
    seat_values: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # by size of table
    seat_balance: Mapping[int, int] = field(default_factory=dict)
    seed: int = 0
    seconds: float = 5

    @property
    def preferred(self) -> frozenset[int]:
        """The preferred sizes, or all allowed sizes if the request names none."""
        sizes = self.sizes
        return sizes.preferred or frozenset(range(sizes.least, sizes.most + 1))

    @property
    def present_players(self) -> tuple[int, ...]:
        """The players who are to be seated or to sit out."""
        playing = {player for table in self.playing for player in table}
        return tuple(number for number in range(len(self.players)) if number not in playing)


def read(raw: object) -> tuple[Request | None, list[Problem]]:
    """Return the request in a JSON value, or None and its problems."""
    at = Spot("", None, [])
    raw_fields = reader.fields(raw, at, required=REQUIRED, optional=OPTIONAL)
    if "seating" in raw_fields and (
        type(raw_fields["seating"]) is not int or raw_fields["seating"] != VERSION
    ):
        description = at.describe(raw_fields["seating"])
        (at / "seating").refuse(messages.WRONG_VERSION, expected=VERSION, found=description)
    if at.problems:
        return None, at.problems
    request = _Reader(raw_fields, at).request()
    return (None if at.problems else request), at.problems


class _Reader:
    """Reads the entries of a request one by one and collects all problems."""

    def __init__(self, raw_fields: Mapping[str, object], at: Spot) -> None:
        self.raw_fields, self.at = raw_fields, at
        self.names = shape.names(raw_fields["players"], at / "players", least=1, most=MOST_PLAYERS)
        self.number = {name: number for number, name in enumerate(self.names)}

    def request(self) -> Request:
        mode = self.mode()
        sizes = self.sizes()
        parsed_request = Request(
            players=tuple(self.names),
            sizes=sizes,
            mode=mode,
            rounds=self.rounds(mode, sizes),
            until_all_met=mode is Mode.SEASON and "rounds" not in self.raw_fields,
            rules=self.rules(mode),
            forbidden=self.pairs("forbidden"),
            together=self.pairs("together"),
            fixed=self.numbers("fixed", most=MOST_PLAYERS),
            step_free=self.step_free(),
            levels=self.numbers("levels", most=MOST_LEVEL),
            level_gap=self.count("level_gap", 1, least=0, most=MOST_LEVEL),
            history=self.history(),
            ranking=self.ranking(),
            script=self.script(),
            results=self.tables("results"),
            movers=self.count("movers", 1, least=1, most=MOST_SEATS // 2),
            playing=self.tables("playing"),
            partners=self.partners(),
            teams=self.teams(),
            seat_values=self.seat_values(),
            seat_balance=self.numbers(
                "seat_balance", least=-MOST_SEAT_BALANCE, most=MOST_SEAT_BALANCE
            ),
            seed=self.count("seed", 0, least=-MOST_SEED, most=MOST_SEED),
            seconds=self.seconds(),
        )
        self.check_mode(mode)
        return parsed_request

    def count(self, key: str, default: int, *, least: int, most: int) -> int:
        if key not in self.raw_fields:
            return default
        read = shape.integer(self.raw_fields[key], self.at / key, least=least, most=most)
        return default if read is None else read

    def mode(self) -> Mode:
        parsed_mode = reader.choice(
            self.raw_fields.get("mode", "social"), self.at / "mode", [*map(str, Mode)]
        )
        return Mode(parsed_mode or "social")

    def sizes(self) -> Sizes:
        at = self.at / "table_sizes"
        raw = self.raw_fields["table_sizes"]
        raw_fields = reader.fields(raw, at, required=("min", "max"), optional=("preferred",))
        least = self._size(raw_fields.get("min"), at / "min") if "min" in raw_fields else None
        most = self._size(raw_fields.get("max"), at / "max") if "max" in raw_fields else None
        if least is None or most is None:
            return Sizes(LEAST_SEATS, MOST_SEATS)
        if most < least:
            (at / "max").refuse(messages.SIZES_REVERSED, least=least, found=most)
            return Sizes(LEAST_SEATS, MOST_SEATS)
        preferred = shape.entries(
            raw_fields.get("preferred", []), at / "preferred", most=MOST_SEATS
        )
        read = [
            shape.integer(entry, at / "preferred" / index, least=least, most=most)
            for index, entry in enumerate(preferred)
        ]
        return Sizes(least, most, frozenset(size for size in read if size is not None))

    def _size(self, raw: object, at: Spot) -> int | None:
        return shape.integer(raw, at, least=LEAST_SEATS, most=MOST_SEATS)

    def rounds(self, mode: Mode, sizes: Sizes) -> int:
        """Return the number of rounds, of a season without one the fewest that could do."""
        default = 1
        if mode is Mode.SEASON:
            size = max(sizes.preferred or {sizes.most})
            default = max(1, min(MOST_ROUNDS, -(-(len(self.names) - 1) // (size - 1))))
        number_of_rounds = self.count("rounds", default, least=1, most=MOST_ROUNDS)
        if number_of_rounds > 1 and mode in ONE_ROUND:
            (self.at / "rounds").refuse(messages.ONE_ROUND, mode=mode.value, found=number_of_rounds)
        return number_of_rounds

    def rules(self, mode: Mode) -> tuple[Rule, ...]:
        if "rules" not in self.raw_fields:
            return default_rules(mode, frozenset(self.raw_fields))
        at = self.at / "rules"
        values = [
            reader.choice(entry, at / index, [*map(str, Rule)])
            for index, entry in enumerate(
                shape.entries(self.raw_fields["rules"], at, most=len(Rule))
            )
        ]
        parsed_rules = [Rule(value) for value in values if value is not None]
        for index, rule in enumerate(parsed_rules):
            if rule in parsed_rules[:index]:
                (at / index).refuse(messages.TWICE, found=rule.value)
        for rule in (*BY_RANK, Rule.SEAT_ADVANTAGE):
            if rule in parsed_rules and NEEDS[rule] not in self.raw_fields:
                words = {"rule": rule.value, "key": NEEDS[rule]}
                (self.at / NEEDS[rule]).refuse(messages.NEEDED_BY_RULE, **words)
        return tuple(parsed_rules)

    def check_mode(self, mode: Mode) -> None:
        key = {Mode.SCRIPT: "script", Mode.KING: "results"}.get(mode)
        key = "ranking" if mode in RANKED else key
        if key is not None and key not in self.raw_fields:
            (self.at / key).refuse(messages.NEEDED_BY_MODE, mode=mode.value, key=key)
        if "playing" in self.raw_fields and mode is not Mode.ARENA:
            (self.at / "playing").refuse(
                shared.UNKNOWN_KEY, key="playing", expected=f"mode {Mode.ARENA.value}"
            )

    def pairs(self, key: str) -> tuple[Pair, ...]:
        at = self.at / key
        listed = shape.entries(self.raw_fields.get(key, []), at, most=MOST_PAIRS)
        read = [self.pair(entry, at / index) for index, entry in enumerate(listed)]
        return tuple(sorted({pair for pair in read if pair is not None}))

    def pair(self, raw: object, at: Spot) -> Pair | None:
        listed = shape.entries(raw, at, least=2, most=2)
        one, other = [self.player(entry, at / index) for index, entry in enumerate(listed)] or (
            0,
            0,
        )
        if one is None or other is None or not listed:
            return None
        if one == other:
            (at / 1).refuse(messages.TWICE, found=self.names[one])
            return None
        return min(one, other), max(one, other)

    def player(self, raw: object, at: Spot) -> int | None:
        if isinstance(raw, str) and raw in self.number:
            return self.number[raw]
        if isinstance(raw, str):
            at.refuse(messages.UNKNOWN_PLAYER, found=printable(raw))
        else:
            shape.name(raw, at)
        return None

    def players(self, raw: object, at: Spot, *, least: int = 0, most: int) -> tuple[int, ...]:
        """Return known players, each once."""
        listed = enumerate(shape.names(raw, at, least=least, most=most))
        read = [self.player(name, at / index) for index, name in listed]
        return tuple(number for number in read if number is not None)

    def numbers(self, key: str, *, most: int, least: int = 0) -> dict[int, int]:
        """Return a whole number for some of the players."""
        at, raw = self.at / key, self.raw_fields.get(key, {})
        if not isinstance(raw, dict):
            at.refuse(shared.NOT_AN_OBJECT, found=self.at.describe(raw))
            return {}
        numbers_by_player: dict[int, int] = {}
        for name, value in raw.items():
            spot = at / printable(str(name))
            player = self.player(name, spot)
            number = shape.integer(value, spot, least=least, most=most)
            if player is not None and number is not None:
                numbers_by_player[player] = number
        return numbers_by_player

    def step_free(self) -> StepFree:
        if "step_free" not in self.raw_fields:
            return StepFree()
        at = self.at / "step_free"
        raw_fields = reader.fields(self.raw_fields["step_free"], at, required=("players", "tables"))
        listed = shape.entries(raw_fields.get("tables", []), at / "tables", most=MOST_PLAYERS)
        tables = [
            shape.integer(entry, at / "tables" / index, least=0, most=MOST_PLAYERS)
            for index, entry in enumerate(listed)
        ]
        players = self.players(raw_fields.get("players", []), at / "players", most=MOST_PLAYERS)
        return StepFree(
            frozenset(players), frozenset(table for table in tables if table is not None)
        )

    def history(self) -> tuple[PastRound, ...]:
        at = self.at / "history"
        listed = shape.entries(self.raw_fields.get("history", []), at, most=MOST_HISTORY)
        return tuple([self.past_round(entry, at, index) for index, entry in enumerate(listed)])

    def past_round(self, raw: object, at: Spot, index: int) -> PastRound:
        """Return a past round; after a bare list of tables all other players have sat out."""
        if isinstance(raw, dict):
            return self.past_round_object(raw, at / index)
        tables, seated = self.past_tables(raw, at, index)
        sit_outs = tuple([number for name, number in self.number.items() if name not in seated])
        return PastRound(tables, sit_outs)

    def past_round_object(self, raw: object, at: Spot) -> PastRound:
        raw_fields = reader.fields(raw, at, required=("tables",), optional=("sit_out", "weight"))
        tables, seated = self.past_tables(raw_fields.get("tables", []), at, "tables")
        names = shape.names(raw_fields.get("sit_out", []), at / "sit_out", most=MOST_PLAYERS)
        for index, name in enumerate(names):
            if name in seated:
                (at / "sit_out" / index).refuse(messages.TWICE, found=printable(name))
        weight = shape.integer(
            raw_fields.get("weight", 1), at / "weight", least=0, most=MOST_WEIGHT
        )
        sit_outs = tuple(self.number[name] for name in names if name in self.number)
        return PastRound(tables, sit_outs, 1 if weight is None else weight)

    def past_tables(self, raw: object, at: Spot, step: str | int) -> tuple[Tables, set[str]]:
        """Return the tables of a past round and all names in it. Unknown names keep their seats, so
        that the others keep theirs."""
        number, names = self.number, set[str]()
        if not isinstance(raw, list) or len(raw) > MOST_PLAYERS:
            shape.entries(raw, at / step, most=MOST_PLAYERS)
            return (), names
        tables, players = [], 0
        for table in raw:
            if type(table) is not list or len(table) > MOST_SEATS or {*map(type, table)} - {str}:
                self._past_problems(raw, at / step)
                return (), names
            names.update(table)
            players += len(table)
            tables.append(tuple([number.get(name, ABSENT) for name in table]))
        if len(names) < players:
            self._past_problems(raw, at / step)
        return tuple(tables), names

    def _past_problems(self, raw: list[object], at: Spot) -> None:
        names: set[str] = set()
        for index, table in enumerate(raw):
            for seat, entry in enumerate(shape.entries(table, at / index, most=MOST_SEATS)):
                name = shape.name(entry, at / index / seat)
                if name is not None and name in names:
                    (at / index / seat).refuse(messages.TWICE, found=printable(name))
                names.add(name or "")

    def ranking(self) -> tuple[int, ...]:
        """Return all players in order; players not in the ranking come last, in the order of
        `players`."""
        if "ranking" not in self.raw_fields:
            return ()
        at = self.at / "ranking"
        ranked = self.players(self.raw_fields["ranking"], at, most=MOST_PLAYERS)
        listed = set(ranked)
        return (*ranked, *(player for player in range(len(self.names)) if player not in listed))

    def tables(self, key: str) -> Tables:
        """Return tables of known players, none of them twice."""
        at = self.at / key
        seated: set[int] = set()
        parsed_tables = []
        for index, raw in enumerate(
            shape.entries(self.raw_fields.get(key, []), at, most=MOST_PLAYERS)
        ):
            table = self.players(raw, at / index, least=1, most=MOST_SEATS)
            for player in seated.intersection(table):
                (at / index).refuse(messages.TWICE, found=printable(self.names[player]))
            seated.update(table)
            parsed_tables.append(table)
        return tuple(parsed_tables)

    def teams(self) -> Tables:
        """Return teams of known players; a player may be in teams of several competitions."""
        at = self.at / "teams"
        listed = shape.entries(self.raw_fields.get("teams", []), at, most=MOST_PLAYERS)
        return tuple(
            [
                self.players(raw, at / index, least=1, most=MOST_PLAYERS)
                for index, raw in enumerate(listed)
            ]
        )

    def script(self) -> tuple[Tables, ...]:
        """Return the script as numbers of players, so that one movement card serves many sessions;
        numbers without a player stay empty."""
        if "script" not in self.raw_fields:
            return ()
        at = self.at / "script"
        least = self.raw_fields.get("rounds", 1)
        least = least if type(least) is int and 0 < least <= MOST_ROUNDS else 1
        listed = shape.entries(self.raw_fields["script"], at, least=least, most=MOST_ROUNDS)
        return tuple([self.card(entry, at / index) for index, entry in enumerate(listed)])

    def card(self, raw: object, at: Spot) -> Tables:
        seated: set[int] = set()
        listed = shape.entries(raw, at, most=MOST_PLAYERS)
        return tuple(
            [tuple(self._card_table(entry, at / i, seated)) for i, entry in enumerate(listed)]
        )

    def _card_table(self, raw: object, at: Spot, seated: set[int]) -> Iterator[int]:
        for seat, entry in enumerate(shape.entries(raw, at, most=MOST_SEATS)):
            number = shape.integer(entry, at / seat, least=0, most=MOST_PLAYERS - 1)
            if number in seated:
                (at / seat).refuse(messages.TWICE, found=number)
            elif number is not None:
                seated.add(number)
                if number < len(self.names):
                    yield number

    def partners(self) -> PartnerRequest | None:
        if "partners" not in self.raw_fields:
            return None
        at = self.at / "partners"
        raw_fields = reader.fields(
            self.raw_fields["partners"], at, required=("rounds",), optional=("history",)
        )
        rounds = shape.integer(raw_fields.get("rounds"), at / "rounds", least=1, most=MOST_ROUNDS)
        listed = shape.entries(raw_fields.get("history", []), at / "history", most=MOST_PAIRS)
        past_round = [
            self.pair(entry, at / "history" / index) for index, entry in enumerate(listed)
        ]
        return PartnerRequest(rounds or 1, tuple(pair for pair in past_round if pair is not None))

    def seat_values(self) -> dict[int, tuple[int, ...]]:
        """Return the measured advantage of each seat by size of table."""
        at, raw = self.at / "seat_values", self.raw_fields.get("seat_values", {})
        sizes = {str(size): size for size in range(LEAST_SEATS, MOST_SEATS + 1)}
        values: dict[int, tuple[int, ...]] = {}
        for key, listed in reader.fields(raw, at, optional=[*sizes]).items():
            size, most = sizes[key], MOST_SEAT_VALUE
            read = [
                shape.integer(entry, at / key / seat, least=-most, most=most)
                for seat, entry in enumerate(shape.entries(listed, at / key, least=size, most=size))
            ]
            values[size] = tuple(value or 0 for value in read)
        return values

    def seconds(self) -> float:
        raw = self.raw_fields.get("seconds", 5)
        if isinstance(raw, int | float) and not isinstance(raw, bool) and 0 <= raw <= MOST_SECONDS:
            return float(raw)
        (self.at / "seconds").refuse(
            messages.NOT_SECONDS, most=MOST_SECONDS, found=self.at.describe(raw)
        )
        return 5
