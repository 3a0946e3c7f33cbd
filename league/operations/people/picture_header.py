"""Format and size from the first bytes of a picture, without decoding it. Pure functions."""

from struct import unpack
from typing import NamedTuple

PNG = b"\x89PNG\r\n\x1a\n"
FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # markers of JPEG that tell the size
FILL = 0xFF


class PictureHeader(NamedTuple):
    format: str
    width: int
    height: int
    animated: bool = False


def read(content: bytes) -> PictureHeader | None:
    """Return the header of a PNG, JPEG or WebP picture; None for everything else."""
    if content.startswith(PNG) and content[12:16] == b"IHDR" and len(content) >= 24:
        width, height = unpack(">II", content[16:24])
        return PictureHeader("PNG", width, height, _is_animated_png(content))
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP" and len(content) >= 30:
        return _webp(content)
    return None


def _is_animated_png(content: bytes) -> bool:
    """Return whether a chunk before the pixels tells of an animation."""
    at = len(PNG)
    while (kind := content[at + 4 : at + 8]) and kind not in (b"IDAT", b"acTL"):
        at += 12 + int.from_bytes(content[at : at + 4])
    return kind == b"acTL"


def _jpeg(content: bytes) -> PictureHeader | None:
    """Walk from segment to segment to the one with the size."""
    at = 2
    while at + 9 <= len(content) and content[at] == FILL:
        marker = content[at + 1]
        if marker in FRAMES:
            height, width = unpack(">HH", content[at + 5 : at + 9])
            return PictureHeader("JPEG", width, height)
        at += 1 if marker == FILL else 2 + int.from_bytes(content[at + 2 : at + 4])
    return None


def _webp(content: bytes) -> PictureHeader | None:
    kind = content[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
        return PictureHeader("WEBP", width, height, bool(content[20] & 0x02))
    if kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return PictureHeader("WEBP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = unpack("<HH", content[26:30])
        return PictureHeader("WEBP", width & 0x3FFF, height & 0x3FFF)
    return None
