"""Pictures that people send, checked by their first bytes; picture_squares decodes them."""

from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.people import picture_header

MOST_BYTES = 2 * 1024 * 1024
MOST_SIDE = 4096  # pixels: 64 MiB decoded


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
    check_size(header.width, header.height, path)


def check_size(width: int, height: int, path: str) -> None:
    """Raise Invalid unless a picture of this many pixels may be decoded."""
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        message = _(
            "The picture has %(width)s × %(height)s pixels; the limit is %(most)s × %(most)s: "
            "make it smaller."
        )
        words = message % {"width": width, "height": height, "most": MOST_SIDE}
        raise invalid("picture_too_large", path, words)


def _is_svg(content: bytes) -> bool:
    return b"<svg" in content[:1024].lower()
