"""“Why this table?” on the pages of players: meetings and sit-outs, and nothing that is private."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.models import Match, Role, SeatingPlan, SignUpAccess, Visibility, WishKind
from league.operations.matches import table_codes
from league.operations.people import seating_needs
from league.operations.seasons import seasons
from league.operations.seating import own_reasons
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices
from league.operations.signups import access, personal_links, self_check_in
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line
from tests.web.signups.evenings import begin, evening

pytestmark = pytest.mark.django_db
NJET = Choices(("njet",), seed="a")  # tables of three or four
FIVE = ["Ada", "Bruno", "Chloé", "Dov", "Eva"]


@pytest.fixture
def sheet(alice):
    sheet = evening(games=("njet",))
    begin(sheet)
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    return sheet


@pytest.fixture
def people(sheet):
    return make.players(sheet.club, FIVE)


def seat_all(session, players):
    """Check players in and seat them; return the table and the players who sit out."""
    session_log.check_in(session, [player.pk for player in players], by=None)
    drawn = seating_proposals.propose(session, NJET)
    seating_proposals.seat(
        session,
        NJET,
        tables=drawn.tables,
        table_games=drawn.table_games,
        sit_out=drawn.sit_out,
        by=None,
    )
    match = Match.objects.get(session=session, over=False, stopped_at=None)
    return match, [player for player in players if player.pk in drawn.sit_out]


def stop(match):
    Match.objects.filter(pk=match.pk).update(stopped_at=timezone.now())


def account_of(player):
    user = make.member(player.club, Role.PLAYER, f"p{player.pk}@example.org")
    player.account = user
    player.save()
    return user


def own_pages(session):
    """Return the pages on which players with an account see their own table."""
    door = self_check_in.path_of(session)
    return ["tonight/", "account/results/", "account/evenings/", f"sessions/{session.pk}/", door]


def read(client, page, language="en"):
    return one_line(client.get(f"/{language}/{page}").text)


def test_player_reads_meetings_with_the_others(client, sheet, people):
    ada, bruno, chloe, _dov, eva = people
    season = sheet.session.season
    old = make.season(sheet.club, "Saison 2025", games=["njet"])
    day = timezone.now() - timedelta(days=300)
    make.match(seasons.open_session(old, starts_at=day), [ada, chloe, eva], game="njet")
    day = timezone.localtime(timezone=ZoneInfo(sheet.club.timezone)) - timedelta(days=7)
    make.match(seasons.open_session(season, starts_at=day), [ada, bruno, eva], game="njet")
    make.match(sheet.session, [ada, bruno, chloe], game="njet")
    sign_in(client, account_of(ada))
    met = f"<dt>Bruno</dt><dd>Once this season, on {day.day} {day:%B %Y}.</dd>"
    assert "<dt>Chloé</dt><dd>First time this season; last on " in read(client, "tonight/")
    for page in own_pages(sheet.session):
        text = read(client, page)
        assert "You sit at table 1" in text, page
        assert met in text, page
    assert f"<dt>Bruno</dt><dd>Une fois cette saison, le {day.day}" in read(
        client, "tonight/", "fr"
    )
    link = personal_links.path_of(personal_links.make(bruno, by=None))
    assert "<dt>Ada</dt><dd>Once this season" in read(client, link)


def test_names_on_a_personal_link_are_the_public_ones(client, sheet, people):
    ada, bruno, chloe = people[:3]
    ada.visibility, ada.alias = Visibility.ALIAS, "Countess"
    ada.save()
    make.match(sheet.session, [ada, bruno, chloe], game="njet")
    link = personal_links.path_of(personal_links.make(bruno, by=None))
    text = read(client, link)
    assert "<dt>Countess and Chloé</dt><dd>First time this season.</dd>" in text
    assert "Ada" not in text


def test_sit_out_has_its_reason(client, sheet, people):
    match, (out,) = seat_all(sheet.session, people)
    sign_in(client, account_of(out))
    words = (
        "The number of players does not fit the sizes of the tables. "
        "First sit-out; nobody has sat out less often."
    )
    for page in own_pages(sheet.session):
        assert f"<b>You sit out this time</b><span>{words}</span>" in read(client, page), page
    stop(match)
    assert "You sit out" not in read(client, "tonight/")


def test_phone_of_the_table_tells_all_pairs_until_the_match_ends(client, sheet, people, alice):
    ada, bruno, chloe = people[:3]
    match = make.match(sheet.session, [ada, bruno, chloe], game="njet")
    page = f"t/{table_codes.renew(match, by=alice)}/"
    text = read(client, page)
    assert "Why this table?" in text
    assert "<dt>Ada, Bruno and Chloé</dt><dd>First time this season.</dd>" in text
    day = timezone.localtime(timezone=ZoneInfo(sheet.club.timezone)) - timedelta(days=7)
    old = seasons.open_session(sheet.session.season, starts_at=day)
    make.match(old, [ada, chloe, people[3]], game="njet")
    text = read(client, page)
    assert f"<dt>Ada and Chloé</dt><dd>Once this season, on {day.day} {day:%B %Y}.</dd>" in text
    assert "<dt>All other pairs</dt><dd>First time this season.</dd>" in text
    stop(match)
    assert "Why this table?" not in read(client, page)


def test_pages_of_players_do_not_depend_on_wishes_and_needs(client, sheet, people, alice):
    """Wishes that decide who sits out are private: pages without them are the same, word by
    word."""
    match, (out,) = seat_all(sheet.session, people)
    stop(match)
    others = [player for player in people if player != out]
    for other in others:
        seating_needs.set_wish(sheet.club, out.pk, other.pk, WishKind.APART, by=None)
    seating_needs.set_wish(sheet.club, others[0].pk, others[1].pk, WishKind.TOGETHER, by=None)
    seating_needs.set_need(others[2], by=None, step_free=True, level=3)
    match, again = seat_all(sheet.session, people)
    assert again == [out], "a wish decided"
    code = table_codes.renew(match, by=alice)
    accounts = [account_of(out), account_of(others[0]), account_of(others[2])]

    def everything():
        texts = [read(client, f"t/{code}/", language) for language in ("en", "fr", "de")]
        for account in accounts:
            sign_in(client, account)
            texts += [
                re.sub(r'csrfmiddlewaretoken" value="[^"]*', "", read(client, page, language))
                for language in ("en", "fr", "de")
                for page in own_pages(sheet.session)
            ]
        return texts

    with_wishes = everything()
    assert any("1 sit-out before.</span>" in text for text in with_wishes)
    stored = SeatingPlan.objects.order_by("pk").last()
    for key in {*stored.parts[0]["request"]} - {*own_reasons.PUBLIC_KEYS}:
        del stored.parts[0]["request"][key]
    stored.save()
    sheet.club.seating_wishes.all().delete()
    seating_needs.set_need(others[2], by=None, step_free=False, level=None)
    assert everything() == with_wishes
