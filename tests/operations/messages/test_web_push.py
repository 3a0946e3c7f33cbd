"""What is sealed here can be opened by others, and what others know of us is signed."""

from datetime import UTC, datetime, timedelta

import pytest

from league.operations.messages import web_push
from tests.push_service import Browser, PushService
from tests.receiver import Receiver

NOW = datetime.now(UTC)


def test_the_example_of_the_standard():
    """RFC 8291, section 5."""
    sender = web_push.parse_private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    body = web_push.seal(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=web_push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=sender,
    )
    assert web_push.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_another_library_opens_and_verifies():
    browser = Browser()
    keys = browser.keys
    assert browser.open(web_push.seal(b'{"a": "\xc3\xa9"}', keys["p256dh"], keys["auth"])) == {
        "a": "é"
    }
    key, receiver = web_push.parse_private(web_push.new_key()), Receiver()
    receiver.url = "https://push.example:8443/hook"
    service = PushService(receiver)
    contact = "mailto:club@example.org"
    header = web_push.authorization(service.endpoint, key, contact=contact, now=NOW)
    claims = service.verify({"authorization": header})
    assert claims["sub"] == contact
    assert timedelta(0) < datetime.fromtimestamp(claims["exp"], UTC) - NOW <= timedelta(days=1)
    forged = header.replace(web_push.public_key(key), web_push.public_key(browser.key))
    with pytest.raises(AssertionError):
        service.verify({"authorization": forged})


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (web_push.parse_point, ""),
        (web_push.parse_point, "é"),
        (web_push.parse_point, "A" * 87),  # no point of the curve
        (web_push.parse_auth, "AAAA"),
        (web_push.parse_auth, "!" * 22),
        (web_push.parse_private, "AA"),
    ],
)
def test_an_invalid_key_is_refused(parse, text):
    with pytest.raises(web_push.BadKey):
        parse(text)
