"""Dates, negative numbers and titles of tabs have one form each on all pages."""

import re
from pathlib import Path

import pytest

from league.models import Role
from tests import make

TEMPLATES = Path(__file__).resolve().parents[3] / "league/templates"
LONG = "j F Y"  # 3 October 2026
SHORT = {"j N", "j N Y", "N Y"}  # 3 Oct.; only in narrow columns of tables and in charts
DATES = {LONG, f"l {LONG}", f"{LONG}, H:i", f"l {LONG}, H:i", f"{LONG}, H:i:s"}
COMING = "l j F"  # Friday 3 October; an evening to come, on the small screen of a sign-up
FORMS = {*DATES, *SHORT, COMING, "l H:i", "H:i"}
HYPHEN_FOR_MINUS = re.compile(r"(?<![\w.,-])-\d")


def test_templates_write_dates_in_the_listed_forms_only():
    forms = {
        form
        for path in TEMPLATES.rglob("*.html")
        for form in re.findall(r'\|date:"([^"]*)"', path.read_text())
    }
    assert forms <= FORMS


@pytest.mark.django_db
def test_negative_scores_have_a_minus_sign_on_every_page(client):
    season = make.season(make.club())
    scorer = make.member(season.club, Role.ORGANISER, "scorer@example.org")
    session, people = make.session(season), make.players(season.club)[:2]
    match = make.played(make.match(session, people, "triominos", {}), [-10, 60])
    client.force_login(scorer)
    for path in (
        f"matches/{match.pk}/",
        f"sessions/{session.pk}/",
        f"desk/sessions/{session.pk}/",
        f"screens/sessions/{session.pk}/",
        f"screens/sessions/{session.pk}/overlay/",
        f"desk/matches/{match.pk}/rounds/2/",
    ):
        answer = client.get(f"/en/{path}")
        assert answer.status_code == 200, path
        body = answer.content.decode().split("<body", 1)[1]
        words = re.sub(r"<script.*?</script>|<[^>]*>", " ", body, flags=re.DOTALL)
        assert not HYPHEN_FOR_MINUS.search(words), path
        if "rounds" not in path:
            assert "−10" in words, path


@pytest.mark.django_db
def test_title_of_a_round_names_round_and_game(client):
    season = make.season(make.club())
    scorer = make.member(season.club, Role.ORGANISER, "scorer@example.org")
    match = make.match(make.session(season), make.players(season.club)[:2])
    client.force_login(scorer)
    text = client.get(f"/en/desk/matches/{match.pk}/rounds/1/").content.decode()
    title = re.sub(r"\s+", " ", re.search("<title>(.*?)</title>", text, re.DOTALL)[1]).strip()
    number = r" · Table \d+" if getattr(match, "table", 0) else ""
    assert re.fullmatch(rf"Round 1{number} · Neurotrio · Manche", title)
