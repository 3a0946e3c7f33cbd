"""A game from outside with fields, partners, a drawing and a score sheet of its own, everywhere."""

import pytest
from django.test import Client

from games import guard
from league.models import Match
from league.operations.matches import submissions, table_codes
from league.operations.paper.typesetting import forms
from league.operations.seating import partners
from tests import make
from tests.archives import exported, imported
from tests.games.test_belote import HEARTS, MADE
from tests.outside_games import EXAMPLES, installed, write_game
from tests.web.desk import sign_in
from tests.web.table.phones import at

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
TAKEN = {f"field-taken.{code}": "yes" for code in MADE["taken"]}
FORM = {
    "evidence": "final",
    "field-trump": "H",
    "field-taker": "0",
    "field-last": "2",
    "field-belote": "0",
    **TAKEN,
}


@pytest.fixture
def seated(alice):
    with installed(EXAMPLES):
        season = make.season(make.club(), games=["simple_belote"])
        players = make.players(season.club, ["Ada", "Bob", "Zoé", "<b>Dov</b>"])
        yield make.match(make.session(season), game="simple_belote", seated=players)
        assert guard.failures() == []


def test_a_round_is_entered_with_its_cards(client, seated):
    sign_in(client, make.user())
    address = f"/en/desk/matches/{seated.pk}/rounds/1/"
    form = client.get(address).text
    assert "Cards of the taker’s side" in form
    assert "Ada + Zoé" in form
    assert "<b>Dov" not in form
    assert client.post(address, FORM).status_code == 302
    seated.refresh_from_db()
    assert seated.totals == [122, 60, 122, 60]
    assert seated.submissions.get().body == MADE


def test_a_correction_starts_from_the_cards_of_the_round(client, seated):
    sign_in(client, make.user())
    submissions.submit(seated.pk, MADE, by=None)
    form = client.get(f"/en/desk/matches/{seated.pk}/rounds/1/").text
    assert form.count(" checked>") == 1 + 4 + len(TAKEN)
    preview = client.post(f"/en/desk/matches/{seated.pk}/rounds/1/preview/", FORM).text
    assert "last trick" in preview
    assert "122" in preview


def test_a_refused_form_shows_the_problem_beside_its_field(client, seated):
    sign_in(client, make.user())
    wrong = {key: value for key, value in FORM.items() if key != f"field-taken.{HEARTS[0]}"}
    refused = client.post(f"/fr/desk/matches/{seated.pk}/rounds/1/", wrong)
    assert refused.status_code == 422
    assert 'href="#field-taken"' in refused.text
    assert "Indiquez des plis entiers de 4 cartes" in refused.text
    assert refused.text.count(" checked>") == 1 + 4 + len(TAKEN) - 1


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["J♥", "jack of hearts", "last trick", "379 points to go"]),
        ("fr", ["V♥", "valet de cœur", "dix de der", "379 points à faire"]),
        ("de", ["B♥", "Herz Bube", "letzter Stich", "noch 379 Punkte"]),
    ],
)
def test_pages_show_drawing_labels_and_progress(language, words, client, seated):
    submissions.submit(seated.pk, MADE, by=None)
    code = str(table_codes.renew(seated, by=make.user()))
    shown = client.get(f"/{language}/matches/{seated.pk}/").text
    *on_page, on_phone = words
    assert [each for each in on_page if each not in shown] == []
    assert on_phone in client.get(at(code).replace("/en/", f"/{language}/")).text


def test_the_phone_of_its_table_enters_the_cards(seated):
    code, phone = str(table_codes.renew(seated, by=make.user())), Client()
    shown = phone.get(at(code)).text
    assert "Cards of the taker’s side" in shown
    answer = phone.post(at(code, "rounds/"), {**FORM, "number": 1})
    assert answer.status_code in {200, 302}, answer.text
    seated.refresh_from_db()
    assert seated.totals == [122, 60, 122, 60]


def test_a_score_sheet_has_its_boxes(seated):
    form = forms.form_of("simple_belote", seated.options, 4)
    assert [group.label for group in form.lines[0]] == ["Trump", "Taker", "Belote"]
    assert form.hints[0] == "Partners, by their seats: 1+3 – 2+4."


