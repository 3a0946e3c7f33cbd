"""What an older version has stored is still there."""

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import ClubAddress, Player, PlayerWord, Token
from league.operations.people import player_words, tokens
from league.operations.support import name_keys
from tests import make

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def migrated(*targets):
    MigrationExecutor(connection).migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


def test_tokens_of_the_api_go_on_working():
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrated(("league", "0001_world"), ("api", "0001_tokens"))
        user = old.get_model("league", "User").objects.create(email="alice@example.org")
        old.get_model("api", "Token").objects.create(
            user=user, digest=tokens.digest("secret"), prefix="manche_", scope="read"
        )
    finally:
        migrated(*newest)
    token = make.token_of("secret")
    assert token == Token.objects.get()
    assert (token.user.email, token.scope, token.club, token.match) == (
        "alice@example.org", "read", None, None
    )  # fmt: skip


def test_clubs_keep_the_addresses_that_they_had():
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrated(("league", "0019_slow_webhooks"))
        old.get_model("league", "Club").objects.create(slug="les-ardoises", name="Les Ardoises")
    finally:
        migrated(*newest)
    assert [each.slug for each in ClubAddress.objects.filter(club__slug="les-ardoises")] == [
        "les-ardoises"
    ]


def test_players_who_are_there_already_are_found_by_the_words_of_their_names():
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrated(("league", "0034_correction_policy"))
        club = old.get_model("league", "Club").objects.create(slug="les-ardoises", name="Ardoises")
        for name, visibility, alias in [
            ("Élise Moreau", "full", ""), ("Quitterie d’Orval", "initial", ""),
            ("Ada", "initial", ""), ("Zoé Lambert", "alias", "Zazie"), ("Odile", "hidden", ""),
            ("Bruno", "alias", ""),
        ]:  # fmt: skip
            old.get_model("league", "Player").objects.create(
                club=club, name=name, visibility=visibility, alias=alias
            )
    finally:
        migrated(*newest)
    assert PlayerWord.objects.count() == 11
    assert player_words.check() == []
    assert name_keys.check() == 0
    assert Player.objects.first().name_key == "ada"


def test_accounts_that_were_made_on_the_server_keep_confirmed_addresses():
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrated(("league", "0019_slow_webhooks"))
        old.get_model("league", "User").objects.create(email="alice@example.org")
    finally:
        migrated(*newest)
    address = EmailAddress.objects.get(email="alice@example.org")
    assert (address.primary, address.verified, address.user.email) == (
        True, True, "alice@example.org"
    )  # fmt: skip
