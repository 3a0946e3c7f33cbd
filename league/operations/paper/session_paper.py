"""The papers of a session and of a season: collected here, drawn by `typesetting`.

Names are those that members read, in full: the person who hangs up a list chooses its readers.
"""

import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from io import BytesIO
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games import game_name
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
from league.models.leagues import standings_name
from league.operations.matches import matches, table_codes, table_numbers
from league.operations.matches.table_numbers import NumberedMatch
from league.operations.paper.typesetting import cards, pdf_documents, reports, seating, sheets
from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper, PaperSize
from league.operations.people import club_colours, club_logo
from league.operations.seasons import house_rules, leagues
from league.operations.seating import partners
from league.operations.sessions import nights, presence
from league.operations.support.wording import date, decimal_places, decimals
from league.operations.tournaments import final_ranking, places_played_for
from scoring.models import Table

PDF, ZIP = "application/pdf", "application/zip"
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)  # equal papers give equal bytes
LARGE_SIZES = (
    PaperSize.A4,
    PaperSize.LETTER,
    PaperSize.A5,
)  # for paper that is read in the hand, or framed
LOGO_PIXELS = 256
MOST_DIGITS = 18  # of numbers that fit into a database column
CodeAddress = Callable[[TableCode], str]  # returns the address of the page that a code opens


class PaperKind(StrEnum):
    """A paper of a session."""

    TABLES = "tables"
    NAMES = "names"
    CARDS = "cards"
    SHEETS = "sheets"


FILE_NAMES = {
    PaperKind.TABLES: "seating-by-table",
    PaperKind.NAMES: "seating-by-name",
    PaperKind.CARDS: "table-cards",
    PaperKind.SHEETS: "score-sheets",
}


@dataclass(frozen=True)
class PrintFile:
    """A file to download."""

    name: str
    content: bytes
    media_type: str = PDF


def parse_size(text: str | None, sizes: Sequence[PaperSize] = tuple(PaperSize)) -> PaperSize:
    """Return the paper size; A4 by default. Raise Invalid for unknown sizes."""
    if text is None:
        return PaperSize.A4
    if text not in sizes:
        words = _("Choose one of: %(known)s.") % {"known": ", ".join(sizes)}
        raise invalid("unknown_choice", "size", words)
    return PaperSize(text)


