"""A match of ten and an evening at tables of nine and ten, in a game from outside."""

import io
import zipfile

import pytest
from django.test import Client

from games import GAMES
from league.models import Match
from league.operations.matches import table_codes
from league.operations.paper.session_paper import PaperKind
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices
from scoring import archive_check, projection, standings_queries
from scoring.models import Table
from scoring.pure.units import UNIT
from tests import make
from tests.api.caller import caller, problem_codes
from tests.archives import exported, imported
from tests.operations.paper import papers
from tests.outside_games import EXAMPLES, installed
from tests.web.desk import scores, sign_in
from tests.web.table.phones import at, send

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
NAMES = [
    *("Ada", "Bruno", "Chloé", "Dov", "Élise", "Farid", 'Gus "G" O’Neil', "Hugo 🎲"),
    *("<script>alert(1)</script>", "Jan", "Kim", "Lou", "Mia", "Noa", "Ole", "Pia", "Quin"),
    *("Rosa", "Sami"),
]
FIRST = [11, *[10] * 8, -1]  # the last player was wrong


@pytest.fixture
def season(alice):
    with installed(EXAMPLES):
        assert 10 in GAMES["ascenseur"].seats
        yield make.season(make.club(), games=["ascenseur"])


@pytest.fixture
def people(season):
    return make.players(season.club, NAMES)


@pytest.fixture
def desk(client):
    sign_in(client, make.user())
    return client


def of_ten(season, people, cards=1):
    """Return a match of ten."""
    return make.match(make.session(season), people[:10], "ascenseur", {"cards": cards})


def standings(season):
    """Return the rows of the season, best first."""
    table = Table.objects.get(season=season, game="")
    projection.refresh(table.pk)
    return standings_queries.read(table).rows


def test_a_form_seats_ten(desk, season, people):
    session = make.session(season)
    address = f"/en/desk/sessions/{session.pk}/table/?game=ascenseur"
    shown = desk.get(address).text
    assert "seat-9" in shown
    assert "seat-10" not in shown
    seats = {f"seat-{at}": player.pk for at, player in enumerate(people[:10])}
    house_rules = {"game": "ascenseur", "ascenseur-cards": "6", "ascenseur-way": "up"}
    assert desk.post(address, {**house_rules, **seats}).status_code == 302
    (match,) = Match.objects.all()
    assert [seat.player.name for seat in match.seats.select_related("player")] == NAMES[:10]


def test_the_api_seats_ten_and_refuses_more(client, season, people):
    headers = caller(make.user()).headers
    address = f"/api/v1/sessions/{make.session(season).pk}/matches/"

    def post(address, body):
        return client.post(address, body, content_type="application/json", headers=headers)

    def create(count):
        ids = [player.pk for player in people[:count]]
        return post(address, {"game": "ascenseur", "players": ids})

    for count in (2, 11, 12):
        assert problem_codes(create(count)) == [("bad_number_of_players", "players")]
    assert problem_codes(create(13)) == [("too_long", "players")]
    made = create(10)
    assert made.status_code == 201
    rounds = f"{made['Location']}rounds/"
    wrong = {"evidence": "sheet", "scores": [11, *[10] * 8, -2]}
    assert problem_codes(post(rounds, wrong)) == [("too_far_off", "rounds.0.scores.9")]
    assert post(rounds, wrong | {"scores": FIRST}).status_code == 201
    (match,) = Match.objects.all()
    assert match.places == [1, *[2] * 8, 10]


def test_a_round_of_ten_is_entered_and_refused(desk, season, people):
    match = of_ten(season, people)
    address = f"/en/desk/matches/{match.pk}/rounds/1/"
    assert desk.get(address).text.count('name="score-') == 10
    refused = desk.post(address, scores(11, *[10] * 8, -2))
    assert refused.status_code == 422
    assert "Jan cannot be 2 tricks off" in refused.text
    assert desk.post(address, scores(*FIRST)).status_code == 302
    match.refresh_from_db()
    assert (match.totals, match.places) == (FIRST, [1, *[2] * 8, 10])
    shown = desk.get(f"/en/matches/{match.pk}/").text
    assert "&lt;script&gt;" in shown
    assert "<script>alert" not in shown


def test_a_phone_enters_a_round_of_ten(season, people):
    match = of_ten(season, people, cards=2)
    code, phone = str(table_codes.renew(match, by=make.user())), Client()
    send(phone, code, 1, *FIRST)
    match.refresh_from_db()
    assert match.totals == FIRST
    assert phone.get(at(code)).status_code == 200


def test_shared_places_get_the_mean_of_the_places_they_cover(season, people):
    make.played(of_ten(season, people), FIRST)
    of_places = [60 * UNIT * (10 - place) // 9 for place in range(1, 11)]
    shared = sum(of_places[1:9]) // 8
    assert [row.points for row in standings(season)] == [of_places[0], *[shared] * 8, 0]
    assert sum(of_places) == of_places[0] + 8 * shared


def test_standings_pages_and_files_have_all_ten(desk, season, people):
    make.played(of_ten(season, people), FIRST)
    assert len(standings(season)) == 10
    page = f"/en/seasons/{season.pk}"
    assert "Jan" in desk.get(f"{page}/").text
    lines = desk.get(f"{page}/standings.csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == 11
    assert desk.get(f"{page}/standings.xlsx").status_code == 200
    one, other = people[:2]
    assert desk.get(f"/en/players/{one.pk}/").status_code == 200
    assert desk.get(f"/en/players/{one.pk}/against/{other.pk}/").status_code == 200


def test_an_evening_at_tables_of_nine_and_ten(desk, season, people):
    session = make.session(season)
    session_log.check_in(session, [player.pk for player in people], by=None)
    choices = Choices(("ascenseur",), seed="a", preferred=10)
    proposal = seating_proposals.propose(session, choices)
    assert sorted(map(len, proposal.tables)) == [9, 10]
    shown = desk.get(f"/en/desk/sessions/{session.pk}/seat/?game=ascenseur&preferred=10")
    assert shown.status_code == 200
    seating_proposals.seat(
        session,
        proposal.choices,
        tables=proposal.tables,
        table_games=proposal.table_games,
        by=None,
    )
    sizes = [match.seats.count() for match in Match.objects.all()]
    assert sorted(sizes) == [9, 10]
    for kind in PaperKind:
        printed = desk.get(f"/en/desk/sessions/{session.pk}/paper/{kind}.pdf")
        assert printed.status_code == 200
        assert "Sami" in papers.text(printed.content), kind


def test_an_archive_of_a_table_of_ten_arrives_unchanged(season, people):
    make.played(of_ten(season, people), FIRST)
    before = [(row.player.name, row.place, row.points) for row in standings(season)]
    data = exported(season.club)
    copy = imported(data, make.user("bob@example.org")).club
    arrived = copy.seasons.get()
    after = [(row.player.name, row.place, row.points) for row in standings(arrived)]
    assert after == before
    with zipfile.ZipFile(io.BytesIO(data)) as box:
        assert [*archive_check.differences(archive_check.Archive(box), records=True)] == []
