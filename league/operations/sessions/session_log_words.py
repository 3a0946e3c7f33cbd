"""The log of a session in words. Names appear in full, as members read them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import game_name
from league.models import ActionKind, Match, Player, Substitution
from league.operations.sessions.undo import CORRECTION, ROUND, LogEntry
from league.operations.support import labels, wording

MOST_NAMES = 6
SUBSTITUTE = ActionKind.SUBSTITUTE


@dataclass(frozen=True)
class LogContext:
    """The names and matches that the entries of a log refer to."""

    names: Mapping[int, str]
    matches: Mapping[int, Match]
    substitutions: Mapping[int, Substitution]

    def of(self, players: Sequence[int]) -> str:
        """Return the names of the players, shortened after the first few."""
        names = [self.names.get(player, "?") for player in players[:MOST_NAMES]]
        return ", ".join(names) + (" …" if len(players) > MOST_NAMES else "")

    def game(self, entry: LogEntry) -> str:
        """Return the name of the game of an entry, or of all its games."""
        slugs = entry.subject.get("games") or [entry.subject.get("game")]
        if not slugs[0]:
            slugs = [self.matches[pk].game for pk in entry.subject["matches"] if pk in self.matches]
        names = [game_name(slug) for slug in dict.fromkeys(slugs)]
        return " + ".join(names[: max(1, len(entry.subject.get("games", ())))])


def entry_texts(entries: Sequence[LogEntry]) -> list[tuple[LogEntry, str]]:
    """Return each entry with its text; a few queries for all of them."""
    ids = {pk for entry in entries for pk in entry.subject.get("matches", ())}
    rows = Match.every.select_related("session__season__club").prefetch_related("seats")
    matches = rows.in_bulk(ids)
    seated_ids = {seat.player_id for match in matches.values() for seat in match.seats.all()}
    of_rows = [entry.subject["substitution"] for entry in entries if entry.kind == SUBSTITUTE]
    substitutions = Substitution.every.in_bulk(of_rows) if of_rows else {}
    players = {*seated_ids, *(player for entry in entries for player in entry.players)}
    for row in substitutions.values():
        players |= {row.leaving_id, row.entering_id}
    names = dict(Player.every.filter(pk__in=players).values_list("pk", "name"))
    context = LogContext(names, matches, substitutions)
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
    if entry.subject.get("rematch_of"):
        return _rematch(entry, context)
    count = len(entry.subject["matches"])
    words = ngettext("%(n)s table created: %(game)s", "%(n)s tables created: %(game)s", count)
    parts = [words % {"n": count, "game": context.game(entry)}]
    if count == 1:
        parts.append(context.of(entry.subject["players"]))
    if watching := entry.subject.get("watching"):
        parts.append(_("sitting out: %(names)s") % {"names": context.of(watching)})
    if seed := entry.subject.get("seed"):
        parts.append(_("draw word: %(seed)s") % {"seed": seed})
    return " · ".join(parts)


def _rematch(entry: LogEntry, context: LogContext) -> str:
    (match,) = entry.subject["matches"]
    values = {"n": context.matches[match].table, "game": context.game(entry)}
    values["names"] = context.of(entry.subject["players"])
    return _("Rematch at table %(n)s: %(game)s · %(names)s") % values


def _sit_out(entry: LogEntry, context: LogContext) -> str:
    return _("%(names)s sits out") % {"names": context.of(entry.subject["players"])}


def _call_off(entry: LogEntry, context: LogContext) -> str:
    values = {"game": context.game(entry), "names": context.of(entry.subject["players"])}
    return _("Table cancelled: %(game)s, %(names)s") % values


def _renumber(entry: LogEntry, context: LogContext) -> str:
    values = {"before": entry.subject["before"], "table": entry.subject["table"]}
    values["names"] = context.of(entry.subject["players"])
    return _("Table %(before)s is now table %(table)s: %(names)s") % values


def _merge_tables(entry: LogEntry, context: LogContext) -> str:
    values = {"from_table": entry.subject["from_table"], "table": entry.subject["table"]}
    values["names"] = context.of(list(dict.fromkeys(entry.subject["players"])))
    return _("Table %(from_table)s merged into table %(table)s: %(names)s") % values


def _split_table(entry: LogEntry, context: LogContext) -> str:
    values = {"table": entry.subject["table"], "new": entry.subject["new_table"]}
    values["names"] = context.of(list(dict.fromkeys(entry.subject["players"])))
    return _("Table %(table)s split into tables %(table)s and %(new)s: %(names)s") % values


def _stop(entry: LogEntry, context: LogContext) -> str:
    values = {"game": context.game(entry), "names": context.of(entry.subject["players"])}
    if entry.subject["without_result"]:
        return _("Match ended without a result: %(game)s, %(names)s") % values
    if forfeited := entry.subject["forfeited"]:
        values["lost"] = context.of([entry.subject["players"][seat] for seat in forfeited])
        return _("Match ended: %(game)s, %(names)s · gave up: %(lost)s") % values
    return _("Match ended with the result so far: %(game)s, %(names)s") % values


def _substitute(entry: LogEntry, context: LogContext) -> str:
    row = context.substitutions.get(entry.subject["substitution"])
    if row is None:
        return _("Substitution: %(game)s") % {"game": context.game(entry)}
    values = {
        "name": context.of([row.entering_id]),
        "other": context.of([row.leaving_id]),
        "n": row.from_round,
        "game": context.game(entry),
        "effect": row.get_effect_display(),
    }
    words = _(
        "From round %(n)s on, %(name)s plays for %(other)s: %(game)s · result counts for: "
        "%(effect)s"
    )
    return words % values


def _close(entry: LogEntry, context: LogContext) -> str:
    players, tables = entry.subject["players"], entry.subject["matches"]
    parts = [_("Evening closed")]
    if tables:
        words = ngettext("%(n)s table ended", "%(n)s tables ended", len(tables))
        parts.append(words % {"n": len(tables)})
    if players:
        words = ngettext("%(n)s player checked out", "%(n)s players checked out", len(players))
        parts.append(words % {"n": len(players)})
    return " · ".join(parts)


def _postpone(entry: LogEntry, context: LogContext) -> str:
    to, reason, _after = entry.subject["after"]
    (match,) = entry.subject["matches"]
    zone = ZoneInfo(context.matches[match].session.season.club.timezone)
    at = wording.date(datetime.fromisoformat(to).astimezone(zone), "j F Y, H:i")
    values = {"game": context.game(entry), "names": context.of(entry.subject["players"]), "at": at}
    words = _("Match postponed to %(at)s: %(game)s, %(names)s") % values
    return f"{words} ({reason})" if reason else words


def _play_on(entry: LogEntry, context: LogContext) -> str:
    values = {"game": context.game(entry), "names": context.of(entry.subject["players"])}
    return _("Postponement undone: %(game)s, %(names)s") % values


def _clock_start(entry: LogEntry, context: LogContext) -> str:
    minutes, extra_minutes, *_times = entry.subject["after"]
    words = _("Clock started: %(n)s min") % {"n": minutes + extra_minutes}
    return _at_table(entry, context, words)


def _clock_pause(entry: LogEntry, context: LogContext) -> str:
    return _at_table(entry, context, _("Clock stopped"))


def _clock_go_on(entry: LogEntry, context: LogContext) -> str:
    return _at_table(entry, context, _("Clock resumed"))


def _clock_reset(entry: LogEntry, context: LogContext) -> str:
    return _at_table(entry, context, _("Clock reset"))


def _clock_time(entry: LogEntry, context: LogContext) -> str:
    before, after = entry.subject["before"], entry.subject["after"]
    parts = []
    if before[0] != after[0]:
        parts.append(_("Clock set to %(n)s min") % {"n": after[0]})
    if before[1] != after[1]:
        parts.append(_("Extra time: %(n)s min") % {"n": after[1]})
    if before[-1] != after[-1]:
        with_tables = _("Each new table starts its own clock")
        parts.append(with_tables if after[-1] else _("New tables start no clock of their own"))
    return _at_table(entry, context, " · ".join(parts))


def _at_table(entry: LogEntry, context: LogContext, words: str) -> str:
    """Prefix the words with the table that the action is about, if it is about one."""
    match = next((context.matches.get(pk) for pk in entry.subject["matches"]), None)
    return labels.pair(_("Table %(n)s") % {"n": match.table}, words) if match else words


def _replay(entry: LogEntry, context: LogContext) -> str:
    values = {"game": context.game(entry)}
    values["names"] = context.of(list(dict.fromkeys(entry.subject["players"])))
    words = _("Match replayed: %(game)s, %(names)s") % values
    reason = entry.subject["reason"]
    return f"{words} ({reason})" if reason else words


def _queue(entry: LogEntry, context: LogContext) -> str:
    since, game, size = entry.subject["after"]
    if since is None:
        return _("Queue play switched off")
    values = {"game": game_name(game), "n": size}
    if not size:
        return _("Queue play: %(game)s") % values
    return _("Queue play: %(game)s, tables of %(n)s") % values


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
    ActionKind.RENUMBER: _renumber,
    ActionKind.MERGE_TABLES: _merge_tables,
    ActionKind.SPLIT_TABLE: _split_table,
    ActionKind.STOP: _stop,
    ActionKind.CLOSE: _close,
    ActionKind.POSTPONE: _postpone,
    ActionKind.PLAY_ON: _play_on,
    ActionKind.CLOCK_START: _clock_start,
    ActionKind.CLOCK_PAUSE: _clock_pause,
    ActionKind.CLOCK_GO_ON: _clock_go_on,
    ActionKind.CLOCK_RESET: _clock_reset,
    ActionKind.CLOCK_TIME: _clock_time,
    ActionKind.SUBSTITUTE: _substitute,
    ActionKind.REPLAY: _replay,
    ActionKind.QUEUE: _queue,
    ROUND: _round,
    CORRECTION: _correction,
}
