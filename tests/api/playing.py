"""A world in which every address of the API finds something, and what is filled into them."""

from datetime import UTC, datetime, timedelta
from string import Formatter

from django.utils import timezone

from league.models import (
    Club,
    Confirmation,
    ConfirmationWay,
    CorrectionProposal,
    Dispute,
    Job,
    JobFile,
    Match,
    Player,
    ProposalKind,
    Role,
    RoomAnnouncement,
    Season,
    Session,
    Substitution,
    SubstitutionEffect,
    Team,
    Tournament,
)
from league.operations.exchange import archives, imports
from league.operations.exchange.import_files import seat_files
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.matches import table_codes
from league.operations.messages import devices
from league.operations.people import club_logo, invitations, seating_needs, tokens
from league.operations.results import (
    closing,
    confirmations,
    correction_proposals,
    disputes,
    postponements,
    season_closing,
    stopped_matches,
    substitutions,
)
from league.operations.results.confirmations import Speaker
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.room import announcements
from league.operations.seasons import penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import seating_proposals, session_log, undo
from league.operations.signups import access, personal_links, sheets, sign_ups
from league.operations.support import jobs
from league.operations.tournaments import (
    entrants,
    seat_scripts,
    seating_constraints,
    tournaments,
)
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_clock, sittings
from league.operations.webhooks import outbox, webhooks
from league.operations.webhooks.outbound import CallOutcome
from league.tasks import KINDS
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import BASE
from tests.logged import last_action
from tests.operations.people.drawn import picture
from tests.outgoing import answer_call, deliveries

