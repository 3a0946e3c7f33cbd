"""Substitutes in running matches: who sits there, whose the result is, which ones are refused."""

import pytest

from league.errors import Conflict, Invalid, Stale
from league.models import (
    ActionKind,
    AuditEntry,
    AuditKind,
    Event,
    EventType,
    Message,
    Seat,
    Substitution,
    SubstitutionEffect,
)
from league.operations.matches import matches, submissions, table_turns
from league.operations.results import (
    match_ends,
    seat_corrections,
    substitutions,
)
from league.operations.sessions import session_log, session_log_words, undo
from league.operations.standings import careers, player_statistics
from scoring import fact_queries, projection, rating, standings_queries
from scoring.models import Encounter, Rating, Result, Table
from scoring.pure import origin, schemes
from scoring.pure.units import UNIT
from tests import make

pytestmark = pytest.mark.django_db
STARTER, SUBSTITUTE, BOTH, NEITHER = SubstitutionEffect
ROUND = [22, 1, 2, 3]  # three of them end a match to 50


@pytest.fixture
def match():
    season = make.season(make.club(), scheme={"points": "raw"})
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"])
    return make.played(make.match(make.session(season), players[:4]), ROUND)


def player(match, name):
    return match.session.season.club.players.get(name=name).pk


def substitute(match, leaving="Ada", entering="Eva", effect=BOTH, **more):
    return substitutions.substitute(
        match,
        leaving=player(match, leaving),
        entering=player(match, entering),
        effect=effect,
        **{"by": None, **more},
    )


def seated(match):
    rows = Seat.objects.filter(match=match).order_by("number")
    return list(rows.values_list("player__name", flat=True))


def results(match):
    rows = Result.objects.live().filter(match=match).order_by("seat", "share_from")
    columns = ("player__name", "score", "place", "share_from", "share_to", "share_of")
    return list(rows.values_list(*columns))


def points(match):
    """Return the points of each player in the season, as pages show them."""
    for table in Table.objects.filter(season=match.session.season_id):
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []
    table = standings_queries.find_table(match.session.season_id)
    return {row.player.name: row.points / UNIT for row in standings_queries.read(table).rows}


def finish(match):
    return make.played(match, ROUND, ROUND)


def sides(match):
    names = dict(match.session.season.club.players.values_list("pk", "name"))
    (row,) = Encounter.objects.live().filter(match=match)
    return [[names[pk] for pk in side] for side in row.sides], row.ranks


OTHERS = [("Bruno", 3, 4, 0, 1, 1), ("Chloé", 6, 3, 0, 1, 1), ("Dov", 9, 2, 0, 1, 1)]


@pytest.mark.parametrize(
    ("effect", "first", "earned"),
    [
        (STARTER, [("Ada", 66, 1, 0, 1, 1)], {"Ada": 66}),
        (SUBSTITUTE, [("Eva", 66, 1, 0, 1, 1)], {"Eva": 66}),
        (BOTH, [("Ada", 66, 1, 0, 1, 3), ("Eva", 66, 1, 1, 3, 3)], {"Ada": 22, "Eva": 44}),
        (NEITHER, [], {}),
    ],
)
def test_result_counts_as_the_effect_says(match, effect, first, earned):
    substitute(match, effect=effect)
    assert seated(match) == ["Eva", "Bruno", "Chloé", "Dov"]
    finish(match)
    assert results(match) == first + OTHERS
    assert points(match) == {**earned, "Dov": 9, "Chloé": 6, "Bruno": 3}


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (STARTER, ([["Ada"], ["Bruno"], ["Chloé"], ["Dov"]], [1, 4, 3, 2])),
        (SUBSTITUTE, ([["Eva"], ["Bruno"], ["Chloé"], ["Dov"]], [1, 4, 3, 2])),
        (BOTH, ([["Bruno"], ["Chloé"], ["Dov"]], [4, 3, 2])),
        (NEITHER, ([["Bruno"], ["Chloé"], ["Dov"]], [4, 3, 2])),
    ],
)
def test_others_are_rated_among_themselves(match, effect, expected):
    substitute(match, effect=effect)
    finish(match)
    assert sides(match) == expected
    club = match.session.season.club_id
    rating.refresh(club)
    assert rating.check(club) == []
    rated = set(Rating.objects.filter(game="").values_list("player__name", flat=True))
    assert rated == {name for side in expected[0] for name in side}


