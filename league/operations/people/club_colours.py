"""The colours of a club: contrast by WCAG 2.2, and the style sheet that shows them. Pure functions.

The main colour is a background, with black or white text, the one with more contrast: any colour
will do. The accent is text on paper, so it has to pass by day; no colour passes by day and by
night, so the one for the night is computed from it.
"""

import colorsys
import re
from functools import lru_cache
from typing import NamedTuple

COLOUR = re.compile(r"#[0-9a-f]{6}")
LEAST_CONTRAST = 4.5  # of text: WCAG 2.2, 1.4.3
# what text in the accent colour lies on: --paper, --sheet, --tint of site/tokens.css
DAY = ("#f7f2e8", "#fffdf8", "#e6efe6")
NIGHT = ("#15181f", "#1e222c", "#22322d")
BLACK, WHITE = "#000000", "#ffffff"
LIGHTNESS_STEPS = 1000


class ColourCheck(NamedTuple):
    """The contrast of a colour where it is weakest, and the nearest colour that passes."""

    contrast: float
    nearest: str

    @property
    def passes(self) -> bool:
        return self.contrast >= LEAST_CONTRAST


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"), 1), round(contrast("#767676", "#ffffff"), 2)
    (21.0, 4.54)
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def weakest_contrast(colour: str, surfaces: tuple[str, ...] = DAY) -> float:
    """Return the contrast of a colour on the surface where it reads worst."""
    return min(contrast(colour, surface) for surface in surfaces)


def check(colour: str) -> ColourCheck:
    """Return whether text in this colour reads by day, and the nearest colour that does."""
    return ColourCheck(weakest_contrast(colour), nearest_passing(colour, DAY))


@lru_cache(maxsize=256)
def nearest_passing(colour: str, surfaces: tuple[str, ...]) -> str:
    """Return the colour of the same hue and nearest lightness whose text reads on all surfaces; the
    colour itself if it does."""
    if weakest_contrast(colour, surfaces) >= LEAST_CONTRAST:
        return colour
    hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(colour))
    others = (
        _hexadecimal(colorsys.hls_to_rgb(hue, step / LIGHTNESS_STEPS, saturation))
        for step in sorted(
            range(LIGHTNESS_STEPS + 1), key=lambda n: abs(n / LIGHTNESS_STEPS - lightness)
        )
    )
    return next(other for other in others if weakest_contrast(other, surfaces) >= LEAST_CONTRAST)


def text_on(colour: str) -> str:
    """Return black or white, the one with more contrast on the colour; one of them always
    passes."""
    return max(BLACK, WHITE, key=lambda text: contrast(text, colour))


def on_paper(colour: str) -> str:
    """Return the colour of a club as rules are printed in it: the nearest one that reads on white.
    An empty colour stays empty.

    >>> on_paper("#7a1f3d"), on_paper("")
    ('#7a1f3d', '')
    """
    return colour and nearest_passing(colour, (WHITE,))


@lru_cache(maxsize=256)
def style_sheet(main: str, accent: str) -> str:
    """Return the sheet that sets the colours of a club on its pages; an empty colour keeps the
    default. Printed pages do without them, and a screen of the room may choose its theme."""
    day = _declarations({"--club": main, "--on-club": main and text_on(main), "--accent": accent})
    night = _declarations({"--accent": accent and nearest_passing(accent, NIGHT)})
    return (
        "@layer tokens {\n  @media screen {\n"
        f"    :root {{{day} }}\n"
        f'    :root[data-theme="dark"] {{{night} }}\n'
        "  }\n  @media screen and (prefers-color-scheme: dark) {\n"
        f'    :root:not([data-theme="light"]) {{{night} }}\n'
        "  }\n}\n"
    )


def _declarations(tokens: dict[str, str]) -> str:
    return "".join(f" {name}: {colour};" for name, colour in tokens.items() if colour)


def _luminance(colour: str) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in _channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hexadecimal(channels: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)
