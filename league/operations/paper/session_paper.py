"""What is printed of an evening and of a season: collected here, drawn by `typesetting`.

Names are those that members read, in full: who hangs a list on the wall chooses who sees it.
"""

import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, NotFound, invalid
from league.models import (
    Club,
    Player,
    Season,
    Session,
    Sitting,
    SittingKind,
    TableCode,
)
from league.operations.matches import matches, table_codes, table_numbers
from league.operations.matches.table_numbers import NumberedMatch
from league.operations.paper.typesetting import cards, press, seating, sheets
from league.operations.paper.typesetting import standings as wall
from league.operations.paper.typesetting.press import About, Paper, Size
from league.operations.sessions import presence
from league.operations.standings import standings
from league.operations.support.wording import date
from league.operations.tournaments.draw import partners
from scoring import standings_queries
from scoring.models import Table

PDF, ZIP = "application/pdf", "application/zip"
ZIP_BEGINS = (1980, 1, 1, 0, 0, 0)  # the same papers are the same bytes
LARGE = (Size.A4, Size.LETTER, Size.A5)  # of paper that is read in the hand, or framed
MOST_DIGITS = 18  # of a number that a database column can hold
Address = Callable[[TableCode], str]  # of the page that a code opens


class Kind(StrEnum):
    """Of an evening."""

    TABLES = "tables"
    NAMES = "names"
    CARDS = "cards"
    SHEETS = "sheets"


NAMES = {
    Kind.TABLES: "seating-by-table",
    Kind.NAMES: "seating-by-name",
    Kind.CARDS: "table-cards",
    Kind.SHEETS: "score-sheets",
}


@dataclass(frozen=True)
class File:
    name: str
    content: bytes
    media_type: str = PDF


def read_size(asked: str | None, known: Sequence[Size] = tuple(Size)) -> Size:
    """That of most printers if none was asked for."""
    if asked is None:
        return Size.A4
    if asked not in known:
        words = _("One of these is expected: %(known)s.") % {"known": ", ".join(known)}
        raise invalid("unknown_choice", "size", words)
    return Size(asked)


def read_number(asked: str | None, path: str) -> int | None:
    """None where nothing was asked for."""
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= MOST_DIGITS):
        raise invalid("not_an_integer", path, _("A whole number is expected."))
    return int(asked)


def read_kind(asked: str) -> Kind:
    if asked not in set(Kind):
        raise NotFound(_("There is nothing here."))
    return Kind(asked)


def of_evening(session: Session, kind: Kind, size: Size, *, address: Address | None) -> File:
    """Of the tables that are being played. `address` is None for who may not see the codes."""
    return draw(_of_evening(session, kind, address), size, _of_day(NAMES[kind], session))


def whole_evening(session: Session, size: Size, *, address: Address) -> File:
    """All of it, and the standings of the season, as one archive."""
    files = [of_evening(session, kind, size, address=address) for kind in Kind]
    files += [of_season(session.season, game, size) for game in _tables(session.season)]
    return File(_of_day("evening", session, "zip"), _zip(files), ZIP)


def of_season(season: Season, table: Table, size: Size) -> File:
    """The standings, as stored: the same version is the same bytes."""
    view = standings.view(table)
    rows = [
        wall.Row(row.place, row.player.name, points(row.points), row.played, row.wins)
        for row in view.rows
    ]
    when = f"{_('Standings')} · {game_of(table)}"
    about = as_stored(season, view.table, season.name, when=when)
    return draw(wall.standings(about, rows), size, named("standings", season, table))


def blank(season: Season, *, game: str, players: int, size: Size) -> File:
    """A sheet without names, by the usual house rules."""
    if game not in season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    matches.check_seats(game, players)
    sheet = sheets.Sheet(game, [""] * players, _options(game, {}, players))
    about = _about(season.club, _("Score sheet"), foot="", at=season.created_at)
    return draw(sheets.sheets(about, [sheet]), size, f"blank-{game}-{players}.pdf")


def as_stored(season: Season, table: Table, title: str, *, when: str) -> About:
    """Of a paper that tells a table as its stored standings show it."""
    zone = ZoneInfo(season.club.timezone)
    at = (table.shown.computed_at or season.created_at).astimezone(zone)
    told = _("As of %(at)s, version %(version)s") % {
        "at": date(at, "j F Y, H:i"),
        "version": table.standings_version,
    }
    if table.pending:
        told = f"{told} · {_('New results are being counted …')}"
    return _about(season.club, title, when=when, foot=told, at=at)


def game_of(table: Table) -> str:
    return GAMES[table.game].name if table.game else _("All games")


def points(units: int) -> str:
    return number_format(standings_queries.decimals(units), decimal_pos=2)


def named(what: str, season: Season, table: Table, *parts: int) -> str:
    """Of a file."""
    return "-".join(filter(None, [what, table.game, str(season.pk), *map(str, parts)])) + ".pdf"


def draw(paper: Paper, size: Size, name: str) -> File:
    try:
        return File(name, press.draw(paper, size))
    except press.TooLong:
        raise Conflict(_("This takes too long to print. Try again in a moment.")) from None


