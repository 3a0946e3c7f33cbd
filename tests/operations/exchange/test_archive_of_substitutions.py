"""Substitutes and matches that go on without a player travel with a club."""

import json
import zipfile

import pytest

from league.errors import Invalid
from league.models import ConfirmationWay, Match, Substitution, SubstitutionEffect
from league.operations.exchange.archive import file_format
from league.operations.results import confirmations, leavers, substitutions
from league.operations.results.confirmations import Speaker
from league.operations.results.leavers import MatchEnd
from scoring import archive_check
from scoring.models import Encounter, Result
from tests import make
from tests.archives import changed, exported, imported, packed, summed, unpacked
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
ROUND = [22, 1, 2, 3]
COLUMNS = ("player__name", "seat", "score", "place", "share_from", "share_to", "share_of")
OF_CHANGES = ("seat", "leaving__name", "entering__name", "from_round", "effect", "at")


@pytest.fixture
@made_once
def club():
    """Return a club with a match for each effect, one with several substitutes, and one that went
    on with three."""
    make.match()  # so that numbers and ids differ
    club = make.club(name="Autre")
    season = make.season(club, confirmation="one")
    players = make.players(club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn", "Gil"])
    session, alice = make.session(season), make.user()
    ada, bruno, _chloe, _dov, eva, finn, gil = (player.pk for player in players)
    for effect in SubstitutionEffect:
        match = make.played(make.match(session, players[:4]), ROUND)
        substitutions.substitute(match, leaving=ada, entering=eva, effect=effect, by=alice)
        match = make.played(match, ROUND)
        if effect == SubstitutionEffect.BOTH:
            substitutions.substitute(match, leaving=eva, entering=finn, effect=effect, by=alice)
            undone = substitutions.substitute(
                match, leaving=bruno, entering=gil, effect=effect, by=None
            )
            substitutions.take_back(undone, by=None)
        match = make.played(match, ROUND)
        confirmations.confirm(match, Speaker(bruno, ConfirmationWay.TABLE), by=alice)
    match = make.played(make.match(session, players[:4]), ROUND)
    leavers.go_on(match, leaving=ada, end=MatchEnd.FORFEIT, by=alice)
    return club


def description(club):
    matches = Match.objects.filter(session__season__club=club).order_by("pk")
    results = Result.objects.live().filter(season__club=club)
    names = dict(club.players.values_list("pk", "name"))
    encounters = Encounter.objects.live().filter(season__club=club).order_by("match")
    return (
        list(results.order_by("match", "seat", "share_from").values_list(*COLUMNS)),
        list(Substitution.objects.filter(match__in=matches).values_list(*OF_CHANGES)),
        [[names[pk] for side in row.sides for pk in side] for row in encounters],
        [match.continues is not None for match in matches],
    )


def test_substitutions_survive_a_round_trip(club):
    data = exported(club)
    again = imported(data, make.user("other@example.org")).club
    assert description(again) == description(club)
    assert description(again)[3] == [False] * 5 + [True]
    assert unpacked(exported(again))["matches.ndjson"] == unpacked(data)["matches.ndjson"]


def test_archive_agrees_with_itself(club, tmp_path):
    path = tmp_path / "club.zip"
    path.write_bytes(exported(club))
    with zipfile.ZipFile(path) as box:
        assert list(archive_check.differences(archive_check.Archive(box), records=True)) == []


def test_archives_from_before_have_no_substitutions():
    club = make.played(make.match(options={"target": 20}), [22, 1, 2]).session.season.club
    files = unpacked(exported(club))
    row = json.loads(files["matches.ndjson"])
    old_row = {key: row[key] for key in row if key not in {"substitutions", "continues"}}
    files["matches.ndjson"] = file_format.encode_row(old_row)
    again = imported(packed(summed(files)), make.user("other@example.org")).club
    assert Result.objects.live().filter(season__club=again).count() == 3


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 7},
        {"from_round": 1},
        {"leaving": 5},
        {"leaving": 2},
        {"entering": 6},
        {"effect": "all"},
    ],
)
def test_impossible_substitutions_are_refused(club, change):
    archive = changed(
        exported(club), "matches.ndjson", 1, lambda row: row["substitutions"][0].update(change)
    )
    with pytest.raises(Invalid) as refused:
        imported(archive, make.user("other@example.org"))
    assert refused.value.problems[0]["path"].startswith("matches.ndjson:1.substitutions")
