"""The pages behind the points: a player's row explained, earlier sessions, moves."""

import re

import pytest

from league.models import Visibility
from league.operations.people import clubs
from league.operations.seasons import seasons
from scoring import ledger, projection
from tests import make
from tests.made_once import made_once
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
QUICK = {"target": 1}


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


@pytest.fixture
@made_once
def season():
    """Return a season in which Ada wins the first evening over Bruno, and Bruno the second over Ada
    and Chloé; the better evening counts and Ada has lost 10 points."""
    season = make.season(make.club(), scheme={"best_evenings": 1, "attendance": 5})
    ada, bruno, chloe, _ = make.players(season.club)
    first, later = make.session(season), make.session(season, day=8)
    make.played(make.match(first, [ada, bruno], options=QUICK), [22, 5])
    make.played(make.match(later, [bruno, ada, chloe], options=QUICK), [22, 5, 5])
    ledger.penalise(
        season_id=season.pk,
        session_id=later.pk,
        player_id=ada.pk,
        points=10,
        reason="<b>Late</b>",
        by_id=None,
    )
    ledger.record_sit_out(season_id=season.pk, session_id=later.pk, player_id=chloe.pk)
    refresh(season)
    return season


def player(season, name):
    return season.club.players.get(name=name)


def page(client, season, path="", language="en"):
    answer = client.get(f"/{language}/seasons/{season.pk}/{path}")
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def test_the_points_of_the_table_lead_to_where_they_come_from(client, season):
    there = f"players/{player(season, 'Ada').pk}/"  # of the page itself
    for table in ("", "neurotrio/"):
        assert page(client, season, table).count(f'href="{there}"') == 1
        assert "60" in page(client, season, table + there)


def test_a_row_is_followed_back_to_matches(client, season):
    text = page(client, season, f"players/{player(season, 'Ada').pk}/")
    for words in (
        "place 1 of 2 players: 60 of 60 points",
        "place 2 shared by 2 of 3 players: 15 of 60 points",
        "only the best evening counts",
        "does not count",
        "+ 5",
        "− 10",
        "&lt;b&gt;Late&lt;/b&gt;",
        "not needed",
    ):
        assert words in text, words
    assert "<dd>60</dd>" in text
    for match in season.sessions.first().matches.all():
        assert f'href="/en/matches/{match.pk}/"' in text


def test_it_is_explained_in_french_with_french_decimals(client, season):
    text = page(client, season, f"players/{player(season, 'Ada').pk}/", "fr")
    assert "place 2 partagée par 2 des 3 joueurs" in text
    assert "15" in text


def test_sitting_out_is_shown(client, season):
    assert "sat out once" in page(client, season, f"players/{player(season, 'Chloé').pk}/")


def test_equals_are_named_with_what_they_were_compared_by(client):
    season = make.season(make.club())
    ada, bruno, *_ = make.players(season.club)
    session = make.session(season)
    for _ in range(2):
        make.played(make.match(session, [ada, bruno], options=QUICK), [5, 5])
    refresh(season)
    text = page(client, season, f"players/{ada.pk}/")
    assert "Their matches against each other" in text
    assert "Ada 1/2 · Bruno 1/2" in text
    clubs.update_player(bruno, name=bruno.name, visibility=Visibility.HIDDEN)
    assert "Bruno" not in page(client, season, f"players/{ada.pk}/")


def test_the_season_as_it_stood_after_an_evening(client, season):
    first = season.sessions.last()
    now, then = page(client, season), page(client, season, f"?as_of={first.pk}")
    assert "data-live" in now
    assert "data-live" not in then
    assert f'<option value="{first.pk}" selected>' in then
    assert "65" in then
    assert "Chloé" not in then.split("<tbody>")[1].split("</tbody>")[0]
    origin = f"players/{player(season, 'Ada').pk}/?as_of={first.pk}"
    assert f'href="{origin}"' in then
    assert "after the evening of 1 October 2026" in page(client, season, origin)


def test_arrows_say_who_has_moved_since_the_evening_before_and_why(client, season):
    text = page(client, season, "?columns=all")
    assert "since 1 October 2026" in text
    notes = notes_of_rows(text)
    assert {name: line for name, (line, _) in notes.items()} == {
        "Bruno": "▲1",
        "Ada": "▼1",
        "Chloé": "new",
    }
    assert notes["Bruno"][1] == "1 match, 1 won: +60. Attendance: +5. Passed Ada."
    lost = "Penalties: −10. Evenings that do not count: −15. Passed by Bruno."
    assert notes["Ada"][1] == f"1 match, 0 won: +15. Attendance: +5. {lost}"
    assert notes["Chloé"][1] == "1 match, 0 won: +15. Attendance: +5."
    assert (
        notes_of_rows(page(client, season, f"?columns=all&as_of={season.sessions.last().pk}")) == {}
    )


