"""The personal report of a player in a season: a row of a table with the matches behind it, and the
change of the player's rating. `shown` formats names: in full for members, as their owners chose for
all others."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from zoneinfo import ZoneInfo

from django.db.models import prefetch_related_objects
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import GAMES
from league.models import Match, Player, Season, Session
from league.models.leagues import standings_name
from league.operations.matches import names_at_tables
from league.operations.paper import session_paper
from league.operations.paper.session_paper import PrintFile
from league.operations.paper.typesetting import reports
from league.operations.paper.typesetting.pdf_documents import PaperSize
from league.operations.paper.typesetting.reports import (
    LabelledValue,
    PlayerReport,
    ReportMatch,
    ReportSection,
    ReportSession,
)
from league.operations.standings import standings
from league.operations.standings.standings import PlayedSession, RowExplanation, TiebreakStep
from league.operations.support.labels import pair
from league.operations.support.wording import date, decimals, in_tiebreak, signless
from league.operations.tournaments import final_ranking
from scoring import rating_queries
from scoring.models import Result, Standing, Table
from scoring.pure import origin

NameFormat = Callable[[Player], str]
ResultsByMatch = Mapping[int, Sequence[Result]]  # match → a result of each seat, best first
MOST_NAMES = 3  # players who share the place


def report_file(
    season: Season, table: Table, player: int, size: PaperSize, *, format_name: NameFormat
) -> PrintFile:
    """Return the report as a file; raise NotFound for a player without result in this table."""
    explanation = standings.explain(table, player)
    final_ranking.with_final_places([explanation.row])
    when = f"{standings_name(season, table.league)} · {session_paper.game_title(table)}"
    about = session_paper.about_stored_table(
        season, explanation.table, format_name(explanation.row.player), when=when
    )
    name = session_paper.file_name("report", season, table, player)
    return session_paper.draw(
        reports.report(about, _report(season, explanation, format_name)), size, name
    )


def _report(season: Season, explanation: RowExplanation, format_name: NameFormat) -> PlayerReport:
    others = _results_by_match(explanation)

    def day(session: Session) -> str:
        at = session.starts_at.astimezone(ZoneInfo(season.club.timezone))
        return " · ".join(filter(None, [date(at, "j F Y"), session.place]))

    return PlayerReport(
        figures=_figures(explanation),
        notes=_notes(explanation, format_name),
        sums=_sums(explanation),
        evenings=[
            _session_part(
                played_session, day(played_session.session), explanation, others, format_name
            )
            for played_session in explanation.evenings
        ],
        sections=[section for section in _sections(explanation, day, format_name) if section.items],
    )


def _figures(explanation: RowExplanation) -> list[LabelledValue]:
    row = explanation.row
    row_count = explanation.table.standings.count()
    figures = [
        LabelledValue(_("Place"), f"{row.place} / {row_count}"),
        LabelledValue(_("Points"), decimals(explanation.origin.total)),
        LabelledValue(_("Played"), str(row.played)),
        LabelledValue(_("Wins"), str(row.wins)),
    ]
    if rating := _rating(explanation):
        figures.append(rating)
    return figures


def _rating(explanation: RowExplanation) -> LabelledValue | None:
    """Return the current rating, with the change by the matches of this table."""
    careers = {career.game: career for career in rating_queries.careers(explanation.row.player_id)}
    career = careers.get(explanation.table.game)
    matches = {
        match.pk
        for played_session in explanation.evenings
        for match, _result in played_session.results
    }
    if career is None or matches.isdisjoint(point.match for point in career.points):
        return None
    change = rating_queries.rating_gain(career, matches)
    sign = "+" if change > 0 else "±" if not change else ""
    return LabelledValue(_("Rating"), f"{career.rating.shown} ({sign}{signless(change)})")


def _notes(explanation: RowExplanation, format_name: NameFormat) -> list[str]:
    notes = []
    if equals := _tied_rows(explanation):
        names = get_text_list([format_name(row.player) for row in equals], _("and"))
        if len(equals) > MOST_NAMES:
            words = ngettext("Shared with %(n)s other.", "Shared with %(n)s others.", len(equals))
            notes.append(words % {"n": len(equals)})
        else:
            notes.append(_("The place is shared with %(names)s.") % {"names": names})
    notes += standings.why_unqualified(explanation.row, explanation.scheme)
    if mean := explanation.mean_in_words((get_language() or "en")[:2]):
        notes.append(f"{capfirst(mean)}.")
    if why := standings.why_dropped(explanation.scheme):
        notes.append(_("Of the evenings attended, %(why)s.") % {"why": why})
    return notes


def _tied_rows(explanation: RowExplanation) -> list[Standing]:
    """Return the others on the same place."""
    row = explanation.row
    rows = final_ranking.read(explanation.table).rows
    return [
        other for other in rows if other.place == row.place and other.player_id != row.player_id
    ]


def _sums(explanation: RowExplanation) -> list[LabelledValue]:
    """Return the parts of the points; empty if all points come from sessions that all count, or
    are a mean."""
    dropped = sum(not played_session.points.counted for played_session in explanation.evenings)
    origin_of_points = explanation.origin
    extras = (origin_of_points.attendance, origin_of_points.for_sit_outs)
    if not (dropped or any(extras) or origin_of_points.penalties):
        return []
    session_count = len(explanation.evenings) - dropped
    words = ngettext("%(n)s evening that counts", "%(n)s evenings that count", session_count)
    if origin_of_points.mean is not None:
        words = _("mean of all matches")
    sums = [LabelledValue(words % {"n": session_count}, decimals(explanation.counted))]
    if origin_of_points.attendance:
        sums.append(LabelledValue(_("Attendance"), f"+ {decimals(origin_of_points.attendance)}"))
    if origin_of_points.for_sit_outs:
        sums.append(LabelledValue(_("Sit-outs"), f"+ {decimals(origin_of_points.for_sit_outs)}"))
    if origin_of_points.penalties:
        sums.append(LabelledValue(_("Penalties"), f"− {decimals(origin_of_points.penalty)}"))
    return [*sums, LabelledValue(_("Points"), decimals(origin_of_points.total))]


def _session_part(
    played_session: PlayedSession,
    day: str,
    explanation: RowExplanation,
    others: ResultsByMatch,
    format_name: NameFormat,
) -> ReportSession:
    points, besides = played_session.points, []
    if explanation.scheme.attendance:
        besides.append(LabelledValue(_("for attendance"), f"+ {decimals(points.attendance)}"))
    if played_session.sit_outs:
        besides.append(LabelledValue(_sit_outs_in_words(played_session.sit_outs), ""))
    why = f"{_('does not count')} ({standings.why_dropped(explanation.scheme)})"
    return ReportSession(
        day,
        decimals(points.points),
        "" if points.counted else why,
        [
            _line(match, result, others[match.pk], format_name)
            for match, result in played_session.results
        ],
        besides,
    )


def _line(
    match: Match, result: origin.ResultOrigin, seats: Sequence[Result], format_name: NameFormat
) -> ReportMatch:
    fact = result.fact
    game = GAMES.get(match.game)
    return ReportMatch(
        game=game.name if game else match.game,
        place=f"{fact.place} / {fact.players}",
        score=signless(fact.score),
        others=" · ".join(
            _opponent(match, seat, format_name) for seat in seats if seat.seat != fact.seat
        ),
        explanation=result.text.say((get_language() or "en")[:2], result.params),
        points=decimals(result.earned),
    )


def _opponent(match: Match, seat: Result, format_name: NameFormat) -> str:
    """Return the players of another seat on one line, without breaks inside."""
    people = names_at_tables.people_at(match, seat.seat, seat.player)
    names = names_at_tables.in_words(people, format_name)
    parts = (str(seat.place), names, f"({signless(seat.score)})")
    return "\N{NO-BREAK SPACE}".join(parts)


def _results_by_match(explanation: RowExplanation) -> ResultsByMatch:
    """Return a result of each seat at each table, at the version of the table. Loads the
    substitutions of the matches."""
    matches = [
        match
        for played_session in explanation.evenings
        for match, _result in played_session.results
    ]
    prefetch_related_objects(matches, names_at_tables.substitutions_lookup())
    results = Result.objects.at(explanation.table.standings_version).filter(match__in=matches)
    by_seat: defaultdict[int, dict[int, Result]] = defaultdict(dict)
    for result in results.select_related("player").order_by("place", "seat", "share_from"):
        by_seat[result.match_id].setdefault(result.seat, result)
    return {match.pk: list(by_seat[match.pk].values()) for match in matches}


def _sections(
    explanation: RowExplanation, day: Callable[[Session], str], format_name: NameFormat
) -> list[ReportSection]:
    sit_outs = [
        LabelledValue(pair(day(at), _sit_outs_in_words(times)), "")
        for at, times in explanation.only_watched
    ]
    penalties = [
        LabelledValue(
            pair(day(at), penalty.reason),
            f"− {penalty.points}" if penalty.points else _("warning"),
        )
        for at, penalty in explanation.penalties
    ]
    return [
        ReportSection(_("Present without a match"), sit_outs),
        ReportSection(_("Penalties"), penalties),
        ReportSection(
            _("Tie-breaks"),
            [_tiebreak_line(step, format_name) for step in explanation.steps if step.tied],
        ),
    ]


def _tiebreak_line(step: TiebreakStep, format_name: NameFormat) -> LabelledValue:
    language = (get_language() or "en")[:2]
    values = [f"{format_name(row.player)} {_value(row, step)}" for row in step.tied]
    return LabelledValue(pair(step.tiebreak.label.say(language, {}), " · ".join(values)), "")


def _value(row: Standing, step: TiebreakStep) -> str:
    return in_tiebreak(row.tiebreaks.get(step.tiebreak.code), step.tiebreak)


def _sit_outs_in_words(times: int) -> str:
    return _("sat out once") if times == 1 else _("sat out %(n)s times") % {"n": times}
