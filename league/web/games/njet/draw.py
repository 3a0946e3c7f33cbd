"""Draws the Njet! cards and signs into one picture file: python league/web/games/njet/draw.py > …

A colour shows three times, so that no reader depends on it: as colour, as sign (sun, moon, drop,
clover) and as letter, which pages and pictures add in their language. The 1s, which score, have a
ring; `super` and `trump` are laid over cards once the rules of the round are decided.
"""

from itertools import product

COLOURS = {"R": "#a32b2f", "K": "#23252f", "B": "#2855a0", "G": "#1c6a4c"}
TINTS = {"R": "#ffd9b8", "K": "#e6e2f5", "B": "#cfe4ff", "G": "#d3f0d3"}
SIGNS = {
    "R": "M0-9 2.1-5 6.4-6.4 5-2.1 9 0 5 2.1 6.4 6.4 2.1 5 0 9-2.1 5-6.4 6.4-5 2.1-9 0-5-2.1"
    "-6.4-6.4-2.1-5Z",
    "K": "M3.4-8.4A8.6 8.6 0 1 0 8.4 3.4 7.2 7.2 0 0 1 3.4-8.4Z",
    "B": "M0-9.5C4-4.4 6.8-1.2 6.8 2.4A6.8 6.8 0 0 1-6.8 2.4C-6.8-1.2-4-4.4 0-9.5Z",
    "G": "M-1.3 2.8A4.3 4.3 0 1 1-3.2-3.4 4.3 4.3 0 1 1 3.2-3.4 4.3 4.3 0 1 1 1.3 2.8L2.6 9H-2.6Z",
}
CROWN = "M-9 6V-4.5L-4.5 0 0-7.5 4.5 0 9-4.5V6Z"
ARROW = "M0-6 8 1.5H3.4V6H-3.4V1.5H-8Z"
TEXT = 'font-family="sans-serif" font-weight="700" text-anchor="middle"'
GOLD, ON_GOLD = "#f3c24d", "#1d1503"


def sheet() -> str:
    cards = "".join(card(colour, rank) for colour, rank in product(COLOURS, "123456789"))
    signs = "".join(map(token, COLOURS))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{cards}{signs}{marks()}{pips()}</svg>\n'


def card(colour: str, rank: str, letter: str = "") -> str:
    tint = TINTS[colour]
    ring = f'<circle cx="30" cy="44" r="19" fill="none" stroke="{GOLD}" stroke-width="3"/>'
    return (
        f'<symbol id="{colour}{rank}" viewBox="0 0 60 84">'
        f'<rect width="60" height="84" rx="8" fill="{COLOURS[colour]}"/>'
        '<rect x="2.5" y="2.5" width="55" height="79" rx="6" fill="none" '
        'stroke="#fff" stroke-opacity=".3"/>'
        f'<path transform="translate(14.5 15)" fill="{tint}" d="{SIGNS[colour]}"/>'
        f"{corner(letter, colour) if letter else ''}"
        f"{ring if rank == '1' else ''}"
        f'<text x="30" y="{"56" if rank == "1" else "62"}" {TEXT} '
        f'font-size="{"34" if rank == "1" else "46"}" fill="#fff">{rank}</text></symbol>'
    )


def corner(letter: str, colour: str) -> str:
    """Return the letter of the colour in the corner of a card."""
    return f'<text x="46.5" y="20" {TEXT} font-size="15" fill="{TINTS[colour]}">{letter}</text>'


def token(colour: str, letter: str = "") -> str:
    """Return a colour as the cell of a board."""
    return (
        f'<symbol id="{colour}" viewBox="0 0 40 40">'
        f'<rect x=".5" y=".5" width="39" height="39" rx="9" fill="{COLOURS[colour]}" '
        'stroke="#fff" stroke-opacity=".3"/>'
        f'<path transform="translate(15 17) scale(1.15)" fill="{TINTS[colour]}" '
        f'd="{SIGNS[colour]}"/>'
        f"{token_corner(letter) if letter else ''}</symbol>"
    )


def token_corner(letter: str) -> str:
    return f'<text x="31" y="34" {TEXT} font-size="13" fill="#fff">{letter}</text>'


def mark(name: str) -> str:
    """Return the mark over a card: frame and crown of a super-trump, the arrow of a trump."""
    badge = f'transform="translate(30 75)" fill="{GOLD}"'
    if name == "trump":
        return f'<path {badge} d="{ARROW}"/>'
    return (
        f'<rect x="2" y="2" width="56" height="80" rx="7" fill="none" stroke="{GOLD}" '
        f'stroke-width="4"/><path {badge} d="{CROWN}"/>'
    )


def marks() -> str:
    """Return the symbols laid over a card, and those beside words."""
    ink = 'fill="currentColor"'
    return (
        f'<symbol id="super" viewBox="0 0 60 84">{mark("super")}</symbol>'
        f'<symbol id="trump" viewBox="0 0 60 84">{mark("trump")}</symbol>'
        f'<symbol id="crown" viewBox="-11 -10 22 20"><path {ink} d="{CROWN}"/></symbol>'
        f'<symbol id="arrow" viewBox="-11 -10 22 20"><path {ink} d="{ARROW}"/></symbol>'
    )


def pips() -> str:
    """Return the symbols that a team counts: a trick, and a 1."""
    return (
        '<symbol id="trick" viewBox="0 0 24 24">'
        '<rect x="3" y="4" width="12" height="16" rx="2.5" transform="rotate(-10 9 12)" '
        'fill="none" stroke="currentColor" stroke-width="1.8"/>'
        '<rect x="9" y="4" width="12" height="16" rx="2.5" transform="rotate(8 15 12)" '
        'fill="currentColor"/></symbol>'
        '<symbol id="one" viewBox="0 0 24 24">'
        f'<circle cx="12" cy="12" r="10" fill="{GOLD}" stroke="{ON_GOLD}" stroke-opacity=".35"/>'
        f'<text x="12" y="17" {TEXT} font-size="14" fill="{ON_GOLD}">1</text></symbol>'
    )


if __name__ == "__main__":
    import sys

    sys.stdout.write(sheet())
