"""A sitting is published to players, screens and public one by one, and taken back one by one."""

import pytest
from django.db import IntegrityError, transaction

from league.errors import Conflict, Invalid, Stale
from league.models import Audience, Match, Sitting
from league.operations.tournaments import audit_log
from league.operations.tournaments.play import (
    brackets,
    publication,
    sitting_clock,
    sitting_views,
    sittings,
)
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
PLAYERS, SCREENS, PUBLIC = Audience


@pytest.fixture
@made_once
def tournament():
    return make.tournament(here=7, least=3, most=3)


@pytest.fixture
def checked(tournament):
    return sittings.check(sittings.draw(tournament, by=None)[0], by=None)


def audiences_of(sitting):
    """Return who sees the sitting, and check that what is stored agrees with what is loaded for
    each audience."""
    stored = Sitting.objects.get(pk=sitting.pk)
    audiences = {audience for audience in Audience if stored.is_shown_to(audience)}
    for audience in Audience:
        loaded = sitting_views.load_sittings(stored.tournament, hidden=False, to=audience)
        assert (stored in [stand.sitting for stand in loaded]) == (audience in audiences)
    return audiences


def acts(sitting):
    entries = [line.entry for line in audit_log.lines(sitting.tournament)]
    of_sitting = [entry for entry in entries if entry.sitting == sitting.number]
    return [(entry.kind, entry.note) for entry in of_sitting if entry.kind not in {"draw", "check"}]


def test_publish_without_audiences_publishes_to_all_of_them(checked):
    publication.publish(checked, by=None)
    assert audiences_of(checked) == {PLAYERS, SCREENS, PUBLIC}
    published = Sitting.objects.get(pk=checked.pk)
    assert published.published_at == published.screens_at == published.public_at
    assert acts(checked) == [("publish", "")]


def test_publishing_to_players_creates_matches_hidden_from_other_audiences(checked):
    publication.publish(checked, ["players"], by=None)
    assert audiences_of(checked) == {PLAYERS}
    assert acts(checked) == [("publish", "players")]
    assert Match.objects.count() == 2
    assert Match.objects.filter(publication.visible_to(PLAYERS)).count() == 2
    for audience in (SCREENS, PUBLIC):
        assert not Match.objects.filter(publication.visible_to(audience)).exists()
        assert brackets.bracket(checked.tournament, to=audience) == []
        assert len(publication.hidden_sit_outs(checked.session_id, audience)) == 1
    assert publication.hidden_sit_outs(checked.session_id, PLAYERS) == set()


def test_each_audience_has_its_own_time_and_its_own_way_back(checked):
    sitting = publication.publish(checked, ["players"], by=None)
    first = sitting.published_at
    sitting = publication.publish(sitting, ["public"], by=None)
    assert (sitting.published_at, sitting.screens_at) == (first, None)
    assert sitting.public_at > first
    sitting = publication.publish(sitting, ["screens"], by=None)
    assert sitting.screens_at > sitting.public_at
    sitting = publication.withdraw(sitting, ["public"], by=None)
    assert audiences_of(sitting) == {PLAYERS, SCREENS}
    publication.withdraw(sitting, ["screens"], by=None)
    assert audiences_of(sitting) == {PLAYERS}
    assert [kind for kind, _note in acts(sitting)] == [
        "publish", "show_public", "show_screens", "hide_public", "hide_screens"
    ]  # fmt: skip


def test_twice_is_as_once(checked):
    sitting = publication.publish(checked, ["players", "screens"], by=None)
    again = publication.publish(sitting, ["screens", "players"], by=None)
    assert (again.version, again.screens_at) == (sitting.version, sitting.screens_at)
    hidden = publication.withdraw(sitting, ["public"], by=None)
    assert hidden.version == sitting.version
    assert acts(sitting) == [("publish", "players, screens")]


def test_a_second_publish_adds_the_other_audiences(checked):
    sitting = publication.publish(checked, ["players"], by=None)
    publication.publish(sitting, by=None)
    assert audiences_of(sitting) == {PLAYERS, SCREENS, PUBLIC}


@pytest.mark.parametrize("to", [["screens"], ["public"], ["public", "screens"]])
def test_no_audience_sees_a_sitting_before_the_players(checked, to):
    with pytest.raises(Conflict) as refused:
        publication.publish(checked, to, by=None)
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        ("players_first", "to")
    ]
    assert audiences_of(checked) == set()
    assert not Match.objects.exists()


def test_withdrawn_from_the_players_it_is_withdrawn_from_all(checked):
    sitting = publication.publish(checked, by=None)
    publication.withdraw(sitting, ["players"], by=None)
    assert audiences_of(sitting) == set()
    assert Sitting.objects.get(pk=sitting.pk).state == "checked"
    assert not Match.objects.exists()


def test_while_it_is_played_only_screens_and_public_lose_it(checked):
    sitting = make.finished(publication.publish(checked, by=None), 1)
    sitting_clock.start(sitting, by=None)
    with pytest.raises(Conflict, match="not possible while"):
        publication.withdraw(sitting, by=None)
    publication.withdraw(sitting, ["public", "screens"], by=None)
    assert audiences_of(sitting) == {PLAYERS}


def test_a_draft_cannot_be_withdrawn_from_an_audience(checked):
    with pytest.raises(Conflict, match="not possible while"):
        publication.withdraw(checked, ["public"], by=None)


def test_finished_matches_are_visible_to_all_audiences(checked):
    sitting = make.finished(publication.publish(checked, ["players"], by=None), 2)
    over = sitting.tables.get(number=2).match_id
    rows = Match.objects.select_related("sitting_table__sitting")
    for audience in (SCREENS, PUBLIC):
        assert [row.pk for row in rows.filter(publication.visible_to(audience))] == [over]
        assert [row.pk for row in rows if publication.is_visible(row, audience)] == [over]


def test_a_hidden_sitting_does_not_reveal_who_qualified():
    tournament = make.tournament(here=8, format="knock_out", go_on=2)
    make.finished(make.published(tournament))
    second = sittings.draw(tournament, by=None)[0]
    publication.publish(sittings.check(second, by=None), ["players"], by=None)
    went_on = {
        audience: {
            line.went_on
            for level in brackets.bracket(tournament, to=audience)[:1]
            for table in level.tables
            for line in table.lines
        }
        for audience in Audience
    }
    assert went_on == {PLAYERS: {True, False}, SCREENS: {None}, PUBLIC: {None}}


def test_of_two_at_once_the_second_sees_what_the_first_did(checked):
    sitting = publication.publish(checked, ["players"], by=None)
    publication.publish(sitting, ["public"], by=None, seen_version=sitting.version)
    with pytest.raises(Stale):
        publication.publish(sitting, ["screens"], by=None, seen_version=sitting.version)
    assert audiences_of(sitting) == {PLAYERS, PUBLIC}


@pytest.mark.parametrize(("to", "path"), [([], "to"), (["press"], "to.0")])
def test_unknown_audiences_are_refused(checked, to, path):
    with pytest.raises(Invalid) as refused:
        publication.publish(checked, to, by=None)
    assert [problem["path"] for problem in refused.value.problems] == [path]


@pytest.mark.parametrize("since", ["screens_at", "public_at"])
def test_the_database_refuses_audiences_before_the_players(checked, since):
    published = make.published(make.tournament(make.club(name="Autre"), here=3))
    with pytest.raises(IntegrityError), transaction.atomic():
        Sitting.objects.filter(pk=checked.pk).update(**{since: published.published_at})
