"""The page that seats all free players: a proposal, players swapped in it, then all tables
together; and the page of the plans that were carried out.

The proposal travels in the form; nothing is stored before it is confirmed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import GAMES, game_name
from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Match, Player, SeatingPlan, Session
from league.operations.ladders import divisions
from league.operations.matches import table_numbers
from league.operations.seasons import notices
from league.operations.seasons.house_rules import seats_of_new_match
from league.operations.seating import plans
from league.operations.seating.requests import parse_plan
from league.operations.sessions import seating_proposals
from league.operations.sessions.seating_proposals import (
    Choices,
    GameSeating,
    Order,
    Proposal,
    SeatBalance,
    TeamMates,
)
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES, house_rules
from league.web.support import seating_words
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.request import Request
from league.web.support.seating_words import CostComparison
from scoring.seat_advantages import measured_advantages
from seating.rules import Rule

MOST_DIGITS = 18
MET_OFTEN = 3  # meetings from which the picture shows no difference


@dataclass(frozen=True)
class TableReasons:
    """Why a table is as it is: lines, and how often each pair has met (from the most to the
    least; `MET_OFTEN` and more look alike)."""

    why: Sequence[str]
    meetings: Sequence[int]

    @property
    def new_pairs(self) -> int:
        return self.meetings.count(0)


@dataclass(frozen=True)
class ProposedTable:
    number: int
    game: str
    players: Sequence[Player]
    reasons: TableReasons

    @property
    def posted(self) -> str:
        """The players as a form carries them."""
        return ",".join(str(player.pk) for player in self.players)


@desk
@once
def seat(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if session.cancelled_at is not None:
        return redirect("web:desk_session", pk)
    if request.method != "POST":
        return _proposal_page(request, session, _new_proposal(session, request.GET))
    action = request.POST.get("do", "draw")
    if action == "confirm":
        return _seat_everybody(request, session)
    if action.startswith("pick-"):
        return _swap(request, session, action.removeprefix("pick-"))
    return _proposal_page(request, session, _new_proposal(session, request.POST))


@desk
@require_safe
def kept_plans(request: Request, pk: int) -> HttpResponse:
    """Show the plans of a session, the latest first, with the reasons of each table."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    stored = list(session.seating_plans.order_by("-pk"))
    numbers = {
        match.pk: match.table
        for match in Match.every.filter(session=session).select_related("sitting_table")
    }
    people = people_of(session, _named_players(stored))
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "plans": [
            (plan, [_kept_part(row, people, numbers) for row in plan.parts]) for plan in stored
        ],
        "member": True,
    }
    return render(request, "sessions/seating_plans.html", context)


@desk
@require_safe
def export(request: Request, pk: int) -> HttpResponse:
    """Return the plans of a session as a file that `python -m seating` reads."""
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    name = f"{slugify(session.season.club.name)}-{session.starts_at:%Y-%m-%d}-seating.json"
    return JsonResponse(
        {
            "evening": session.pk,
            "seatings": [part for plan in session.seating_plans.all() for part in plan.parts],
        },
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        json_dumps_params={"indent": 2},
    )


def warn_about_guests(request: Request, session: Session, players: Sequence[int]) -> None:
    """Warn about players who belong to another division: they may play, but perhaps by mistake."""
    if guests := divisions.guests_of_session(session, players):
        words = _("Guests from outside this division: %(names)s.")
        messages.warning(request, words % {"names": ", ".join(guest.name for guest in guests)})


def usual_game(session: Session, games: list[str]) -> str:
    """Return the game of the latest table of the session, else the first game of the season."""
    last = session.matches.order_by("-pk").values_list("game", flat=True).first()
    return last if last in games else games[0]


