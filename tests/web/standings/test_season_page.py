"""The season page: the table beside its explanations, long ones page by page, small to send."""

import gzip
import random
import re

import pytest
from django.db import transaction

from league.models import Match, Player, Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.web.standings import season_page
from scoring import ledger, projection, standings_queries
from scoring.models import Result
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
QUICK = {"target": 1}
WIDE = "?columns=all"
RAW, ZIPPED = 250, 40  # bytes per row at most


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def page(client, season, path="", language="en", status=200):
    answer = client.get(f"/{language}/seasons/{season.pk}/{path}")
    assert answer.status_code == status, path
    return answer.content.decode()


def rows(text):
    """Return the cells of each row of the table as text."""
    body = text[text.index("<tbody>") : text.index("</tbody>")]
    lines = body.split("<tr>")[1:]
    lines = [re.sub("<details.*?</details>", "", line) for line in lines]
    return [
        [re.sub("<[^>]*>", "", cell) for cell in re.split("<t[dh]", line)[1:]] for line in lines
    ]


def cells(text):
    return [[cell.split(">", 1)[-1].strip() for cell in row] for row in rows(text)]


@pytest.fixture
@made_once
def season():
    season = make.season(make.club())
    make.players(season.club)
    return season


def play(season, day, order, game_scores=(22, 9, 5)):
    seated = [season.club.players.get(name=name) for name in order]
    match = make.match(make.session(season, day=day), seated, options=QUICK)
    return make.played(match, list(game_scores[: len(seated)]))


def test_form_shows_the_last_five_places_the_latest_at_the_end(client, season):
    for day, order in enumerate(["ABC", "BAC", "ABC", "CBA", "BAC", "BCA"], start=1):
        names = {"A": "Ada", "B": "Bruno", "C": "Chloé"}
        play(season, day, [names[letter] for letter in order])
    refresh(season)
    forms = {row[1]: row[5] for row in cells(page(client, season, WIDE))}
    assert forms == {"Ada": "2 1 3 2 3", "Bruno": "1 2 2 1 1", "Chloé": "3 3 1 3 2"}
    then = season.sessions.get(starts_at__day=2).pk
    past = {row[1]: row[5] for row in cells(page(client, season, f"{WIDE}&as_of={then}"))}
    assert past == {"Ada": "1 2", "Bruno": "2 1", "Chloé": "3 3"}


def test_form_is_of_the_game_of_the_table(client, season):
    play(season, 1, ["Ada", "Bruno"])
    seated = [season.club.players.get(name=name) for name in ("Bruno", "Ada")]
    session = make.session(season, day=2)
    make.played(make.match(session, seated, "triominos", QUICK), [22, 5])
    refresh(season)
    assert {row[1]: row[5] for row in cells(page(client, season, WIDE))} == {
        "Ada": "1 2",
        "Bruno": "2 1",
    }
    triominos = {row[1]: row[5] for row in cells(page(client, season, f"triominos/{WIDE}"))}
    assert triominos == {"Ada": "2", "Bruno": "1"}


def test_proved_is_the_share_of_matches_with_more_than_a_sheet(client, season):
    play(season, 1, ["Ada", "Bruno"])
    play(season, 2, ["Ada", "Chloé"])
    seated = [season.club.players.get(name=name) for name in ("Ada", "Bruno")]
    match = make.match(make.session(season, day=3), seated, options=QUICK)
    hands = {
        "evidence": "final",
        "hands": [
            ["1CN", "1CN", "1CV", "1CV", "1CB", "2EV", "2RB", "3CB", "3EN", "3RN"],
            ["2CB", "3CB", "2RV", "2RN", "2RV", "2RN", "2EN", "2EB", "3RB", "1RV"],
        ],
        "finisher": None,
    }
    assert submissions.submit(match.pk, hands, by=None).match.over
    refresh(season)
    shares = {row[1]: row[6] for row in cells(page(client, season, WIDE))}
    assert shares == {"Ada": "33", "Bruno": "50", "Chloé": "0"}


def headings(text):
    """Return the headings of the columns, those of optional columns by the help they lead to."""
    head = text[text.index("<thead>") : text.index("</thead>")]
    return [
        link or words.strip()
        for link, words in re.findall(r'<th [^>]*>\s*(?:<a href="#([a-z_-]+)">)?([^<]*)', head)
    ]


