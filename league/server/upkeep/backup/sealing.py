"""A file sealed with a passphrase: it cannot be read, cut or changed unnoticed.

After a line that names the format come the salt of the key and pieces of one size, the last one
shorter. Each is encrypted with AES-256-GCM under its number and whether it is the last (the STREAM
construction of Hoang, Reyhanitabar, Rogaway and Vizár), so that pieces that are missing, doubled or
exchanged do not open. The key comes from the passphrase by scrypt.
"""

import hashlib
import secrets
from collections.abc import Iterator
from typing import IO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

FIRST_LINE = b"manche-sealed-backup 1\n"
SALT_BYTES, TAG_BYTES = 16, 16
PIECE_BYTES = 1024 * 1024
SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 1024 * 1024}


class WrongPassphrase(Exception):
    """The first piece does not open: another passphrase, or a damaged beginning."""


class Damaged(Exception):
    """A piece is cut, changed or missing."""


def is_sealed(stream: IO[bytes]) -> bool:
    """Return whether a file is sealed; the stream stands at its beginning again."""
    first = stream.read(len(FIRST_LINE))
    stream.seek(0)
    return first == FIRST_LINE


def seal(plain: IO[bytes], sealed: IO[bytes], passphrase: str) -> None:
    """Write the sealed form of `plain`, read from where it stands."""
    salt = secrets.token_bytes(SALT_BYTES)
    cipher = _cipher(passphrase, salt)
    sealed.write(FIRST_LINE + salt)
    for number, piece, is_last in _numbered(plain, PIECE_BYTES):
        sealed.write(cipher.encrypt(_nonce(number, is_last), piece, None))


def unseal(sealed: IO[bytes], plain: IO[bytes], passphrase: str) -> None:
    """Write the unsealed content; raise WrongPassphrase or Damaged."""
    head = sealed.read(len(FIRST_LINE) + SALT_BYTES)
    cipher = _cipher(passphrase, head[len(FIRST_LINE) :])
    for number, piece, is_last in _numbered(sealed, PIECE_BYTES + TAG_BYTES):
        try:
            plain.write(cipher.decrypt(_nonce(number, is_last), piece, None))
        except InvalidTag:
            raise (Damaged if number else WrongPassphrase) from None


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(hashlib.scrypt(passphrase.encode(), salt=salt, dklen=32, **SCRYPT))


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _numbered(stream: IO[bytes], size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Yield the pieces with their numbers and whether they are the last; there is at least one."""
    number, piece = 0, stream.read(size)
    while following := stream.read(size):
        yield number, piece, False
        number, piece = number + 1, following
    yield number, piece, True
