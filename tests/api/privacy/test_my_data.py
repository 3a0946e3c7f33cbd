"""The data of a person, by the API."""

import io
import json
import zipfile

from league.models import Player
from league.tasks import run_job
from tests.api.caller import caller, problem_codes


def test_only_the_account_itself_gets_its_data_file(world, alice):
    started = alice.post("account/data/", None)
    assert (started.status_code, started.json()["kind"]) == (202, "account_data")
    number = started.json()["id"]
    run_job(number)
    file = b"".join(alice.get(f"jobs/{number}/file/").streaming_content)
    data = json.loads(zipfile.ZipFile(io.BytesIO(file)).read("data.json"))
    assert data["about"] == {"account": world.owner.email}
    assert caller(world.organiser).get(f"jobs/{number}/file/").status_code == 404


def test_a_player_with_an_account_is_refused_and_named(world, alice):
    player = world.players[0]
    Player.objects.filter(pk=player.pk).update(account=world.stranger)
    answer = alice.post(f"players/{player.pk}/data/", None)
    assert (answer.status_code, problem_codes(answer)) == (409, [("conflict", "")])
    assert f"{player.name} has an account" in answer.json()["detail"]
