"""Pictures that people send: which are refused, and what becomes of the others."""

from io import BytesIO

import pytest
from PIL import Image, PngImagePlugin

from league.errors import Invalid
from league.operations.people import picture_header, picture_squares, pictures
from tests.operations.people.drawn import (
    RED,
    animated,
    bomb,
    chunk_kinds,
    opened,
    picture,
    truncated,
)

FORMATS = ("PNG", "JPEG", "WEBP")
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'
GIF = b"GIF89a" + bytes(40)


def refusal(content):
    with pytest.raises(Invalid) as refused:
        picture_squares.square_pngs(content, (64,), "logo")
    [problem] = refused.value.problems
    assert problem["path"] == "logo"
    return problem["code"]


@pytest.mark.parametrize(
    ("image_format", "options"),
    [
        ("PNG", {}),
        ("JPEG", {}),
        ("JPEG", {"progressive": True}),
        ("JPEG", {"mode": "L"}),
        ("JPEG", {"mode": "CMYK"}),
        ("WEBP", {}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"mode": "RGBA", "exif": b"Exif\0\0II*\0"}),
    ],
)
def test_the_header_tells_format_and_size(image_format, options):
    content = picture(image_format, (301, 77), **options)
    assert picture_header.read(content) == (image_format, 301, 77, False)


@pytest.mark.parametrize("image_format", FORMATS)
def test_no_beginning_of_a_picture_confuses_the_header(image_format):
    content = picture(image_format)
    for end in range(64):
        header = picture_header.read(content[:end])
        assert header is None or header.width == 300
        assert header is not None or refusal(content[:end]) == "unknown_picture"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "unknown_picture"),
        (SVG, "unknown_picture"),
        (GIF, "unknown_picture"),
        (b"%PDF-1.7", "unknown_picture"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 9, "unknown_picture"),
        (animated("PNG"), "animated_picture"),
        (animated("WEBP"), "animated_picture"),
        (bomb(30_000, 30), "picture_too_large"),
        (bomb(30, 30_000), "picture_too_large"),
        (bomb(2**31 - 1, 2**31 - 1), "picture_too_large"),
        (bomb(0, 30), "picture_too_large"),
        (bomb(4000, 4000), "broken_picture"),
        (truncated(), "broken_picture"),
        (picture("JPEG")[:400], "broken_picture"),
        (picture("WEBP")[:40], "broken_picture"),
        (picture("PNG").replace(b"IDAT", b"IDAX"), "broken_picture"),
        (picture() + bytes(2 * 1024 * 1024), "too_long"),
    ],
    ids=range(17),
)
def test_an_invalid_logo_is_refused_with_a_reason(content, code):
    assert refusal(content) == code


def test_an_svg_is_refused_with_what_to_do():
    with pytest.raises(Invalid, match="save the picture as PNG"):
        pictures.check(SVG)


def test_the_first_check_does_not_decode():
    """It accepts what only decoding would show to be broken."""
    pictures.check(bomb(4000, 4000))


@pytest.mark.parametrize("image_format", FORMATS)
def test_a_picture_becomes_squares_with_transparent_edges(image_format):
    squares = picture_squares.square_pngs(picture(image_format), (64, 256))
    assert sorted(squares) == [64, 256]
    for size, content in squares.items():
        with opened(content) as square:
            assert (square.format, square.size, square.mode) == ("PNG", (size, size), "RGBA")
            assert square.getpixel((size // 2, 2))[3] == 0
            middle = square.getpixel((size // 2, size // 2))
            assert all(abs(a - b) < 12 for a, b in zip(middle, (*RED, 255), strict=True))


def test_metadata_is_removed_from_pictures():
    exif = Image.Exif()
    exif[0x9286] = "Ada was here"
    words = PngImagePlugin.PngInfo()
    words.add_text("Author", "Ada")
    for content in (picture(pnginfo=words, exif=exif), picture("JPEG", exif=exif)):
        [square] = picture_squares.square_pngs(content, (64,)).values()
        assert set(chunk_kinds(square)) == {"IHDR", "IDAT", "IEND"}


def test_a_picture_of_a_phone_stands_upright():
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90°
    [square] = picture_squares.square_pngs(picture("JPEG", (200, 100), exif=exif), (64,)).values()
    with opened(square) as image:
        assert image.getpixel((2, 32))[3] == 0  # it is high, so the sides are empty
        assert image.getpixel((32, 2))[3] == 255


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_is_read(mode):
    grey = Image.new("I;16", (30, 30), 40_000) if mode == "I;16" else None
    content = picture(mode=mode) if grey is None else saved(grey)
    [square] = picture_squares.square_pngs(content, (64,)).values()
    with opened(square) as image:
        assert image.getpixel((32, 32))[3] == 255
        assert grey is None or abs(image.getpixel((32, 32))[0] - 40_000 // 256) <= 1


def test_a_square_drawn_again_is_the_same_file():
    """An archive holds the largest size alone."""
    first = picture_squares.square_pngs(picture("JPEG"), (64, 512))
    assert picture_squares.square_pngs(first[512], (64, 512)) == first


def saved(image):
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
