"""The awards of a season, each a rule with its proof. Pure.

Equal players share an award; if more than MOST_WINNERS are equal, it is not given.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.pure.facts import Fact, PlayerId, SeasonFacts
from scoring.pure.points import result_points, season_points, sit_out_points
from scoring.pure.runs import longest_run
from scoring.pure.schemes import Scheme
from scoring.pure.standings import facts_by_player, totals
from scoring.pure.units import UNIT
from scoring.pure.upsets import Upset

MOST_WINNERS = 4
LEAST_GAIN = 3  # places of a comeback
LEAST_RUN = 3  # wins in a row
LEAST_UPSETS = 2
LEAST_SESSIONS = 2  # before that, awards would follow from a single evening


class AwardRule(StrEnum):
    VERIFIED = "verified"
    COMEBACK = "comeback"
    GIANT_KILLER = "giant_killer"
    FAITHFUL = "faithful"
    BEST_EVENING = "best_evening"
    WINNING_RUN = "winning_run"


@dataclass(frozen=True)
class AwardProof:
    """The proof of one player. `count` decides: matches, places, evenings or units of points, by
    the rule; `of` is the total that it is counted among. `sessions` and `matches` are the
    evidence."""

    player: PlayerId
    count: int
    of: int = 0
    sessions: Sequence[int] = ()
    matches: Sequence[int] = ()


@dataclass(frozen=True)
class Award:
    rule: AwardRule
    proofs: Sequence[AwardProof]


def awards(
    history: SeasonFacts, scheme: Scheme, verified: Collection[int], upsets: Iterable[Upset]
) -> list[Award]:
    """Return the awards that are given, in the order of the rules; `verified` are the matches with
    more evidence than a score sheet."""
    if len({fact.session for fact in history.facts}) < LEAST_SESSIONS:
        return []
    by_rule = {
        AwardRule.VERIFIED: most_verified(history.facts, verified),
        AwardRule.COMEBACK: comebacks(history, scheme),
        AwardRule.GIANT_KILLER: giant_killers(upsets),
        AwardRule.FAITHFUL: most_faithful(history.facts),
        AwardRule.BEST_EVENING: best_evenings(history.facts, scheme),
        AwardRule.WINNING_RUN: longest_runs(history.facts),
    }
    return [
        Award(rule, proofs) for rule, proofs in by_rule.items() if 0 < len(proofs) <= MOST_WINNERS
    ]


def most_verified(facts: Sequence[Fact], verified: Collection[int]) -> list[AwardProof]:
    """Return who played the most matches that rest on more than a score sheet; of equal players
    those with fewer other matches."""
    proofs = [
        AwardProof(player, sum(fact.match in verified for fact in own), len(own))
        for player, own in facts_by_player(facts).items()
    ]
    return _best((proof for proof in proofs if proof.count), lambda proof: -proof.of)


def comebacks(history: SeasonFacts, scheme: Scheme) -> list[AwardProof]:
    """Return who gained the most places, by points, from the end of an evening to the end; `of` is
    the place then."""
    places = places_by_session(history, scheme)
    if not places:
        return []
    _last_session, final = places[-1]
    proofs = []
    for player, place in final.items():
        earlier = [(row[player], session) for session, row in places[:-1] if player in row]
        if not earlier:
            continue
        worst = max(place for place, _session in earlier)
        since = next(session for place, session in reversed(earlier) if place == worst)
        proofs.append(AwardProof(player, worst - place, worst, [since]))
    return _best(proof for proof in proofs if proof.count >= LEAST_GAIN)


def giant_killers(upsets: Iterable[Upset]) -> list[AwardProof]:
    """Return the players who most often ended a match ahead of a player rated much higher before
    it; the matches with the largest gaps come first."""
    gaps: defaultdict[PlayerId, dict[int, int]] = defaultdict(dict)
    for upset in upsets:
        matches = gaps[upset.winner]
        matches[upset.match] = max(upset.gap, matches.get(upset.match, 0))
    proofs = [
        AwardProof(player, len(own), matches=sorted(own, key=lambda match: (-own[match], match)))
        for player, own in gaps.items()
    ]
    return _best(proof for proof in proofs if proof.count >= LEAST_UPSETS)


def most_faithful(facts: Sequence[Fact]) -> list[AwardProof]:
    """Return who played on the most evenings, of all evenings with a result; of equal players those
    with more matches."""
    all_sessions, by_player = len({fact.session for fact in facts}), facts_by_player(facts)
    proofs = [
        AwardProof(player, len({fact.session for fact in own}), all_sessions)
        for player, own in by_player.items()
    ]
    return _best(proofs, lambda proof: len(by_player[proof.player]))


def best_evenings(facts: Sequence[Fact], scheme: Scheme) -> list[AwardProof]:
    """Return who earned the most points on one evening; `count` is in units."""
    earned: Counter[tuple[PlayerId, int]] = Counter()
    for fact in facts:
        earned[fact.player, fact.session] += result_points(fact, scheme)
    best = _best(
        AwardProof(player, units, sessions=[session]) for (player, session), units in earned.items()
    )
    return best if best and best[0].count > 0 else []


def longest_runs(facts: Sequence[Fact]) -> list[AwardProof]:
    """Return who won the most matches in a row, with these matches."""
    proofs = []
    for player, own in facts_by_player(facts).items():
        in_time = sorted(own, key=lambda fact: (fact.session_index, fact.match))
        run = longest_run(in_time, lambda fact: fact.place == 1)
        proofs.append(AwardProof(player, len(run), matches=[fact.match for fact in run]))
    return _best(proof for proof in proofs if proof.count >= LEAST_RUN)


def places_by_session(
    history: SeasonFacts, scheme: Scheme
) -> list[tuple[int, Mapping[PlayerId, int]]]:
    """Return for each session with a result, in time, the place of each player after it: 1 and the
    number of players with more points. Tie-breaks and minimums of evenings or matches do not count
    here."""
    if scheme.kept_per_month is not None:  # each evening changes what the earlier ones are worth
        return [
            (session, _places({line.player: line.points for line in totals(so_far, scheme)}))
            for session, so_far in history.by_session()
        ]
    by_session: defaultdict[tuple[int, int], Counter[PlayerId]] = defaultdict(Counter)
    for fact in history.facts:
        by_player = by_session[fact.session_index, fact.session]
        by_player[fact.player] += result_points(fact, scheme)
    penalties = sorted(history.penalties, key=lambda penalty: penalty.session_index)
    earned: defaultdict[PlayerId, list[int]] = defaultdict(list)  # per session
    lost: Counter[PlayerId] = Counter()
    played, sat_out = _played_by_session(history.facts), Counter[PlayerId]()
    matches: Counter[PlayerId] = Counter()
    sit_outs = sorted(history.sit_outs, key=lambda sit_out: sit_out.session_index)
    places: list[tuple[int, Mapping[PlayerId, int]]] = []
    for index, session in sorted(by_session):
        for player, units in by_session[index, session].items():
            earned[player].append(units)
            matches[player] += played[index, player]
        while sit_outs and sit_outs[0].session_index <= index:
            sat_out[sit_outs.pop(0).player] += 1
        while penalties and penalties[0].session_index <= index:
            penalty = penalties.pop(0)
            lost[penalty.player] += penalty.points * UNIT
        points = {
            player: season_points(own, matches[player], scheme)
            + sit_out_points(sum(own), matches[player], sat_out[player], scheme)
            - lost[player]
            for player, own in earned.items()
        }
        places.append((session, _places(points)))
    return places


def _played_by_session(facts: Iterable[Fact]) -> Counter[tuple[int, PlayerId]]:
    return Counter((fact.session_index, fact.player) for fact in facts)


def _places(points: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    ascending = sorted(points.values())
    return {
        player: 1 + len(ascending) - bisect_right(ascending, units)
        for player, units in points.items()
    }


def _best(
    proofs: Iterable[AwardProof], among_equals: Callable[[AwardProof], int] = lambda proof: 0
) -> list[AwardProof]:
    """Return the proofs with the highest count, of these the ones that are best `among_equals`, by
    player; of one player the first."""
    candidates = [((proof.count, among_equals(proof)), proof) for proof in proofs]
    most = max((key for key, _proof in candidates), default=None)
    best: dict[PlayerId, AwardProof] = {}
    for key, proof in candidates:
        if key == most:
            best.setdefault(proof.player, proof)
    return [best[player] for player in sorted(best)]
