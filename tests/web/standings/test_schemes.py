import re

import pytest

from league.operations.seasons import seasons
from scoring import projection
from scoring.models import SchemeVersion
from scoring.pure.schemes import DEFAULT_PLACE_POINTS, SIZES
from tests import make
from tests.made_once import made_once
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db

FORM = {
    "points": "place_fraction",
    "scale": "60",
    "cap": "100",
    **{f"place-{size}": " ".join(map(str, DEFAULT_PLACE_POINTS[size])) for size in SIZES},
    "best_evenings": "",
    "drop_worst": "0",
    "minimum_evenings": "",
    "attendance": "0",
    "planned_evenings": "",
    "matches_per_evening": "",
    "tiebreak-1": "wins",
    "tiebreak-2": "mini_table",
    "tiebreak-3": "best_evening",
    "do": "preview",
}


@made_once
def made_season():
    """Return a season in which Ada is before Bruno by places, and after him by scores."""
    season = make.season(make.club())
    ada, bruno, chloe, _ = make.players(season.club)
    session = make.session(season)
    make.played(make.match(session, [ada, bruno], options={"target": 1}), [6, 5])
    make.played(make.match(session, [chloe, bruno], options={"target": 1}), [12, 11])
    for table in season.tables.all():
        projection.refresh(table.pk)
    return season


@pytest.fixture
def season(client):
    season = made_season()
    sign_in(client, make.user())
    return season


def path(season):
    return f"/en/desk/seasons/{season.pk}/scheme/"


def send(client, season, **changes):
    return client.post(path(season), {**FORM, **changes})


def fingerprint(answer):
    return re.search(r'name="seen" value="(\w+)"', answer.content.decode())[1]


def test_the_form_shows_the_scheme_in_force(client, season):
    seasons.update(season, scheme={"points": "capped_margin", "cap": 7, "tiebreaks": ["lots"]})
    text = client.get(path(season)).content.decode()
    assert re.search(r'value="capped_margin"[^>]*checked', text)
    assert re.search(r'name="cap" value="7"', text)
    assert '<option value="lots" selected>' in text
    assert "A match earns or costs at most 7 points." in text


def test_a_scheme_is_tried_out_beside_the_present_one(client, season):
    answer = send(client, season, points="raw")
    text = one_line(answer.content.decode())
    rows = re.findall(r"<tr>.*?</tr>", text.split("<tbody>")[1])
    cells = [re.findall(r">([^<>]+)<", row) for row in rows]
    assert cells == [
        ["1", "▲2", "Bruno", "16", "3", "0"],
        ["2", "▼1", "Chloé", "12", "1", "60"],
        ["3", "▼2", "Ada", "6", "1", "60"],
    ]
    assert season.tables.first().scheme["points"] == "place_fraction"


def test_a_previewed_scheme_is_adopted_and_listed(client, season):
    preview = send(client, season, points="raw", attendance="5")
    answer = send(
        client, season, points="raw", attendance="5", do="adopt", seen=fingerprint(preview)
    )
    assert answer.status_code == 302
    again = send(
        client, season, points="raw", attendance="5", do="adopt", seen=fingerprint(preview)
    )
    assert again.status_code == 302
    _first, second = SchemeVersion.objects.filter(season=season)
    assert (second.scheme["points"], second.scheme["attendance"]) == ("raw", 5)
    assert second.adopted_by == make.user()
    text = client.get(path(season)).content.decode()
    assert "Scheme 2" in text
    assert "Every evening attended earns 5 points" in text


@pytest.mark.parametrize("mark", ["", "0" * 24])
def test_a_scheme_without_its_preview_is_not_adopted(client, season, mark):
    answer = send(client, season, points="raw", do="adopt", seen=mark)
    assert answer.status_code == 200
    assert "has changed since the preview" in answer.content.decode()
    other = send(client, season, do="adopt", seen=fingerprint(answer))
    assert other.status_code == 200
    assert SchemeVersion.objects.filter(season=season).count() == 1


