"""No output shows strangers more of a name than its player lets the public see.

A club plays with names of every visibility; then what is secret of the names is exchanged for
something else, and every output for strangers must stay the same to the last byte: words, order,
entity tags and all. The outputs are found in the URL tables: a new one without a row fails.
"""

import re
from datetime import timedelta
from hashlib import sha256
from io import BytesIO

import pytest
from django.core.cache import caches
from django.urls import get_resolver
from django.utils import timezone
from openpyxl import load_workbook

from league.models import Player, SignUpAccess, Visibility
from league.operations.calendars import addresses
from league.operations.matches import table_codes
from league.operations.people import clubs
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log
from league.operations.signups import access, door, personal_links, sheets, sign_ups
from league.web.site import link_cards
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.operations.paper import papers
from tests.web.accounts.public_pages import FOR_EVERYBODY
from tests.web.accounts.test_roles import ALLOWED, POSTED
from tests.web.desk import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120)]

# name, the other name with which nothing changes, visibility, alias
PEOPLE = [
    ("Bruno Full", "Bruno Full", Visibility.FULL, ""),
    ("Iris Nettle", "Iris Nettle", Visibility.FULL, ""),
    ("Iris Nabbed", "Iris Nymphed", Visibility.INITIAL, ""),
    ("Aaron Quartz", "Zita Quilling", Visibility.ALIAS, "Comet"),
    ("Adam Vanished", "Zoe Vapourised", Visibility.HIDDEN, ""),
    ("Absalom Wanted", "Zeno Wicked", Visibility.HIDDEN, "Nobody’s"),
    ("Clara Full", "Clara Full", Visibility.FULL, ""),
]
SECRETS = re.compile(
    r"nabbed|nymphed|aaron|quartz|zita|quilling|adam|vanished|zoe|vapour|absalom|wanted|zeno|wicked",
    re.IGNORECASE,
)
# pages that show no players: forms, redirects, pages of the server
WITHOUT_PLAYERS = {
    "start", "load_demo", "privacy", "stop_mail", "phone", "join", "decline_invitation",
    "stop_messages", "app_manifest", "table_start", "table_manifest", "calculators", "calculator",
    "sign_up_start", "answer_by_link", "answer_by_name", "accessibility",
}  # fmt: skip
# the code of a table opens them: whoever sits there knows the others
AT_THE_TABLE = {
    "table", "table_stand", "table_last", "table_rounds", "table_preview", "table_result",
}  # fmt: skip
BESIDE_PAGES = {
    "livez", "readyz", "metrics", "table_worker", "push_worker", "club_colours",
    "club_logo", "embed", "robots", "sitemap", "django.contrib.sitemaps.views.sitemap",
}  # fmt: skip


@pytest.fixture
def club():
    """A club in which everybody has played everything."""
    club = make.club()
    people = [
        clubs.add_player(club, name=name, visibility=shown, alias=alias)
        for name, _other, shown, alias in PEOPLE
    ]
    season = make.season(club)
    seasons.update(season, scheme={"tiebreaks": ["lots"]})
    session = make.session(season, 8)
    session_log.check_in(session, [player.pk for player in people], by=None)
    for seats in (people[:4], people[3:], people[2:6]):
        make.played(make.match(session, seats, options={"target": 20}), [22, 5, 5, 2])
    for player in people[2:6]:
        chosen = {"session": session.pk, "player": player.pk}
        penalties.penalise(season, **chosen, points=1, reason="Late", by=None)
        penalties.sit_out(session, player=player.pk)
    running = make.match(session, people[2:6])
    make.played(running, [0, 7, 3, 2])
    table_codes.renew(running, by=make.user())
    make.ladder(club, people[:4], people[4:])
    sitting = make.published(make.tournament(club, here=people))
    make.finished(sitting, 1)
    sign_up_everybody(season, sitting.tournament, people)
    for table in Table.objects.all():
        projection.refresh(table.pk)
    rating.refresh(club.pk)
    return club


def secret_of_calendar(club):
    """Return the secret of the calendar of the owner."""
    owner = club.memberships.order_by("pk").first().user
    return addresses.secret_of(addresses.find(owner) or addresses.renew(owner))


def sign_up_everybody(season, tournament, people):
    """Let all sign up for an evening to come, with a waiting list, and for the tournament."""
    tomorrow = timezone.now() + timedelta(days=1)
    session = seasons.open_session(season, starts_at=tomorrow, place="Next")
    sheet = sheets.open_sheet(session, capacity=4, by=None)
    cup_sheet = sheets.open_sheet(tournament, by=None)
    for player in people:
        for each in (sheet, cup_sheet):
            sign_ups.answer(each, player.pk, "yes", by=None, as_organiser=True)
    access.change(season.club, access=SignUpAccess.CODE, by=None)
    personal_links.make(people[0], by=None)


