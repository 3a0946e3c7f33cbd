"""The match page: the score sheet, who wins, the rounds to unfold."""

import re
from datetime import timedelta

import pytest

from games import GAMES
from league.models import Visibility
from league.operations.matches import submissions, table_codes
from league.operations.people import clubs
from league.operations.results import postponements, stopped_matches
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def page(client, match, language="en"):
    text = client.get(f"/{language}/matches/{match.pk}/").content.decode()
    return re.sub(r"\s+", " ", text)


def sheet(text):
    """Return the cells of each line of the sheet as (leads, text)."""
    table = text[text.index('class="sheet"') :]
    lines = re.findall(r"<tr[^>]*>(.*?)</tr>", table[: table.index("</table>")])
    return [
        [
            ("leads" in start, re.sub(r"<[^>]*>", " ", cell).split())
            for start, cell in re.findall(r"<t[hd]([^>]*)>(.*?)</t[hd]>", line)
        ]
        for line in lines
    ]


def test_the_sheet_adds_up_round_by_round_and_says_who_led(client):
    match = make.played(make.match(), [10, 5, 6], [5, 10, 6], [0, 9, 11])
    head, *rounds, total = sheet(page(client, match))
    assert [cell[1] for cell in head[1:4]] == [["Ada"], ["Bruno"], ["Chloé"]]
    assert [[cell[1] for cell in line[1:4]] for line in rounds] == [
        [["+10", "10"], ["+5", "5"], ["+6", "6"]],
        [["+5", "15"], ["+10", "15"], ["+6", "12"]],
        [["0", "15"], ["+9", "24"], ["+11", "23"]],
    ]
    assert [[cell[0] for cell in line[1:4]] for line in rounds] == [
        [True, False, False],
        [True, True, False],
        [False, True, False],
    ]
    assert [cell[1] for cell in total] == [["Total"], ["15"], ["24"], ["23"], []]


@pytest.mark.parametrize("stage", ["fresh", "abandoned", "postponed"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_of_every_game_is_shown_before_its_first_round(client, game, stage):
    match = make.match(game=game)
    code = table_codes.renew(match, by=make.user())
    if stage == "abandoned":
        stopped_matches.abandon(match, by=None)
    if stage == "postponed":
        postponements.postpone(match, to=match.session.starts_at + timedelta(7), reason="", by=None)
    sign_in(client, make.user())
    desk, tonight = f"/en/desk/matches/{match.pk}/", f"sessions/{match.session_id}/"
    seat = match.seats.first()
    paths = {
        *(f"/en/matches/{match.pk}/", f"/en/matches/{match.pk}/live/", f"{desk}result/"),
        *(f"/en/{tonight}", f"/en/desk/{tonight}", f"/en/screens/{tonight}", f"{desk}code/"),
        *(f"/en/t/{code}/", f"/en/t/{code}/stand/", f"/en/players/{seat.player_id}/"),
    }
    entry = 302 if stage == "abandoned" else 200  # nothing is entered any more
    statuses = dict.fromkeys(paths, 200) | {f"{desk}rounds/1/": entry}
    assert {path: client.get(path).status_code for path in statuses} == statuses


def test_banks_begin_with_their_chips(client):
    session = make.session(make.season(make.club()))
    match = make.match(session, game="nain_jaune", seated=make.players(session.season.club)[:3])
    match = make.played(match, [20, -10, -10])
    start, first = sheet(page(client, match))[1:3]
    assert [cell[1] for cell in start[:4]] == [["start"], ["50"], ["50"], ["50"]]
    assert [cell[1] for cell in first[1:4]] == [["+20", "70"], ["−10", "40"], ["−10", "40"]]


def test_the_finisher_of_a_round_is_marked_and_the_mark_explained(client):
    match = make.match()
    submissions.submit(match.pk, make.sheet(22, 5, 6, finisher=0), by=None)
    submissions.submit(match.pk, make.sheet(2, 5, 6), by=None)
    text = page(client, match)
    first, second = sheet(text)[1:3]
    assert [cell[1] for cell in first[1:4]] == [["+22", "finished", "22"], ["+5", "5"], ["+6", "6"]]
    assert "finished" not in str(second)
    assert "<i></i>finished" in text
    assert "<i></i>" not in page(client, make.played(make.match(match.session), [2, 5, 6]))


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([[22, 5, 6]] * 3, "Ada wins with 66 points."),
        (
            [[22, 5, 6], [5, 22, 6]],
            "Ada and Bruno share the lead with 27 points. The next player is",
        ),
        ([[7, 5, 6]], "Ada leads with 7 points. The next player is 1 point behind."),
        ([[5, 5, 5]], "Ada, Bruno and Chloé share the lead with 5 points."),
    ],
)
def test_it_says_who_wins(client, rounds, words):
    assert words in page(client, make.played(make.match(), *rounds))


def test_a_match_without_rounds_shows_no_winner(client):
    text = page(client, make.match())
    assert 'class="verdict"' not in text
    assert "No round has been played yet." in text


def test_only_the_last_of_many_rounds_is_open_and_all_of_few(client):
    match = make.played(make.match(options={"target": 100}), *[[12, 5, 6]] * 3)
    assert page(client, match).count("<details open>") == 3
    match = make.played(match, [12, 5, 6])
    assert page(client, match).count("<details open>") == 1
    rounds = page(client, match).split('<article class="round raised"')[1:]
    assert "<details open>" in rounds[-1]


def test_each_kind_of_evidence_of_the_match_is_explained_once(client):
    match = make.played(make.match(), [2, 5, 6], [2, 5, 6])
    text = page(client, match)
    notes = text[text.index('class="notes evidences"') :]
    assert notes[: notes.index("</dl>")].count("<dt>") == 1
    assert "rules allow these scores" in notes


def test_hidden_winners_stay_hidden(client):
    session = make.session(make.season(make.club()))
    ada = clubs.add_player(session.season.club, name="Ada Lovelace", visibility=Visibility.HIDDEN)
    seated = [ada, *make.players(session.season.club, ["Bob"])]
    match = make.played(make.match(session, seated), [22, 5])
    assert "Lovelace" not in page(client, match)
    assert f"Player {ada.pk} leads" in page(client, match)
