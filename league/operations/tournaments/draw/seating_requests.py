"""Seating requests: the input of a draw, made from the current state of a tournament.

Players are named by their ids, so that anybody can repeat and check a draw with `python -m
seating`. Nothing is stored here.
"""

import hashlib
import json
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
    Match,
    Sitting,
    SittingKind,
    SittingTable,
    Tournament,
    WishKind,
)
from league.operations.tournaments.draw import partners
from scoring import standings_queries
from scoring.pure import schemes
from seating import knockout, plan, request
from seating.knockout import FinishedTable
from seating.rules import NEEDS, RANKED, SEARCHED, Mode, Rule, default_rules
from seating.sizes import Sizes, is_only, partition

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


def build_request(
    tournament: Tournament,
    number: int,
    *,
    seed: str,
    mode: str = "",
    rules: Sequence[str] | None = None,
    rounds: int = 1,
) -> SeatingRequest:
    """Return the request for sitting `number` by the current state. `rounds` 0 means until all have
    met. `mode` and `rules` default to those of the tournament."""
    present = list(tournament.entrants.filter(state=EntrantState.HERE).order_by("pk"))
    past = list(tournament.sittings.filter(number__lt=number).prefetch_related("tables__match"))
    ranked = ranking(tournament, seed)
    kind = sitting_kind(tournament, number)
    selected, reasons = _select(tournament, kind, present, past, ranked)
    if kind == SittingKind.FINAL:
        mode = Mode.SCRIPT
    elif kind == SittingKind.KNOCK_OUT and number == 1 and not mode:
        mode = Mode.SNAKE
    mode = Mode(mode or USUAL_MODES[tournament.format])
    content = _request_base(tournament, selected, past, seed)
    content["mode"] = str(mode)
    if mode is not Mode.SEASON or rounds:
        content["rounds"] = rounds or 1
    if rules := list(tournament.rules if rules is None else rules):
        content["rules"] = rules
    _add_ranking(content, mode, ranked, past[-1:])
    content.setdefault("rules", default_rule_order(mode, content))
    if mode is Mode.SCRIPT:
        content["players"], content["script"] = _script(tournament, content["players"], ranked)
    if kind == SittingKind.KNOCK_OUT and _at_one_table(tournament, len(selected)):
        kind = SittingKind.FINAL
    if partner_part := partners.partner_request(tournament, content["players"], past):
        content["partners"] = partner_part
    ids = tuple(entrant.player_id for entrant in selected)
    return SeatingRequest(kind, content, ids, tuple(reasons))


def sitting_kind(tournament: Tournament, number: int) -> SittingKind:
    """Return the kind of a sitting before its players are known; the last table of a knock-out is
    its final too."""
    if tournament.format == Format.KNOCK_OUT:
        return SittingKind.KNOCK_OUT
    if tournament.finalists and number > tournament.sittings_planned:
        return SittingKind.FINAL
    return SittingKind.PRELIMINARY


def default_rule_order(mode: str, keys: Iterable[str]) -> list[str]:
    """Return the order of rules where the organiser has set none: sizes of tables come before
    meetings, or eight players at tables of four who have all met would play four duels."""
    order = [*map(str, default_rules(Mode(mode), frozenset(keys)))]
    order.remove(Rule.PREFERRED_SIZE)
    order.insert(order.index(Rule.CONSECUTIVE_REPEAT), str(Rule.PREFERRED_SIZE))
    return order


def current_request(sitting: Sitting) -> SeatingRequest:
    """Return the request for this sitting alone as it would be today."""
    mode, rules = sitting.request["mode"], sitting.request.get("rules", [])
    has_usual_rules = rules == default_rule_order(mode, sitting.request)
    return build_request(
        sitting.tournament,
        sitting.number,
        seed=sitting.seed,
        mode={Mode.SCRIPT: "", Mode.SEASON: Mode.SOCIAL}.get(mode, mode),
        rules=[] if has_usual_rules else rules,
    )


