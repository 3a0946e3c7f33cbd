"""Rows for the lists of the API: each function adds this many to a world."""

from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone

from league.models import (
    ConfirmationWay,
    CorrectionProposal,
    Match,
    MessageKind,
    ProposalKind,
    ProposalState,
    PushSubscription,
    Role,
    SeatingPlan,
    SignUpSheet,
    Substitution,
    SubstitutionEffect,
    Tournament,
    Webhook,
)
from league.operations.exchange import imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.ladders import ladders
from league.operations.ladders.divisions import PeriodWishes
from league.operations.matches import submissions
from league.operations.messages import posting
from league.operations.messages.posting import Draft, Recipient
from league.operations.people import invitations, seating_needs, tokens
from league.operations.results import disputes
from league.operations.results.confirmations import Speaker
from league.operations.seasons import penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log
from league.operations.signups import sheets, sign_ups
from league.operations.support import jobs
from league.operations.tournaments import entrants, seating_constraints, tournaments
from league.operations.tournaments.entrants import EntryData
from league.operations.webhooks import outbox
from league.tasks import KINDS
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.api.playing import BROWSER

AFTERNOON = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


def add_clubs(world, count):
    for number in range(count):
        make.club(world.owner, name=f"Club {number}")


def add_players(world, count):
    make.players(world.club, [f"Joueur {number}" for number in range(count)])


def add_seasons(world, count):
    for number in range(count):
        make.season(world.club, name=f"Saison {count}.{number}")


def add_sessions(world, count):
    for number in range(count):
        make.session(world.season, day=number % 28 + 1)


def add_matches(world, count):
    for _number in range(count):
        make.match(world.session, world.players)


def add_ended_matches(world, count):
    for number in range(count):
        match = make.match(world.session, world.players[:3], options={"target": 1})
        make.played(match, [22, 5, number % 3])


def add_rounds(world, count):
    make.played(world.match, *[[0, 0, 1]] * count)


def add_standings(world, count):
    players = make.players(world.club, [f"Joueuse {number}" for number in range(count + count % 2)])
    for pair in zip(players[::2], players[1::2], strict=True):
        make.played(make.match(world.session, pair, options={"target": 1}), [22, 5])
    for table in Table.objects.all():
        projection.refresh(table.pk)
    rating.refresh(world.club.pk)


def add_leagues(world, count):
    for number in range(count):
        make.league(world.season, f"Ligue {count}.{number}")


def add_awards(world, count):
    for number in range(count):
        make.award(world.club, f"Prix {count}.{number}")


def add_team_tables(world, count):
    for number in range(count):
        league = make.league(world.season, f"Équipes {count}.{number}")
        teams.create_table(world.season, league=league)


def add_teams(world, count):
    table = world.season.team_tables.first() or teams.create_table(world.season)
    for number in range(count):
        (player,) = make.players(world.club, [f"Équipière {count}.{number}"])
        members = [MemberData(player.pk)]
        teams.create_team(table, name=f"Équipe {count}.{number}", members=members)


def add_schemes(world, count):
    for number in range(count):
        seasons.update(world.season, scheme={"scale": 1000 * count + number})


def add_seating_plans(world, count):
    for _plan in range(count):
        SeatingPlan.objects.create(session=world.session, parts=[])


def add_sit_outs(world, count):
    for number in range(count):
        penalties.sit_out(world.session, player=world.players[number % 4].pk)


def add_disputes(world, count):
    if not Match.objects.get(pk=world.match.pk).over:
        make.played(world.match, [22, 5, 2], [22, 5, 2], [12, 5, 2])
    for number in range(count):
        who = Speaker(None, ConfirmationWay.REFEREE)
        disputes.open_dispute(world.match, who, reason=f"Wrong {number}", by=world.owner)


