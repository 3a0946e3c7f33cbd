"""Files of other programs that are no tables to us: each is refused with the way out."""

import re
from collections.abc import Sequence
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _

from league.errors import invalid

ZIP, OLD_EXCEL, PDF, RICH_TEXT = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF-", b"{\\rtf"
MARKUP = re.compile(rb"^[\xef\xbb\xbf\xff\xfe\s\0]*<[\0]?[!?a-zA-Z]")
TEXT_START = 512  # bytes that show what a file is


def refuse_foreign(content: bytes, code: str) -> None:
    """Raise Invalid with this code for a file of a known kind that cannot be read."""
    if words := _words(content):
        raise invalid(code, "content", words)


def _words(content: bytes) -> str:
    if content.startswith(OLD_EXCEL):
        return _("This is an old or protected Excel file: save it as .xlsx without a password.")
    if content.startswith(PDF):
        return _("This is a PDF: save the table as .xlsx or as CSV in the program that made it.")
    if content.startswith(RICH_TEXT):
        return _("This is a text document: copy its table into a spreadsheet and save it as .xlsx.")
    if content.startswith(ZIP):
        return _words_of_zip(content)
    if MARKUP.match(content[:TEXT_START]):
        return _(
            "This is a web page (HTML) or XML, although it may be called .xls or .csv: open it in a"
            " spreadsheet program and save it as .xlsx or CSV."
        )
    return ""


def _words_of_zip(content: bytes) -> str:
    names = _names(content)
    if b"opendocument" in content[:TEXT_START] or "content.xml" in names:
        return _("This is a LibreOffice file (.ods): save it as .xlsx or as CSV in UTF-8.")
    if any(name.endswith(".iwa") for name in names):
        return _("This is a Numbers file: export it as Excel (.xlsx) or CSV.")
    if "xl/workbook.bin" in names:
        return _("This is a binary Excel file (.xlsb): save it as .xlsx.")
    if "word/document.xml" in names:
        return _("This is a text document: copy its table into a spreadsheet and save it as .xlsx.")
    if names and not any(name.startswith("xl/") for name in names):
        return _("This is a ZIP file: unpack it, and send the CSV or XLSX file that is in it.")
    return ""


def _names(content: bytes) -> Sequence[str]:
    try:
        return ZipFile(BytesIO(content)).namelist()
    except (BadZipFile, ValueError, OSError, NotImplementedError):
        return []
