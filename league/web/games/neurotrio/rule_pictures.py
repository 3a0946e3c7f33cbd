"""The pictures of the rules of Neurotrio: duos and trios."""

from functools import partial

from games.neurotrio import card_names
from games.neurotrio.pictures import PICTURES as GROUPS
from games.neurotrio.pictures import Rows
from league.web.games.letters import reader_language
from league.web.games.neurotrio import draw
from league.web.games.rule_pictures import BLUE, GOLD, Group, Pictures, group, rows_of_groups


def _rows(rows: Rows) -> str:
    return rows_of_groups([[_group(cards.split()) for cards in row] for row in rows])


def _group(codes: list[str]) -> Group:
    return group([_card(code) for code in codes], BLUE if len(codes) == 2 else GOLD)


def _card(code: str) -> str:
    force, nature, fond = [*code]
    return draw.card(force, nature, fond, card_names.fond(fond, reader_language()))


PICTURES: Pictures = {name: partial(_rows, rows) for name, rows in GROUPS.items()}
