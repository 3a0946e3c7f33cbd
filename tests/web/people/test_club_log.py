"""The page of the log of a club."""

import re

import pytest
from django.utils.html import escape

from league.models import AuditKind
from league.operations.people import clubs
from league.operations.sessions import presence, session_log
from league.web.people import club_log
from tests import make
from tests.logged import last_action
from tests.made_once import made_once
from tests.web.desk import before_alice

pytestmark = pytest.mark.django_db


@pytest.fixture
@before_alice
@made_once
def club():
    club = make.club()
    make.players(club, [f"Player {number}" for number in range(60)])
    return club


def numbers(client, club, query=""):
    answer = client.get(f"/en/desk/clubs/{club.slug}/log/{query}")
    assert answer.status_code == 200
    return [int(number) for number in re.findall(r'id="entry-(\d+)"', answer.content.decode())]


def page_of(client, club, query=""):
    return client.get(f"/en/desk/clubs/{club.slug}/log/{query}").content.decode()


def older(client, club, query=""):
    page = page_of(client, club, query)
    link = re.search(r'href="(\?[^"]*before=\d+)"', page)
    return link and link[1].replace("&amp;", "&")


def test_the_newest_entries_come_first_and_older_ones_on_the_next_page(client, club):
    assert numbers(client, club) == list(range(61, 11, -1))
    assert numbers(client, club, older(client, club)) == list(range(11, 0, -1))
    assert older(client, club, older(client, club)) is None


def test_the_next_page_keeps_the_search(client, club):
    query = "?person=player&kind=player.added&since=2026-01-01"
    assert numbers(client, club, query) == list(range(61, 11, -1))
    assert numbers(client, club, older(client, club, query)) == list(range(11, 1, -1))


def test_a_searched_person_is_listed_and_stays_in_the_form(client, club):
    player = clubs.add_player(club, name='Zoé "O’Neill" <i>', by=make.user())
    page = client.get(f"/en/desk/clubs/{club.slug}/log/", {"person": player.name}).content.decode()
    assert len(re.findall(r'id="entry-', page)) == 1
    assert page.count(escape(player.name)) >= 2
    assert numbers(client, club, "?person=nobody") == []


@pytest.mark.parametrize(
    "query",
    ["match=x", "match=0", "match=99999999999999999999", "since=yesterday", "kind=nothing",
     "person=" + "x" * 101, "until=2026-13-01"],
)  # fmt: skip
def test_an_unreadable_filter_is_refused_at_its_field(client, club, query):
    answer = client.get(f"/en/desk/clubs/{club.slug}/log/?{query}")
    assert answer.status_code == 422
    assert answer.content.decode().count('class="refusal"') == 1


@pytest.mark.parametrize("before", ["x", "²", "-1", "9" * 30, "", "1.5"])
def test_an_odd_page_is_the_first(client, club, before):
    assert numbers(client, club, f"?before={before}")[0] == 61


def test_every_kind_of_entry_can_be_chosen():
    choices = {code for code, label in club_log.kind_choices() if isinstance(code, str)}
    grouped = {
        code
        for _group, kinds in club_log.kind_choices()
        if isinstance(kinds, list)
        for code, _label in kinds
    }
    subjects = {kind.partition(".")[0] for kind in AuditKind.values}
    assert subjects == set(club_log.SUBJECTS) <= choices
    assert {kind for kind in AuditKind.values if kind in grouped} == grouped


def test_an_action_of_an_evening_is_undone_in_the_log(client, club):
    session = make.session(make.season(club))
    (ada,) = make.players(club, ["Ada"])
    session_log.check_in(session, [ada.pk], by=None)
    ref = last_action(session)
    query = f"?session={session.pk}"
    text = page_of(client, club, query)
    undo_address = f"/en/desk/sessions/{session.pk}/log/{ref}/undo/"
    assert f'action="{undo_address}"' in text
    client.post(undo_address)
    assert presence.present_players(session) == []
    text = page_of(client, club, query)
    assert undo_address not in text
    assert "<s>Checked in</s>" in text
    assert "undone at" in text


def test_entries_about_one_evening_or_tournament_are_searched_for(client, club):
    cup = make.tournament(club, here=4)
    make.published(cup)
    clubs.add_player(club, name="Zoé")
    assert "Round 1 published" in page_of(client, club, f"?tournament={cup.pk}")
    assert "Zoé" not in page_of(client, club, f"?tournament={cup.pk}")
    assert "Round 1 published" not in page_of(client, club, "?session=999")
