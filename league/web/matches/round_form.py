"""The form of a round, wherever it is filled in: at the desk, or on a phone at the table."""

from collections.abc import Sequence
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language

from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import Match, Seat, Submission, User
from league.operations.matches import submissions
from league.operations.matches.repeated_rounds import OnRepeat, Repeated
from league.operations.matches.submissions import AcceptedRound
from league.web.games import PAGES
from league.web.games.pages import Body, GamePages, labelled

BY_SEAT = {"scores", "hands", "groupings", "racks", "before_end", "left"}  # lists of a ROUND
MOST_SHOWN = 3
TO_CHECK = {"unusual_score", "unusual_sum"}  # notices that somebody is to read before it is stored


class Unusual(Invalid):
    """Possible, but so rare that people are asked once to look again; `checked` are the scores that
    they have seen then."""

    def __init__(self, notices: Sequence[Body], checked: str) -> None:
        super().__init__(str(notices[0]["message"]), notices)
        self.checked = checked


def ask_to_check(match: Match, number: int, post: QueryDict, players: int) -> None:
    """Raise Unusual, unless the form says that these scores were looked at."""
    body = PAGES[match.game].read_round(post, players)
    checked = " ".join(map(str, body.get("scores", ())))
    if body["evidence"] != "sheet" or post.get("checked") == checked:
        return
    verdict = submissions.judge(match, number, body)
    language = get_language() or "en"
    notices = [
        notice.to_json(language)
        for notice in verdict.notices
        if notice.code in TO_CHECK and notice.path.startswith(f"rounds.{number - 1}.")
    ]
    if verdict.ok and notices:
        raise Unusual(notices, checked)


def store(
    match: Match, number: int, post: QueryDict, *, by: User, players: int, device: str
) -> AcceptedRound | None:
    """None when this very form was stored before: it is the same however often it comes.

    The form says by `seen` whether it was a correction, and of which version, and by `again` that
    it is not the last round once more.
    """
    body, seen = PAGES[match.game].read_round(post, players), _seen(post)
    on_repeat = OnRepeat.STORE if post.get("again") else OnRepeat.ASK
    try:
        if not seen:
            return submissions.submit(
                match.pk, body, by=by, number=number, device=device, on_repeat=on_repeat
            )
        reason = post.get("reason", "")
        return submissions.correct(match.pk, number, body, by=by, reason=reason, seen_version=seen)
    except (Conflict, Stale):
        if _was_stored(match, number, body, after=seen):
            return None
        raise


def show(
    match: Match,
    number: int,
    seats: Sequence[Seat],
    *,
    current: Submission | None = None,
    filled: Body | None = None,
    error: LeagueError | None = None,
) -> Body:
    """What the entry template of the game asks for; `filled` is by name of field."""
    pages = PAGES[match.game]
    filled = pages.fill_in(current, len(seats)) if filled is None else filled
    problems = error.problems or [{"message": error.detail, "path": ""}] if error else []
    lines = [
        {
            "seat": seat,
            "filled": _of_seat(filled, seat.number),
            "problems": [problem for problem in problems if _seat_of(problem) == seat.number],
        }
        for seat in seats
    ]
    return {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "number": number,
        "current": current,
        "seen": _version_to_correct(current, filled, error),
        "repeat": error if isinstance(error, Repeated) else None,
        "filled": filled,
        "lines": lines,
        "problems": [problem for problem in problems if _seat_of(problem) is None],
        "reasons": [{**problem, "seat": _seat_at(seats, problem)} for problem in problems],
        "more_reasons": max(0, len(problems) - MOST_SHOWN),
        "refused": error is not None,
        "style": pages.style,
        "checked": error.checked if isinstance(error, Unusual) else filled.get("checked", ""),
    }


def status(error: LeagueError | None) -> int:
    return 409 if isinstance(error, (Conflict, Stale)) else 422 if error else 200


def preview(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """A piece of page: what the round would be worth as it stands in the form."""
    seats = list(match.seats.select_related("player"))
    pages = PAGES[match.game]
    look, template = pages.preview, pages.preview_template
    if look is None or request.POST.get("evidence") == "sheet":
        look, template = partial(judge, pages), "games/_preview.html"
    told = look(request.POST, match, number, len(seats))
    told["seats"] = list(zip(seats, told["seats"], strict=True))
    return render(request, template, {**told, "match": match})


def judge(pages: GamePages, post: QueryDict, match: Match, number: int, players: int) -> Body:
    """What the engine says of the round, which is not stored."""
    verdict = submissions.judge(match, number, pages.read_round(post, players))
    if not verdict.ok:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in verdict.problems[:MOST_SHOWN]]
        return {"problems": problems, "seats": [{}] * players}
    round = verdict.rounds[-1]
    breakdown: Sequence[Body] = [dict(told) for told in round.breakdown]
    seats = [
        {"points": score, "total": total, "items": labelled(told.get("items", []), pages.labels)}
        for score, total, told in zip(round.scores or (), verdict.totals, breakdown, strict=True)
    ]
    return {"problems": [], "seats": seats}


def _version_to_correct(
    current: Submission | None, filled: Body, error: LeagueError | None
) -> int | str:
    """What the form says it has seen: the same however often it comes back, until it has shown
    that somebody else was faster."""
    if current is None:
        return ""
    is_news = isinstance(error, (Conflict, Stale))
    return current.version if is_news else filled.get("seen") or current.version


def _seen(post: QueryDict) -> int:
    """0 for a new round."""
    seen = post.get("seen", "")
    return int(seen) if seen.isdecimal() and len(seen) < 10 else 0


def _was_stored(match: Match, number: int, body: Body, *, after: int) -> bool:
    """In a version that this form had not seen; it may have been corrected since."""
    newer = match.submissions.filter(number=number, version__gt=after)
    return any(row.body == body for row in newer)


def _of_seat(filled: Body, seat: int) -> Body:
    """`{"score-1": 7, "hand-1": "…"}` of seat 1 as `{"score": 7, "hand": "…"}`."""
    end = f"-{seat}"
    return {name.removesuffix(end): value for name, value in filled.items() if name.endswith(end)}


def _seat_at(seats: Sequence[Seat], problem: Body) -> Seat | None:
    number = _seat_of(problem)
    return next((seat for seat in seats if seat.number == number), None)


def _seat_of(problem: Body) -> int | None:
    """`rounds.2.scores.1` and `rounds.2.hands.1.4` belong to seat 1."""
    steps = str(problem["path"]).split(".")
    if len(steps) > 3 and steps[2] in BY_SEAT and steps[3].isdecimal():
        return int(steps[3])
    return None
