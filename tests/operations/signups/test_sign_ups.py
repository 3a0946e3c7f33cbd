"""Answers to a sheet: places, the waiting list, guests, deadlines, and what is announced."""

from datetime import UTC, datetime, timedelta

import pytest

from league.errors import Conflict, Invalid, NotFound
from league.models import AuditEntry, Event, Player, Role, Session, SignUp, SignUpSheet, Visibility
from league.operations.identity import merging
from league.operations.people import clubs, newcomers
from league.operations.people.person_search import PersonQuestion
from league.operations.seasons import seasons
from league.operations.signups import roster, sheets, sign_ups
from league.operations.tournaments import tournaments
from tests import make

pytestmark = pytest.mark.django_db
BEFORE = datetime(2026, 9, 20, tzinfo=UTC)  # the sessions of tests begin in October 2026
START = datetime(2026, 10, 1, 18, 30, tzinfo=UTC)


def new_sheet(**settings):
    session = make.session(make.season(make.club()))
    return sheets.open_sheet(session, by=None, **settings)


def answers(sheet, *players, answer="yes", **options):
    return [
        sign_ups.record_answer(sheet, player.pk, answer, **{"by": None, "now": BEFORE, **options})
        for player in players
    ]


def bring(sheet, host, **options):
    return sign_ups.bring_guest(sheet, host.pk, **{"by": None, "now": BEFORE, **options})


def lines(sheet):
    """Return who comes in order; those who wait stand in brackets."""
    rows = SignUp.objects.filter(sheet=sheet, answer="yes").order_by("number")
    return " ".join(
        row.player.name if row.has_place else f"({row.player.name})"
        for row in rows.select_related("player")
    )


def refusal(act, *given, **named):
    """Return the code with which this is refused, as a conflict."""
    with pytest.raises(Conflict) as error:
        act(*given, **named)
    return error.value.problems[0]["code"]


def announced():
    """Return each event of a sign-up with its player."""
    events = Event.objects.filter(type__startswith="signup.").order_by("pk")
    return [(event.type, event.data["sign_up"]["player"]["name"]) for event in events]


def test_the_next_in_the_list_gets_a_place_that_becomes_free():
    sheet = new_sheet(capacity=2)
    ada, bruno, chloe, dov = make.players(sheet.club)
    answers(sheet, ada, bruno, chloe, dov)
    assert lines(sheet) == "Ada Bruno (Chloé) (Dov)"
    answers(sheet, ada, answer="no")
    assert lines(sheet) == "Bruno Chloé (Dov)"
    assert SignUp.objects.get(player=chloe).moved_up_at == BEFORE
    answers(sheet, ada)
    assert lines(sheet) == "Bruno Chloé (Dov) (Ada)"


def test_the_same_answer_again_is_not_stored():
    sheet = new_sheet(capacity=1)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno)
    entries = AuditEntry.objects.count()
    answers(sheet, ada, bruno, games=[])
    answers(sheet, ada, now=START + timedelta(days=1))  # nor is it too late for that
    assert lines(sheet) == "Ada (Bruno)"
    assert AuditEntry.objects.count() == entries


def test_other_games_keep_the_number():
    sheet = new_sheet(capacity=1)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno)
    answers(sheet, ada, games=["njet"])
    assert lines(sheet) == "Ada (Bruno)"
    answers(sheet, ada, answer="yes")
    assert SignUp.objects.get(player=ada).games == ["njet"]


@pytest.mark.parametrize(
    ("answer", "games", "code"),
    [("ja", [], "not_a_choice"), ("yes", ["chess"], "unknown_game"), ("no", ["njet"] * 2, "")],
)
def test_an_invalid_answer_is_refused(answer, games, code):
    sheet = new_sheet()
    (ada,) = make.players(sheet.club, ["Ada"])
    with pytest.raises(Invalid) as error:
        answers(sheet, ada, answer=answer, games=games)
    assert error.value.problems[0]["code"] == code or error.value.problems[0]["path"] == "games.1"


