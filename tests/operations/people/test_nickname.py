"""A nickname: in the log, the archive, my data, merges, searches and lists, until it is erased."""

import json

import pytest
from django.utils.translation import override

from league.errors import Invalid
from league.models import AuditEntry, AuditText, Player, Visibility
from league.operations.audit import entry_words
from league.operations.identity import merging
from league.operations.people import clubs, player_words
from league.operations.privacy import erasing, player_data
from league.operations.seasons import penalties
from league.operations.support import name_search
from scoring.models import Penalty
from tests import make
from tests.archives import changed, exported, imported, unpacked

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return clubs.add_player(make.club(), name="Ada Lovelace", nickname=" The  Countess ")


def test_lists_show_it_beside_the_full_name_only(ada):
    assert ada.listed_name() == ada.listed_name(public=True) == "Ada Lovelace “The Countess”"
    for visibility, shown in {"initial": "Ada L.", "alias": "Comet", "hidden": None}.items():
        clubs.update_player(ada, visibility=visibility, alias="Comet")
        assert ada.listed_name(public=True) == (shown or f"Player {ada.pk}")
        assert ada.listed_name() == "Ada Lovelace “The Countess”"


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "“Ace”"), ("fr", "«\u00a0Ace\u00a0»"), ("de", "„Ace“")]
)
def test_it_stands_in_the_quotes_of_the_language(ada, language, shown):
    clubs.update_player(ada, nickname="Ace")
    with override(language):
        assert ada.listed_name() == f"Ada Lovelace {shown}"


def test_it_can_be_taken_back_and_has_fifty_characters(ada):
    with pytest.raises(Invalid) as refused:
        clubs.update_player(ada, nickname="x" * 51)
    assert refused.value.problems[0]["path"] == "nickname"
    clubs.update_player(ada, nickname=" ")
    assert Player.objects.get().nickname == ""
    assert ada.listed_name() == "Ada Lovelace"


def test_search_finds_it_where_the_reader_may_see_it(ada):
    def finds(member):
        return name_search.find_players(["count"], clubs=[ada.club], member=member)

    assert finds(False) == finds(True) == [ada]
    clubs.update_player(ada, visibility=Visibility.INITIAL)
    assert (finds(False), finds(True)) == ([], [ada])
    assert player_words.check() == []


def test_the_log_names_it(ada):
    clubs.update_player(ada, nickname="Countess")
    (words,) = entry_words.in_words([AuditEntry.objects.latest("pk")])
    assert [tuple(change) for change in words.changes] == [
        ("nickname", "nickname", "The Countess", "Countess")
    ]


def test_an_archive_keeps_it_and_older_ones_have_none(ada):
    archive = exported(ada.club)
    row = json.loads(unpacked(archive)["players.ndjson"])
    assert row["nickname"] == "The Countess"
    older = changed(archive, "players.ndjson", 1, lambda row: row.pop("nickname"))
    for content, nickname in {archive: "The Countess", older: ""}.items():
        club = imported(content, make.user()).club
        assert club.players.get().nickname == nickname


def test_my_data_has_it(ada):
    person = player_data.Person(Player.objects.all())
    assert next(player_data.players(person))["nickname"] == "The Countess"


@pytest.mark.parametrize(("own", "remaining"), [("", "The Countess"), ("Ace", "Ace")])
def test_a_merge_keeps_the_survivors_else_the_others(ada, own, remaining):
    survivor = clubs.add_player(ada.club, name="Ada King", nickname=own)
    merge = merging.merge(ada, survivor, by=make.user())
    assert Player.objects.get().nickname == remaining
    merging.undo(merge, by=make.user())
    assert Player.objects.get(pk=survivor.pk).nickname == own
    assert Player.objects.get(pk=ada.pk).nickname == "The Countess"


def test_erasing_removes_it_from_reasons_and_from_the_log(ada):
    owner, evening = make.user(), make.session(make.season(ada.club))
    other = clubs.add_player(ada.club, name="Bruno")
    penalties.penalise(
        evening.season,
        player=other.pk,
        session=evening.pk,
        points=1,
        reason="the countess complained",
        by=owner,
    )
    erasing.erase(ada, name="Ada Lovelace", by=owner)
    assert "countess" not in Penalty.objects.get().reason.lower()
    assert not AuditText.objects.filter(text__icontains="countess").exists()
