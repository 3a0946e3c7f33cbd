"""Data of a person's players for "my data": lists of flat rows. Other people appear under their
public names. Read-only."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.functional import cached_property

from league.models import (
    AuditEntry,
    AuditSubject,
    Confirmation,
    Dispute,
    DivisionMember,
    Entrant,
    Invitation,
    LeagueMember,
    Player,
    Presence,
    Seat,
    SignUp,
    Submission,
    Substitution,
    TeamMember,
    Tournament,
    User,
)
from league.models.people import PLAYER_FIELDS
from league.operations.privacy.data_rows import Row, select
from league.operations.tournaments import final_ranking
from scoring import rating_queries
from scoring.models import Penalty, SitOut, Standing
from scoring.pure.units import format_points

HANDED_OUT = [
    name
    for name, facts in PLAYER_FIELDS.items()
    if facts.entered and facts.personal and facts.personal.list
]
OF_SEASON = {"club": "season__club__name", "season": "season__name"}


class Person:
    """A person: an account with its players in all clubs, or one player without an account."""

    def __init__(self, players: "QuerySet[Player]", user: User | None = None) -> None:
        self.user = user
        self.players = list(players.select_related("club").order_by("pk"))
        self.ids = [player.pk for player in self.players]

    @cached_property
    def seats(self) -> Mapping[int, Seat]:
        """The seats of the person by match, without matches that were called off. A match has one
        at most: an account has one player in a club."""
        everybody = Prefetch("match__seats", Seat.objects.select_related("player"))
        rows = Seat.objects.filter(player__in=self.ids, match__called_off_at=None)
        rows = rows.select_related("match__session__season__club").prefetch_related(everybody)
        return {seat.match_id: seat for seat in rows.order_by("match_id", "number")}


def players(person: Person) -> Iterator[Row]:
    for player in person.players:
        yield {
            "id": player.pk,
            "club": player.club.name,
            **{name: getattr(player, name) for name in HANDED_OUT},
            "public_name": player.public_name,
            "created_at": player.created_at,
        }


def invitations(person: Person) -> Iterator[Row]:
    own = Q(player__in=person.ids)
    if person.user is not None:
        own |= Q(accepted_by=person.user) | Q(invited_by=person.user)
    rows = Invitation.objects.filter(own).select_related("club", "player").order_by("pk")
    for row in rows:
        is_mine = person.user is not None and row.invited_by_id == person.user.pk
        yield {
            "club": row.club.name,
            "role": row.role,
            "player": _name(row.player, person),
            "email": "" if is_mine and row.player_id not in person.ids else row.email,
            "state": row.state,
            "sent_by_you": is_mine,
            "created_at": row.created_at,
            "expires_at": row.expires_at,
            "answered_at": row.answered_at,
        }


def presence(person: Person) -> Iterator[Row]:
    rows = Presence.objects.filter(player__in=person.ids).order_by("since", "pk")
    yield from select(
        rows,
        *("since", "until", "struck_at"),
        club="session__season__club__name",
        season="session__season__name",
        evening="session__starts_at",
        place="session__place",
    )


def sign_ups(person: Person) -> Iterator[Row]:
    rows = SignUp.objects.filter(player__in=person.ids).order_by("answered_at", "pk")
    related = ("sheet__session__season__club", "sheet__tournament__season__club")
    for row in rows.select_related(*related):
        session = row.sheet.session
        yield {
            "club": row.sheet.club.name,
            "season": row.sheet.season.name,
            "evening": session and session.starts_at,
            "answer": row.answer,
            "games": row.games,
            "number": row.number,
            "has_place": row.has_place,
            "answered_at": row.answered_at,
            "changed_at": row.changed_at,
            "moved_up_at": row.moved_up_at,
        }


def matches(person: Person) -> Iterator[Row]:
    for seat in person.seats.values():
        match = seat.match
        season = match.session.season
        yield {
            "id": match.pk,
            "club": season.club.name,
            "season": season.name,
            "evening": match.session.starts_at,
            "game": match.game,
            "players": [_name(seat.player, person) for seat in match.seats.all()],
            "seat": seat.number + 1,
            "score": _at_seat(match.totals, seat),
            "place": _at_seat(match.places, seat),
            "is_over": match.over,
            "gave_up": seat.player_id in match.forfeits,
            "stopped_at": match.stopped_at,
            "created_at": match.created_at,
        }


def substitutions(person: Person) -> Iterator[Row]:
    """Yield the seats that the person left during a match, or took over from another player."""
    own = Q(leaving__in=person.ids) | Q(entering__in=person.ids)
    rows = Substitution.every.filter(own).select_related(
        "match__session__season__club", "leaving", "entering"
    )
    for row in rows.order_by("pk"):
        season = row.match.session.season
        has_result = row.match.over
        yield {
            "match": row.match_id,
            "club": season.club.name,
            "season": season.name,
            "evening": row.match.session.starts_at,
            "game": row.match.game,
            "seat": row.seat + 1,
            "left": _name(row.leaving, person),
            "took_over": _name(row.entering, person),
            "from_round": row.from_round,
            "result_counts_for": row.effect,
            "score": row.match.totals[row.seat] if has_result else None,
            "place": row.match.places[row.seat] if has_result else None,
            "at": row.at,
            "taken_back_at": row.taken_back_at,
        }


def rounds(person: Person) -> Iterator[Row]:
    """Yield every version of every round with the person's own score."""
    rows = Submission.every.filter(match__in=person.seats).order_by("match_id", "number", "version")
    for row in rows.iterator():
        by = person.user is not None and row.submitted_by_id == person.user.pk
        yield {
            "match": row.match_id,
            "round": row.number,
            "version": row.version,
            "score": _at_seat(row.verdict.get("scores", []), person.seats[row.match_id]),
            "evidence": row.evidence,
            "entered_by_you": by,
            "submitted_at": row.submitted_at,
            "withdrawn_at": row.withdrawn_at,
            "round_as_entered": row.body,
        }


