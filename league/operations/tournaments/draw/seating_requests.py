"""Seating requests made from the current state of a tournament. Nothing is stored here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import (
    Entrant,
    EntrantState,
    Format,
    Sitting,
    SittingKind,
    Tournament,
    WishKind,
)
from league.operations.matches import table_turns
from league.operations.seating import partners, requests
from league.operations.seating.requests import (
    Constraints,
    PastRound,
    basic_request,
    constraint_keys,
    hash_request,
)
from league.operations.seating.seat_values import seat_values
from league.operations.tournaments.draw import rule_orders
from league.operations.tournaments.draw.scripted_rounds import scripted_round
from league.operations.tournaments.draw.selections import (
    PlayerStrength,
    finished_tables,
    king_reasons,
    select,
    table_sizes,
    with_deciders,
)
from problems.seats import MOST_SEATS
from scoring import standings_queries
from seating import knockout
from seating.knockout import FinishedTable
from seating.rules import BY_RANK, NEEDS, RANKED, SEARCHED, Mode, Rule
from seating.sizes import Sizes

SECONDS = 3  # of search for a draw at most
MODES = frozenset(Mode) - {Mode.SCRIPT, Mode.ARENA}  # that an organiser may choose
USUAL_MODES: Mapping[str, Mode] = {
    Format.SOCIAL: Mode.SOCIAL,
    Format.SWISS: Mode.SWISS,
    Format.ROUND_ROBIN: Mode.SEASON,
    Format.KNOCK_OUT: Mode.SOCIAL,
    Format.KING: Mode.KING,
    Format.RANDOM: Mode.RANDOM,
    Format.SNAKE: Mode.SNAKE,
    Format.INTERVAL: Mode.INTERVAL,
    Format.SCRIPT: Mode.SCRIPT,
}
ADVICE = frozenset({"partners"})  # parts of a request that do not affect tables
CHANGES_BY_SITTING = frozenset({"mode", "rounds", "history", "ranking"}) | ADVICE


@dataclass(frozen=True)
class SeatingRequest:
    """A seating request. `players` are those who sit down or sit out; `reasons` say why it is
    these."""

    kind: SittingKind
    request: dict[str, Any]
    players: tuple[int, ...]
    reasons: tuple[Mapping[str, object], ...] = ()

    @property
    def hash(self) -> str:
        return hash_request(self.request)

    @property
    def scripted_tables(self) -> list[list[str]]:
        """Return the tables of the round if they follow a script."""
        names = self.request["players"]
        return [[names[i] for i in table] for table in self.request.get("script", [[]])[0]]


def build_request(
    tournament: Tournament,
    number: int,
    *,
    seed: str,
    mode: str = "",
    rules: Sequence[str] | None = None,
    rounds: int = 1,
    order_mode: str = "",
    former_order: bool = False,
) -> SeatingRequest:
    """Return the request for sitting `number` by the current state. `rounds` 0 means until all have
    met. `mode` and `rules` default to the tournament's; without any the order is the usual one of
    `order_mode` (default: the mode), or the formerly usual one."""
    # Players who skip the round are not in its request: they chose it, so that it is no sit-out,
    # which would give them points or count when the next sit-outs are shared out.
    here = tournament.entrants.filter(state=EntrantState.HERE).order_by("pk")
    present = [entrant for entrant in here if entrant.plays(number)]
    past = list(tournament.sittings.filter(number__lt=number).prefetch_related("tables__match"))
    strengths = _strengths(tournament, seed)
    ranked = list(strengths)
    kind, selected, reasons, seats = select(tournament, number, present, past, strengths)
    if seats is not None:
        mode = Mode.SCRIPT
    mode = Mode(mode or _usual_mode(tournament, number))
    content = _request_base(tournament, selected, past, seed)
    content["mode"] = str(mode)
    if mode is not Mode.SEASON or rounds:
        content["rounds"] = rounds or 1
    if rules := list(tournament.rules if rules is None else rules):
        content["rules"] = [rule for rule in rules if mode is not Mode.SNAKE or rule not in BY_RANK]
    _add_ranking(content, mode, ranked, past[-1:])
    if mode is Mode.KING:
        reasons = king_reasons(past[-1:], ranked, set(content["players"]))
    if tournament.format == Format.SOCIAL and "rules" not in content and not former_order:
        _add_seeds(content, selected)
    order = rule_orders.former if former_order else rule_orders.usual
    content.setdefault("rules", order(order_mode or mode, content))
    if seats is not None:
        content["players"], content["script"] = _script(seats)
    elif mode is Mode.SCRIPT:
        content["script"] = _script_of_file(tournament, number, selected)
    past_tables = {
        table.match_id: table.players
        for sitting in past
        for table in sitting.tables.all()
        if table.match_id
    }
    if partner_part := partners.partner_request(
        tournament.game, tournament.options, content["players"], past_tables
    ):
        content["partners"] = partner_part
    ids = tuple(entrant.player_id for entrant in selected)
    if Rule.SEAT_ADVANTAGE in content["rules"]:
        content |= seat_values(tournament.season, tournament.game, ids)
    return SeatingRequest(kind, content, ids, with_deciders(reasons, strengths))


def next_request(
    tournament: Tournament, seed: str = "", mode: str = "", rules: Sequence[str] | None = None
) -> SeatingRequest:
    """Return the request for the next sitting; of a round robin for all that remain. A round that a
    player skips is drawn separately, since later rounds have other players."""
    number = tournament.sittings.count() + 1
    rounds = 1
    is_planned = tournament.format == Format.ROUND_ROBIN and mode in {"", Mode.SEASON}
    if is_planned and _is_skipped(tournament, number):
        mode = Mode.SOCIAL
    elif is_planned:
        planned = tournament.sittings_planned
        rounds = max(1, planned - number + 1) if planned else 0
    seed = seed or f"{tournament.seed}.{number}"
    return build_request(tournament, number, seed=seed, mode=mode, rules=rules, rounds=rounds)


def _is_skipped(tournament: Tournament, number: int) -> bool:
    here = tournament.entrants.filter(state=EntrantState.HERE)
    return any(number in skips for skips in here.values_list("skips", flat=True))


def _usual_mode(tournament: Tournament, number: int) -> Mode:
    """Return how a sitting is drawn: the first of a knock-out or a Swiss deals the seeds to the
    tables, because nothing has been played that could rank the players."""
    if number == 1 and tournament.format in (Format.KNOCK_OUT, Format.SWISS):
        return Mode.SNAKE
    return USUAL_MODES[tournament.format]


def current_request(sitting: Sitting) -> SeatingRequest:
    """Return the request for only this sitting as it would be today."""
    mode, rules = sitting.request["mode"], sitting.request.get("rules", [])
    has_former_rules = rules == rule_orders.former(mode, sitting.request)
    has_usual_rules = has_former_rules or rules == rule_orders.usual(mode, sitting.request)
    return build_request(
        sitting.tournament,
        sitting.number,
        seed=sitting.seed,
        mode={Mode.SCRIPT: "", Mode.SEASON: Mode.SOCIAL}.get(mode, mode),
        rules=[] if has_usual_rules else rules,
        order_mode=mode,
        former_order=has_former_rules,
    )


def ranking(tournament: Tournament, seed: str) -> list[int]:
    """Return the players, best first: by the standings from the current facts, then by seeding,
    then by lot."""
    return list(_strengths(tournament, seed))


def _strengths(tournament: Tournament, seed: str) -> dict[int, PlayerStrength]:
    """Return the strength of each player, best first; equals in the order of the lots."""
    entrants = list(tournament.entrants.order_by("pk"))
    Random(f"{seed} lots").shuffle(entrants)
    table = standings_queries.find_table(tournament.season_id)
    assert table is not None, "a season has its table"
    rows = standings_queries.compute(table).rows
    place = {row.player_id: row.place for row in rows}
    last = len(place) + 1

    def strength(entrant: Entrant) -> PlayerStrength:
        rank = entrant.rank if entrant.rank is not None else float("inf")
        return PlayerStrength(place.get(entrant.player_id, last), rank)

    return {entrant.player_id: strength(entrant) for entrant in sorted(entrants, key=strength)}


def check_mode(mode: str) -> None:
    """Raise Invalid unless an organiser may choose this mode."""
    if mode and mode not in {*map(str, MODES)}:
        raise invalid("unknown_choice", "mode", _("Choose one of the draw methods."))


def is_outdated(sitting: Sitting, seating_request: SeatingRequest) -> bool:
    """Return whether other seats would be drawn today. Partners inside a table do not matter; nor,
    for sittings that were drawn together, results in between."""
    ignored = CHANGES_BY_SITTING if is_drawn_with_others(sitting) else ADVICE
    now, then = seating_request.request, sitting.request
    return any(now.get(key) != then.get(key) for key in (now.keys() | then.keys()) - ignored)


def is_drawn_with_others(sitting: Sitting) -> bool:
    """Return whether the sitting was drawn together with others."""
    return bool(sitting.request["mode"] == Mode.SEASON)


def drafts_with_old_ranking(tournament: Tournament, drafts: Iterable[Sitting]) -> list[Sitting]:
    """Return the drafts that were drawn together by a ranking that has changed: with
    `rank_distance` among its rules a round robin depends on results, otherwise it does not."""
    outdated, rankings = [], dict[str, list[str]]()
    for draft in drafts:
        if is_drawn_with_others(draft) and "ranking" in draft.request:
            if draft.seed not in rankings:
                rankings[draft.seed] = [*map(str, ranking(tournament, draft.seed))]
            players = set(draft.request["players"])
            now = [name for name in rankings[draft.seed] if name in players]
            if now != draft.request["ranking"]:
                outdated.append(draft)
    return outdated


def sizes_to_draw(tournament: Tournament, players: int) -> Sizes:
    """Return the sizes, preferring the sizes of the usual division of this many players."""
    return requests.sizes_to_draw(table_sizes(tournament), players)


def rules_above_sizes(tournament: Tournament, present: Sequence[Entrant]) -> list[Rule]:
    """Return the rules that apply here and outweigh the sizes of tables."""
    if USUAL_MODES[tournament.format] not in SEARCHED:
        return []
    keys = {*constraint_keys(_constraints(tournament, present))}
    rules = [*map(Rule, tournament.rules or rule_orders.usual(Mode.SOCIAL, keys))]
    last = rules.index(Rule.PREFERRED_SIZE) if Rule.PREFERRED_SIZE in rules else len(rules)
    idle = {rule for rule, key in NEEDS.items() if key not in keys} - {Rule.RANK_DISTANCE}
    return [rule for rule in rules[:last] if rule not in idle | {Rule.SIT_OUT}]


def _request_base(
    tournament: Tournament, entrants: Sequence[Entrant], past: Sequence[Sitting], seed: str
) -> dict[str, Any]:
    matches = [table.match_id for sitting in past for table in sitting.tables.all()]
    came_in = table_turns.substitutes_of([match for match in matches if match is not None])
    preferred = sizes_to_draw(tournament, len(entrants)).preferred
    return basic_request(
        [entrant.player_id for entrant in entrants],
        Sizes(tournament.least, tournament.most, preferred),
        seed=seed,
        seconds=SECONDS,
        history=[_past_round(sitting, came_in) for sitting in past],
        constraints=_constraints(tournament, entrants),
    )


def _past_round(sitting: Sitting, came_in: Mapping[int, Sequence[int]]) -> PastRound:
    """Return who sat where; substitutes of a running match sat there too, unless they had another
    table in this sitting."""
    seated = {player for table in sitting.tables.all() for player in table.players}
    tables = []
    for table in sitting.tables.all():
        others = [pk for pk in came_in.get(table.match_id or 0, ()) if pk not in seated]
        players = [*table.players, *others][:MOST_SEATS]
        seated.update(players)
        tables.append(players)
    return PastRound(tables, [player for player in sitting.sit_out if player not in seated])


def _constraints(tournament: Tournament, entrants: Sequence[Entrant]) -> Constraints:
    player = {entrant.pk: entrant.player_id for entrant in entrants}
    pairs: dict[str, list[tuple[int, int]]] = {kind: [] for kind in WishKind.values}
    for wish in tournament.wishes.order_by("pk"):
        if wish.one_id in player and wish.other_id in player:
            pairs[wish.kind].append((player[wish.one_id], player[wish.other_id]))
    return Constraints(
        apart=pairs[WishKind.APART],
        together=pairs[WishKind.TOGETHER],
        levels={row.player_id: row.level for row in entrants if row.level is not None},
        fixed={row.player_id: row.table - 1 for row in entrants if row.table is not None},
        step_free=[row.player_id for row in entrants if row.step_free],
        step_free_tables=[number - 1 for number in tournament.step_free_tables],
    )


def _add_ranking(
    content: dict[str, Any], mode: Mode, ranked: Iterable[int], last: list[Sitting]
) -> None:
    players = set(content["players"])
    strength = [str(player) for player in ranked]
    if mode in RANKED or set(BY_RANK).intersection(content.get("rules", ())):
        content["ranking"] = [name for name in strength if name in players]
    if mode is Mode.KING:
        ladder = [
            _best_first(table, strength, players) for table in chain(*map(finished_tables, last))
        ]
        content["results"] = [table for table in ladder if table]


def _add_seeds(content: dict[str, Any], entrants: Sequence[Entrant]) -> None:
    """Add a ranking by seeds where there are any: the last thing that a social draw looks at."""
    if any(entrant.rank is not None for entrant in entrants):
        seeded = sorted(entrants, key=lambda entrant: (entrant.rank is None, entrant.rank or 0))
        content["ranking"] = [str(entrant.player_id) for entrant in seeded]


def _best_first(table: FinishedTable, strength: Sequence[str], names: set[str]) -> list[str]:
    place = dict(zip(table.players, table.places or (), strict=False))
    order = {name: number for number, name in enumerate(strength)}
    ranked = sorted(table.players, key=lambda name: (place.get(name, 0), order[name]))
    return [name for name in ranked if name in names]


def _script(seats: knockout.FinalTables) -> tuple[list[str], list[list[list[int]]]]:
    """Return a final as a script: players in the order of their tables, tables in a row."""
    players = [*chain(*seats.tables), *seats.out]
    number = {name: index for index, name in enumerate(players)}
    return players, [[[number[name] for name in table] for table in seats.tables]]


def _script_of_file(
    tournament: Tournament, number: int, present: Sequence[Entrant]
) -> list[list[list[int]]]:
    """Return this round of the file as numbers of the players who are here; other seats stay
    empty."""
    numbers = {entrant.player_id: index for index, entrant in enumerate(present)}
    tables = scripted_round(tournament, number, present).tables
    return [[[numbers[player] for player in table.players] for table in tables]]