def notes_of_rows(text):
    """Return by name the visible line of the note of a row, and what it says when it is open."""
    notes = re.findall(r">([^<]+)</a><details class=reason><summary>(.*?)</summary>(.*?)</d", text)
    return {who: (re.sub("<[^>]*>", "", line), why) for who, line, why in notes}


def test_names_in_the_reasons_are_as_the_reader_may_see_them(client, season):
    ada = season.club.players.get(name="Ada")
    clubs.update_player(ada, name=ada.name, visibility=Visibility.ALIAS, alias="Comet")
    assert "Passed Comet." in page(client, season, "?columns=all")


def test_a_player_with_too_few_evenings_is_marked(client, season):
    seasons.update(season, scheme={"minimum_evenings": 2})
    refresh(season)
    text = page(client, season)
    assert text.count("1 of 2 evenings") == 1
    chloe = page(client, season, f"players/{player(season, 'Chloé').pk}/")
    assert "until 2 evenings have been attended" in chloe


def test_a_mean_is_explained_by_its_sum_and_matches(client, season):
    seasons.update(season, scheme={"points": "raw", "aggregate": "mean", "minimum_matches": 3})
    refresh(season)
    assert page(client, season).count("2 of 3 matches") == 2
    text = one_line(page(client, season, f"players/{player(season, 'Ada').pk}/"))
    # 22 and 5, less a penalty of 10
    for words in (
        "Mean of all matches: 27 ÷ 2 = 13.50",
        "mean of all matches</dt><dd>13.50</dd>",
        "<dd>3.50</dd>",
        "Ranked after all others until 3 matches have been played.",
    ):
        assert words in text, words
    assert "evening points" not in text
    assert "does not count" not in text
    french = page(client, season, f"players/{player(season, 'Ada').pk}/", "fr")
    assert "27 ÷ 2 = 13,50" in french


def test_a_movement_names_the_mean_and_its_change(client, season):
    seasons.update(season, scheme={"points": "raw", "aggregate": "mean", "minimum_matches": 2})
    refresh(season)
    notes = notes_of_rows(page(client, season, "?columns=all"))
    # 22 and 5 are a mean of 13.50 for both: Bruno goes up by 8.50, and Ada loses 10 points
    enough = "Is no longer ranked after all others."
    assert notes["Bruno"][1] == f"1 match, 1 won: mean 13.50 (+8.50). {enough} Passed Ada."
    assert notes["Ada"][1].startswith("1 match, 0 won: mean 13.50 (−8.50). Penalties: −10.")


@pytest.mark.parametrize("evening", ["0", "x", "-1", "²", "9" * 400])
def test_an_evening_that_is_not_there_is_404(client, season, evening):
    assert client.get(f"/en/seasons/{season.pk}/", {"as_of": evening}).status_code == 404


def test_a_player_without_matches_has_no_origin_page(client, season):
    for name, path in (("Dov", ""), ("Ada", "njet/")):
        there = f"/en/seasons/{season.pk}/{path}players/{player(season, name).pk}/"
        assert client.get(there).status_code == 404


def test_the_live_table_moves_with_the_scheme_and_the_evenings(client, season):
    path = f"/en/seasons/{season.pk}/table/"
    tags = {client.get(path)["ETag"]}
    seasons.update(season, scheme={"scale": 30})
    refresh(season)
    tags.add(client.get(path)["ETag"])
    session = season.sessions.first()
    seasons.update_session(session, starts_at=session.starts_at.replace(year=2027))
    tags.add(client.get(path)["ETag"])
    assert len(tags) == 3


def test_origins_and_past_tables_wait_for_a_new_scheme_to_be_counted(client, season):
    path = f"players/{player(season, 'Ada').pk}/"
    before = page(client, season, path)
    scheme = {"points": "raw", "tiebreaks": ["last_result", "head_to_head", "strength"]}
    seasons.update(season, scheme=scheme)
    assert page(client, season, path).replace(PENDING, "") == before.replace(PENDING, "")
    assert "<td>60" in page(client, season, f"?as_of={season.sessions.first().pk}")


PENDING = '<p class="pending">New results are being counted …</p>'


def test_the_place_after_each_evening_is_drawn(client, season):
    text = page(client, season, f"players/{player(season, 'Ada').pk}/")
    assert "Place over time" in text
    places = re.findall(r'<span class="plot-values"> <b>(.*?)</b> <span>Place <b>(\d)</b>', text)
    assert places == [("1 October 2026", "1"), ("8 October 2026", "2")]
    first = season.sessions.last()
    past = page(client, season, f"players/{player(season, 'Ada').pk}/?as_of={first.pk}")
    assert "Place over time" not in past