def standings(person: Person) -> Iterator[Row]:
    rows = Standing.objects.with_place().filter(player__in=person.ids)
    rows = rows.select_related("table__season__club", "table__league")
    rows = rows.order_by("table__season_id", "table__league_id", "table__game")
    for row in final_ranking.with_final_places(rows):
        yield {
            "club": row.table.season.club.name,
            "season": row.table.season.name,
            "league": row.table.league.name if row.table.league else "",
            "game": row.table.game,
            "place": row.place,
            "points": format_points(row.points),
            "played": row.played,
            "wins": row.wins,
            "evenings": row.evenings,
            "penalty": format_points(row.penalty),
            "is_qualified": row.qualified,
        }


def ratings(person: Person) -> Iterator[Row]:
    for player in person.players:
        for career in rating_queries.careers(player.pk):
            yield {
                "club": player.club.name,
                "game": career.game,
                "rating": career.rating.shown,
                "mu": career.rating.mu,
                "sigma": career.rating.sigma,
                "played": len(career.points),
            }


def rating_history(person: Person) -> Iterator[Row]:
    for player in person.players:
        for career in rating_queries.careers(player.pk):
            for point in career.points:
                yield {
                    "club": player.club.name,
                    "game": career.game,
                    "match": point.match,
                    "evening": point.at,
                    "rating": point.rating.shown,
                    "mu": point.rating.mu,
                    "sigma": point.rating.sigma,
                }


def penalties(person: Person) -> Iterator[Row]:
    rows = Penalty.objects.filter(player__in=person.ids).order_by("pk")
    yield from select(
        rows,
        *("points", "reason", "recorded_at", "voided_at", "voided_for"),
        evening="session__starts_at",
        **OF_SEASON,
    )


def sit_outs(person: Person) -> Iterator[Row]:
    rows = SitOut.objects.filter(player__in=person.ids).order_by("pk")
    yield from select(rows, "recorded_at", "voided_at", evening="session__starts_at", **OF_SEASON)


def confirmations(person: Person) -> Iterator[Row]:
    rows = Confirmation.objects.filter(player__in=person.ids).order_by("pk")
    yield from select(rows, "how", "own", "at", "taken_back_at", match="match_id")


def disputes(person: Person) -> Iterator[Row]:
    rows = Dispute.objects.filter(player__in=person.ids).order_by("pk")
    yield from select(
        rows,
        *("reason", "opened_at", "withdrawn_at"),
        *("decided_at", "outcome", "words"),
        match="match_id",
    )


def entries(person: Person) -> Iterator[Row]:
    rows = Entrant.objects.filter(player__in=person.ids).order_by("pk")
    for row in rows.select_related("tournament__season__club", "substitute__player"):
        season = row.tournament.season
        yield {
            "club": season.club.name,
            "tournament": season.name,
            "seeding": row.rank,
            "level": row.level,
            "needs_step_free_table": row.step_free,
            "always_at_table": row.table,
            "points_needed_to_finish": row.minimum,
            "state": row.state,
            "substitute": _name(row.substitute.player if row.substitute else None, person),
            "from_sitting": row.from_sitting,
            "until_sitting": row.until_sitting,
            "skips": row.skips,
            "entered_at": row.entered_at,
        }


def tournament_log(person: Person) -> Iterator[Row]:
    about = AuditSubject.objects.filter(kind=AuditSubject.Kind.PLAYER, object_id__in=person.ids)
    rows = AuditEntry.objects.filter(
        pk__in=about.values("entry"), kind__startswith="tournament."
    ).order_by("pk")
    entries = list(rows.select_related("club"))
    tournaments = Tournament.objects.filter(
        pk__in={row.subject.get("tournament") for row in entries}
    )
    names = dict(tournaments.values_list("pk", "season__name"))
    for row in entries:
        yield {
            "club": row.club.name,
            "tournament": names.get(row.subject.get("tournament"), ""),
            "kind": row.kind.removeprefix("tournament."),
            "at": row.at,
            "sitting_number": row.subject.get("sitting"),
            "table_number": row.subject.get("table"),
        }


def leagues(person: Person) -> Iterator[Row]:
    rows = LeagueMember.objects.filter(player__in=person.ids).order_by("pk")
    columns = {"club": "league__season__club__name", "season": "league__season__name"}
    yield from select(rows, **columns, league="league__name")


def teams(person: Person) -> Iterator[Row]:
    rows = TeamMember.objects.filter(player__in=person.ids).order_by("pk")
    columns = {"club": "team__table__season__club__name", "season": "team__table__season__name"}
    league = {"league": "team__table__league__name"}
    yield from select(rows, "since", "until", **columns, **league, team="team__name")


def divisions(person: Person) -> Iterator[Row]:
    rows = DivisionMember.objects.filter(player__in=person.ids).order_by("pk")
    yield from select(
        rows,
        *("came", "reason", "source", "place", "wish"),
        club="period__ladder__club__name",
        ladder="period__ladder__name",
        period="period__name",
        division="division__name",
    )


def _at_seat(values: list[Any], seat: Seat) -> Any:
    """Return what stands at the person's seat; None where a match has no such value yet."""
    return values[seat.number] if seat.number < len(values) else None


def _name(player: Player | None, person: Person) -> str:
    """Return the full name of the person, and of others the name that the public reads."""
    if player is None:
        return ""
    return player.name if player.pk in person.ids else player.public_name
