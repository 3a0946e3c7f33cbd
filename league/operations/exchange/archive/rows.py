"""The creation of objects from single rows of an archive, by the operations that people's own
entries use."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import LeagueError, invalid
from league.models import Club, ClubAward, League, Match, Player, Season, Session, User
from league.operations.exchange.archive import (
    awards,
    ladder,
    results,
    substitutions,
    teams,
    tournament,
)
from league.operations.ladders import ladder_restore
from league.operations.matches import histories, matches, table_numbers
from league.operations.matches.histories import RoundVersion, Stop
from league.operations.people import clubs, members, seating_needs
from league.operations.results import result_restore, season_closing, substitution_restore
from league.operations.seasons import leagues, penalties, seasons
from league.operations.seating import plans
from league.operations.sessions import clocks, nights, session_log
from league.operations.sessions.session_log import QueueSettings
from league.operations.standings import club_awards
from league.operations.tournaments import tournament_restore
from scoring import ledger
from scoring.models import SchemeVersion, SitOut

ArchiveRow = Mapping[str, Any]
T = TypeVar("T")


class BrokenReference(Exception):
    """Raised for a row that refers to a row with problems of its own."""


class ClubRows:
    """The new club, and its objects by the numbers of their rows; None where a row has problems.

    `left_out`: e-mail addresses of members who are not among `people`.
    """

    def __init__(self, club: Club, by: User, people: QuerySet[User]) -> None:
        self.club, self.by, self.accounts = club, by, people
        self.left_out: list[str] = []
        self.people: list[User | None] = []
        self.players: list[Player | None] = []
        self.ghosts: list[int] = []
        self.seasons: list[Season | None] = []
        self.sessions: list[Session | None] = []
        # the sessions of each league night with their numbers
        self.nights: dict[int, list[tuple[int, Session]]] = {}
        self.matches: list[Match | None] = []
        self.leagues: list[League | None] = []
        self.sit_outs: list[SitOut | None] = []
        self.closed_seasons: list[tuple[Season, datetime]] = []
        self.tournaments: list[tuple[int, ArchiveRow]] = []  # by the numbers of their seasons

    def person(self, row: ArchiveRow) -> User | None:
        if row["email"] == self.by.email:
            return self.by
        user = self.accounts.filter(email=row["email"]).first()
        if user is None and row["role"] is not None:
            self.left_out.append(row["email"])
        if user is not None and row["role"] is not None:
            members.enrol(self.club, user, row["role"])
        return user

    def player(self, row: ArchiveRow) -> Player:
        """Return the new player. A ghost is one at the end only, as nothing new is played with
        ghosts."""
        marks = dict(row)
        is_ghost = marks.pop("is_ghost")
        new_player = clubs.restore_player(self.club, **marks)
        if is_ghost:
            self.ghosts.append(new_player.pk)
        return new_player

    def mark_ghosts(self) -> None:
        """Mark the ghosts of the archive, which have all their matches now."""
        clubs.mark_ghosts(self.ghosts)

    def season(self, row: ArchiveRow) -> Season:
        if row["tournament"] is not None:
            self.tournaments.append((len(self.seasons) + 1, row["tournament"]))
        first, *others = self._schemes(row)
        fields = {key: row[key] for key in ("name", "starts_on", "ends_on", "games", "house_rules")}
        rules = {key: row[key] for key in seasons.CONFIRMATION_FIELDS | seasons.CORRECTION_FIELDS}
        new_season = seasons.create(self.club, **fields, **rules, scheme=first[0], by=first[1])
        for scheme, by in others:
            seasons.update(new_season, scheme=scheme, by=by)
        _backdate_schemes(new_season.schemes.filter(league=None), row)
        if row["closed_at"] is not None:
            self.closed_seasons.append((new_season, row["closed_at"]))
        return new_season

    def league(self, row: ArchiveRow) -> League:
        first, *others = self._schemes(row)
        names = ("name", "games", "starts_on", "ends_on", *leagues.MEMBERSHIP)
        new_league = leagues.restore(
            _find(self.seasons, row["season"], "season"),
            **{name: row[name] for name in names},
            players=[
                _find(self.players, number, f"players.{index}").pk
                for index, number in enumerate(row["players"])
            ],
            scheme=first[0],
            by=first[1],
        )
        for scheme, by in others:
            leagues.update(new_league, scheme=scheme, by=by)
        _backdate_schemes(new_league.schemes.all(), row)
        return new_league

    def award(self, row: ArchiveRow) -> ClubAward:
        season, league = row["season"], row["league"]
        return club_awards.restore(
            self.club,
            season=season and _find(self.seasons, season, "season"),
            league=league and _find(self.leagues, league, "league"),
            **awards.read_values(row),
        )

    def team_table(self, row: ArchiveRow) -> None:
        teams.restore(row, self.find)

    def _schemes(self, row: ArchiveRow) -> list[tuple[Any, User | None]]:
        """Return the schemes of a row, each with the person who adopted it."""
        adopted_by = [
            self._who(scheme["adopted_by"], f"schemes.{index}.adopted_by")
            for index, scheme in enumerate(row["schemes"])
        ]
        for index, scheme in enumerate(row["schemes"]):
            with _prefix_problems(f"schemes.{index}"):
                seasons.parse_scheme(_object(scheme["scheme"], "scheme"))
        schemes = (scheme["scheme"] for scheme in row["schemes"])
        return list(zip(schemes, adopted_by, strict=True))

    def session(self, row: ArchiveRow) -> Session:
        season = _find(self.seasons, row["season"], "season")
        new_session = seasons.open_session(
            season, starts_at=row["starts_at"], place=row["place"], weight=row["weight"]
        )
        session_log.set_closed(new_session, row["closed_at"])
        self._restore_clock(new_session, row)
        if row["queue"] is not None:
            session_log.set_queue(new_session, QueueSettings(**row["queue"]))
        if row["night"] is not None:
            self.nights.setdefault(row["night"], []).append((len(self.sessions) + 1, new_session))
        return new_session

    def tournament(self, number: int, row: ArchiveRow) -> None:
        """Create the tournament of a season that has all its matches."""
        season = _find(self.seasons, number, "season")
        resolved = tournament.resolve_tournament(row, self.find, self._who)
        tournament_restore.restore(season, resolved)

    def ladder(self, row: ArchiveRow) -> None:
        ladder_restore.restore(self.club, ladder.resolve_ladder(row, self.find, self._who))

    def seating_wish(self, row: ArchiveRow) -> None:
        one, other = (_find(self.players, row[side], side) for side in ("one", "other"))
        if seating_needs.has_wish(one.pk, other.pk):
            words = _("There is already a wish about these two players.")
            raise invalid("wish_twice", "other", words)
        seating_needs.set_wish(self.club, one.pk, other.pk, row["kind"], note=row["note"], by=None)

    def seating_plan(self, row: ArchiveRow) -> None:
        session = _find(self.sessions, row["session"], "session")
        names = {
            str(number): str(player.pk) for number, player in enumerate(self.players, 1) if player
        }
        parts = []
        for index, part in enumerate(row["parts"]):
            path = f"parts.{index}"
            request, plan = (
                tournament.rename_players(part[key], names) for key in ("request", "plan")
            )
            plans.check_stored(request, plan, path)
            matches = [
                _find(self.matches, number, f"{path}.matches.{place}").pk
                for place, number in enumerate(part["matches"])
            ]
            parts.append(
                {"game": part["game"], "request": request, "plan": plan, "matches": matches}
            )
        session_log.restore_plan(session, parts, created_at=row["at"])

    def find(self, kind: str, number: int, path: str) -> Any:
        """Return the object of a row by its number: `players`, `seasons`, `matches` and so on."""
        return _find(getattr(self, kind), number, path)

    def match(self, row: ArchiveRow) -> Match:
        session = _find(self.sessions, row["session"], "session")
        players = [
            _find(self.players, number, f"players.{seat}")
            for seat, number in enumerate(row["players"])
        ]
        record_row = row["record"]
        if record_row["players"] != [player.name for player in players]:
            message = _("Give the names of the players in seat order.")
            raise invalid("other_names", "record.players", message)
        rematch_of = self._rematch_of(session, row["rematch_of"])
        replay_of = self._replay_of(session, row["replay_of"])
        with _prefix_problems("record"):
            new_match = matches.create(
                session,
                game=record_row["game"],
                players=[player.pk for player in players],
                options=_object(record_row["options"], "options"),
                table=None,
                rematch_of=rematch_of,
                replay_of=replay_of,
            )
        changes = substitutions.resolve_substitutions(row, self.find, self._who)
        substitution_restore.restore(new_match, changes)
        if row["continues"] is not None:
            earlier = _find(self.matches, row["continues"], "continues")
            matches.link_continued(new_match, earlier)
        versions = [
            self._round_version(index, submission, record_row)
            for index, submission in enumerate(row["submissions"])
        ]
        stop = self._stop(row["stopped"])
        new_match = histories.restore(new_match, versions, version=row["version"], stop=stop)
        table_numbers.restore_number(new_match, row["table"])
        bodies = {version.number: version.body for version in versions}
        if [bodies[number] for number in sorted(bodies)] != record_row["rounds"]:
            message = _("The record must have the rounds last submitted.")
            raise invalid("other_rounds", "record.rounds", message)
        for name in ("totals", "places", "over"):
            if getattr(new_match, name) != row[name]:
                message = _("Under the rules of the game, this must be %(found)s.")
                raise invalid(f"other_{name}", name, message % {"found": getattr(new_match, name)})
        result_restore.restore(new_match, results.resolve_result(row, self.find, self._who))
        self._restore_clock(new_match, row)
        return new_match

    def _rematch_of(self, session: Session, number: int | None) -> Match | None:
        """Return the match that this one follows as its rematch, at the same session."""
        if number is None:
            return None
        earlier = _find(self.matches, number, "rematch_of")
        if earlier.session_id != session.pk or earlier.rematches.exists():
            words = _("A match has one rematch, on the same evening.")
            raise invalid("bad_rematch", "rematch_of", words)
        return earlier

    def _replay_of(self, session: Session, number: int | None) -> Match | None:
        """Return the match that this one replaces, at the same session."""
        if number is None:
            return None
        earlier = _find(self.matches, number, "replay_of")
        if earlier.session_id != session.pk or earlier.over or earlier.replays.exists():
            words = _("A match has one replay, on the same evening, and no result.")
            raise invalid("bad_replay", "replay_of", words)
        return earlier

    def night(self, sessions: Sequence[Session]) -> None:
        """Join the sessions of a league night, which have all their tables now."""
        nights.restore(self.club, sessions)

    def close_seasons(self) -> None:
        """Close the seasons that were closed, which have all their matches now."""
        for season, closed_at in self.closed_seasons:
            season_closing.restore(season, closed_at)

    def number_tables(self) -> None:
        """Number the tables of an archive that was written before tables had numbers."""
        table_numbers.number_in_order(Match.objects.filter(session__season__club=self.club))

    def _restore_clock(self, owner: Session | Match, row: ArchiveRow) -> None:
        if row["clock"] is not None:
            with _prefix_problems("clock"):
                clocks.restore_archived(owner, row["clock"])

    def _stop(self, row: ArchiveRow | None) -> Stop | None:
        if row is None:
            return None
        forfeits = [
            _find(self.players, number, f"stopped.forfeits.{index}").pk
            for index, number in enumerate(row["forfeits"])
        ]
        return Stop(row["at"], row["reason"], forfeits, row["without_result"])

    def _round_version(self, index: int, row: ArchiveRow, record_row: ArchiveRow) -> RoundVersion:
        number, body = row["round"], row["body"]
        if body is None and number <= len(record_row["rounds"]):
            body = record_row["rounds"][number - 1]
        return RoundVersion(
            number=number,
            version=row["version"],
            body=_object(body, f"submissions.{index}.body"),
            evidence=row["evidence"],
            scores=row["scores"],
            reason=row["reason"],
            by=self._who(row["by"], f"submissions.{index}.by"),
            phone_of_table=row["phone_of_table"],
            at=row["at"],
        )

    def penalty(self, row: ArchiveRow) -> None:
        session = _find(self.sessions, row["session"], "session")
        player = _find(self.players, row["player"], "player")
        new_penalty = penalties.penalise(
            session.season,
            session=session.pk,
            player=player.pk,
            points=row["points"],
            reason=row["reason"],
            by=self._who(row["by"], "by"),
        )
        ledger.backdate(new_penalty, recorded_at=row["at"])
        if lifted := row["lifted"]:
            with _prefix_problems("lifted"):
                by = self._who(lifted["by"], "by")
                penalties.lift_penalty(new_penalty, reason=lifted["reason"], by=by)
            ledger.backdate(new_penalty, voided_at=lifted["at"])

    def sit_out(self, row: ArchiveRow) -> SitOut:
        session = _find(self.sessions, row["session"], "session")
        player = _find(self.players, row["player"], "player")
        new_sit_out = penalties.sit_out(session, player=player.pk)
        ledger.backdate(new_sit_out, recorded_at=row["at"])
        if row["struck_at"]:
            penalties.strike_sit_out(new_sit_out)
            ledger.backdate(new_sit_out, voided_at=row["struck_at"])
        return new_sit_out

    def draw(self, row: ArchiveRow) -> None:
        players = [
            _find(self.players, number, f"players.{index}").pk
            for index, number in enumerate(row["players"])
        ]
        new_draw = penalties.restore_tiebreak_draw(
            _find(self.seasons, row["season"], "season"),
            players=players,
            seed=row["seed"],
            repeatable=row["repeatable"],
            game=row["game"] or "",
            league=row["league"] and _find(self.leagues, row["league"], "league"),
            by=self._who(row["by"], "by"),
        )
        ledger.backdate(new_draw, recorded_at=row["at"])

    def _who(self, number: int | None, path: str) -> User | None:
        if number is None:
            return None
        if number > len(self.people):
            raise _dangling(path)
        return self.people[number - 1]


def _backdate_schemes(versions: "QuerySet[SchemeVersion]", row: ArchiveRow) -> None:
    """Give the adopted schemes the times of the row; raise Invalid if one repeats the one
    before."""
    adopted = list(versions.order_by("number"))
    if len(adopted) != len(row["schemes"]):
        raise invalid("scheme_twice", "schemes", _("Each scheme must differ from the one before."))
    for version, scheme_row in zip(adopted, row["schemes"], strict=True):
        ledger.backdate(version, adopted_at=scheme_row["adopted_at"])


@contextmanager
def _prefix_problems(path: str) -> Iterator[None]:
    """Prefix the paths of problems with the place in the row."""
    try:
        yield
    except LeagueError as error:
        error.problems = [
            {**problem, "path": f"{path}.{problem['path']}".rstrip(".")}
            for problem in error.problems
        ]
        raise


def _find(objects: "list[T | None]", number: int, path: str) -> T:
    if number > len(objects):
        raise _dangling(path)
    result = objects[number - 1]
    if result is None:
        raise BrokenReference
    return result


def _dangling(path: str) -> LeagueError:
    return invalid("unknown_row", path, _("No row has this number."))


def _object(value: Any, path: str = "") -> Any:
    if not isinstance(value, dict):
        raise invalid("not_an_object", path, _("Send an object."))
    return value
