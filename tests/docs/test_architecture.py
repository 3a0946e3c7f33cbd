"""The pictures of docs/architecture.md show what the code does: real requests draw them again."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.cache import cache

from api.http import throttles
from league.web.standings import season_page
from league.web.support import cached_views
from scoring import tasks
from tests import make
from tests.api.caller import caller
from tests.docs import calls
from tests.docs.calls import Arrow, Recorder
from tests.web.desk import entry, scores, sign_in

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
PICTURE = re.compile(r"^## (.+?)\n.*?^```mermaid\n(.*?)^```", re.MULTILINE | re.DOTALL)
NODE = re.compile(r'(\w+)\["([\w./]+)(?:<br>[^"]*)?"\]')
ARROW = re.compile(r"^\s*(\w+)\s+(-->|-\. [\w ]+ \.->)\s+(\w+)\s*$")
STRUCTURE = re.compile(r"^\s*(flowchart \w+|subgraph .*|end|direction \w+|%%.*|)\s*$")


class Picture(NamedTuple):
    names: set[str]
    arrows: set[Arrow]


def pictures() -> dict[str, Picture]:
    """Return the pictures of the page by their headings."""
    return {heading: read(text) for heading, text in PICTURE.findall(PAGE.read_text())}


def read(text: str) -> Picture:
    lines = [line for line in text.splitlines() if not STRUCTURE.match(line)]
    nodes = dict(NODE.findall("\n".join(lines)))
    arrows = set()
    for line in lines:
        if arrow := ARROW.match(line):
            source, kind, target = arrow.groups()
            arrows.add(Arrow(nodes[source], kind, nodes[target]))
        else:
            assert NODE.fullmatch(line.strip()), f"neither a node nor an arrow: {line}"
    return Picture(set(nodes.values()), arrows)


ROUND, STANDINGS = "The path of a round", "The path of a standings page"


@pytest.fixture
def recorder(request) -> Recorder:
    """Return a recorder for the picture that the test is about."""
    cache.clear()
    throttles.forget()
    cached_views.clear()
    return Recorder(pictures()[request.param].names)


def differences(picture: Picture, recorder: Recorder) -> list[str]:
    """Return the differences between the page and the code."""
    lacking, wrong = recorder.arrows - picture.arrows, picture.arrows - recorder.arrows
    idle = picture.names - recorder.reached
    return [
        *(f"the page lacks {' '.join(arrow)}" for arrow in sorted(lacking)),
        *(f"the code has no {' '.join(arrow)}" for arrow in sorted(wrong)),
        *(f"nothing reaches {name}" for name in sorted(idle)),
    ]


def compare(picture: Picture, recorder: Recorder) -> None:
    if lines := differences(picture, recorder):
        pytest.fail("\n".join(["docs/architecture.md:", *lines]), pytrace=False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("recorder", [ROUND], indirect=True)
def test_the_way_of_a_round(recorder, client):
    """One match ends by a round from the API, another by the form of the desk."""
    owner = make.user()
    session = make.session(make.season(make.club(owner)))
    people = make.players(session.season.club)
    one, other = (make.match(session, people[:3], options={"target": 20}) for _ in range(2))
    program = caller(owner)
    sign_in(client, owner)
    for table in session.season.tables.all():
        tasks.refresh_season(table.season_id)
    cache.clear()
    with recorder.recording():
        assert program.post(f"matches/{one.pk}/rounds/", make.sheet(22, 5, 3)).status_code == 201
        assert client.post(entry(other, 1), scores(22, 4, 6)).status_code == 302
        tasks.sweep()
        tasks.refresh_season(session.season_id)
        tasks.rate_club(session.season.club_id)
    compare(pictures()[ROUND], recorder)


@pytest.mark.django_db
@pytest.mark.parametrize("recorder", [STANDINGS], indirect=True)
def test_the_way_of_a_standings_page(recorder, client):
    """The first request makes the page, the second gets the cached copy."""
    owner = make.user()
    session = make.session(make.season(make.club(owner)))
    people = make.players(session.season.club)
    make.played(make.match(session, people[:3], options={"target": 20}), [22, 5, 3])
    make.played(make.match(session, people[1:], options={"target": 20}), [22, 5, 3])
    tasks.refresh_season(session.season_id)
    address = f"/en/seasons/{session.season_id}/"
    client.get(address)  # whatever is imported at first
    cached_views.clear()
    season_page.contexts.clear()
    cache.clear()
    with recorder.recording():
        first = client.get(address)
        second = client.get(address)
    assert (first.status_code, second.content) == (200, first.content)
    compare(pictures()[STANDINGS], recorder)


@pytest.mark.parametrize("heading", [ROUND, STANDINGS])
def test_every_name_is_there(heading):
    for name in pictures()[heading].names:
        if not name.endswith(".html"):
            assert calls.code_of(calls.function_of(name)) is not None, name


def test_an_arrow_without_a_call_is_reported():
    nodes = 'a["scoring.standings_queries.read"]\n  b["scoring.standings_queries.version_tag"]'
    picture = read(f"flowchart TD\n  {nodes}\n  a --> b")
    recorder = Recorder(picture.names)
    assert differences(picture, recorder) == [
        "the code has no scoring.standings_queries.read --> scoring.standings_queries.version_tag",
        "nothing reaches scoring.standings_queries.read",
        "nothing reaches scoring.standings_queries.version_tag",
    ]
