"""One sign-up for a league night: on which sheets of the night each player answers."""

from collections import defaultdict
from collections.abc import Sequence

from league.models import Player, SignUp, SignUpSheet
from league.operations.sessions import nights
from league.operations.signups import night_arrivals, roster


def sheets_of_night(sheet: SignUpSheet) -> list[SignUpSheet]:
    """Return the sheets of all evenings of a sheet's league night, in its order; without a
    night, this sheet only."""
    session = sheet.session
    if session is None or session.night_id is None:
        return [sheet]
    sessions = [row.pk for row in nights.sessions_of(session)]
    rows = SignUpSheet.objects.filter(session__in=sessions).select_related(*roster.RELATED)
    return sorted(rows, key=lambda row: sessions.index(row.session_id or 0))


def answering(sheets: Sequence[SignUpSheet], players: Sequence[Player]) -> dict[int, list[Player]]:
    """Return the players who answer on each sheet, by its id: in a league night only
    players who can sign up for its evening (night_arrivals.fitting), or have answered there."""
    answering = {sheet.pk: [*players] for sheet in sheets}
    of_night: defaultdict[int, list[SignUpSheet]] = defaultdict(list)
    for sheet in sheets:
        if sheet.session is not None and sheet.session.night_id is not None:
            of_night[sheet.session.night_id].append(sheet)
    for joined in of_night.values():
        sessions = [sheet.session for sheet in joined if sheet.session is not None]
        fitting = night_arrivals.fitting([player.pk for player in players], sessions)
        rows = SignUp.objects.filter(sheet__in=joined, player__in=players)
        answered = set(rows.values_list("sheet", "player"))
        for sheet in joined:
            answering[sheet.pk] = [
                player
                for player in players
                if sheet.session in fitting[player.pk] or (sheet.pk, player.pk) in answered
            ]
    return answering


def names_of(sheets: Sequence[SignUpSheet]) -> dict[int, str]:
    """Return the name of each sheet's evening within its league night; none without a night."""
    of_night: defaultdict[int, list[SignUpSheet]] = defaultdict(list)
    for sheet in sheets:
        if sheet.session is not None and sheet.session.night_id is not None:
            of_night[sheet.session.night_id].append(sheet)
    names = {}
    for joined in of_night.values():
        sessions = [sheet.session for sheet in joined if sheet.session is not None]
        short_names = nights.short_names(sessions)
        names.update({sheet.pk: short_names[sheet.session_id or 0] for sheet in joined})
    return names
