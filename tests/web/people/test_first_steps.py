"""The list to begin with, the form of a new season, and the evening under way on the desk."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from league.models import Role, Session
from league.operations.matches import table_codes
from league.operations.results import closing
from league.operations.seasons import seasons
from league.operations.sessions import session_log
from league.web.people import first_steps
from league.web.people.first_steps import ClubProgress, StepName
from league.web.support.forms import proposed_name
from tests import make
from tests.web.desk import sign_in

LIST = "First steps"


def desk(club):
    return f"/en/desk/clubs/{club.slug}/"


def test_the_first_step_that_is_not_done_is_the_next_one():
    steps = first_steps.steps(ClubProgress(players=30, organisers=1, evenings=1, knows_self=True))
    done = [StepName.PLAYERS, StepName.SELF, StepName.EVENING]
    assert [step.name for step in steps if step.is_done] == done
    assert [step.name for step in steps if step.is_next] == [StepName.SEASON]


def test_a_list_that_is_done_is_gone():
    assert first_steps.steps(ClubProgress(1, 1, 2, 1, has_phones=True, knows_self=True)) == []


@pytest.mark.parametrize(
    ("day", "taken", "name"),
    [
        (date(2026, 9, 1), [], "2026-2027"),
        (date(2026, 6, 30), [], "2026"),
        (date(2026, 11, 2), ["2026-2027"], "Autumn 2026"),
        (date(2027, 1, 2), ["2027"], "Winter 2027"),
        (date(2026, 9, 1), ["2026-2027", "Autumn 2026"], ""),
    ],
)
def test_a_season_is_named_after_its_time(day, taken, name):
    assert proposed_name(day, taken) == name


@pytest.mark.django_db
class TestDesk:
    def test_a_new_club_begins_with_its_players(self, client, alice):
        page = client.get(desk(make.club())).text
        assert "0 of 6 done" in page  # its owner is there, but a second organiser is missing
        assert LIST in page
        assert page.count("<details open>") == 1
        assert 'name="text"' in page

    def test_a_club_that_has_everything_shows_no_list(self, client, alice):
        club = make.club()
        match = make.match(make.session(make.season(club)))
        make.member(club, Role.ORGANISER, "otto@example.org")
        client.post(f"{desk(club)}steps/", {"do": "watch"})
        assert LIST in client.get(desk(club)).text
        table_codes.renew(match, by=alice)
        page = client.get(desk(club)).text
        assert LIST not in page
        assert "Show the first steps" not in page

    def test_the_list_is_hidden_and_shown_again(self, client, alice):
        club, other = make.club(), make.club(name="Ailleurs")
        assert client.post(f"{desk(club)}steps/", {"do": "hide"}).url == desk(club)
        assert LIST not in client.get(desk(club)).text
        assert LIST in client.get(desk(other)).text
        client.post(f"{desk(club)}steps/", {"do": "show"})
        assert LIST in client.get(desk(club)).text

    def test_another_organiser_in_the_same_browser_still_sees_hidden_steps(self, client, alice):
        club = make.club()
        client.post(f"{desk(club)}steps/", {"do": "hide"})
        sign_in(client, make.member(club, Role.ORGANISER, "otto@example.org"))
        assert LIST in client.get(desk(club)).text

    def test_a_forged_cookie_does_not_hide_the_steps(self, client, alice):
        club = make.club()
        client.cookies[f"desk-{club.pk}"] = "hidden:1tO:forged"
        assert LIST in client.get(desk(club)).text

    def test_only_organisers_see_the_list(self, client):
        club = make.club()
        sign_in(client, make.member(club, Role.SCORER, "bob@example.org"))
        assert LIST not in client.get(desk(club)).text

    def test_a_season_needs_three_fields_and_has_the_usual_settings(self, client, alice):
        club = make.club()
        page = client.get(desk(club)).text
        assert f'value="{proposed_name(club.today(), [])}"' in page
        assert "More settings" in page
        form = {"name": "2026", "starts_on": "2026-09-01", "games": ["njet"]}
        form |= {"ends_on": "", "confirmation": "nobody", "confirm_after_hours": "0"}
        form |= {"correction_policy": "free"}
        client.post(f"{desk(club)}seasons/", form)
        season = club.seasons.get()
        assert (season.games, season.confirmation, season.ends_on) == (["njet"], "nobody", None)

    def test_a_refused_setting_is_unfolded(self, client, alice):
        club = make.club()
        form = {"name": "2026", "starts_on": "2026-09-01", "ends_on": "2026-08-01"}
        more = {"games": ["njet"], "confirmation": "nobody", "confirm_after_hours": "0"}
        more |= {"correction_policy": "free"}
        answer = client.post(f"{desk(club)}seasons/", {**form, **more})
        assert answer.status_code == 422
        assert "The last day must not be before the first." in answer.text
        assert "<details open><summary>More settings" in answer.text

    def test_an_evening_under_way_is_one_click_away(self, client, alice):
        club = make.club()
        season = make.season(club)
        ada, bruno, chloe, _dov = make.players(club)
        session = seasons.open_session(season, starts_at=timezone.now(), place="Salle Pascal")
        session_log.check_in(session, [ada.pk, bruno.pk, chloe.pk], by=alice)
        make.match(session, [ada, bruno])
        for path in (desk(club), "/en/desk/"):
            page = client.get(path).text
            assert f'href="/en/desk/sessions/{session.pk}/"' in page
            assert "Evening under way" in page
            assert "1 table is playing · 3 players checked in" in page

    def test_an_evening_that_is_over_or_not_there_yet_is_not_under_way(self, client, alice):
        club = make.club()
        season = make.season(club)
        (ada,) = make.players(club, ["Ada"])
        closed = seasons.open_session(season, starts_at=timezone.now())
        session_log.check_in(closed, [ada.pk], by=alice)
        closing.close(closed, by=alice)
        for days in (1, -2):
            seasons.open_session(season, starts_at=timezone.now() + timedelta(days=days))
        assert Session.objects.count() == 3
        assert "Evening under way" not in client.get(desk(club)).text
