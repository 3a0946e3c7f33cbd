"""What a sitting is drawn from: the seating request, made of all that is known of a tournament.

Players are named by their ids, so that anybody can draw and check the same with `python -m
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

SECONDS = 3  # how long a draw is searched at most
MODES = frozenset(Mode) - {Mode.SCRIPT, Mode.ARENA}  # that may be asked for
USUAL: Mapping[str, Mode] = {
    Format.SOCIAL: Mode.SOCIAL,
    Format.SWISS: Mode.SWISS,
    Format.ROUND_ROBIN: Mode.SEASON,
    Format.KNOCK_OUT: Mode.SOCIAL,
    Format.KING: Mode.KING,
    Format.RANDOM: Mode.RANDOM,
    Format.SNAKE: Mode.SNAKE,
    Format.INTERVAL: Mode.INTERVAL,
}
ADVICE = frozenset({"partners"})  # parts of a request that move nobody to another table
OF_THE_DAY = frozenset({"mode", "rounds", "history", "ranking"}) | ADVICE


@dataclass(frozen=True)
class Asked:
    """`players` are those who sit down or sit out; `reasons` tell why they are those."""

    kind: SittingKind
    request: dict[str, Any]
    players: tuple[int, ...]
    reasons: tuple[Mapping[str, object], ...] = ()

    @property
    def hash(self) -> str:
        return digest(self.request)


def ask(
    tournament: Tournament,
    number: int,
    *,
    seed: str,
    mode: str = "",
    rules: Sequence[str] | None = None,
    rounds: int = 1,
) -> Asked:
    """The request for sitting `number`, by what is known now; `rounds` 0 until all have met.
    `mode` and `rules` are those of the tournament if they are left out."""
    here = list(tournament.entrants.filter(state=EntrantState.HERE).order_by("pk"))
    past = list(tournament.sittings.filter(number__lt=number).prefetch_related("tables__match"))
    ranked = ranking(tournament, seed)
    kind = kind_of(tournament, number)
    chosen, reasons = _chosen(tournament, kind, here, past, ranked)
    if kind == SittingKind.FINAL:
        mode = Mode.SCRIPT
    elif kind == SittingKind.KNOCK_OUT and number == 1 and not mode:
        mode = Mode.SNAKE
    mode = Mode(mode or USUAL[tournament.format])
    asked = _base(tournament, chosen, past, seed)
    asked["mode"] = str(mode)
    if mode is not Mode.SEASON or rounds:
        asked["rounds"] = rounds or 1
    if rules := list(tournament.rules if rules is None else rules):
        asked["rules"] = rules
    _rank(asked, mode, ranked, past[-1:])
    asked.setdefault("rules", usual_rules(mode, asked))
    if mode is Mode.SCRIPT:
        asked["players"], asked["script"] = _script(tournament, asked["players"], ranked)
    if kind == SittingKind.KNOCK_OUT and _at_one_table(tournament, len(chosen)):
        kind = SittingKind.FINAL
    if told := partners.ask(tournament, asked["players"], past):
        asked["partners"] = told
    ids = tuple(entrant.player_id for entrant in chosen)
    return Asked(kind, asked, ids, tuple(reasons))


def kind_of(tournament: Tournament, number: int) -> SittingKind:
    """Before anybody is looked at: the last table of a knock-out is its final too."""
    if tournament.format == Format.KNOCK_OUT:
        return SittingKind.KNOCK_OUT
    if tournament.finalists and number > tournament.sittings_planned:
        return SittingKind.FINAL
    return SittingKind.PRELIMINARY


def usual_rules(mode: str, keys: Iterable[str]) -> list[str]:
    """Return what counts where the organiser has set no order: sizes of tables before meetings, or
    eight players at tables of four who have all met would play four duels."""
    order = [*map(str, default_rules(Mode(mode), frozenset(keys)))]
    order.remove(Rule.PREFERRED_SIZE)
    order.insert(order.index(Rule.CONSECUTIVE_REPEAT), str(Rule.PREFERRED_SIZE))
    return order


def again(sitting: Sitting) -> Asked:
    """The request as it would be today, for this sitting alone."""
    mode, rules = sitting.request["mode"], sitting.request.get("rules", [])
    is_usual = rules == usual_rules(mode, sitting.request)
    return ask(
        sitting.tournament,
        sitting.number,
        seed=sitting.seed,
        mode={Mode.SCRIPT: "", Mode.SEASON: Mode.SOCIAL}.get(mode, mode),
        rules=[] if is_usual else rules,
    )


def ranking(tournament: Tournament, seed: str) -> list[int]:
    """Players, the best first: by the standings as the facts of this moment have them, then by
    seeding, then by lot."""
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


def read(asked: Mapping[str, Any]) -> request.Request:
    found, problems = request.read(dict(asked))
    assert found is not None, problems
    return found


def read_plan(stored: Mapping[str, Any]) -> plan.Plan:
    found, problems = plan.read({key: stored[key] for key in stored if key != "reasons"})
    assert found is not None, problems
    return found


def check_mode(mode: str) -> None:
    if mode and mode not in {*map(str, MODES)}:
        raise invalid("unknown_choice", "mode", _("Choose one of the ways to draw."))


def is_outdated(sitting: Sitting, asked: Asked) -> bool:
    """Would other seats be drawn today? Who was whose partner inside a table does not matter; nor,
    of sittings that were drawn together, what was played in between."""
    apart = OF_THE_DAY if is_of_many(sitting) else ADVICE
    now, then = asked.request, sitting.request
    return any(now.get(key) != then.get(key) for key in (now.keys() | then.keys()) - apart)


def is_of_many(sitting: Sitting) -> bool:
    """Drawn at once with others, as far as there are any."""
    return bool(sitting.request["mode"] == Mode.SEASON)


def outranked(tournament: Tournament, drafts: Iterable[Sitting]) -> list[Sitting]:
    """Those that were drawn together by a ranking which is another now: with `rank_distance` among
    its rules a round robin looks at results, and else at none."""
    found, rankings = [], dict[str, list[str]]()
    for draft in drafts:
        if is_of_many(draft) and "ranking" in draft.request:
            if draft.seed not in rankings:
                rankings[draft.seed] = [*map(str, ranking(tournament, draft.seed))]
            known = set(draft.request["players"])
            now = [name for name in rankings[draft.seed] if name in known]
            if now != draft.request["ranking"]:
                found.append(draft)
    return found


def digest(asked: Mapping[str, Any]) -> str:
    written = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def finished(sitting: Sitting) -> list[FinishedTable]:
    """The tables of a sitting with their places; by the totals so far where they still play."""
    return [_finished(table) for table in sitting.tables.all()]


def sizes_of(tournament: Tournament) -> Sizes:
    return Sizes(tournament.least, tournament.most, frozenset(tournament.preferred))


def sizes_to_draw(tournament: Tournament, players: int) -> Sizes:
    """Return the sizes with those preferred that so many players are drawn to: of several ways
    that are equally good the one that can be told before the draw."""
    sizes = sizes_of(tournament)
    shares = partition(players, sizes)
    used = frozenset(shares.tables)
    both = sizes.preferred & used
    for liked in (both, used):
        narrow = Sizes(sizes.least, sizes.most, liked)
        if liked and is_only(players - shares.sit_out, narrow):
            return narrow
    return Sizes(sizes.least, sizes.most, both or sizes.preferred)


def rivals(tournament: Tournament, here: Sequence[Entrant]) -> list[Rule]:
    """Return the rules that have something to count and outweigh the sizes of tables."""
    if USUAL[tournament.format] not in SEARCHED:
        return []
    keys = {*_wishes(tournament, here), *_needs(tournament, here)}
    rules = [*map(Rule, tournament.rules or usual_rules(Mode.SOCIAL, keys))]
    last = rules.index(Rule.PREFERRED_SIZE) if Rule.PREFERRED_SIZE in rules else len(rules)
    idle = {rule for rule, key in NEEDS.items() if key not in keys} - {Rule.RANK_DISTANCE}
    return [rule for rule in rules[:last] if rule not in idle | {Rule.SIT_OUT}]


def _finished(table: SittingTable) -> FinishedTable:
    match: Match | None = table.match
    names = tuple(map(str, table.players))
    if match is None or (match.stopped_at is not None and not match.over):
        return FinishedTable(names, None)
    return FinishedTable(names, tuple(match.places))


def _chosen(
    tournament: Tournament,
    kind: SittingKind,
    here: Sequence[Entrant],
    past: Sequence[Sitting],
    ranked: Sequence[int],
) -> tuple[list[Entrant], Sequence[Mapping[str, object]]]:
    """Of those who are here: who plays in this sitting."""
    if kind == SittingKind.FINAL:
        present = {entrant.player_id for entrant in here}
        best = [player for player in ranked if player in present][: tournament.finalists]
        return [entrant for entrant in here if entrant.player_id in set(best)], ()
    if kind == SittingKind.KNOCK_OUT and past:
        through = _qualified(tournament, past[-1], ranked)
        names = _with_substitutes(tournament, set(through.players))
        found = [entrant for entrant in here if str(entrant.player_id) in names]
        return found, through.reasons
    return list(here), ()


def _qualified(
    tournament: Tournament, last: Sitting, ranked: Sequence[int]
) -> knockout.Qualification:
    strength, byes = [*map(str, ranked)], [*map(str, last.sit_out)]
    return knockout.qualifiers(finished(last), tournament.go_on, strength, byes)


def _with_substitutes(tournament: Tournament, names: set[str]) -> set[str]:
    """Who took the place of one who goes on goes on too."""
    replaced = tournament.entrants.filter(substitute__isnull=False)
    heirs = dict(replaced.values_list("player", "substitute__player"))
    for name in list(names):
        player = int(name)
        while player in heirs:
            player = heirs.pop(player)
            names.add(str(player))
    return names


def _at_one_table(tournament: Tournament, players: int) -> bool:
    return tournament.least <= players <= tournament.most


def _base(
    tournament: Tournament, chosen: Sequence[Entrant], past: Sequence[Sitting], seed: str
) -> dict[str, Any]:
    sizes: dict[str, Any] = {"min": tournament.least, "max": tournament.most}
    if preferred := sizes_to_draw(tournament, len(chosen)).preferred:
        sizes["preferred"] = sorted(preferred)
    asked: dict[str, Any] = {
        "seating": request.VERSION,
        "players": [str(entrant.player_id) for entrant in chosen],
        "table_sizes": sizes,
        "seed": _number(seed),
        "seconds": SECONDS,
    }
    if past:
        asked["history"] = [_past(sitting) for sitting in past]
    return {**asked, **_wishes(tournament, chosen), **_needs(tournament, chosen)}


def _past(sitting: Sitting) -> dict[str, Any]:
    return {
        "tables": [[*map(str, table.players)] for table in sitting.tables.all()],
        "sit_out": [*map(str, sitting.sit_out)],
    }


def _wishes(tournament: Tournament, chosen: Sequence[Entrant]) -> dict[str, Any]:
    name = {entrant.pk: str(entrant.player_id) for entrant in chosen}
    found: dict[str, Any] = {}
    keys = {WishKind.APART: "forbidden", WishKind.TOGETHER: "together"}
    for wish in tournament.wishes.order_by("pk"):
        if wish.one_id in name and wish.other_id in name:
            pairs = found.setdefault(keys[WishKind(wish.kind)], [])
            pairs.append([name[wish.one_id], name[wish.other_id]])
    return found


def _needs(tournament: Tournament, chosen: Sequence[Entrant]) -> dict[str, Any]:
    levels = {str(each.player_id): each.level for each in chosen if each.level is not None}
    fixed = {str(each.player_id): each.table - 1 for each in chosen if each.table is not None}
    steps = [str(each.player_id) for each in chosen if each.step_free]
    free = [number - 1 for number in tournament.step_free_tables]
    needs: dict[str, Any] = {"levels": levels, "fixed": fixed}
    if steps:
        needs["step_free"] = {"players": steps, "tables": free}
    return {key: value for key, value in needs.items() if value}


def _rank(asked: dict[str, Any], mode: Mode, ranked: Iterable[int], last: list[Sitting]) -> None:
    known = set(asked["players"])
    strength = [str(player) for player in ranked]
    if mode in RANKED or Rule.RANK_DISTANCE in asked.get("rules", ()):
        asked["ranking"] = [name for name in strength if name in known]
    if mode is Mode.KING:
        ladder = [_best_first(table, strength, known) for table in chain(*map(finished, last))]
        asked["results"] = [table for table in ladder if table]


def _best_first(table: FinishedTable, strength: Sequence[str], known: set[str]) -> list[str]:
    place = dict(zip(table.players, table.places or (), strict=False))
    order = {name: number for number, name in enumerate(strength)}
    ranked = sorted(table.players, key=lambda name: (place.get(name, 0), order[name]))
    return [name for name in ranked if name in known]


def _script(
    tournament: Tournament, players: Sequence[str], ranked: Sequence[int]
) -> tuple[list[str], list[list[list[int]]]]:
    """The final as a card: players in the order of their strength, tables in a row."""
    known = set(players)
    best = [str(player) for player in ranked if str(player) in known]
    found = knockout.final(best, len(best), sizes_of(tournament))
    number = {name: index for index, name in enumerate(best)}
    return best, [[[number[name] for name in table] for table in found.tables]]


def _number(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:6])
