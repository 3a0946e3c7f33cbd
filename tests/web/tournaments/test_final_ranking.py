"""The final ranking of a tournament: every page, paper, file and picture shows the same places."""

import html
import re

import pytest

from league.models import Format, Player
from league.operations.exchange.archive import write
from league.operations.matches import submissions
from league.operations.paper import link_cards
from league.operations.privacy import player_data
from league.operations.results import stopped_matches
from league.operations.tournaments import entrants, final_ranking, tournaments
from scoring import projection
from tests import make
from tests.api.caller import caller
from tests.operations.paper import papers

pytestmark = pytest.mark.django_db
PLACE_AND_NAME = re.compile(
    r"(?<![\d.,/])(\d{1,2})(?:st|nd|rd|th)?(?: place)?\s[^\d]*?(Player \d\d)"
)
NAMES = re.compile(r"Player \d\d")
PAGES = {  # address → how many rows it shows
    "/en/seasons/{season}/": None,
    "/en/seasons/{season}/table/": None,
    "/en/seasons/{season}/neurotrio/": None,
    "/embed/seasons/{season}/?rows=50": None,
    "/en/screens/seasons/{season}/overlay/?rows=10": 10,
    "/en/screens/seasons/{season}/": None,
    "/en/screens/tournaments/{cup}/": None,
    "/en/seasons/{season}/feed/": 5,
}


def knock_out(**fields):
    return make.tournament(here=16, format=Format.KNOCK_OUT, go_on=2, **fields)


def scores(sitting, number, *points):
    table = sitting.tables.get(number=number)
    submissions.submit(table.match_id, make.sheet(*points), by=None)
    return table.players


def swiss_with_final():
    """The best of the standings come last in the final: its places count."""
    cup = make.tournament(here=8, sittings_planned=1, finalists=4)
    make.finished(make.published(cup))
    final = make.published(cup)
    scores(final, 1, 2, 5, 10, 22)
    fourth, third, second, first = final.tables.get().players
    return cup, [first, second, third, fourth]


def final_at_two_tables():
    """The first table plays for the first places, even if the second one gives as many points."""
    cup = make.tournament(here=8, sittings_planned=1, finalists=8)
    make.finished(make.published(cup))
    final = make.published(cup)
    return cup, [*scores(final, 1, 22, 10, 5, 2), *scores(final, 2, 22, 10, 5, 2)]


def tie_in_the_final():
    """The standings decide between two who share a place in the final."""
    cup = make.tournament(here=8, sittings_planned=1, finalists=4)
    first = make.published(cup)
    scores(first, 1, 22, 10, 5, 2)
    scores(first, 2, 22, 10, 5, 2)
    final = make.published(cup)
    best = scores(final, 1, 2, 10, 22, 10)  # the first two won their tables
    return cup, [best[2], best[1], best[3], best[0]]


def knock_out_played_out():
    """Points count less than levels: a player who is out early had more of them than a finalist."""
    cup = knock_out()
    make.finished(make.published(cup))
    make.finished(make.published(cup))
    final = make.published(cup)
    scores(final, 1, 2, 10, 5, 22)
    one, two, three, four = final.tables.get().players
    return cup, [four, two, three, one]


def knock_out_with_consolation():
    """A second table plays for the places below the final, a third ends without a result."""
    cup = knock_out(consolation=True)
    make.finished(make.published(cup))
    make.finished(make.published(cup))
    final = make.published(cup)
    best = [*scores(final, 1, 2, 10, 5, 22)[::-1], *scores(final, 2, 2, 5, 10, 22)[::-1]]
    stopped_matches.abandon(final.tables.get(number=3).match, reason="Late", by=None)
    return cup, [best[0], best[2], best[1], *best[3:]]


def knock_out_unfinished():
    cup = knock_out()
    make.finished(make.published(cup))
    second = make.published(cup)
    make.finished(second, 1)
    return cup, []


def knock_out_closed_early():
    cup = knock_out()
    make.finished(make.published(cup))
    make.finished(make.published(cup))
    return tournaments.close(cup, by=None), []


def forfeits_and_departures():
    """A finalist gives up and is last of the final, still before all others; one leaves before."""
    cup = knock_out()
    make.finished(make.published(cup))
    second = make.finished(make.published(cup))
    gone = second.tables.get(number=1).players[0]
    entrants.drop_out(cup, [gone], by=None)
    final = make.published(cup)
    table = final.tables.get()
    submissions.submit(table.match_id, make.sheet(*[10, 5, 2][: len(table.players)]), by=None)
    stopped_matches.stop(table.match, forfeited=table.players[:1], by=None)
    return cup, [*table.players[1:], table.players[0]]


