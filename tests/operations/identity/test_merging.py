"""Merging two players and undoing it."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey, JSONField

from league.demo import demo_club
from league.errors import Conflict, Invalid
from league.models import (
    LeagueMember,
    Player,
    PlayerMerge,
    Role,
    Seat,
    SubstitutionEffect,
    TeamMember,
    Visibility,
)
from league.operations.identity import merging
from league.operations.identity.references import COLUMNS, VALUES
from league.operations.matches import submissions, table_turns
from league.operations.people import clubs, invitations
from league.operations.results import substitutions
from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log
from league.operations.signups import sheets, sign_ups
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import EntryData
from scoring import projection, rating
from scoring.models import Rating, Result, Standing
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def people():
    """Bob and Rob, who have never sat at one table, and three others."""
    club = make.club()
    bob, rob, *others = make.players(club, ["Bob", "Rob", "Cleo", "Dov", "Eva"])
    session = make.session(make.season(club))
    for player in (bob, rob):
        match = make.match(session, [player, *others[:2]], options={"target": 20})
        make.played(match, [22, 5, 2])
    return bob, rob, *others


def refresh(club):
    for season in club.seasons.all():
        for table in season.tables.all():
            projection.refresh(table.pk)
    rating.refresh(club.pk)


def codes(refusal):
    return [problem["code"] for problem in refusal.value.problems]


def merged(bob, rob):
    return merging.merge(bob, rob, by=make.user())


def test_results_standings_and_ratings_follow_the_survivor(people):
    bob, rob, *_others = people
    merged(bob, rob)
    refresh(rob.club)
    assert not Seat.objects.filter(player=bob).exists()
    assert Standing.objects.get(player=rob, table__game="").played == 2
    assert not Standing.objects.filter(player=bob).exists()
    assert Rating.objects.get(player=rob, game="").played == 2
    assert not Rating.objects.filter(player=bob).exists()
    assert projection.check(rob.club.seasons.get().tables.first().pk) == []
    assert not rob.club.players.filter(pk=bob.pk).exists()
    assert Player.every.get(pk=bob.pk).survivor == rob


def test_the_undo_gives_standings_and_ratings_back(people):
    bob, rob, *_others = people
    refresh(rob.club)
    columns = ("table", "player", "points", "played", "rank_key")
    before = list(Standing.objects.order_by("pk").values_list(*columns))
    ratings = set(Rating.objects.values_list("player", "game", "mu", "sigma", "played"))
    stored = merged(bob, rob)
    refresh(rob.club)
    merging.undo(stored, by=make.user())
    refresh(rob.club)
    assert sorted(Standing.objects.values_list(*columns)) == sorted(before)
    assert set(Rating.objects.values_list("player", "game", "mu", "sigma", "played")) == ratings


def test_later_results_go_where_the_organiser_says(people):
    bob, rob, *others = people
    stored = merged(bob, rob)
    season = rob.club.seasons.get()
    evenings = [make.session(season, day) for day in (9, 10)]
    for evening in evenings:
        make.played(make.match(evening, [rob, *others[:2]], options={"target": 20}), [22, 5, 2])
    units = merging.later_units(stored)
    assert [unit.event for unit in units] == evenings
    merging.undo(stored, by=make.user(), units=[units[0].key])
    refresh(rob.club)
    assert Standing.objects.get(player=bob, table__game="").played == 2
    assert Standing.objects.get(player=rob, table__game="").played == 2
    assert Seat.objects.get(player=rob, match__session=evenings[1])


@pytest.mark.parametrize("is_team", [True, False])
def test_member_of_a_league_or_a_team_has_no_claim_to_all_later_results(people, is_team):
    bob, rob, *others = people
    season = rob.club.seasons.get()
    if is_team:
        table = teams.create_table(season)
        teams.create_team(table, name="Red", members=[MemberData(bob.pk)])
    else:
        make.league(season, member_rule="listed", players=[bob.pk])
    stored = merged(bob, rob)
    evening = make.session(season, 9)
    make.played(make.match(evening, [rob, *others[:2]], options={"target": 20}), [22, 5, 2])
    (unit,) = merging.later_units(stored)
    assert (unit.event, unit.is_forced) == (evening, False)
    merging.undo(stored, by=make.user())
    assert Seat.objects.get(match__session=evening, number=0).player == rob
    member = TeamMember.objects.get() if is_team else LeagueMember.objects.get()
    assert member.player == bob


def test_a_correction_meanwhile_follows_its_match(people):
    bob, rob, *_others = people
    stored = merged(bob, rob)
    match = Seat.objects.filter(player=rob).order_by("pk").first().match
    submissions.correct(match.pk, 1, make.sheet(2, 5, 22), by=None)
    merging.undo(stored, by=make.user())
    refresh(rob.club)
    results = match.results.filter(until=None).order_by("seat").values_list("player", "place")
    assert results[0] == (bob.pk, 3)
    assert rating.check(rob.club_id) == []


def test_a_unit_without_matches_is_refused(people):
    bob, rob, *_others = people
    stored = merged(bob, rob)
    with pytest.raises(Invalid) as refusal:
        merging.undo(stored, by=make.user(), units=["session-1"])
    assert codes(refusal) == ["unknown_unit"]
    assert Player.every.get(pk=bob.pk).survivor == rob


def test_one_person_has_the_account_and_the_stricter_visibility_of_both(people):
    bob, rob, *_others = people
    bob.account = make.member(bob.club, Role.PLAYER, "bob@example.org")
    bob.visibility, bob.alias, bob.email = Visibility.ALIAS, "Comet", "bob@example.org"
    bob.save()
    stored = merged(bob, rob)
    rob.refresh_from_db()
    assert (rob.account, rob.public_name) == (make.user("bob@example.org"), "Comet")
    merging.undo(stored, by=make.user())
    bob, rob = (Player.objects.get(pk=player.pk) for player in (bob, rob))
    assert (bob.account, bob.public_name) == (make.user("bob@example.org"), "Comet")
    assert (rob.account, rob.public_name, rob.email, rob.alias) == (None, "Rob", "", "")


def test_later_changes_to_the_survivor_are_kept(people):
    bob, rob, *_others = people
    bob.email = "bob@example.org"
    bob.save()
    stored = merged(bob, rob)
    clubs.update_player(Player.objects.get(pk=rob.pk), email="rob@example.org")
    merging.undo(stored, by=make.user())
    assert [player.email for player in Player.objects.filter(pk__in=[bob.pk, rob.pk])] == [
        "bob@example.org",
        "rob@example.org",
    ]


def test_two_people_at_one_table_are_not_one(people):
    _bob, rob, cleo, *_others = people
    with pytest.raises(Conflict, match="Rob and Cleo sat at the same table") as refusal:
        merged(rob, cleo)
    assert codes(refusal) == ["at_one_table"]


def both_entered(bob, rob):
    cup = make.tournament(bob.club, here=0)
    entrants.enter(cup, [EntryData(bob.pk), EntryData(rob.pk)], by=None)


def both_checked_in(bob, rob):
    session = bob.club.seasons.first().sessions.get()
    session_log.check_in(session, [bob.pk, rob.pk], by=None)


def both_with_accounts(bob, rob):
    for player in (bob, rob):
        player.account = make.user(f"{player.name.lower()}@example.org")
        player.save()


def both_with_guardians(bob, rob):
    for player in (bob, rob):
        player.guardian = make.user(f"{player.name.lower()}@example.org")
        player.save()


def both_invited(bob, rob):
    for player in (bob, rob):
        invitations.create(bob.club, by=make.user(), role=Role.PLAYER, player=player.pk)


def a_match_runs(bob, _rob):
    session = bob.club.seasons.first().sessions.get()
    make.match(session, [bob, *make.players(bob.club, ["Finn", "Gil"])])


def both_in_divisions(bob, rob):
    make.ladder(
        bob.club, [bob, *make.players(bob.club, ["Finn"])], [rob, *make.players(bob.club, ["Gil"])]
    )


def both_at_a_table_that_was_called_off(bob, rob):
    """Their seats remain, and only one of them can be the same player's."""
    session = make.session(bob.club.seasons.get(), 12)
    session_log.call_off(make.match(session, [bob, rob]), by=None)


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (both_at_a_table_that_was_called_off, "at_one_table"),
        (both_entered, "both_entered"),
        (both_checked_in, "both_checked_in"),
        (both_with_accounts, "two_accounts"),
        (both_with_guardians, "two_guardians"),
        (both_invited, "two_invitations"),
        (both_in_divisions, "both_in_divisions"),
        (a_match_runs, "match_runs"),
    ],
)
def test_a_conflict_is_named_and_prevents_the_merge(people, prepare, code):
    bob, rob, *_others = people
    prepare(bob, rob)
    with pytest.raises(Conflict) as refusal:
        merged(Player.objects.get(pk=bob.pk), Player.objects.get(pk=rob.pk))
    assert codes(refusal) == [code]
    assert not PlayerMerge.objects.exists()
    assert Seat.objects.filter(player=bob).exists()


