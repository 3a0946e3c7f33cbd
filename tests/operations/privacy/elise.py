"""A club in which Élise has left traces everywhere."""

from league.models import (
    Club,
    ConfirmationWay,
    IncidentKind,
    Player,
    Role,
    StoppedMessages,
    SuppressedAddress,
    User,
)
from league.operations.exchange import imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.matches import submissions
from league.operations.people import clubs, invitations
from league.operations.privacy import my_data
from league.operations.results import closing, disputes, stopped_matches
from league.operations.results.confirmations import Speaker
from league.operations.seasons import penalties
from league.operations.sessions import session_log
from league.operations.signups import personal_links, sheets, sign_ups
from league.operations.support import jobs
from league.operations.tournaments import audit_log, tournaments
from league.tasks import KINDS
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.outgoing import add_mail

NAME, EMAIL = "Élise Vandermeer", "elise@example.org"
IDS = (777000001, 777000002)  # in no other number


def refresh(club: Club) -> None:
    for table in Table.objects.filter(season__club=club):
        projection.refresh(table.pk)
    rating.refresh(club.pk)


def elise_and_her_traces() -> Player:
    """Return Élise, who plays in two seasons, a tournament and a ladder, was merged with herself,
    and is named in all kinds of texts."""
    owner = make.user()
    club = make.club(owner)
    make.webhook(club)
    elise, twin = (
        Player.objects.create(pk=pk, club=club, name=name)
        for pk, name in zip(IDS, (NAME, "Elise van der Meer"), strict=True)
    )
    others = make.players(club, ["Bruno", "Cleo", "Dov"])
    clubs.update_player(elise, email=EMAIL, alias="Lisette", by=owner)
    for name in ("Spring", "Autumn"):
        season = make.season(club, name)
        session = make.session(season)
        session_log.check_in(session, [elise.pk, others[0].pk], by=owner)
        penalty = penalties.penalise(
            season, session=session.pk, player=elise.pk, points=1, reason="Elise was late", by=owner
        )
        penalties.lift_penalty(penalty, reason="Élise came by train", by=owner)
        penalties.sit_out(session, player=elise.pk)
        match = make.match(session, [elise, *others[:2]], options={"target": 20})
        make.played(match, [22, 5, 2], by=owner)
        body = make.sheet(22, 6, 2)
        submissions.correct(match.pk, 1, body, reason="ÉLISE VANDERMEER misread", by=owner)
        speaker = Speaker(elise.pk, ConfirmationWay.TABLE)
        disputes.open_dispute(match, speaker, reason="I, Elise, had 23", by=owner)
        stopped = make.played(make.match(session, [*others[:2], twin]), [0, 5, 7])
        stopped_matches.stop(stopped, forfeited=[twin.pk], reason="lisette felt ill", by=owner)
        closing.close(session, force=closing.names(session)[0], by=owner)
    other_match = make.match(session, others, options={"target": 20})
    make.played(other_match, [22, 5, 2], by=owner)
    words = "Elise Vandermeer saw it; Elisewhere not"
    body = make.sheet(22, 4, 2)
    submissions.correct(other_match.pk, 1, body, reason=words, confirmed=True, by=owner)
    cup = make.finished(make.published(make.tournament(club, here=[elise, *others]))).tournament
    audit_log.record(cup, IncidentKind.LATE, owner, player=elise.pk, words="Élise brought cake")
    tournaments.close(cup, by=owner)
    make.ladder(club, [elise, others[0]], others[1:])
    sign_up(elise, owner)
    merging.merge(twin, elise, by=owner)
    invitations.create(club, by=owner, role=Role.PLAYER, email=EMAIL, player=elise.pk)
    add_mail(EMAIL.upper(), category="club", subject="Hello")
    SuppressedAddress.objects.create(email=EMAIL, reason="unsubscribed")
    StoppedMessages.objects.create(email=EMAIL, kind="place_free")
    file = f"name;email\n{NAME};{EMAIL}\nEva;\n".encode()
    settings = ImportSettings(kind="players", format="csv", existing="update")
    for job in (
        imports.start(club, settings, file, by=owner, name=f"{NAME}.csv"),
        my_data.start_for_player(elise, by=owner),
    ):
        jobs.run(job.pk, KINDS)
    refresh(club)
    return Player.objects.get(pk=elise.pk)


def sign_up(elise: Player, owner: User) -> None:
    """Let Élise sign up for an evening, bring a guest along, and have a personal link."""
    session = make.session(make.season(elise.club, "Sign-ups"))
    sheet = sheets.open_sheet(session, guests_allowed=1, by=owner)
    sign_ups.record_answer(sheet, elise.pk, "yes", by=owner, as_organiser=True)
    sign_ups.bring_guest(sheet, elise.pk, name="Zoé", by=owner, as_organiser=True)
    personal_links.make(elise, by=owner)
