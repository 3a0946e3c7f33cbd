"""The page of a table on a phone: players enter rounds by its code, without account or cookie.

The code in the address is the permission. The phone keeps what it could not send and sends it again
(static/table/table.js), so every form may arrive twice and is stored once.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import Any, TypeAlias

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.errors import Conflict, Forbidden, Invalid, LeagueError, NotFound, Stale
from league.models import Match, Seat, Submission
from league.operations.matches import names_at_tables, submissions, table_codes
from league.operations.matches.correction_policy import POLICY_CODES
from league.operations.matches.match_results import hour_tag
from league.operations.matches.repeated_rounds import Repeated
from league.operations.matches.table_codes import TableAccess
from league.operations.people import tokens
from league.operations.results import correction_proposals, match_ends
from league.operations.room import table_calls
from league.operations.sessions import rematches
from league.operations.support import versions
from league.web.games import PAGES, described_rounds
from league.web.games.pages import Body
from league.web.matches import move_entry, round_form
from league.web.matches import rematches as rematch_buttons
from league.web.matches.round_form import StoredRound
from league.web.results import results
from league.web.room import room
from league.web.support import live, seating_words
from league.web.support.request import client_address

OFFLINE_FILES = (
    "site/tokens.css",
    "site/base.css",
    "site/frame.css",
    "site/components.css",
    "site/lists.css",
    "site/controls.css",
    "site/forms.css",
    "table/table.css",
    "table/drafts.js",
    "table/round_form.js",
    "room/room.css",
    "room/clock.css",
    "room/timer.js",
    "table/table.js",
    "matches/entry.js",
    "site/live.js",
    "site/icon.svg",
    "site/fonts/figtree.woff2",
    "site/fonts/young-serif.woff2",
    "games/round.css",
    "games/moves.css",
    "games/moves.js",
    "matches/entry.css",
    described_rounds.STYLE,
    *chain.from_iterable(pages.files for pages in PAGES.values()),
)
View: TypeAlias = Callable[..., HttpResponse]


def with_table_of_code(view: View) -> View:
    """Open the code of the address and pass its table to the view.

    No CSRF token is needed: no cookie gives any right, so another site could send nothing that the
    holder of the code could not send.
    """

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, code: str) -> HttpResponse:
        try:
            table = table_codes.open_table(code)
            if request.method == "GET" and code != str(table.code):
                return redirect(request.resolver_match.view_name, str(table.code))  # type: ignore[union-attr]
            return _unlisted(view(request, table))
        except (NotFound, Forbidden) as error:  # the code, or an object deleted meanwhile
            is_guessing = _is_unknown(code) and table_codes.count_wrong(client_address(request))
            return (
                _too_many_codes_page(request)
                if is_guessing
                else _closed_code_page(request, error.detail)
            )

    return opened


def start(request: HttpRequest) -> HttpResponse:
    """Show the page where a code is typed."""
    typed = request.GET.get("code", "")
    if not typed:
        return render(request, "table/start.html")
    code = table_codes.normalize(typed)
    if code:
        return redirect("web:table", f"{code[:4]}-{code[4:]}")
    words = _("A code has eight letters and digits, such as K7QX-3MPD.")
    context = {"typed": typed[:40], "refused": words, "refused_field": "code"}
    return render(request, "table/start.html", context, status=422)


@with_table_of_code
def table_page(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Show the score of the match, and below it the form of the next round."""
    match, seats = table.match, _seats(table.match)
    if match.ended:
        return _ended_match_page(request, table)
    context = {
        **_totals_context(table, seats),
        **_addresses(table),
        "saved_message": _saved_message(request),
    }
    form_context = round_form.form_context(match, match.rounds_played + 1, seats)
    return render(request, PAGES[match.game].entry_template, {**context, **form_context})