def _seat_everybody(request: Request, session: Session) -> HttpResponse:
    choices, tables, games, sit_out = posted_seats(session, request.POST)
    try:
        seating = seating_proposals.seat(
            session, choices, tables=tables, table_games=games, sit_out=sit_out, by=request.user
        )
    except Conflict as error:
        messages.error(request, error.detail)
        return redirect("web:desk_session", session.pk)
    except Invalid as error:
        proposal = _examined(session, request.POST)
        return _proposal_page(request, session, proposal, error=error)
    messages.success(request, _("All players are seated."))
    warn_about_guests(request, session, [player for table in tables for player in table])
    for match in session.matches.filter(pk__in=seating.matches):
        show_notices(request, notices.of_match(match))
    return redirect("web:desk_session", session.pk)


def _swap(request: Request, session: Session, picked: str) -> HttpResponse:
    """Let two players of the proposal change places: the first click picks one, the second
    swaps."""
    before, one, other = _examined(session, request.POST), request.POST.get("picked", ""), picked
    if not one or one == other:
        return _proposal_page(request, session, before, picked="" if one else other)
    tables, sit_out = plans.swap_players(
        before.tables, before.sit_out, _number(one), _number(other)
    )
    after = seating_proposals.examine(session, before.choices, tables, before.table_games, sit_out)
    comparison = seating_words.compare(_costs(before), _costs(after))
    return _proposal_page(
        request, session, after, swapped=(_number(one), _number(other)), comparison=comparison
    )


def _costs(proposal: Proposal) -> dict[str, int]:
    """Return the costs of all games together, in the order of the rules."""
    costs: Counter[str] = Counter()
    for part in proposal.parts:
        for rule, count in part.costs.items():
            costs[rule] += count
    return dict(costs)


def _new_proposal(session: Session, query: QueryDict) -> Proposal:
    """Return a proposal. Options in the query that are not possible are replaced by the
    usual ones."""
    possible = [game for game in session.season.games if game in GAMES]
    if not possible:
        raise NotFound(_("There is nothing here."))
    games = [game for game in possible if game in query.getlist("game")]
    games = games or [usual_game(session, possible)]
    preferred = _number(query.get("preferred", ""))
    if not any(preferred in seats_of_new_match(session.season, game) for game in games):
        preferred = 0
    choices = Choices(
        tuple(games),
        parse_order(query.get("order")),
        _balance(query.get("balance")),
        preferred,
        teams=_team_mates(query.get("teams")),
    )
    return seating_proposals.propose(session, choices)


def posted_seats(
    session: Session, post: QueryDict
) -> tuple[Choices, list[list[int]], list[str], list[int]]:
    """Return the proposal as the form carries it; `seating_proposals.seat` validates it."""
    tables = [_numbers(table) for table in post.getlist("table")]
    games_of_season = [game for game in session.season.games if game in GAMES]
    chosen = tuple(game for game in games_of_season if game in post.getlist("game_drawn"))
    chosen = chosen or tuple(games_of_season[:1])
    games = post.getlist("table_game")[: len(tables)]
    games += [*chosen[:1]] * (len(tables) - len(games))
    choices = Choices(
        chosen,
        parse_order(post.get("order_drawn")),
        _balance(post.get("balance_drawn")),
        _number(post.get("preferred_drawn", "")),
        post.get("seed", "")[: seating_proposals.LONGEST_SEED],
        _team_mates(post.get("teams_drawn")),
    )
    return choices, tables, games, _numbers(post.get("sit_out", ""))


def _examined(session: Session, post: QueryDict) -> Proposal:
    """Return the posted proposal without players who are not free any more."""
    choices, tables, games, sit_out = posted_seats(session, post)
    free = {player.pk for player in seating_proposals.free_players(session)}
    seen: set[int] = set()

    def still_free(players: Sequence[int]) -> list[int]:
        still = [pk for pk in dict.fromkeys(players) if pk in free and pk not in seen]
        seen.update(still)
        return still

    rows = [
        (players, game)
        for players, game in zip(map(still_free, tables), games, strict=True)
        if game in GAMES and len(players) in seats_of_new_match(session.season, game)
    ]
    return seating_proposals.examine(
        session, choices, [players for players, _game in rows], [game for _players, game in rows],
        still_free(sit_out),
    )  # fmt: skip