def test_single_rated_seat_makes_no_encounter():
    season = make.season(make.club(), scheme={"points": "raw"})
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"])
    match = make.played(make.match(make.session(season), players[:2]), [22, 1])
    substitute(match, effect=NEITHER)
    make.played(match, [22, 1], [22, 1])
    assert results(match) == [("Bruno", 3, 2, 0, 1, 1)]
    assert not Encounter.objects.live().filter(match=match).exists()
    assert points(match) == {"Bruno": 3}


def test_several_players_follow_at_a_seat(match):
    substitute(match, "Ada", "Eva", STARTER)
    make.played(match, ROUND)
    substitute(match, "Eva", "Finn", BOTH)
    assert seated(match)[0] == "Finn"
    make.played(match, ROUND)
    assert results(match)[:3] == [
        ("Ada", 66, 1, 0, 1, 3),
        ("Eva", 66, 1, 1, 2, 3),
        ("Finn", 66, 1, 2, 3, 3),
    ]


def test_player_comes_back_to_the_seat(match):
    substitute(match, "Ada", "Eva", STARTER)
    make.played(match, ROUND)
    substitute(match, "Eva", "Ada", BOTH)
    make.played(match, ROUND)
    assert results(match)[:2] == [("Ada", 66, 1, 0, 2, 3), ("Eva", 66, 1, 2, 3, 3)]


def test_substitution_can_be_entered_late(match):
    make.played(match, ROUND)
    row = substitute(match, effect=BOTH, from_round=2)
    assert (row.from_round, row.after_rounds) == (2, 2)
    make.played(match, ROUND)
    assert results(match)[:2] == [("Ada", 66, 1, 0, 1, 3), ("Eva", 66, 1, 1, 3, 3)]


def test_meetings_count_both_from_their_rounds_on(match):
    substitute(match, "Ada", "Eva")
    make.played(match, ROUND)
    substitute(match, "Bruno", "Finn")
    assert table_turns.players_of_tables([match.pk])[match.pk] == [
        player(match, name) for name in ("Ada", "Eva", "Bruno", "Finn", "Chloé", "Dov")
    ]
    names = dict(match.session.season.club.players.values_list("pk", "name"))
    met = {
        "-".join(sorted(names[pk] for pk in pair))
        for pair in table_turns.meetings([match.pk])[match.pk]
    }
    apart = {"Ada-Eva", "Bruno-Finn", "Ada-Finn"}
    pairs = {f"{a}-{b}" for a in names.values() for b in names.values() if a < b}
    assert met == pairs - apart


def test_record_keeps_one_name_for_each_seat(match):
    substitute(match)
    assert matches.match_record(match)["players"] == ["Eva", "Bruno", "Chloé", "Dov"]


@pytest.mark.parametrize(
    ("change", "code", "names"),
    [
        ({"leaving": "Finn"}, "not_seated", "Choose one of its players"),
        ({"entering": "Ada"}, "same_player", "Ada"),
        ({"entering": "Bruno"}, "plays_already", "Bruno already plays at table 1"),
        ({"from_round": 1}, "bad_round", "round 2"),
        ({"from_round": 3}, "bad_round", "round 2"),
    ],
)
def test_impossible_substitutions_are_refused(match, change, code, names):
    with pytest.raises(Invalid) as refused:
        substitute(match, **change)
    assert refused.value.problems[0]["code"] == code
    assert names in refused.value.detail
    assert seated(match) == ["Ada", "Bruno", "Chloé", "Dov"]
    assert not Substitution.every.exists()


def test_player_of_another_table_is_refused(match):
    eva, finn = (match.session.season.club.players.get(name=name) for name in ("Eva", "Finn"))
    other = make.match(match.session, [eva, finn])
    with pytest.raises(Invalid, match="Eva already plays at table 2"):
        substitute(match)
    match_ends.end(other, without_result=True, by=None)
    substitute(match)


