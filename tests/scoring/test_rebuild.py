"""manage.py rebuild_standings: compares, tells, and repairs only when asked to."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring import projection, rating, standings_queries, tasks
from scoring.models import Rating, Table
from scoring.pure.units import COARSE_UNIT, UNIT
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    season = make.played(make.match(), *[[22, 5, 6]] * 3).session.season
    for table in season.tables.all():
        projection.refresh(table.pk)
    return season


def rebuild(*options):
    out = StringIO()
    call_command("rebuild_standings", *options, stdout=out)
    return out.getvalue()


def tamper(season):
    table = standings_queries.find_table(season.pk)
    table.standings.filter(player__name="Ada").update(points=7 * COARSE_UNIT)
    return table


def points(season):
    return {
        row.player.name: row.points
        for row in standings_queries.read(standings_queries.find_table(season.pk)).rows
    }


def test_tables_that_are_right_pass_the_check(season):
    assert f"All standings are correct: {Table.objects.count()}." in rebuild("--check")


def test_the_check_reports_each_wrong_row_without_repairing_it(season):
    tamper(season)
    out = StringIO()
    with pytest.raises(CommandError, match="Wrong rows: 1"):
        call_command("rebuild_standings", "--check", stdout=out)
    assert "Stored: points 7.00" in out.getvalue()
    assert "Correct: points 60.00" in out.getvalue()
    assert points(season)["Ada"] == 7 * UNIT


def test_a_rebuild_puts_it_right_under_a_new_version(season):
    before = standings_queries.version_tag(tamper(season))
    assert "Wrong rows until now: 1." in rebuild()
    assert points(season)["Ada"] == 60 * UNIT
    assert standings_queries.version_tag(standings_queries.find_table(season.pk)) != before


def test_a_rebuild_of_what_is_right_changes_no_row(season):
    stored_rows = list(standings_queries.find_table(season.pk).standings.values())
    rebuild("--season", str(season.pk))
    assert list(standings_queries.find_table(season.pk).standings.values()) == stored_rows


def test_facts_that_are_not_counted_yet_are_no_difference(season):
    session = season.sessions.get()
    make.played(make.match(session, list(season.club.players.all()[:3])), *[[22, 5, 6]] * 3)
    assert standings_queries.find_table(season.pk).pending
    assert "standings are correct" in rebuild("--check")


def test_ratings_are_compared_and_put_right_too(season):
    rating.refresh(season.club_id)
    assert "standings are correct" in rebuild("--check")
    Rating.objects.filter(player__name="Ada", game="").update(mu=99.0)
    out = StringIO()
    with pytest.raises(CommandError, match="Wrong rows: 1"):
        call_command("rebuild_standings", "--check", stdout=out)
    assert "all games: the rating of player" in out.getvalue()
    rebuild()
    assert "standings are correct" in rebuild("--check")


def test_the_nightly_check_logs_differences_without_repairing_them(season, caplog):
    rating.refresh(season.club_id)
    tasks.check()
    tasks.check_ratings()
    assert not caplog.records
    tamper(season)
    Rating.objects.filter(player__name="Ada", game="").update(mu=99.0)
    tasks.check()
    tasks.check_ratings()
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 2
    assert points(season)["Ada"] == 7 * UNIT


@pytest.mark.parametrize("number", ["999", "-1", "9" * 30])
def test_an_unknown_season_is_reported(season, number):
    with pytest.raises(CommandError, match=f"no season {number}"):
        rebuild("--season", number, "--check")


SPOKEN = {
    "fr": {
        "row": "tous les jeux, joueur",
        "stored": "Enregistré\u00a0: points 7.00, parties 1, victoires ",
        "rating": "tous les jeux\u00a0: la cote du joueur",
        "wrong": "Lignes fausses\u00a0: 2.",
        "rebuilt": "Lignes fausses jusqu’ici\u00a0: 2.",
        "right": "Tous les classements sont justes\u00a0: ",
        "no season": "Il n’y a pas de saison 999.",
    },
    "de": {
        "row": "alle Spiele, Spieler",
        "stored": "Gespeichert: Punkte 7.00, Partien 1, Siege ",
        "rating": "alle Spiele: Die Wertungszahl des Spielers",
        "wrong": "Falsche Zeilen: 2.",
        "rebuilt": "Bisher falsche Zeilen: 2.",
        "right": "Alle Tabellen sind richtig: ",
        "no season": "Es gibt keine Saison 999.",
    },
}


@pytest.mark.parametrize("language", SPOKEN)
def test_the_command_speaks_the_language_of_the_server(season, settings, language):
    settings.COMMAND_LANGUAGE, spoken = language, SPOKEN[language]
    rating.refresh(season.club_id)
    tamper(season)
    Rating.objects.filter(player__name="Ada", game="").update(mu=99.0)
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("rebuild_standings", "--check", stdout=out)
    assert str(caught.value) == spoken["wrong"]
    for words in ("row", "stored", "rating"):
        assert spoken[words] in out.getvalue()
    assert spoken["rebuilt"] in rebuild()
    assert spoken["right"] in rebuild("--check")
    with pytest.raises(CommandError, match=spoken["no season"]):
        rebuild("--season", "999")
