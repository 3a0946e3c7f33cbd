"""One row of an archive → what it tells of, by the operations that people's own entries use."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import LeagueError, invalid
from league.models import Club, Match, Player, Season, Session, User
from league.operations.exchange.archive import ladder, results, tournament
from league.operations.ladders import ladder_restore
from league.operations.matches import histories, matches
from league.operations.matches.histories import RoundVersion, Stop
from league.operations.people import clubs, members
from league.operations.results import result_restore
from league.operations.seasons import penalties, seasons
from league.operations.tournaments import tournament_restore
from scoring import ledger
from scoring.models import SitOut

Row = Mapping[str, Any]
T = TypeVar("T")


class Broken(Exception):
    """Refers to a row that has problems of its own."""


class Rows:
    """The new club, and its rows by their numbers; None where a row has problems.

    `left_out`: e-mails of members who are not among `people`.
    """

    def __init__(self, club: Club, by: User, people: QuerySet[User]) -> None:
        self.club, self.by, self.accounts = club, by, people
        self.left_out: list[str] = []
        self.people: list[User | None] = []
        self.players: list[Player | None] = []
        self.seasons: list[Season | None] = []
        self.sessions: list[Session | None] = []
        self.matches: list[Match | None] = []
        self.sit_outs: list[SitOut | None] = []
        self.tournaments: list[tuple[int, Row]] = []  # by the numbers of their seasons

    def person(self, row: Row) -> User | None:
        if row["email"] == self.by.email:
            return self.by
        found = self.accounts.filter(email=row["email"]).first()
        if found is None and row["role"] is not None:
            self.left_out.append(row["email"])
        if found is not None and row["role"] is not None:
            members.enrol(self.club, found, row["role"])
        return found

    def player(self, row: Row) -> Player:
        return clubs.add_player(self.club, **row)

    def season(self, row: Row) -> Season:
        if row["tournament"] is not None:
            self.tournaments.append((len(self.seasons) + 1, row["tournament"]))
        adopted_by = [
            self._who(each["adopted_by"], f"schemes.{index}.adopted_by")
            for index, each in enumerate(row["schemes"])
        ]
        for index, each in enumerate(row["schemes"]):
            with _inside(f"schemes.{index}"):
                seasons.parse_scheme(_object(each["scheme"], "scheme"))
        first, *others = zip((each["scheme"] for each in row["schemes"]), adopted_by, strict=True)
        fields = {key: row[key] for key in ("name", "starts_on", "ends_on", "games")}
        rule = {key: row[key] for key in ("confirmation", "confirm_after_hours")}
        season = seasons.create(self.club, **fields, **rule, scheme=first[0], by=first[1])
        for scheme, by in others:
            seasons.update(season, scheme=scheme, by=by)
        adopted = list(season.schemes.order_by("number"))
        if len(adopted) != len(row["schemes"]):
            raise invalid("scheme_twice", "schemes", _("Each scheme differs from the one before."))
        for stored, told in zip(adopted, row["schemes"], strict=True):
            ledger.dated(stored, adopted_at=told["adopted_at"])
        return season

    def session(self, row: Row) -> Session:
        season = _found(self.seasons, row["season"], "season")
        return seasons.open_session(season, starts_at=row["starts_at"], place=row["place"])

    def tournament(self, number: int, row: Row) -> None:
        """Of a season that has come in with all its matches."""
        season = _found(self.seasons, number, "season")
        told = tournament.read(row, self.found, self._who)
        tournament_restore.restore(season, told)

    def ladder(self, row: Row) -> None:
        ladder_restore.restore(self.club, ladder.read(row, self.found, self._who))

    def found(self, kind: str, number: int, path: str) -> Any:
        """A row of a file by its number: `players`, `seasons`, `matches` and so on."""
        return _found(getattr(self, kind), number, path)

    def match(self, row: Row) -> Match:
        session = _found(self.sessions, row["session"], "session")
        seated = [
            _found(self.players, number, f"players.{seat}")
            for seat, number in enumerate(row["players"])
        ]
        written = row["record"]
        if written["players"] != [player.name for player in seated]:
            message = _("The names of the players are expected, in seat order.")
            raise invalid("other_names", "record.players", message)
        with _inside("record"):
            match = matches.create(
                session,
                game=written["game"],
                players=[player.pk for player in seated],
                options=_object(written["options"], "options"),
            )
        told = [self._told(index, each, written) for index, each in enumerate(row["submissions"])]
        stopped = self._stop(row["stopped"])
        match = histories.restore(match, told, version=row["version"], stop=stopped)
        bodies = {each.number: each.body for each in told}
        if [bodies[number] for number in sorted(bodies)] != written["rounds"]:
            message = _("The rounds of the record are those last submitted.")
            raise invalid("other_rounds", "record.rounds", message)
        for name in ("totals", "places", "over"):
            if getattr(match, name) != row[name]:
                message = _("By the rules of the game this is %(found)s.")
                raise invalid(f"other_{name}", name, message % {"found": getattr(match, name)})
        result_restore.restore(match, results.read(row, self.found, self._who))
        return match

    def _stop(self, row: Row | None) -> Stop | None:
        if row is None:
            return None
        forfeits = [
            _found(self.players, number, f"stopped.forfeits.{index}").pk
            for index, number in enumerate(row["forfeits"])
        ]
        return Stop(row["at"], row["reason"], forfeits, row["without_result"])

    def _told(self, index: int, row: Row, written: Row) -> RoundVersion:
        number, body = row["round"], row["body"]
        if body is None and number <= len(written["rounds"]):
            body = written["rounds"][number - 1]
        return RoundVersion(
            number=number,
            version=row["version"],
            body=_object(body, f"submissions.{index}.body"),
            evidence=row["evidence"],
            scores=row["scores"],
            reason=row["reason"],
            by=self._who(row["by"], f"submissions.{index}.by"),
            at=row["at"],
        )

    def penalty(self, row: Row) -> None:
        session = _found(self.sessions, row["session"], "session")
        player = _found(self.players, row["player"], "player")
        given = penalties.penalise(
            session.season,
            session=session.pk,
            player=player.pk,
            points=row["points"],
            reason=row["reason"],
            by=self._who(row["by"], "by"),
        )
        ledger.dated(given, recorded_at=row["at"])
        if lifted := row["lifted"]:
            with _inside("lifted"):
                by = self._who(lifted["by"], "by")
                penalties.lift_penalty(given, reason=lifted["reason"], by=by)
            ledger.dated(given, voided_at=lifted["at"])

    def sit_out(self, row: Row) -> SitOut:
        session = _found(self.sessions, row["session"], "session")
        player = _found(self.players, row["player"], "player")
        noted = penalties.sit_out(session, player=player.pk)
        ledger.dated(noted, recorded_at=row["at"])
        if row["struck_at"]:
            penalties.strike_sit_out(noted)
            ledger.dated(noted, voided_at=row["struck_at"])
        return noted

    def draw(self, row: Row) -> None:
        players = [
            _found(self.players, number, f"players.{index}").pk
            for index, number in enumerate(row["players"])
        ]
        drawn = penalties.restore_tiebreak_draw(
            _found(self.seasons, row["season"], "season"),
            players=players,
            seed=row["seed"],
            game=row["game"] or "",
            by=self._who(row["by"], "by"),
        )
        ledger.dated(drawn, recorded_at=row["at"])

    def _who(self, number: int | None, path: str) -> User | None:
        if number is None:
            return None
        if number > len(self.people):
            raise _dangling(path)
        return self.people[number - 1]


@contextmanager
def _inside(path: str) -> Iterator[None]:
    """Problems of an operation, with the place in the row that it was given."""
    try:
        yield
    except LeagueError as error:
        error.problems = [
            {**each, "path": f"{path}.{each['path']}".rstrip(".")} for each in error.problems
        ]
        raise


def _found(known: "list[T | None]", number: int, path: str) -> T:
    if number > len(known):
        raise _dangling(path)
    found = known[number - 1]
    if found is None:
        raise Broken
    return found


def _dangling(path: str) -> LeagueError:
    return invalid("unknown_row", path, _("There is no row of this number."))


def _object(value: Any, path: str = "") -> Any:
    if not isinstance(value, dict):
        raise invalid("not_an_object", path, _("An object is expected."))
    return value
