"""Two organisers change the clock of an evening at the same time, with a connection each."""

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

import pytest
from django.db import transaction

from league.errors import Conflict
from league.models import AuditEntry, Clock
from league.operations.sessions import session_clock
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS


@pytest.mark.parametrize(("action", "code"), [("start", "clock_runs"), ("pause", "clock_stopped")])
def test_second_of_two_concurrent_actions_is_refused(action, code):
    session = make.session(make.season(make.club()))
    session_clock.set_minutes(session, 40, by=None)
    if action == "pause":
        session_clock.start(session, by=None)
    change = session_clock.ACTIONS[action]
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            change(session, by=None)
            second = pool.submit(apart, change, session, by=None)
            with pytest.raises(StillWaiting):
                second.result(1)
        with pytest.raises(Conflict) as refused:
            second.result(30)
    assert [problem["code"] for problem in refused.value.problems] == [code]
    assert Clock.objects.count() == 1
    assert AuditEntry.objects.filter(kind=f"session.clock_{action}").count() == 1
