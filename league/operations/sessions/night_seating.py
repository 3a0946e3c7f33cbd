"""Seating of all evenings of a league night in one step: each evening among itself, by its own
game, rules and history; the numbers of the tables go on from one evening to the next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from league.errors import Conflict, Fault, Invalid
from league.models import Session, User
from league.operations.matches import table_numbers
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices, Proposal
from league.operations.support import versions


@dataclass(frozen=True)
class EveningProposal:
    """The proposal of an evening, after `tables_before` new tables of other evenings."""

    session: Session
    proposal: Proposal
    tables_before: int = 0


@dataclass(frozen=True)
class EveningSeats:
    """The seats of an evening as people have confirmed them."""

    session: Session
    choices: Choices
    tables: Sequence[Sequence[int]]
    table_games: Sequence[str]
    sit_out: Sequence[int] = field(default_factory=list)


def propose(
    sessions: Sequence[Session], choices_of: Callable[[Session], Choices | None]
) -> list[EveningProposal]:
    """Return a proposal for each evening that takes place, has a game and no queue. A player who is
    free in several evenings is seated in the first."""
    proposals: list[EveningProposal] = []
    seated: set[int] = set()
    tables_before = 0
    for session in sessions:
        choices = choices_of(session)
        if choices is None or session.cancelled_at is not None or session.queue_since is not None:
            continue
        proposal = seating_proposals.propose(
            session, choices, without=seated, tables_before=tables_before
        )
        proposals.append(EveningProposal(session, proposal, tables_before))
        seated |= {player for table in proposal.tables for player in table}
        tables_before += len(proposal.tables)
    return proposals


@transaction.atomic
def seat(evenings: Sequence[EveningSeats], *, by: User | None) -> list[session_log.Seating]:
    """Create the tables of all these evenings of a club, all or none. Paths of problems begin with
    `evenings` and the place of the evening."""
    with_tables = [evening for evening in evenings if evening.tables]
    if not with_tables:
        return []
    versions.bump_edition(with_tables[0].session.season.club_id)
    table_numbers.lock_sessions([evening.session.pk for evening in with_tables])
    return [_seat(place, evening, by) for place, evening in enumerate(with_tables)]


def _seat(place: int, evening: EveningSeats, by: User | None) -> session_log.Seating:
    try:
        return seating_proposals.seat(
            evening.session,
            evening.choices,
            tables=evening.tables,
            table_games=evening.table_games,
            sit_out=evening.sit_out,
            by=by,
        )
    except (Invalid, Conflict) as error:
        name = evening.session.season.name
        faults = [
            Fault(
                problem["code"],
                f"evenings.{place}.{problem['path']}".rstrip("."),
                f"{name}: {problem['message']}",
            ).to_json()
            for problem in error.problems
        ]
        raise type(error)(f"{name}: {error.detail}", faults) from None