def add_substitutes(world, count):
    one, _two, _three, other = world.players
    first = Substitution.objects.filter(match=world.match).count() + 2
    for number in range(first, first + count):
        leaving, entering = (one, other) if number % 2 else (other, one)
        Substitution.objects.create(
            match=world.match,
            seat=0,
            leaving=leaving,
            entering=entering,
            from_round=number,
            after_rounds=number - 1,
            effect=SubstitutionEffect.BOTH,
            by=world.owner,
        )


def add_proposals(world, count):
    add_disputes(world, 0)
    CorrectionProposal.objects.bulk_create(
        CorrectionProposal(
            match=world.match,
            kind=ProposalKind.WITHDRAWAL,
            number=3,
            state=ProposalState.REJECTED,
            proposed_by=world.scorer,
            decided_by=world.owner,
            decided_at=timezone.now(),
        )
        for _number in range(count)
    )


def add_waiting_proposals(world, count):
    for _number in range(count):
        match = make.played(make.match(world.session, world.players[:3]), [22, 5, 2])
        CorrectionProposal.objects.create(
            match=match, kind=ProposalKind.WITHDRAWAL, number=1, proposed_by=world.scorer
        )


def add_people(world, count):
    came = make.players(world.club, [f"Guest {count}.{number}" for number in range(count)])
    session_log.check_in(world.session, [player.pk for player in came], by=world.owner)


def add_penalties(world, count):
    for number in range(count):
        chosen = {"session": world.session.pk, "player": world.players[number % 4].pk}
        given = penalties.penalise(world.season, **chosen, points=1, reason="Late", by=world.owner)
        if number % 2:
            penalties.lift_penalty(given, reason="Traffic", by=world.owner)


def add_draws(world, count):
    seasons.update(world.season, scheme={"tiebreaks": ["lots"]})
    for number in range(count):
        pair = make.players(world.club, [f"A{count}.{number}", f"B{count}.{number}"])
        target = {"target": 1}
        make.played(make.match(world.session, pair, options=target), [5, 5])
        # each pair by itself: its points are its own
        for player in pair:
            chosen = {"session": world.session.pk, "player": player.pk}
            points = 100 * count + number
            penalties.penalise(world.season, **chosen, points=points, reason="-", by=None)
        penalties.draw_for_tie(world.season, players=[player.pk for player in pair], by=world.owner)


def add_merges(world, count):
    for number in range(count):
        pair = make.players(world.club, [f"A {count}.{number}", f"B {count}.{number}"])
        merging.merge(*pair, by=None)


def add_own_players(world, count):
    for number in range(count):
        club = make.club(world.owner, name=f"Elsewhere {number}")
        (player,) = make.players(club, ["Ada"])
        player.account = world.owner
        player.save()


def add_messages(world, count):
    for _number in range(count):
        match = make.match(world.session, world.players[:3])
        about = {"session": world.session.pk, "match": match.pk}
        draft = Draft(MessageKind.SEATED, f"{match.pk}", world.club, data={"table": 1}, **about)
        posting.post(draft, [Recipient(world.owner.pk, None)])


def add_devices(world, count):
    for number in range(count):
        endpoint = f"https://push.example/{count}/{number}"
        PushSubscription.objects.create(user=world.owner, endpoint=endpoint, **BROWSER)


def add_members(world, count):
    for number in range(count):
        make.member(world.club, Role.PLAYER, f"m{count}.{number}@example.org")


def add_invitations(world, count):
    for _number in range(count):
        invitations.create(world.club, by=world.owner, role=Role.PLAYER)


def add_tokens(world, count):
    for number in range(count):
        tokens.issue(world.owner, club=world.club if number % 2 else None)


def add_table_tokens(world, count):
    for _number in range(count):
        tokens.make_for_table(world.match, by=world.scorer)


def add_versions(world, count):
    if not world.match.submissions.exists():
        make.played(world.match, [12, 5, 3])
    before = world.match.submissions.count()
    for number in range(before, before + count):
        body = make.sheet(12, 5, number % 10, finisher=0)
        submissions.correct(world.match.pk, 1, body, by=world.scorer)


