"""A table on a phone: who has its code enters rounds, without an account and without a cookie.

The code in the address is the right to do so. The phone keeps what it could not send and sends it
again (static/table.js), so every form may come twice: it is stored once.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
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
from league.operations.matches import submissions, table_codes
from league.operations.matches.match_results import hour_of
from league.operations.matches.repeated_rounds import PHONE, Repeated
from league.operations.matches.table_codes import Opened
from league.operations.people import tokens
from league.web.games import PAGES
from league.web.games.pages import Body
from league.web.matches import round_form
from league.web.results import results
from league.web.support import live
from league.web.support.request import client_address

STATICS = (
    "manche.css",
    "table.css",
    "table.js",
    "entry.js",
    "live.js",
    "icon.svg",
    "fonts/figtree.woff2",
    "fonts/young-serif.woff2",
    "games/neurotrio.svg",
    "games/triominos.css",
    "games/triominos.js",
    "games/njet.css",
    "games/njet.svg",
    "games/nain_jaune.css",
    "games/nain_jaune.js",
    "games/nain_jaune.svg",
)
View: TypeAlias = Callable[..., HttpResponse]


def at_table(view: View) -> View:
    """Opens the code of the address. CSRF needs no token here: no cookie gives any right, so
    another site could send nothing that the sender of the code could not send himself."""

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, code: str) -> HttpResponse:
        try:
            table = table_codes.open_(code)
            if request.method == "GET" and code != str(table.code):
                return redirect(request.resolver_match.view_name, str(table.code))  # type: ignore[union-attr]
            return _unlisted(view(request, table))
        except (NotFound, Forbidden) as error:  # of the code, or of what has gone meanwhile
            is_guessing = _is_unknown(code) and table_codes.count_wrong(client_address(request))
            return _too_many(request) if is_guessing else _closed(request, error.detail)

    return opened


def start(request: HttpRequest) -> HttpResponse:
    """Where the code is typed."""
    typed = request.GET.get("code", "")
    if not typed:
        return render(request, "table/start.html")
    code = table_codes.clean(typed)
    if code:
        return redirect("web:table", f"{code[:4]}-{code[4:]}")
    words = _("A code has eight letters and digits, such as K7QX-3MPD.")
    return render(request, "table/start.html", {"typed": typed[:40], "words": words}, status=422)


@at_table
def table(request: HttpRequest, table: Opened) -> HttpResponse:
    """How the match stands, and below it the form of the next round."""
    match, seats = table.match, _seats(table.match)
    if match.ended:
        return _shown(request, table)
    context = {**_stand(table, seats), **_addresses(table), "saved": _saved(request)}
    shown = round_form.show(match, match.rounds_played + 1, seats)
    return render(request, PAGES[match.game].entry_template, {**context, **shown})


@at_table
def stand(request: HttpRequest, table: Opened) -> HttpResponse:
    """The totals and the rounds alone, which the page asks for again and again."""
    return live.fragment(
        request,
        "table/_stand.html",
        lambda: {**_stand(table, _seats(table.match)), **_addresses(table)},
        version=f"table-{table.match.pk}-{table.match.version}-{_hour(table.match)}",
    )


@at_table
def last(request: HttpRequest, table: Opened) -> HttpResponse:
    """The form that mends the last round; earlier ones are the desk's to correct."""
    if not table.match.rounds_played:
        return redirect("web:table", str(table.code))
    number = table.match.rounds_played
    return _form(request, table, number, current=submissions.find(table.match, number))


@at_table
def rounds(request: HttpRequest, table: Opened) -> HttpResponse:
    """The next round, or with `seen` the last one mended. A page that waits for the network asks
    for JSON: whether the round is stored, and else a piece of page that says why not. That is an
    answer like any other (200): a browser would report every other status as a fault of the page.
    """
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    number = _number(request) or table.match.rounds_played + 1
    try:
        _store(request, table, number)
    except (Invalid, Conflict, Stale) as error:
        return _refused(request, table, number, error)
    tokens.note_use(table.code.token)
    if _is_courier(request):
        return JsonResponse({"state": "stored", "number": number})
    told = urlencode({"saved": str(number), "settled": request.POST.get("queued", "")[:12]})
    return redirect(f"{_addresses(table)['page']}?{told}")


