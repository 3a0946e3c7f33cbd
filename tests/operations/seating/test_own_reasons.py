"""Why players sit at a table or sit out, as they are told themselves."""

import pytest

from league.models import Match, SeatingPlan, WishKind
from league.operations.people import seating_needs
from league.operations.seating import own_reasons
from league.operations.sessions import queue_play, seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices
from league.operations.tournaments.play import sittings
from scoring import ledger
from scoring.models import SitOut
from seating.sizes import SitOutReason
from tests import make

pytestmark = pytest.mark.django_db
NJET = Choices(("njet",), seed="a")  # tables of three or four
FIVE = ["Ada", "Bruno", "Chloé", "Dov", "Eva"]


def evening(season, players, day=1, choices=NJET):
    """Return an evening whose players are seated by a proposal, and its matches."""
    session = make.session(season, day=day)
    session_log.check_in(session, [player.pk for player in players], by=None)
    return session, seat_free(session, choices)


def seat_free(session, choices=NJET):
    proposal = seating_proposals.propose(session, choices)
    seating = seating_proposals.seat(
        session,
        choices,
        tables=proposal.tables,
        table_games=proposal.table_games,
        sit_out=proposal.sit_out,
        by=None,
    )
    return list(Match.objects.filter(pk__in=seating.matches).order_by("pk"))


def stop(matches):
    """End matches without a result, so that their players are free again."""
    for match in matches:
        Match.objects.filter(pk=match.pk).update(stopped_at=match.created_at)


def seated(match):
    return [seat.player for seat in match.seats.order_by("number")]


def of_table(match, *of):
    return own_reasons.of_table(match, seated(match), of)


@pytest.fixture
def season(db):
    return make.season(make.club(), games=["njet", "neurotrio"])


def test_meetings_count_the_season_and_know_the_last_evening_of_another(season):
    club = season.club
    players = make.players(club, FIVE[:4])
    old, _matches = evening(make.season(club, "Saison 2025", games=["njet"]), players)
    first, (match,) = evening(season, players, day=2)
    for line in of_table(match).meetings:
        assert (line.times, line.last_at, line.is_same_session) == (0, old.starts_at, False)
    second, (match,) = evening(season, players, day=3)
    lines = of_table(match).meetings
    assert len(lines) == 6
    assert {(line.times, line.last_at) for line in lines} == {(1, first.starts_at)}
    stop([match])
    (again,) = seat_free(second)
    own = of_table(again, players[0].pk)
    assert [line.players.count(players[0]) for line in own.meetings] == [1, 1, 1]
    assert {(line.times, line.is_same_session) for line in own.meetings} == {(2, True)}
    assert {line.times for line in of_table(match).meetings} == {1}, "later tables do not count"


def test_sizes_are_those_of_the_tables_seated_together(season):
    players = make.players(season.club, [f"Player {number}" for number in range(1, 12)])
    _session, matches = evening(season, players)
    assert {tuple(of_table(match).sizes) for match in matches} == {(4, 4, 3)}
    by_hand = make.match(make.session(season, day=2), players[:4], game="njet")
    assert of_table(by_hand).sizes == []


def test_sit_out_is_explained_while_the_tables_play(season):
    players = make.players(season.club, FIVE)
    session, matches = evening(season, players)
    (line,) = own_reasons.sit_outs_of_session(session, players)
    assert (line.reason, line.before, line.is_least) == (SitOutReason.GAP, 0, True)
    others = [player for player in players if player != line.player]
    assert own_reasons.sit_outs_of_session(session, others) == []
    ledger.void_sit_out(SitOut.objects.get(player=line.player))
    assert own_reasons.sit_outs_of_session(session, players) == []
    session, matches = evening(season, players, day=2)
    stop(matches)
    assert own_reasons.sit_outs_of_session(session, players) == []


def test_round_of_a_tournament_is_explained_likewise():
    tournament = make.tournament(here=5)
    players = [entrant.player for entrant in tournament.entrants.all()]
    season = tournament.season_id
    make.finished(make.published(tournament))
    assert own_reasons.sit_outs_of_tournament(season, players) == []
    draft = sittings.check(sittings.draw(tournament, by=None)[0], by=None)
    assert own_reasons.sit_outs_of_tournament(season, players) == [], "a draft is not shown"
    published = sittings.publish(draft, by=None)
    (line,) = own_reasons.sit_outs_of_tournament(season, players)
    assert [line.player.pk] == published.sit_out
    assert (line.reason, line.before, line.is_least) == (SitOutReason.GAP, 0, True)
    reasons = of_table(published.tables.get().match)
    assert reasons.is_tournament
    assert reasons.sizes == [4]
    assert sorted(meetings.times for meetings in reasons.meetings) == [0, 0, 0, 1, 1, 1]


def test_queue_play_tells_meetings_and_no_sit_out(season):
    players = make.players(season.club, FIVE)
    session = make.session(season)
    queue_play.switch_on(session, game="njet", size=4, by=None)
    session_log.check_in(session, [player.pk for player in players], by=None)
    queue_play.seat(session, queue_play.queue_of(session).tables, by=None)
    assert own_reasons.sit_outs_of_session(session, players) == []
    assert {line.times for line in of_table(Match.objects.get()).meetings} == {0}


def test_wishes_and_needs_change_no_answer(season):
    """A wish that decided leaves no trace: without it in the stored plan, answers are the same."""
    players = make.players(season.club, FIVE)
    before, matches = evening(season, players)
    (line,) = own_reasons.sit_outs_of_session(before, players)
    stop(matches)
    ada, others = line.player, [player for player in players if player != line.player]
    for other in others:
        seating_needs.set_wish(season.club, ada.pk, other.pk, WishKind.APART, by=None)
    seating_needs.set_need(others[0], by=None, step_free=True, level=3)
    seating_needs.set_wish(season.club, others[0].pk, others[1].pk, WishKind.TOGETHER, by=None)
    session, (match,) = evening(season, players, day=2)
    (again,) = own_reasons.sit_outs_of_session(session, players)
    assert (again.player, again.before, again.is_least) == (ada, 1, False), "the wish decided"
    answers = of_table(match)

    stored = SeatingPlan.objects.get(session=session)
    request = stored.parts[0]["request"]
    assert {"forbidden", "together", "step_free"} <= set(request)
    for key in {*request} - {*own_reasons.PUBLIC_KEYS, "seed", "seconds"}:
        del request[key]
    stored.save()
    season.club.seating_wishes.all().delete()
    assert own_reasons.sit_outs_of_session(session, players) == [again]
    assert of_table(match) == answers
