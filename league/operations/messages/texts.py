"""Texts of messages, made when they are read, in the reader's current language.

On pages members read full names. Mail and push use public names of others, and leave out hidden
players.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import prefetch_related_objects
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import game_name
from league.models import Club, DisputeOutcome, Match, Message, MessageKind, Player, Tournament
from league.operations.support import labels, wording
from scoring.pure import results

SEATED = "seats__player"
SETTLED = "settled"  # key in `data` of a request that needs no answer any more
RELATED = ("club", "player", "season", "session", "match__session")


class MessageText(NamedTuple):
    """The words of a message, and the path of the page that it is about, with its language."""

    title: str
    body: str
    path: str


def describe(message: Message, *, outside: bool) -> MessageText | None:
    """Return the words of a message whose RELATED are loaded; None if its match or session is
    gone."""
    write = WRITERS[message.kind]
    text = write(message, outside)
    if text is None:
        return None
    # names of days are small in French
    body = text.body[:1].upper() + text.body[1:]
    return text._replace(body=body, path=f"{get_language() or 'en'}/{text.path}")


def _seated(message: Message, outside: bool) -> MessageText | None:
    match = message.match
    if match is None or match.called_off_at is not None:
        return None
    prefetch_related_objects([match], SEATED)
    seated = {None, *(seat.player_id for seat in match.seats.all())}
    if message.player_id not in seated:
        return None  # another player has taken the seat
    table = {"table": match.table, "name": _own_name(message.player)}
    title = (
        _("%(name)s sits at table %(table)s")
        if _is_child(message.player)
        else _("You sit at table %(table)s")
    )
    others = _others(match, message.player_id)
    game = game_name(match.game)
    names = _names(others, outside)
    words = _("%(game)s with %(names)s") % {"game": game, "names": names} if names else game
    place = match.session.place
    body = _("%(table)s. Place: %(place)s.") % {"table": words, "place": place} if place else words
    return MessageText(title % table, body, f"matches/{match.pk}/")


def _place_free(message: Message, outside: bool) -> MessageText | None:
    session = message.session
    if session is None or message.club is None:
        return None
    about = {"name": _own_name(message.player)}
    title = (
        _("A place is now free for %(name)s")
        if _is_child(message.player)
        else _("A place is now free for you")
    )
    where = {"evening": _when_and_where(message.club, session.starts_at, session.place)}
    body = _("There is a place on %(evening)s.") % where
    return MessageText(title % about, body, f"sessions/{session.pk}/")


def _session_changed(message: Message, outside: bool) -> MessageText | None:
    session, club, data = message.session, message.club, message.data
    if session is None or club is None:
        return None
    start = _time(data["start"])
    path = f"sessions/{session.pk}/"
    new = _when_and_where(club, start, data["place"])
    if data["change"] == "moved":
        old_start = _time(data["old_start"])
        titles = {"day": _day(club, old_start)}
        title = _("The evening of %(day)s has been moved") % titles
        if old_start == start:
            title = _("The evening of %(day)s has a new location") % titles
        old = _when_and_where(club, old_start, data["old_place"])
        body = _("Now: %(new)s. Before: %(old)s.") % {"new": new, "old": old}
        return MessageText(title, body, path)
    if data["change"] == "cancelled":
        title = _("The evening of %(day)s has been cancelled") % {"day": _day(club, start)}
        body = _("The evening on %(evening)s will not take place.") % {"evening": new}
        if session.cancel_reason:
            body = f"{body} {labels.pair(_('Reason'), session.cancel_reason)}"
        return MessageText(title, body, path)
    title = _("The evening of %(day)s is no longer cancelled") % {"day": _day(club, start)}
    return MessageText(title, _("See you on %(evening)s.") % {"evening": new}, path)


def _session_tomorrow(message: Message, outside: bool) -> MessageText | None:
    session, club = message.session, message.club
    if session is None or club is None:
        return None
    start = _local(club, session.starts_at)
    title = _("Tomorrow at %(time)s: evening at %(club)s")
    title %= {"time": wording.date(start, "H:i"), "club": club.name}
    body = _when_and_where(club, session.starts_at, session.place)
    if message.data.get("answer") == "maybe":
        body = _("%(evening)s. You answered “perhaps”: please say yes or no.") % {"evening": body}
    return MessageText(title, body, f"sessions/{session.pk}/")


def _result_to_confirm(message: Message, outside: bool) -> MessageText | None:
    match = message.match
    if match is None:
        return None
    game = game_name(match.game)
    title = _("Confirm a %(game)s result") % {"game": game}
    names = _names(_others(match, message.player_id), outside)
    day = _day(message.club, match.session.starts_at)
    body = _("%(day)s, with %(names)s. Is it correct?") % {"day": day, "names": names}
    return MessageText(title, body, f"desk/matches/{match.pk}/result/")


def _dispute(message: Message, outside: bool) -> MessageText | None:
    match = message.match
    if match is None:
        return None
    about = {
        "game": game_name(match.game),
        "day": _day(message.club, match.session.starts_at),
    }
    path = f"desk/matches/{match.pk}/result/"
    if message.data["change"] == "opened":
        body = (
            _("%(game)s on %(day)s: the result is provisional until the dispute is resolved.")
            % about
        )
        return MessageText(_("A result is disputed"), body, path)
    outcome = str(DisputeOutcome(message.data["outcome"]).label)
    body = _("%(game)s on %(day)s: %(outcome)s.") % {**about, "outcome": outcome}
    return MessageText(_("A dispute has been resolved"), body, path)


def _table_call(message: Message, outside: bool) -> MessageText | None:
    match = message.match
    if match is None:
        return None
    title = _("Table %(table)s calls the organiser") % {"table": message.data["table"]}
    body = game_name(match.game)
    tournament = Tournament.objects.filter(season=message.season_id).first()
    desk = f"sessions/{match.session_id}" if tournament is None else f"tournaments/{tournament.pk}"
    return MessageText(title, body, f"desk/{desk}/#calls")


def _place_changed(message: Message, outside: bool) -> MessageText | None:
    season, before, after = message.season, message.data["before"], message.data["after"]
    if season is None:
        return None
    about = {"name": _own_name(message.player)}
    title = (
        _("A correction changes %(name)s’s place")
        if _is_child(message.player)
        else _("A correction changes your place")
    )
    leagues = message.data.get("leagues", [])
    lines = [_change_of_place(season.name, before, after)] if before != after else []
    lines += [_change_of_place(row["name"], row["before"], row["after"]) for row in leagues]
    path = (
        f"leagues/{leagues[0]['id']}/" if leagues and before == after else f"seasons/{season.pk}/"
    )
    return MessageText(title % about, " ".join(lines), path)


def _change_of_place(season: str, before: int | None, after: int | None) -> str:
    """Return a sentence about a place in a season or a league."""
    places = {
        "before": wording.ordinal(before, "f") if before else "–",
        "after": wording.ordinal(after, "f") if after else "–",
    }
    return _("%(season)s: previously %(before)s, now %(after)s.") % {"season": season, **places}


def _month(message: Message, outside: bool) -> MessageText | None:
    data, club = message.data, message.club
    if club is None or message.player is None:
        return None
    month = wording.date(date.fromisoformat(f"{data['month']}-01"), "F Y")
    about = {"month": month, "club": club.name, "name": _own_name(message.player)}
    title = _("%(name)s in %(month)s") if _is_child(message.player) else _("Your %(month)s")
    parts = [
        ngettext("%(n)s evening", "%(n)s evenings", data["evenings"]) % {"n": data["evenings"]},
        ngettext("%(n)s match", "%(n)s matches", data["matches"]) % {"n": data["matches"]},
        ngettext("%(n)s win", "%(n)s wins", data["wins"]) % {"n": data["wins"]},
    ]
    if data.get("place") and message.season is not None:
        parts.append(_place_in(message.season.name, data["place"]))
    parts += [_place_in(league["name"], league["place"]) for league in data.get("leagues", [])]
    if best := data.get("best"):
        words = _("best result: %(place)s of %(players)s at %(game)s, score %(score)s")
        values = {**best, "place": wording.ordinal(best["place"], "f")}
        parts.append(words % {**values, "game": game_name(best["game"])})
    body = _("%(club)s: %(sums)s.") % {"club": club.name, "sums": ", ".join(parts)}
    return MessageText(title % about, body, f"players/{message.player.pk}/")


def _place_in(standings: str, place: int) -> str:
    """Return a place in a season or a league in words."""
    return _("%(place)s in %(season)s") % {
        "place": wording.ordinal(place, "f"),
        "season": standings,
    }


def _test(message: Message, outside: bool) -> MessageText | None:
    body = _("This device shows messages from your club.")
    return MessageText(_("Notifications work"), body, "account/messages/")


WRITERS: Mapping[str, Callable[[Message, bool], MessageText | None]] = {
    MessageKind.SEATED: _seated,
    MessageKind.PLACE_FREE: _place_free,
    MessageKind.SESSION_CHANGED: _session_changed,
    MessageKind.SESSION_TOMORROW: _session_tomorrow,
    MessageKind.RESULT_TO_CONFIRM: _result_to_confirm,
    MessageKind.DISPUTE: _dispute,
    MessageKind.TABLE_CALL: _table_call,
    MessageKind.PLACE_CHANGED: _place_changed,
    MessageKind.MONTH: _month,
    MessageKind.TEST: _test,
}


def _others(match: Match, player: int | None) -> list[Player]:
    """Return the players of a match except this one; callers may prefetch SEATED for many
    matches."""
    prefetch_related_objects([match], SEATED)
    return [seat.player for seat in match.seats.all() if seat.player_id != player]


def _names(players: Sequence[Player], outside: bool) -> str:
    """Return the names in one line; outside, hidden players are only counted."""
    if not outside:
        return _listed([player.name for player in players])
    names = [player.public_name for player in players if player.shows_name]
    if hidden := len(players) - len(names):
        names.append(ngettext("%(n)s other", "%(n)s others", hidden) % {"n": hidden})
    return _listed(names)


def _listed(names: Collection[str]) -> str:
    *first, last = names or [""]
    return f"{', '.join(first)} {_('and')} {last}" if first else last


def _own_name(player: Player | None) -> str:
    """Return the name of the reader or of his child, as the public reads it."""
    if player is None:
        return ""
    return player.public_name if player.shows_name else _("your child")


def _is_child(player: Player | None) -> bool:
    return player is not None and player.is_child


def _when_and_where(club: Club, at: datetime, place: str) -> str:
    when = wording.date(_local(club, at), "l j F Y, H:i")
    return _("%(when)s (%(place)s)") % {"when": when, "place": place} if place else when


def _day(club: Club | None, at: datetime) -> str:
    assert club is not None, "messages about matches and sessions are from a club"
    return wording.date(_local(club, at), "l j F Y")


def _local(club: Club, at: datetime) -> datetime:
    return localtime(at, ZoneInfo(club.timezone))


def _time(text: str) -> datetime:
    at = parse_datetime(text)
    assert at is not None, "times are written by isoformat"
    return at


def is_outdated(message: Message, now: datetime) -> bool:
    """Return whether a message that was not delivered yet would only confuse."""
    check = OUTDATED.get(message.kind)
    return check is not None and check(message, now)


def _is_seat_outdated(message: Message, now: datetime) -> bool:
    match: Match | None = message.match
    return bool(match is None or match.called_off_at is not None or match.ended)


def _is_session_outdated(message: Message, now: datetime) -> bool:
    session = message.session
    if session is None:
        return True
    if message.kind == MessageKind.SESSION_CHANGED:
        is_latest = bool(message.data["sequence"] == session.sequence)
        return not is_latest  # a later change has its own message
    return session.cancelled_at is not None or session.starts_at < now


def _is_result_outdated(message: Message, now: datetime) -> bool:
    match = message.match
    is_settled = SETTLED in message.data
    if is_settled or match is None or match.result != message.data["result"] or match.disputed > 0:
        return True
    hours = message.season.confirm_after_hours if message.season is not None else 0
    return bool(hours and match.result_at and results.due_at(match.result_at, hours) <= now)


OUTDATED: Mapping[str, Callable[[Message, datetime], bool]] = {
    MessageKind.SEATED: _is_seat_outdated,
    MessageKind.PLACE_FREE: _is_session_outdated,
    MessageKind.SESSION_CHANGED: _is_session_outdated,
    MessageKind.SESSION_TOMORROW: _is_session_outdated,
    MessageKind.RESULT_TO_CONFIRM: _is_result_outdated,
}