@at_table
@require_POST
def preview(request: HttpRequest, table: Opened) -> HttpResponse:
    number = _number(request) or table.match.rounds_played + 1
    return round_form.preview(request, table.match, number)


@at_table
def result(request: HttpRequest, table: Opened) -> HttpResponse:
    """A player at the table says that the result is right, or what is wrong with it."""
    if request.method != "POST":
        return redirect("web:table", str(table.code))
    refused = results.at_table(request, table.match, table.by)
    if refused is not None:
        return _shown(request, table, refused)
    tokens.note_use(table.code.token)
    return redirect(f"{_addresses(table)['page']}#result")


def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone asks for to keep the pages of the tables like an app."""
    context = {"scope": reverse("web:table_start")}
    kind = "application/manifest+json"
    return render(request, "table/manifest.json", context, content_type=kind)


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, since it serves the tables of each language; the pages give
    it no more than those."""
    files = [static(name) for name in STATICS]
    context = {
        "files": files,
        "version": hashlib.sha256("".join(files).encode()).hexdigest()[:12],
        "static_prefix": settings.STATIC_URL,
    }
    kind = "text/javascript; charset=utf-8"
    answer = render(request, "table/worker.js", context, content_type=kind)
    patch_cache_control(answer, no_cache=True)
    return answer


def _shown(request: HttpRequest, table: Opened, refused: LeagueError | None = None) -> HttpResponse:
    """The page of a match that has ended."""
    fresh = table_codes.open_(str(table.code)) if refused else table
    context = {
        **_stand(fresh, _seats(fresh.match)),
        **_addresses(fresh),
        "saved": _saved(request),
        "refused": refused.detail if refused else "",
        "typed": request.POST.get("reason", ""),
    }
    return render(request, "table/page.html", context, status=422 if refused else 200)


def _saved(request: HttpRequest) -> str:
    saved = request.GET.get("saved", "")
    return saved if saved.isdecimal() and len(saved) < 5 else ""


def _store(request: HttpRequest, table: Opened, number: int) -> None:
    match = table.match
    round_form.ask_to_check(match, number, request.POST, match.seats.count())
    if request.POST.get("seen") and number < match.rounds_played:
        raise Conflict(_("Other rounds have followed: this one is corrected at the desk."))
    players, device = match.seats.count(), _device(request)
    round_form.store(match, number, request.POST, by=table.by, players=players, device=device)


def _device(request: HttpRequest) -> str:
    """By a number that the phone has drawn for itself, as nobody signs in here."""
    drawn = request.POST.get("device", "")
    return f"{PHONE} {drawn[:40]}" if drawn else ""


def _refused(request: HttpRequest, table: Opened, number: int, error: LeagueError) -> HttpResponse:
    """Beside its field what breaks the rules, side by side what somebody else was faster with, and
    the question whether it is the last round once more."""
    theirs = table.match.submissions.filter(number=number).order_by("-version").first()
    state = _state(error, theirs)
    if _is_courier(request):
        context = _unsent(request, table, number, theirs, error)
        html = render_to_string(f"table/_{state}.html", context, request)
        return JsonResponse({"state": state, "number": number, "html": html})
    if state != "refused":
        context = _unsent(request, table, number, theirs, error)
        return render(request, f"table/{state}.html", context, status=409)
    current = theirs if request.POST.get("seen") else None
    filled = request.POST.dict()
    return _form(request, table, number, current=current, filled=filled, error=error)