def _proposal_page(
    request: Request,
    session: Session,
    proposal: Proposal,
    *,
    picked: str = "",
    swapped: tuple[int, int] | None = None,
    comparison: CostComparison | None = None,
    error: Invalid | None = None,
) -> HttpResponse:
    season, choices = session.season, proposal.choices
    people = people_of(
        session, [*proposal.sit_out, *(player for table in proposal.tables for player in table)]
    )
    names = {pk: player.name for pk, player in people.items()}
    games = [(slug, GAMES[slug].name) for slug in season.games if slug in GAMES]
    sizes = sorted({size for game in choices.games for size in seats_of_new_match(season, game)})
    usual = sorted({n for game in choices.games for n in seating_proposals.usual_sizes(game)})
    tables = proposed_tables(session, proposal, people)
    context: dict[str, Any] = {
        "club": season.club,
        "season": season,
        "session": session,
        "choices": choices,
        "proposal": proposal,
        "tables": tables,
        **_rules_context(session, choices.games),
        "sit_out": players_in(people, proposal.sit_out),
        "watching": [
            seating_words.sit_out_words(line, names)
            for part in proposal.parts
            for line in part.explanation["sit_out"]
        ],
        "quality": [(GAMES[part.game].name, _quality(part)[0]) for part in proposal.parts],
        "unmet": [
            words
            for part in proposal.parts
            if part.plan is not None
            for words in seating_words.reason_words(
                [reason for reason in part.plan.reasons if reason["code"] == "unmet"], names
            )
        ],
        "new_pairs": sum(table.reasons.new_pairs for table in tables),
        "pairs": sum(len(table.reasons.meetings) for table in tables),
        "seated": sum(len(table) for table in proposal.tables),
        "games": games,
        "sizes": sizes,
        "usual": usual,
        "orders": orders(),
        "balances": _balances(),
        "team_choices": _team_choices() if seating_proposals.has_teams(session) else [],
        "advantages": _advantages(session, choices),
        "picked": people.get(_number(picked)),
        "swapped": [people[pk] for pk in swapped or () if pk in people],
        "comparison": comparison,
        "refused": error,
        "member": True,
    }
    return render(request, "sessions/seat_players.html", context, status=422 if error else 200)


def orders() -> list[tuple[str, str, str]]:
    return [
        (Order.OPPONENTS, _("New opponents"), _("Players who have met least sit together.")),
        (Order.NEAR, _("Similar strength"), _("Neighbours in the standings sit together.")),
        (Order.SPREAD, _("Mixed strength"), _("The strongest sit at different tables.")),
        (Order.RANDOM, _("At random"), _("Only wishes, needs and sit-outs count.")),
    ]


def _balances() -> list[tuple[str, str]]:
    return [
        (SeatBalance.STARTER, _("Everyone starts equally often")),
        (SeatBalance.NUMBER, _("Everyone has each seat equally often")),
        (SeatBalance.ADVANTAGE, _("Lucky seats take turns")),
    ]


def _team_choices() -> list[tuple[str, str]]:
    return [
        (TeamMates.APART, _("Keep team mates apart")),
        (TeamMates.TOGETHER, _("Seat team mates together")),
        (TeamMates.IGNORE, _("Ignore teams")),
    ]


def _advantages(session: Session, choices: Choices) -> list[tuple[str, int, list[Any]]]:
    """Return the measured advantages of seats: game, size of table and seats in percent."""
    if choices.balance is not SeatBalance.ADVANTAGE:
        return []
    return [
        (GAMES[game].name, size, [
            (seat.seat + 1, f"{100 * seat.advantage:+.1f}", f"{100 * seat.margin:.1f}",
             seat.matches, seat.is_sure)
            for seat in seats
        ])
        for game in choices.games
        for size, seats in measured_advantages(session.season.club_id, game).items()
    ]  # fmt: skip