def outputs(club):
    """Return the addresses of everything that strangers may open, by name."""
    season = club.seasons.order_by("pk").first()
    coming = season.sessions.get(place="Next")
    session = season.sessions.exclude(pk=coming.pk).get()
    code = f"/en/sign-up/club/{access.settings_of(club).code}/"
    bruno = club.players.get(name="Bruno Full")
    match = session.matches.order_by("pk").first()
    hidden = [player.pk for player in club.players.exclude(visibility=Visibility.FULL)]
    ladder = club.ladders.get()
    cup = club.seasons.exclude(tournament=None).get().tournament.pk
    page, table = f"/en/clubs/{club.slug}/", f"/en/seasons/{season.pk}/"
    secret_words = ["Nabbed", "Nymphed", "Quartz", "Quilling", "Adam", "Zoe", "Nobody", "Iris"]
    return {
        "home": ["/en/"],
        "search": [f"/en/search/?q={word}" for word in secret_words],
        "club_search": [f"{page}search/?q={word}" for word in [*secret_words, "Comet"]],
        "club": [page, page.replace("/en/", "/fr/")],
        "club_piece": [f"{page}live/"],
        "club_feed": [f"{page}feed/"],
        "club_card": [f"{page}card.png"],
        "season_card": [f"{table}card.png"],
        "awards": [f"{table}awards/"],
        "awards_card": [f"{table}awards/card.png"],
        "session_card": [f"/en/sessions/{each.pk}/card.png" for each in (session, coming)],
        "tournament_card": [f"/en/tournaments/{cup}/card.png"],
        "match_card": [f"/en/matches/{match.pk}/card.png"],
        "player_card": [f"/en/players/{pk}/card.png" for pk in hidden],
        "calendar": [f"{page}evenings.ics"],
        "ratings": [f"{page}ratings/"],
        "ratings_game": [f"{page}ratings/neurotrio/"],
        "season": [table, f"{table}?as_of={session.pk}", f"{table}?last=1", f"{table}?official=1"],
        "comparison": [f"{table}comparison/?then={session.pk}&now={session.pk}"],
        "comparison_game": [f"{table}neurotrio/comparison/?then={session.pk}&now={session.pk}"],
        "season_feed": [f"{table}feed/"],
        "standings_file": [f"{table}standings.{suffix}" for suffix in ("csv", "xlsx")],
        "results_file": [f"{table}results.{suffix}" for suffix in ("csv", "xlsx")],
        "standings_file_game": [f"{table}neurotrio/standings.csv"],
        "results_file_game": [f"{table}neurotrio/results.csv"],
        "season_plays": [f"{table}plays.bgsplay"],
        "match_play": [f"/en/matches/{match.pk}/play.bgsplay"],
        "season_calendar": [f"{table}evenings.ics"],
        "own_calendar": [f"/en/calendars/{secret_of_calendar(club)}/evenings.ics"],
        "season_table": [f"{table}table/"],
        "season_game": [f"{table}neurotrio/"],
        "season_game_table": [f"{table}neurotrio/table/"],
        "origin": [f"{table}players/{pk}/" for pk in hidden],
        "origin_game": [f"{table}neurotrio/players/{pk}/" for pk in hidden],
        "report": [f"{table}players/{pk}/report.pdf" for pk in hidden[:2]],
        "report_game": [f"{table}neurotrio/players/{hidden[0]}/report.pdf"],
        "tournament": [f"/en/tournaments/{cup}/"],
        "tournament_piece": [f"/en/tournaments/{cup}/live/"],
        "ladder": [f"/en/ladders/{ladder.pk}/"],
        "ladder_period": [f"/en/ladders/{ladder.pk}/1/"],
        "session": [f"/en/sessions/{each.pk}/" for each in (session, coming)],
        "session_piece": [f"/en/sessions/{each.pk}/live/" for each in (session, coming)],
        "session_sign_up": [f"/en/sessions/{coming.pk}/sign-up/"],
        "tournament_sign_up": [f"/en/tournaments/{cup}/sign-up/"],
        "personal_link": [f"/en/{personal_links.path_of(bruno.personal_link)}"],
        "sign_up_by_code": [code],
        "sign_up_by_name": [f"{code}{bruno.pk}/"],
        "door": [f"/en/{door.path_of(session)}", f"/en/{door.path_of(coming)}"],
        "match": [f"/en/matches/{each.pk}/" for each in session.matches.all()],
        "match_piece": [f"/en/matches/{match.pk}/live/"],
        "replay": [f"/en/matches/{match.pk}/rounds/1/"],
        "replay_step": [f"/en/matches/{match.pk}/rounds/1/step/"],
        "player": [f"/en/players/{pk}/" for pk in hidden],
        "all_met": [f"/en/players/{hidden[0]}/against/"],
        "against": [f"/en/players/{hidden[0]}/against/{pk}/" for pk in hidden[1:]],
        "season_screen": [f"/en/screens/seasons/{season.pk}/"],
        "season_screen_piece": [f"/en/screens/seasons/{season.pk}/live/"],
        "session_screen": [f"/en/screens/sessions/{each.pk}/" for each in (session, coming)],
        "session_screen_piece": [
            f"/en/screens/sessions/{each.pk}/live/" for each in (session, coming)
        ],
        "season_overlay": [f"/en/screens/seasons/{season.pk}/overlay/"],
        "season_overlay_piece": [f"/en/screens/seasons/{season.pk}/overlay/live/"],
        "session_overlay": [f"/en/screens/sessions/{session.pk}/overlay/"],
        "session_overlay_piece": [f"/en/screens/sessions/{session.pk}/overlay/live/"],
        "tournament_screen": [f"/en/screens/tournaments/{cup}/"],
        "tournament_screen_piece": [f"/en/screens/tournaments/{cup}/live/"],
        "embed": [f"/embed/seasons/{season.pk}/"],
    }


