"""The log of a club as a chain of hashes: what keeps it whole, and what is found when it is not."""

from collections.abc import Callable
from contextlib import contextmanager, suppress
from datetime import UTC, date, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league.errors import LeagueError
from league.models import (
    ActionKind,
    AuditChain,
    AuditEntry,
    AuditKind,
    AuditSubject,
    AuditText,
    Club,
    IncidentKind,
)
from league.operations.audit import chain, club_log, verification
from league.operations.audit.club_log import Words
from league.operations.matches import submissions
from league.operations.people import club_settings, clubs
from league.operations.results import stopped_matches
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log, undo
from tests import make
from tests.logged import last_action
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
PRINTABLE = st.characters(exclude_categories=["C", "Z"])
NAMES = st.text(PRINTABLE, min_size=1, max_size=100)


def entry(club, number=-1):
    return list(AuditEntry.objects.filter(club=club))[number]


def people(entry):
    """Return the kinds and ids of the people of an entry."""
    return set(entry.subjects.exclude(kind="match").values_list("kind", "object_id"))


def digest_of(entry, player):
    return chain.person_digest(entry.subjects.get(kind="player", object_id=player))


def rename(club, *names):
    """Add a player and give him these names, so that the log has an entry for each."""
    player = clubs.add_player(club, name="Ada", by=make.user())
    for name in names:
        clubs.update_player(player, name=name, by=make.user())
    return player


@pytest.fixture
@made_once
def club():
    club = make.club()
    rename(club, "Bea", "Cleo", "Dora")
    return club