def test_no_player_is_merged_with_themselves_or_another_club(people):
    bob, *_others = people
    (stranger,) = make.players(make.club(name="Ailleurs"), ["Bob"])
    for survivor, code in ((bob, "same_player"), (stranger, "unknown_player")):
        with pytest.raises(Invalid) as refusal:
            merged(bob, survivor)
        assert codes(refusal) == [code]


def test_a_merged_player_is_not_merged_again(people):
    bob, rob, *_others = people
    merged(bob, rob)
    for pair in ((bob, rob), (rob, bob)):
        with pytest.raises(Conflict, match="Bob was already merged into Rob") as refusal:
            merged(*pair)
        assert codes(refusal) == ["merged_already"]


def test_merges_into_one_are_undone_in_any_order(people):
    bob, rob, *others = people
    (ron,) = make.players(rob.club, ["Ron"])
    session = make.session(rob.club.seasons.get(), 20)
    make.played(make.match(session, [ron, *others[:2]], options={"target": 20}), [22, 5, 2])
    first, second = merged(bob, rob), merged(ron, rob)
    for stored, player in ((first, bob), (second, ron)):
        merging.undo(stored, by=make.user())
        assert Seat.objects.get(player=player)
    assert Seat.objects.get(player=rob)


def test_a_chain_is_undone_from_its_end(people):
    bob, rob, *_others = people
    (ron,) = make.players(rob.club, ["Ron"])
    first, second = merged(bob, rob), merged(rob, ron)
    assert Player.every.get(pk=bob.pk).survivor == ron
    with pytest.raises(Conflict, match="Rob has since been merged into another player") as refusal:
        merging.undo(first, by=make.user())
    assert codes(refusal) == ["merged_since"]
    merging.undo(second, by=make.user())
    merging.undo(first, by=make.user())
    assert Seat.objects.get(player=bob)
    assert Seat.objects.get(player=rob)
    with pytest.raises(Conflict, match="was already undone"):
        merging.undo(first, by=make.user())


