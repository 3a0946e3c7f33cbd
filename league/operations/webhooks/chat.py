"""Messages for chats: the bodies that Discord, Slack-compatible servers and Telegram expect.

Limits and fields are those that the services publish: "Execute Webhook" of Discord, "Sending
messages using incoming webhooks" of Slack (Mattermost and Rocket.Chat accept the same), and
"sendMessage" of Telegram's Bot API.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from league.models import WebhookFormat

Body = dict[str, Any]
ELLIPSIS = "…"
ZERO_WIDTH_SPACE = "\N{ZERO WIDTH SPACE}"
DISCORD_MARKS = re.compile(r"([\\*_~`|<>#])")
TELEGRAM_PATH = re.compile(r"/bot[^/]+/sendMessage$")
CHAT_ID = re.compile(r"-?\d{1,20}|@\w{1,64}", re.ASCII)
HOSTS: Mapping[str, WebhookFormat] = {
    "discord.com": WebhookFormat.DISCORD,
    "discordapp.com": WebhookFormat.DISCORD,
    "hooks.slack.com": WebhookFormat.SLACK,
    "api.telegram.org": WebhookFormat.TELEGRAM,
}


class ChatText(NamedTuple):
    """A message in plain words, and the address of the page that it is about, if there is one."""

    words: str
    link: str = ""


class ChatRequest(NamedTuple):
    url: str
    body: bytes


def request(chat_format: str, url: str, text: ChatText) -> ChatRequest:
    """Return the request to send to a chat of this format."""
    url, more = _split_chat_id(url) if chat_format == WebhookFormat.TELEGRAM else (url, {})
    body = more | BODIES[chat_format](text)
    return ChatRequest(url, json.dumps(body, ensure_ascii=False).encode())


def format_of_host(url: str) -> WebhookFormat | None:
    """Return the only format that the host of this address accepts, or None."""
    return HOSTS.get((urlsplit(url).hostname or "").rstrip("."))


def is_telegram_address(url: str) -> bool:
    """Return whether the address calls sendMessage of a bot and names a chat."""
    chats = [value for name, value in parse_qsl(urlsplit(url).query) if name == "chat_id"]
    is_method = TELEGRAM_PATH.search(urlsplit(url).path) is not None
    return is_method and len(chats) == 1 and CHAT_ID.fullmatch(chats[0]) is not None


def shorten(text: str, most: int) -> str:
    """Return the text cut to `most` UTF-16 units, the unit that the services count in."""
    if _length(text) <= most:
        return text
    end = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", errors="ignore")
    return end + ELLIPSIS


def _discord(text: ChatText) -> Body:
    """The marks of Markdown are escaped, and no mention of anybody rings."""
    words = DISCORD_MARKS.sub(r"\\\1", text.words)
    return {"content": _with_link(words, text.link, 2000), "allowed_mentions": {"parse": []}}


def _slack(text: ChatText) -> Body:
    words = text.words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": _with_link(_without_mentions(words), text.link, 4000), "mrkdwn": False}


def _telegram(text: ChatText) -> Body:
    words = _with_link(_without_mentions(text.words), text.link, 4096)
    return {"text": words, "link_preview_options": {"is_disabled": True}}


BODIES: Mapping[str, Callable[[ChatText], Body]] = {
    WebhookFormat.DISCORD: _discord,
    WebhookFormat.SLACK: _slack,
    WebhookFormat.TELEGRAM: _telegram,
}


def _with_link(words: str, link: str, most: int) -> str:
    """Return words and link on a line each, the words shortened to what both may have."""
    if not link:
        return shorten(words, most)
    return f"{shorten(words, most - _length(link) - 1)}\n{link}"


def _without_mentions(words: str) -> str:
    """Return words with mentions broken, so that @ notifies no user."""
    return words.replace("@", f"@{ZERO_WIDTH_SPACE}")


def _split_chat_id(url: str) -> tuple[str, Body]:
    """Return the address without the chat that it names, and the chat for the body."""
    parts = urlsplit(url)
    query = parse_qsl(parts.query)
    others = [(name, value) for name, value in query if name != "chat_id"]
    chats = {name: value for name, value in query if name == "chat_id"}
    return urlunsplit(parts._replace(query=urlencode(others))), chats


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
