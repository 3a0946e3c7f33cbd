"""The end of a match on its page: who won, how close it was, the round that decided it."""

import re

import pytest

from league.models import Quorum
from league.operations.results import confirmations, disputes, stopped_matches
from tests import make

pytestmark = pytest.mark.django_db


def moment(client, match, address=""):
    """Return the words of the end of a match; empty before it."""
    text = client.get(f"/en/matches/{match.pk}/{address}").content.decode()
    part = re.search(r'<section class="moment.*?</section>', text, re.S)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part[0])) if part else ""
    return re.sub(r" (?=[:.])", "", words).strip()


def match_to(target=20, **season):
    club = make.club()
    session = make.session(make.season(club, **season))
    return make.match(session, make.players(club), options={"target": target})


def test_the_end_appears_with_the_last_round(client):
    match = make.played(match_to(), [9, 11, 2, 1])
    assert moment(client, match) == moment(client, match, "live/") == ""
    make.played(match, [12, 8, 3, 1])
    for address in ("", "live/"):
        words = moment(client, match, address)
        assert "Ada wins with 21 points. The next player is 2 points behind." in words
        assert "Decided in the last round. Before that, up to 2 points behind." in words


def test_the_decisive_round_is_marked_among_the_leaders(client):
    match = make.played(match_to(30), [9, 11, 2, 1], [12, 2, 2, 1], [10, 2, 2, 1])
    words = moment(client, match)
    assert "Decided in round 2: in the lead from then on." in words
    assert "Round 1: Bruno" in words
    text = client.get(f"/en/matches/{match.pk}/").content.decode()
    assert re.findall(r'class="decided">\s*<a href="#round-(\d)"', text) == ["2"]


def test_a_player_who_gave_up_is_named(client):
    match = make.played(match_to(), [9, 2, 1, 3])
    ada = match.seats.get(number=0).player_id
    stopped_matches.stop(match, by=None, forfeited=[ada])
    words = moment(client, match)
    assert "Dov wins with 3 points. The next player is 1 point behind." in words
    assert "Ada gave up and comes last. The match was stopped after 1 round." in words


def test_an_end_that_is_not_final_says_so(client):
    match = make.played(match_to(confirmation=Quorum.MAJORITY), [22, 2, 1, 3])
    assert "The result is not confirmed yet." in moment(client, match)
    owner = match.session.season.club.memberships.get().user
    speaker = confirmations.speaker(match, player=None, by=owner)
    disputes.open_dispute(match, speaker, reason="No", by=owner)
    assert "The result is disputed and may still change." in moment(client, match)
