"""Lists by cursor, with as many queries for thirty rows as for three."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.description import docs
from api.http import cached_lists
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
from league.operations.seasons import penalties, seasons
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
from tests.api.caller import BASE, caller, problem_codes
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


def add_rounds(world, count):
    make.played(world.match, *[[0, 0, 1]] * count)


def add_standings(world, count):
    players = make.players(world.club, [f"Joueuse {number}" for number in range(count + count % 2)])
    for pair in zip(players[::2], players[1::2], strict=True):
        make.played(make.match(world.session, pair, options={"target": 1}), [22, 5])
    for table in Table.objects.all():
        projection.refresh(table.pk)
    rating.refresh(world.club.pk)


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


LISTS = {
    "clubs/{club}/tournaments/?game=neurotrio&format=social": add_tournaments,
    "tournaments/{cup}/entrants/": add_entrants,
    "tournaments/{cup}/incidents/": add_entrants,
    "tournaments/{cup}/sign_ups/": add_sign_ups_of_cup,
    "tournaments/{cup}/wishes/": add_wishes,
    "tournaments/{cup}/sittings/": add_sittings,
    "clubs/{club}/seating_wishes/": add_seating_wishes,
    "clubs/{club}/seating_needs/": add_seating_needs,
    "clubs/{club}/webhooks/": add_webhooks,
    "clubs/{club}/webhooks/{webhook}/deliveries/": add_deliveries,
    "clubs/{club}/imports/": add_imports,
    "clubs/{club}/ladders/": add_ladders,
    "ladders/{ladder}/periods/": add_periods,
    "clubs/{club}/standings/": add_seasons,
    "clubs/{club}/members/": add_members,
    "account/players/": add_own_players,
    "account/messages/": add_messages,
    "account/devices/": add_devices,
    "clubs/{club}/merges/": add_merges,
    "clubs/{club}/log/": add_players,
    "clubs/{club}/log/?kind=player.added&person=joueur&from=2026-01-01": add_players,
    "clubs/{club}/invitations/": add_invitations,
    "tokens/": add_tokens,
    "matches/{match}/tokens/": add_table_tokens,
    "matches/{match}/rounds/1/versions/": add_versions,
    "clubs/{club}/players/?name=joueur&ordering=-name": add_players,
    "clubs/{club}/seasons/?active=true&ordering=starts_on": add_seasons,
    "seasons/{season}/sessions/?from=2026-10-01&ordering=-starts_at": add_sessions,
    "sessions/{session}/matches/?over=false&player={player}": add_matches,
    "sessions/{session}/sit_outs/": add_sit_outs,
    "sessions/{session}/seating/": add_seating_plans,
    "sessions/{session}/presence/?here=true": add_people,
    "sessions/{session}/sign_ups/?answer=yes&waiting=false": add_sign_ups,
    "sessions/{session}/sign_ups/": add_sign_ups,
    "matches/{match}/disputes/": add_disputes,
    "matches/{match}/proposals/": add_proposals,
    "matches/{match}/substitutes/": add_substitutes,
    "sessions/{session}/proposals/": add_waiting_proposals,
    "seasons/{season}/penalties/": add_penalties,
    "seasons/{season}/draws/": add_draws,
    "seasons/{season}/schemes/": add_schemes,
    "clubs/": add_clubs,
    "clubs/{club}/players/": add_players,
    "clubs/{club}/seasons/": add_seasons,
    "seasons/{season}/sessions/": add_sessions,
    "sessions/{session}/matches/": add_matches,
    "matches/{match}/rounds/": add_rounds,
    "sessions/{session}/log/": add_arrivals,
}
TABLES = {
    "seasons/{season}/standings/": add_standings,
    "seasons/{season}/standings/?as_of={session}&since={session}": add_standings,
    "seasons/{season}/standings.csv": add_standings,
    "clubs/{club}/ratings/": add_standings,
}


def fill(path, world):
    return path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
        ladder=getattr(world.club.ladders.first(), "pk", 1),
        player=world.players[0].pk,
        webhook=getattr(world.club.webhooks.first(), "pk", 1),
        cup=getattr(Tournament.objects.filter(season__name="Coupe").first(), "pk", 1),
    )


def queries(alice, path):
    """Return how many queries a list takes that is made anew."""
    cached_lists.responses.clear()
    with CaptureQueriesContext(connection) as captured:
        assert alice.get(path).status_code == 200
    return len(captured)


@pytest.mark.long
@pytest.mark.parametrize("path", [*LISTS, *TABLES])
def test_thirty_rows_cost_no_more_queries_than_three(world, alice, path):
    add = (LISTS | TABLES)[path]
    add(world, 3)
    path = fill(path, world)
    alice.get(path)  # the use of the token is noted once
    few = queries(alice, path)
    add(world, 27)
    assert queries(alice, path) == few
    # a past evening is counted, not read; the log tells names of all kinds of things
    most = {"since": 20, "/log/": 10, "/sittings/": 9}
    assert few <= next((number for part, number in most.items() if part in path), 8)


@pytest.mark.parametrize("path", LISTS)
def test_pages_hold_every_row_once(world, alice, path):
    LISTS[path](world, 7)
    path = fill(path, world)
    everything = alice.get(path).json()
    assert everything["next"] is None
    assert len({json.dumps(row) for row in everything["results"]}) == len(everything["results"])
    rows, following = [], f"{BASE}{path}{'&' if '?' in path else '?'}limit=3"
    while following:
        page = alice.get(following.removeprefix("http://testserver")).json()
        assert 0 < len(page["results"]) <= 3
        rows += page["results"]
        following = page["next"]
    assert rows == everything["results"]
    assert len(rows) >= 7


def test_a_page_has_fifty_rows_and_two_hundred_at_most(world, alice):
    add_players(world, 210)
    path = f"clubs/{world.club.slug}/players/"
    assert len(alice.get(path).json()["results"]) == 50
    assert len(alice.get(f"{path}?limit=200").json()["results"]) == 200
    refused = alice.get(f"{path}?limit=201")
    assert (refused.status_code, problem_codes(refused)) == (422, [("bad_limit", "limit")])


def test_the_next_page_keeps_the_limit(world, alice):
    add_players(world, 10)
    following = alice.get(f"clubs/{world.club.slug}/players/?limit=4").json()["next"]
    assert following.startswith(
        "http://testserver/api/v1/clubs/les-ardoises/players/?limit=4&cursor="
    )


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", "", "²", "9" * 5000])
def test_an_odd_limit_is_422(world, alice, limit):
    response = alice.get(f"clubs/?limit={limit}")
    assert response.status_code == 422
    assert problem_codes(response) == [("bad_limit", "limit")]


@pytest.mark.parametrize("cursor", ["x", "", "-1", "%00", "é", "LTE=", "A" * 9000])
def test_an_odd_cursor_is_422(world, alice, cursor):
    response = alice.get(f"clubs/?cursor={cursor}")
    assert response.status_code == 422
    assert problem_codes(response) == [("bad_cursor", "cursor")]


def test_rows_of_other_clubs_are_not_listed(world, alice):
    add_players(world, 3)
    other = caller(world.stranger)
    slug = other.get("clubs/").json()["results"][0]["slug"]
    assert other.get(f"clubs/{slug}/players/").json()["results"] == []


def test_every_list_of_the_api_is_tested_here():
    description = docs.description()
    shapes = description["components"]["schemas"]
    described = {
        path.removeprefix(BASE)
        for path, methods in description["paths"].items()
        if "results" in shapes.get(answer_of(methods.get("get", {})), {}).get("properties", {})
    }
    plain = {path.partition("?")[0].replace("{cup}", "{tournament}") for path in LISTS}
    tested = {path.replace("rounds/1/", "rounds/{number}/") for path in plain}
    assert described == tested


def answer_of(operation):
    """Return the name of the shape that the answer of an operation has."""
    media = operation.get("responses", {}).get("200", {}).get("content", {})
    return media.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
