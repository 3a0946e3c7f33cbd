"""No output shows strangers more of a name than its player lets the public see.

A club plays with names of every visibility; then what is secret of the names is exchanged for
something else, and every output for strangers must stay the same to the last byte: words, order,
entity tags and all. The outputs are found in the URL tables: a new one without a row fails.
"""

import re
from hashlib import sha256
from io import BytesIO

import pytest
from django.core.cache import caches
from django.urls import get_resolver
from django.utils import timezone
from openpyxl import load_workbook

from league.models import Player
from league.web.site import link_cards
from tests import make
from tests.made_once import made_once
from tests.operations.paper import papers
from tests.web.accounts.public_pages import FOR_EVERYBODY
from tests.web.accounts.role_table import ALLOWED, POSTED
from tests.web.desk import sign_in
from tests.web.site.public_outputs import PEOPLE, busy_club, outputs

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120)]

SECRETS = re.compile(
    r"nabbed|nymphed|aaron|quartz|zita|quilling|adam|vanished|zoe|vapour|absalom|wanted|zeno|wicked",
    re.IGNORECASE,
)
# pages that show no players: forms, redirects, pages of the server
WITHOUT_PLAYERS = {
    "start", "load_demo", "privacy", "stop_mail", "phone", "join", "decline_invitation",
    "stop_messages", "app_manifest", "table_start", "table_manifest", "calculators", "calculator",
    "sign_up_start", "answer_by_link", "answer_by_name", "accessibility", "rules", "game_rules",
    "rules_sheet", "help", "help_page",
}  # fmt: skip
# the code of a table opens them: whoever sits there knows the others
AT_THE_TABLE = {
    "table", "table_stand", "table_last", "table_rounds", "table_preview", "table_result",
    "table_call", "table_rematch", "table_moves",
}  # fmt: skip
BESIDE_PAGES = {
    "livez", "readyz", "metrics", "table_worker", "push_worker", "club_colours",
    "club_logo", "embed", "league_embed", "robots", "sitemap", "season_json",
    "django.contrib.sitemaps.views.sitemap", "security_txt",
}  # fmt: skip


@pytest.fixture
@made_once
def club():
    return busy_club()


def read(client, path):
    """Return status, headers and text of an answer; of paper its words, without the date."""
    caches["default"].clear()
    answer = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    text = _text(body)
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", text)
    headers = {name: answer[name] for name in ("ETag", "Location", "Link") if name in answer}
    if "ETag" in headers:  # while people sign up, an evening has a version for each minute
        headers["ETag"] = re.sub(r'^"n(\d+)\.\d+\.', r'"n\1.', headers["ETag"])
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
    """Give everybody the other secret name, and forget what was drawn with the one before."""
    link_cards.clear()
    for name, other, _shown, _alias in PEOPLE:
        is_first = Player.every.filter(name=name).exists()
        before, after = (name, other) if is_first else (other, name)
        Player.every.filter(name=before).update(name=after)


def read_with_both_names(client, pages):
    """Return all answers with the one name of everybody, and with the other. Both are of the same
    hour, which is in the versions of some pages."""
    while True:
        hour = timezone.now().hour
        before = {path: read(client, path) for path in pages}
        exchange_secrets()
        after = {path: read(client, path) for path in pages}
        if timezone.now().hour == hour:
            return before, after


@pytest.mark.parametrize("reader", ["nobody", pytest.param("stranger", marks=pytest.mark.long)])
def test_secret_names_change_no_output_for_strangers(client, club, reader):
    if reader == "stranger":
        make.club(sign_in(client, make.user("charlie@example.org")), "Ailleurs")
    pages = [path for paths in outputs(club).values() for path in paths]
    before, after = read_with_both_names(client, pages)
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
    names = {
        name
        for name in get_resolver().namespace_dict["web"][1].reverse_dict
        if isinstance(name, str)
    }
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
