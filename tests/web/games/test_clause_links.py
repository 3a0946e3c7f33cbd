"""Every number of a clause on a page is a link to its text, with a title."""

import re
from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from games import GAMES, record
from games.base import rule_book_for
from league.operations.matches import submissions
from league.operations.seasons import house_rules
from league.web.games import calculators
from tests import make
from tests.web.desk import sign_in

SLUGS = ["neurotrio", "triominos", "njet", "nain_jaune"]
LINK = re.compile(r"<a\b[^>]*>.*?</a>|<script\b.*?</script>|<svg\b.*?</svg>", re.DOTALL)
EMPTY_TITLE = re.compile(r'<a class="clause" [^>]*title=""')


def unlinked(html, game, language="en"):
    """Return the clauses that the text of a page names outside links."""
    shown = re.sub("<[^>]*>", " ", LINK.sub(" ", html))
    numbers = {clause.number for clause in rule_book_for(GAMES[game], language).clauses}
    return [word for word in re.findall(r"\b[A-Z]+[0-9]+\b", shown) if word in numbers]


def pages_of(match):
    pk, session = match.pk, match.session_id
    return [
        f"/en/matches/{pk}/",
        f"/fr/matches/{pk}/",
        f"/en/desk/matches/{pk}/rounds/1/",
        f"/en/desk/matches/{pk}/rounds/2/",
        f"/en/desk/sessions/{session}/table/?game={match.game}",
        f"/en/desk/seasons/{match.session.season_id}/rules/",
        f"/de/rules/{match.game}/",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
@pytest.mark.parametrize("game", SLUGS)
def test_pages_of_a_match_have_no_clause_without_a_link(client, game, evidence):
    match = make.match(make.session(make.season(make.club(), games=SLUGS)), game=game)
    rules = house_rules.spelled_out(game, match.options, 3)
    written: dict[str, Any] = record.play(
        game, Random(1), list(make.NAMES[:3]), evidence, options=rules
    )
    submissions.submit(match.pk, written["rounds"][0], by=None)
    sign_in(client, make.user())
    linked = 0
    for address in pages_of(match):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert unlinked(answer.text, game) == [], address
        assert not EMPTY_TITLE.search(answer.text), address
        linked += answer.text.count('<a class="clause"')
    assert linked > 4


@pytest.mark.django_db
@pytest.mark.parametrize("game", SLUGS)
def test_a_refusal_links_its_clauses(client, game):
    match = make.match(make.session(make.season(make.club(), games=SLUGS)), game=game)
    sign_in(client, make.user())
    scores = {f"score-{seat}": "99999" for seat in range(3)}
    refused = client.post(f"/en/desk/matches/{match.pk}/rounds/1/", {"evidence": "sheet", **scores})
    assert refused.status_code == 422
    assert '<a class="clause"' in refused.text
    assert unlinked(refused.text, game) == []


@pytest.mark.parametrize("game", SLUGS)
def test_calculators_link_their_clauses(client, game):
    example = calculators.OWN_CALCULATORS[game].calculate(QueryDict())["example"]
    answer = client.get(f"/en/calculators/{game}/?{example}")
    assert answer.status_code == 200
    assert unlinked(answer.text, game) == []


def test_a_clause_without_a_link_is_found():
    assert unlinked("<p>See N17 and <a href='#N18'>N18</a>, not N99.</p>", "neurotrio") == ["N17"]