BROWSER = {  # that of RFC 8291
    "p256dh": (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
AFTERNOON = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


def play(world):
    """Fill the world with a match under way, one that is over with a shared place, the table that
    shows it, a penalty, somebody who sat out, a webhook that was told something, and an evening at
    which two wait for a table, one came by mistake and a table has not begun."""
    club_logo.restore(world.club, picture())
    make.players(world.club, ["Typed twice"])
    merging.merge(*make.players(world.club, ["Typed once", "Typed again"]), by=world.owner)
    (child,) = make.players(world.club, ["Kid"])
    Player.objects.filter(pk=child.pk).update(is_child=True, guardian=world.owner)
    seasons.update(world.season, scheme={"tiebreaks": ["lots"]})
    make.played(world.match, [12, 5, 5])
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    chosen = {"session": world.session.pk, "player": world.players[3].pk}
    penalties.penalise(world.season, **chosen, points=1, reason="Late", by=None)
    penalties.sit_out(world.session, player=world.players[3].pk)
    tokens.issue(world.owner)
    devices.add(world.owner, endpoint="https://push.example/1", label="Phone", **BROWSER)
    player = world.players[0].pk
    invitations.create(world.club, by=world.owner, role=Role.PLAYER, player=player)
    tokens.make_for_table(world.match, by=world.organiser)
    table_codes.renew(world.match, by=world.owner)
    bring(world)
    make.league(world.season)
    make.award(world.club)
    team_table = teams.create_table(world.season)
    teams.create_team(team_table, name="Rouges", members=[MemberData(world.players[0].pk)])
    for table in Table.every.filter(season=world.season):
        projection.refresh(table.pk)
    job = archives.start_export(world.club, by=world.owner)
    jobs.store_file(
        job, JobFile.Role.OUTPUT, [b"PK"], name="club.zip", media_type="application/zip"
    )
    hook = webhooks.create(world.club, url="https://league.example/", events=["match.created"])
    answer_call(outbox.send_test(hook), CallOutcome(204))
    make.ladder(world.club, world.players[:2], world.players[2:])
    wish(world)
    gather(world)
    compete(world)
    quarrel(world)
    propose(world)
    sign_up(world)
    mistake(world)
    season = make.season(world.club, "Ended")
    match = make.match(make.session(season, 4), world.players[:3], options={"target": 20})
    make.played(match, [22, 4, 2])
    season_closing.close(make.season(world.club, "Closed"), by=None)
    seasons.open_session(
        make.season(world.club, "Same evening"),
        starts_at=world.session.starts_at,
        place=world.session.place,
    )
    not_begun = make.session(season, 5)
    make.match(not_begun, world.players)
    by_teams = make.session(season, 6, place="Salle des équipes")
    session_log.check_in(by_teams, [player.pk for player in world.players], by=None)
    for pair in (world.players[:2], world.players[2:]):
        make.match(not_begun, pair, game="neurotrio")


def wish(world):
    """Let two players sit apart, and one at a step-free table."""
    one, other, *_others = (player.pk for player in world.players)
    seating_needs.set_wish(world.club, one, other, "apart", note="family", by=None)
    seating_needs.set_need(world.players[0], step_free=True, fixed_table=1, by=None)
    seating_needs.set_step_free_tables(world.club, [1], by=None)


def mistake(world):
    """Create a season, a tournament and a club on which nothing hangs, and a tournament with the
    seats of a file."""
    make.season(world.club, "Mistaken season")
    make.tournament(world.club, here=[], name="Mistaken cup")
    own_plan = make.tournament(world.club, here=world.players, name="Own plan", format="script")
    seats = seat_files.read("round,table,seat,player\n1,1,1,1\n1,1,2,2\n1,1,3,3\n")
    seat_scripts.save(own_plan, seats.rows, by=None)
    make.club(world.owner, "Mistaken club")


def sign_up(world):
    """Let players sign up by the club's code, and by a personal link; for an evening that begins
    soon, where one waits and one brings a guest, and for the cup. Another evening is cancelled."""
    access.change(world.club, access="code", by=None)
    personal_links.make(world.players[0], by=None)
    season = make.season(world.club, "Sign-ups")
    soon = timezone.now() + timedelta(hours=1)
    session = seasons.open_session(season, starts_at=soon.replace(microsecond=1))
    sheet = sheets.open_sheet(session, capacity=3, guests_allowed=1, by=None)
    ada, bruno, chloe, _dov = world.players
    sign_ups.record_answer(sheet, ada.pk, "yes", games=["neurotrio"], by=None)
    sign_ups.bring_guest(sheet, ada.pk, name="Guest", by=None)
    for player in (bruno, chloe):
        sign_ups.record_answer(sheet, player.pk, "yes", by=None)
    seasons.cancel_session(make.session(season, 5))
    of_cup = sheets.open_sheet(tournament("Coupe"), by=None)
    gil = world.club.players.get(name="Gil")
    sign_ups.record_answer(of_cup, gil.pk, "yes", by=None, as_organiser=True)
    for occasion in (session, tournament("Coupe")):
        announcements.announce(occasion, "Welcome", by=None)


def propose(world):
    """Create a match that is over, of a season in which a second person approves corrections, with
    a correction that waits, and another one without."""
    season = make.season(world.club, "Two people", correction_policy="second_person")
    session = make.session(season, 3)
    wrong, right = (
        make.played(make.match(session, world.players[:3], options={"target": 20}), [22, 4, 2])
        for _each in range(2)
    )
    correction = ProposedCorrection(ProposalKind.ROUND, 1, make.sheet(22, 4, 3))
    correction_proposals.propose(wrong, correction, by=world.scorer, at_table=True)
    assert right.over


def quarrel(world):
    """Create a match that is over, of a season in which everybody confirms: one player has
    confirmed, one says that the result is wrong, and what another said is decided. Beside it there
    is a match that is put off."""
    season = make.season(world.club, "Everybody confirms", games=["neurotrio"], confirmation="all")
    session = make.session(season, 2)
    later = make.match(session, world.players[:3])
    postponements.postpone(later, to=AFTERNOON, reason="Snow", by=None)
    substitute(make.played(make.match(session, world.players[1:3]), [12, 4]), world)
    match = make.match(session, world.players[:3], options={"target": 20})
    make.played(match, [22, 4, 2], by=world.scorer)
    one, two, three = (Speaker(player.pk, ConfirmationWay.TABLE) for player in world.players[:3])
    confirmations.confirm(match, one, by=world.owner)
    disputes.open_dispute(match, two, reason="I had 6.", by=world.owner)
    decided = disputes.open_dispute(match, three, reason="I had 3.", by=world.owner)
    disputes.decide(decided, outcome="upheld", words="The sheet says 2.", by=world.owner)


def substitute(match, world):
    """Let the last player of the world come in for the second."""
    _ada, leaving, _chloe, entering = (player.pk for player in world.players)
    substitutions.substitute(
        match, leaving=leaving, entering=entering, effect=SubstitutionEffect.BOTH, by=world.owner
    )


def table_of(path, world):
    """Return the match whose table this address is about."""
    for part in ("proposed", "agreed"):
        if f"{{{part}}}" in path:
            return Match.objects.filter(pk=PARTS[part](world)).first() or world.match
    dispute = Dispute.objects.first()
    return dispute.match if dispute and "{done}" in path else world.match


def compete(world):
    """Create a cup that is to be drawn, with a guest who has not come and one who has left; an open
    with a sitting under way and the draft of the next one; and a match that was stopped."""
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
    stopped_matches.abandon(make.match(world.session, world.players[:3]), by=None)


def gather(world):
    eva, finn, gil = (player.pk for player in make.players(world.club, ["Eva", "Finn", "Gil"]))
    for came in ([eva, finn], [gil, world.players[0].pk]):
        session_log.check_in(world.session, came, by=None)
    make.match(world.session, world.players[:3])
    undo.undo(world.session, last_action(world.session), by=None)


def bring(world):
    settings = ImportSettings(kind="players", format="csv")
    jobs.run(imports.start(world.club, settings, b"Nom\nNew\n", by=None).pk, KINDS)


def fill(path, world):
    """Return the address of a path like `seasons/{season}/` in this world."""
    names = [name for _text, name, _spec, _conversion in Formatter().parse(path) if name]
    return BASE + path.format(**{name: PARTS[name](world) for name in names})


def key(row, name="pk"):
    """Return the key of this row, or 1 where the world has none."""
    return getattr(row, name, 1)


def action_of(session, *, is_undone):
    """Return the `ref` of an action of the evening, undone or not, or one that no entry has."""
    refs = [
        entry.ref
        for entry in undo.log_entries(session)
        if not entry.is_round and bool(entry.undone_at) == is_undone
    ]
    return refs[-1] if refs else "entry-0"


def dispute_of(world):
    return Dispute.objects.filter(decided_at=None).first() or Dispute(pk=1, match_id=1)


def not_begun():
    matches = Match.objects.filter(session__season__name="Ended", rounds_played=0)
    return matches.order_by("pk")


def tournament(name):
    return Tournament.objects.filter(season__name=name).first() or Tournament(pk=1)


# part of a path → its value in a world
PARTS = {
    "twin": lambda world: key(world.club.players.filter(name="Typed twice").first()),
    "merge": lambda world: key(world.club.merges.first()),
    "claimed": lambda world: key(world.owner.children.first()),
    "device": lambda world: key(world.owner.push_subscriptions.first()),
    "club": lambda world: world.club.slug,
    "season": lambda world: world.season.pk,
    "session": lambda world: world.session.pk,
    "match": lambda world: world.match.pk,
    "player": lambda world: world.players[0].pk,
    "league": lambda world: key(world.season.leagues.first()),
    "award": lambda world: key(world.club.awards.first()),
    "team_table": lambda world: key(world.season.team_tables.first()),
    "by_teams": lambda world: key(Session.objects.filter(place="Salle des équipes").first()),
    "team": lambda world: key(Team.objects.filter(table__season=world.season).first()),
    "ladder": lambda world: key(world.club.ladders.first()),
    "penalty": lambda world: key(world.season.penalties.first()),
    "webhook": lambda world: key(world.club.webhooks.first()),
    "delivery": lambda world: key(deliveries().first()),
    "sit_out": lambda world: key(world.session.sit_outs.first()),
    "member": lambda world: world.scorer.memberships.get().pk,
    "token": lambda world: key(world.owner.tokens.filter(match=None).first()),
    "invitation": lambda world: key(world.club.invitations.first()),
    "table_token": lambda world: key(world.match.tokens.first()),
    "job": lambda world: key(Job.objects.filter(kind="export_club").first()),
    "import": lambda world: key(Job.objects.filter(kind="import_players").first()),
    "here": lambda world: key(world.session.presences.first(), "player_id"),
    "action": lambda world: action_of(world.session, is_undone=False),
    "undone": lambda world: action_of(world.session, is_undone=True),
    "idle": lambda world: key(world.session.matches.filter(rounds_played=0).first()),
    "cup": lambda world: tournament("Coupe").pk,
    "own_plan": lambda world: tournament("Own plan").pk,
    "open": lambda world: tournament("Open").pk,
    "guest": lambda world: key(
        tournament("Coupe").entrants.filter(state="entered").first(), "player_id"
    ),
    "seating_wish": lambda world: key(world.club.seating_wishes.first()),
    "wish": lambda world: key(tournament("Coupe").wishes.first()),
    "sitting": lambda world: key(tournament("Open").sittings.first()),
    "draft": lambda world: key(tournament("Open").sittings.last()),
    "done": lambda world: dispute_of(world).match_id,
    "dispute": lambda world: dispute_of(world).pk,
    "decided": lambda world: key(Dispute.objects.exclude(decided_at=None).first()),
    "confirmation": lambda world: key(Confirmation.objects.first()),
    "proposed": lambda world: key(CorrectionProposal.objects.first(), "match_id"),
    "proposal": lambda world: key(CorrectionProposal.objects.first()),
    "agreed": lambda world: key(
        Match.objects.filter(
            session__season__name="Two people", correction_proposals__isnull=True
        ).first()
    ),
    "over": lambda world: key(
        Match.objects.filter(session__season__name="Ended", over=True).first()
    ),
    "large": lambda world: key(not_begun().first()),
    "small": lambda world: key(not_begun().last()),
    "later": lambda world: key(Match.objects.exclude(postponed_to=None).first()),
    "evening": lambda world: key(
        Session.objects.filter(season__name="Sign-ups", cancelled_at=None).first()
    ),
    "announcement": lambda world: key(RoomAnnouncement.objects.filter(tournament=None).first()),
    "cup_announcement": lambda world: key(RoomAnnouncement.objects.filter(session=None).first()),
    "called": lambda world: key(Session.objects.exclude(cancelled_at=None).first()),
    "closed_season": lambda world: key(Season.objects.exclude(closed_at=None).first()),
    "mistaken_season": lambda world: key(Season.objects.filter(name="Mistaken season").first()),
    "mistaken_cup": lambda world: tournament("Mistaken cup").pk,
    "mistaken_club": lambda world: key(Club.objects.filter(name="Mistaken club").first(), "slug"),
    "coming": lambda world: key(world.club.players.filter(name="Gil").first()),
    "replaced": lambda world: key(Substitution.objects.first(), "match_id"),
    "substitute": lambda world: key(Substitution.objects.first()),
    "stopped": lambda world: key(Match.objects.exclude(stopped_at=None).first()),
}


# the name of a body → what it is in a world, where that takes a while to find
FOUND_BODIES = {
    "MERGE_TABLES": lambda world: {"into": key(not_begun()[1:2].first() or Match(pk=1))},
    "TRUE_SEATS": lambda world: {
        "players": [*world.match.seats.values_list("player", flat=True)][::-1]
    },
    "MERGE": lambda world: {"into": world.club.players.get(name="Typed again").pk},
    "INVITATION": lambda world: {"token": invitations.token_of(world.club.invitations.first())},
    "SEATING": lambda world: {
        "game": "neurotrio",
        "tables": [[free.pk for free in seating_proposals.free_players(world.session)]],
    },
    "CLOSING": lambda world: {
        "matches": [
            {"match": table.match.pk, "do": str(table.choices[0])}
            for table in closing.plan(world.session).tables
        ]
    },
    "NIGHT": lambda world: {
        "sessions": [key(Session.objects.filter(season__name="Same evening").first())]
    },
    "LOGO": lambda world: picture(),
}


def fill_body(body, world):
    """Return the body of a request, of which a name stands for what it is in this world."""
    if not isinstance(body, str):
        return body
    if body in FOUND_BODIES:
        return FOUND_BODIES[body](world)
    ids = [player.pk for player in world.players]
    player_ids = dict(world.club.players.values_list("name", "pk"))
    eva, finn, gil = (player_ids.get(name, 1) for name in ("Eva", "Finn", "Gil"))
    filled = {
        "ENTRIES": {"entrants": [{"player": gil, "rank": 1, "level": 2}]},
        "GUESTS": {"players": [eva]},
        "BACK": {"player": finn},
        "SKIP": {"player": eva, "sitting": 1},
        "SUBSTITUTE": {"player": eva, "substitute": gil},
        "WISH": {"one": ids[2], "other": ids[3], "kind": "together"},
        "SEATING_WISH": {"one": ids[2], "other": ids[3], "kind": "together", "note": "teacher"},
        "SPLIT": {"players": ids[2:]},
        "SEATS": {"tables": [ids]},
        "SWAP": {"swap": ids[:2]},
        "NO_SHOW": {"player": ids[0]},
        "STAND_IN": {"leaving": ids[0], "entering": ids[3], "effect": "both"},
        "LEAVE": {"player": ids[0], "end": "result"},
        "CONFIRM": {"player": ids[2]},
        "DISPUTE": {"player": ids[0], "reason": "I had 16."},
        "MATCH": {"game": "neurotrio", "players": ids},
        "PENALTY": {"session": world.session.pk, "player": ids[0], "points": 5, "reason": "Late"},
        "SIT_OUT": {"player": ids[0]},
        "LADDER_WISH": {"player": ids[1], "wish": "content"},
        "PLAY_OFF": {"players": ids[1:3], "game": "neurotrio"},
        "OF_LEAGUE": {"league": world.season.leagues.get().pk, "rule": "best_k", "best": 2},
        "LADDER": {
            "name": "Coupe",
            "period": "Automne",
            "starts_on": "2026-09-01",
            "divisions": [{"name": "Or", "players": ids[:2]}, {"players": ids[2:]}],
            "rules": {"up": 1, "down": 1, "least": 2, "most": 4},
        },
        "DRAW": {"players": ids[1:3]},
        "SIGN_UP": {"player": ids[3], "answer": "maybe", "games": ["neurotrio"]},
        "KID": {"player": player_ids.get("Kid", 1)},
        "BULK": {"rounds": [{"match": world.match.pk, **make.sheet(16, 3, 3)}]},
        "ARCHIVE": b"PK",
    }
    return filled[body]


def kind(body):
    media_types = {"ARCHIVE": "application/zip", "LOGO": "image/png"}
    is_file = isinstance(body, str) and body in media_types
    return {"Content_Type": media_types[body]} if is_file else {}
