"""Kinds of values that a variable of the environment may have, each with what it expects."""

import math
import re
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

TRUE = ("1", "true", "yes", "on", "y", "ok")
FALSE = ("0", "false", "no", "off", "n")
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
HOST_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}")
RATE = re.compile(r"[1-9][0-9]{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)")
ADDRESS = re.compile(r"([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?")
CONTACT = re.compile(r"https://[^\s@/]+(/\S*)?|[^\s@<>:/]+@[^\s@<>]+")
KEY = re.compile(r"[A-Za-z0-9_-]{43}=?")  # 32 bytes in base64url


class Kind(Protocol):
    @property
    def expected(self) -> str:
        """Return what a value must be, in words that follow "must be"."""

    @property
    def is_shown(self) -> bool:
        """Return whether a message may repeat a wrong value: it could be a secret."""

    def accepts(self, text: str) -> bool: ...


class Words(NamedTuple):
    """Any text."""

    secret: bool = False

    @property
    def expected(self) -> str:
        return "a secret text" if self.secret else "text"

    @property
    def is_shown(self) -> bool:
        return not self.secret

    def accepts(self, text: str) -> bool:
        return True


class Pattern(NamedTuple):
    """Text of a certain form."""

    expected: str
    pattern: re.Pattern[str]
    is_shown: bool = True

    def accepts(self, text: str) -> bool:
        return self.pattern.fullmatch(text) is not None


class Choice(NamedTuple):
    words: tuple[str, ...]
    expected: str
    is_shown: bool = True

    def accepts(self, text: str) -> bool:
        return text in self.words


class Flag(NamedTuple):
    expected: str = "1 or 0"
    is_shown: bool = True

    def accepts(self, text: str) -> bool:
        return text.lower() in (*TRUE, *FALSE)


class Whole(NamedTuple):
    least: int
    most: int
    is_shown: bool = True

    @property
    def expected(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def accepts(self, text: str) -> bool:
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            return False
        return self.least <= int(text) <= self.most


class Number(NamedTuple):
    least: float
    most: float
    is_shown: bool = True

    @property
    def expected(self) -> str:
        return f"a number from {self.least:g} to {self.most:g}"

    def accepts(self, text: str) -> bool:
        try:
            value = float(text)
        except ValueError:
            return False
        return math.isfinite(value) and self.least <= value <= self.most


class Counts(NamedTuple):
    """Several whole numbers, not all of them 0, separated by commas."""

    length: int
    is_shown: bool = True

    @property
    def expected(self) -> str:
        return f"{self.length} whole numbers separated by commas, not all of them 0"

    def accepts(self, text: str) -> bool:
        parts = [part.strip() for part in text.split(",")]
        are_numbers = all(re.fullmatch("[0-9]{1,6}", part) for part in parts)
        return are_numbers and len(parts) == self.length and any(map(int, parts))


class Hosts(NamedTuple):
    """Names of hosts as requests have them, without scheme and port."""

    expected: str = "names or addresses without scheme and port, separated by commas"
    is_shown: bool = True

    def accepts(self, text: str) -> bool:
        return all(HOST.fullmatch(host) for host in text.split(","))


class Url(NamedTuple):
    schemes: tuple[str, ...]
    needs_host: bool = True
    is_shown: bool = False  # it may have a password

    @property
    def expected(self) -> str:
        return "an address that begins with " + " or ".join(
            f"{scheme}://" for scheme in self.schemes
        )

    def accepts(self, text: str) -> bool:
        try:
            address = urlsplit(text)
            port = address.port
        except ValueError:
            return False
        has_host = bool(address.hostname) or not self.needs_host
        # a folder of a store may have a space in its name
        is_clean = not re.search(r"[^\S ]", text) and " " not in address.netloc and port != 0
        return address.scheme in self.schemes and "://" in text and has_host and is_clean


FLAG = Flag()
WEB = Url(("https", "http"))
DATABASE = Url(("postgresql", "postgres", "sqlite"), needs_host=False)
REDIS = Url(("redis", "rediss", "unix"), needs_host=False)
MAIL = Url(("smtp+tls", "smtp+ssl", "smtp", "smtps", "consolemail", "filemail"), needs_host=False)
RATE_LIMIT = Pattern("a number per /s, /min, /h or /d, such as 600/min", RATE)
MAILBOX = Pattern("an e-mail address, with or without a name before it", ADDRESS)
REPORTS = Pattern("an e-mail address or an address that begins with https://", CONTACT)
SERVER = Pattern("a host and a port, such as league.example.org:443", HOST_AND_PORT)
PRIVATE_KEY = Pattern("a P-256 private key in base64url", KEY, is_shown=False)


def one_of(*words: str) -> Choice:
    return Choice(words, " or ".join(words))