def test_a_player_of_another_club_is_unknown():
    sheet = new_sheet()
    (stranger,) = make.players(make.club(name="Les Autres"), ["Eva"])
    with pytest.raises(Invalid):
        answers(sheet, stranger)
    assert not SignUp.objects.exists()


def test_after_the_deadline_players_only_cancel_and_organisers_do_all():
    deadline = START - timedelta(days=1)
    sheet = new_sheet(closes_at=deadline, capacity=1)
    ada, bruno, chloe, _dov = make.players(sheet.club)
    answers(sheet, ada, bruno, now=deadline - timedelta(seconds=1))
    for act in ({"answer": "yes"}, {"answer": "maybe"}, {"answer": "no"}):
        assert refusal(answers, sheet, chloe, now=deadline, **act) == "sign_up_closed"
    assert refusal(answers, sheet, ada, answer="maybe", now=deadline) == "sign_up_closed"
    answers(sheet, ada, answer="no", now=deadline)
    assert lines(sheet) == "Bruno"
    answers(sheet, chloe, now=deadline, as_organiser=True)
    assert lines(sheet) == "Bruno (Chloé)"
    assert refusal(answers, sheet, bruno, answer="no", now=START) == "sign_up_closed"


def test_without_a_deadline_it_closes_at_the_start():
    sheet = new_sheet()
    assert sheets.why_closed(sheet, START - timedelta(seconds=1)) == ""
    assert sheets.why_closed(sheet, START)
    sheet = sheets.change(sheet, is_closed=True, by=None)
    assert sheets.why_closed(sheet, BEFORE)


def test_more_places_go_to_those_who_wait_and_taken_ones_stay():
    sheet = new_sheet(capacity=1)
    answers(sheet, *make.players(sheet.club))
    sheets.change(sheet, capacity=3, by=None)
    assert lines(sheet) == "Ada Bruno Chloé (Dov)"
    assert refusal(sheets.change, sheet, capacity=2, by=None) == "capacity_below_taken"
    assert lines(sheet) == "Ada Bruno Chloé (Dov)"
    sheets.change(sheet, capacity=None, by=None)
    assert lines(sheet) == "Ada Bruno Chloé Dov"


@pytest.mark.parametrize("settings", [{"capacity": 0}, {"capacity": 501}, {"guests_allowed": 11}])
def test_a_sheet_has_bounds(settings):
    with pytest.raises(Invalid):
        new_sheet(**settings)
    assert not SignUpSheet.objects.exists()


def test_a_session_has_one_sheet():
    sheet = new_sheet()
    assert refusal(sheets.open_sheet, sheet.session, by=None) == "sheet_exists"


def test_a_cancelled_evening_is_closed_and_reinstated_as_before():
    sheet = new_sheet(capacity=1)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno)
    seasons.cancel_session(sheet.session)
    assert refusal(answers, sheet, ada, answer="no") == "sign_up_closed"
    assert lines(sheet) == "Ada (Bruno)"
    seasons.reinstate_session(Session.objects.get())
    answers(sheet, ada, answer="no")
    assert lines(sheet) == "Bruno"


def test_an_evening_that_is_deleted_takes_its_list_along():
    sheet = new_sheet()
    answers(sheet, *make.players(sheet.club))
    sheet.session.delete()
    assert not SignUp.objects.exists()
    assert Player.objects.count() == 4


def test_a_list_that_is_removed_takes_new_guests_along():
    sheet = new_sheet(guests_allowed=1)
    ada, *_others = make.players(sheet.club)
    answers(sheet, ada)
    bring(sheet, ada, name="Zoé")
    sheets.remove(sheet, by=None)
    assert not sheet.club.players.filter(name="Zoé").exists()
    with pytest.raises(NotFound):
        sheets.find(sheet.session)