def _of_evening(session: Session, kind: Kind, address: Address | None) -> Paper:
    running = _running(session)
    if not running:
        raise Conflict(_("No table is being played: there is nothing to print."))
    match kind:
        case Kind.TABLES:
            waiting = [player.name for player in _waiting(session, running)]
            about = _tonight(session, running, _("Who plays where"))
            return seating.by_table(about, [_table(each) for each in running], waiting)
        case Kind.NAMES:
            return seating.by_name(
                _tonight(session, running, _("Find your table")), _by_name(session, running)
            )
        case Kind.CARDS:
            doors = _doors(session, running, address)
            listed = [cards.Card(_table(each), doors.get(each.match.pk)) for each in running]
            return cards.cards(_tonight(session, running, _("Cards for the tables")), listed)
        case Kind.SHEETS:
            doors = _doors(session, running, address)
            about = _tonight(session, running, _("Score sheets"))
            return sheets.sheets(about, [_sheet(each, doors) for each in running])


def _sheet(each: NumberedMatch, doors: dict[int, cards.Door]) -> sheets.Sheet:
    match, names = each.match, [player.name for player in each.players]
    options = _options(match.game, match.options, len(names))
    door = doors.get(match.pk)
    return sheets.Sheet(match.game, names, options, each.number, door, _partners(each))


def _partners(each: NumberedMatch) -> list[list[list[int]]]:
    """By the numbers of the seats, as they stand on the sheet."""
    players = [player.pk for player in each.players]
    told = partners.planned_partners(each.sitting, each.number, players) if each.sitting else ()
    return [[[players.index(one) + 1 for one in team] for team in teams] for teams in told]


def _running(session: Session) -> list[NumberedMatch]:
    running = [each for each in table_numbers.numbered_matches(session) if not each.match.ended]
    return sorted(running, key=lambda each: each.number)


def _table(each: NumberedMatch) -> seating.Table:
    names = [player.name for player in each.players]
    return seating.Table(each.number, GAMES[each.match.game].name, names)


def _sittings(running: Iterable[NumberedMatch]) -> list[Sitting]:
    return list({each.sitting.pk: each.sitting for each in running if each.sitting}.values())


def _waiting(session: Session, running: Sequence[NumberedMatch]) -> list[Player]:
    """Who is here or pauses in the sitting, and sits at none of these tables."""
    seated = {player.pk for each in running for player in each.players}
    out = {player for sitting in _sittings(running) for player in sitting.sit_out}
    here = {player.pk: player for player in presence.present_players(session)}
    here |= Player.every.in_bulk(out - here.keys())
    return sorted((here[pk] for pk in here.keys() - seated), key=Player.sort_key)


def _by_name(session: Session, running: Sequence[NumberedMatch]) -> list[seating.Place]:
    places: list[tuple[Player, int | None]] = [
        (player, each.number) for each in running for player in each.players
    ]
    places += [(player, None) for player in _waiting(session, running)]
    ordered = sorted(places, key=lambda place: (place[0].sort_key(), place[1] or 0))
    return [seating.Place(player.name, number) for player, number in ordered]


def _doors(
    session: Session, running: Sequence[NumberedMatch], address: Address | None
) -> dict[int, cards.Door]:
    if address is None:
        return {}
    club = session.season.club
    known = table_codes.of_matches(club, [each.match for each in running])
    return {pk: _door(club, code, address(code)) for pk, code in known.items()}


def _door(club: Club, code: TableCode, address: str) -> cards.Door:
    assert code.token.expires_at is not None, "a token of a table has an end"
    ends = code.token.expires_at.astimezone(ZoneInfo(club.timezone))
    until = _("Valid until %(until)s.") % {"until": date(ends, "l H:i")}
    return cards.Door(str(code), address, until)


def _tonight(session: Session, running: Iterable[NumberedMatch], title: str) -> About:
    club, sittings = session.season.club, _sittings(running)
    zone = ZoneInfo(club.timezone)
    now = timezone.now().astimezone(zone)
    day = date(session.starts_at.astimezone(zone), "l j F Y")
    foot = pgettext("on paper", "Printed %(at)s") % {"at": date(now, "j F Y, H:i")}
    sitting = _sitting(sittings[0]) if len(sittings) == 1 else ""
    when = " · ".join(filter(None, [sitting, day, session.place]))
    return _about(club, title, when=when, foot=foot, at=now)


def _sitting(sitting: Sitting) -> str:
    if sitting.kind == SittingKind.FINAL:
        return _("Final")
    return _("Sitting %(n)s") % {"n": sitting.number}


def _about(club: Club, title: str, *, foot: str, at: datetime, when: str = "") -> About:
    language = (get_language() or "en")[:2]
    return About(club.name, title, when, foot, language, at)


def _options(game: str, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """All house rules, those that were not chosen too."""
    return GAMES[game].write_options(matches.initial_state(game, options, players))


def _tables(season: Season) -> list[Table]:
    return list(Table.objects.with_projection().filter(season=season).order_by("game"))


def _of_day(what: str, session: Session, ending: str = "pdf") -> str:
    day = session.starts_at.astimezone(ZoneInfo(session.season.club.timezone))
    return f"{what}-{day:%Y-%m-%d}.{ending}"


def _zip(files: Iterable[File]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as box:
        for file in files:
            box.writestr(zipfile.ZipInfo(file.name, ZIP_BEGINS), file.content)
    return packed.getvalue()
