"""Cells of CSV files that spreadsheets open."""

BYTE_ORDER_MARK = "\ufeff"  # so that spreadsheets read UTF-8
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def text_cell(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
