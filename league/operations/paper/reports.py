"""The personal report of a player in a season: a row of a table, followed back to its matches, with
the change of his rating. `shown` says how names are written: in full for members, as their owners
chose for all others.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from zoneinfo import ZoneInfo

from django.utils.text import get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import GAMES
from league.models import Match, Player, Season, Session
from league.operations.paper import session_paper
from league.operations.paper.session_paper import File
from league.operations.paper.typesetting import reports
from league.operations.paper.typesetting.press import Size
from league.operations.paper.typesetting.reports import Amount, Evening, Line, Report, Section
from league.operations.standings import standings
from league.operations.standings.standings import PlayedSession, RowExplanation, TiebreakStep
from league.operations.support.wording import date, in_tiebreak, signless
from scoring import rating_queries
from scoring.models import Result, Standing, Table
from scoring.pure import origin

Shown = Callable[[Player], str]
Others = Mapping[int, Sequence[Result]]  # match → everybody at its table, the best first
NAMED = 3  # who share the place


def of_player(season: Season, table: Table, player: int, size: Size, *, shown: Shown) -> File:
    """NotFound for who has no result in this table."""
    found = standings.explain(table, player)
    when = f"{season.name} · {session_paper.game_of(table)}"
    about = session_paper.as_stored(season, found.table, shown(found.row.player), when=when)
    name = session_paper.named("report", season, table, player)
    return session_paper.draw(reports.report(about, _report(season, found, shown)), size, name)


def _report(season: Season, found: RowExplanation, shown: Shown) -> Report:
    others = _others(found)

    def day(session: Session) -> str:
        at = session.starts_at.astimezone(ZoneInfo(season.club.timezone))
        return " · ".join(filter(None, [date(at, "j F Y"), session.place]))

    return Report(
        figures=_figures(found),
        notes=_notes(found, shown),
        sums=_sums(found),
        evenings=[
            _evening(each, day(each.session), found, others, shown) for each in found.evenings
        ],
        sections=[section for section in _sections(found, day, shown) if section.items],
    )


def _figures(found: RowExplanation) -> list[Amount]:
    row = found.row
    of = found.table.standings.count()
    figures = [
        Amount(_("Place"), f"{row.place} / {of}"),
        Amount(_("Points"), session_paper.points(found.origin.total)),
        Amount(_("Played"), str(row.played)),
        Amount(_("Wins"), str(row.wins)),
    ]
    if rating := _rating(found):
        figures.append(rating)
    return figures


def _rating(found: RowExplanation) -> Amount | None:
    """As it is now, with what the matches of this table moved."""
    careers = {career.game: career for career in rating_queries.careers(found.row.player_id)}
    career = careers.get(found.table.game)
    matches = {match.pk for evening in found.evenings for match, _result in evening.results}
    if career is None or matches.isdisjoint(point.match for point in career.points):
        return None
    moved = rating_queries.gained(career, matches)
    sign = "+" if moved > 0 else "±" if not moved else ""
    return Amount(_("Rating"), f"{career.rating.shown} ({sign}{signless(moved)})")


def _notes(found: RowExplanation, shown: Shown) -> list[str]:
    notes = []
    if equals := _equals(found):
        names = get_text_list([shown(row.player) for row in equals], _("and"))
        if len(equals) > NAMED:
            words = ngettext("Shared with %(n)s other.", "Shared with %(n)s others.", len(equals))
            notes.append(words % {"n": len(equals)})
        else:
            notes.append(_("The place is shared with %(names)s.") % {"names": names})
    if not found.row.qualified:
        needed = found.scheme.minimum_evenings
        words = ngettext(
            "Listed after all others until %(n)s evening has been attended.",
            "Listed after all others until %(n)s evenings have been attended.",
            needed or 0,
        )
        notes.append(words % {"n": needed})
    if why := standings.why_dropped(found.scheme):
        notes.append(_("Of the evenings attended: %(why)s.") % {"why": why})
    return notes


def _equals(found: RowExplanation) -> list[Standing]:
    """The others who are still equal after all tie-breaks."""
    stored = found.table.standings.filter(rank_key=found.row.rank_key).select_related("player")
    others = stored.exclude(player=found.row.player_id)
    return list(others.order_by("player__name", "player_id"))


def _sums(found: RowExplanation) -> list[Amount]:
    """Only where there is more than the points of evenings that all count."""
    dropped = sum(not evening.points.counted for evening in found.evenings)
    told = found.origin
    if not (dropped or told.attendance or told.penalties):
        return []
    counted = len(found.evenings) - dropped
    words = ngettext("%(n)s evening that counts", "%(n)s evenings that count", counted)
    sums = [Amount(words % {"n": counted}, session_paper.points(found.counted))]
    if told.attendance:
        sums.append(Amount(_("Attendance"), f"+ {session_paper.points(told.attendance)}"))
    if told.penalties:
        sums.append(Amount(_("Penalties"), f"− {session_paper.points(told.penalty)}"))
    return [*sums, Amount(_("Points"), session_paper.points(told.total))]


def _evening(
    evening: PlayedSession, day: str, found: RowExplanation, others: Others, shown: Shown
) -> Evening:
    points, besides = evening.points, []
    if found.scheme.attendance:
        besides.append(Amount(_("for attendance"), f"+ {session_paper.points(points.attendance)}"))
    if evening.sit_outs:
        besides.append(Amount(_sat_out(evening.sit_outs), ""))
    why = f"{_('does not count')} ({standings.why_dropped(found.scheme)})"
    return Evening(
        day,
        session_paper.points(points.points),
        "" if points.counted else why,
        [_line(match, result, others[match.pk], shown) for match, result in evening.results],
        besides,
    )


def _line(match: Match, result: origin.Result, seats: Sequence[Result], shown: Shown) -> Line:
    fact = result.fact
    game = GAMES.get(match.game)
    return Line(
        game=game.name if game else match.game,
        place=f"{fact.place} / {fact.players}",
        score=signless(fact.score),
        others=" · ".join(_other(seat, shown) for seat in seats if seat.player_id != fact.player),
        told=result.text.say((get_language() or "en")[:2], result.params),
        points=session_paper.points(result.earned),
    )


def _other(seat: Result, shown: Shown) -> str:
    """On one line as far as it goes."""
    parts = (str(seat.place), shown(seat.player), f"({signless(seat.score)})")
    return "\N{NO-BREAK SPACE}".join(parts)


def _others(found: RowExplanation) -> Others:
    """At the version of the table, as all that is told."""
    matches = [match.pk for evening in found.evenings for match, _result in evening.results]
    results = Result.objects.at(found.table.standings_version).filter(match__in=matches)
    seats: defaultdict[int, list[Result]] = defaultdict(list)
    for each in results.select_related("player").order_by("place", "seat"):
        seats[each.match_id].append(each)
    return seats


def _sections(found: RowExplanation, day: Callable[[Session], str], shown: Shown) -> list[Section]:
    watched = [Amount(_of(day(at), _sat_out(times)), "") for at, times in found.only_watched]
    penalties = [
        Amount(_of(day(at), each.reason), f"− {each.points}" if each.points else _("notice"))
        for at, each in found.penalties
    ]
    return [
        Section(_("Sat out without a match"), watched),
        Section(_("Penalties"), penalties),
        Section(_("Tie-breaks"), [_asked(step, shown) for step in found.steps if step.tied]),
    ]


def _asked(step: TiebreakStep, shown: Shown) -> Amount:
    language = (get_language() or "en")[:2]
    values = [f"{shown(row.player)} {_value(row, step)}" for row in step.tied]
    return Amount(_of(step.tiebreak.label.say(language, {}), " · ".join(values)), "")


def _of(what: str, told: str) -> str:
    return _("%(what)s: %(told)s") % {"what": what, "told": told}


def _value(row: Standing, step: TiebreakStep) -> str:
    return in_tiebreak(row.tiebreaks.get(step.tiebreak.code), step.tiebreak)


def _sat_out(times: int) -> str:
    return _("sat out once") if times == 1 else _("sat out %(n)s times") % {"n": times}