def correction_after_the_final():
    cup, (first, second, third, fourth) = swiss_with_final()
    match = cup.sittings.last().tables.get().match
    submissions.correct(match.pk, 1, make.sheet(22, 5, 10, 2), by=None, approved=True)
    return cup, [fourth, second, third, first]


def without_final():
    cup = make.tournament(here=8, sittings_planned=2)
    for _sitting in range(2):
        make.finished(make.published(cup))
    return cup, []


CASES = [
    swiss_with_final, knock_out_with_consolation,
]  # fmt: skip
# their rankings are no other than those of operations, which has tests of its own
LONG_CASES = [
    final_at_two_tables, tie_in_the_final, knock_out_played_out, knock_out_unfinished,
    knock_out_closed_early, forfeits_and_departures, correction_after_the_final, without_final,
]  # fmt: skip
ALL_CASES = [*CASES, *(pytest.param(case, marks=pytest.mark.long) for case in LONG_CASES)]


def refresh(cup):
    for table in cup.season.tables.all():
        projection.refresh(table.pk)


def placed(text):
    """Return the places and names that a text shows, in its order."""
    plain = html.unescape(re.sub(r"<[^>]*>", " ", text))
    return [(int(place), name) for place, name in PLACE_AND_NAME.findall(plain)]


def table_of(text):
    """Return the places and names of the standings of a page."""
    for part in (r"<tbody.*?</tbody>", r'<ol class="people">.*?</ol>', r"<summary.*?</summary>"):
        if parts := re.findall(part, text, re.S):
            return placed(parts[0])
    raise AssertionError(text)


@pytest.mark.parametrize("build", ALL_CASES, ids=lambda build: build.__name__)
def test_all_outputs_show_the_same_places(build, client, alice):
    cup, best = build()
    refresh(cup)
    rows = final_ranking.final_ranking(cup).rows
    expected = [(row.place, row.player.name) for row in rows]
    points = {row.player.name: row.points for row in rows}
    assert [row.player_id for row in rows[: len(best)]] == best
    assert [row.place for row in rows[: len(best)]] == list(range(1, len(best) + 1))
    season = cup.season_id
    for address, count in PAGES.items():
        text = client.get(address.format(season=season, cup=cup.pk)).content.decode()
        assert table_of(text) == expected[:count], address
    page = client.get(f"/en/tournaments/{cup.pk}/").content.decode()
    leaders = re.search(r'<ol class="places podium">.*?</ol>', page, re.S)
    assert placed(leaders[0]) == expected[:5]
    steps = [step for step in expected if step[0] <= 3]
    if podium := re.search(r'<ol class="stand">.*?</ol>', page, re.S):
        assert NAMES.findall(podium[0]) == [name for _place, name in steps]
        assert {*map(int, re.findall(r'value="?(\d)', podium[0]))} == {place for place, _ in steps}
        card = link_cards.tournament_card(cup)
        assert [(int(row.place), row.name) for row in card.rows] == steps

    sheet = client.get(f"/en/seasons/{season}/standings.csv").content.decode()
    lines = [line.split(",")[:2] for line in sheet.splitlines()[1:]]
    assert [(int(place), name) for place, name in lines] == expected
    paper = f"/en/desk/seasons/{season}/paper/"
    printed = papers.text(client.get(f"{paper}standings.pdf").content)
    assert NAMES.findall(printed) == [name for _place, name in expected]
    certificates = papers.text(client.get(f"{paper}certificates.pdf?best=4").content)
    by_name = {name: place for place, name in expected}
    for name, place in re.findall(r"awarded to\s+(Player \d\d)\s+(\d+)\w\w place", certificates):
        assert by_name[name] == int(place), "certificate"

    answer = caller(make.user()).get(f"tournaments/{cup.pk}/ranking/").json()
    assert [(row["place"], row["player"]["name"]) for row in answer["rows"]] == expected
    standings = caller(make.user()).get(f"seasons/{season}/standings/").json()["rows"]
    assert [points[row["player"]["name"]] for row in standings] == sorted(points.values())[::-1]
    archived = [
        row for row in write.standings(write.RowNumbers(cup.season.club)) if not row["game"]
    ]
    assert sorted(row.get("final_place", row["place"]) for row in archived) == sorted(
        place for place, _name in expected
    )
    last = rows[-1]
    person = player_data.Person(Player.objects.filter(pk=last.player_id))
    assert {row["place"] for row in player_data.standings(person)} == {last.place}
    assert (
        f"<b>{last.place}</b>place" in client.get(f"/en/players/{last.player_id}/").content.decode()
    )
