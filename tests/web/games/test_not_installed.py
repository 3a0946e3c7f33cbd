"""A game that was uninstalled: its matches stay readable everywhere, and cannot be continued."""

import pytest

from league.errors import Conflict, LeagueError
from league.operations.matches import submissions
from league.operations.results import leavers, replays, stopped_matches
from league.operations.sessions import rematches, session_log
from tests import make
from tests.uninstalled import GONE, uninstall

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


def test_its_matches_are_not_continued(alice):
    match = make.match()
    make.played(match, [12, 4, 2])
    uninstall()
    match.refresh_from_db()
    seats = list(match.seats.order_by("number"))
    acts = {
        "round": lambda: make.played(match, [10, 4, 2]),
        "correction": lambda: submissions.correct(match.pk, 1, make.sheet(10, 4, 2), by=None),
        "withdrawal": lambda: submissions.withdraw(match.pk, 1, by=None),
        "smaller table": lambda: leavers.go_on(
            match, leaving=seats[0].player_id, end=leavers.MatchEnd.NONE, by=None
        ),
        "end with a result": lambda: stopped_matches.stop(match, by=None),
        "new table": lambda: session_log.set_table(
            match.session, game=GONE, players=[seat.player_id for seat in seats], by=None
        ),
    }
    refusals = {}
    for name, act in acts.items():
        with pytest.raises(LeagueError) as refused:
            act()
        codes = [problem["code"] for problem in refused.value.problems]
        refusals[name] = codes or str(refused.value.detail)
    assert refusals == {name: ["game_not_installed"] for name in acts}
    match.refresh_from_db()
    assert (match.rounds_played, match.totals) == (1, [12, 4, 2])
    ended = stopped_matches.abandon(match, by=None)
    for again in (rematches.start, replays.replay):
        with pytest.raises(Conflict, match="not installed"):
            again(ended, by=None)
