"""Draws the 27 Neurotrio cards into one picture file: python league/web/games/neurotrio/draw.py > …

Every attribute shows twice, so that the cards do not depend on colours: force by digit and number
of signs, nature by the form of the sign, fond by colour and letter. The letter of the fond is not
in the file: pages and pictures add the one of their language.
"""

from itertools import product

FONDS = {"N": "#23252f", "V": "#1c6a4c", "B": "#2855a0"}
SIGNS = {
    "C": ("#ff8f7f", "M0 7C-9 0-9-7-4-8-1.5-8 0-6 0-4.5 0-6 1.5-8 4-8 9-7 9 0 0 7Z"),
    "E": ("#ffd45e", "M0-9 2.6-3 9-2.6 4.2 1.6 5.8 8 0 4.4-5.8 8-4.2 1.6-9-2.6-2.6-3Z"),
    "R": ("#f6b7da", ""),
}  # fmt: skip
TEXT = 'font-family="sans-serif" font-weight="700" font-size="12" fill="#fff"'
ROWS = {"1": (42,), "2": (29, 55), "3": (20, 42, 64)}


def sheet() -> str:
    cards = "".join(card(*values) for values in product(ROWS, SIGNS, FONDS))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{cards}</svg>\n'


def card(force: str, nature: str, fond: str, letter: str = "") -> str:
    signs = "".join(sign(nature, y) for y in ROWS[force])
    return (
        f'<symbol id="{force}{nature}{fond}" viewBox="0 0 60 84">'
        f'<rect width="60" height="84" rx="8" fill="{FONDS[fond]}"/>'
        '<rect x="2.5" y="2.5" width="55" height="79" rx="6" fill="none" '
        'stroke="#fff" stroke-opacity=".28"/>'
        f'{signs}<text x="7" y="16" {TEXT}>{force}</text>'
        f"{corner(letter) if letter else ''}</symbol>"
    )


def corner(letter: str) -> str:
    """Return the letter of the fond in the corner of a card."""
    return f'<text x="53" y="77" text-anchor="end" {TEXT} opacity=".8">{letter}</text>'


def sign(nature: str, y: int) -> str:
    colour, outline = SIGNS[nature]
    place = f'transform="translate(30 {y}) scale(1.15)"'
    if outline:
        return f'<path {place} fill="{colour}" d="{outline}"/>'
    petals = "".join(
        f'<circle cx="{x}" cy="{dy}" r="3.9"/>'
        for x, dy in ((0, -5), (4.8, -1.5), (2.9, 4), (-2.9, 4), (-4.8, -1.5))
    )
    return f'<g {place} fill="{colour}">{petals}<circle r="3" fill="#8c2d5c"/></g>'


if __name__ == "__main__":
    import sys

    sys.stdout.write(sheet())
