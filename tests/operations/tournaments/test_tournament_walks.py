"""Whatever is done in a tournament, there is a way on: random walks through all that can be done,
each of which is brought to its close at the end."""

import random
from typing import Any

import pytest
from django.db import transaction

from league.errors import LeagueError
from league.models import Audience, AuditEntry, Format
from league.operations.exchange.import_files import seat_files
from league.operations.tournaments import entrants, seat_scripts, tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import (
    publication,
    sitting_clock,
    sitting_tables,
    sitting_views,
    sittings,
)
from scoring import projection
from tests import make

pytestmark = [pytest.mark.django_db, pytest.mark.long]

MOVES = ("draft", "checked", "published", "running", "complete", "locked")
SETTINGS: dict[Format, dict[str, Any]] = {
    Format.SWISS: {"sittings_planned": 3},
    Format.SOCIAL: {"sittings_planned": 2, "finalists": 4},
    Format.KNOCK_OUT: {"go_on": 2},
    Format.KING: {"sittings_planned": 3},
    Format.SCRIPT: {},
}
SEATS = "".join(
    f"{number},{1 + seat // 4},{1 + seat % 4},{(seat * (2 * number - 1)) % 8 + 1}\n"
    for number in (1, 2, 3)
    for seat in range(8)
)


@pytest.mark.parametrize("tournament_format", SETTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_there_is_a_way_on(tournament_format, seed):
    tournament = make.tournament(here=8, format=tournament_format, **SETTINGS[tournament_format])
    if tournament_format == Format.SCRIPT:
        tournament = seat_scripts.save(tournament, seat_files.read(SEATS).rows, by=None)
    chance = random.Random(f"{tournament_format} {seed}")
    assert sum(tried(tournament, chance) for _ in range(80)) > 10
    while tournament.sittings.count() < 20 and brought_on(tournament):
        pass
    assert any(finding.code == "played_out" for finding in prechecks.precheck(tournament))
    tournaments.close(tournament, by=None)
    for table in tournament.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def tried(tournament, chance):
    """Try a random act and return whether it was done; check that a refused act leaves no trace."""
    before = AuditEntry.objects.count()
    try:
        with transaction.atomic():
            chance.choice(acts(tournament, chance))()
    except LeagueError:
        assert AuditEntry.objects.count() == before
        return False
    return True


def acts(tournament, chance):
    player = chance.choice(list(tournament.entrants.values_list("player", flat=True)))
    actions = [
        lambda: sittings.draw(tournament, by=None, provisional=chance.random() < 0.3),
        lambda: entrants.drop_out(tournament, [player], by=None),
        lambda: entrants.come_back(tournament, player, by=None),
        lambda: entrants.check_in(tournament, [player], by=None),
    ]
    for sitting in tournament.sittings.all():
        actions += acts_at(sitting, player, chance)
    return actions


def acts_at(sitting, player, chance):
    changes = [lambda: sitting_clock.change_state(sitting, chance.choice(MOVES), by=None)] * 9
    return [
        *changes,
        lambda: sittings.discard(sitting, by=None),
        lambda: sittings.keep_seats(sitting, by=None),
        lambda: publication.publish(sitting, audiences(chance), by=None),
        lambda: publication.withdraw(sitting, audiences(chance), by=None),
        lambda: sitting_tables.no_show(sitting, player, by=None),
        lambda: play(sitting, chance.choice([1, 2])),
    ]


def audiences(chance):
    return chance.sample(list(Audience), chance.randint(1, 3))


def play(sitting, number):
    table = sitting.tables.filter(number=number, match__over=False).first()
    if table is not None:
        make.finished(sitting, number)


def brought_on(tournament):
    """Bring the tournament one step towards its end, and return False once the end is reached."""
    away = tournament.entrants.exclude(state="here").values_list("player", flat=True)
    entrants.check_in(tournament, list(away), by=None)
    for stand in sitting_views.load_sittings(tournament, hidden=True):
        sitting = stand.sitting
        if stand.state == "checked":
            sitting = sittings.uncheck(sitting, by=None)
        if stand.state in {"draft", "checked"}:
            if "players_changed" in [finding.code for finding in prechecks.draft_findings(sitting)]:
                sittings.discard(sitting, by=None)
            else:
                sittings.keep_seats(sitting, by=None)
                sittings.publish(sittings.check(sitting, by=None), by=None)
            return True
        if stand.missing:
            make.finished(sitting, *stand.missing)
            return True
    if any(finding.code == "played_out" for finding in prechecks.precheck(tournament)):
        return False
    sittings.draw(tournament, by=None)
    return True
