"""What tests of paper share: a PDF read back."""

import io

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject, IndirectObject

COLOURS = {"rg", "RG", "k", "K"}


def read(content):
    return PdfReader(io.BytesIO(content), strict=True)


def text(content):
    """Return the text of all pages, without the places for breaks that were put into long words."""
    return "\n".join(page.extract_text() for page in read(content).pages).replace("\u200b", "")


def sizes(content):
    """Return the sizes in whole millimetres, page by page."""
    boxes = [page.mediabox for page in read(content).pages]
    return [
        (round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)) for box in boxes
    ]


def links(content):
    """Return the addresses that can be clicked, page by page."""
    addresses = []
    for page in read(content).pages:
        notes = [note.get_object() for note in page.get("/Annots", [])]
        addresses.append([note["/A"]["/URI"] for note in notes if "/A" in note])
    return addresses


def tags(content):
    """Return how often each kind of tag occurs, and the texts that stand for pictures."""
    kinds, spoken = {}, []
    waiting, visited = [read(content).trailer["/Root"]["/StructTreeRoot"]], set()
    while waiting:
        at = waiting.pop()
        if isinstance(at, IndirectObject):
            if at.idnum in visited:
                continue
            visited.add(at.idnum)
            at = at.get_object()
        if isinstance(at, list):
            waiting += at
        elif isinstance(at, DictionaryObject):
            kind = at.get("/S")
            kinds[kind] = kinds.get(kind, 0) + 1
            spoken += [at["/Alt"]] if "/Alt" in at else []
            waiting += [at.raw_get("/K")] if "/K" in at else []
    return kinds, spoken


def colours(content):
    """Return the colours other than greys that pages, or pictures on them, use."""
    result = []
    for page in read(content).pages:
        result += _colours_of(page, page.pdf)
    return result


def _colours_of(page, pdf):
    content = page.get_contents() if hasattr(page, "get_contents") else ContentStream(page, pdf)
    result = [
        (operator.decode(), operands)
        for operands, operator in content.operations
        if operator.decode() in COLOURS
        or (operator in {b"scn", b"SCN", b"sc", b"SC"} and len(operands) != 1)
    ]
    inner = page.get("/Resources", {}).get("/XObject", {})
    for name in inner:
        form = inner[name].get_object()
        if form.get("/Subtype") == "/Form":
            result += _colours_of(form, pdf)
    return result
