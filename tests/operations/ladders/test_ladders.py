"""Ladders: made, carried on period after period, taken back."""

from datetime import date
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction

from league.errors import Conflict, Invalid
from league.models import Division, DivisionMember, Ladder, Match, Period, Season
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodWishes
from league.operations.ladders.ladders import NewDivision, PeriodDates
from league.operations.people import newcomers
from league.operations.results import stopped_matches
from league.operations.seasons import penalties, seasons
from league.operations.sessions import session_log
from tests import make
from tests.operations.ladders.building import (
    AUTUMN,
    NAMES,
    RULES,
    a_ladder,
    codes,
    ids,
    next_period,
    people,
    play,
    play_all,
    players,
    remarks,
)

pytestmark = pytest.mark.django_db


def test_each_division_of_the_first_period_is_a_season(ladder):
    period = divisions.current_period(ladder)
    assert people(period) == [["Ada", "Bruno", "Chloé"], ["Dov", "Eva", "Finn"]]
    assert [division.season.name for division in period.divisions.all()] == [
        "Championnat · Automne 2026 · Division 1",
        "Championnat · Automne 2026 · Division 2",
    ]
    assert {member.came for member in period.members.all()} == {"new"}


def test_the_first_goes_up_and_the_last_goes_down(ladder):
    play_all(ladder)
    period = next_period(ladder)
    assert people(period) == [["Ada", "Bruno", "Dov"], ["Chloé", "Eva", "Finn"]]
    dov = period.members.get(player__name="Dov")
    assert (dov.came, dov.reason, dov.source, dov.place) == ("promoted", "up", 2, 1)
    assert period.members.get(player__name="Chloé").came == "relegated"
    assert period.forced == []


def test_the_next_seasons_keep_games_and_schemes(ladder):
    play_all(ladder)
    top = divisions.current_period(ladder).divisions.get(level=1).season
    seasons.update(top, scheme={"scale": 100})
    ladders.change(ladder, games=["neurotrio"])
    above, below = next_period(ladder).divisions.all()
    assert seasons.current_scheme(above.season).scale == 100
    assert seasons.current_scheme(below.season).scale == 60
    assert above.season.games == ["neurotrio"]


def test_a_preview_is_not_stored_and_matches_the_opened_period(ladder):
    play_all(ladder)
    preview = divisions.preview_period(ladder)
    assert (Period.objects.count(), Season.objects.count()) == (1, 2)
    period = next_period(ladder, seen=preview.mark)
    opened = [
        [row.player_id for row in division.members.all()] for division in period.divisions.all()
    ]
    assert opened == preview.plan.divisions


def test_a_period_that_differs_from_the_preview_is_not_opened(ladder):
    play_all(ladder)
    mark = divisions.preview_period(ladder).mark
    play(ladder, 1, [("Chloé", 22), ("Ada", 9), ("Bruno", 5)], [("Chloé", 22), ("Ada", 5)], day=2)
    with pytest.raises(Conflict) as refused:
        next_period(ladder, seen=mark)
    assert codes(refused) == [("changed", "seen")]
    assert Period.objects.count() == 1


def test_the_same_request_twice_makes_one_period(ladder):
    play_all(ladder)
    next_period(ladder)
    with pytest.raises(Conflict) as refused:
        next_period(ladder)
    assert codes(refused) == [("opened_already", "number")]
    assert (Period.objects.count(), Season.objects.count()) == (2, 4)


def test_no_period_is_left_out(ladder):
    play_all(ladder)
    with pytest.raises(Invalid) as refused:
        next_period(ladder, number=3)
    assert codes(refused) == [("not_the_next_period", "number")]


def test_a_running_match_blocks_until_the_name_is_typed(ladder):
    play_all(ladder)
    season = divisions.current_period(ladder).divisions.get(level=2).season
    make.match(season.sessions.get(), players(ladder, ["Dov", "Eva"]))
    with pytest.raises(Conflict) as refused:
        next_period(ladder)
    assert codes(refused) == [("not_settled", "findings.0")]
    with pytest.raises(Invalid) as misnamed:
        next_period(ladder, force="Coupe")
    assert codes(misnamed) == [("wrong_name", "force")]
    assert Season.objects.count() == 2
    period = next_period(ladder, force=" Championnat ")
    assert period.forced == ["Division 2: 1 match is not finished."]


def test_a_cancelled_match_does_not_block(ladder):
    play_all(ladder)
    season = divisions.current_period(ladder).divisions.get(level=2).season
    match = make.match(season.sessions.get(), players(ladder, ["Dov", "Eva"]))
    session_log.call_off(match, by=None)
    assert remarks(ladder) == []


def test_an_abandoned_match_does_not_block(ladder):
    play_all(ladder)
    season = divisions.current_period(ladder).divisions.get(level=2).season
    match = make.match(season.sessions.get(), players(ladder, ["Dov", "Eva"]))
    assert remarks(ladder) == [("running", 2)]
    stopped_matches.abandon(match, reason="Fire alarm", by=None)
    assert remarks(ladder) == []


