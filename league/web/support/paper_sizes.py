"""The paper sizes that pages offer for printing."""

from league.operations.paper import session_paper
from league.operations.paper.typesetting.press import Size

SIZES = {Size.A4: "A4", Size.LETTER: "Letter", Size.A5: "A5", Size.A6: "A6"}
LARGE = [(size, SIZES[size]) for size in session_paper.LARGE]
