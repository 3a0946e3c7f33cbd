"""A world in which every address of the API finds something, and what is filled into them."""

from datetime import UTC, datetime

from django.utils import timezone

from league.models import (
    Confirmation,
    ConfirmationWay,
    Delivery,
    Dispute,
    Job,
    JobFile,
    Match,
    Tournament,
)
from league.operations.exchange import archives, imports
from league.operations.exchange.imports import ImportSettings
from league.operations.matches import table_codes
from league.operations.people import tokens
from league.operations.results import confirmations, disputes, postponements, stops
from league.operations.results.confirmations import Speaker
from league.operations.seasons import penalties, seasons
from league.operations.sessions import seating_proposals, session_log, undo
from league.operations.support import jobs
from league.operations.tournaments import entrants, seating_constraints, tournaments
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_clock, sittings
from league.operations.webhooks import outbox, webhooks
from league.operations.webhooks.outbound import CallOutcome
from league.tasks import KINDS
from scoring import projection
from tests import make
from tests.api.caller import BASE

AFTERNOON = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


def play(world):
    """A match under way, one that is over with a shared place, the table that shows it, a penalty,
    somebody who sat out, a webhook that was told something, and an evening at which two wait for a
    table, one came by mistake and a table has not begun."""
    seasons.update(world.season, scheme={"tiebreaks": ["lots"]})
    make.played(world.match, [12, 5, 5])
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    chosen = {"session": world.session.pk, "player": world.players[3].pk}
    penalties.penalise(world.season, **chosen, points=1, reason="Late", by=None)
    penalties.sit_out(world.session, player=world.players[3].pk)
    tokens.issue(world.owner)
    tokens.make_for_table(world.match, by=world.organiser)
    table_codes.renew(world.match, by=world.owner)
    bring(world)
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    job = archives.start_export(world.club, by=world.owner)
    jobs.store_file(
        job, JobFile.Role.OUTPUT, [b"PK"], name="club.zip", media_type="application/zip"
    )
    hook = webhooks.create(world.club, url="https://league.example/", events=["match.created"])
    outbox.record(outbox.send_test(hook), CallOutcome(204), timezone.now())
    make.ladder(world.club, world.players[:2], world.players[2:])
    gather(world)
    compete(world)
    quarrel(world)


def quarrel(world):
    """A match that is over, of a season in which everybody confirms: one has, one says that it is
    wrong, and what another said is decided. Beside it one that is put off."""
    season = make.season(world.club, "Everybody confirms", games=["neurotrio"], confirmation="all")
    session = make.session(season, 2)
    later = make.match(session, world.players[:3])
    postponements.postpone(later, to=AFTERNOON, reason="Snow", by=None)
    match = make.match(session, world.players[:3], options={"target": 20})
    make.played(match, [22, 4, 2], by=world.scorer)
    one, two, three = (Speaker(player.pk, ConfirmationWay.TABLE) for player in world.players[:3])
    confirmations.confirm(match, one, by=world.owner)
    disputes.open_dispute(match, two, reason="I had 6.", by=world.owner)
    decided = disputes.open_dispute(match, three, reason="I had 3.", by=world.owner)
    disputes.decide(decided, outcome="upheld", words="The sheet says 2.", by=world.owner)


def table_of(path, world):
    """The match of whose table this address speaks."""
    dispute = Dispute.objects.first()
    return dispute.match if dispute and "{done}" in path else world.match


def compete(world):
    """A cup that is to be drawn, with a guest who has not come and one who has left; an open with a
    sitting under way and the draft of the next one; a match that was stopped."""
    ids = [player.pk for player in world.players]
    eva, finn = world.club.players.filter(name__in=["Eva", "Finn"]).order_by("name")
    cup, open_one = (
        tournaments.create(
            world.club, name=name, starts_at=AFTERNOON, game="neurotrio", least=3, minutes=30
        )
        for name in ("Coupe", "Open")
    )
    for tournament in (cup, open_one):
        entrants.enter(tournament, [EntryData(player) for player in ids], by=None)
        entrants.check_in(tournament, ids, by=None)
    entrants.enter(cup, [EntryData(eva.pk), EntryData(finn.pk)], by=None)
    entrants.drop_out(cup, [finn.pk], by=None)
    seating_constraints.set_constraint(cup, ids[0], ids[1], "apart", by=None)
    sitting_clock.start(make.published(open_one), by=None)
    sittings.draw(open_one, provisional=True, by=None)
    stops.abandon(make.match(world.session, world.players[:3]), by=None)


def gather(world):
    eva, finn, gil = (player.pk for player in make.players(world.club, ["Eva", "Finn", "Gil"]))
    for came in ([eva, finn], [gil, world.players[0].pk]):
        session_log.check_in(world.session, came, by=None)
    make.match(world.session, world.players[:3])
    undo.undo(world.session, f"action-{world.session.actions.last().pk}", by=None)


