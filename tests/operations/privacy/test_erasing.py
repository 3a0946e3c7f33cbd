"""An erased person is named nowhere in the database, and nothing joins the ghosts that remain."""

import json
from collections import Counter

import pytest
from django.apps import apps
from django.db import transaction

from league.errors import Conflict, Forbidden, Invalid, NotFound
from league.models import (
    AuditEntry,
    Event,
    IncidentKind,
    Invitation,
    Job,
    JobFile,
    Player,
    PlayerMerge,
    Role,
    StoppedMessages,
    Submission,
    SuppressedAddress,
)
from league.models.fields import Erasure, Subject
from league.operations.audit import verification
from league.operations.exchange import imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.identity.references import PLACES
from league.operations.ladders import divisions
from league.operations.people import clubs
from league.operations.privacy import erasing, named_texts
from league.operations.privacy.named_texts import NAMED_TEXTS
from league.operations.privacy.personal_data import REGISTER
from league.operations.results import stopped_matches
from league.operations.room import announcements
from league.operations.seasons import penalties
from league.operations.sessions import session_log
from league.operations.support import jobs
from league.operations.tournaments import audit_log, tournaments
from league.tasks import KINDS
from scoring import projection, rating
from scoring.models import Penalty, Result, Standing, Table
from tests import make
from tests.operations.privacy.elise import EMAIL, IDS, NAME, elise_and_her_traces, refresh
from tests.outgoing import mails

pytestmark = pytest.mark.django_db
TRACES = ("vandermeer", "élise", "elise@", "lisette")