@with_table_of_code
def totals(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Return only totals and rounds, which the open page fetches repeatedly."""
    return live.fragment(
        request,
        "table/_match_state.html",
        lambda: {**_totals_context(table, _seats(table.match)), **_addresses(table)},
        version=f"table-{versions.match(table.match.pk)}-{_hour(table.match)}",
    )


@with_table_of_code
def call(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Call the organiser to the table."""
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    error = ""
    try:
        table_calls.call(table.match)
        tokens.note_use(table.code.token)
    except Conflict as refusal:
        error = refusal.detail
    if not error:
        return redirect(f"{_addresses(table)['page']}#call")
    match = table.match
    context = {**_totals_context(table, _seats(match)), **_addresses(table), "refused": error}
    return render(request, "table/page.html", context, status=409)


@with_table_of_code
def last(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Show the form that corrects the last round; earlier ones are corrected at the desk."""
    if not table.match.rounds_played:
        return redirect("web:table", str(table.code))
    number = table.match.rounds_played
    return _form_page(request, table, number, current=submissions.find(table.match, number))


@with_table_of_code
def rounds(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Store the next round, or with `seen` a correction of the last one.

    The script of the page asks for JSON and gets where to go once the round is stored, else the
    refused form, or the choices between two versions. The status is 200 in all cases: a browser
    would report any other as a fault of the page.
    """
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    number = _number(request) or table.match.rounds_played + 1
    try:
        stored = _store_round(request, table, number)
    except (Invalid, Conflict, Stale) as error:
        return _refused_answer(request, table, number, error)
    tokens.note_use(table.code.token)
    page = _page_after(request, table, number, stored)
    if _is_background_request(request):
        return JsonResponse({"state": "stored", "number": number, "page": page})
    return redirect(page)


@with_table_of_code
@require_POST
def preview(request: HttpRequest, table: TableAccess) -> HttpResponse:
    number = _number(request) or table.match.rounds_played + 1
    return round_form.preview(request, table.match, number)


@with_table_of_code
def result(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Confirm or dispute the result in the name of a player at the table."""
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    error = results.act_at_table(request, table.match, table.phone())
    if error is not None:
        return _ended_match_page(request, table, error)
    tokens.note_use(table.code.token)
    return redirect(f"{_addresses(table)['page']}#result")


@with_table_of_code
def rematch(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Start the rematch of the match, or find the rematch or replay that was started, and open it
    here under a code of its own."""
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    match = rematches.next_match(table.match)
    try:
        if match is None:
            order = rematch_buttons.posted_order(request.POST)
            match = rematches.start(table.match, order, by=table.phone()).match
        code = table_codes.ensure(match, by=table.phone(), under=table.code.token)
    except (Invalid, Conflict) as error:
        return _ended_match_page(request, table, error, rematch_refused=True)
    tokens.note_use(table.code.token)
    return redirect("web:table", str(code))


def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest, with which a phone installs the pages of tables."""
    context = {"scope": reverse("web:table_start")}
    kind = "application/manifest+json"
    return render(request, "table/manifest.json", context, content_type=kind)


def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is at the root because it serves tables in every language;
    pages limit its scope to those."""
    files = [static(name) for name in OFFLINE_FILES]
    context = {
        "files": files,
        "version": hashlib.sha256("".join(files).encode()).hexdigest()[:12],
        "static_prefix": settings.STATIC_URL,
    }
    kind = "text/javascript; charset=utf-8"
    answer = render(request, "table/worker.js", context, content_type=kind)
    patch_cache_control(answer, no_cache=True)
    return answer


def _ended_match_page(
    request: HttpRequest,
    table: TableAccess,
    error: LeagueError | None = None,
    *,
    rematch_refused: bool = False,
) -> HttpResponse:
    """Render the page of a match that has ended."""
    reopened = table_codes.open_table(str(table.code)) if error else table
    context = {
        **_totals_context(reopened, _seats(reopened.match)),
        **_addresses(reopened),
        "saved_message": _saved_message(request),
        "refused": error.detail if error else "",
        "rematch_refused": rematch_refused,
        "typed": request.POST.get("reason", ""),
    }
    return render(request, "table/page.html", context, status=422 if error else 200)


def _page_after(request: HttpRequest, table: TableAccess, number: int, stored: StoredRound) -> str:
    """Return the address of the table with a confirmation of the stored round."""
    done = round_form.saved_kind(stored, request.POST)
    query = urlencode({done: str(number), "settled": request.POST.get("queued", "")[:12]})
    return f"{_addresses(table)['page']}?{query}"


def _saved_message(request: HttpRequest) -> str:
    """Return the message about the round that the address names; empty without one."""
    for done, message in round_form.SAVED_MESSAGES.items():
        number = request.GET.get(done, "")
        if number.isdecimal() and len(number) < 5:
            return message % {"number": number}
    return ""


def _store_round(request: HttpRequest, table: TableAccess, number: int) -> StoredRound:
    match = table.match
    round_form.require_check(match, number, request.POST, match.seats.count())
    if request.POST.get("seen") and number < match.rounds_played:
        raise Conflict(_("More rounds have followed. An organiser can correct this one."))
    players, device = match.seats.count(), device_of(request)
    return round_form.store(
        match, number, request.POST, by=table.phone(), players=players, device=device, at_table=True
    )


def device_of(request: HttpRequest) -> str:
    """Return the device by the number that the phone has chosen, since there is no sign-in here."""
    number = request.POST.get("device", "")
    return f"phone {number[:40]}" if number else ""


def _refused_answer(
    request: HttpRequest, table: TableAccess, number: int, error: LeagueError
) -> HttpResponse:
    """Answer a round that was not stored: problems beside their fields, the conflicting round side
    by side, or the question whether equal scores are the same round again."""
    theirs = table.match.submissions.filter(number=number).order_by("-version").first()
    state = _refusal_state(error, theirs)
    is_background = _is_background_request(request)
    if state != "refused":
        context = _unsent_context(request, table, number, theirs, error)
        if not is_background:
            return render(request, f"table/{state}.html", context, status=409)
        html = render_to_string(f"table/_{state}.html", context, request)
        return JsonResponse({"state": state, "number": number, "html": html})
    current = theirs if request.POST.get("seen") else None
    filled = request.POST.dict()
    page = _form_page(request, table, number, current=current, filled=filled, error=error)
    if not is_background:
        return page
    reasons = round_form.reason_texts(table.match, _seats(table.match), error)
    form = page.content.decode()
    return JsonResponse({"state": state, "number": number, "reasons": reasons, "form": form})


def _refusal_state(error: LeagueError, theirs: Submission | None) -> str:
    """Return why a round was not stored: `repeat`, `conflict` or `refused`, as pages and phones
    call it."""
    if isinstance(error, Repeated):
        return "repeat"
    if any(problem["code"] in POLICY_CODES for problem in error.problems):
        return "refused"
    return "conflict" if isinstance(error, (Conflict, Stale)) and theirs else "refused"


def _form_page(
    request: HttpRequest, table: TableAccess, number: int, **form_arguments: Any
) -> HttpResponse:
    """Render the form of a round as a page of its own."""
    match = table.match
    context = {
        **_addresses(table),
        **round_form.form_context(match, number, _seats(match), **form_arguments),
        "alone": True,
        "back": _addresses(table)["page"],
    }
    status = round_form.status_code(form_arguments.get("error"))
    return render(request, PAGES[match.game].entry_template, context, status=status)


def _unsent_context(
    request: HttpRequest,
    table: TableAccess,
    number: int,
    theirs: Submission | None,
    error: LeagueError,
) -> Body:
    """Return the context that shows a round that was not stored beside the one that was."""
    match, seats = table.match, _seats(table.match)
    mine = round_form.engine_preview(PAGES[match.game], request.POST, match, number, len(seats))
    scores = theirs.scores if theirs else [None] * len(seats)
    posted, is_correction = request.POST.dict(), bool(request.POST.get("seen"))
    left_out = {"number", "seen", "reason", "again"}
    return {
        **_addresses(table),
        "match": match,
        "number": number,
        "theirs": theirs,
        "beside": list(zip(seats, scores, mine["seats"], strict=True)),
        "mine": mine,
        "problems": error.problems or [{"message": error.detail}],
        "fields": [(name, value) for name, value in posted.items() if name not in left_out],
        "queued": posted.get("queued", ""),
        "is_last": number == match.rounds_played,
        "is_correction": is_correction,
        "reason": posted.get("reason", ""),
        "following": None if match.ended or is_correction else match.rounds_played + 1,
    }


def _totals_context(table: TableAccess, seats: list[Seat]) -> Body:
    match = table.match
    played = match.submissions.current()
    return {
        "match": match,
        "waiting": correction_proposals.pending(match).first() if match.over else None,
        "session": match.session,
        "club": match.session.season.club,
        "member": True,  # players at the table know each other's names
        "code": table.code,
        "goal": PAGES[match.game].goal(match),
        "seats": list(zip(seats, match.totals, match.places, strict=True)),
        "player_names": ", ".join(map(names_at_tables.full, seats)),
        "why": None if match.ended else seating_words.table_why(match, seats),
        "rounds": [_round_line(row, seats) for row in reversed(played)],
        "next": match.rounds_played + 1,
        "notices": played[-1].notices if played else [],
        **room.table_context(match),
        **(results.result_context(match) if match.over else {}),
        **(_rematch_context(match) if match.ended else {}),
    }


def _rematch_context(match: Match) -> Body:
    is_planned = match_ends.is_planned(match)
    return {
        "rematch": rematches.next_match(match),
        "may_rematch": not is_planned and rematch_buttons.takes_rematches(match.session),
    }


def _hour(match: Match) -> str:
    return hour_tag(match.session.season)


def _round_line(row: Submission, seats: list[Seat]) -> Body:
    return {"row": row, "scores": list(zip(seats, row.scores, strict=True))}


def _addresses(table: TableAccess) -> Body:
    code = [str(table.code)]
    page = reverse("web:table", args=code)
    return {
        "frame": "table/page.html",
        "page": page,
        "back": f"{page}#stand",
        "action": reverse("web:table_rounds", args=code),
        "preview_address": reverse("web:table_preview", args=code),
        "stand_address": reverse("web:table_stand", args=code),
        "last_address": reverse("web:table_last", args=code),
        "call_address": reverse("web:table_call", args=code),
        "result_address": reverse("web:table_result", args=code),
        "moves_address": reverse("web:table_moves", args=code)
        if move_entry.accepts_moves(table.match)
        else "",
        "rematch_address": reverse("web:table_rematch", args=code),
    }


def _seats(match: Match) -> list[Seat]:
    return names_at_tables.seats_of(match)


def _number(request: HttpRequest) -> int:
    number = request.POST.get("number", "")
    return int(number) if number.isdecimal() and len(number) < 5 else 0


def _is_background_request(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _is_unknown(code: str) -> bool:
    """Return whether a well-formed code never existed; codes that expired or are malformed do not
    count as guesses."""
    return bool(table_codes.normalize(code)) and table_codes.find(code) is None


def _closed_code_page(request: HttpRequest, words: str) -> HttpResponse:
    return _unlisted(render(request, "table/closed.html", {"words": words}, status=404))


def _too_many_codes_page(request: HttpRequest) -> HttpResponse:
    words = _(
        "Too many wrong codes came from this network. Enter the code on the card of your table."
    )
    answer = render(request, "table/closed.html", {"words": words}, status=429)
    answer["Retry-After"] = str(table_codes.WINDOW_SECONDS)
    return _unlisted(answer)


def _unlisted(answer: HttpResponse) -> HttpResponse:
    """Keep the answer out of search engines and shared caches: its address contains the code."""
    answer["X-Robots-Tag"] = "noindex"
    if "Cache-Control" not in answer:
        answer["Cache-Control"] = "private, no-store"
    return answer
