"""Pictures for tests, good and bad."""

import struct
import zlib
from io import BytesIO

from PIL import Image

from league.operations.people import picture_header

RED, BLUE = (200, 20, 40), (20, 60, 200)


def picture(image_format="PNG", size=(300, 200), colour=RED, mode="RGB", **options):
    stream = BytesIO()
    Image.new("RGB", size, colour).convert(mode).save(stream, image_format, **options)
    return stream.getvalue()


def animated(image_format):
    frames = [Image.new("RGB", (30, 30), colour) for colour in (RED, BLUE)]
    stream = BytesIO()
    frames[0].save(stream, image_format, save_all=True, append_images=frames[1:])
    return stream.getvalue()


def bomb(width, height):
    """Return a PNG of a few bytes that promises so many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(bytes(10_000))))
    return picture_header.PNG + b"".join((*chunks, _chunk(b"IEND", b"")))


def _chunk(kind, content):
    size, check = len(content), zlib.crc32(kind + content)
    return struct.pack(">I", size) + kind + content + struct.pack(">I", check)


def opened(content):
    return Image.open(BytesIO(content))


def chunk_kinds(png):
    """Return the kinds of the chunks of a PNG, in order."""
    at, kinds = len(picture_header.PNG), []
    while at < len(png):
        kinds.append(png[at + 4 : at + 8].decode())
        at += 12 + int.from_bytes(png[at : at + 4])
    return kinds


def truncated():
    content = picture()
    return content[: len(content) // 2]
