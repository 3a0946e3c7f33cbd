"""Filters that all lists of matches share."""

from collections.abc import Mapping
from dataclasses import replace

from django.db.models import Q

from api.games.shapes import EVIDENCE
from api.http.filters import Filter, day, id_of, one_of, yes_no
from games import GAMES
from league.models.matches import OPEN, POSTPONED
from league.operations.matches import table_numbers, table_turns

STATES: Mapping[str, Q] = {
    "running": OPEN & ~POSTPONED,
    "postponed": OPEN & POSTPONED,
    "over": Q(over=True),
    "disputed": Q(over=True, disputed__gt=0),
    "void": Q(over=False, stopped_at__isnull=False),
}
OF_MATCHES: Mapping[str, Filter] = {
    "game": one_of("game", GAMES),
    "state": replace(
        one_of("state", STATES),
        words="Only matches in this state: `running`, `postponed`, `over` with a result, "
        "`disputed` (over, with an open dispute) or `void` (stopped without a result).",
        where=lambda state: STATES[state],
    ),
    "over": yes_no(
        "Only matches that have ended (`true`), or that have not (`false`).",
        lambda: Q(over=True),
    ),
    "evidence": replace(
        one_of("evidence", EVIDENCE), words="Only matches whose lowest evidence level is this one."
    ),
    "table": replace(
        id_of("Only matches at the table of this number.", "pk"), where=table_numbers.has_number
    ),
    "player": replace(
        id_of("Only matches in which this player had a seat in any round.", "pk"),
        where=lambda player: table_turns.sits_or_sat([player]),
    ),
}
OF_SEVERAL_SESSIONS: Mapping[str, Filter] = {
    **OF_MATCHES,
    "from": day(
        "Only matches of sessions on or after this day, in the time zone of the club.",
        "session__starts_at__date__gte",
    ),
    "to": day(
        "Only matches of sessions on or before this day, in the time zone of the club.",
        "session__starts_at__date__lte",
    ),
}
# the player stands in the address; a query parameter of the same name would hide it in clients
OF_ONE_PLAYER: Mapping[str, Filter] = {
    name: list_filter for name, list_filter in OF_SEVERAL_SESSIONS.items() if name != "player"
}
