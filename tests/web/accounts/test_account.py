"""One's own account: name, language, password, address, codes, browsers."""

import re
from base64 import b64decode
from pathlib import Path

import allauth
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client

from league.models import Outgoing, Token, User
from league.operations.people import tokens
from league.web.accounts import adapters
from tests import make

pytestmark = pytest.mark.django_db
PASSWORD = "a good pass phrase"
PAGES = [
    "account/",
    "account/email/",
    "account/password/",
    "account/keys/",
    "account/keys/webauthn/",
    "account/sessions/",
    "account/services/",
    "logout/",
]
CONFIRMED_PAGES = [  # they change how one signs in, so the password is asked again
    "account/keys/webauthn/add/",
    "account/keys/totp/activate/",
]


def enter(client, email="alice@example.org", password=PASSWORD):
    """Sign in by the form, and return the response."""
    return client.post("/en/login/", {"login": email, "password": password})


def confirm(client):
    """Type the password again, as before each change of how one signs in."""
    answer = client.post("/en/account/confirm/", {"password": PASSWORD})
    assert answer.status_code == 302


def turn_codes_on(client):
    """Set codes of an app up, and return the recovery codes that come with them."""
    confirm(client)
    assert "<svg" in client.get("/en/account/keys/totp/activate/").content.decode()
    secret = client.session["mfa.totp.secret"]
    counter = next(totp.yield_hotp_counters_from_time())
    code = totp.format_hotp_value(totp.hotp_value(secret, counter))
    answer = client.post("/en/account/keys/totp/activate/", {"code": code})
    assert answer["Location"] == "/en/account/keys/recovery-codes/"
    return re.findall(r"\b\d{8}\b", client.get(answer["Location"]).content.decode())


@pytest.fixture
def mails(settings):
    """Let the server send mail, and return a function that lists what waits to be sent."""
    settings.EMAIL_URL = "smtp://localhost"
    settings.BASE_URL = "https://league.example"
    return lambda: list(Outgoing.objects.order_by("pk"))


def link_in(mail, path):
    """Return the path of a link in a mail, which names our own address."""
    (link,) = re.findall(rf"https://league\.example(/en/{path}/\S+)", mail.content["text"])
    return link


@pytest.fixture
def alice(client):
    user = make.user()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    assert enter(client).status_code == 302
    return user


@pytest.mark.parametrize("page", PAGES + CONFIRMED_PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_page_shows_in_our_frame(client, alice, page, language):
    if page in CONFIRMED_PAGES:
        assert "/account/confirm/" in client.get(f"/{language}/{page}")["Location"]
        confirm(client)
    answer = client.get(f"/{language}/{page}")
    assert answer.status_code == 200
    assert re.search(r"<h1>[^<]+</h1>", answer.content.decode())


def test_users_of_another_service_skip_confirmation(client, alice):
    alice.set_unusable_password()
    alice.save()
    client.force_login(alice, backend=settings.AUTHENTICATION_BACKENDS[0])
    assert client.get(f"/en/{CONFIRMED_PAGES[0]}").status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_each_page_asks_a_stranger_to_sign_in(client, page):
    answer = client.get(f"/en/{page}")
    assert answer.status_code == 302
    assert answer["Location"] in {f"/en/login/?next=/en/{page}", "/en/"}


def test_name_and_language_are_changed(client, alice):
    answer = client.post("/en/account/", {"name": " Alice  Liddell ", "language": "fr"})
    assert answer["Location"] == "/fr/account/"
    alice.refresh_from_db()
    assert (alice.name, alice.language) == ("Alice Liddell", "fr")
    client.post("/fr/logout/")
    assert enter(client)["Location"] == "/fr/desk/"


@pytest.mark.parametrize(
    "form", [{"name": "", "language": ""}, {"name": "Alice", "language": "xx"}, {"name": "x" * 101}]
)
def test_a_refused_name_or_language_is_not_saved(client, alice, form):
    answer = client.post("/en/account/", form)
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.language) == ("Alice", "")