def bring(world):
    settings = ImportSettings(kind="players", format="csv")
    jobs.run(imports.start(world.club, settings, b"Nom\nNew\n", by=None).pk, KINDS)


def fill(path, world):
    named = Tournament(pk=1)
    disputed = Dispute.objects.filter(decided_at=None).first() or Dispute(pk=1, match_id=1)
    cup = Tournament.objects.filter(season__name="Coupe").first() or named
    open_one = Tournament.objects.filter(season__name="Open").first() or named
    return BASE + path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
        player=world.players[0].pk,
        ladder=getattr(world.club.ladders.first(), "pk", 1),
        penalty=getattr(world.season.penalties.first(), "pk", 1),
        webhook=getattr(world.club.webhooks.first(), "pk", 1),
        delivery=getattr(Delivery.objects.first(), "pk", 1),
        sit_out=getattr(world.session.sit_outs.first(), "pk", 1),
        member=world.scorer.memberships.get().pk,
        token=getattr(world.owner.tokens.filter(match=None).first(), "pk", 1),
        table_token=getattr(world.match.tokens.first(), "pk", 1),
        job=getattr(Job.objects.filter(kind="export_club").first(), "pk", 1),
        here=getattr(world.session.presences.first(), "player_id", 1),
        action=getattr(world.session.actions.filter(undone_at=None).first(), "pk", 1),
        undone=getattr(world.session.actions.exclude(undone_at=None).first(), "pk", 1),
        idle=getattr(world.session.matches.filter(rounds_played=0).first(), "pk", 1),
        cup=cup.pk,
        open=open_one.pk,
        guest=getattr(cup.entrants.filter(state="entered").first(), "player_id", 1),
        wish=getattr(cup.wishes.first(), "pk", 1),
        sitting=getattr(open_one.sittings.first(), "pk", 1),
        draft=getattr(open_one.sittings.last(), "pk", 1),
        done=disputed.match_id,
        dispute=disputed.pk,
        decided=getattr(Dispute.objects.exclude(decided_at=None).first(), "pk", 1),
        confirmation=getattr(Confirmation.objects.first(), "pk", 1),
        later=getattr(Match.objects.exclude(postponed_to=None).first(), "pk", 1),
        stopped=getattr(Match.objects.exclude(stopped_at=None).first(), "pk", 1),
        **{"import": getattr(Job.objects.filter(kind="import_players").first(), "pk", 1)},
    )


def fill_body(body, world):
    ids = [player.pk for player in world.players]
    player_ids = dict(world.club.players.values_list("name", "pk"))
    if body == "MEMBER":
        make.acquaintance(world.owner, "dora@example.org")
    eva, finn, gil = (player_ids.get(name, 1) for name in ("Eva", "Finn", "Gil"))
    filled = {
        "ENTRIES": {"entrants": [{"player": gil, "rank": 1, "level": 2}]},
        "GUESTS": {"players": [eva]},
        "BACK": {"player": finn},
        "SUBSTITUTE": {"player": eva, "substitute": gil},
        "WISH": {"one": ids[2], "other": ids[3], "kind": "together"},
        "SEATS": {"tables": [ids]},
        "SWAP": {"swap": ids[:2]},
        "NO_SHOW": {"player": ids[0]},
        "CONFIRM": {"player": ids[2]},
        "DISPUTE": {"player": ids[0], "reason": "I had 16."},
        "MEMBER": {"email": "dora@example.org", "role": "scorer"},
        "MATCH": {"game": "neurotrio", "players": ids},
        "PENALTY": {"session": world.session.pk, "player": ids[0], "points": 5, "reason": "Late"},
        "SIT_OUT": {"player": ids[0]},
        "PLAY_OFF": {"players": ids[1:3], "game": "neurotrio"},
        "LADDER": {
            "name": "Coupe",
            "period": "Automne",
            "starts_on": "2026-09-01",
            "divisions": [{"name": "Or", "players": ids[:2]}, {"players": ids[2:]}],
            "rules": {"up": 1, "down": 1, "least": 2, "most": 4},
        },
        "DRAW": {"players": ids[1:3]},
        "SEATING": {
            "game": "neurotrio",
            "tables": [[free.pk for free in seating_proposals.free_players(world.session)]],
        },
        "BULK": {"rounds": [{"match": world.match.pk, **make.sheet(16, 3, 3)}]},
        "ARCHIVE": b"PK",
    }
    return filled[body] if isinstance(body, str) else body


def kind(body):
    return {"Content_Type": "application/zip"} if body == "ARCHIVE" else {}
