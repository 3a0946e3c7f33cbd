"""Players who are out of a knock-out play for the places below the final."""

import pytest

from league.errors import Invalid
from league.models import Format
from league.operations.matches import submissions
from league.operations.results import stopped_matches
from league.operations.tournaments import entrants, final_ranking, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import brackets, sittings
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


def before_the_final(here=16, go_on=2, **fields):
    """Return a knock-out of which all rounds but the last are played."""
    cup = make.tournament(
        here=here, format=Format.KNOCK_OUT, go_on=go_on, consolation=True, **fields
    )
    while not cup.sittings.exists() or seating_requests.next_request(cup).kind != "final":
        make.finished(make.published(cup))
    return cup


def ranked(cup):
    for table in cup.season.tables.all():
        projection.refresh(table.pk)
    return [row.player_id for row in final_ranking.final_ranking(cup).rows]


def tables(sitting):
    return [table.players for table in sitting.tables.order_by("number")]


def finalists(cup):
    return {int(name) for name in seating_requests.next_request(cup).scripted_tables[0]}


def last_seat_wins(sitting, *numbers):
    for table in sitting.tables.filter(number__in=numbers):
        scores = [2, 5, 10, 22][-len(table.players) :]
        submissions.submit(table.match_id, make.sheet(*scores), by=None)


@pytest.mark.parametrize(
    ("fields", "gone", "sizes"),
    [
        ({"here": 16}, 0, [4, 4, 4, 4]),
        pytest.param({"here": 12, "go_on": 1}, 0, [3, 3, 3, 3], marks=pytest.mark.long),
        pytest.param({"here": 22}, 0, [4, 3, 3, 3, 3, 3, 3], marks=pytest.mark.long),
        ({"here": 16, "go_on": 1, "least": 4}, 2, [4, 4, 4]),
    ],
)
def test_each_table_decides_exactly_its_places(fields, gone, sizes):
    cup = before_the_final(**fields)
    on = finalists(cup)
    out = [player for player in ranked(cup) if player not in on]
    entrants.drop_out(cup, out[:gone], by=None)
    before = final_ranking.final_ranking(cup)
    remarks = [finding.message for finding in prechecks.precheck(cup)]
    final = make.published(cup)
    seated = tables(final)
    assert (final.kind, [len(table) for table in seated], set(seated[0])) == ("final", sizes, on)
    playing = [player for table in seated[1:] for player in table]
    place = {row.player_id: row.place for row in before.rows}
    assert [place[player] for player in playing] == [
        place[player] for player in out[gone:][: len(playing)]
    ]
    first, last = sizes[0] + 1, sizes[0] + sizes[1]
    assert any(remark.startswith(f"Table 2 – Places {first}–{last}: ") for remark in remarks)
    without = len(out) - gone - len(playing)
    assert (f"Players who will sit out: {without}." in remarks) == bool(without)

    numbers = range(1, len(sizes) + 1)
    last_seat_wins(final, *numbers)
    expected = [player for table in seated for player in reversed(table)]
    after = ranked(cup)
    assert after[: len(expected)] == expected
    rest = [place[player] for player in after[len(expected) :]]
    assert (len(rest), rest) == (len(out) - len(playing), sorted(rest))
    reached = final_ranking.final_ranking(cup).levels
    assert {reached[player].reached for player in seated[0]} == {final.number}
    assert all(reached[player].reached < final.number for player in playing)
    levels = brackets.bracket(cup)
    advanced = {line.player.pk for t in levels[-2].tables for line in t.lines if line.went_on}
    assert advanced <= on
    assert [t.stand.plays_for.first for t in levels[-1].tables] == [
        sum(sizes[:number]) + 1 for number in range(len(sizes))
    ]


def test_a_stopped_table_leaves_its_places_as_they_were():
    cup = before_the_final()
    before = ranked(cup)
    final = make.published(cup)
    last_seat_wins(final, 1, 3)
    second = final.tables.get(number=2)
    stopped_matches.abandon(second.match, reason="Late", by=None)
    stopped_matches.abandon(final.tables.get(number=4).match, reason="Late", by=None)
    assert ranked(cup)[4:8] == second.players == before[4:8]
    assert ranked(cup)[8:12] == final.tables.get(number=3).players[::-1]
    assert brackets.is_played_out(brackets.bracket(cup))
    sittings.lock(final, by=None)
    assert tournaments.close(cup, by=None).closed_at


def test_ties_beside_the_final_name_what_decided(client):
    cup = before_the_final(here=16, go_on=1, least=4)
    seconds = [player for player in ranked(cup) if player not in finalists(cup)]
    entrants.drop_out(cup, seconds[:1], by=None)
    final = sittings.draw(cup, by=None)[0]
    assert [(reason["code"], reason.get("by")) for reason in final.reasons] == [
        ("tie_between_tables", "lots"), ("tie_for_consolation", "lots"), ("gap", None)
    ]  # fmt: skip
    client.force_login(make.user())
    page = client.get(f"/en/desk/sittings/{final.pk}/").content.decode()
    assert "by lot, " in page
    assert "will sit at table 2" in page
    assert "will play on" in page
    assert "Places 5–8" in page


def test_the_option_belongs_to_a_knock_out():
    with pytest.raises(Invalid, match="eliminated from a knock-out") as refused:
        make.tournament(here=8, consolation=True)
    assert [problem["code"] for problem in refused.value.problems] == ["bad_consolation"]