def add_webhooks(world, count):
    for number in range(count):
        url = f"https://league.example/{count}.{number}"
        Webhook.objects.create(club=world.club, url=url, secret="whsec_", events=[])


def add_deliveries(world, count):
    webhook = world.club.webhooks.first() or make.webhook(world.club)
    for _number in range(count):
        outbox.send_test(webhook)


def add_sign_ups(world, count):
    sheet = SignUpSheet.objects.filter(tournament=None).first()
    if sheet is None:
        sheet = sheets.open_sheet(world.session, by=None)
    for player in make.players(world.club, [f"Comes {count}.{number}" for number in range(count)]):
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, as_organiser=True)


def add_sign_ups_of_cup(world, count):
    sheet = SignUpSheet.objects.filter(session=None).first()
    if sheet is None:
        sheet = sheets.open_sheet(cup(world), by=None)
    for player in make.players(world.club, [f"Enters {count}.{number}" for number in range(count)]):
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, as_organiser=True)


def add_ladders(world, count):
    for number in range(count):
        name = f"Ladder {count}.{number}"
        make.ladder(world.club, world.players[:2], world.players[2:], name=name)


def add_periods(world, count):
    ladder = world.club.ladders.first() or make.ladder(world.club, world.players)
    for _number in range(count):
        number = ladder.periods.count() + 1
        ladders.open_next_period(
            ladder,
            number=number,
            dates=ladders.PeriodDates(f"Period {number}", date(2027, 1, 1)),
            wishes=PeriodWishes(),
            force=ladder.name,
            by=None,
        )


def add_imports(world, count):
    for number in range(count):
        settings = ImportSettings(kind="players", format="csv")
        jobs.run(
            imports.start(world.club, settings, f"Nom\nN{number}\n".encode(), by=None).pk, KINDS
        )


def add_tournaments(world, count):
    for number in range(count):
        name = f"Open {world.club.seasons.count()}.{number}"
        tournaments.create(world.club, name=name, starts_at=AFTERNOON, game="neurotrio")


def cup(world):
    content = Tournament.objects.filter(season__name="Coupe").first()
    settings: dict[str, Any] = {"game": "neurotrio", "options": {"target": 20}, "least": 3}
    return content or tournaments.create(world.club, name="Coupe", starts_at=AFTERNOON, **settings)


def add_entrants(world, count):
    came = [player.pk for player in make.players(world.club, ["Guest"] * count)]
    entrants.enter(cup(world), [EntryData(player) for player in came], by=None)
    entrants.check_in(cup(world), came, by=None)
    for player in came[::2]:
        stranger = make.players(world.club, ["Substitute"])[0].pk
        entrants.substitute(cup(world), player, stranger, by=None)


def add_seating_wishes(world, count):
    one, *others = make.players(world.club, [f"Wished {number}" for number in range(count + 1)])
    for other in others:
        seating_needs.set_wish(world.club, one.pk, other.pk, "apart", by=None)


def add_seating_needs(world, count):
    for player in make.players(world.club, [f"Needing {number}" for number in range(count)]):
        seating_needs.set_need(player, step_free=True, by=None)


def add_wishes(world, count):
    came = [player.pk for player in make.players(world.club, ["Guest"] * (count + 1))]
    entrants.enter(cup(world), [EntryData(player) for player in came], by=None)
    for other in came[1:]:
        seating_constraints.set_constraint(cup(world), came[0], other, "apart", by=None)


def add_arrivals(world, count):
    for player in make.players(world.club, [f"Arrival {count}.{n}" for n in range(count)]):
        session_log.check_in(world.session, [player.pk], by=world.owner)


def add_sittings(world, count):
    if not cup(world).entrants.exists():
        add_entrants(world, 4)
    for _number in range(count):
        make.finished(make.published(cup(world)))