def parse_number(text: str | None, path: str) -> int | None:
    """Return a number, or None for None; raise Invalid for other texts."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise invalid("not_an_integer", path, _("Enter a whole number."))
    return int(text)


def parse_kind(text: str) -> PaperKind:
    """Return the kind of a paper; raise NotFound for unknown kinds."""
    if text not in set(PaperKind):
        raise NotFound(_("There is nothing here."))
    return PaperKind(text)


def session_file(
    session: Session, kind: PaperKind, size: PaperSize, *, address: CodeAddress | None
) -> PrintFile:
    """Return a paper about the running tables, also of the other evenings of the league night.
    `address` is None for readers who may not see the codes."""
    return draw(
        _session_paper(session, kind, address), size, _dated_file_name(FILE_NAMES[kind], session)
    )


def session_archive(session: Session, size: PaperSize, *, address: CodeAddress) -> PrintFile:
    """Return all papers of the session as one ZIP file, with the standings of its season and of the
    leagues that have it, also for the other sessions of a league night."""
    files = [session_file(session, kind, size, address=address) for kind in PaperKind]
    files += [
        standings_file(row.season, table, size)
        for row in nights.sessions_of(session)
        for table in _tables(row)
    ]
    return PrintFile(_dated_file_name("evening", session, "zip"), _zip(files), ZIP)


def standings_file(season: Season, table: Table, size: PaperSize) -> PrintFile:
    """Return the stored standings as a file, a tournament's with its final places; equal versions
    give equal bytes."""
    view = final_ranking.read(table)
    places = decimal_places(row.points for row in view.rows)
    rows = [
        reports.PrintedStanding(
            row.place, row.player.name, decimals(row.points, places), row.played, row.wins
        )
        for row in view.rows
    ]
    when = f"{_('Standings')} · {game_title(table)}"
    name = standings_name(season, table.league)
    about = about_stored_table(season, view.table, name, when=when)
    return draw(reports.standings(about, rows), size, file_name("standings", season, table))


def blank_sheet(season: Season, *, game: str, players: int, size: PaperSize) -> PrintFile:
    """Return a score sheet without names, by the house rules of a new match of the season."""
    if game not in season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    rules = house_rules.for_new_match(season, game, players)
    matches.check_seats(game, players, rules)
    sheet = sheets.ScoreSheet(game, [""] * players, house_rules.spelled_out(game, rules, players))
    about = _about(season.club, _("Score sheet"), foot="", at=season.created_at)
    return draw(sheets.sheets(about, [sheet]), size, f"blank-{game}-{players}.pdf")


def about_stored_table(season: Season, table: Table, title: str, *, when: str) -> PageHeader:
    """Return the header of a paper about a table with its stored standings."""
    zone = ZoneInfo(season.club.timezone)
    at = (table.shown.computed_at or season.created_at).astimezone(zone)
    foot = _("As of %(at)s, version %(version)s") % {
        "at": date(at, "j F Y, H:i"),
        "version": table.standings_version,
    }
    if table.pending:
        foot = f"{foot} · {_('New results are being counted …')}"
    return _about(season.club, title, when=when, foot=foot, at=at)


def game_title(table: Table) -> str:
    return game_name(table.game) if table.game else _("All games")


def file_name(what: str, season: Season, table: Table, *parts: int) -> str:
    """Return the name of a file."""
    of = str(season.pk) if table.league_id is None else f"of-league-{table.league_id}"
    return "-".join(filter(None, [what, table.game, of, *map(str, parts)])) + ".pdf"


def draw(paper: Paper, size: PaperSize, name: str) -> PrintFile:
    """Return the paper as a PDF file; raise Conflict if that takes too long."""
    try:
        return PrintFile(name, pdf_documents.draw(paper, size))
    except pdf_documents.TypesettingTimeout:
        raise Conflict(_("Printing took too long. Try again in a moment.")) from None


def _session_paper(session: Session, kind: PaperKind, address: CodeAddress | None) -> Paper:
    running = _running_tables(session)
    if not running:
        raise Conflict(_("No table is playing: there is nothing to print."))
    names = _evening_names(session)
    match kind:
        case PaperKind.TABLES:
            waiting = [player.name for player in _waiting(session, running)]
            about = _about_session(session, running, _("Who plays where"))
            tables = [_table(numbered, names[numbered.match.session_id]) for numbered in running]
            return seating.by_table(about, tables, waiting)
        case PaperKind.NAMES:
            return seating.by_name(
                _about_session(session, running, _("Find your table")), _by_name(session, running)
            )
        case PaperKind.CARDS:
            links = _table_links(session, running, address)
            table_cards = [
                cards.Card(
                    _table(numbered, names[numbered.match.session_id]),
                    links.get(numbered.match.pk),
                )
                for numbered in running
            ]
            return cards.cards(_about_session(session, running, _("Table cards")), table_cards)
        case PaperKind.SHEETS:
            links = _table_links(session, running, address)
            about = _about_session(session, running, _("Score sheets"))
            return sheets.sheets(about, [_sheet(numbered, links) for numbered in running])


def _evening_names(session: Session) -> dict[int, str]:
    """Return the names of the evenings of a league night; an empty one without a night."""
    sessions = nights.sessions_of(session)
    return nights.short_names(sessions) if len(sessions) > 1 else {session.pk: ""}


def _sheet(numbered: NumberedMatch, links: dict[int, cards.TableAccessCard]) -> sheets.ScoreSheet:
    match, names = numbered.match, numbered.names
    options = house_rules.spelled_out(match.game, match.options, len(names))
    link = links.get(match.pk)
    return sheets.ScoreSheet(match.game, names, options, numbered.number, link, _partners(numbered))


def _partners(numbered: NumberedMatch) -> list[list[list[int]]]:
    """Return the proposed partners by the numbers of the seats on the sheet."""
    players = [player.pk for player in numbered.players]
    proposal = (
        partners.planned_partners(numbered.sitting.plan_of_round, numbered.number, players)
        if numbered.sitting
        else ()
    )
    return [[[players.index(one) + 1 for one in team] for team in teams] for teams in proposal]


def _running_tables(session: Session) -> list[NumberedMatch]:
    """Return the running tables of the evening and of the others of its league night."""
    running = [
        numbered_match
        for each in nights.sessions_of(session)
        for numbered_match in table_numbers.numbered_matches(each)
        if not numbered_match.match.ended
    ]
    return sorted(running, key=lambda numbered_match: numbered_match.number)


def _table(numbered_match: NumberedMatch, evening: str = "") -> seating.SeatedTable:
    places = places_played_for.of_sitting(numbered_match.sitting) if numbered_match.sitting else {}
    about = [
        *([evening] if evening else []),
        game_name(numbered_match.match.game),
        *map(str, filter(None, [places.get(numbered_match.number)])),
    ]
    return seating.SeatedTable(numbered_match.number, " · ".join(about), numbered_match.names)


def _sittings(running: Iterable[NumberedMatch]) -> list[Sitting]:
    return list(
        {
            numbered_match.sitting.pk: numbered_match.sitting
            for numbered_match in running
            if numbered_match.sitting
        }.values()
    )


def _waiting(session: Session, running: Sequence[NumberedMatch]) -> list[Player]:
    """Return the players who are present or sit out, and sit at none of these tables."""
    seated_ids = {player.pk for numbered_match in running for player in numbered_match.players}
    sitting_out = {player for sitting in _sittings(running) for player in sitting.sit_out}
    players = {
        player.pk: player
        for each in nights.sessions_of(session)
        for player in presence.present_players(each)
    }
    players |= Player.every.in_bulk(sitting_out - players.keys())
    return sorted((players[pk] for pk in players.keys() - seated_ids), key=Player.sort_key)


def _by_name(session: Session, running: Sequence[NumberedMatch]) -> list[seating.PlaceOfPlayer]:
    places: list[tuple[Player, int | None]] = [
        (player, numbered_match.number)
        for numbered_match in running
        for player in numbered_match.players
    ]
    places += [(player, None) for player in _waiting(session, running)]
    ordered = sorted(places, key=lambda place: (place[0].sort_key(), place[1] or 0))
    return [seating.PlaceOfPlayer(player.name, number) for player, number in ordered]


def _table_links(
    session: Session, running: Sequence[NumberedMatch], address: CodeAddress | None
) -> dict[int, cards.TableAccessCard]:
    if address is None:
        return {}
    club = session.season.club
    codes = table_codes.of_matches(club, [numbered_match.match for numbered_match in running])
    return {pk: _table_link(club, code, address(code)) for pk, code in codes.items()}


def _table_link(club: Club, code: TableCode, address: str) -> cards.TableAccessCard:
    assert code.token.expires_at is not None, "a token of a table has an end"
    ends = code.token.expires_at.astimezone(ZoneInfo(club.timezone))
    until = _("Valid until %(until)s.") % {"until": date(ends, "l H:i")}
    return cards.TableAccessCard(str(code), address, until)


def _about_session(session: Session, running: Iterable[NumberedMatch], title: str) -> PageHeader:
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
    return _("Tournament round %(n)s") % {"n": sitting.number}


def _about(club: Club, title: str, *, foot: str, at: datetime, when: str = "") -> PageHeader:
    language = (get_language() or "en")[:2]
    logo = club_logo.find(club.pk, club.logo_version, LOGO_PIXELS) or b""
    return PageHeader(
        club.name,
        title,
        when,
        foot,
        language,
        at,
        logo=pdf_documents.svg_of(logo),
        colour=club_colours.on_paper(club.main_colour),
    )


def _tables(session: Session) -> list[Table]:
    """Return the tables of the session's season, then the ones of its leagues."""
    tables = Table.every.with_projection().filter(season=session.season_id).order_by("game")
    of_season = list(tables.filter(league=None))
    return of_season + [
        table for league in leagues.of_session(session) for table in tables.filter(league=league)
    ]


def _dated_file_name(what: str, session: Session, ending: str = "pdf") -> str:
    day = session.starts_at.astimezone(ZoneInfo(session.season.club.timezone))
    return f"{what}-{day:%Y-%m-%d}.{ending}"


def _zip(files: Iterable[PrintFile]) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(zipfile.ZipInfo(file.name, ZIP_EPOCH), file.content)
    return buffer.getvalue()
