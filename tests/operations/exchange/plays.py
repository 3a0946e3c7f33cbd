"""Plays as BoardGameGeek lists them, for tests: the XML of its `/xmlapi2/plays`."""

from xml.sax.saxutils import quoteattr

ROUNDS = (("Ada", "22+22+9"), ("Bruno", "5+7+3"))


def player(number, name, score, win="0", username="", **changes):
    attributes = {
        "username": username, "userid": "0", "name": name, "startposition": str(number),
        "color": "", "score": score, "new": "0", "rating": "0", "win": win,
    } | changes  # fmt: skip
    return f"<player {_written(attributes)} />"


def play(*seats, game="Neurotrio", comment="", **changes):
    """Return a play; `seats` are pairs of name and score, or elements."""
    attributes = {
        "id": "1", "date": "2025-10-01", "quantity": "1", "length": "45", "incomplete": "0",
        "nowinstats": "0", "location": "Salle Pascal",
    } | changes  # fmt: skip
    players = "".join(
        seat if isinstance(seat, str) else player(number, *seat)
        for number, seat in enumerate(seats or ROUNDS, 1)
    )
    return (
        f"<play {_written(attributes)}><item name={quoteattr(game)} objecttype='thing' "
        "objectid='1'><subtypes><subtype value='boardgame' /></subtypes></item>"
        f"{comment and f'<comments>{comment}</comments>'}<players>{players}</players></play>"
    )


def listed(*plays, total=None):
    total = len(plays) if total is None else total
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<plays username="ada" userid="7" '
        f'total="{total}" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">\n'
        + "\n".join(plays)
        + "\n</plays>\n"
    )


def _written(attributes):
    return " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