def test_a_guest_comes_with_a_member_and_goes_with_the_member():
    sheet = new_sheet(guests_allowed=1)
    ada, bruno, *_others = make.players(sheet.club)
    assert refusal(bring, sheet, ada, name="Zoé") == "host_does_not_come"
    answers(sheet, ada)
    guest = bring(sheet, ada, name="Zoé")
    assert bring(sheet, ada, name=" zoé ") == guest
    assert refusal(bring, sheet, ada, name="Yann") == "too_many_guests"
    assert bring(sheet, ada, player=bruno.pk, as_organiser=True).guest_of_id == ada.pk
    assert lines(sheet) == "Ada Zoé Bruno"
    answers(sheet, ada, answer="no")
    assert lines(sheet) == ""
    assert {player.name for player in sheet.club.players.all()} == set(make.NAMES)


def test_a_guest_cannot_bring_guests():
    sheet = new_sheet(guests_allowed=2)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada)
    bring(sheet, ada, player=bruno.pk)
    assert refusal(bring, sheet, bruno, name="Zoé") == "too_many_guests"


def test_a_guest_with_a_name_of_the_list_is_that_player():
    sheet = new_sheet(guests_allowed=3)
    ada, bruno, chloe, _dov = make.players(sheet.club)
    Player.objects.filter(pk=chloe.pk).update(
        account=make.member(sheet.club, Role.PLAYER, "c@x.org")
    )
    answers(sheet, ada)
    assert bring(sheet, ada, name="BRUNO").player_id == bruno.pk
    with pytest.raises(PersonQuestion):
        bring(sheet, ada, name="Brun")
    assert bring(sheet, ada, player=bruno.pk).player_id == bruno.pk
    assert refusal(bring, sheet, ada, player=chloe.pk) == "player_claimed"
    answers(sheet, bruno, answer="no")
    assert refusal(bring, sheet, ada, player=bruno.pk) == "signed_up_already"


def test_a_hidden_player_is_not_found_out_by_bringing_a_guest():
    sheet = new_sheet(guests_allowed=3)
    ada, bruno, chloe, _dov = make.players(sheet.club)
    Player.objects.filter(pk__in=[bruno.pk, chloe.pk]).update(visibility=Visibility.HIDDEN)
    answers(sheet, ada)
    guests = [bring(sheet, ada, name=name).player for name in ("Bruno", "Paul")]
    assert bruno not in guests
    assert [guest.name for guest in guests] == ["Bruno", "Paul"]
    assert bring(sheet, ada, name="chloe", as_organiser=True).player == chloe


def test_a_guest_is_a_listed_player_or_a_new_one():
    sheet = new_sheet(guests_allowed=10)
    ada, bruno, chloe, dov = make.players(sheet.club)
    iris = clubs.add_player(sheet.club, name="Iris Nabbed", visibility=Visibility.INITIAL)
    clubs.add_player(sheet.club, name="Zoé Secret", visibility=Visibility.ALIAS, alias="Zed")
    merging.merge(make.players(sheet.club, ["Dodo Former"])[0], dov, by=make.user())
    Player.objects.filter(pk=bruno.pk).update(visibility=Visibility.HIDDEN)
    Player.objects.filter(pk=chloe.pk).update(
        account=make.member(sheet.club, Role.PLAYER, "c@x.org")
    )
    answers(sheet, ada, bruno, chloe)
    unlisted = ["bruno", "CHLOE", "zoé secret", "Dodo Former"]
    for name in unlisted:  # also those who have answered, under every spelling
        guest = bring(sheet, ada, name=name)
        assert (guest.player.name, guest.is_newcomer) == (name, True)
    assert bring(sheet, ada, name="IRIS N.").player == iris
    with pytest.raises(PersonQuestion) as question:
        bring(sheet, ada, name="Ze")
    assert [candidate.name for candidate in question.value.candidates] == ["Zed"]


