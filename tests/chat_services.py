"""What the chat services accept, by the fields and limits that they publish."""

import json
from collections.abc import Callable, Mapping
from typing import Any

Answer = tuple[int, dict[str, str], bytes]


def discord(body: bytes) -> Answer:
    """Answer as "Execute Webhook" of Discord does."""
    message = json.loads(body)
    content = message.get("content")
    is_good = (
        message.keys() <= {"content", "username", "avatar_url", "tts", "embeds", "allowed_mentions"}
        and _is_text(content, 2000)
        and message.get("allowed_mentions", {}).keys() <= {"parse", "roles", "users"}
    )
    return (204, {}, b"") if is_good else (400, {}, b'{"message": "Invalid Form Body"}')


def slack(body: bytes) -> Answer:
    """Answer as an incoming webhook of Slack does."""
    message = json.loads(body)
    is_good = message.keys() <= {"text", "mrkdwn", "blocks"} and _is_text(message["text"], 4000)
    is_escaped = not set("<>") & set(message["text"])
    return (200, {}, b"ok") if is_good and is_escaped else (400, {}, b"invalid_payload")


def telegram(body: bytes) -> Answer:
    """Answer as sendMessage of Telegram's Bot API does."""
    message = json.loads(body)
    is_good = (
        message.keys() <= {"chat_id", "text", "link_preview_options", "parse_mode"}
        and str(message.get("chat_id", "")).lstrip("-@").isalnum()
        and _is_text(message.get("text"), 4096)
    )
    if not is_good:
        return 400, {}, b'{"ok": false, "description": "Bad Request"}'
    return 200, {}, b'{"ok": true}'


SERVICES: Mapping[str, Callable[[bytes], Answer]] = {
    "discord": discord,
    "slack": slack,
    "telegram": telegram,
}


def _is_text(text: Any, most: int) -> bool:
    return isinstance(text, str) and 1 <= len(text.encode("utf-16-le")) // 2 <= most