def test_an_archive_brings_it_to_another_server(seated):
    submissions.submit(seated.pk, MADE, by=None)
    data = exported(seated.session.season.club)
    copy = imported(data, make.user("bob@example.org")).club
    arrived = Match.objects.get(session__season__club=copy)
    assert arrived.submissions.get().verdict == seated.submissions.get().verdict
    assert arrived.totals == [122, 60, 122, 60]


def test_partners_are_proposed_even_if_rounds_are_no_number(alice, tmp_path):
    code = """
        from games.contract import Choice, SheetGame
        from problems.text import Words

        class Toy(SheetGame):
            contract, slug, name = 1, "toy", "Toy"
            seats, scores, has_partners = range(2, 5), range(9), True
            options = (Choice("rounds", Words("Rounds"), "few", {"few": Words("few")}),)

            def is_over(self, match):
                return False
    """
    with installed(write_game(tmp_path, "toy", code)):
        request = partners.partner_request("toy", {}, ["1", "2"], {})
        assert request == {"rounds": 1, "history": []}
        request = partners.partner_request("toy", {"rounds": 3}, ["1", "2"], {})
        assert request == {"rounds": 1, "history": []}


FEWEST = """
    from games.contract import Number, SheetGame
    from games.drawing import Row, Tile
    from games.fields import Cards, EachPlayer
    from problems.text import Words

    class Toy(SheetGame):
        contract = 1
        slug = "toy"
        name = "Toy"
        seats = range(2, 4)
        scores = range(27)
        fewest_wins = True
        labels = {"left": Words("cards left")}
        fields = (
            EachPlayer(Cards("hands", Words("Hands"), {"AH": Words("A")}, copies=9)),
            EachPlayer(Number("penalty", Words("Penalty"), 0, least=0, most=5)),
        )

        def final(self, match, values, at):
            from games.contract import Outcome
            scores = tuple(len(hand) + extra for hand, extra in
                           zip(values["hands"], values["penalty"]))
            items = [[{"code": "left", "clause": "", "count": 1, "points": points}]
                     for points in scores]
            return Outcome(scores, [{"points": points, "items": each}
                                    for points, each in zip(scores, items)])

        def is_over(self, match):
            return max(match.totals) >= 50

        def drawing(self, options, round_, players):
            return BROKEN
"""


@pytest.fixture
def toy(alice, tmp_path):
    with installed(write_game(tmp_path, "toy", FEWEST.replace("BROKEN", "[Row('<script>')]"))):
        season = make.season(make.club(), games=["toy"])
        players = make.players(season.club, ["Ada", "Bob"])
        yield make.match(make.session(season), game="toy", seated=players)


def test_the_fewest_points_win_where_the_game_says_so(client, toy):
    sign_in(client, make.user())
    address = f"/en/desk/matches/{toy.pk}/rounds/1/"
    assert "The lowest total wins" in client.get(address).text
    assert client.post(address, {"score-0": "20", "score-1": "5"}).status_code == 302
    toy.refresh_from_db()
    assert (toy.totals, toy.places) == ([-20, -5], [2, 1])
    form = client.get(address).text
    assert 'value="20"' in form
    assert 'value="-20"' not in form


def test_entries_of_each_player_are_read_and_filled_in(client, toy):
    sign_in(client, make.user())
    address = f"/en/desk/matches/{toy.pk}/rounds/1/"
    form = {
        "evidence": "final",
        "field-hands-0": "a AH,A",
        "field-hands-1": "",
        "field-penalty-0": "0",
        "field-penalty-1": "5",
    }
    refused = client.post(address, {**form, "field-hands-1": "KX <b>"})
    assert refused.status_code == 422
    assert 'href="#field-hands-1"' in refused.text
    assert "This game has no card “KX”" in refused.text
    assert client.post(address, form).status_code == 302
    toy.refresh_from_db()
    assert toy.totals == [-3, -5]
    assert toy.submissions.get().body["hands"] == [["AH"] * 3, []]
    assert 'value="A A A"' in client.get(address).text
    shown = client.get(f"/en/matches/{toy.pk}/")
    assert shown.status_code == 200
    assert "<script>'" not in shown.text
    assert "cards left" in shown.text
    assert "Words are needed" in guard.failures()[-1].reason.say("en")