def read(client, path):
    """Return status, headers and text of an answer; of paper its words, without the date."""
    caches["default"].clear()
    answer = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    text = _text(body)
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", text)
    headers = {name: answer[name] for name in ("ETag", "Location", "Link") if name in answer}
    return answer.status_code, headers, text


def _text(body):
    """Return the words of a file."""
    if body.startswith(b"%PDF"):
        return papers.text(body)
    if body.startswith(b"PK"):
        return "\n".join(map(str, load_workbook(BytesIO(body)).active.values))
    if body.startswith(b"\x89PNG"):
        return sha256(body).hexdigest()  # its bytes may spell a name by chance
    return body.decode(errors="replace")


def exchange_secrets():
    """Give everybody another secret name, and forget what was drawn with the one before."""
    link_cards.clear()
    for name, other, _shown, _alias in PEOPLE:
        Player.every.filter(name=name).update(name=other)


@pytest.mark.parametrize("reader", ["nobody", pytest.param("stranger", marks=pytest.mark.long)])
def test_secret_names_change_no_output_for_strangers(client, club, reader):
    if reader == "stranger":
        make.club(sign_in(client, make.user("charlie@example.org")), "Ailleurs")
    pages = [path for paths in outputs(club).values() for path in paths]
    before = {path: read(client, path) for path in pages}
    exchange_secrets()
    after = {path: read(client, path) for path in pages}
    assert [path for path in pages if after[path] != before[path]] == []
    shown = {
        path: SECRETS.findall(text.replace(path, "")) for path, (_s, _h, text) in after.items()
    }
    assert {path: words for path, words in shown.items() if words and "?q=" not in path} == {}
    visited = [path for path in pages if after[path][0] == 200]
    assert len(visited) > 50, "the comparison is about pages, not about refusals"


def test_members_read_the_names(client, club):
    """The names are there to be seen: the comparison above would notice them."""
    sign_in(client, make.user())
    _status, _headers, text = read(client, f"/en/clubs/{club.slug}/")
    assert set(SECRETS.findall(text)) >= {"Nabbed", "Quartz", "Vanished"}


def test_every_output_has_its_row(club):
    names = {name for name in get_resolver("league.web.urls").reverse_dict if isinstance(name, str)}
    rows = set(outputs(club)) | WITHOUT_PLAYERS | AT_THE_TABLE
    assert names - set(ALLOWED) - set(POSTED) == rows - BESIDE_PAGES
    assert rows - BESIDE_PAGES == FOR_EVERYBODY
    root = {
        name
        for name in get_resolver().reverse_dict
        if isinstance(name, str) and name not in names | set(ALLOWED) | set(POSTED)
    }
    beside = {
        name for name in root if not name.startswith(("account", "mfa", "openid", "social", "user"))
    }
    assert beside <= BESIDE_PAGES
