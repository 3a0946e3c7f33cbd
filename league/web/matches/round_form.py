"""The form of a round, shared by the desk and the phone at the table."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from league.errors import Conflict, Invalid, LeagueError, Stale
from league.models import CorrectionProposal, Match, ProposalKind, Seat, Submission, User
from league.operations.matches import submissions
from league.operations.matches.correction_policy import correction_terms
from league.operations.matches.repeated_rounds import OnRepeat, Repeated
from league.operations.matches.submissions import AcceptedRound
from league.operations.results import correction_proposals
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.support.labels import with_colon
from league.web.games import PAGES
from league.web.games.pages import Body, GamePages, label_items

MOST_PROBLEMS = 3
StoredRound: TypeAlias = AcceptedRound | CorrectionProposal | None  # None: it was stored before
SAVED_MESSAGES = {
    "saved": _("Round %(number)s is saved."),
    "corrected": _("Correction of round %(number)s is saved."),
    "proposed": _(
        "Correction of round %(number)s is proposed. It counts once someone else approves it."
    ),
}
CODES_TO_CHECK = {
    "unusual_score",
    "unusual_sum",
}  # notices that the sender must confirm before the round is stored


class UnusualScores(Invalid):
    """Scores that are possible but rare, so that the sender must check them once; `checked` is the
    value that the form must send to confirm them."""

    def __init__(self, notices: Sequence[Body], checked: str) -> None:
        super().__init__(str(notices[0]["message"]), notices)
        self.checked = checked


def require_check(match: Match, number: int, post: QueryDict, players: int) -> None:
    """Raise UnusualScores unless the form says that these scores were checked."""
    body = PAGES[match.game].read_round(post, players)
    checked = " ".join(map(str, body.get("scores", ())))
    if body["evidence"] != "sheet" or post.get("checked") == checked:
        return
    verdict = submissions.judge(match, number, body)
    language = get_language() or "en"
    notices = [
        notice.to_json(language)
        for notice in verdict.notices
        if notice.code in CODES_TO_CHECK and notice.path.startswith(f"rounds.{number - 1}.")
    ]
    if verdict.ok and notices:
        raise UnusualScores(notices, checked)


def store(
    match: Match,
    number: int,
    post: QueryDict,
    *,
    by: User,
    players: int,
    device: str,
    at_table: bool = False,
) -> StoredRound:
    """Store a new round or a correction, or propose the correction where a second person is needed;
    return None if this very form was stored before.

    The field `seen` is the version that a correction is based on; `again` says that equal scores
    are a new round and no repetition; `confirmed` that a result is to be corrected.
    """
    body, seen_version = PAGES[match.game].read_round(post, players), _seen_version(post)
    on_repeat = OnRepeat.STORE if post.get("again") else OnRepeat.ASK
    try:
        if not seen_version:
            return submissions.submit(
                match.pk, body, by=by, number=number, device=device, on_repeat=on_repeat
            )
        reason, confirmed = post.get("reason", ""), bool(post.get("confirmed"))
        if correction_terms(match).needs_second_person:
            return correction_proposals.propose(
                match,
                ProposedCorrection(ProposalKind.ROUND, number, body),
                by=by,
                reason=reason,
                at_table=at_table,
                seen_version=seen_version,
            )
        return submissions.correct(
            match.pk,
            number,
            body,
            by=by,
            reason=reason,
            confirmed=confirmed,
            seen_version=seen_version,
        )
    except (Conflict, Stale):
        if _is_stored(match, number, body, seen_version=seen_version):
            return None
        raise


def saved_kind(stored: StoredRound, post: QueryDict) -> str:
    """Return the key of SAVED_MESSAGES for what `store` returned."""
    if isinstance(stored, CorrectionProposal):
        return "proposed"
    return "corrected" if post.get("seen") else "saved"


def form_context(
    match: Match,
    number: int,
    seats: Sequence[Seat],
    *,
    current: Submission | None = None,
    filled: Body | None = None,
    error: LeagueError | None = None,
) -> Body:
    """Return the context of the entry template of the game; `filled` is by name of field."""
    pages = PAGES[match.game]
    filled = pages.fill_in(current, len(seats)) if filled is None else filled
    problems = error.problems or [{"message": error.detail, "path": ""}] if error else []
    lines = [
        {
            "seat": seat,
            "filled": _fields_of_seat(filled, seat.number),
            "problems": [
                problem for problem in problems if _seat_number(pages, problem) == seat.number
            ],
        }
        for seat in seats
    ]
    bad_seats = {_seat_number(pages, problem) for problem in problems}
    return {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "number": number,
        "current": current,
        "terms": correction_terms(match) if current else None,
        "waiting": correction_proposals.pending(match).first() if current and match.over else None,
        "seen_version": _version_to_correct(current, filled, error),
        "repeat": error if isinstance(error, Repeated) else None,
        "filled": filled,
        "lines": lines,
        "problems": [problem for problem in problems if _seat_number(pages, problem) is None],
        "reasons": [
            {
                **problem,
                "seat": _find_seat(pages, seats, problem),
                "field": _field_of(pages, problem),
            }
            for problem in problems
        ],
        "focus_seat": next((seat.number for seat in seats if seat.number in bad_seats), None),
        "more_reasons": max(0, len(problems) - MOST_PROBLEMS),
        "refused": error is not None,
        "style": pages.style,
        "checked": error.checked if isinstance(error, UnusualScores) else filled.get("checked", ""),
    }


def reason_texts(match: Match, seats: Sequence[Seat], error: LeagueError) -> list[str]:
    """Return why a round was refused, a line per problem, with the player where it has one."""
    problems = error.problems or [{"message": error.detail, "path": ""}]
    texts = []
    for problem in problems[:MOST_PROBLEMS]:
        seat = _find_seat(PAGES[match.game], seats, problem)
        message = str(problem["message"])
        if seat is not None and seat.player.name not in message:
            message = f"{with_colon(seat.player.name)} {message}"
        texts.append(message)
    return texts


def status_code(error: LeagueError | None) -> int:
    return 409 if isinstance(error, (Conflict, Stale)) else 422 if error else 200


def preview(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Render what the round would be worth as it stands in the form."""
    seats = list(match.seats.select_related("player"))
    pages = PAGES[match.game]
    calculate, template = pages.preview, pages.preview_template
    if calculate is None or request.POST.get("evidence") == "sheet":
        calculate, template = partial(engine_preview, pages), "games/_preview.html"
    context = calculate(request.POST, match, number, len(seats))
    context["seats"] = list(zip(seats, context["seats"], strict=True))
    return render(request, template, {**context, "match": match})