def ranking(tournament: Tournament, seed: str) -> list[int]:
    """Return the players, best first: by the standings from the current facts, then by seeding,
    then at random."""
    entrants = list(tournament.entrants.order_by("pk"))
    Random(f"{seed} lots").shuffle(entrants)
    table = standings_queries.find_table(tournament.season_id)
    assert table is not None, "a season has its table"
    rows = standings_queries.preview(table, schemes.read(table.scheme)).rows
    place = {row.player_id: row.place for row in rows}
    last = len(place) + 1

    def strength(entrant: Entrant) -> tuple[int, float]:
        rank = entrant.rank if entrant.rank is not None else float("inf")
        return place.get(entrant.player_id, last), rank

    return [entrant.player_id for entrant in sorted(entrants, key=strength)]


def parse_request(content: Mapping[str, Any]) -> request.Request:
    """Return a stored request in parsed form."""
    parsed, problems = request.read(dict(content))
    assert parsed is not None, problems
    return parsed


def parse_plan(stored: Mapping[str, Any]) -> plan.Plan:
    """Return a stored plan in parsed form."""
    parsed, problems = plan.read({key: stored[key] for key in stored if key != "reasons"})
    assert parsed is not None, problems
    return parsed


def check_mode(mode: str) -> None:
    """Raise Invalid unless an organiser may choose this mode."""
    if mode and mode not in {*map(str, MODES)}:
        raise invalid("unknown_choice", "mode", _("Choose one of the draw methods."))


def is_outdated(sitting: Sitting, seating_request: SeatingRequest) -> bool:
    """Return whether other seats would be drawn today. Partners inside a table do not matter; nor,
    for sittings that were drawn together, what was played in between."""
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


