"""The stored words are those of the present names, whatever has changed the players."""

import pytest
from django.core.management import CommandError, call_command

from league.models import Player, PlayerWord, Visibility
from league.operations.identity import merging
from league.operations.people import clubs, paste, player_words, visibility
from league.operations.privacy import account_erasing
from tests import make

pytestmark = pytest.mark.django_db


def stored(player):
    rows = PlayerWord.objects.filter(player=player)
    return {bytes(row.word).decode(): row.is_public for row in rows}


def test_every_act_on_a_player_stores_the_words_of_the_new_name():
    club = make.club()
    elise = clubs.add_player(club, name="Élise Moreau", visibility=Visibility.INITIAL)
    assert stored(elise) == {"elise": True, "moreau": False, "m": True}
    clubs.update_player(elise, name="Élise d’Orval", visibility=Visibility.HIDDEN)
    assert stored(elise) == {"elise": False, "d": False, "orval": False}
    clubs.update_player(elise, visibility=Visibility.ALIAS, alias="La Ficelle")
    assert stored(elise) == {
        "elise": False, "d": False, "orval": False, "la": True, "ficelle": True
    }  # fmt: skip
    paste.add(club, "Łukasz Dąbrowski")
    assert stored(Player.objects.latest("pk")) == {"lukasz": True, "dabrowski": True}
    assert player_words.check() == []


def test_a_change_of_visibility_keeps_a_concurrent_change_of_the_name():
    player = clubs.add_player(make.club(), name="Élise Moreau")
    clubs.update_player(Player.objects.get(), name="Odile Chabrol")
    clubs.update_player(player, visibility=Visibility.HIDDEN)
    assert stored(player) == {"odile": False, "chabrol": False}


def test_the_choice_of_the_person_and_the_end_of_a_guardian_hide_words():
    club, guardian = make.club(), make.user("guardian@example.org")
    child = clubs.add_player(club, name="Zoé Lambert", alias="Zazie", is_child=True)
    Player.objects.filter(pk=child.pk).update(guardian=guardian)
    visibility.choose(child, by=guardian, visibility=Visibility.FULL)
    assert stored(child) == {"zoe": True, "lambert": True}
    account_erasing.delete(guardian, email=guardian.email)
    assert stored(child) == {"zoe": False, "lambert": False, "zazie": True}


def test_a_merge_and_its_undoing_store_the_words_of_what_is_shown():
    club = make.club()
    shown, alias = clubs.add_player(club, name="Élise Moreau"), clubs.add_player(club, name="E")
    clubs.update_player(alias, visibility=Visibility.ALIAS, alias="Ficelle")
    merge = merging.merge(alias, shown, by=make.user())
    assert stored(shown) == {"elise": False, "moreau": False, "ficelle": True}
    merging.undo(merge, by=make.user())
    assert stored(shown) == {"elise": True, "moreau": True}
    assert player_words.check() == []


def test_words_that_are_not_those_of_the_names_are_reported_and_mended():
    (ada,) = make.players(make.club(), ["Ada"])
    PlayerWord.objects.create(player=ada, word=b"bruno", is_public=True)
    with pytest.raises(CommandError, match=r"search words are wrong: 1\."):
        call_command("rebuild_search", "--check")
    call_command("rebuild_search")
    assert stored(ada) == {"ada": True}
    call_command("rebuild_search", "--check")


@pytest.mark.parametrize(
    ("language", "wrong", "corrected", "right"),
    [
        (
            "fr",
            "Joueurs dont les mots de recherche sont faux\u00a0: 1.",
            (
                "Joueurs dont les mots de recherche ont été corrigés\u00a0: 1.\n"
                "Noms dont la clé de tri a été corrigée\u00a0: 0.\n"
            ),
            "Tous les mots de recherche et toutes les clés de tri sont justes.\n",
        ),
        (
            "de",
            "Spieler mit falschen Suchwörtern: 1.",
            (
                "Spieler mit berichtigten Suchwörtern: 1.\n"
                "Namen mit berichtigtem Sortierschlüssel: 0.\n"
            ),
            "Alle Suchwörter und Sortierschlüssel sind richtig.\n",
        ),
    ],
)
def test_the_command_speaks_the_language_of_the_server(
    settings, capsys, language, wrong, corrected, right
):
    settings.COMMAND_LANGUAGE = language
    (ada,) = make.players(make.club(), ["Ada"])
    PlayerWord.objects.create(player=ada, word=b"bruno", is_public=True)
    with pytest.raises(CommandError, match=wrong):
        call_command("rebuild_search", "--check")
    call_command("rebuild_search")
    assert capsys.readouterr().out == corrected
    call_command("rebuild_search", "--check")
    assert capsys.readouterr().out == right


def test_a_name_of_the_longest_and_strangest_kind_is_stored_as_far_as_a_search_can_be_long():
    player = clubs.add_player(make.club(), name="ﷺ" * 100)  # each unfolds to 18 characters
    assert max(len(word) for word in stored(player)) <= 60
