"""Uploaded pictures, decoded and redrawn as squares. Only a worker does this, so only a worker
loads Pillow."""

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from league.errors import Invalid, invalid
from league.operations.people import pictures

FORMATS = ("PNG", "JPEG", "WEBP")
TRANSPARENT = (0, 0, 0, 0)
SIXTEEN_BITS = "I;16"
# what Pillow raises for files that are not what they promise
UNREADABLE = (
    OSError, ValueError, TypeError, SyntaxError, EOFError, IndexError, OverflowError,
    struct.error, zlib.error, Image.DecompressionBombError,
)  # fmt: skip

Image.MAX_IMAGE_PIXELS = pictures.MOST_SIDE**2


def square_pngs(content: bytes, sizes: Sequence[int], path: str = "") -> dict[int, bytes]:
    """Return the picture as a PNG of each size, in the middle of a transparent square, without
    metadata. The smaller ones are made from the largest, so one file can replace all."""
    pictures.check(content, path)
    largest, *others = sorted(sizes, reverse=True)
    try:
        square = _square(_decoded(content, path), largest)
    except Invalid:
        raise
    except UNREADABLE:
        words = _("The picture is damaged or incomplete: export it again, then send it.")
        raise invalid("broken_picture", path, words) from None
    return {largest: _png(square), **{size: _png(_square(square, size)) for size in others}}


def _decoded(content: bytes, path: str) -> Image.Image:
    """Return the pixels, upright; the size is checked again before they are decoded."""
    with Image.open(BytesIO(content), formats=FORMATS) as image:
        pictures.check_size(image.width, image.height, path)
        image.load()
        upright = ImageOps.exif_transpose(image)
    if upright.mode == SIXTEEN_BITS:
        upright = upright.point(lambda value: value / 256).convert("L")
    return upright.convert("RGBA")


def _square(image: Image.Image, size: int) -> Image.Image:
    return ImageOps.pad(image, (size, size), Image.Resampling.LANCZOS, color=TRANSPARENT)


def _png(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
