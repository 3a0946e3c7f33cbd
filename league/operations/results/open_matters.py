"""Open matters of an evening or a season, and the force that closes it all the same. Nothing
is stored here."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import (
    CorrectionProposal,
    Match,
    Presence,
    ProposalState,
    Season,
    Seat,
    Session,
)
from league.models.matches import OPEN
from league.names import name_key
from league.operations.matches import match_results, names_at_tables


class MatterKind(StrEnum):
    PLANNED = "planned_session"  # it has not begun
    SESSION = "open_session"  # players are checked in
    RUNNING = "running_match"
    POSTPONED = "postponed_match"
    DISPUTED = "disputed_result"
    PROPOSED = "proposed_correction"
    UNCONFIRMED = "unconfirmed_result"


@dataclass(frozen=True)
class OpenMatter:
    """A session or a match that waits for something; `match` is None for a session."""

    kind: MatterKind
    session: Session
    match: Match | None = None

    @property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.all()) if self.match else []


def of_session(session: Session) -> list[OpenMatter]:
    """Return the open matters of an evening, by kind and in the order of their creation."""
    matches = Match.objects.filter(session=session)
    provisional = match_results.provisional_among(match_results.with_relations(matches))
    return _sorted(_of_matches(matches, provisional))


def of_season(season: Season) -> list[OpenMatter]:
    """Return the open matters of all evenings of a season, by kind and in the order of their
    creation."""
    matches = Match.objects.filter(session__season=season)
    provisional = match_results.provisional_results(season)
    return _sorted([*_of_sessions(season), *_of_matches(matches, provisional)])


def require_force(matters: Sequence[OpenMatter], names: Collection[str], force: str) -> None:
    """Raise Conflict if there are open matters and no `force`, and Invalid if `force` is none of
    these names."""
    typed = name_key(force)
    if not matters or typed in {name_key(name) for name in names}:
        return
    if typed:
        words = _("To close it anyway, type exactly “%(name)s”.")
        raise invalid("wrong_name", "force", words % {"name": next(iter(names))})
    words = _("Something is still open. Settle it, or type “%(name)s” to close it anyway.")
    words %= {"name": next(iter(names))}
    kinds = dict.fromkeys(matter.kind for matter in matters)
    raise Conflict(words, [Fault("still_open", kind, words).to_json() for kind in kinds])


def _of_sessions(season: Season) -> Iterator[OpenMatter]:
    now = timezone.now()
    sessions = season.sessions.filter(closed_at=None, cancelled_at=None).order_by("pk")
    present = Presence.objects.current().filter(session__in=sessions).values("session")
    for session in sessions.filter(Q(starts_at__gt=now) | Q(pk__in=present)):
        kind = MatterKind.PLANNED if session.starts_at > now else MatterKind.SESSION
        yield OpenMatter(kind, session)


def _of_matches(matches: "QuerySet[Match]", provisional: Collection[int]) -> Iterator[OpenMatter]:
    proposals = CorrectionProposal.objects.filter(match__in=matches, state=ProposalState.PENDING)
    proposed = set(proposals.values_list("match", flat=True))
    rows = matches.filter(
        OPEN | Q(disputed__gt=0) | Q(pk__in=proposed) | Q(pk__in=list(provisional))
    )
    related = names_at_tables.loaded(match_results.with_relations(rows))
    for match in related.order_by("pk"):
        if not match.ended:
            kind = MatterKind.POSTPONED if match.is_postponed else MatterKind.RUNNING
        elif match.disputed:
            kind = MatterKind.DISPUTED
        elif match.pk in proposed:
            kind = MatterKind.PROPOSED
        else:
            kind = MatterKind.UNCONFIRMED
        yield OpenMatter(kind, match.session, match)


def _sorted(matters: Collection[OpenMatter] | Iterator[OpenMatter]) -> list[OpenMatter]:
    order = list(MatterKind)
    return sorted(matters, key=lambda matter: order.index(matter.kind))
