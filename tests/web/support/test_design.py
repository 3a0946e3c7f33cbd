"""docs/design.md names every token, and the contrasts that the style sheets have."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "league/static"
DOCUMENT = (ROOT / "docs/design.md").read_text()
PRINT = r"@media print \{.*?\n\}"
DARK = r"@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}\s*\}"
BOTH = r"light-dark\((\S+), (\S+)\)"  # a colour by day, and the one by night
PAIR = r"\| `--([\w-]+)` on `--([\w-]+)` \| (text|signs) \| ([\d.]+) \| ([\d.]+) \|"
LEAST = {"text": 4.5, "signs": 3}  # WCAG 2.2 AA: 1.4.3, 1.4.11


def tokens(sheet):
    """Return the custom properties of :root, by day and by night."""
    css = (STATIC / sheet).read_text()
    for no_token in (r"/\*.*?\*/", PRINT):  # paper is white whatever the tokens of the screen
        css = re.sub(no_token, "", css, flags=re.DOTALL)
    css = re.sub(r"@supports not .*?\n  \}\n", "", css, flags=re.DOTALL)  # old browsers
    night = properties("".join(re.findall(DARK, css, re.DOTALL)))
    day = properties(
        "".join(re.findall(r":root \{(.*?)\}", re.sub(DARK, "", css, flags=re.DOTALL), re.DOTALL))
    )
    by_day, by_night = (
        {name: re.sub(BOTH, which, value) for name, value in day.items()}
        for which in (r"\1", r"\2")
    )
    return by_day, {**by_night, **night}


def properties(css):
    return dict(re.findall(r"--([\w-]+):\s*([^;]+?)\s*(?:;|$)", css))


def colour(name, colours):
    """Return (r, g, b) of a token, also of one that refers to another."""
    value = colours[name]
    if other := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(other[1], colours)
    assert re.fullmatch(r"#[0-9a-f]{6}", value), f"--{name} is no plain colour"
    return tuple(int(value[at : at + 2], 16) for at in (1, 3, 5))


def luminance(rgb):
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


SHEETS = [
    "site/tokens.css",
    *sorted(f"games/{path.name}" for path in (STATIC / "games").glob("*.css")),
]
THEMES: list[dict[str, str]] = [{}, {}]
for sheet in SHEETS:
    for theme, theme_tokens in zip(THEMES, tokens(sheet), strict=True):
        theme.update(theme_tokens)
PAIRS = re.findall(PAIR, DOCUMENT)


def test_contrast_is_that_of_the_standard():
    """Black on white is 21; the grey #767676 on white is the well-known 4.54."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x76,) * 3, (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(("front", "back", "kind", "day", "night"), PAIRS)
def test_each_documented_pair_is_readable_by_day_and_night(front, back, kind, day, night):
    for documented, theme in zip((day, night), THEMES, strict=True):
        measured = contrast(colour(front, theme), colour(back, theme))
        assert measured >= LEAST[kind]
        assert f"{measured:.1f}" == documented, "docs/design.md"


def test_the_pairs_cover_every_colour():
    """A colour token that is never measured might be unreadable."""
    measured = {name for front, back, *_more in PAIRS for name in (front, back)}
    colours = {name for name, value in THEMES[0].items() if value.startswith("#")}
    assert colours - measured == set(re.findall(r"`--([\w-]+)`", decorative()))


def decorative():
    """Return the line of docs/design.md on colours that carry no meaning."""
    return next(line for line in DOCUMENT.splitlines() if line.startswith("Decoration only:"))


@pytest.mark.parametrize("name", sorted(THEMES[1]))
def test_every_token_is_documented(name):
    assert f"`--{name}`" in DOCUMENT


def test_no_token_is_documented_that_is_not_there():
    assert set(re.findall(r"`--([\w-]+)`", DOCUMENT)) <= set(THEMES[1])
