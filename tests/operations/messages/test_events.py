"""Who gets a message about what: once, not about his own act, in his language, on the ways that he
chose."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from league.errors import Invalid, NotFound
from league.models import (
    ConfirmationWay,
    Match,
    Message,
    MessageKind,
    Outgoing,
    Player,
    Role,
    SignUp,
    SignUpSheet,
)
from league.operations.matches import submissions
from league.operations.messages import choices, events, inbox, mailing, texts, unsubscribe_links
from league.operations.people import members
from league.operations.results import confirmations, disputes
from league.operations.seasons import seasons
from league.operations.sessions import presence, session_log
from tests import make
from tests.outgoing import mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    return make.season(club)


@pytest.fixture
def session(season):
    """Return an evening in a week."""
    return seasons.open_session(season, starts_at=timezone.now() + timedelta(days=7))


def kinds(user):
    return list(Message.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def words(message):
    message = Message.objects.select_related(*texts.RELATED).get(pk=message.pk)
    with translation.override("en"):
        return texts.describe(message, outside=False)


def sign_up(session, player, answer="yes", number=1, **fields):
    sheet, _ = SignUpSheet.objects.get_or_create(session=session)
    return SignUp.objects.create(
        sheet=sheet,
        player=player,
        answer=answer,
        number=number if answer == "yes" else None,
        **fields,
    )


def test_a_seated_player_reads_the_table_and_the_opponents(session, people, ada):
    session_log.set_table(session, game="neurotrio", players=[p.pk for p in people[:3]], by=None)
    (message,) = Message.objects.all()
    assert message.user == ada
    assert words(message)[:2] == ("You sit at table 1", "Neurotrio with Bruno and Chloé")


def test_tables_of_a_draw_have_their_numbers(session, people, ada):
    presence.check_in(session, [player.pk for player in people[:3]])
    make.match(session, make.players(session.season.club, ["Xavier", "Yves"]))
    tables = [[player.pk for player in people[:3]]]
    session_log.seat_players(session, games=["neurotrio"] * len(tables), tables=tables, by=None)
    assert words(Message.objects.get()).title == "You sit at table 2"


def test_seats_of_a_tournament_come_with_their_publication(club, people, ada):
    tournament = make.tournament(club, people)
    make.published(tournament)
    (message,) = Message.objects.all()
    assert (message.user, message.kind) == (ada, "seated")


def test_users_get_no_message_about_their_own_actions(session, people, ada):
    players = [player.pk for player in people[:3]]
    session_log.set_table(session, game="neurotrio", players=players, by=ada)
    seasons.update_session(session, place="Elsewhere", by=ada)
    assert not Message.objects.exists()


def test_a_guardian_reads_about_the_child(session, people, ada):
    Player.objects.filter(pk=people[1].pk).update(is_child=True, guardian=ada)
    events.seated([make.match(session, people[1:], table=3)], by=None)
    (message,) = Message.objects.all()
    assert (message.user, message.player) == (ada, people[1])
    assert words(message).title == "Bruno sits at table 3"


def test_the_same_is_written_once(session, people, ada):
    match = make.match(session, people[:3])
    for _ in range(3):
        events.seated([match], by=None)
    assert Message.objects.count() == 1


def test_an_evening_that_moves_is_said_to_those_who_come(session, people, ada):
    bruno = make.user("bruno@example.org")
    Player.objects.filter(pk=people[1].pk).update(account=bruno)
    sign_up(session, people[0], "maybe")
    sign_up(session, people[1], "no")
    seasons.update_session(session, place="Café")
    (message,) = Message.objects.all()
    assert message.user == ada
    assert words(message).body.startswith("Now: ")
    assert "Café" in words(message).body
    seasons.cancel_session(session)
    seasons.reinstate_session(session)
    changes = Message.objects.order_by("pk").values_list("data__change", flat=True)
    assert list(changes) == ["moved", "cancelled", "reinstated"]
    assert not Message.objects.filter(user=bruno).exists()


def test_an_evening_that_is_over_is_no_news(season, people, ada):
    past = seasons.open_session(season, starts_at=timezone.now() - timedelta(days=7))
    seasons.update_session(past, place="Café")
    assert not Message.objects.exists()


def test_without_a_sheet_the_players_of_the_season_are_asked(session, people):
    assert events.people_of_session(session) == {player.pk for player in people}
    make.played(make.match(session, people[:3], options={"target": 1}), [22, 5, 5])
    assert events.people_of_session(session) == {player.pk for player in people[:3]}


def test_a_tournament_concerns_its_entrants(club, people):
    tournament = make.tournament(club, people[:3])
    session = tournament.season.sessions.first() or make.session(tournament.season)
    assert events.people_of_session(session) == {player.pk for player in people[:3]}


def test_a_promoted_player_gets_one_message(session, people, ada):
    row = sign_up(session, people[0], has_place=True, moved_up_at=timezone.now())
    events.moved_up(row)
    events.moved_up(row)
    assert kinds(ada) == ["place_free"]
    assert words(Message.objects.get()).title == "A place is now free for you"


def test_players_without_an_account_get_a_mail_until_they_stop_it(session, people, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    Player.objects.filter(pk=people[1].pk).update(email="bruno@example.org")
    seasons.update_session(session, place="Café")
    (mail,) = mails().filter(to="bruno@example.org")
    link = mail.content["headers"]["List-Unsubscribe"].strip("<>")
    assert link in mail.content["text"]
    unsubscribe_links.stop(unsubscribe_links.parse(link.rstrip("/").rpartition("/")[2]))
    seasons.update_session(session, place="Bar")
    assert mails().filter(to="bruno@example.org").count() == 1
    row = sign_up(session, people[1], has_place=True, moved_up_at=timezone.now())
    events.moved_up(row)  # of another kind
    assert mails().filter(to="bruno@example.org").count() == 2


def test_a_result_waits_for_who_has_not_entered_it(club, session, people, ada):
    seasons.update(session.season, confirmation="all")
    session.season.refresh_from_db()
    bruno = make.user("bruno@example.org")
    Player.objects.filter(pk=people[1].pk).update(account=bruno)
    match = make.match(session, people[:3], options={"target": 1})
    submissions.submit(match.pk, make.sheet(22, 5, 5), by=ada)
    assert kinds(bruno) == ["result_to_confirm"]
    assert kinds(ada) == []
    message = Message.objects.select_related(*texts.RELATED).get()
    assert not texts.is_outdated(message, timezone.now())
    assert inbox.count_unread(bruno) == 1
    speaker = confirmations.Speaker(people[1].pk, ConfirmationWay.TABLE)
    confirmation = confirmations.confirm(match, speaker, by=None)
    message = Message.objects.select_related(*texts.RELATED).get()
    assert texts.is_outdated(message, timezone.now())
    assert inbox.count_unread(bruno) == 0
    confirmations.take_back(confirmation, by=None)
    assert inbox.count_unread(bruno) == 1


def test_requests_to_confirm_go_once_anyone_has_confirmed_the_result(club, session, people, ada):
    seasons.update(session.season, confirmation="referee")
    session.season.refresh_from_db()
    organiser = make.user()
    match = make.played(make.match(session, people[:3], options={"target": 1}), [22, 5, 5])
    assert inbox.count_unread(organiser) == 1
    referee = confirmations.Speaker(None, ConfirmationWay.REFEREE)
    confirmations.confirm(match, referee, by=ada)
    assert inbox.count_unread(organiser) == 0
    assert inbox.messages_of(organiser).count() == 0


def test_requests_to_confirm_go_once_the_time_to_object_is_over(club, session, people):
    seasons.update(session.season, confirmation="referee", confirm_after_hours=48)
    session.season.refresh_from_db()
    organiser = make.user()
    match = make.played(make.match(session, people[:3], options={"target": 1}), [22, 5, 5])

    def shown_after(hours):
        at = timezone.now() - timedelta(hours=hours)
        Match.objects.filter(pk=match.pk).update(result_at=at)
        message = Message.objects.select_related(*texts.RELATED).get()
        assert inbox.messages_of(organiser).count() == inbox.count_unread(organiser)
        assert (inbox.count_unread(organiser) == 0) == texts.is_outdated(message, timezone.now())
        return inbox.count_unread(organiser)

    assert [shown_after(hours) for hours in (47, 49)] == [1, 0]
    Match.objects.filter(pk=match.pk).update(disputed=1)
    assert inbox.count_unread(organiser) == 1, "time confirms no disputed result"


def test_where_a_referee_confirms_the_organisers_are_asked(club, session, people, ada):
    seasons.update(session.season, confirmation="referee")
    session.season.refresh_from_db()
    make.played(make.match(session, people[:3], options={"target": 1}), [22, 5, 5])
    assert kinds(ada) == []
    assert kinds(make.user()) == ["result_to_confirm"]


def test_a_dispute_and_its_decision_reach_table_and_organisers(club, session, people, ada):
    match = make.played(make.match(session, people[:3], options={"target": 1}), [22, 5, 5])
    speaker = confirmations.Speaker(people[0].pk, ConfirmationWay.ACCOUNT)
    dispute = disputes.open_dispute(match, speaker, reason="Bruno cheats", by=ada)
    assert (kinds(ada), kinds(make.user())) == ([], ["dispute"])
    assert "Bruno" not in str(words(Message.objects.get()))
    disputes.decide(dispute, outcome="upheld", by=make.user())
    assert words(Message.objects.get(user=ada)).title == "A dispute has been resolved"


def test_ways_and_kinds_are_as_chosen(session, people, ada, service):
    choices.update(ada, choices={"seated": {"bell": False, "mail": "daily", "push": True}})
    events.seated([make.match(session, people[:3])], by=None)
    assert sorted(Outgoing.objects.values_list("channel", flat=True)) == ["digest", "push"]
    assert list(inbox.messages_of(ada)) == []
    choices.update(ada, choices={"seated": {"mail": "never", "push": False}})
    events.seated([make.match(session, people[:3])], by=None)
    assert Message.objects.count() == 1


def test_messages_are_marked_as_read(session, people, ada):
    for _number in range(3):
        events.seated([make.match(session, people[:3])], by=None)
    first = inbox.messages_of(ada)[0]
    assert inbox.count_unread(ada) == 3
    assert inbox.mark_read(ada, [first.pk, first.pk + 1000]) == 1
    assert inbox.mark_read(make.user("bruno@example.org")) == 0
    assert inbox.count_unread(ada) == 2
    assert inbox.mark_read(ada) == 2


def test_a_match_that_was_called_off_leaves_the_bell(session, people, ada):
    match = make.match(session, people[:3])
    events.seated([match], by=None)
    session_log.call_off(match, by=None)
    assert words(Message.objects.get()) is None
    assert list(inbox.messages_of(ada)) == []
    assert inbox.count_unread(ada) == 0


def test_a_former_member_gets_no_messages_of_the_club(session, people, ada):
    member = make.member(session.season.club, Role.PLAYER, ada.email).memberships.get()
    events.seated([make.match(session, people[:3])], by=None)
    members.remove(member, by=ada)
    assert not Message.objects.exists()
    events.seated([make.match(session, people[:3])], by=None)
    assert not Message.objects.exists()


def test_mail_at_once_is_handed_over_once(session, people, ada, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    ada.language = "fr"
    ada.save()
    seasons.update_session(session, place="Café")
    mailing.send_due()
    mailing.send_due()
    (mail,) = mails()
    assert mail.to == ada.email
    assert "/fr/messages/stop/" in mail.content["headers"]["List-Unsubscribe"]
    unsubscribe_links.stop(
        unsubscribe_links.parse(
            mail.content["headers"]["List-Unsubscribe"][1:-2].rpartition("/")[2]
        )
    )
    assert choices.choice(choices.settings_of(ada), "session_changed").mail == "never"
    assert choices.choice(choices.settings_of(ada), "place_free").mail == "now"


def test_a_change_that_was_changed_again_is_mailed_once(session, people, ada, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    seasons.update_session(session, place="Café")
    seasons.update_session(session, place="Bar")
    mailing.send_due()
    (mail,) = mails()
    assert "Bar" in mail.content["text"]


def test_the_mail_of_the_day_has_all_of_the_day(session, people, ada, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    choices.update(
        ada,
        digest_hour=18,
        choices={kind: {"mail": "daily"} for kind in ("seated", "session_changed")},
    )
    for _number in (1, 2):
        events.seated([make.match(session, people[:3])], by=None)
    seasons.update_session(session, place="Café")
    mailing.send_due()
    assert not mails().exists()
    Outgoing.objects.update(next_attempt_at=timezone.now())
    mailing.send_due()
    (mail,) = mails()
    assert mail.subject.startswith("3 ")
    assert mail.content["text"].count("messages/stop/") == 2  # one link for each kind
    token = mail.content["headers"]["List-Unsubscribe"][1:-2].rpartition("/")[2]
    unsubscribe_links.stop(unsubscribe_links.parse(token))
    assert choices.daily_kinds(ada) == []


def test_a_forged_stop_link_is_refused(ada):
    with pytest.raises(NotFound):
        unsubscribe_links.parse("WzEsIiIsInNlYXRlZCJd:forged")


def test_wrong_choices_are_refused_together(ada):
    with pytest.raises(Invalid) as refused:
        choices.update(
            ada,
            digest_hour=24,
            silent_from=22,
            silent_until=None,
            timezone="Mars",
            choices={"nonsense": {}, "month": {"mail": "hourly"}},
        )
    assert [fault["path"] for fault in refused.value.problems] == [
        "choices.nonsense",
        "choices.month.mail",
        "digest_hour",
        "timezone",
        "silent_until",
    ]
    assert choices.settings_of(ada).timezone == ""


def test_every_kind_has_words_and_a_default():
    assert set(texts.WRITERS) == set(MessageKind)
    assert set(choices.DEFAULTS) == set(choices.KINDS)
