"""One key of names for equality, order and search; names are text that people can see."""

import pytest
from django.core.management import CommandError, call_command

from league.errors import Invalid
from league.models import Club, Ladder, Player, Season, User
from league.names import clean_name, name_key, search_words, visible_line
from league.operations.people import accounts, club_settings, clubs, paste
from league.operations.seasons import seasons
from league.operations.support.name_search import find_players, has_in_name
from tests import make

# in the order in which people look for them in a list
IN_ORDER = [
    "Ægir", "Ångström", "Đặng", "ðunn", "Éloi", "ﬁfi", "Ħamrun", "ılgın", "İpek", "Łukasz", "Ŋo",
    "Œdipe", "Ørsted", "ßeta", "Štěpán", "Ŧanja", "Þór", "Zoé", "Ζωή", "Ольга", "שרה", "美咲", "🦊",
]  # fmt: skip
SAME = [
    ("O’Brien", "O'Brien"),
    ("O`Brien", "OʼBRIEN"),
    ("Jean‑Luc", "jean-luc"),
    ("Łukasz  Dąbrowski", "lukasz dabrowski"),
    ("E\u0301lise", "Élise"),
    ("Ada\u200b\ufeff Lovelace", "\u202eADA Love\u00adlace"),
    ("Straße", "STRASSE"),
    ("Þór", "THOR"),
    ("Col·lell", "Collell"),
    ("Ａｄａ", "Ada"),
]
INVISIBLE = [
    "\u2800", "\u3164", "\u202e", "\ufeff", "\u0301", "\u200d", "\u200b\u200c", "\u2060", "\u00ad",
    "\u034f", "\u115f\u1160", "\uffa0", "\u180e", "\ufe0f", "\U000e0041", "\x00", "\x1b", "\u20dd",
    "\u2028", "\u00a0\u2003", "\ue000", "\U0001d159", "\u2066\u2069", "\ufff9", "\ufffc", "\u061c",
]  # fmt: skip
CLEANED = [
    ("\u202eAda\u2800Lovelace\ufeff", "Ada Lovelace"),
    ("\u0301Ada", "Ada"),
    ("A\u200bda\u2060", "Ada"),
    ("Ada \u3164", "Ada"),
    ("Ada\u200d", "Ada"),
]
KEPT = ["E\u0301lise", "👩‍👩‍👧 Ada", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "❤️", "می‌خواهم", "Zoé 🎲", "將棋", "O’Brien"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_invisible_names_are_refused(name):
    with pytest.raises(Invalid) as refused:
        clean_name(name)
    assert refused.value.problems[0]["code"] == "blank"


@pytest.mark.parametrize(("name", "cleaned"), CLEANED)
def test_invisible_signs_are_removed_from_names(name, cleaned):
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("name", KEPT)
def test_emoji_and_scripts_keep_the_signs_that_shape_them(name):
    assert visible_line(name) == name


@pytest.mark.django_db
def test_all_names_are_cleaned_before_they_are_stored():
    club, spoilt = make.club(name="\u202eLes\u2800Ardoises"), "\u200bAda\ufeff"
    assert club.name == "Les Ardoises"
    season = make.season(club, name="\u202eHiver\u3164")
    session = make.session(season, place="\u2800Salle\u202e 2")
    guest = clubs.add_newcomer(club, spoilt)
    ladder = make.ladder(club, make.players(club), name="\u00adLigue\u2060")
    account = accounts.create("ada@example.org", "a good pass phrase", name=spoilt)
    assert [season.name, session.place, guest.name] == ["Hiver", "Salle 2", "Ada"]
    assert [ladder.name, account.name] == ["Ligue", "Ada"]
    assert accounts.create("bob@example.org", None, name="\u3164").name == ""
    acts = [
        lambda: clubs.create(by=make.user(), name="\u2800"),
        lambda: club_settings.update(club, name="\u2800"),
        lambda: clubs.add_player(club, name="\u3164"),
        lambda: clubs.update_player(guest, name="\u0301"),
        lambda: clubs.update_player(guest, visibility="alias", alias="\ufeff."[:1]),
        lambda: make.season(club, name="\u202e"),
        lambda: seasons.update(season, name="\u2800"),
        lambda: make.ladder(club, [], name="\ufeff"),
        lambda: accounts.update(account, name="\u3164"),
    ]
    for act in acts:
        with pytest.raises(Invalid):
            act()


@pytest.mark.django_db
def test_lists_are_sorted_and_searched_by_the_key():
    club = make.club()
    make.players(club, [*reversed(IN_ORDER[:12]), *IN_ORDER[12:]])
    players = Player.objects.filter(club=club)
    assert [player.name for player in players] == IN_ORDER
    assert sorted(IN_ORDER, key=name_key) == IN_ORDER
    for typed, name in {"lukasz": "Łukasz", "DANG": "Đặng", "THOR": "Þór", "ольГ": "Ольга"}.items():
        assert [player.name for player in players.filter(has_in_name(typed))] == [name]
        players_found = find_players(search_words(typed), clubs=[club], member=True)
        assert [player.name for player in players_found] == [name]


@pytest.mark.django_db
def test_every_act_on_a_name_stores_its_key():
    club = make.club(name="Échecs")
    (zoe,) = make.players(club, ["Zoé"])
    paste.add(club, "Łukasz")
    season, ladder = (
        make.season(club, name="Été"),
        make.ladder(club, make.players(club), name="Œuvre"),
    )
    account = accounts.create("ada@example.org", None, name="Ada")
    club_settings.update(club, name="Éclair")
    clubs.update_player(zoe, name="Chloé")
    seasons.update(season, name="Fête")
    accounts.update(account, name="Adèle")
    call_command("rebuild_search", "--check")
    assert Ladder.objects.get(pk=ladder.pk).name_key == "oeuvre"
    assert Player.objects.get(pk=zoe.pk).name_key == "chloe"
    for model in (User, Club, Player, Season):  # as a process of an older version does
        model.objects.update(name_key="")
    with pytest.raises(CommandError, match="sort keys are wrong"):
        call_command("rebuild_search", "--check")
    call_command("rebuild_search")
    call_command("rebuild_search", "--check")