def proposed_tables(
    session: Session, proposal: Proposal, people: Mapping[int, Player], tables_before: int = 0
) -> list[ProposedTable]:
    """Return the tables of a proposal with the numbers that they will have, after `tables_before`
    new tables of other evenings of the league night."""
    numbers = islice(table_numbers.free_numbers(session), tables_before, None)
    names = {pk: player.name for pk, player in people.items()}
    return [
        ProposedTable(next(numbers), part.game, players_in(people, line["players"]),
                      _reasons(line, names))
        for part in proposal.parts
        for line in part.explanation["tables"]
    ]  # fmt: skip


def _reasons(line: Mapping[str, Any], names: Mapping[int, str]) -> TableReasons:
    """Return the reasons of a table: lines about its costs, and the picture of its pairs."""
    seats = len(line["players"])
    met = sorted(
        (cost["times"] for cost in line["costs"] if cost["rule"] == Rule.PAST_MEETING),
        reverse=True,
    )
    new_pairs = [0] * (seats * (seats - 1) // 2 - len(met))
    return TableReasons(
        seating_words.table_costs(line["costs"], names),
        [*(min(times, MET_OFTEN) for times in met), *new_pairs],
    )


def _quality(part: GameSeating) -> tuple[str, list[tuple[str, int, int]]]:
    plan = part.stored_plan
    return seating_words.plan_quality(part.request, plan, plan["cost"], by_hand=part.plan is None)


def _kept_part(
    row: Mapping[str, Any], people: Mapping[int, Player], numbers: Mapping[int, int]
) -> dict[str, Any]:
    """Return the tables of a game of a kept plan, with its matches, and those who sat out."""
    names = {pk: player.name for pk, player in people.items()}
    explanation = plans.explain_plan(row["request"], parse_plan(row["plan"]), 0)
    tables = [
        ProposedTable(numbers.get(match, 0), row["game"], players_in(people, line["players"]),
                      _reasons(line, names))
        for match, line in zip(row["matches"], explanation["tables"], strict=False)
    ]  # fmt: skip
    quality, _gaps = seating_words.plan_quality(
        row["request"], row["plan"], row["plan"]["cost"], by_hand="status" not in row["plan"]
    )
    return {
        "game": game_name(row["game"]),
        "tables": tables,
        "quality": quality,
        "seed": row["request"]["seed"],
        "watching": [seating_words.sit_out_words(line, names) for line in explanation["sit_out"]],
    }


def _named_players(stored: Sequence[SeatingPlan]) -> list[int]:
    return [
        int(name) for plan in stored for part in plan.parts for name in part["request"]["players"]
    ]


def people_of(session: Session, players: Sequence[int]) -> dict[int, Player]:
    return Player.objects.filter(club=session.season.club_id).in_bulk(players)


def _rules_context(session: Session, games: Sequence[str]) -> dict[str, Any]:
    """Return the house rules that the tables will have, for `sessions/_rules_summary.html`."""
    summaries = [
        (game, house_rules.summary(session.season, game)) for game in games if game in PAGES
    ]
    return {
        "rules_of_games": [
            {"game": game, "summary": summary, "changed": [r for r in summary if r.is_changed]}
            for game, summary in summaries
        ]
    }


def players_in(people: Mapping[int, Player], players: Sequence[int]) -> list[Player]:
    return [people[player] for player in players if player in people]


def parse_order(text: str | None) -> Order:
    return next((order for order in Order if order == text), Order.OPPONENTS)


def _balance(text: str | None) -> SeatBalance:
    return next((balance for balance in SeatBalance if balance == text), SeatBalance.STARTER)


def _team_mates(text: str | None) -> TeamMates:
    return next((choice for choice in TeamMates if choice == text), TeamMates.APART)


def _numbers(text: str) -> list[int]:
    return [_number(part) for part in text.split(",")] if text else []


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0
