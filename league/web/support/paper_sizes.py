"""The paper sizes that pages offer for printing."""

from league.operations.paper import session_paper
from league.operations.paper.typesetting.pdf_documents import PaperSize

SIZES = {PaperSize.A4: "A4", PaperSize.LETTER: "Letter", PaperSize.A5: "A5", PaperSize.A6: "A6"}
LARGE = [(size, SIZES[size]) for size in session_paper.LARGE_SIZES]