def _state(error: LeagueError, theirs: Submission | None) -> str:
    """Why a round was not stored, as pages and phones call it."""
    if isinstance(error, Repeated):
        return "repeat"
    return "conflict" if isinstance(error, (Conflict, Stale)) and theirs else "refused"


def _form(request: HttpRequest, table: Opened, number: int, **how: Any) -> HttpResponse:
    """The form of a round as a page of its own."""
    match = table.match
    context = {
        **_addresses(table),
        **round_form.show(match, number, _seats(match), **how),
        "alone": True,
        "back": _addresses(table)["page"],
    }
    status = round_form.status(how.get("error"))
    return render(request, PAGES[match.game].entry_template, context, status=status)


def _unsent(
    request: HttpRequest,
    table: Opened,
    number: int,
    theirs: Submission | None,
    error: LeagueError,
) -> Body:
    """A round that was not stored, beside the one that was."""
    match, seats = table.match, _seats(table.match)
    mine = round_form.judge(PAGES[match.game], request.POST, match, number, len(seats))
    scores = theirs.scores if theirs else [None] * len(seats)
    sent, is_correction = request.POST.dict(), bool(request.POST.get("seen"))
    left_out = {"number", "seen", "reason", "again"}
    return {
        **_addresses(table),
        "match": match,
        "number": number,
        "checked": error.checked if isinstance(error, round_form.Unusual) else "",
        "theirs": theirs,
        "beside": list(zip(seats, scores, mine["seats"], strict=True)),
        "mine": mine,
        "problems": error.problems or [{"message": error.detail}],
        "fields": [(name, value) for name, value in sent.items() if name not in left_out],
        "queued": sent.get("queued", ""),
        "is_last": number == match.rounds_played,
        "is_correction": is_correction,
        "reason": sent.get("reason", ""),
        "following": None if match.ended or is_correction else match.rounds_played + 1,
    }


def _stand(table: Opened, seats: list[Seat]) -> Body:
    match = table.match
    played = match.submissions.current()
    return {
        "match": match,
        "session": match.session,
        "club": match.session.season.club,
        "member": True,  # who sits at the table knows the others
        "code": table.code,
        "goal": PAGES[match.game].goal(match),
        "seats": list(zip(seats, match.totals, match.places, strict=True)),
        "rounds": [_line(row, seats) for row in reversed(played)],
        "next": match.rounds_played + 1,
        "notices": played[-1].notices if played else [],
        **(results.told_of(match) if match.over else {}),
    }


def _hour(match: Match) -> str:
    return hour_of(match.session.season)


def _line(row: Submission, seats: list[Seat]) -> Body:
    return {"row": row, "scores": list(zip(seats, row.scores, strict=True))}


def _addresses(table: Opened) -> Body:
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
        "result_address": reverse("web:table_result", args=code),
    }


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player"))


def _number(request: HttpRequest) -> int:
    number = request.POST.get("number", "")
    return int(number) if number.isdecimal() and len(number) < 5 else 0


def _is_courier(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _is_unknown(code: str) -> bool:
    """What is no code at all tells a guesser nothing, nor does one that was once valid."""
    return bool(table_codes.clean(code)) and table_codes.find(code) is None


def _closed(request: HttpRequest, words: str) -> HttpResponse:
    return _unlisted(render(request, "table/closed.html", {"words": words}, status=404))


def _too_many(request: HttpRequest) -> HttpResponse:
    words = _("This network sent too many wrong codes. Type the code of the card on your table.")
    answer = render(request, "table/closed.html", {"words": words}, status=429)
    answer["Retry-After"] = str(table_codes.WINDOW_SECONDS)
    return _unlisted(answer)


def _unlisted(answer: HttpResponse) -> HttpResponse:
    """The address holds the code: no search engine and no shared cache may keep it."""
    answer["X-Robots-Tag"] = "noindex"
    if "Cache-Control" not in answer:
        answer["Cache-Control"] = "private, no-store"
    return answer