def test_the_whole_scheme_can_be_written(client, season):
    fields = {
        "points": "place_points",
        "place-4": "9, 5 2 0",
        "best_evenings": "8",
        "drop_worst": "1",
        "minimum_evenings": "3",
        "attendance": "2",
        "planned_evenings": "10",
        "matches_per_evening": "4",
        "tiebreak-1": "",
        "tiebreak-5": "lots",
    }
    preview = send(client, season, **fields)
    send(client, season, **fields, do="adopt", seen=fingerprint(preview))
    scheme = season.tables.first().scheme
    assert scheme["place_points"]["4"] == [9, 5, 2, 0]
    assert scheme["tiebreaks"] == ["mini_table", "best_evening", "lots"]
    numbers = ["best_evenings", "drop_worst", "minimum_evenings", "attendance"]
    assert [scheme[name] for name in numbers] == [8, 1, 3, 2]
    assert (scheme["planned_evenings"], scheme["matches_per_evening"]) == (10, 4)
    text = re.sub(r"\s+", " ", client.get(f"/en/seasons/{season.pk}/").content.decode())
    for words in (
        "Only a player’s best 8 evenings count",
        "The worst evening attended is dropped",
        "Every evening attended earns 2 points",
        "fewer than 3 evenings are ranked after all others",
        "10 evenings are planned for the season",
        "at most 4 matches per evening",
        '<th scope="row" class="num">4</th><td class="num">9</td><td class="num">5</td>',
    ):
        assert words in text, words


def test_a_mean_is_adopted_after_its_preview(client, season):
    fields = {"points": "raw", "aggregate": "mean", "minimum_matches": "2"}
    preview = send(client, season, **fields)
    text = one_line(preview.content.decode())
    rows = re.findall(r"<tr>.*?</tr>", text.split("<tbody>")[1])
    cells = [re.findall(r">([^<>]+)<", row) for row in rows]
    # Bruno has 16 from two matches, and the others have too few
    assert cells == [
        ["1", "▲2", "Bruno", "8", "3", "0"],
        ["2", "▼1", "Chloé", "12", "1", "60"],
        ["3", "▼2", "Ada", "6", "1", "60"],
    ]
    send(client, season, **fields, do="adopt", seen=fingerprint(preview))
    scheme = season.tables.first().scheme
    assert (scheme["aggregate"], scheme["minimum_matches"]) == ("mean", 2)
    text = one_line(client.get(path(season)).content.decode())
    assert '<option value="mean" selected>' in text
    assert "the mean of all matches, rounded to two decimals" in text
    assert "fewer than 2 matches are ranked after all others" in text
    assert "All evenings count." in text, "the scheme before it"
    assert text.count("the exact values are added up") == 1


def test_a_mean_is_refused_beside_the_choices_about_sums(client, season):
    answer = send(
        client, season, aggregate="mean", best_evenings="8", drop_worst="1", sit_out="win"
    )
    assert answer.status_code == 422
    text = answer.content.decode()
    refused = set(re.findall(r'name="([\w-]+)"(?:(?!name=).)*?class="refusal"', text, re.S))
    assert refused == {"best_evenings", "drop_worst", "sit_out"}
    assert "cannot be combined with the mean of all matches" in text


def test_all_that_is_wrong_stands_beside_its_field(client, season):
    answer = send(
        client,
        season,
        points="place_points",
        scale="many",
        best_evenings="0",
        **{"place-3": "1 2 3", "place-4": "1 x 0 0", "tiebreak-2": "", "tiebreak-3": "wins"},
    )
    assert answer.status_code == 422
    text = answer.content.decode()
    refused = set(re.findall(r'name="([\w-]+)"(?:(?!name=).)*?class="refusal"', text, re.S))
    assert refused == {"scale", "best_evenings", "place-3", "place-4", "tiebreak-3"}
    assert 'value="many"' in text
    assert SchemeVersion.objects.filter(season=season).count() == 1


@pytest.mark.parametrize("wrong", ["", "60.0", "९", "1" * 19, "1" * 5000])
def test_a_scale_that_is_no_number_is_refused(client, season, wrong):
    assert send(client, season, scale=wrong).status_code == 422


def test_it_may_be_tried_on_last_season(client, season):
    fresh = make.season(season.club, "Printemps")
    empty = send(client, fresh).content.decode()
    assert "there is nothing to preview" in empty
    text = send(client, fresh, on=season.pk, scale="6").content.decode()
    assert "<b>6</b>" in text
    elsewhere = make.season(make.club(make.user("charlie@example.org"), "Ailleurs"))
    assert send(client, fresh, on=elsewhere.pk).status_code == 422