def test_simple_view_has_four_columns_and_all_others_by_choice(client, season):
    play(season, 1, ["Ada", "Bruno"])
    play(season, 2, ["Bruno", "Chloé"])
    play(season, 3, ["Chloé", "Ada"])
    refresh(season)
    basic = ["Place", "Player", "Points", "Played"]
    text = page(client, season)
    assert headings(text) == basic
    assert [len(row) for row in cells(text)] == [4, 4, 4]
    assert "said-" not in text
    wide = page(client, season, re.search(r'href="[^"]*/(\?columns=all)"', text)[1])
    # nobody has entered more than sheets: "Verified" would be 0 % in each row
    optional = ["said-wins", "said-form", "said-mini_table", "said-best_evening"]
    assert headings(wide) == [*basic, *optional]
    assert [wide.count(f'id="{column}"') for column in optional] == [1] * 4
    assert "Show fewer columns" in wide


def test_columns_without_a_value_are_not_shown(client, season):
    play(season, 1, ["Ada", "Bruno"])
    refresh(season)
    assert headings(page(client, season, WIDE))[4:] == ["said-wins", "said-form"]


def test_chosen_columns_stay_in_the_addresses_of_the_page(client, season):
    for day in (1, 2):
        play(season, day, ["Ada", "Bruno"])
    refresh(season)
    text = page(client, season, f"{WIDE}&last=1")
    assert f'/en/seasons/{season.pk}/neurotrio/?last=1&amp;columns=all"' in text
    assert '<input type="hidden" name="columns" value="all">' in text
    assert f'href="/en/seasons/{season.pk}/?last=1"' in text, "Show fewer columns"
    live = re.search(r'data-live="([^"]+)"', page(client, season, WIDE))[1]
    fragments = [client.get(address) for address in (live, live.removesuffix(WIDE))]
    assert [len(headings(fragment.content.decode())) for fragment in fragments] == [6, 4]
    assert fragments[0]["ETag"] != fragments[1]["ETag"]


def test_table_comes_before_the_race(client, season):
    for day in (1, 2):
        play(season, day, ["Ada", "Bruno"])
    refresh(season)
    text = page(client, season)
    assert text.index("<tbody>") < text.index("The race:")


def test_points_have_decimals_only_if_some_are_not_whole(client, season):
    play(season, 1, ["Ada", "Bruno", "Chloé"], (22, 9, 9))
    refresh(season)
    assert [row[2] for row in cells(page(client, season))] == ["60", "15", "15"]
    play(season, 2, ["Ada", "Bruno", "Chloé", "Dov"], (22, 9, 5, 2))
    refresh(season)
    points = [row[2] for row in cells(page(client, season, language="de"))]
    assert points == ["120", "55", "35", "0"]
    seasons.update(season, scheme={"scale": 50})
    refresh(season)
    points = [row[2] for row in cells(page(client, season, language="de"))]
    assert points == ["100,00", "45,83", "29,17", "0,00"]


def test_the_latest_evening_stands_first(client, season):
    for day in (8, 1, 15):
        make.session(season, day=day)
    text = page(client, season)
    listed = text[text.index('class="evenings"') :]
    assert re.findall(r"<b>(\d+) October 2026, \d+:\d+</b>", listed) == ["15", "8", "1"]


# --- long tables
@pytest.fixture
def long(monkeypatch):
    """Return a season of seven players, whose table shows up to five rows at once, and otherwise
    pages of three."""
    monkeypatch.setattr(season_page, "WHOLE_TABLE_ROWS", 5)
    monkeypatch.setattr(season_page, "PAGE_ROWS", 3)
    return season_of_seven()


@made_once
def season_of_seven():
    season = make.season(make.club())
    make.players(season.club, [f"P{number}" for number in range(5)])
    clubs.add_player(season.club, name="Élise Moreau", visibility=Visibility.INITIAL)
    clubs.add_player(season.club, name="Odile Chabrol", visibility=Visibility.HIDDEN)
    everybody = list(season.club.players.order_by("pk"))
    for day in range(1, 7):
        seated = [everybody[day - 1], everybody[day]]
        make.played(make.match(make.session(season, day=day), seated, options=QUICK), [22, 5])
    refresh(season)
    return season


def test_a_long_table_is_shown_page_by_page(client, long):
    first = page(client, long)
    pages = [
        cells(first),
        cells(page(client, long, "?page=2")),
        cells(page(client, long, "?page=3")),
    ]
    assert [len(page_rows) for page_rows in pages] == [3, 3, 1]
    whole = standings_queries.read(standings_queries.find_table(long.pk)).rows
    assert [row[0] for page_rows in pages for row in page_rows] == [str(row.place) for row in whole]
    assert 'href="?page=2"' in first
    assert "?page=0" not in first
    assert f'data-live="/en/seasons/{long.pk}/table/?page=2"' in page(client, long, "?page=2")
    last = page(client, long, "?page=3")
    assert ('href="?page=2"' in last, "?page=4" in last) == (True, False)


