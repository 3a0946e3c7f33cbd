"""Events that send messages to people. Each function is called in the transaction of a change, as
in `webhooks.events`; it writes nothing if no recipient has an account.

`by` is the account that made the change; it gets no message.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from league.models import (
    Dispute,
    Entrant,
    EntrantState,
    Match,
    Membership,
    MessageKind,
    Player,
    Presence,
    Quorum,
    Role,
    Seat,
    Session,
    SignUp,
    SignUpAnswer,
    SignUpSheet,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.operations.messages import inbox, player_mails
from league.operations.messages.posting import Draft, Recipient, post, post_all, recipients
from scoring.models import Result

ORGANISERS = (Role.OWNER, Role.ORGANISER)
SOON = timedelta(days=1)  # a place at an evening that begins before then is urgent


def seated(
    matches: Collection[Match], *, by: User | None, only: Collection[int] | None = None
) -> None:
    """Write to the players of these matches where they sit, or to some of them, by their ids."""
    seats = Seat.objects.filter(match__in=matches)
    if only is not None:
        seats = seats.filter(player__in=only)
    players_by_match: dict[int, list[int]] = {}
    for seat in seats:
        players_by_match.setdefault(seat.match_id, []).append(seat.player_id)
    people = {to.player: to for to in _by_player(players_by_match, by)}
    if not people:
        return
    drafts = list[tuple[Draft, Recipient]]()
    for match in matches:
        draft = _seat_draft(match)
        players = players_by_match.get(match.pk, ())
        drafts += [(draft, people[player]) for player in players if player in people]
    post_all(drafts)


def substituted(match: Match, player: int, key: str, *, by: User | None) -> None:
    """Write to a player who takes over a seat where it is; `key` tells such changes apart."""
    post(replace(_seat_draft(match), key=key), recipients([player], by=by))


def sitting_published(sitting: Sitting, *, by: User | None) -> None:
    """Write to the players of a sitting where they sit."""
    rows = SittingTable.objects.filter(sitting=sitting, match__isnull=False)
    tables = rows.select_related("match__session__season__club")
    seated([table.match for table in tables if table.match], by=by)


def moved_up(sign_up: SignUp, *, by: User | None = None) -> None:
    """Write to a player of the waiting list that a place became free."""
    session = _session_of(sign_up.sheet)
    if session is None:
        return
    now = timezone.now()
    draft = Draft(
        MessageKind.PLACE_FREE,
        f"{sign_up.sheet_id}:{(sign_up.moved_up_at or now).isoformat()}",
        session.season.club,
        data={"sign_up": sign_up.pk},
        season=session.season_id,
        session=session.pk,
        is_urgent=session.starts_at - now < SOON,
    )
    post(draft, recipients([sign_up.player_id], by=by))
    player_mails.send(draft, [sign_up.player_id])


def session_moved(
    session: Session, before: Session, *, by: User | None, notified: set[int] | None = None
) -> None:
    """Write to those who come that time or place of a session has changed, but not to the players
    who have been `notified` of another evening of the league night; add the others there."""
    old = {"old_start": before.starts_at.isoformat(), "old_place": before.place}
    _session_changed(session, "moved", by, notified, **old)


def session_cancelled(
    session: Session, *, by: User | None, notified: set[int] | None = None
) -> None:
    _session_changed(session, "cancelled", by, notified)


def session_reinstated(
    session: Session, *, by: User | None, notified: set[int] | None = None
) -> None:
    _session_changed(session, "reinstated", by, notified)


def result_to_confirm(match: Match, *, by: User | None) -> None:
    """Write to those who can confirm the result of a match, if its season wants that."""
    season = match.session.season
    if season.confirmation == Quorum.NOBODY:
        return
    inbox.settle_requests(match, result=match.result, players=[])  # requests for an earlier result
    draft = Draft(
        MessageKind.RESULT_TO_CONFIRM,
        f"{match.pk}:{match.result}",
        season.club,
        data={"result": match.result},
        season=season.pk,
        session=match.session_id,
        match=match.pk,
    )
    if season.confirmation == Quorum.REFEREE:
        post(draft, _organisers(season.club_id, by))
    else:
        post(draft, recipients(_players_of(match), by=by))


def disputed(dispute: Dispute, *, by: User | None) -> None:
    """Write to the table and to the organisers that a result is disputed."""
    _about_dispute(dispute, "opened", by)


def dispute_decided(dispute: Dispute, *, by: User | None) -> None:
    _about_dispute(dispute, "decided", by)


def table_called(call: int, match: Match, table: int, *, by: User | None) -> None:
    """Write to the organisers that a table calls."""
    draft = Draft(
        MessageKind.TABLE_CALL,
        str(call),
        match.session.season.club,
        data={"table": table},
        season=match.session.season_id,
        session=match.session_id,
        match=match.pk,
        is_urgent=True,
    )
    post(draft, _organisers(match.session.season.club_id, by))


def table_call_done(match: Match) -> None:
    """Mark the messages about the call of a table as read: nothing is left to do."""
    inbox.mark_done(match, MessageKind.TABLE_CALL)


def people_of_session(session: Session) -> set[int]:
    """Return the players to notify about a session: with a sheet, those who answered yes or
    perhaps; else the entrants of its tournament; else those who have played in the season, or all
    players of the club before the first match."""
    tournament = Tournament.objects.filter(season=session.season_id).first()
    of_sheet = Q(session=session.pk)
    if tournament is not None:
        of_sheet |= Q(tournament=tournament)
    sheets = list(SignUpSheet.objects.filter(of_sheet).values_list("pk", flat=True))
    if sheets:
        coming = SignUp.objects.filter(sheet__in=sheets).exclude(answer=SignUpAnswer.NO)
        return set(coming.values_list("player", flat=True))
    if tournament is not None:
        entrants = Entrant.objects.filter(tournament=tournament)
        states = (EntrantState.ENTERED, EntrantState.HERE)
        return set(entrants.filter(state__in=states).values_list("player", flat=True))
    results = Result.objects.live().filter(season=session.season_id)
    presences = Presence.objects.valid().filter(session__season=session.season_id)
    players = {
        *results.order_by().values_list("player", flat=True).distinct(),
        *presences.order_by().values_list("player", flat=True).distinct(),
    }
    everybody = Player.objects.filter(club=session.season.club_id)
    return players or set(everybody.order_by().values_list("pk", flat=True))


def _session_changed(
    session: Session, change: str, by: User | None, notified: set[int] | None, **data: str
) -> None:
    was_at = parse_datetime(data["old_start"]) if "old_start" in data else None
    if max(session.starts_at, was_at or session.starts_at) < timezone.now():
        return  # a correction of the past, no news
    draft = Draft(
        MessageKind.SESSION_CHANGED,
        f"{session.pk}:{session.sequence}",
        session.season.club,
        data={
            "change": change,
            "sequence": session.sequence,
            "start": session.starts_at.isoformat(),
            "place": session.place,
            **data,
        },
        season=session.season_id,
        session=session.pk,
    )
    players = people_of_session(session) - (notified or set())
    if notified is not None:
        notified |= players
    post(draft, recipients(players, by=by))
    player_mails.send(draft, players)


def _about_dispute(dispute: Dispute, change: str, by: User | None) -> None:
    match = dispute.match
    season = match.session.season
    draft = Draft(
        MessageKind.DISPUTE,
        f"{dispute.pk}:{change}:{dispute.decided_at or dispute.opened_at:%Y%m%d%H%M%S}",
        season.club,
        data={"dispute": dispute.pk, "change": change, "outcome": dispute.outcome},
        season=season.pk,
        session=match.session_id,
        match=match.pk,
    )
    people = recipients(_players_of(match), by=by)
    at_table = {to.user for to in people}
    others = [to for to in _organisers(season.club_id, by) if to.user not in at_table]
    post(draft, [*people, *others])


def _seat_draft(match: Match) -> Draft:
    return Draft(
        MessageKind.SEATED,
        str(match.pk),
        match.session.season.club,
        season=match.session.season_id,
        session=match.session_id,
        match=match.pk,
        is_urgent=True,
    )


def _by_player(players_by_match: Mapping[int, Sequence[int]], by: User | None) -> list[Recipient]:
    return recipients({pk for players in players_by_match.values() for pk in players}, by=by)


def _players_of(match: Match) -> Collection[int]:
    return list(Seat.objects.filter(match=match).values_list("player", flat=True))


def _organisers(club_id: int, by: User | None) -> list[Recipient]:
    """Return the organisers of a club, who get a message as such and not as a player."""
    members = Membership.objects.filter(club=club_id, role__in=ORGANISERS, user__is_active=True)
    users = members.values_list("user", flat=True)
    return [Recipient(user, None) for user in users if by is None or user != by.pk]


def _session_of(sheet: SignUpSheet) -> Session | None:
    """Return the session of a sheet, or the first one of its tournament."""
    sessions = Session.objects.select_related("season__club")
    if sheet.session_id is not None:
        return sessions.get(pk=sheet.session_id)
    assert sheet.tournament is not None, "a sheet is of one or the other"
    return sessions.filter(season=sheet.tournament.season_id).order_by("starts_at").first()
