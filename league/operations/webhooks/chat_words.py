"""Chat messages about events, in the language of the club. Strangers may read a chat, so players
appear with public names."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import GAMES, game_name
from league.models import Club, EventType, League, Player, Season, Session, SignUpAnswer
from league.models.webhooks import TEST
from league.operations.support.links import link_to
from league.operations.support.wording import date, signless
from league.operations.webhooks.chat import ChatText

Data = Mapping[str, Any]
INVENTED_NAMES = {1: "Ada", 2: "Bruno", 3: "Chloé"}


class ChatEvent(NamedTuple):
    """An event with the public names of its players, by id, in which hidden players are missing.
    `occasion` is the evening or tournament of a sign-up, `league` the league of standings."""

    club: Club
    data: Data
    names: Mapping[int, str]
    occasion: str = ""
    league: str = ""


def text_of(club: Club, event_type: str, data: Data) -> ChatText:
    """Return the message about an event."""
    with translation.override(club.language):
        event = ChatEvent(
            club, data, _public_names(club, data), _occasion(club, data), _league(data)
        )
        return ChatText(WORDS[event_type](event), _link(data))


def samples(club: Club) -> dict[str, str]:
    """Return the words of a message about invented people for each type of event."""
    at = [datetime(2026, 10, day, 20, 30, tzinfo=ZoneInfo(club.timezone)) for day in (2, 9)]
    session, before = ({"starts_at": moment.isoformat(), "place": ""} for moment in reversed(at))
    match = {
        "game": _game_of(club),
        "players": [{"id": pk} for pk in INVENTED_NAMES],
        "totals": [52, 31, 17],
        "places": [1, 2, 3],
    }
    data = {
        "season": {"name": "2026"},
        "session": session,
        "before": before,
        "player": {"id": 1},
        "match": match,
        "round": {"number": 3, "scores": [22, 5, 0]},
        "substitution": {"from_round": 3},
        "standings": {"season": None, "game": None},
        "sign_up": {"player": {"id": 1}, "answer": SignUpAnswer.YES, "has_place": True},
    }
    with translation.override(club.language):
        event = ChatEvent(club, data, INVENTED_NAMES, _evening(club, session))
        return {event_type: words(event) for event_type, words in WORDS.items()}


def _game_of(club: Club) -> str:
    """Return a game of the newest season of the club, or any game."""
    season = club.seasons.order_by("-starts_on", "-pk").first()
    games = season.games if season else []
    return next(iter(games or GAMES))


def _season_created(event: ChatEvent) -> str:
    return _("New season: %(name)s") % {"name": event.data["season"]["name"]}


def _session_created(event: ChatEvent) -> str:
    return _("New evening: %(evening)s") % {"evening": _evening(event.club, event.data["session"])}


def _session_moved(event: ChatEvent) -> str:
    values = {
        "before": _evening(event.club, event.data["before"]),
        "evening": _evening(event.club, event.data["session"]),
    }
    return _("Evening moved: %(evening)s instead of %(before)s") % values


def _session_cancelled(event: ChatEvent) -> str:
    evening = _evening(event.club, event.data["session"])
    if reason := event.data.get("reason"):
        words = _("Evening cancelled: %(evening)s. Reason: %(reason)s")
        return words % {"evening": evening, "reason": reason}
    return _("Evening cancelled: %(evening)s") % {"evening": evening}


def _session_reinstated(event: ChatEvent) -> str:
    return _("Evening reinstated: %(evening)s") % {
        "evening": _evening(event.club, event.data["session"])
    }


def _sign_up_answered(event: ChatEvent) -> str:
    sign_up = event.data["sign_up"]
    values = _sign_up_values(event)
    if sign_up["answer"] == SignUpAnswer.NO:
        return _("%(name)s cannot come: %(occasion)s") % values
    if sign_up["answer"] == SignUpAnswer.MAYBE:
        return _("%(name)s may come: %(occasion)s") % values
    if not sign_up["has_place"]:
        return _("%(name)s is on the waiting list: %(occasion)s") % values
    return _("%(name)s is coming: %(occasion)s") % values


def _sign_up_cancelled(event: ChatEvent) -> str:
    return _("%(name)s has cancelled: %(occasion)s") % _sign_up_values(event)


def _sign_up_moved_up(event: ChatEvent) -> str:
    return _("%(name)s has moved up from the waiting list: %(occasion)s") % _sign_up_values(event)


def _player_created(event: ChatEvent) -> str:
    name = event.names.get(event.data["player"]["id"])
    if name is None:
        return _("A new player has joined the club.")
    return _("%(name)s has joined the club.") % {"name": name}


def _player_updated(event: ChatEvent) -> str:
    name = event.names.get(event.data["player"]["id"])
    if name is None:
        return _("A player’s details have changed.")
    return _("%(name)s’s details have changed.") % {"name": name}


def _match_created(event: ChatEvent) -> str:
    match = event.data["match"]
    words = _("New table: %(game)s with %(names)s")
    if match.get("rematch_of"):  # absent in older events
        words = _("Rematch: %(game)s with %(names)s")
    elif match.get("replay_of"):
        words = _("Replay: %(game)s with %(names)s")
    elif match.get("continues"):
        words = _("A player has left and the others play on: %(game)s with %(names)s")
    return words % _match_values(event)


def _match_reseated(event: ChatEvent) -> str:
    return _("%(game)s, players changed: %(names)s") % _match_values(event)


def _match_cancelled(event: ChatEvent) -> str:
    return _("Table cancelled: %(game)s with %(names)s") % _match_values(event)


def _round_submitted(event: ChatEvent) -> str:
    return _("%(game)s, round %(number)s: %(scores)s") % _round_values(event)


def _round_corrected(event: ChatEvent) -> str:
    return _("%(game)s, round %(number)s corrected: %(scores)s") % _round_values(event)


def _match_finished(event: ChatEvent) -> str:
    return _("%(game)s, final result: %(result)s") % _match_values(event)


def _match_abandoned(event: ChatEvent) -> str:
    return _("%(game)s with %(names)s ended without a result.") % _match_values(event)


def _match_resumed(event: ChatEvent) -> str:
    return _("%(game)s with %(names)s has resumed.") % _match_values(event)


def _match_substituted(event: ChatEvent) -> str:
    values = {**_match_values(event), "round": event.data["substitution"]["from_round"]}
    return _("%(game)s, new player from round %(round)s on: %(names)s") % values


def _match_substitution_undone(event: ChatEvent) -> str:
    return _("%(game)s, substitution undone: %(names)s") % _match_values(event)


def _match_confirmed(event: ChatEvent) -> str:
    return _("%(game)s, result confirmed: %(result)s") % _match_values(event)


def _match_disputed(event: ChatEvent) -> str:
    return _("%(game)s, result disputed: %(result)s") % _match_values(event)


def _match_decided(event: ChatEvent) -> str:
    return _("%(game)s, dispute resolved: %(result)s") % _match_values(event)


def _standings_updated(event: ChatEvent) -> str:
    game = event.data["standings"]["game"]
    name = " · ".join(filter(None, [event.league, game_name(game) if game else ""]))
    return _("New standings: %(game)s") % {"game": name} if name else _("New standings")


def _test(event: ChatEvent) -> str:
    return _("This is a test message from %(club)s.") % {"club": event.club.name}


WORDS: Mapping[str, Callable[[ChatEvent], str]] = {
    EventType.SEASON_CREATED: _season_created,
    EventType.SESSION_CREATED: _session_created,
    EventType.SESSION_MOVED: _session_moved,
    EventType.SESSION_CANCELLED: _session_cancelled,
    EventType.SESSION_REINSTATED: _session_reinstated,
    EventType.SIGN_UP_CREATED: _sign_up_answered,
    EventType.SIGN_UP_CHANGED: _sign_up_answered,
    EventType.SIGN_UP_CANCELLED: _sign_up_cancelled,
    EventType.SIGN_UP_MOVED_UP: _sign_up_moved_up,
    EventType.PLAYER_CREATED: _player_created,
    EventType.PLAYER_UPDATED: _player_updated,
    EventType.MATCH_CREATED: _match_created,
    EventType.MATCH_RESEATED: _match_reseated,
    EventType.MATCH_CANCELLED: _match_cancelled,
    EventType.ROUND_SUBMITTED: _round_submitted,
    EventType.ROUND_CORRECTED: _round_corrected,
    EventType.MATCH_FINISHED: _match_finished,
    EventType.MATCH_ABANDONED: _match_abandoned,
    EventType.MATCH_RESUMED: _match_resumed,
    EventType.MATCH_SUBSTITUTED: _match_substituted,
    EventType.MATCH_SUBSTITUTION_UNDONE: _match_substitution_undone,
    EventType.MATCH_CONFIRMED: _match_confirmed,
    EventType.MATCH_DISPUTED: _match_disputed,
    EventType.MATCH_DECIDED: _match_decided,
    EventType.STANDINGS_UPDATED: _standings_updated,
    TEST: _test,
}


def _match_values(event: ChatEvent) -> dict[str, str]:
    match = event.data["match"]
    names = _names_at_table(event)
    places = zip(match["places"], names, match["totals"], strict=False)  # no places: no result yet
    result = (f"{place}. {name} {signless(total)}" for place, name, total in sorted(places))
    return {
        "game": game_name(match["game"]),
        "names": ", ".join(names),
        "result": " · ".join(result),
    }


def _round_values(event: ChatEvent) -> dict[str, str]:
    played = event.data["round"]
    scores = zip(_names_at_table(event), played["scores"], strict=True)
    return {
        "game": game_name(event.data["match"]["game"]),
        "number": str(played["number"]),
        "scores": " · ".join(f"{name} {signless(points)}" for name, points in scores),
    }


def _names_at_table(event: ChatEvent) -> list[str]:
    player_ids = [player["id"] for player in event.data["match"]["players"]]
    unnamed = {pk: _("Player %(number)s") % {"number": pk} for pk in player_ids}
    return [event.names.get(pk, unnamed[pk]) for pk in player_ids]


def _sign_up_values(event: ChatEvent) -> dict[str, str]:
    name = event.names.get(event.data["sign_up"]["player"]["id"], _("Someone"))
    return {"name": name, "occasion": event.occasion}


def _occasion(club: Club, data: Data) -> str:
    """Return the evening or the tournament of a sign-up."""
    sign_up = data.get("sign_up", {})
    if session := Session.objects.filter(pk=sign_up.get("session")).first():
        starts_at = session.starts_at.isoformat()
        return _evening(club, {"starts_at": starts_at, "place": session.place})
    seasons = Season.objects.filter(tournament=sign_up.get("tournament"))
    return seasons.values_list("name", flat=True).first() or "" if "sign_up" in data else ""


def _league(data: Data) -> str:
    """Return the league whose standings changed; empty for a season's own, and a deleted one."""
    leagues = League.objects.filter(pk=data.get("standings", {}).get("league"))
    return leagues.values_list("name", flat=True).first() or ""


