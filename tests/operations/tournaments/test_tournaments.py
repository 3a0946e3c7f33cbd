"""A tournament: a season that is played by a plan, with settings that can be played."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from league.errors import Conflict, Invalid
from league.models import Format, Season, Tournament
from league.operations.tournaments import tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import sittings
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db

WHEN = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


def create(**fields):
    settings = {"name": "Open", "starts_at": WHEN, "game": "neurotrio", **fields}
    return tournaments.create(make.club(), **settings)


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def test_it_comes_with_its_season_and_its_first_evening():
    tournament = create(place="Salle Pascal")
    season = tournament.season
    assert (season.name, season.games) == ("Open", ["neurotrio"])
    assert season.sessions.get().starts_at == WHEN
    assert set(season.tables.values_list("game", flat=True)) == {"", "neurotrio"}
    assert (tournament.least, tournament.most, tournament.preferred) == (2, 4, [3, 4])
    assert kinds_of(tournament) == ["create"]


def test_the_first_day_is_that_of_the_club():
    late = datetime(2026, 10, 3, 23, 30, tzinfo=UTC)
    assert str(create(starts_at=late).season.starts_on) == "2026-10-04"


def test_a_taken_name_creates_neither_tournament_nor_season():
    club = make.club()
    make.season(club, name="Open")
    with pytest.raises(Conflict, match="with this name"):
        tournaments.create(club, name="Open", starts_at=WHEN, game="njet")
    assert (Tournament.objects.count(), Season.objects.count()) == (0, 1)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"game": "chess"}, ("unknown_game", "game")),
        ({"least": 1}, ("bad_number_of_players", "least")),
        ({"most": 5}, ("bad_number_of_players", "most")),
        ({"least": 4, "most": 3}, ("sizes_reversed", "most")),
        ({"least": 4, "preferred": [3]}, ("bad_size", "preferred.0")),
        ({"format": "lottery"}, ("unknown_choice", "format")),
        ({"format": Format.KNOCK_OUT}, ("bad_go_on", "go_on")),
        ({"format": Format.KNOCK_OUT, "go_on": 4}, ("bad_go_on", "go_on")),
        ({"go_on": 1}, ("bad_go_on", "go_on")),
        ({"finalists": 4}, ("bad_finalists", "sittings_planned")),
        ({"finalists": 1, "sittings_planned": 2}, ("bad_finalists", "finalists")),
        (
            {"format": Format.KNOCK_OUT, "go_on": 2, "finalists": 4},
            ("bad_finalists", "finalists"),
        ),
        ({"sittings_planned": 101}, ("out_of_range", "sittings_planned")),
        ({"minutes": 1441}, ("out_of_range", "minutes")),
        ({"step_free_tables": [0]}, ("out_of_range", "step_free_tables.0")),
        ({"rules": ["sit_out", "sit_out"]}, ("unknown_choice", "rules.1")),
        ({"rules": ["luck"]}, ("unknown_choice", "rules.0")),
        ({"seed": "x" * 65}, ("too_long", "seed")),
        ({"options": {"target": 0}}, ("not_within", "options.target")),
    ],
)
def test_an_unplayable_tournament_is_refused(settings, problem):
    with pytest.raises(Invalid) as refused:
        create(**settings)
    assert problem[1] in [path for _code, path in codes(refused)]
    assert not Season.objects.exists()


def test_settings_change_but_not_the_game_once_a_sitting_is_drawn():
    tournament = make.tournament()
    tournaments.change(tournament, name="Masters", minutes=30, format=Format.SWISS)
    sittings.draw(tournament, by=None)
    with pytest.raises(Invalid) as refused:
        tournaments.change(tournament, format=Format.KING, game="njet", minutes=20)
    assert codes(refused) == [("drawn_already", "game"), ("drawn_already", "format")]
    changed = tournaments.change(tournament, minutes=20, format=Format.SWISS)
    assert (changed.season.name, changed.minutes, changed.version) == ("Masters", 20, 3)


def test_the_database_holds_what_the_operations_promise():
    tournament = create()
    for broken in ({"format": "lottery"}, {"most": 1}, {"format": "knock_out", "go_on": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(**broken)


def test_a_closed_tournament_stays_as_it_is_until_it_is_reopened():
    tournament = make.tournament()
    sitting = make.published(tournament)
    with pytest.raises(Conflict, match="not complete: 1"):
        tournaments.close(tournament, by=None)
    make.finished(sitting)
    tournaments.close(tournament, by=None)
    closed = Tournament.objects.get()
    assert prechecks.precheck(closed)[0].code == "closed"
    with pytest.raises(Conflict, match="closed"):
        sittings.draw(tournament, by=None)
    with pytest.raises(Conflict, match="closed"):
        tournaments.change(tournament, minutes=5)
    tournaments.reopen(tournament, by=None)
    with pytest.raises(Conflict, match="already open"):
        tournaments.reopen(tournament, by=None)
    assert sittings.draw(tournament, by=None)[0].number == 2
