"""Mails: stored with what they tell about, sent at least once, suppressed, given up."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import MailCategory, OutgoingState, SuppressedAddress, SuppressionReason
from league.operations.mail import limits, outbox, sender, suppressions
from league.operations.mail.letters import Letter
from league.operations.mail.smtp import MailOutcome, MailServer, OutcomeKind
from league.operations.outbox import queue
from league.operations.support.links import link_to
from tests.outgoing import add_mail, claim_mail, mails
from tests.smtp_server import smtp_server

pytestmark = pytest.mark.django_db
MOST_ATTEMPTS = len(sender.MailSender.pauses) + 1


@pytest.fixture
def mailbox(settings):
    with smtp_server() as (mailbox, port):
        settings.EMAIL_URL = f"smtp://127.0.0.1:{port}"
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_TIMEOUT = 2
        settings.BASE_URL = "https://league.example/base"
        yield mailbox


def letter(**more):
    context = {"title": _("Saved."), "body": "Ada <b>&</b> 'Zoé' 🎲", "club": "Why", **more}
    return Letter("message_to_player", context, link_to("/fr/join/x/"))


def send(to="ada@example.org", write=letter, **more):
    return outbox.send(to, write, **more)


def record(row, outcome, now):
    queue.record(sender.MailSender(MailServer()), row, outcome, now)


def due_again():
    """Let the time of the next attempts come."""
    mails().filter(state=OutgoingState.PENDING).update(next_attempt_at=timezone.now())


def test_a_mail_arrives_as_text_and_as_html_with_the_same_words(mailbox):
    row = send(language="fr")
    sender.send_due()
    (message,) = mailbox.messages
    text = message.get_body(("plain",)).get_content()
    html = message.get_body(("html",)).get_content()
    assert message["Subject"] == "Enregistré."
    assert message["To"] == "ada@example.org"
    assert message["Message-ID"] == row.content["headers"]["Message-ID"]
    assert message["Auto-Submitted"] == "auto-generated"
    for part in (text, html):
        assert "https://league.example/base/fr/join/x/" in part
        assert "Why" in part
    assert "Ada <b>&</b> 'Zoé' 🎲" in text
    assert "Ada &lt;b&gt;&amp;&lt;/b&gt; &#x27;Zoé&#x27; 🎲" in html
    assert '<html lang="fr">' in html


def test_subject_is_one_line_of_visible_characters():
    words = "Hello\r\nBcc: x@example.org \u202egnol\u200b\x07\u2066 Zoé 🎲"
    assert letter(title=words).subject == "Hello Bcc: x@example.org gnol Zoé 🎲"


def test_an_address_gets_a_limited_number_of_mails_that_strangers_cause(mailbox):
    for number in range(limits.MOST_TO_ADDRESS + 3):
        send(f"ada+{number}@example.org", is_limited=True)
    send(is_limited=True)
    send("bob@example.org", is_limited=True)
    sender.send_due()
    assert len(mailbox.messages) == limits.MOST_TO_ADDRESS + 1
    refused = mails().filter(state=OutgoingState.REFUSED)
    assert refused.count() == 4
    assert refused.last().answer == "too many e-mails to this address in one day"
    outbox.forget_addresses(["ada@example.org"])
    assert send(is_limited=True).state == OutgoingState.REFUSED, "erasing resets nothing"
    assert send().state == OutgoingState.PENDING, "the reader's own mail arrives"


def test_a_restart_resets_no_limit(mailbox):
    for _number in range(limits.MOST_TO_ADDRESS):
        send(is_limited=True)
    cache.clear()
    assert send(is_limited=True).state == OutgoingState.REFUSED


def test_its_words_are_erased_once_it_was_sent(mailbox):
    row = send()
    sender.send_due()
    row.refresh_from_db()
    assert (row.state, row.content) == (OutgoingState.DELIVERED, {})


def test_several_mails_share_a_connection_and_none_is_sent_twice(mailbox):
    for number in range(5):
        send(f"player{number}@example.org")
    sender.send_due()
    sender.send_due()
    assert sorted(message["To"] for message in mailbox.messages) == [
        f"player{number}@example.org" for number in range(5)
    ]


def test_a_rolled_back_mail_is_not_sent(mailbox):
    with transaction.atomic():
        send()
        transaction.set_rollback(True)
    sender.send_due()
    assert not mailbox.messages


def test_a_worker_that_dies_after_sending_makes_a_second_copy_with_the_same_id(mailbox):
    send()
    mailbox.hang_ups = 1
    sender.send_due()
    row = mails().get()
    assert row.state == OutgoingState.PENDING
    due_again()
    sender.send_due()
    first, second = mailbox.messages
    assert first["Message-ID"] == second["Message-ID"]
    assert mails().get().state == OutgoingState.DELIVERED


def test_two_workers_do_not_claim_the_same_mail():
    add_mail()
    now = timezone.now()
    assert claim_mail(now) is not None
    assert claim_mail(now) is None
    assert claim_mail(now + queue.LEASE) is not None, "the first may have died"


@pytest.mark.parametrize("answer", ["550 No such user", "553 Not here"])
def test_an_address_that_is_refused_for_good_gets_no_more_mail(mailbox, answer):
    mailbox.recipients["ada@example.org"] = answer
    send()
    send("bob@example.org")
    sender.send_due()
    row = mails().get(to="ada@example.org")
    assert (row.state, row.answer) == (OutgoingState.REFUSED, answer)
    assert [message["To"] for message in mailbox.messages] == ["bob@example.org"]
    again = send("ADA@example.org")
    assert again.state == OutgoingState.REFUSED
    del mailbox.recipients["ada@example.org"]
    suppressions.lift("ada@example.org")
    send()
    sender.send_due()
    assert len(mailbox.messages) == 2


@pytest.mark.parametrize(
    "answer",
    [
        "451 Greylisted",
        "552 Mailbox full",
        "550 5.2.2 Over quota",
        "530 Authentication required",
        "554 5.7.1 Relay access denied",
    ],
)
def test_an_address_that_is_put_off_is_tried_again(mailbox, answer):
    mailbox.recipients["ada@example.org"] = answer
    send()
    sender.send_due()
    row = mails().get()
    assert (row.state, row.attempts, row.answer) == (OutgoingState.PENDING, 1, answer)
    assert row.next_attempt_at > timezone.now() + timedelta(seconds=55)
    assert not SuppressedAddress.objects.exists()
    mailbox.recipients.clear()
    due_again()
    sender.send_due()
    assert len(mailbox.messages) == 1


def test_a_refused_content_puts_no_address_to_rest(mailbox):
    mailbox.data = "554 Looks like spam"
    send()
    sender.send_due()
    assert mails().get().state == OutgoingState.REFUSED
    assert not SuppressedAddress.objects.exists()


def test_an_unreachable_mail_server_ends_the_run_and_loses_no_mail(settings, mailbox):
    settings.EMAIL_PORT = 1
    for number in range(3):
        send(f"player{number}@example.org")
    sender.send_due()
    assert sorted(mails().values_list("attempts", flat=True)) == [0, 0, 1]
    assert "Connection" in mails().get(attempts=1).answer


def test_a_server_that_dawdles_is_left_and_tried_again(settings, mailbox):
    settings.EMAIL_TIMEOUT = 0.2
    mailbox.seconds = 0.6
    send()
    sender.send_due()
    assert mails().get().state == OutgoingState.PENDING


def test_after_two_days_a_mail_is_given_up(settings, mailbox):
    settings.EMAIL_PORT = 1
    send()
    for _attempt in range(MOST_ATTEMPTS):
        due_again()
        sender.send_due()
    row = mails().get()
    assert row.state == OutgoingState.FAILED
    assert "Ada" in row.content["text"], "it may be sent again"


def test_the_wait_grows_up_to_a_day():
    pauses = sender.MailSender.pauses
    waits = [queue.backoff(pauses, attempts, 0).total_seconds() for attempts in range(1, 10)]
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (60, 24 * 3600)
    assert queue.backoff(pauses, 1, 1) == timedelta(seconds=72)


@pytest.mark.parametrize("evil", ["Hello\nBcc: eve@example.org", "Hello\r\n\r\nBody", "a\x0bb"])
def test_a_name_with_line_breaks_makes_no_header(mailbox, evil):
    send(write=lambda: letter(title=evil))
    sender.send_due()
    (message,) = mailbox.messages
    assert message["Bcc"] is None
    assert "\n" not in message["Subject"]


def test_mails_of_clubs_say_how_to_stop_them_and_account_mails_do_not(mailbox):
    send(category=MailCategory.CLUB)
    send(category=MailCategory.ACCOUNT)
    sender.send_due()
    of_club, of_account = mailbox.messages
    assert (
        of_club["List-Unsubscribe"].strip().startswith("<https://league.example/base/en/mail/stop/")
    )
    assert of_club["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert of_account["List-Unsubscribe"] is None


def test_an_unsubscribed_address_gets_only_account_mails(mailbox):
    suppressions.suppress("ada@example.org", SuppressionReason.UNSUBSCRIBED)
    assert send(category=MailCategory.CLUB).state == OutgoingState.REFUSED
    assert send().state == OutgoingState.PENDING


def test_without_a_mail_server_no_mail_is_stored(settings):
    settings.EMAIL_URL = ""
    assert send() is None
    assert not mails().exists()


def test_old_mails_are_purged_and_waiting_ones_stay(mailbox):
    send()
    sender.send_due()
    send()
    mails().exclude(ended_at=None).update(ended_at=timezone.now() - timedelta(days=31))
    outbox.purge(timezone.now() - timedelta(days=30))
    assert [row.state for row in mails().all()] == [OutgoingState.PENDING]


def test_a_wrong_password_costs_no_attempt(settings, mailbox):
    """The server offers no sign-in at all here, which is as wrong as a wrong password."""
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "wrong"
    send()
    send("bob@example.org")
    sender.send_due()
    assert sorted(mails().values_list("attempts", flat=True)) == [0, 0]
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    due_again()
    sender.send_due()
    assert len(mailbox.messages) == 2


def test_an_outcome_counts_for_its_own_claim_alone():
    add_mail()
    now = timezone.now()
    slow = claim_mail(now)
    quick = claim_mail(now + queue.LEASE)
    record(quick, MailOutcome(OutcomeKind.SENT, ""), now)
    record(slow, MailOutcome(OutcomeKind.AWAY, "too late"), now)
    assert mails().get().state == OutgoingState.DELIVERED


def test_a_mail_that_ends_its_worker_each_time_is_given_up():
    add_mail()
    now = timezone.now()
    for number in range(MOST_ATTEMPTS):
        assert claim_mail(now + number * queue.LEASE) is not None
    assert claim_mail(now + MOST_ATTEMPTS * queue.LEASE) is None
    assert mails().get().state == OutgoingState.FAILED