@pytest.mark.parametrize("number", ["4", "0", "-1", "x", "²", "9999999", ""])
def test_pages_that_are_not_there_are_not_found(client, long, number):
    page(client, long, f"?page={number}", status=404)
    page(client, long, f"table/?page={number}", status=404)


def test_a_short_table_has_one_page(client, season):
    play(season, 1, ["Ada", "Bruno"])
    refresh(season)
    assert "?page=" not in page(client, season)
    page(client, season, "?page=2", status=404)


def test_each_page_of_a_table_has_a_tag_of_its_own(client, long):
    tags = {client.get(f"/en/seasons/{long.pk}/table/?page={n}")["ETag"] for n in (1, 2, 3)}
    assert len(tags) == 3


@pytest.mark.parametrize("as_of", ["", "&as_of={}"])
def test_a_past_evening_of_a_long_table_has_pages_too(client, long, as_of):
    last = long.sessions.order_by("starts_at").last().pk
    assert len(cells(page(client, long, "?page=3" + as_of.format(last)))) == 1


def test_a_player_is_found_in_a_long_table_by_the_name_that_he_shows(client, long):
    content = page(client, long, "?name=ELISE")
    named = content[content.index('class="named"') :]
    elise = long.club.players.get(name="Élise Moreau")
    place = standings_queries.find_table(long.pk).standings.with_place().get(player=elise).place
    assert re.search(rf'href="players/{elise.pk}/"><i [^>]*></i>Élise M.</a>', named)
    assert f'href="?page={(place - 1) // 3 + 1}"' in named
    for secret in ("moreau", "odile"):
        assert "Nobody with this name" in page(client, long, f"?name={secret}")
    client.force_login(make.user())
    assert "Odile Chabrol" in page(client, long, "?name=chab")


# --- weight
FIRST = [
    "Aïcha",
    "Bastien",
    "Camille",
    "Denis",
    "Élise",
    "Farid",
    "Gaëlle",
    "Hugo",
    "Inès",
    "Jules",
]
LAST = ["Benali", "Roux", "Fabre", "Lacroix", "Moreau", "Haddad", "Le Goff", "Vidal", "Carvalho"]


def fill(season, count, rng):
    """Write facts in bulk, as the ledger would: every player at eight sessions, tables of four."""
    names = [f"{rng.choice(FIRST)} {rng.choice(LAST)} {rng.random():.3f}" for n in range(count)]
    people = Player.objects.bulk_create(Player(club=season.club, name=name) for name in names)
    for day in range(1, 9):
        session = make.session(season, day=day)
        rng.shuffle(people)
        tables_of_four = [people[begin : begin + 4] for begin in range(0, count, 4)]
        Result.objects.bulk_create(
            result for seated in tables_of_four for result in results(session, seated, rng)
        )
    with transaction.atomic():
        ledger.recount(season.pk)
    refresh(season)


def results(session, seated, rng):
    evidence = rng.choice(["sheet", "final"])
    match = Match.objects.create(session=session, game="neurotrio", over=True, evidence=evidence)
    scores = [rng.randint(10, 60) for seat in seated]
    places = [1 + sum(other > score for other in scores) for score in scores]
    for seat, (player, score, place) in enumerate(zip(seated, scores, places, strict=True)):
        yield Result(
            season=session.season,
            session=session,
            match=match,
            player=player,
            game="neurotrio",
            seat=seat,
            players=len(seated),
            score=score,
            place=place,
            sharing=places.count(place),
            total=sum(scores),
            target=50,
            match_version=1,
            since=1,
        )


def test_a_row_of_a_table_of_200_is_light(client, season):
    fill(season, 200, random.Random(1))
    text = page(client, season, "table/").encode()
    body = text[text.index(b"<tbody>") : text.index(b"</tbody>")]
    lines = body.count(b"<tr>")
    rest = text.replace(body, b"")
    zipped = (len(gzip.compress(text, 6)) - len(gzip.compress(rest, 6))) / lines
    assert lines == 200
    assert len(body) / lines <= RAW, "bytes per row"
    assert zipped <= ZIPPED, "bytes per row, zipped"