def _evening(club: Club, session: Data) -> str:
    """Return day, time and place of a session by the clock of the club."""
    start = datetime.fromisoformat(session["starts_at"]).astimezone(ZoneInfo(club.timezone))
    when, place = date(start, "l j F Y, H:i"), session["place"]
    return _("%(when)s (%(place)s)") % {"when": when, "place": place} if place else when


def _public_names(club: Club, data: Data) -> dict[int, str]:
    people: list[Data] = [*data["match"]["players"]] if "match" in data else []
    people += [part["player"] for part in (data, data.get("sign_up", {})) if "player" in part]
    player_ids = [part["id"] for part in people]
    players = Player.shown.filter(club=club, pk__in=player_ids)
    return {player.pk: player.public_name for player in players if player.shows_name}


def _link(data: Data) -> str:
    """Return the address of the public page that an event is about; empty without BASE_URL."""
    if not settings.BASE_URL:
        return ""
    for key, page in (("match", "match"), ("session", "session"), ("season", "season")):
        if key in data:
            return link_to(reverse(f"web:{page}", args=[data[key]["id"]]))
    for page in ("session", "tournament"):
        if key := data.get("sign_up", {}).get(page):
            return link_to(reverse(f"web:{page}", args=[key]))
    if "standings" in data:
        for page in ("league", "season"):
            if key := data["standings"].get(page):
                return link_to(reverse(f"web:{page}", args=[key]))
    return ""
