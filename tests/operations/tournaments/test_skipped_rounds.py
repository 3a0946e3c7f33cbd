"""Rounds that a player asks to skip."""

import pytest

from league.errors import Conflict, Forbidden, Invalid
from league.models import Format
from league.operations.tournaments import entrants, own_rounds
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import sitting_views, sittings
from scoring.models import SitOut
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db


def seated(sitting):
    return {player for table in sitting.tables.all() for player in table.players}


def first_player(tournament):
    return tournament.entrants.order_by("pk").first().player_id


def test_skipper_is_left_out_of_one_round_and_back_in_the_next():
    tournament = make.tournament(here=9)
    make.finished(make.published(tournament))
    player = first_player(tournament)
    entrants.skip_round(tournament, player, 2, by=None)
    entrants.skip_round(tournament, player, 2, by=None)
    assert kinds_of(tournament).count("skip") == 1
    assert prechecks.expected_tables(tournament) == (4, 4)
    draft = sittings.draw(tournament, by=None)[0]
    assert player not in seated(draft) | set(draft.sit_out)
    before = SitOut.objects.filter(player=player).count()
    make.finished(publish(draft))
    assert SitOut.objects.filter(player=player).count() == before
    shown = sitting_views.load_sittings(tournament, hidden=False)
    assert [[skipper.pk for skipper in status.skipped_by] for status in shown] == [[], [player]]
    again = sittings.draw(tournament, by=None)[0]
    assert player in seated(again) | set(again.sit_out)
    assert str(player) not in again.request["history"][1]["sit_out"]


def publish(draft):
    return sittings.publish(sittings.check(draft, by=None), by=None)


def test_draft_is_outdated_by_a_skip_until_it_is_taken_back():
    tournament = make.tournament(here=8)
    draft = sittings.draw(tournament, by=None)[0]
    player = first_player(tournament)
    entrants.skip_round(tournament, player, 1, by=None)
    with pytest.raises(Conflict, match="since this round was drawn"):
        sittings.check(draft, by=None)
    entrants.play_round(tournament, player, 1, by=None)
    entrants.play_round(tournament, player, 1, by=None)
    assert kinds_of(tournament).count("unskip") == 1
    sittings.check(draft, by=None)


def test_published_and_unplanned_rounds_cannot_be_skipped():
    tournament = make.tournament(here=8, sittings_planned=3)
    make.published(tournament)
    player = first_player(tournament)
    assert entrants.rounds_to_skip(tournament) == [2, 3]
    for number, code in (
        (1, "round_published"),
        (0, "round_not_planned"),
        (4, "round_not_planned"),
    ):
        with pytest.raises(Conflict) as refused:
            entrants.skip_round(tournament, player, number, by=None)
        assert refused.value.problems[0]["code"] == code
    with pytest.raises(Invalid, match="not entered"):
        entrants.skip_round(tournament, 0, 2, by=None)


@pytest.mark.parametrize(
    ("settings", "number"),
    [({"format": Format.KNOCK_OUT, "go_on": 2}, 1), ({"sittings_planned": 2, "finalists": 4}, 3)],
)
def test_seats_of_finals_and_knock_outs_cannot_be_skipped(settings, number):
    tournament = make.tournament(here=8, **settings)
    with pytest.raises(Conflict, match="Drop the player from the tournament") as refused:
        entrants.skip_round(tournament, first_player(tournament), number, by=None)
    assert refused.value.problems[0]["code"] == "earned_seat"


def test_round_robin_draws_a_skipped_round_by_itself():
    tournament = make.tournament(here=6, format=Format.ROUND_ROBIN, least=2, most=2)
    player = first_player(tournament)
    entrants.skip_round(tournament, player, 1, by=None)
    (draft,) = sittings.draw(tournament, by=None)
    assert player not in seated(draft) | set(draft.sit_out)
    make.finished(publish(draft))
    assert player in seated(sittings.draw(tournament, by=None)[0])


def test_players_skip_rounds_of_their_own_only():
    tournament = make.tournament(here=8)
    entrant, other = tournament.entrants.select_related("player").order_by("pk")[:2]
    entrant.player.account = account = make.user("zoe@example.org")
    entrant.player.save()
    own_rounds.skip_round(tournament, entrant.player_id, 1, by=account)
    (choice,) = own_rounds.choices_of_account(account)
    assert list(choice.skipped) == [1]
    assert 1 not in choice.to_skip
    with pytest.raises(Forbidden):
        own_rounds.skip_round(tournament, other.player_id, 1, by=account)