def test_a_new_password_ends_the_other_sessions(client, alice):
    elsewhere = Client()
    enter(elsewhere)
    form = {"oldpassword": PASSWORD, "password1": "other words", "password2": "other words"}
    assert client.post("/en/account/password/", form).status_code == 302
    assert client.get("/en/desk/").status_code == 200
    assert elsewhere.get("/en/desk/").status_code == 302
    assert enter(Client()).status_code == 200
    assert enter(Client(), password="other words").status_code == 302


def test_a_new_password_offers_to_end_the_tokens(client, alice):
    page = client.get("/en/account/password/").content.decode()
    assert "revoke my API tokens" not in page, "there are none"
    token = tokens.issue(alice)[0]
    assert "revoke my API tokens" in client.get("/en/account/password/").content.decode()
    form = {"oldpassword": PASSWORD, "password1": "other words", "password2": "other words"}
    client.post("/en/account/password/", form)
    assert Token.objects.live().get() == token
    form = {"oldpassword": "other words", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/en/account/password/", {**form, "end_tokens": "on"})
    assert not Token.objects.live().exists()


@pytest.mark.parametrize("keeps", [False, True])
def test_a_forgotten_password_ends_the_tokens_unless_they_are_kept(client, mails, keeps):
    user = make.user()
    match = make.match()
    secrets = [tokens.issue(user)[1], tokens.make_for_table(match, by=user)[1]]
    client.post("/en/account/password/forgotten/", {"email": user.email})
    address = client.get(link_in(mails()[0], "account/password/new"))["Location"]
    assert "Keep my API tokens" in client.get(address).content.decode()
    words = {"password1": "quite other words", "password2": "quite other words"}
    client.post(address, {**words, "keep_tokens": "on"} if keeps else words)
    assert [tokens.authenticate(secret) is not None for secret in secrets] == [keeps] * 2


def test_no_cookie_holds_a_readable_address(client, alice):
    cookies = {name: cookie.value for name, cookie in client.cookies.items()}
    assert "known" in cookies
    for value in cookies.values():
        assert "alice" not in value
        assert b"alice" not in b64decode(f"{value.partition(':')[0]}==", altchars=b"-_")


def test_a_common_password_is_refused(client, alice):
    form = {"oldpassword": PASSWORD, "password1": "password", "password2": "password"}
    assert "too common" in client.post("/en/account/password/", form).content.decode()
    assert enter(Client()).status_code == 302


def test_signing_out_everywhere_else_ends_all_other_sessions(client, alice):
    elsewhere = Client(headers={"User-Agent": "Mozilla/5.0 (Android) Firefox/140.0"})
    enter(elsewhere)
    page = client.get("/en/account/sessions/").content.decode()
    assert "Firefox, Android" in page
    assert page.count("this browser") == 1
    client.post("/en/account/sessions/")
    assert elsewhere.get("/en/desk/").status_code == 302
    assert client.get("/en/desk/").status_code == 200
    assert UserSession.objects.count() == 1


def test_a_new_address_counts_once_it_is_confirmed(client, alice, mails):
    confirm(client)
    client.post("/en/account/email/", {"email": "Alice+new@Example.org", "action_add": ""})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    (sent,) = mails()
    assert sent.to == "alice+new@example.org"
    link = link_in(sent, "account/email")
    assert "alice+new@example.org" in client.get(link).content.decode()
    client.post(link)
    alice.refresh_from_db()
    assert alice.email == "alice+new@example.org"
    assert "alice@example.org" in {mail.to for mail in mails()[1:]}, "the old address learns of it"


def test_the_address_of_another_account_is_not_taken_over(client, alice, mails):
    bob = make.user("bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, primary=True, verified=True)
    confirm(client)
    client.post("/en/account/email/", {"email": "BOB@example.org", "action_add": ""})
    for mail in mails():
        client.post(link_in(mail, "account/email"))
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_a_forgotten_password_is_set_anew_once(client, settings, mails):
    settings.ALLOWED_HOSTS = ["testserver", "evil.example"]
    make.user()
    form = {"email": "ALICE@example.org"}
    client.post("/en/account/password/forgotten/", form, headers={"Host": "evil.example"})
    (sent,) = mails()
    assert "evil.example" not in sent.content["text"] + sent.content["html"]
    link = link_in(sent, "account/password/new")
    form_address = client.get(link)["Location"]
    words = {"password1": "quite other words", "password2": "quite other words"}
    assert client.post(form_address, words).status_code == 302
    assert enter(Client(), password="quite other words").status_code == 302
    assert "does not work" in Client().get(link).content.decode()


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client, mails):
    make.user()
    answers = [
        client.post("/en/account/password/forgotten/", {"email": email})
        for email in ("alice@example.org", "nobody@example.org")
    ]
    assert [answer["Location"] for answer in answers] == [
        "/en/account/password/forgotten/sent/"
    ] * 2
    assert [mail.to for mail in mails()] == ["alice@example.org"], "strangers get no mail"


def test_mails_are_in_the_language_of_the_account(client, alice, mails):
    client.post("/en/account/", {"name": "Alice", "language": "fr"})
    client.post("/en/account/password/forgotten/", {"email": alice.email})
    assert '<html lang="fr">' in mails()[0].content["html"]


MAILS_OF_ALLAUTH = {
    path.name.removesuffix("_subject.txt")
    for path in (Path(allauth.__file__).parent / "templates").rglob("*_subject.txt")
} - {"login_code", "password_reset_code", "unknown_account"}  # turned off


@pytest.mark.parametrize("name", sorted(MAILS_OF_ALLAUTH))
def test_each_mail_of_allauth_has_its_words(name):
    context = {
        "activate_url": "https://evil.example/en/account/email/x/",
        "password_reset_url": "https://evil.example/en/account/password/new/x/",
        "from_email": "a@example.org",
        "to_email": "b@example.org",
    }
    letter = adapters.letter(name, context)
    assert letter.subject
    assert "<p>" in letter.to_html()
    assert "If this was not you" in letter.to_text()
    assert "evil.example" not in letter.to_html()


def test_without_mail_the_page_tells_whom_to_ask(client):
    page = client.get("/en/account/password/forgotten/").content.decode()
    assert "Ask its admin" in page
    assert "Send link" not in page


def test_codes_of_an_app_are_asked_after_the_password(client, alice):
    recovery_codes = turn_codes_on(client)
    assert len(recovery_codes) == 10

    elsewhere = Client()
    assert enter(elsewhere)["Location"].startswith("/en/account/keys/authenticate/")
    assert elsewhere.get("/en/desk/").status_code == 302
    assert "One more step" in elsewhere.get("/en/account/keys/authenticate/").content.decode()
    elsewhere.post("/en/account/keys/authenticate/", {"code": "000000"})
    assert elsewhere.get("/en/desk/").status_code == 302
    elsewhere.post("/en/account/keys/authenticate/", {"code": recovery_codes[0]})
    assert elsewhere.get("/en/desk/").status_code == 200
    assert Authenticator.objects.count() == 2


def test_a_form_that_came_too_late_survives_the_second_factor(client, alice):
    """The session ends, the form is sent, the password and a code follow: it is offered again."""
    codes = turn_codes_on(client)
    late = Client()
    page = late.post("/en/desk/", {"name": "Les Ardoises"}).content.decode()
    (unsent,) = set(re.findall(r'name="unsent" value="([^"]+)"', page))
    late.post("/en/login/", {"login": alice.email, "password": PASSWORD, "unsent": unsent})
    answer = late.post("/en/account/keys/authenticate/", {"code": codes[0]})
    assert "Les Ardoises" in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_signing_up_needs_an_invitation(client, method):
    form = {"name": "Eve", "email": "eve@example.org", "password1": PASSWORD}
    page = getattr(client, method)("/en/signup/", form).content.decode()
    assert "Invitation required" in page
    assert not User.objects.exists()


def test_an_open_server_accepts_sign_ups(client, settings):
    settings.SIGNUP_OPEN = True
    assert "/en/signup/" in client.get("/en/login/").content.decode()
    form = {"name": ' Ève "🎲" ', "email": "Eve@example.org", "password1": PASSWORD}
    assert client.post("/en/signup/", form)["Location"] == "/en/desk/"
    (eve,) = User.objects.all()
    assert (eve.name, eve.email) == ('Ève "🎲"', "eve@example.org")
    assert "already" in Client().post("/en/signup/", form).content.decode()
    assert User.objects.count() == 1