def test_player_of_another_club_is_refused(match):
    (stranger,) = make.players(make.club(name="Other"), ["Zoé"])
    with pytest.raises(Invalid, match="no such player"):
        substitutions.substitute(
            match, leaving=player(match, "Ada"), entering=stranger.pk, effect=BOTH, by=None
        )


def test_player_who_sat_at_another_seat_is_refused(match):
    substitute(match, "Ada", "Eva")
    with pytest.raises(Invalid, match="Ada has already played at another seat"):
        substitute(match, "Bruno", "Ada")


def test_substitute_without_a_round_is_undone_instead(match):
    substitute(match, "Ada", "Eva")
    with pytest.raises(Invalid, match="Eva has not played a round here yet: undo"):
        substitute(match, "Eva", "Finn")


def test_match_without_rounds_needs_no_substitution():
    season = make.season(make.club())
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva"])
    match = make.match(make.session(season), players[:4])
    with pytest.raises(Conflict, match="correct the seats"):
        substitute(match)


def test_ended_match_is_refused(match):
    finish(match)
    with pytest.raises(Conflict, match="has ended"):
        substitute(match)


def test_same_form_twice_has_one_effect(match):
    version = match.version
    match.refresh_from_db()
    version = match.version
    first = substitute(match, seen_version=version)
    assert substitute(match, seen_version=version) == first
    assert Substitution.every.count() == 1
    with pytest.raises(Invalid, match="Ada has already left this table: Eva plays there"):
        substitute(match, entering="Finn", seen_version=version)


def test_stale_form_is_refused(match):
    match.refresh_from_db()
    version = match.version
    make.played(match, ROUND)
    with pytest.raises(Stale):
        substitute(match, seen_version=version)


def latest(session, kind):
    return next(entry for entry in undo.log_entries(session) if entry.kind == kind)


def test_undo_restores_the_seat(match):
    substitute(match)
    entry = latest(match.session, ActionKind.SUBSTITUTE)
    undo.undo(match.session, entry.ref, by=None)
    assert seated(match) == ["Ada", "Bruno", "Chloé", "Dov"]
    assert not Substitution.objects.exists()
    with pytest.raises(Conflict):
        undo.undo(match.session, entry.ref, by=None)
    undo.redo(match.session, entry.ref, by=None)
    assert seated(match)[0] == "Eva"
    finish(match)
    assert results(match)[:2] == [("Ada", 66, 1, 0, 1, 3), ("Eva", 66, 1, 1, 3, 3)]


def test_undo_lists_and_undoes_later_rounds(match):
    substitute(match)
    finish(match)
    session = match.session
    entry = latest(session, ActionKind.SUBSTITUTE)
    later = [row.ref for row in undo.dependents(entry, undo.log_entries(session))]
    assert len(later) == 2
    with pytest.raises(Conflict):
        undo.undo(session, entry.ref, by=None)
    undo.undo(session, entry.ref, by=None, expected_dependents=later, confirmed=True, reason="x")
    match.refresh_from_db()
    assert (match.rounds_played, match.over) == (1, False)
    assert seated(match)[0] == "Ada"
    assert results(match) == []
    finish(match)
    assert results(match)[0] == ("Ada", 66, 1, 0, 1, 1)


def test_undo_of_a_round_lists_the_later_substitution(match):
    substitute(match)
    entry = latest(match.session, "round")
    later = undo.dependents(entry, undo.log_entries(match.session))
    assert [row.kind for row in later] == [ActionKind.SUBSTITUTE]


def test_taking_back_needs_the_last_change(match):
    first = substitute(match)
    make.played(match, ROUND)
    with pytest.raises(Conflict, match="Rounds were entered after"):
        substitutions.take_back(first, by=None)
    second = substitute(match, "Eva", "Finn")
    with pytest.raises(Conflict, match="Another player has taken this seat"):
        substitutions.take_back(first, by=None)
    substitutions.take_back(second, by=None)
    assert seated(match)[0] == "Eva"
    with pytest.raises(Conflict, match="already undone"):
        substitutions.take_back(second, by=None)


def test_taking_back_undoes_the_entry_of_the_log(match):
    row = substitute(match)
    substitutions.take_back(row, by=None)
    assert latest(match.session, ActionKind.SUBSTITUTE).undone_at is not None
    kinds = set(AuditEntry.objects.values_list("kind", flat=True))
    assert {AuditKind.RESULT_STAND_IN, AuditKind.RESULT_STAND_IN_UNDONE} <= kinds