@contextmanager
def tampering():
    """Let the database be changed as its owner can, for whom a trigger is no obstacle."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")


def insert_between(club):
    second, third = entry(club, 1), entry(club, 2)
    forged = AuditEntry(**{field: getattr(third, field) for field in COPIED})
    forged.previous_hash, forged.number, forged.hash = second.hash, 99, "f" * 64
    forged.save()


COPIED = ("club_id", "at", "by", "kind", "subject", "before", "after")
# a number that no player of a test has
SOMEONE_ELSE = 987_654_321
TAMPERINGS: dict[str, tuple[Callable[[Club], object], str]] = {
    "another kind": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).update(kind="player.added"),
        "entry 3 was changed",
    ),
    "another person": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).update(by="17"),
        "entry 3 was changed",
    ),
    "another time": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).update(
            at=entry(club, 2).at + timedelta(microseconds=1)
        ),
        "entry 3 was changed",
    ),
    "other values": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).update(after={"name": "Eve"}),
        "entry 3 was changed",
    ),
    "no longer found by its player": (
        lambda club: AuditSubject.objects.filter(entry=entry(club, 2)).delete(),
        "entry 3 was changed",
    ),
    "about another player": (
        lambda club: AuditSubject.objects.filter(entry=entry(club, 2), kind="player").update(
            object_id=SOMEONE_ELSE
        ),
        "entry 3 was changed",
    ),
    "by a player": (
        lambda club: AuditSubject.objects.filter(entry=entry(club, 2), kind="actor").update(
            kind="player", object_id=None, salt=""
        ),
        "entry 3 was changed",
    ),
    "with other things in place of players": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).update(
            after={"scores": [5], "tables": 7}
        ),
        "entry 3 was changed",
    ),
    "found by one more player": (
        lambda club: AuditSubject.objects.create(
            entry=entry(club, 2), kind="player", object_id=SOMEONE_ELSE, salt="pepper"
        ),
        "entry 3 was changed",
    ),
    "another name in a text": (
        lambda club: AuditText.objects.filter(text="Cleo").update(text="Eve"),
        "entry 4 was changed",
    ),
    "a text gone": (
        lambda club: AuditText.objects.filter(text="Dora").delete(),
        "entry 5 was changed",
    ),
    "an entry gone": (
        lambda club: AuditEntry.objects.filter(pk=entry(club, 2).pk).delete(),
        "entries are missing between 2 and 4",
    ),
    "the end cut off": (
        lambda club: AuditEntry.objects.filter(club=club, number__gte=4).delete(),
        "entries are missing at the end: 5 were written, but the last one is entry 3",
    ),
    "all gone": (
        lambda club: AuditEntry.objects.filter(club=club).delete(),
        "entries are missing at the end: 5 were written, but the last one is entry 0",
    ),
    "an entry added": (insert_between, "entries are missing between 5 and 99"),
}


@pytest.mark.parametrize("way", TAMPERINGS)
def test_each_change_of_the_log_is_found(club, way):
    assert verification.find_faults(club) == []
    tamper, fault = TAMPERINGS[way]
    with tampering():
        tamper(club)
    assert fault in verification.find_faults(club)


def test_an_entry_that_was_computed_anew_does_not_fit_the_next_one(club):
    with tampering():
        third = entry(club, 2)
        third.kind = "player.added"
        third.hash = chain.hash_of(third)
        AuditEntry.objects.filter(pk=third.pk).update(kind=third.kind, hash=third.hash)
    assert verification.find_faults(club) == ["entry 4 does not follow the entry before it"]


def test_an_act_that_fails_leaves_no_entry(club):
    before = AuditChain.objects.get(club=club).last_number
    with pytest.raises(LeagueError):
        clubs.add_player(club, name="Eve", email="nonsense", by=make.user())
    with pytest.raises(LeagueError):
        club_settings.update(club, by=make.user(), name="")
    assert AuditChain.objects.get(club=club).last_number == before


def test_a_change_to_the_same_values_leaves_no_entry(club):
    before = AuditChain.objects.get(club=club).last_number
    clubs.update_player(club.players.get(), name="Dora", by=make.user())
    club_settings.update(club, name=club.name)
    assert AuditChain.objects.get(club=club).last_number == before


def test_an_entry_has_only_what_changed_and_names_by_reference(club):
    last = entry(club)
    assert last.before.keys() == last.after.keys() == {"name"}
    assert people(last) == {("actor", make.user().pk), ("player", club.players.get().pk)}
    assert last.subject["players"][0] != entry(club, -2).subject["players"][0]
    assert "Dora" not in str(AuditEntry.objects.filter(pk=last.pk).values())


def test_each_club_has_a_chain_of_its_own(club):
    other = make.club(name="Ailleurs")
    rename(other, "Bea")
    assert list(other.audit_entries.values_list("number", flat=True)) == [1, 2, 3]
    assert verification.find_faults(other) == verification.find_faults(club) == []


def test_accounts_players_and_seasons_that_are_deleted_leave_the_log_alone(club):
    bob = make.user("bob@example.org")
    season = seasons.create(club, name="2026", starts_on=date(2026, 9, 1), by=bob)
    bob.delete()
    season.delete()
    club.players.all().delete()
    assert verification.find_faults(club) == []


def test_the_parts_of_an_act_have_no_entries_of_their_own(club):
    with club_log.as_one_act():
        with club_log.as_one_act():
            clubs.add_player(club, name="Eve")
        clubs.add_player(club, name="Finn")
    clubs.add_player(club, name="Gil")
    assert [audit_entry.number for audit_entry in AuditEntry.objects.filter(club=club)] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


# erasing
def test_erased_texts_leave_the_chain_valid_and_cannot_be_guessed(club):
    player = club.players.get()
    reason = Words("Ada Dora shouted", players=[player.pk])
    club_log.record(club.pk, AuditKind.PENALTY_GIVEN, by=None, after={"reason": reason})
    assert club_log.forget(club.pk, players=[player.pk]) == 8  # names before and after, the reason
    assert not AuditText.objects.filter(club=club, text__in=["Ada", "Bea", "Cleo", "Dora"])
    assert not AuditText.objects.filter(club=club, text="").exclude(salt="").exists()
    assert verification.find_faults(club) == []


def test_no_entry_of_the_log_leads_to_an_erased_person(club):
    ada, bob = make.user(), make.user("bob@example.org")
    player = club.players.get()
    clubs.update_player(player, name="Eve", by=bob)
    digests = [
        digest
        for audit_entry in club.audit_entries.all()
        for digest in chain.people_of(audit_entry)
    ]
    assert len(digests) == len(set(digests)), "no two entries share one"
    club_log.forget(club.pk, players=[player.pk], accounts=[ada.pk])
    left = set(
        AuditSubject.objects.filter(entry__club=club).values_list("kind", "object_id", "salt")
    )
    assert {(kind, pk) for kind, pk, salt in left if salt} == {("actor", bob.pk)}
    assert {pk for kind, pk, salt in left if not salt} == {None}
    assert verification.find_faults(club) == []


def test_texts_that_name_an_erased_person_are_erased_in_any_case(club):
    season = make.season(club)
    session = make.session(season)
    bob, eve = make.players(club, ["Bob", "ÉVE Noir"])
    for reason in ("Insulted Eve noir", "Eve Noirs", "Late"):
        penalties.penalise(
            season, session=session.pk, player=bob.pk, points=1, reason=reason, by=None
        )
    club_log.forget(club.pk, players=[eve.pk], names=["éve  noir", "late", "e", ""])
    texts = set(AuditText.objects.filter(club=club).values_list("text", flat=True))
    assert {"Bob", "Eve Noirs", "Late"} <= texts, "one word may be anybody's name, or none"
    assert not {"ÉVE Noir", "Insulted Eve noir"} & texts
    assert verification.find_faults(club) == []


def test_erasing_in_one_club_leaves_others_alone(club):
    other = make.club(name="Ailleurs")
    rename(other)
    club_log.forget(club.pk, names=["Ada"])
    assert AuditText.objects.filter(club=other, text="Ada").exists()


# random histories
class RandomHistories(TestCase):
    @settings(max_examples=8)  # each plays a season
    @given(acts=st.lists(st.tuples(st.integers(0, 6), NAMES), min_size=1, max_size=8))
    def test_random_acts_give_a_valid_chain(self, acts):
        club = make.club()
        match = make.match(make.session(make.season(club)), make.players(club))
        for number, name in acts:
            ACTS[number](match, name)
        assert verification.find_faults(club) == []
        numbers = list(club.audit_entries.values_list("number", flat=True))
        assert numbers == list(range(1, AuditChain.objects.get(club=club).last_number + 1))
        club_log.forget(club.pk, names=[name for _number, name in acts])
        assert verification.find_faults(club) == []


def add_and_undo(match, name):
    session_log.add_player(match.session, name, by=None)
    undo.undo(match.session, last_action(match.session), by=None)


def tolerant(act):
    """Return the act; it may be refused, as acts of people are."""

    def run(match, name):
        with suppress(LeagueError):
            act(match, name)

    return run


ACTS = [
    tolerant(act)
    for act in (
        lambda match, name: clubs.add_player(match.session.season.club, name=name),
        lambda match, name: clubs.update_player(match.seats.first().player, name=name),
        lambda match, name: club_settings.update(match.session.season.club, name=name),
        lambda match, name: seasons.update(match.session.season, name=name),
        lambda match, name: make.played(match, [12, 4, 4, 4]),
        lambda match, name: stopped_matches.abandon(match, reason=name, by=None),
        add_and_undo,
    )
]


# matches
def test_a_match_has_an_entry_with_its_result_and_one_per_correction():
    match = make.match(options={"target": 20})
    club, ids = match.session.season.club, [seat.player_id for seat in match.seats.all()]
    scores = [10, *[4] * (len(ids) - 1)]
    count = club.audit_entries.count()
    submissions.submit(match.pk, make.sheet(*scores), by=None)
    assert club.audit_entries.count() == count  # it goes on
    submissions.submit(match.pk, make.sheet(*scores), by=make.user())
    entered = entry(club)
    assert entered.kind == "result.entered"
    assert ("actor", make.user().pk) in people(entered)
    assert entered.after["scores"][0] == [digest_of(entered, ids[0]), 20, 1]
    assert entered.subject["matches"] == [match.pk]
    corrected_scores = [11, *scores[1:]]
    submissions.correct(
        match.pk, 2, make.sheet(*corrected_scores), by=make.user(), reason="Misread"
    )
    corrected = entry(club)
    assert corrected.kind == "result.corrected"
    first = digest_of(corrected, ids[0])
    assert corrected.before["scores"][0] == [first, 20, 1]
    assert corrected.after["scores"][0] == [first, 21, 1]
    assert corrected.before["round_scores"][0] == [first, 10]
    assert AuditText.objects.get(pk=corrected.after["reason"]["text"]).text == "Misread"


def test_every_kind_of_the_logs_of_evenings_and_tournaments_has_a_kind_here():
    kinds = set(AuditKind.values)
    for kind in set(ActionKind.values) - {ActionKind.SUBSTITUTE}:  # of a table: RESULT_STAND_IN
        assert {f"session.{kind}", f"result.{kind}"} & kinds
    for kind in IncidentKind.values:
        assert {f"result.{kind}", f"tournament.{kind}"} & kinds


# the command
def test_the_command_tells_number_and_hash_of_the_last_entry(club, capsys):
    make.club(name="Ailleurs")
    call_command("audit", "--verify", "--club", club.slug)
    words = f"{club.slug}: unchanged, last entry 5 {entry(club).hash}\n"
    assert capsys.readouterr().out == words


def test_the_command_fails_with_the_clubs_whose_log_was_changed(club, capsys):
    make.club(name="Ailleurs")
    with tampering():
        AuditEntry.objects.filter(pk=entry(club, 2).pk).update(kind="player.added")
    with pytest.raises(CommandError, match="log was changed: les-ardoises"):
        call_command("audit", "--verify")
    assert "les-ardoises: entry 3 was changed" in capsys.readouterr().out


def test_the_command_knows_former_addresses_and_refuses_unknown_ones(club, capsys):
    former = club.slug
    club_settings.update(club, slug="nouveau")
    call_command("audit", "--verify", "--club", former)
    assert "nouveau: unchanged, last entry 6" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There is no club nowhere"):
        call_command("audit", "--verify", "--club", "nowhere")


@pytest.mark.parametrize(
    ("language", "unchanged", "fault", "refusal"),
    [
        (
            "fr",
            "ailleurs\u00a0: inchangé, dernière entrée ",
            "les-ardoises: l’entrée 3 a été modifiée",
            "Le journal a été modifié\u00a0: les-ardoises.",
        ),
        (
            "de",
            "ailleurs: unverändert, letzter Eintrag ",
            "les-ardoises: Eintrag 3 wurde geändert",
            "Das Protokoll wurde geändert: les-ardoises.",
        ),
    ],
)
def test_the_command_speaks_the_language_of_the_server(
    club, capsys, settings, language, unchanged, fault, refusal
):
    settings.COMMAND_LANGUAGE = language
    make.club(name="Ailleurs")
    with tampering():
        AuditEntry.objects.filter(pk=entry(club, 2).pk).update(kind="player.added")
    with pytest.raises(CommandError) as caught:
        call_command("audit", "--verify")
    assert str(caught.value) == refusal
    printed = capsys.readouterr().out
    assert unchanged in printed
    assert fault in printed


def test_the_time_of_an_entry_is_covered_to_the_microsecond_in_any_zone(club):
    last = entry(club)
    hash_before = chain.hash_of(last)
    last.at = last.at.astimezone(UTC)
    assert chain.hash_of(last) == hash_before == last.hash
