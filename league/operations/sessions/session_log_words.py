"""The log of a session in words. Names appear in full, as members read them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import GAMES
from league.models import ActionKind, Match, Player
from league.operations.sessions.undo import CORRECTION, ROUND, LogEntry

MOST_NAMES = 6


@dataclass(frozen=True)
class LogContext:
    """The names and matches that the entries of a log refer to."""

    names: Mapping[int, str]
    matches: Mapping[int, Match]

    def of(self, players: Sequence[int]) -> str:
        """Return the names of the players, shortened after the first few."""
        names = [self.names.get(player, "?") for player in players[:MOST_NAMES]]
        return ", ".join(names) + (" …" if len(players) > MOST_NAMES else "")

    def game(self, entry: LogEntry) -> str:
        """Return the name of the game of an entry."""
        slug = entry.subject.get("game") or next(
            (self.matches[pk].game for pk in entry.subject["matches"] if pk in self.matches), ""
        )
        return GAMES[slug].name if slug in GAMES else str(slug)


def entry_texts(entries: Sequence[LogEntry]) -> list[tuple[LogEntry, str]]:
    """Return each entry with its text; two queries for all of them."""
    ids = {pk for entry in entries for pk in entry.subject.get("matches", ())}
    matches = Match.every.prefetch_related("seats").in_bulk(ids)
    seated_ids = {seat.player_id for match in matches.values() for seat in match.seats.all()}
    players = {*seated_ids, *(player for entry in entries for player in entry.players)}
    names = dict(Player.every.filter(pk__in=players).values_list("pk", "name"))
    context = LogContext(names, matches)
    return [(entry, WORDS[entry.kind](entry, context)) for entry in entries]


def _check_in(entry: LogEntry, context: LogContext) -> str:
    players = entry.subject["players"]
    words = ngettext("%(names)s is here", "%(n)s are here: %(names)s", len(players))
    return words % {"n": len(players), "names": context.of(players)}


def _leave(entry: LogEntry, context: LogContext) -> str:
    players = entry.subject["players"]
    words = ngettext("%(names)s has left", "%(n)s have left: %(names)s", len(players))
    return words % {"n": len(players), "names": context.of(players)}


def _add_player(entry: LogEntry, context: LogContext) -> str:
    return _("New here: %(names)s") % {"names": context.of(entry.subject["players"])}


def _seat(entry: LogEntry, context: LogContext) -> str:
    count = len(entry.subject["matches"])
    words = ngettext("%(n)s table created: %(game)s", "%(n)s tables created: %(game)s", count)
    parts = [words % {"n": count, "game": context.game(entry)}]
    if count == 1:
        parts.append(context.of(entry.subject["players"]))
    if watching := entry.subject.get("watching"):
        parts.append(_("sitting out: %(names)s") % {"names": context.of(watching)})
    if seed := entry.subject.get("seed"):
        parts.append(_("seed: %(seed)s") % {"seed": seed})
    return " · ".join(parts)


def _sit_out(entry: LogEntry, context: LogContext) -> str:
    return _("%(names)s sits out") % {"names": context.of(entry.subject["players"])}


def _call_off(entry: LogEntry, context: LogContext) -> str:
    values = {"game": context.game(entry), "names": context.of(entry.subject["players"])}
    return _("Table cancelled: %(game)s, %(names)s") % values


def _round(entry: LogEntry, context: LogContext) -> str:
    return _("Round %(n)s of %(game)s: %(scores)s") % _round_values(entry, context)


def _correction(entry: LogEntry, context: LogContext) -> str:
    return _("Round %(n)s of %(game)s corrected: %(scores)s") % _round_values(entry, context)


def _round_values(entry: LogEntry, context: LogContext) -> dict[str, object]:
    (match,) = entry.subject["matches"]
    seats = [context.names.get(seat.player_id, "?") for seat in context.matches[match].seats.all()]
    scores = zip(seats, entry.subject["scores"], strict=True)
    return {
        "n": entry.subject["number"],
        "game": context.game(entry),
        "scores": ", ".join(f"{name} {score}".replace(" -", " −") for name, score in scores),
    }


WORDS: Mapping[str, Callable[[LogEntry, LogContext], str]] = {
    ActionKind.CHECK_IN: _check_in,
    ActionKind.LEAVE: _leave,
    ActionKind.ADD_PLAYER: _add_player,
    ActionKind.SEAT: _seat,
    ActionKind.SIT_OUT: _sit_out,
    ActionKind.CALL_OFF: _call_off,
    ROUND: _round,
    CORRECTION: _correction,
}