def test_taking_back_waits_until_the_player_is_free(match):
    row = substitute(match)
    ada, finn = (match.session.season.club.players.get(name=name) for name in ("Ada", "Finn"))
    make.match(match.session, [ada, finn])
    with pytest.raises(Conflict, match="Ada plays at table 2 now"):
        substitutions.take_back(row, by=None)


def test_log_says_who_plays_for_whom(match):
    substitute(match)
    entries = undo.log_entries(match.session)
    words = [text for entry, text in session_log_words.entry_texts(entries)]
    assert words[0] == (
        "From round 2 on, Eva plays for Ada: Neurotrio · result counts for: both, by rounds played"
    )


def test_seats_of_a_match_with_a_substitute_stay(match):
    substitute(match)
    order = [player(match, name) for name in ("Bruno", "Eva", "Chloé", "Dov")]
    with pytest.raises(Conflict, match="Eva plays for Ada in this match"):
        seat_corrections.correct_seats({match.pk: order}, by=None)


def test_substitute_is_free_while_the_match_is_postponed_elsewhere(match):
    substitute(match)
    assert player(match, "Eva") in session_log.busy_players(match.session)
    assert player(match, "Ada") not in session_log.busy_players(match.session)


def test_substitute_gets_a_message_and_the_leaver_none(match):
    account = make.user("eva@example.org")
    match.session.season.club.players.filter(name="Eva").update(account=account)
    substitute(match)
    (message,) = Message.objects.filter(kind="seated")
    assert message.user == account


def test_webhook_names_both_players(match):
    club = match.session.season.club
    make.webhook(club, events=[EventType.MATCH_SUBSTITUTED])
    match.session.season.club.refresh_from_db()
    substitute(match)
    (event,) = Event.objects.all()
    assert event.data["substitution"] == {
        "seat": 0,
        "leaving": player(match, "Ada"),
        "entering": player(match, "Eva"),
        "from_round": 2,
        "effect": "both",
    }
    assert event.data["match"]["players"][0]["name"] == "Eva"


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (STARTER, {1: "Ada Bruno", 2: "Ada Bruno"}),
        (SUBSTITUTE, {1: "Eva Bruno", 2: "Eva Bruno"}),
        (BOTH, {1: "Ada Bruno", 2: "Eva Bruno"}),
        (NEITHER, {}),
    ],
)
def test_rounds_with_partners_are_rated_for_who_sat_there(effect, expected):
    season = make.season(make.club(), games=["njet"])
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva"])
    match = make.match(make.session(season), players[:4], game="njet", options={"rounds": 2})
    line = make.sheet(8, 8, 4, 4, teams=[[0, 1], [2, 3]])
    submissions.submit(match.pk, line, by=None)
    substitute(match, effect=effect)
    submissions.submit(match.pk, line, by=None)
    names = dict(season.club.players.values_list("pk", "name"))
    first_sides = {
        row.number: " ".join(names[pk] for pk in row.sides[0])
        for row in Encounter.objects.live().filter(match=match)
    }
    assert first_sides == expected


def test_players_of_one_seat_are_no_opponents(match):
    substitute(match)
    finish(match)
    ada, eva, dov = (match.session.season.club.players.get(name=n) for n in ("Ada", "Eva", "Dov"))
    played = careers.played_matches(ada)
    others = {row.other for row in careers.meetings(ada, played)}
    assert eva.pk not in others
    assert dov.pk in others
    assert player_statistics.duels(ada, eva) == []
    assert [duel.places for duel in player_statistics.duels(ada, dov)] == [(1, 2)]


def test_points_explain_the_share(match):
    substitute(match)
    finish(match)
    table = standings_queries.find_table(match.session.season_id)
    scheme = schemes.read(table.scheme)
    facts = fact_queries.season_facts(table)
    explained = origin.explain(facts, scheme, player(match, "Ada"))
    (result,) = explained.evenings[0].results
    assert result.text.say("en", result.params) == (
        "1 of 3 rounds at this seat: 22 (match score: 66)"
    )
    assert explained.total == 22 * UNIT
