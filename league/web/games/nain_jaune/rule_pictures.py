"""The pictures of the rules of Nain Jaune: the five boxes, a blocked sequence, cards to pay for."""

from functools import partial

from games.nain_jaune import card_names, options
from games.nain_jaune.cards import BOXES
from games.nain_jaune.pictures import (
    CARDS_LEFT,
    CHIPS_BEFORE,
    HAND,
    LAID,
    MAY_START,
    MISSING,
)
from league.web.games.letters import reader_language
from league.web.games.nain_jaune import draw
from league.web.games.rule_pictures import (
    GOLD,
    Group,
    Pictures,
    document,
    group,
    placed,
    rows_of_groups,
)

BOX_WIDTH, BOX_HEIGHT, BOARD_WIDTH, BOARD_HEIGHT, MARGIN = 76, 96, 276, 320, 10
CHIP = 18
# as on the board of the pages: the Yellow Dwarf in the middle
PLACES = {"7D": (1, 1), "10D": (0, 0), "JC": (2, 0), "QS": (0, 2), "KD": (2, 2)}


def _boxes(name: str) -> str:
    match, _problems = options.start({}, len(CHIPS_BEFORE[name]))
    assert match is not None, "the default house rules are possible"
    banks = tuple(CHIPS_BEFORE[name])
    house = match.options._replace(short_ante=options.ShortAnte.PAY_WHAT_IS_LEFT)
    stakes = match._replace(banks=banks, options=house).stakes
    frame = (
        f'<rect x="1" y="1" width="{BOARD_WIDTH - 2}" height="{BOARD_HEIGHT - 2}" rx="12" '
        f'fill="{GOLD}" fill-opacity=".12" stroke="{GOLD}" stroke-width="2"/>'
        f'<path d="M1 1 {BOARD_WIDTH - 1} {BOARD_HEIGHT - 1}M{BOARD_WIDTH - 1} 1 1 '
        f'{BOARD_HEIGHT - 1}" stroke="{GOLD}" stroke-opacity=".5"/>'
    )
    boxes = (_box(box, chips) for box, chips in zip(BOXES, stakes, strict=True))
    return document(BOARD_WIDTH, BOARD_HEIGHT, frame + "".join(boxes))


def _box(box: str, chips: int) -> str:
    column, row = PLACES[box]
    x = MARGIN + column * (BOARD_WIDTH - 2 * MARGIN - BOX_WIDTH) / 2
    y = MARGIN + row * (BOARD_HEIGHT - 2 * MARGIN - BOX_HEIGHT) / 2
    ground = (
        f'<rect class="box-ground" x="{x:g}" y="{y:g}" width="{BOX_WIDTH}" '
        f'height="{BOX_HEIGHT}" rx="10" fill="#fffdf8" stroke="{GOLD}" stroke-opacity=".6"/>'
    )
    card = placed(_card(box), x + (BOX_WIDTH - 44) / 2, y + 7, 44, 61.6)
    first = x + (BOX_WIDTH - chips * (CHIP + 3) + 3) / 2
    heap = (placed(draw.CHIP, first + n * (CHIP + 3), y + 73, CHIP, CHIP) for n in range(chips))
    return ground + card + "".join(heap)


def _block() -> str:
    laid = Group([*map(_card, LAID), _missing(MISSING)], [""] * (len(LAID) + 1))
    hand = Group(
        [_card(code) for code in HAND], [GOLD if code in MAY_START else "" for code in HAND]
    )
    return rows_of_groups([[laid], [hand]])


def _payment() -> str:
    return rows_of_groups([[group([_card(code) for code in hand])] for hand in CARDS_LEFT])


def _card(code: str) -> str:
    """Return a card with the letters of the language."""
    return draw.card(code[:-1], code[-1], card_names.rank(code, reader_language()))


def _missing(code: str) -> str:
    """Return the outline of a card that is missing."""
    rank, suit = code[:-1], code[-1]
    return (
        f'<symbol id="{code}" viewBox="0 0 60 84" fill="currentColor"><rect x="1.5" y="1.5" '
        'width="57" height="81" rx="7" fill="none" stroke="currentColor" stroke-opacity=".6" '
        'stroke-width="1.5" stroke-dasharray="5 4"/><text x="15" y="25" text-anchor="middle" '
        f'font-size="24" fill-opacity=".75">{rank}</text><g transform="translate(30 52) '
        f'scale(1.5)" fill-opacity=".6">{draw.SIGNS[suit]}</g></symbol>'
    )


PICTURES: Pictures = {
    **{name: partial(_boxes, name) for name in CHIPS_BEFORE},
    "block": _block,
    "payment": _payment,
}
