"""A populated database has what was ordered, and everything in it is right."""

import pytest
from django.core.management import CommandError, call_command

from games import record
from league.demo import large_data
from league.models import Club, Match, Player, Submission
from league.operations.matches import matches
from league.operations.people import player_words
from scoring import projection, rating
from scoring.models import Result, Table
from tests import make

pytestmark = pytest.mark.django_db
MATCHES = 2 * large_data.least_matches()


def test_a_populated_database_has_clubs_with_matches_that_are_right(client):
    call_command("populate", "--clubs=2", "--players=20", f"--matches={MATCHES}", "--rounds")
    assert (Club.objects.count(), Player.objects.count(), Match.objects.count()) == (2, 40, MATCHES)
    for match in Match.objects.order_by("pk"):
        verdict = record.check(matches.match_record(match))
        assert verdict.ok
        assert (list(verdict.totals), verdict.over) == (match.totals, match.over)
    assert Result.objects.count() == sum(len(match.totals) for match in Match.objects.all())
    assert all(projection.check(table.pk) == [] for table in Table.objects.all())
    assert all(rating.check(club.pk) == [] for club in Club.objects.all())
    assert player_words.check() == []
    for club in Club.objects.all():
        assert client.get(f"/en/seasons/{club.seasons.get().pk}/").status_code == 200


def test_rounds_are_left_out_unless_they_are_ordered():
    call_command("populate", "--clubs=2", "--players=8", f"--matches={MATCHES}")
    rounds_of_models = Submission.objects.values("match").distinct().count()
    assert (Match.objects.count(), rounds_of_models) == (MATCHES, large_data.least_matches())


@pytest.mark.parametrize(
    "option", ["--clubs=0", "--players=7", f"--matches={large_data.least_matches() - 1}"]
)
def test_a_size_that_is_too_small_is_refused_with_the_least(option):
    name = option.split("=")[0]
    with pytest.raises(CommandError, match=f"{name}: at least"):
        call_command("populate", "--clubs=1", option)
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("language", "refusal", "words"),
    [
        (
            "fr",
            "--players\u00a0: au moins 8",
            "Clubs\u00a0: 1. Joueurs\u00a0: 8. Parties\u00a0: {}.\nConnectez-vous avec",
        ),
        (
            "de",
            "--players: mindestens 8",
            "Vereine: 1. Spieler: 8. Partien: {}.\nMelden Sie sich an",
        ),
    ],
)
def test_the_command_speaks_the_language_of_the_server(
    settings, monkeypatch, capsys, language, refusal, words
):
    settings.COMMAND_LANGUAGE = language
    monkeypatch.setattr(large_data, "load", lambda *_args, **_options: make.user())
    with pytest.raises(CommandError, match=refusal):
        call_command("populate", "--clubs=1", "--players=7")
    call_command("populate", "--clubs=1", "--players=8", f"--matches={MATCHES}")
    assert words.format(MATCHES) in capsys.readouterr().out


def test_a_database_with_clubs_is_left_alone():
    make.club()
    with pytest.raises(CommandError, match="Use an empty one"):
        call_command("populate")
    assert Player.objects.count() == 0
