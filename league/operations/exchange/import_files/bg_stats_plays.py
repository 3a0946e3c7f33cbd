"""Plays of the app BG Stats: its export (JSON), and the files that it shares (`.bgsplay`).

The app publishes no schema. Lists of players, games, locations and plays refer to each other by
`id`. Files that `season_files.bg_stats` wrote also have the rounds and the house rules.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.errors import invalid
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.plays import (
    MOST_PLAYS,
    Play,
    PlayFile,
    PlaySeat,
)
from problems import reader

ROUNDS, OPTIONS = "mancheRounds", "mancheOptions"  # keys of our own, which the app ignores
PLAYS = re.compile(rb'"plays"\s*:\s*\[')  # never in match records: quotes in texts are escaped
Row = Mapping[str, Any]


def is_bg_stats(content: bytes) -> bool:
    """Return whether a JSON file has a list of plays."""
    return bool(PLAYS.search(content))


def read_bg_stats(content: bytes) -> PlayFile:
    """Return the plays of a file; raise Invalid if it has none that can be read."""
    spot = reader.Spot("content", None, [])
    raw = reader.load(content, spot)
    if spot.problems:
        problem = spot.problems[0].to_json(get_language() or "en")
        raise invalid(problem["code"], "content", problem["message"])
    if not isinstance(raw, dict) or not isinstance(raw.get("plays"), list):
        words = _("This file has no list of plays: export it from BG Stats as JSON.")
        raise invalid("not_plays", "content", words)
    if len(raw["plays"]) > MOST_PLAYS:
        words = _("A file may have at most %(most)s plays: split it.") % {"most": MOST_PLAYS}
        raise invalid("too_many_rows", "content", words)
    named = {name: _by_id(raw.get(name)) for name in ("players", "games", "locations")}
    rows = enumerate(map(_object, raw["plays"]), 1)
    return PlayFile([_play(number, play, **named) for number, play in rows])


def _play(
    number: int,
    play: Row,
    players: Mapping[int, Row],
    games: Mapping[int, Row],
    locations: Mapping[int, Row],
) -> Play:
    game = _find(games, play.get("gameRefId"))
    scores = play.get("playerScores")
    options = play.get(OPTIONS)
    return Play(
        number=number,
        games=[_text(game.get("name")), _text(game.get("bggName"))],
        played=_text(play.get("playDate")),
        place=_text(_find(locations, play.get("locationRefId")).get("name")),
        seats=[_seat(_object(row), players) for row in (scores if type(scores) is list else [])],
        order=number,
        faults=_faults(number, play),
        options=options if isinstance(options, dict) else None,
    )


def _seat(row: Row, players: Mapping[int, Row]) -> PlaySeat:
    player = _find(players, row.get("playerRefId"))
    order = row.get("seatOrder")
    rounds = row.get(ROUNDS)
    return PlaySeat(
        name=_text(player.get("name")).strip(),
        score=_text(row.get("score")),
        order=order if type(order) is int and order > 0 else None,
        is_winner=row.get("winner") is True,
        person=str(player.get("id", "")),
        rounds=rounds if isinstance(rounds, list) else (),  # the rules check the rest
    )


def _faults(number: int, play: Row) -> Sequence[RowFault]:
    if play.get("ignored") is not True:
        return []
    words = _(
        "It is marked as not counting in statistics: change that in the log, or leave this play "
        "out."
    )
    return [at_row(number, "", "not_counted", words)]


def _by_id(rows: object) -> dict[int, Row]:
    listed = map(_object, rows if isinstance(rows, list) else [])
    return {row["id"]: row for row in listed if type(row.get("id")) is int}


def _find(rows: Mapping[int, Row], reference: object) -> Row:
    return rows.get(reference, {}) if type(reference) is int else {}


def _object(row: object) -> Row:
    return row if isinstance(row, dict) else {}


def _text(value: object) -> str:
    """Return a text, or a number as it is written; empty for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if type(value) in (int, float) else ""