@pytest.fixture(scope="module")
def traces_of_elise(django_db_setup, django_db_blocker):
    """Make the club once for all tests of this file; each rolls back what it writes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield elise_and_her_traces()
        transaction.set_rollback(True)


@pytest.fixture
def elise(traces_of_elise, db):
    return Player.objects.get(pk=traces_of_elise.pk)


def erase(player, by=None, name=None):
    erasing.erase(player, name=player.name if name is None else name, by=by or make.user())


def whole_database():
    """Yield each stored value as text, with where it is."""
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.concrete_fields]
        for row in model._base_manager.values(*names):
            for name, value in row.items():
                if isinstance(value, (dict, list)):
                    value = json.dumps(value, ensure_ascii=False)
                elif isinstance(value, (bytes, memoryview)):
                    value = bytes(value).decode("utf-8", "replace")
                yield f"{model._meta.label}.{name}", str(value)


def traces(words=TRACES):
    """Return how many values of each column hold one of these words."""
    words = tuple(words)
    columns = [
        column
        for column, value in whole_database()
        if any(word in value.casefold() for word in words)
    ]
    return dict(Counter(columns))


def table_sums(club):
    return {
        (row.table.season.name, row.table.game, row.points, row.played, row.wins, row.place)
        for table in Table.objects.filter(season__club=club)
        for row in table.standings.with_place().select_related("table__season")
    }


def test_no_text_names_an_erased_person(elise):
    owner = make.user()
    before = traces()
    assert {"league.Player.name", "league.Event.data", "league.Job.result"} <= set(before)
    erase(elise, by=owner)
    assert traces() == {}
    assert Submission.objects.filter(reason="… saw it; Elisewhere not").exists()
    assert Penalty.objects.filter(reason="… was late").count() == 2


def test_every_text_that_stays_without_the_name_is_searched_for_it():
    stays = {
        (row.model, name)
        for row in REGISTER
        if (row.erased, row.subject) == (Erasure.NAMELESS, Subject.PLAYER)
        and row.model != "league.AuditEntry"  # has digests of people and texts only
        for name in row.fields
        for field in [apps.get_model(row.model)._meta.get_field(name)]
        if not (field.choices or field.is_relation or f"{row.model}.{name}".lower() in PLACES)
    }
    searched = {(text.model, name) for text in NAMED_TEXTS for name in text.columns}
    assert stays - searched == set()


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("ÉLISE  vandermeer came", "… came"),
        ("(Elise\tVandermeer)", "(…)"),
        ("E\u0301lise Vandermeer's", "…'s"),
        ("Élise Vandermeers", "Élise Vandermeers"),
        ("🎲 Élise Vandermeer 🎲", "🎲 … 🎲"),
    ],
)
def test_a_name_is_found_as_whole_words_whatever_accents_and_capitals(text, cleaned):
    club = make.club()
    season = make.season(club)
    chosen = {"session": make.session(season).pk, "player": make.players(club)[0].pk}
    penalty = penalties.penalise(season, **chosen, points=1, reason=text, by=None)
    named_texts.remove_names(club.pk, [NAME], about=())
    penalty.refresh_from_db()
    assert penalty.reason == cleaned


def test_a_name_of_one_word_is_removed_from_own_texts_only():
    club = make.club()
    season = make.season(club)
    rose, bob = make.players(club, ["Rose", "Bob"])
    session = make.session(season).pk
    for player in (rose, bob):
        penalties.penalise(
            season, session=session, player=player.pk, points=1, reason="A rose, and roses", by=None
        )
    erase(rose)
    own = Penalty.objects.filter(player__club=club)
    reasons = dict(own.values_list("player__name", "reason"))
    assert reasons.pop("Bob") == "A rose, and roses"
    assert list(reasons.values()) == ["A …, and roses"]


def test_tables_and_results_of_others_stay(elise):
    club, before = elise.club, table_sums(elise.club)
    results = sorted(Result.objects.live().values_list("match", "seat", "place", "score"))
    erase(elise)
    assert table_sums(club) == before, "at once"
    refresh(club)
    assert table_sums(club) == before
    assert sorted(Result.objects.live().values_list("match", "seat", "place", "score")) == results
    assert all(projection.check(table.pk) == [] for table in Table.objects.all())
    assert rating.check(club.pk) == []


def test_each_season_has_its_own_ghost_and_no_data_joins_them(elise):
    assert len(traces(map(str, IDS))) > 20
    erase(elise)
    refresh(elise.club)
    ghosts = Player.every.filter(is_ghost=True)
    seasons = Counter(
        ghost.pk
        for ghost in ghosts
        for season in {seat.match.session.season_id for seat in ghost.seats.all()}
    )
    assert len(ghosts) == 4  # two seasons, the tournament, the ladder's division
    assert set(seasons.values()) == {1}
    assert len({ghost.name for ghost in ghosts}) == 4
    for ghost in ghosts:
        assert (ghost.email, ghost.alias, ghost.account_id) == ("", "", None)
        (season,) = {
            row.table.season for row in ghost.standings.select_related("table__season")
        } or {ghost.divisions.get().division.season}
        assert ghost.created_at.date() == season.starts_on
        assert 10**7 <= ghost.pk < 10**8
    assert traces(map(str, IDS)) == {}


def test_the_log_stays_valid_and_records_the_erasure(elise):
    erase(elise)
    assert verification.find_faults(elise.club) == []
    last = AuditEntry.objects.latest("pk")
    assert (last.kind, last.subject, last.before, last.after) == ("player.erased", {}, {}, {})


def test_pending_deliveries_are_deleted_or_name_the_ghost(elise):
    about_her = Event.objects.filter(data__player__id=elise.pk).count()
    assert about_her > 0
    erase(elise)
    assert not Event.objects.filter(data__player__id=elise.pk).exists()
    seated = [
        seat["name"]
        for event in Event.objects.filter(data__has_key="match")
        for seat in event.data["match"]["players"]
    ]
    assert any("…" not in name and name not in ("Bruno", "Cleo", "Dov") for name in seated)
    for model in (SuppressedAddress, StoppedMessages, Invitation, JobFile, PlayerMerge):
        assert not model.objects.exists(), model
    assert not mails().exists()
    assert [job.kind for job in Job.objects.all()] == ["import_players"]


def test_an_erased_person_returns_as_a_new_player(elise):
    erase(elise)
    again = clubs.add_player(elise.club, name=NAME)
    assert not again.seats.exists()
    assert not Standing.objects.filter(player=again).exists()


def a_running_match(elise):
    make.match(
        make.session(make.season(elise.club, "Now")), [elise, *make.players(elise.club, "AB")]
    )


def checked_in(elise):
    session = make.session(make.season(elise.club, "Now"))
    session_log.check_in(session, [elise.pk], by=None)


def entered(elise):
    make.tournament(elise.club, here=[elise, *make.players(elise.club, "ABC")], name="Open cup")


def an_open_job(elise):
    settings = ImportSettings(kind="players", format="csv")
    imports.start(elise.club, settings, b"name\nEva\n", by=make.user())


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (a_running_match, "match_runs"),
        (checked_in, "checked_in"),
        (entered, "entered"),
        (an_open_job, "job_runs"),
    ],
)
def test_an_obstacle_to_erasing_is_named_and_prevents_it(elise, prepare, code):
    prepare(elise)
    before = sorted(whole_database())
    with pytest.raises(Conflict) as refusal:
        erase(elise)
    assert code in [problem["code"] for problem in refusal.value.problems]
    assert sorted(whole_database()) == before


def test_the_name_is_typed_to_be_sure(elise):
    with pytest.raises(Invalid, match="Élise Vandermeer"):
        erase(elise, name="Elise")
    erase(elise, name="elise  VANDERMEER")
    assert not Player.every.filter(name=NAME).exists()


def test_only_an_owner_erases_a_player_without_account(elise):
    organiser = make.member(elise.club, Role.ORGANISER, "bob@example.org")
    with pytest.raises(Forbidden):
        erase(elise, by=organiser)
    with pytest.raises(NotFound):
        erase(elise, by=make.user("charlie@example.org"))


def test_with_an_account_only_its_holder_does(elise):
    person = make.member(elise.club, Role.PLAYER, "el@example.org")
    Player.objects.filter(pk=elise.pk).update(account=person)
    with pytest.raises(Forbidden, match="only its holder"):
        erase(elise)
    erase(elise, by=person)


def test_a_child_is_erased_by_its_guardian(elise):
    guardian = make.user("parent@example.org")
    Player.objects.filter(pk=elise.pk).update(is_child=True, guardian=guardian)
    with pytest.raises(Forbidden):
        erase(elise)
    erase(elise, by=guardian)


def test_a_player_is_not_erased_twice(elise):
    erase(elise)
    with pytest.raises(NotFound):
        erase(elise)


def test_the_mail_address_of_an_account_stays(elise):
    make.user(EMAIL)
    erase(elise)
    assert (mails().count(), SuppressedAddress.objects.count()) == (1, 1)


def test_merges_of_others_can_still_be_undone(elise):
    club = elise.club
    bruno = Player.objects.get(name="Bruno")
    fred = make.players(club, ["Fred"])[0]
    session = make.session(make.season(club, "Winter"))
    match = make.match(session, [elise, fred, *make.players(club, ["Gus"])])
    make.played(match, [0, 5, 7])
    stopped_matches.stop(match, forfeited=[elise.pk, fred.pk], reason="ill", by=None)
    stored = merging.merge(fred, bruno, by=None)
    erase(elise)
    merging.undo(stored, by=None)
    ghost = match.seats.get(number=0).player
    match.refresh_from_db()
    assert set(match.forfeits) == {ghost.pk, fred.pk}
    assert str(elise.pk) not in json.dumps(PlayerMerge.objects.get().texts)


def test_a_ghost_leaves_a_ladder_with_the_period(elise):
    ladder = elise.club.ladders.get()
    erase(elise)
    plan = divisions.preview_period(ladder).plan
    ghosts = set(Player.every.filter(is_ghost=True).values_list("pk", flat=True))
    assert not ghosts & {player for level in plan.divisions for player in level}


def test_a_preview_says_what_is_concerned(elise):
    shown = erasing.preview(elise)
    assert (shown.matches, shown.merges, shown.faults) == (5, 1, [])


def test_former_names_and_parts_of_names_go_from_all_texts():
    owner, club = make.user(), make.club()
    (player,) = make.players(club, ["Anne-Marie Lestrange"])
    bruno, chloe, twin = make.players(club, ["Bruno", "Chloé", "Nora Zabel"])
    clubs.update_player(player, name="Marie Fontclaire", email="lestrange@example.org", by=owner)
    clubs.update_player(player, alias="Mimi d’Estoc", by=owner)
    clubs.update_player(player, name="Odile Grandpré-Vasseur", email="", alias="", by=owner)
    file = f"name;email\n{player.name};og@example.org\n".encode()
    settings = ImportSettings(kind="players", format="csv", existing="update")
    jobs.run(imports.start(club, settings, file, by=owner).pk, KINDS)
    clubs.update_player(player, name="Nora Zabel", by=owner)  # a slip: she is another person
    clubs.update_player(player, name="Odile Grandpré-Vasseur", email="", by=owner)
    session = make.session(make.season(club), place="Chez Anne Marie Lestrange")
    for reason in ("Lestrange, Anne-Marie came late", "Marie or Vasseur, d’Estoc", "GRANDPRÉ!"):
        penalties.penalise(
            session.season, player=player.pk, session=session.pk, points=1, reason=reason, by=owner
        )
    match = make.match(session, [player, bruno, chloe])
    make.played(match, [0, 5, 7])
    stopped_matches.stop(match, forfeited=[player.pk], reason="Fontclaire felt ill", by=owner)
    announcements.announce(session, "Lost by Vasseur-Grandpré Odile, Anne: a scarf", by=owner)
    other = make.session(make.season(club, "Autumn"))
    announcements.announce(other, "Marie Fontclaire and Nora Zabel play first", by=owner)
    cup = make.tournament(club, here=[player, bruno, chloe, twin])
    note = "Mimi d'Estoc and lestrange@example.org"
    audit_log.record(cup, IncidentKind.LATE, owner, player=player.pk, words=note)
    tournaments.close(cup, by=owner)
    erase(player)
    words = ("lestrange", "fontclaire", "marie", "estoc", "grandpré", "vasseur", "odile", "mimi")
    assert traces(words) == {}
    assert "and Nora Zabel play" in other.announcements.get().text
    assert {"league.Player.name", "league.AuditText.text"} <= set(traces(["nora zabel"]))
