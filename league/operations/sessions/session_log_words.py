"""The log of an evening in words. Names are told in full, as members read them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import GAMES
from league.models import ActionKind, Match, Player
from league.operations.sessions.undo import CORRECTION, ROUND, Entry

MOST_NAMES = 6


@dataclass(frozen=True)
class Known:
    names: Mapping[int, str]
    matches: Mapping[int, Match]

    def of(self, players: Sequence[int]) -> str:
        told = [self.names.get(player, "?") for player in players[:MOST_NAMES]]
        return ", ".join(told) + (" …" if len(players) > MOST_NAMES else "")

    def game(self, entry: Entry) -> str:
        slug = entry.subject.get("game") or next(
            (self.matches[pk].game for pk in entry.subject["matches"] if pk in self.matches), ""
        )
        return GAMES[slug].name if slug in GAMES else str(slug)


def say(entries: Sequence[Entry]) -> list[tuple[Entry, str]]:
    """Each entry with its words; two questions for all of them."""
    ids = {pk for entry in entries for pk in entry.subject.get("matches", ())}
    matches = Match.every.prefetch_related("seats").in_bulk(ids)
    seated = {seat.player_id for match in matches.values() for seat in match.seats.all()}
    players = {*seated, *(player for entry in entries for player in entry.players)}
    names = dict(Player.every.filter(pk__in=players).values_list("pk", "name"))
    known = Known(names, matches)
    return [(entry, WORDS[entry.kind](entry, known)) for entry in entries]


def _check_in(entry: Entry, known: Known) -> str:
    players = entry.subject["players"]
    words = ngettext("%(names)s is here", "%(n)s are here: %(names)s", len(players))
    return words % {"n": len(players), "names": known.of(players)}


def _leave(entry: Entry, known: Known) -> str:
    players = entry.subject["players"]
    words = ngettext("%(names)s has left", "%(n)s have left: %(names)s", len(players))
    return words % {"n": len(players), "names": known.of(players)}


def _add_player(entry: Entry, known: Known) -> str:
    return _("%(names)s is new here") % {"names": known.of(entry.subject["players"])}


def _seat(entry: Entry, known: Known) -> str:
    count = len(entry.subject["matches"])
    words = ngettext("%(n)s table set: %(game)s", "%(n)s tables set: %(game)s", count)
    told = [words % {"n": count, "game": known.game(entry)}]
    if count == 1:
        told.append(known.of(entry.subject["players"]))
    if watching := entry.subject.get("watching"):
        told.append(_("sitting out: %(names)s") % {"names": known.of(watching)})
    if seed := entry.subject.get("seed"):
        told.append(_("drawn with %(seed)s") % {"seed": seed})
    return "; ".join(told)


def _sit_out(entry: Entry, known: Known) -> str:
    return _("%(names)s sits out") % {"names": known.of(entry.subject["players"])}


def _call_off(entry: Entry, known: Known) -> str:
    told = {"game": known.game(entry), "names": known.of(entry.subject["players"])}
    return _("Table called off: %(game)s, %(names)s") % told


def _round(entry: Entry, known: Known) -> str:
    return _("Round %(n)s of %(game)s: %(scores)s") % _told(entry, known)


def _correction(entry: Entry, known: Known) -> str:
    return _("Round %(n)s of %(game)s corrected: %(scores)s") % _told(entry, known)


def _told(entry: Entry, known: Known) -> dict[str, object]:
    (match,) = entry.subject["matches"]
    seats = [known.names.get(seat.player_id, "?") for seat in known.matches[match].seats.all()]
    scores = zip(seats, entry.subject["scores"], strict=True)
    return {
        "n": entry.subject["number"],
        "game": known.game(entry),
        "scores": ", ".join(f"{name} {score}".replace(" -", " −") for name, score in scores),
    }


WORDS: Mapping[str, Callable[[Entry, Known], str]] = {
    ActionKind.CHECK_IN: _check_in,
    ActionKind.LEAVE: _leave,
    ActionKind.ADD_PLAYER: _add_player,
    ActionKind.SEAT: _seat,
    ActionKind.SIT_OUT: _sit_out,
    ActionKind.CALL_OFF: _call_off,
    ROUND: _round,
    CORRECTION: _correction,
}