def hash_request(content: Mapping[str, Any]) -> str:
    """Return a hash of a request."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def finished_tables(sitting: Sitting) -> list[FinishedTable]:
    """Return the tables of a sitting with their places; by the current totals where they still
    play."""
    return [_finished(table) for table in sitting.tables.all()]


def table_sizes(tournament: Tournament) -> Sizes:
    """Return the sizes of tables that the tournament allows and prefers."""
    return Sizes(tournament.least, tournament.most, frozenset(tournament.preferred))


def sizes_to_draw(tournament: Tournament, players: int) -> Sizes:
    """Return the sizes, with those preferred to which so many players lead: of several equally good
    divisions the one that is known before the draw."""
    sizes = table_sizes(tournament)
    shares = partition(players, sizes)
    used = frozenset(shares.tables)
    both = sizes.preferred & used
    for preferred in (both, used):
        narrow = Sizes(sizes.least, sizes.most, preferred)
        if preferred and is_only(players - shares.sit_out, narrow):
            return narrow
    return Sizes(sizes.least, sizes.most, both or sizes.preferred)


def rules_above_sizes(tournament: Tournament, present: Sequence[Entrant]) -> list[Rule]:
    """Return the rules that apply here and outweigh the sizes of tables."""
    if USUAL_MODES[tournament.format] not in SEARCHED:
        return []
    keys = {*_constraints(tournament, present), *_needs(tournament, present)}
    rules = [*map(Rule, tournament.rules or default_rule_order(Mode.SOCIAL, keys))]
    last = rules.index(Rule.PREFERRED_SIZE) if Rule.PREFERRED_SIZE in rules else len(rules)
    idle = {rule for rule, key in NEEDS.items() if key not in keys} - {Rule.RANK_DISTANCE}
    return [rule for rule in rules[:last] if rule not in idle | {Rule.SIT_OUT}]


def _finished(table: SittingTable) -> FinishedTable:
    match: Match | None = table.match
    names = tuple(map(str, table.players))
    if match is None or (match.stopped_at is not None and not match.over):
        return FinishedTable(names, None)
    return FinishedTable(names, tuple(match.places))


def _select(
    tournament: Tournament,
    kind: SittingKind,
    present: Sequence[Entrant],
    past: Sequence[Sitting],
    ranked: Sequence[int],
) -> tuple[list[Entrant], Sequence[Mapping[str, object]]]:
    """Return who of the present players plays in this sitting, and the reasons."""
    if kind == SittingKind.FINAL:
        present_ids = {entrant.player_id for entrant in present}
        best = [player for player in ranked if player in present_ids][: tournament.finalists]
        return [entrant for entrant in present if entrant.player_id in set(best)], ()
    if kind == SittingKind.KNOCK_OUT and past:
        qualified = _qualified(tournament, past[-1], ranked)
        names = _with_substitutes(tournament, set(qualified.players))
        selected = [entrant for entrant in present if str(entrant.player_id) in names]
        return selected, qualified.reasons
    return list(present), ()


def _qualified(
    tournament: Tournament, last: Sitting, ranked: Sequence[int]
) -> knockout.Qualification:
    strength, byes = [*map(str, ranked)], [*map(str, last.sit_out)]
    return knockout.qualifiers(finished_tables(last), tournament.go_on, strength, byes)


def _with_substitutes(tournament: Tournament, names: set[str]) -> set[str]:
    """Return the names with the substitutes of those who go on."""
    replaced = tournament.entrants.filter(substitute__isnull=False)
    substitutes = dict(replaced.values_list("player", "substitute__player"))
    for name in list(names):
        player = int(name)
        while player in substitutes:
            player = substitutes.pop(player)
            names.add(str(player))
    return names


def _at_one_table(tournament: Tournament, players: int) -> bool:
    return tournament.least <= players <= tournament.most


def _request_base(
    tournament: Tournament, entrants: Sequence[Entrant], past: Sequence[Sitting], seed: str
) -> dict[str, Any]:
    sizes: dict[str, Any] = {"min": tournament.least, "max": tournament.most}
    if preferred := sizes_to_draw(tournament, len(entrants)).preferred:
        sizes["preferred"] = sorted(preferred)
    content: dict[str, Any] = {
        "seating": request.VERSION,
        "players": [str(entrant.player_id) for entrant in entrants],
        "table_sizes": sizes,
        "seed": _seed_number(seed),
        "seconds": SECONDS,
    }
    if past:
        content["history"] = [_history_entry(sitting) for sitting in past]
    return {**content, **_constraints(tournament, entrants), **_needs(tournament, entrants)}


def _history_entry(sitting: Sitting) -> dict[str, Any]:
    return {
        "tables": [[*map(str, table.players)] for table in sitting.tables.all()],
        "sit_out": [*map(str, sitting.sit_out)],
    }


def _constraints(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[str, Any]:
    name = {entrant.pk: str(entrant.player_id) for entrant in entrants}
    constraints: dict[str, Any] = {}
    keys = {WishKind.APART: "forbidden", WishKind.TOGETHER: "together"}
    for wish in tournament.wishes.order_by("pk"):
        if wish.one_id in name and wish.other_id in name:
            pairs = constraints.setdefault(keys[WishKind(wish.kind)], [])
            pairs.append([name[wish.one_id], name[wish.other_id]])
    return constraints


def _needs(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[str, Any]:
    levels = {str(each.player_id): each.level for each in entrants if each.level is not None}
    fixed = {str(each.player_id): each.table - 1 for each in entrants if each.table is not None}
    steps = [str(each.player_id) for each in entrants if each.step_free]
    free = [number - 1 for number in tournament.step_free_tables]
    needs: dict[str, Any] = {"levels": levels, "fixed": fixed}
    if steps:
        needs["step_free"] = {"players": steps, "tables": free}
    return {key: value for key, value in needs.items() if value}


def _add_ranking(
    content: dict[str, Any], mode: Mode, ranked: Iterable[int], last: list[Sitting]
) -> None:
    players = set(content["players"])
    strength = [str(player) for player in ranked]
    if mode in RANKED or Rule.RANK_DISTANCE in content.get("rules", ()):
        content["ranking"] = [name for name in strength if name in players]
    if mode is Mode.KING:
        ladder = [
            _best_first(table, strength, players) for table in chain(*map(finished_tables, last))
        ]
        content["results"] = [table for table in ladder if table]


def _best_first(table: FinishedTable, strength: Sequence[str], names: set[str]) -> list[str]:
    place = dict(zip(table.players, table.places or (), strict=False))
    order = {name: number for number, name in enumerate(strength)}
    ranked = sorted(table.players, key=lambda name: (place.get(name, 0), order[name]))
    return [name for name in ranked if name in names]


def _script(
    tournament: Tournament, players: Sequence[str], ranked: Sequence[int]
) -> tuple[list[str], list[list[list[int]]]]:
    """Return a final as a script: players in the order of their strength, tables in a row."""
    names = set(players)
    best = [str(player) for player in ranked if str(player) in names]
    final = knockout.final(best, len(best), table_sizes(tournament))
    number = {name: index for index, name in enumerate(best)}
    return best, [[[number[name] for name in table] for table in final.tables]]


def _seed_number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:6])
