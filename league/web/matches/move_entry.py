"""A round entered move by move, shared by the desk and the phone at the table.

Every button of the form is an act in JSON, so that it works by plain posts; games/moves.js sends
the same fields, and keeps them while there is no connection.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.unfinished import Phase, free_cards
from league.errors import Conflict, Invalid, LeagueError, Stale, invalid
from league.models import Match, Seat, User
from league.operations.matches import transcript_drafts
from league.operations.matches.transcript_drafts import Act, Entry, Hand, Opener, Seen, Tap, Undo
from league.web.games import PAGES
from league.web.games.pages import Body, MovePages
from league.web.matches import round_form

LONGEST_ACT = 300  # characters of JSON


def accepts_moves(match: Match) -> bool:
    return not match.ended and transcript_drafts.is_offered(match.game)


def perform(match: Match, post: QueryDict, *, by: User | None, device: str) -> str:
    """Carry out the act of the form; return `changed`, `discarded` or `stored`."""
    seen = Seen(_count(post, "number"), _count(post, "version"), post.get("key", "")[:40])
    given = _read_act(post.get("act", ""))
    kind = given.get("do")
    if kind == "save":
        transcript_drafts.save(match.pk, seen=seen, by=by, device=device)
        return "stored"
    if kind == "abandon":
        transcript_drafts.discard(match.pk, seen=seen, by=by)
        return "discarded"
    marked = post.getlist(f"card-{given.get('seat')}")  # of the hand that the button belongs to
    transcript_drafts.act(match.pk, _act(given, marked), seen=seen, by=by)
    return "changed"


def answer(
    request: HttpRequest, match: Match, frame: Body, error: LeagueError | None = None
) -> HttpResponse:
    """Render the page of the entry, or for its script only the part that changes. The script gets
    status 200 in all cases: a browser would report any other as a fault of the page."""
    context = {**frame, **page_context(match, request.GET.get("hand", ""), error)}
    if request.headers.get("Accept") != "application/json":
        status = round_form.status_code(error)
        return render(request, "games/moves.html", context, status=status)
    html = render_to_string("games/_moves.html", context, request)
    state = "stale" if isinstance(error, (Stale, Conflict)) else "refused" if error else "changed"
    reason = error.detail if error else ""
    return JsonResponse({"state": state, "html": html, "reason": reason})


def page_context(match: Match, chosen: str = "", error: LeagueError | None = None) -> Body:
    """Return the context of the entry; `chosen` is the number of the seat whose hand is entered."""
    seats = list(match.seats.select_related("player"))
    pages = PAGES[match.game]
    entry = transcript_drafts.entry(match)
    assert pages.moves is not None, "the entry is offered"
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": match.session.season.club,
        "number": entry.number,
        "version": entry.version,
        "key": secrets.token_hex(8),
        "phase": entry.progress.phase.value,
        "seats": seats,
        "member": True,  # people who enter rounds know each other's names
        "style": pages.style,
        "card_template": pages.moves.card_template,
        "refused": error.detail if error else "",
        "problem": error.problems[0] if error and error.problems else None,
        "has_moves": entry.has_moves,
        "openers": _openers(entry, seats),
    }
    if entry.progress.phase is Phase.DEAL:
        return {**context, **_deal_context(entry, seats, chosen)}
    return {**context, **_table_context(match, entry, seats, pages.moves)}


def _deal_context(entry: Entry, seats: Sequence[Seat], chosen: str) -> Body:
    hands = entry.body["hands"]
    empty = [number for number, hand in enumerate(hands) if not hand]
    at = int(chosen) if chosen.isdecimal() and len(chosen) < 3 else -1
    if not 0 <= at < len(seats):
        at = empty[0] if empty else -1
    deck = free_cards(entry.dealing, entry.body, at) if at >= 0 else []
    marked = [*hands[at]] if at >= 0 else []
    cards: list[Body] = []
    for code in deck:
        is_held = code in marked
        if is_held:
            marked.remove(code)
        cards.append({"code": code, "marked": is_held})
    problem = entry.progress.problem
    names = [seat.player.name for seat in seats]
    return {
        "dealt": [{"seat": seat, "count": len(hands[seat.number])} for seat in seats],
        "at": seats[at] if at >= 0 else None,
        "hand_act": json.dumps({"do": "hand", "seat": at}),
        "rows": [[*row] for _suit, row in groupby(cards, key=lambda card: _suit_of(card["code"]))],
        "sizes": _(" or ").join(map(str, sorted(entry.dealing.sizes))),
        "most": max(entry.dealing.sizes),
        "deal_problem": None if empty or problem is None else problem.naming(names),
    }


def _suit_of(code: str) -> str:
    """Return the letter of the suit or colour: `10D` ends with it, `R9` begins with it."""
    return code[-1] if code[-1].isalpha() else code[0]


def _table_context(
    match: Match, entry: Entry, seats: Sequence[Seat], move_pages: MovePages
) -> Body:
    pages, step = PAGES[match.game], entry.steps[-1]
    table = pages.show_step(step)
    legal = {
        (move["seat"], move["card"])
        for move in entry.progress.moves
        if move["do"] == move_pages.card_move
    }
    hands = [
        {
            **shown,
            "player": seats[shown["seat"]].player,
            "cards": [
                {
                    "code": code,
                    "act": json.dumps(
                        {"do": move_pages.card_move, "seat": shown["seat"], "card": code}
                    ),
                    "legal": (shown["seat"], code) in legal,
                }
                for code in shown["hand"]
            ],
        }
        for shown in table["seats"]
    ]
    turn = table["turn"]
    context = {
        "table": table,
        "move": step.move,
        "move_template": pages.move_template,
        "moves_template": move_pages.template,
        "turn": None if turn is None else seats[turn],
        "hands": sorted(hands, key=lambda hand: (hand["seat"] - (turn or 0)) % len(hands)),
        **move_pages.show(entry, table),
    }
    if entry.progress.phase is Phase.OVER:
        result = round_form.body_preview(pages, match, entry.number, entry.body, len(seats))
        context |= {
            "problems": result["problems"],
            "results": list(zip(seats, result["seats"], strict=True)),
        }
    return context


def _openers(entry: Entry, seats: Sequence[Seat]) -> list[Body]:
    """Return who can begin, once the cards are dealt, where no other rule says it."""
    if not entry.dealing.opener or entry.has_moves or not all(entry.body["hands"]):
        return []
    chosen = entry.body.get(entry.dealing.opener)
    return [
        {
            "seat": seat,
            "chosen": seat.number == chosen,
            "act": json.dumps({"do": "opener", "seat": seat.number}),
        }
        for seat in seats
    ]


def _read_act(text: str) -> Mapping[str, Any]:
    try:
        given = json.loads(text) if len(text) <= LONGEST_ACT else None
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise invalid("no_move", "act", _("This move cannot be read. Tap it again."))
    return given


def _act(given: Mapping[str, Any], marked: Sequence[str]) -> Act:
    match given.get("do"):
        case "undo":
            return Undo()
        case "hand":
            return Hand(_seat(given), marked)
        case "opener":
            return Opener(_seat(given))
        case "discard":
            return Tap({**given, "cards": [*marked]})
    return Tap(given)


def _count(post: QueryDict, name: str) -> int:
    text = post.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else 0


def _seat(given: Mapping[str, Any]) -> int:
    seat = given.get("seat")
    if type(seat) is not int:
        raise Invalid(_("Choose a player at this table."))
    return seat
