"""A whole evening, as a club's own program would keep it."""

from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import caller


def refresh() -> None:
    for table in Table.objects.all():
        projection.refresh(table.pk)


def test_an_evening_from_the_club_to_the_standings(db):
    alice = caller(make.user())
    club = alice.post("clubs/", {"name": "Les Ardoises", "timezone": "Europe/Paris"}).json()
    ids = [
        alice.post(f"clubs/{club['slug']}/players/", {"name": name}).json()["id"]
        for name in ("Ada", "Bruno", "Chloé")
    ]
    season = alice.post(
        f"clubs/{club['slug']}/seasons/", {"name": "Saison 2026", "starts_on": "2026-09-01"}
    ).json()
    evening = {"starts_at": "2026-10-01T20:30:00+02:00", "place": "Salle Pascal"}
    session = alice.post(f"seasons/{season['id']}/sessions/", evening).json()
    assert session["starts_at"] == "2026-10-01T20:30:00+02:00"
    match = alice.post(
        f"sessions/{session['id']}/matches/", {"game": "neurotrio", "players": ids}
    ).json()
    assert match["rounds_played"] == 0
    assert match["evidence"] is None
    assert [seat["name"] for seat in match["players"]] == ["Ada", "Bruno", "Chloé"]

    rounds = f"matches/{match['id']}/rounds/"
    for number, scores in enumerate([[22, 5, 0], [16, 8, 11], [12, 11, 3]], start=1):
        answer = alice.post(rounds, {**make.sheet(*scores), "number": number})
        assert answer.status_code == 201, answer.content
        assert answer.json()["number"] == number
    assert answer.json()["match"]["over"] is True
    assert answer.json()["match"]["totals"] == [50, 24, 14]
    assert answer.json()["verdict"]["places"] == [1, 2, 3]
    assert alice.post(rounds, make.sheet(12, 0, 0)).status_code == 422

    pending = alice.get(f"seasons/{season['id']}/standings/").json()
    assert pending["pending"] is True
    refresh()
    table = alice.get(f"seasons/{season['id']}/standings/?game=neurotrio").json()
    assert table["pending"] is False
    assert table["season"] == {"id": season["id"], "name": "Saison 2026"}
    assert [(row["place"], row["player"]["name"], row["points"]) for row in table["rows"]] == [
        (1, "Ada", "60.00"),
        (2, "Bruno", "30.00"),
        (3, "Chloé", "0.00"),
    ]


def test_a_record_of_the_api_passes_the_open_check(world, alice):
    make.played(world.match, [22, 5, 0], [16, 8, 11])
    record = alice.get(f"matches/{world.match.pk}/record/").json()
    verdict = alice.post("check/", record).json()
    assert verdict["ok"] is True
    assert verdict["totals"] == [38, 13, 11]
