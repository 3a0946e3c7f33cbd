"""Removal of secret and personal data from texts that leave the product: logs and reports of
errors.

A text is an error message, a traceback or an address, so the secrets are recognised by their form.
"""

import re

HIDDEN = "…"
PATTERNS = (
    # what opens an account, a table, a calendar, an invitation or a sign-up, in
    # the urls.py of tables, people, messages, signups, site and accounts
    (
        r"/(t|join|phone|calendars|mail/stop|messages/stop|account/email|account/password/new)/[^/\s\"'?]+",
        rf"/\1/{HIDDEN}",
    ),
    (r"/(sign-up/(?:me|club|door))/[^\s\"'?]+", rf"/\1/{HIDDEN}"),
    (r"/((?:t|sign-up|start)/\?code)=[^\s&\"']+", rf"/\1={HIDDEN}"),  # typed
    (r"://[^/\s@\"']+@", f"://{HIDDEN}@"),  # name and password in an address
    (r"(?i)\b(bearer|basic) [^\s\"',;]+", rf"\1 {HIDDEN}"),
    (r"\b(manche|whsec)_[\w+/=-]{8,}", rf"\1_{HIDDEN}"),
    (r"(?i)\b(password|secret|token|passphrase)=[^\s&\"']+", rf"\1={HIDDEN}"),
    (r"[\w.+%-]+@([\w-]+\.)+[a-zA-Z][\w-]+", f"{HIDDEN}@{HIDDEN}"),  # an address of mail
)
_compiled = [(re.compile(pattern), replacement) for pattern, replacement in PATTERNS]


def redact(text: str) -> str:
    """Return the text without addresses of mail, tokens, passwords and codes."""
    for pattern, replacement in _compiled:
        text = pattern.sub(replacement, text)
    return text
