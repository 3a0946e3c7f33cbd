"""Draws the 52 cards and a chip into one picture file:
python league/web/games/nain_jaune/draw.py > league/static/games/nain_jaune.svg

Rank and suit stand in the left half, so that a fan of cards can be read. Suits differ by form and
slightly by colour; the cards that have a box on the board are gold, and 7D is the dwarf himself.
Jack, queen and king have no letter there: pages and pictures add the one of their language. Letters
use the font of the page.
"""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BOXES = {"7D", "10D", "JC", "QS", "KD"}
COLOURS = {"H": "#b02a48", "S": "#23252f", "D": "#964a06", "C": "#1c6a4c"}
# each about 20 wide around 0,0
SIGNS = {
    "H": '<path d="M0 10C-13 1-10-9-5-9-2-9 0-6 0-4 0-6 2-9 5-9 10-9 13 1 0 10Z"/>',
    "S": '<path d="M0-10C13 0 10 7 5 7 3 7 1.5 6 1 5L3 11H-3L-1 5'
    'C-1.5 6-3 7-5 7-10 7-13 0 0-10Z"/>',
    "D": '<path d="M0-11 8.5 0 0 11-8.5 0Z"/>',
    "C": '<circle cy="-5" r="4.9"/><circle cx="-5.3" cy="2.4" r="4.9"/>'
    '<circle cx="5.3" cy="2.4" r="4.9"/><path d="M-3 11 0-3 3 11Z"/>',
}  # fmt: skip
CROWNS = {
    "J": "M-10 4-7-5 2-2 10-7 9 4Z",
    "Q": "M-10 4-9-4-4.5-1 0-7 4.5-1 9-4 10 4Z",
    "K": "M-10 4-11-7-5.5-2 0-9 5.5-2 11-7 10 4Z",
}
PAPER, EDGE = "#fffdf8", "#cbbfa8"
GOLD, DEEP_GOLD, DARK_GOLD = "#f7dc8c", "#c08a1e", "#8a5a06"
DWARF = (
    '<g transform="translate(38 57)"><path d="M-13 6Q0 27 13 6Z" fill="#fffdf8"/>'
    '<circle cy="2" r="9" fill="#f0c9a4"/><path d="M-9 5Q0 26 9 5 5 9 0 9T-9 5Z" fill="#fffdf8"/>'
    '<path d="M-12-1Q-5-14 3-25 7-14 12-1 0-6-12-1Z" fill="#964a06"/>'
    '<circle cx="3" cy="-25" r="3" fill="#fffdf8"/><g fill="#23252f">'
    '<circle cx="-3.5" cy="2" r="1.3"/>'
    '<circle cx="3.5" cy="2" r="1.3"/></g></g>'
)
CHIP = (
    '<symbol id="chip" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#c08a1e"/>'
    '<circle cx="12" cy="12" r="9" fill="none" stroke="#fff4d2" stroke-width="4" '
    'stroke-dasharray="4 5.42"/><circle cx="12" cy="12" r="6.5" fill="#f2c65a"/></symbol>'
)


def sheet() -> str:
    cards = "".join(
        card(rank, suit, "" if rank in CROWNS else rank) for suit in SIGNS for rank in RANKS
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{cards}{CHIP}</svg>\n'


def card(rank: str, suit: str, letter: str) -> str:
    fill, edge, width = (GOLD, DEEP_GOLD, 2.5) if rank + suit in BOXES else (PAPER, EDGE, 1.5)
    return (
        f'<symbol id="{rank}{suit}" viewBox="0 0 60 84">'
        f'<rect x="1.5" y="1.5" width="57" height="81" rx="7" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{width}"/>'
        f"{corner(letter, suit) if letter else ''}"
        f"{sign(suit, 15, 42, 0.85)}{_middle(rank, suit)}</symbol>"
    )


def corner(letter: str, suit: str) -> str:
    """Return the rank in the corner of a card."""
    squeeze = ' textLength="22" lengthAdjust="spacingAndGlyphs"' if letter == "10" else ""
    return (
        '<text x="15" y="25" text-anchor="middle" font-size="24" '
        f'fill="{COLOURS[suit]}"{squeeze}>{letter}</text>'
    )


def sign(suit: str, x: float, y: float, scale: float) -> str:
    place = f'transform="translate({x:g} {y:g}) scale({scale:g})"'
    return f'<g {place} fill="{COLOURS[suit]}">{SIGNS[suit]}</g>'


def _middle(rank: str, suit: str) -> str:
    if rank + suit == "7D":
        return DWARF
    if rank not in CROWNS:
        return sign(suit, 38, 60, 1.55)
    fill = DARK_GOLD if rank + suit in BOXES else DEEP_GOLD
    crown = f'<path transform="translate(40 38) scale(1.15)" fill="{fill}" d="{CROWNS[rank]}"/>'
    return f"{crown}{sign(suit, 40, 62, 1.3)}"


if __name__ == "__main__":
    import sys

    sys.stdout.write(sheet())
