"""Final rounds of a game from outside, sent to the API. Its codes are not part of the description,
which the other tests of the API hold the answers against."""

from tests import make
from tests.games.test_belote import MADE
from tests.outside_games import EXAMPLES, installed


def test_a_final_round_is_judged_by_its_fields(world, alice):
    with installed(EXAMPLES):
        season = make.season(world.club, name="Belote", games=["simple_belote"])
        seated = make.players(world.club, ["Eve", "Fay", "Gus", "Hal"])
        match = make.match(make.session(season), seated=seated, game="simple_belote")

        def send(round_, language="en"):
            return alice.client.post(
                f"/api/v1/matches/{match.pk}/rounds/",
                round_,
                content_type="application/json",
                headers={**alice.headers, "Accept-Language": language},
            )

        refused = send({**MADE, "taken": MADE["taken"][:5]})
        assert refused.status_code == 422
        (problem,) = refused.json()["problems"]
        assert (problem["code"], problem["clause"]) == ("not_whole_tricks", "B1")
        assert problem["path"].endswith("taken")
        french = send({**MADE, "taken": MADE["taken"][:5]}, "fr").json()["problems"][0]
        assert french["message"].startswith("Indiquez des plis entiers de 4 cartes")
        assert send(MADE).status_code == 201
        match.refresh_from_db()
        assert match.totals == [122, 60, 122, 60]
