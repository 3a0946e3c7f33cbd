"""What an older version has stored is still there."""

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from league.models import AuditEntry, ClubAddress, Player, PlayerWord, Token
from league.operations.audit import chain, club_log, verification
from league.operations.people import player_words, tokens
from league.operations.sessions import presence, session_log, undo
from league.operations.support import name_keys
from league.operations.tournaments import audit_log
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
    assert [
        club_address.slug for club_address in ClubAddress.objects.filter(club__slug="les-ardoises")
    ] == ["les-ardoises"]


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


def test_logs_of_evenings_and_tournaments_become_entries_of_their_clubs():
    """Actions with and without an entry in the log of the club, undone ones, and the notes of a
    tournament are in one log without gaps."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    club = make.club()
    players = make.players(club, ["Ada", "Bruno", "Chloé"])
    session = make.session(make.season(club))
    cup = make.tournament(club, here=4)
    with_entry = session_log.check_in(session, [players[0].pk], by=make.user())
    recorded = AuditEntry.objects.filter(club=club).last().number
    before_the_log = presence.check_in(session, [players[1].pk, players[2].pk])
    match = make.match(session, players)
    make.played(match, [12, 5, 2])
    try:
        old = migrated(("league", "0066_nickname"))
        # entries were found by people and matches only
        old.get_model("league", "AuditSubject").objects.filter(
            kind__in=["session", "tournament"]
        ).delete()
        last = old.get_model("league", "AuditEntry").objects.get(club=club.pk, number=recorded)
        write_actions(old, session, last, with_entry, before_the_log, match, players)
        old.get_model("league", "Incident").objects.create(
            tournament_id=cup.pk,
            kind="late",
            sitting_number=1,
            player_id=players[0].pk,
            note="Ada missed her train",
            by_id=make.user().pk,
        )
    finally:
        migrated(*newest)
    assert verification.find_faults(club) == []
    entries = {(entry.kind, entry.undone_at is None): entry for entry in undo.log_entries(session)}
    assert set(entries) == {
        ("round", True), ("stop", False), ("check_in", True), ("leave", False),
    }  # fmt: skip
    assert entries["leave", False].subject["players"] == [players[1].pk, players[2].pk]
    assert entries["stop", False].subject["forfeited"] == [2]
    assert entries["stop", False].undone_by == make.user()
    undo.redo(session, entries["leave", False].ref, by=make.user())
    assert [player.name for player in presence.present_players(session)] == ["Ada"]
    undo.undo(session, entries["check_in", True].ref, by=make.user())
    assert presence.present_players(session) == []
    late = audit_log.lines(cup)[-1]
    assert (late.entry.kind, late.player, late.entry.note) == (
        "late", players[0], "Ada missed her train",
    )  # fmt: skip
    club_log.forget(club.pk, players=[players[0].pk])
    assert audit_log.lines(cup)[-1].entry.note == "(erased)"
    assert verification.find_faults(club) == []


def write_actions(old, session, entry, with_entry, before_the_log, match, players):
    """Write the log of the evening as the old version did: a check-in that the club's log has, one
    end of a match and one leaving that it lacks, both undone."""
    create = old.get_model("league", "EveningAction").objects.create
    session_id, by = session.pk, make.user().pk
    recorded = create(
        session_id=session_id,
        kind="check_in",
        by_id=by,
        subject={"players": [players[0].pk], "stays": [stay.pk for stay in with_entry]},
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE league_auditentry DISABLE TRIGGER ALL")
    entry.subject = {**entry.subject, "action": recorded.pk}
    entry.hash = chain.hash_of(entry)
    entry.save()
    undone = {"undone_at": timezone.now(), "undone_by_id": by}
    create(
        session_id=session_id,
        kind="stop",
        by_id=by,
        subject={
            "matches": [match.pk],
            "players": [player.pk for player in players],
            "forfeited": [players[2].pk],
            "without_result": False,
            "reason": "Ill",
        },
        **undone,
    )
    create(
        session_id=session_id,
        kind="leave",
        by_id=by,
        subject={
            "players": [player.pk for player in players[1:]],
            "stays": [stay.pk for stay in before_the_log],
        },
        **undone,
    )
