"""Pictures that people send: checked by their first bytes, decoded and drawn anew as squares.

`check` decodes nothing and may run anywhere; `square_pngs` is for a worker.
"""

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from league.errors import Invalid, invalid
from league.operations.people import picture_header

FORMATS = ("PNG", "JPEG", "WEBP")
MOST_BYTES = 2 * 1024 * 1024
MOST_SIDE = 4096  # pixels: 64 MiB decoded
TRANSPARENT = (0, 0, 0, 0)
SIXTEEN_BITS = "I;16"
# what Pillow raises for files that are not what they promise
UNREADABLE = (
    OSError, ValueError, TypeError, SyntaxError, EOFError, IndexError, OverflowError,
    struct.error, zlib.error, Image.DecompressionBombError,
)  # fmt: skip

Image.MAX_IMAGE_PIXELS = MOST_SIDE**2


def check(content: bytes, path: str = "") -> None:
    """Raise Invalid unless the file begins like a still picture of a possible size."""
    if len(content) > MOST_BYTES:
        most = MOST_BYTES // 2**20
        raise invalid(
            "too_long", path, _("A picture may have at most %(most)s MiB.") % {"most": most}
        )
    header = picture_header.read(content)
    if header is None and _is_svg(content):
        words = _("SVG pictures are not accepted: save the picture as PNG and send that.")
        raise invalid("unknown_picture", path, words)
    if header is None:
        words = _("Send a PNG, JPEG or WebP picture; this file is not one.")
        raise invalid("unknown_picture", path, words)
    if header.animated:
        words = _("The picture is animated: send a still picture.")
        raise invalid("animated_picture", path, words)
    _check_size(header.width, header.height, path)


def square_pngs(content: bytes, sizes: Sequence[int], path: str = "") -> dict[int, bytes]:
    """Return the picture as a PNG of each size, in the middle of a transparent square, without what
    a camera or a program wrote into the file. The smaller ones are made of the largest, so that one
    file can stand for all."""
    check(content, path)
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
        _check_size(image.width, image.height, path)
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


def _check_size(width: int, height: int, path: str) -> None:
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        message = _(
            "The picture has %(width)s × %(height)s pixels; the limit is %(most)s × %(most)s: "
            "make it smaller."
        )
        words = message % {"width": width, "height": height, "most": MOST_SIDE}
        raise invalid("picture_too_large", path, words)


def _is_svg(content: bytes) -> bool:
    return b"<svg" in content[:1024].lower()