def engine_preview(
    pages: GamePages, post: QueryDict, match: Match, number: int, players: int
) -> Body:
    """Return the engine's verdict on the round of the form, which is not stored."""
    return body_preview(pages, match, number, pages.read_round(post, players), players)


def body_preview(pages: GamePages, match: Match, number: int, body: Body, players: int) -> Body:
    """Return the engine's verdict on a round that is not stored: its first problems, or what each
    seat gets."""
    verdict = submissions.judge(match, number, body)
    if not verdict.ok:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in verdict.problems[:MOST_PROBLEMS]]
        return {"problems": problems, "seats": [{}] * players}
    last_round = verdict.rounds[-1]
    breakdown: Sequence[Body] = [dict(entry) for entry in last_round.breakdown]
    seats = [
        {
            "points": score,
            "total": total,
            "items": label_items(entry.get("items", []), pages.labels),
        }
        for score, total, entry in zip(
            last_round.scores or (), verdict.totals, breakdown, strict=True
        )
    ]
    return {"problems": [], "seats": seats}


def _version_to_correct(
    current: Submission | None, filled: Body, error: LeagueError | None
) -> int | str:
    """Return the version that the form is based on: it stays the same until a conflict has shown a
    newer one."""
    if current is None:
        return ""
    is_news = isinstance(error, (Conflict, Stale))
    return current.version if is_news else filled.get("seen") or current.version


def _seen_version(post: QueryDict) -> int:
    """Return the version that the form corrects; 0 for a new round."""
    text = post.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _is_stored(match: Match, number: int, body: Body, *, seen_version: int) -> bool:
    """Return whether a version newer than `seen_version` has this body; it may have been corrected
    since."""
    newer = match.submissions.filter(number=number, version__gt=seen_version)
    return any(row.body == body for row in newer)


def _fields_of_seat(filled: Body, seat: int) -> Body:
    """Return `{"score-1": 7, "hand-1": "…"}` as `{"score": 7, "hand": "…"}` for seat 1."""
    end = f"-{seat}"
    return {name.removesuffix(end): value for name, value in filled.items() if name.endswith(end)}


def _find_seat(pages: GamePages, seats: Sequence[Seat], problem: Body) -> Seat | None:
    number = _seat_number(pages, problem)
    return next((seat for seat in seats if seat.number == number), None)


def _field_of(pages: GamePages, problem: Body) -> str:
    """Return the id of the field that a problem concerns; empty if there is none."""
    entry, seat = _entry(problem), _seat_number(pages, problem)
    return pages.fields.get(entry, "") if seat is None else f"{pages.fields_by_seat[entry]}-{seat}"


def _entry(problem: Body) -> str:
    """Return the entry of the ROUND that a problem concerns; empty if it concerns another part."""
    steps = str(problem["path"]).split(".")
    return steps[2] if len(steps) > 2 and steps[0] == "rounds" else ""


def _seat_number(pages: GamePages, problem: Body) -> int | None:
    """Return the seat of a problem: `rounds.2.scores.1` and `rounds.2.hands.1.4` belong to
    seat 1."""
    steps = str(problem["path"]).split(".")
    if len(steps) > 3 and steps[2] in pages.fields_by_seat and steps[3].isdecimal():
        return int(steps[3])
    return None