def test_a_guest_who_has_played_stays_in_the_list_of_players():
    sheet = new_sheet(guests_allowed=1)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada)
    guest = bring(sheet, ada, name="Zoé")
    make.match(sheet.session, [ada, bruno, guest.player])
    sign_ups.remove(guest, by=None, now=BEFORE)
    assert sheet.club.players.filter(name="Zoé").exists()


def test_a_signed_up_player_cannot_be_deleted():
    sheet = new_sheet()
    (ada,) = make.players(sheet.club, ["Ada"])
    answers(sheet, ada)
    with pytest.raises(Conflict):
        newcomers.strike([ada.pk])


def test_removing_twice_has_one_effect():
    sheet = new_sheet(capacity=1)
    ada, bruno, *_others = make.players(sheet.club)
    (row, _other) = answers(sheet, ada, bruno)
    sign_ups.remove(row, by=None, now=BEFORE)
    sign_ups.remove(row, by=None, now=BEFORE)
    assert lines(sheet) == "Bruno"
    (row,) = answers(sheet, bruno)
    assert refusal(sign_ups.remove, row, by=None, now=START) == "sign_up_closed"


def test_webhooks_get_each_change_once():
    sheet = new_sheet(capacity=1)
    make.webhook(sheet.club)
    sheet = sheets.find(sheet.session)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno, bruno)
    answers(sheet, bruno, games=["njet"])
    answers(sheet, ada, answer="no")
    assert announced() == [
        ("signup.created", "Ada"),
        ("signup.created", "Bruno"),
        ("signup.changed", "Bruno"),
        ("signup.moved_up", "Bruno"),
        ("signup.cancelled", "Ada"),
    ]
    moved = Event.objects.get(type="signup.moved_up").data["sign_up"]
    assert moved == {
        "session": sheet.session_id,
        "tournament": None,
        "player": {"id": bruno.pk, "name": "Bruno"},
        "guest_of": None,
        "answer": "yes",
        "games": ["njet"],
        "number": 2,
        "has_place": True,
    }


def test_after_the_start_a_promotion_is_not_announced():
    sheet = new_sheet(capacity=1)
    make.webhook(sheet.club)
    sheet = sheets.find(sheet.session)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno)
    answers(sheet, ada, answer="no", as_organiser=True, now=START)
    assert lines(sheet) == "Bruno"
    assert ("signup.moved_up", "Bruno") not in announced()


def test_the_place_of_an_erased_player_goes_to_the_next():
    sheet = new_sheet(capacity=1)
    ada, bruno, *_others = make.players(sheet.club)
    answers(sheet, ada, bruno)
    roster.forget_players([ada.pk])
    assert lines(sheet) == "Bruno"


def test_a_closed_tournament_takes_no_answers():
    cup = make.tournament(here=0)
    sheet = sheets.open_sheet(cup, by=None)
    (ada,) = make.players(sheet.club, ["Ada"])
    assert sheets.deadline(sheet) == datetime(2026, 10, 3, 14, 0, tzinfo=UTC)
    answers(sheet, ada)
    tournaments.close(cup, by=None)
    assert refusal(answers, sheet, ada, answer="no") == "sign_up_closed"


def test_upcoming_sheets_are_listed_by_day():
    club = make.club()
    season = make.season(club)
    late, early = (sheets.open_sheet(make.session(season, day), by=None) for day in (9, 2))
    cup = sheets.open_sheet(make.tournament(club, here=0), by=None)
    assert list(sheets.upcoming(club, BEFORE)) == [early, cup, late]
    assert list(sheets.upcoming(club, datetime(2026, 10, 5, tzinfo=UTC))) == [late]


def test_a_player_who_was_taken_out_cannot_sign_up():
    sheet = new_sheet()
    zoe = clubs.add_newcomer(sheet.club, "Zoé")
    newcomers.strike([zoe.pk])
    with pytest.raises(Invalid):
        answers(sheet, zoe)