def test_a_division_without_results_blocks(ladder):
    play(ladder, 1, [("Ada", 22), ("Bruno", 9), ("Chloé", 5)])
    assert remarks(ladder) == [("nothing_played", 2)]
    with pytest.raises(Conflict):
        next_period(ladder)


def test_players_without_results_rank_below_those_with_results(ladder):
    play(ladder, 1, [("Ada", 22), ("Chloé", 5)])
    play(ladder, 2, [("Finn", 22), ("Eva", 9)])
    assert people(next_period(ladder)) == [["Ada", "Chloé", "Finn"], ["Bruno", "Eva", "Dov"]]


def test_leaving_players_are_out_and_returning_players_keep_their_division(ladder):
    play_all(ladder)
    ada = players(ladder, ["Ada"])[0]
    period = next_period(ladder, wishes=PeriodWishes(leaving=[ada.pk]))
    assert people(period) == [["Bruno", "Dov"], ["Chloé", "Eva", "Finn"]]
    (zoe,) = make.players(ladder.club, ["Zoé"])
    play(ladder, 1, [("Bruno", 22), ("Dov", 5)])
    play(ladder, 2, [("Chloé", 22), ("Eva", 9), ("Finn", 5)])
    summer = PeriodDates("Été 2027", date(2027, 7, 1))
    wishes = PeriodWishes(joining={ada.pk: 0, zoe.pk: 0})
    period = next_period(ladder, number=3, dates=summer, wishes=wishes)
    came = {row.player.name: (row.division.level, row.came) for row in period.members.all()}
    assert (came["Ada"], came["Zoé"]) == ((1, "returned"), (2, "new"))


def test_a_player_who_declines_promotion_stays(ladder):
    play_all(ladder)
    (dov,) = ids(players(ladder, ["Dov"]))
    period = next_period(ladder, wishes=PeriodWishes(content=[dov]))
    assert people(period) == [["Ada", "Bruno", "Eva"], ["Chloé", "Dov", "Finn"]]


def test_guests_are_named_and_not_moved(ladder):
    (zoe,) = make.players(ladder.club, ["Zoé"])
    play(ladder, 1, [("Zoé", 22), ("Ada", 11), ("Bruno", 9), ("Chloé", 5)])
    play(ladder, 2, [("Dov", 22), ("Eva", 9), ("Finn", 5)])
    assert remarks(ladder) == [("guests", 1)]
    assert people(next_period(ladder)) == [["Ada", "Bruno", "Dov"], ["Chloé", "Eva", "Finn"]]
    session = ladder.periods.get(number=1).divisions.get(level=1).season.sessions.get()
    ada = players(ladder, ["Ada"])[0]
    assert divisions.guests_of_session(session, [ada.pk, zoe.pk]) == [zoe]
    elsewhere = make.session(make.season(ladder.club))
    assert divisions.guests_of_session(elsewhere, [zoe.pk]) == []


def test_sizes_that_cannot_be_kept_are_named(ladder):
    play_all(ladder)
    leaving = ids(players(ladder, ["Ada", "Bruno", "Chloé"]))
    codes = remarks(ladder, PeriodWishes(leaving=leaving))
    assert codes == [("too_few", 1), ("other_count", 0)]
    codes = divisions.preview_period(ladder, PeriodWishes(leaving=leaving, count=1))
    assert codes.remarks == []
    assert [len(division) for division in codes.plan.divisions] == [3]


@pytest.mark.parametrize(
    ("wishes", "problem"),
    [
        (lambda member, new: PeriodWishes(leaving=[new]), ("not_a_member", "leaving.0")),
        (lambda member, new: PeriodWishes(content=[new]), ("not_a_member", "content.0")),
        (
            lambda member, new: PeriodWishes(joining={member: 0}),
            ("already_member", "joining.0.player"),
        ),
        (
            lambda member, new: PeriodWishes(joining={10**9: 0}),
            ("unknown_player", "joining.0.player"),
        ),
        (
            lambda member, new: PeriodWishes(joining={new: 11}),
            ("unknown_choice", "joining.0.level"),
        ),
        (lambda member, new: PeriodWishes(count=11), ("unknown_choice", "divisions")),
    ],
)
def test_wishes_that_cannot_be_are_refused(ladder, wishes, problem):
    (zoe,) = make.players(ladder.club, ["Zoé"])
    with pytest.raises(Invalid) as refused:
        divisions.preview_period(ladder, wishes(players(ladder, ["Ada"])[0].pk, zoe.pk))
    assert codes(refused) == [problem]


def test_at_least_one_player_must_stay(ladder):
    with pytest.raises(Invalid) as refused:
        divisions.preview_period(ladder, PeriodWishes(leaving=ids(players(ladder, NAMES))))
    assert codes(refused) == [("nobody", "leaving")]


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"up": -1}, ("not_an_integer", "rules.up")),
        ({"up": True}, ("not_an_integer", "rules.up")),
        ({"most": 41}, ("not_an_integer", "rules.most")),
        ({"least": 5, "most": 4}, ("bad_sizes", "rules.least")),
        ({"sideways": 1}, ("unknown_key", "rules.sideways")),
    ],
)
def test_rules_that_cannot_be_are_refused(club, rules, problem):
    with pytest.raises(Invalid) as refused:
        a_ladder(club, [], rules=rules)
    assert codes(refused) == [problem]
    assert not Ladder.objects.exists()


