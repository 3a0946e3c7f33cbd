"""Facts from a crosstable: one line per match, players best first, "=" joins shared places."""

from scoring.facts import Fact, PlayerId

NUMBERS = {name: PlayerId(number) for number, name in enumerate("ABCDEFGH", start=1)}


def facts(*matches: str, evening: int | None = None) -> list[Fact]:
    """`facts("A B=C D")`: A won, B and C shared place 2, D came last. One evening per match unless
    said otherwise."""
    found = []
    for number, line in enumerate(matches, start=1):
        groups = [group.split("=") for group in line.split()]
        players = sum(len(group) for group in groups)
        place = 1
        for group in groups:
            found += [
                Fact(number, evening or number, NUMBERS[name], place, players) for name in group
            ]
            place += len(group)
    return found


def names(rows) -> str:
    """`A B=C D` again, from a table."""
    letters = {number: name for name, number in NUMBERS.items()}
    text = ""
    for row, before in zip(rows, [None, *rows], strict=False):
        joint = "" if before is None else "=" if before.place == row.place else " "
        text += joint + letters[row.player]
    return text
