"""The entry of a round move by move on the phone at the table."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from league.errors import Conflict, Invalid, Stale
from league.operations.matches.table_codes import TableAccess
from league.operations.people import tokens
from league.web.matches import move_entry
from league.web.table.table import device_of, with_table_of_code


@with_table_of_code
def enter(request: HttpRequest, table: TableAccess) -> HttpResponse:
    """Show the next round of the match move by move; a POST is one act."""
    match, code = table.match, str(table.code)
    page = reverse("web:table", args=[code])
    if not move_entry.accepts_moves(match):
        return redirect(page)
    frame = {
        "frame": "table/page.html",
        "alone": True,
        "code": table.code,
        "back": page,
        "action": reverse("web:table_moves", args=[code]),
        "plain_address": f"{page}#enter",
        "at_table": True,
    }
    if request.method != "POST":
        return move_entry.answer(request, match, frame)
    number = match.rounds_played + 1
    try:
        done = move_entry.perform(match, request.POST, by=table.phone(), device=device_of(request))
    except (Invalid, Conflict, Stale) as error:
        match.refresh_from_db()
        return (
            _leave(request, page)
            if match.ended
            else move_entry.answer(request, match, frame, error)
        )
    tokens.note_use(table.code.token)
    if done == "stored":
        return _leave(request, f"{page}?{urlencode({'saved': number})}")
    if done == "changed" and request.headers.get("Accept") == "application/json":
        return move_entry.answer(request, match, frame)
    return _leave(request, frame["action"])


def _leave(request: HttpRequest, page: object) -> HttpResponse:
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"state": "left", "page": str(page)})
    return redirect(str(page))