def test_divisions_that_cannot_be_are_refused(club):
    one, two, three = ids(make.players(club, NAMES[:3]))
    for levels, problem in [
        ([], ("wrong_length", "divisions")),
        ([[one]], ("wrong_length", "divisions.0.players")),
        ([[one, 10**9]], ("unknown_player", "divisions.0.players.1")),
        ([[one, two], [three, one]], ("player_twice", "divisions.1.players.1")),
    ]:
        with pytest.raises(Invalid) as refused:
            a_ladder(club, *levels)
        assert codes(refused) == [problem]
    assert not Season.objects.exists()


def test_names_are_taken_once(ladder):
    everybody = ids(players(ladder, NAMES))
    with pytest.raises(Conflict):
        a_ladder(ladder.club, everybody[:3])
    with pytest.raises(Invalid) as refused:
        ladders.create(
            ladder.club,
            name="Coupe",
            dates=AUTUMN,
            levels=[NewDivision(everybody[:2], "Or"), NewDivision(everybody[2:4], "Or")],
            rules=RULES,
            by=None,
        )
    assert codes(refused) == [("name_taken", "divisions.1.name")]
    play_all(ladder)
    with pytest.raises(Conflict):
        next_period(ladder, dates=AUTUMN)
    assert (Ladder.objects.count(), Period.objects.count()) == (1, 1)


def test_a_name_that_is_too_long_is_refused(club):
    people = ids(make.players(club, NAMES[:2]))
    with pytest.raises(Invalid) as refused:
        a_ladder(club, people, name="x" * 41)
    assert codes(refused) == [("too_long", "name")]


def test_the_rules_that_count_at_the_end_are_those_of_now(ladder):
    play_all(ladder)
    ladders.change(ladder, rules={"up": 2, "down": 2}, name="Coupe")
    period = next_period(Ladder.objects.get())
    assert people(period) == [["Ada", "Dov", "Eva"], ["Bruno", "Chloé", "Finn"]]
    assert period.divisions.first().season.name.startswith("Coupe · ")


def test_an_untouched_period_is_taken_back(ladder):
    play_all(ladder)
    period = next_period(ladder)
    make.session(period.divisions.first().season, day=20)
    ladders.remove_period(ladder, 2)
    assert (Period.objects.count(), Season.objects.count(), Division.objects.count()) == (1, 2, 2)
    assert people(next_period(ladder)) == [["Ada", "Bruno", "Dov"], ["Chloé", "Eva", "Finn"]]


def test_a_period_in_which_something_happened_stays(ladder):
    play_all(ladder)
    season = next_period(ladder).divisions.first().season
    session = make.session(season, day=20)
    ada = players(ladder, ["Ada"])[0]
    happenings = [
        lambda: session_log.check_in(session, [ada.pk], by=None),
        lambda: penalties.sit_out(session, player=ada.pk),
        lambda: make.match(session, players(ladder, ["Ada", "Bruno"])),
    ]
    for happen in happenings:
        happen()
        with pytest.raises(Conflict) as refused:
            ladders.remove_period(ladder, 2)
        assert codes(refused) == [("in_use", "")]
    assert Period.objects.count() == 2


def test_only_the_latest_period_is_taken_back(ladder):
    play_all(ladder)
    next_period(ladder)
    with pytest.raises(Conflict):
        ladders.remove_period(ladder, 1)


def test_with_its_first_period_a_ladder_goes(ladder):
    ladders.remove_period(ladder, 1)
    assert not Ladder.objects.exists()
    assert not Season.objects.exists()


def test_a_member_is_not_struck_from_the_club(ladder):
    with pytest.raises(Conflict):
        newcomers.strike([players(ladder, ["Ada"])[0].pk])


def test_a_player_is_in_one_division_of_a_period_whatever_writes_it(ladder):
    period = divisions.current_period(ladder)
    ada = players(ladder, ["Ada"])[0]
    twice = DivisionMember(
        period=period, division=period.divisions.get(level=2), player=ada, came="new", reason="new"
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        twice.save()


def test_opening_a_period_invalidates_the_pages_of_the_club(ladder):
    play_all(ladder)
    before = ladder.club.__class__.objects.get().edition
    next_period(ladder)
    assert ladder.club.__class__.objects.get().edition > before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")
@pytest.mark.django_db(transaction=True)
def test_two_at_once_open_one_period(ladder):
    play_all(ladder)
    both, refused = Barrier(2), []

    def go():
        both.wait()
        try:
            next_period(ladder)
        except Conflict as error:
            refused.extend(problem["code"] for problem in error.problems)
        finally:
            connection.close()

    threads = [Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["opened_already"]
    assert (Period.objects.count(), Season.objects.count()) == (2, 4)
    assert Match.objects.count() == 2