def test_every_reference_to_a_player_has_its_line():
    computed = {"scoring.standing.player", "scoring.rating.player", "league.playerword.player"}
    of_merges = {"league.playermerge.merged", "league.playermerge.survivor"}
    columns = {
        f"{model._meta.label_lower}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.related_model is Player
    }
    assert columns - computed - of_merges - {"league.player.merged_into"} == {
        column.key for column in COLUMNS
    }


# JSON columns without ids of players, and what past messages, jobs and merges said
WITHOUT_PLAYERS = {
    "league.auditentry.after", "league.auditentry.before", "league.auditentry.subject",
    "league.auditentry.undo_data", "league.outgoing.content",
    "league.club.penalty_reasons", "league.club.step_free_tables",
    "league.club.webhook_events",
    "league.correctionproposal.body", "league.event.data",
    "league.healthcheck.figures", "league.message.data", "league.messagesettings.choices",
    "league.import.changed", "league.import.made", "league.job.arguments",
    "league.job.problems", "league.job.result",
    "league.league.games", "league.ladder.games", "league.ladder.rules", "league.match.confirmed",
    "league.match.options", "league.match.places", "league.match.totals",
    "league.period.forced",
    "league.playermerge.last_ids", "league.playermerge.players_before", "league.playermerge.rows",
    "league.playermerge.texts", "league.entrant.skips", "league.season.games",
    "league.season.house_rules",
    "league.signup.games",
    "league.sitting.noted",
    "league.dispute.before", "league.submission.body", "league.submission.notices",
    "league.submission.verdict", "league.tournament.options", "league.tournament.preferred",
    "league.tournament.rules", "league.tournament.step_free_tables",
    "league.transcriptdraft.acts", "league.transcriptdraft.body",  # seats, not players
    "league.transcriptdraft.entered", "league.webhook.events",
    "scoring.encounter.ranks", "scoring.projection.scheme", "scoring.rating.history",
    "scoring.schemeversion.scheme", "scoring.standing.tiebreaks", "scoring.table.scheme",
}  # fmt: skip


def test_every_json_value_with_players_has_its_line():
    columns = {
        f"{model._meta.label_lower}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in {"league", "scoring"}
        for field in model._meta.get_fields()
        if isinstance(field, JSONField)
    }
    assert columns - WITHOUT_PLAYERS == {value.key for value in VALUES}


