"""Matches of Njet! for the tests of its pages, and the text of pages."""

from random import Random
from typing import Any

from games import record
from league.operations.matches import submissions
from tests import make

FINAL = {
    "evidence": "final",
    "rules": {"first": 2, "discard": 1, "trump": "R", "super": "K", "value": 3},
    "teams": [[2, 3], [0, 1]],
    "tricks": [5, 4],
    "ones": [3, 4],
}


def table(players=4, names=make.NAMES, club="Les Ardoises", **options):
    session = make.session(make.season(make.club(name=club)))
    seated = make.players(session.season.club, names[:players])
    return make.match(session, seated, "njet", options)


def play(match, evidence="transcript", seed=1):
    """Store a round that bots played."""
    names = [seat.player.name for seat in match.seats.all()]
    played: dict[str, Any] = record.play(
        "njet", Random(seed), names, evidence, options=match.options
    )
    submissions.submit(match.pk, played["rounds"][0], by=None)
    return played["rounds"][0]


def shown(client, address, **query):
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def entry(match, number=1, piece=""):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/{piece}"
