"""A round of a tournament from the desk, counted in clicks; publishing and starting at once."""

import re

import pytest

from league.models import IncidentKind, Match, Sitting, SittingState
from league.operations.tournaments import entrants
from league.operations.tournaments.play import sittings
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form method="post" action="([^"]+)".*?</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
BUTTON = re.compile(
    r'<button[^>]*?(?: name="(\w+)" value="(\w+)")?[^>]*>\s*(.*?)\s*</button>', re.S
)


class Clicks:
    """A reader without script who only presses the buttons that a page shows."""

    def __init__(self, client, path):
        self.client, self.count, self.pages = client, 0, [client.get(path).text]

    def press(self, words):
        """Press the first button of these words on the page shown last."""
        for form in FORM.finditer(self.pages[-1]):
            for name, value, text in BUTTON.findall(form[0]):
                if text == words:
                    sent = dict(FIELD.findall(form[0]), **({name: value} if name else {}))
                    answer = self.client.post(form[1], sent, follow=True)
                    self.count, self.pages = self.count + 1, [*self.pages, answer.text]
                    return
        raise AssertionError(f"no button {words}")


def desk(tournament):
    return f"/en/desk/tournaments/{tournament.pk}/"


def press(client, sitting, do, version):
    path = f"/en/desk/sittings/{sitting.pk}/do/"
    return client.post(path, {"do": do, "version": version})


@pytest.fixture
def draft(alice):
    return sittings.draw(make.tournament(here=8, sittings_planned=3), by=None)[0]


def test_a_round_takes_two_clicks_and_a_look(client, alice):
    tournament = make.tournament(here=8, minutes=45)
    clicks = Clicks(client, desk(tournament))
    clicks.press("Draw round 1")
    assert "How good is this draw?" in clicks.pages[-1]
    clicks.press("Publish and start clock")
    sitting = Sitting.objects.get()
    assert (clicks.count, sitting.state) == (2, SittingState.RUNNING)
    assert sitting.started_at is not None
    assert Match.objects.count() == 2
    assert "2 tables are still playing" in clicks.pages[-1]


def test_decisions_are_needed_before_drawing_in_one_click(client, alice):
    tournament = make.tournament(here=8)
    make.finished(make.published(tournament), 1)
    draw = f'href="{desk(tournament)}draw/"'
    assert "draw-now" not in client.get(desk(tournament)).text
    make.finished(Sitting.objects.get(), 2)
    text = client.get(desk(tournament)).text
    assert "draw-now" in text
    assert draw in text  # another way to draw stays one click away


def test_publishing_and_starting_is_logged_step_by_step_and_done_once(client, draft):
    version = draft.version
    for _ in range(2):
        answer = press(client, draft, "publish_and_start", version)
        assert answer["Location"] == f"/en/desk/sittings/{draft.pk}/"
    steps = [IncidentKind.CHECK, IncidentKind.PUBLISH, IncidentKind.START]
    assert kinds_of(draft.tournament)[-3:] == steps
    assert Match.objects.count() == 2


def test_the_audiences_that_are_ticked_see_it(client, draft):
    path = f"/en/desk/sittings/{draft.pk}/do/"
    client.post(path, {"do": "publish_and_start", "to": ["players", "screens"]})
    draft.refresh_from_db()
    assert (draft.public_at, bool(draft.screens_at)) == (None, True)


def test_a_sitting_that_cannot_start_is_not_published(client, draft):
    entrants.drop_out(draft.tournament, [draft.tables.first().players[0]], by=None)
    answer = press(client, draft, "publish_and_start", draft.version)
    assert answer.status_code == 409
    draft.refresh_from_db()
    assert draft.state == SittingState.DRAFT
    assert not Match.objects.exists()


def test_seats_changed_by_another_user_must_be_reviewed(client, draft):
    first, second = (table.players for table in draft.tables.order_by("number"))
    version = draft.version
    sittings.arrange(draft, [[second[0], *first[1:]], [first[0], *second[1:]]], by=None)
    answer = press(client, draft, "publish_and_start", version)
    assert answer.status_code == 409
    assert "Publish and start" in answer.text
    assert not Match.objects.exists()