def test_a_demo_with_merged_players_can_be_removed():
    club = make.club()
    merging.merge(*make.players(club, ["Tim", "Tom"]), by=None)
    make.user(demo_club.DEMO_EMAIL)
    demo_club.remove(club)
    assert not Player.every.exists()


def test_undo_keeps_the_players_of_another_merge():
    club = make.club()
    bob, rob, ron, *others = make.players(club, ["Bob", "Rob", "Ron", "Cleo", "Dov"])
    first = merged(bob, rob)
    session = make.session(make.season(club))
    make.played(make.match(session, [ron, *others], options={"target": 20}), [22, 5, 2])
    second = merged(ron, rob)
    assert merging.later_units(first) == []
    merging.undo(second, by=make.user())
    assert Seat.objects.get(player=ron)


def test_sign_ups_follow_the_survivor_and_come_back():
    club = make.club()
    bob, rob, guest = make.players(club, ["Bob", "Rob", "Guest"])
    sheet, other = (
        sheets.open_sheet(make.session(make.season(club, name)), guests_allowed=1, by=None)
        for name in ("Spring", "Autumn")
    )
    sign_ups.record_answer(sheet, bob.pk, "yes", by=None, as_organiser=True)
    sign_ups.bring_guest(sheet, bob.pk, player=guest.pk, by=None, as_organiser=True)
    stored = merged(bob, rob)
    sign_ups.record_answer(other, rob.pk, "yes", by=None, as_organiser=True)
    assert sign_ups.find(sheet, rob.pk).answer == "yes"
    assert sign_ups.find(sheet, guest.pk).guest_of == rob
    merging.undo(stored, by=make.user())
    assert sign_ups.find(sheet, guest.pk).guest_of_id == bob.pk
    assert [row.sheet for row in bob.sign_ups.all()] == [sheet]
    assert [row.sheet for row in rob.sign_ups.all()] == [other]


def test_players_who_have_both_answered_are_two_people():
    club = make.club()
    bob, rob = make.players(club, ["Bob", "Rob"])
    sheet = sheets.open_sheet(make.session(make.season(club)), by=None)
    for player in (bob, rob):
        sign_ups.record_answer(sheet, player.pk, "maybe", by=None, as_organiser=True)
    with pytest.raises(Conflict) as refusal:
        merged(bob, rob)
    assert codes(refusal) == ["both_signed_up"]
    sign_ups.remove(sign_ups.find(sheet, bob.pk), by=None, as_organiser=True)
    merged(bob, rob)


def substituted(leaving, entering, others):
    """Return a finished match in which the second player came in for the first after a round."""
    season = make.season(leaving.club, scheme={"points": "raw"})
    match = make.match(make.session(season), [leaving, *others], options={"target": 30})
    match = make.played(match, [22, 1, 2])
    substitutions.substitute(
        match, leaving=leaving.pk, entering=entering.pk, effect=SubstitutionEffect.BOTH, by=None
    )
    return make.played(match, [22, 1, 2])


@pytest.mark.parametrize("is_leaving", [True, False])
def test_substitutions_follow_the_survivor_and_come_back(is_leaving):
    club = make.club()
    bob, rob, ann, cleo, dov = make.players(club, ["Bob", "Rob", "Ann", "Cleo", "Dov"])
    pair = (rob, ann) if is_leaving else (ann, rob)
    match = substituted(*pair, [cleo, dov])

    def owners():
        rows = Result.objects.live().filter(match=match, seat=0).order_by("share_from")
        return set(rows.values_list("player", flat=True))

    def turns():
        return table_turns.seat_turns([match.pk])[match.pk][0].players

    stored = merging.merge(rob, bob, by=None)
    assert owners() == {bob.pk, ann.pk}
    assert set(turns()) == {bob.pk, ann.pk}
    merging.undo(stored, by=None)
    assert owners() == {rob.pk, ann.pk}
    assert turns() == [player.pk for player in pair]
    refresh(club)
    assert projection.check(match.session.season.tables.get(game="").pk) == []


def test_players_who_followed_one_another_at_a_seat_are_two_people():
    club = make.club()
    bob, rob, cleo, dov = make.players(club, ["Bob", "Rob", "Cleo", "Dov"])
    substituted(rob, bob, [cleo, dov])
    with pytest.raises(Conflict) as refusal:
        merging.merge(rob, bob, by=None)
    assert codes(refusal) == ["at_one_table"]
