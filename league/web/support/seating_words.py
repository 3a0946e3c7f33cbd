"""The costs of a draw in words: rule by rule, table by table, and what a swap would change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Match, Player, Seat, Session, Sitting
from league.operations.seating import own_reasons
from league.operations.seating.own_reasons import Meetings, OwnSitOut, TableReasons
from league.operations.support import wording
from league.operations.tournaments.draw import prechecks
from seating.plan import Status
from seating.rules import SEARCHED, Rule
from seating.sizes import SitOutReason

Names = Mapping[int, str]

RULES: Mapping[str, Any] = {
    Rule.FORBIDDEN_PAIR: gettext_lazy("Pairs at one table that should be apart"),
    Rule.TOGETHER: gettext_lazy("Pairs that should sit together but do not"),
    Rule.FIXED_TABLE: gettext_lazy("Players not at their fixed table"),
    Rule.STEP_FREE: gettext_lazy("Players without the step-free table they need"),
    Rule.LEVEL_GAP: gettext_lazy("Pairs whose levels are too far apart"),
    Rule.SAME_LEVEL: gettext_lazy("Pairs of about the same strength"),
    Rule.SAME_TEAM: gettext_lazy("Pairs of team mates at one table"),
    Rule.SIT_OUT_TURN: gettext_lazy("Players who play although it was their turn to sit out"),
    Rule.SIT_OUT: gettext_lazy("Some players sit out more often than others"),
    Rule.CONSECUTIVE_REPEAT: gettext_lazy("Pairs who meet twice in a row"),
    Rule.REPEAT_PAIR: gettext_lazy("Repeat meetings"),
    Rule.THIRD_MEETING: gettext_lazy("Third meetings"),
    Rule.PAST_MEETING: gettext_lazy("Weight of earlier meetings"),
    Rule.REPEAT_TABLE_SIZE: gettext_lazy("Players at an unusual table size again"),
    Rule.REPEAT_PARTNER: gettext_lazy("Same partners again"),
    Rule.REPEAT_LEFT_NEIGHBOUR: gettext_lazy("Same left neighbours again"),
    Rule.PREFERRED_SIZE: gettext_lazy("Players at tables that are not the best size"),
    Rule.FIRST_SEAT: gettext_lazy("Some players start more often than others"),
    Rule.SEAT_ADVANTAGE: gettext_lazy("Some players get lucky seats more often than others"),
    Rule.SEAT_SPREAD: gettext_lazy("Some players sit in the same seat too often"),
    Rule.RANK_DISTANCE: gettext_lazy("How far apart tablemates are in the standings"),
}

DECIDERS: Mapping[str, Any] = {  # of ties at a cut, in this order
    "standings": gettext_lazy("by the standings"),
    "seeding": gettext_lazy("by the seeding"),
    "lots": gettext_lazy("by lot"),
}
TIES: Mapping[str, Any] = {
    "tie_at_cut": gettext_lazy(
        "Table %(table)s: %(people)s are tied; %(by)s, %(on)s will advance."
    ),
    "tie_for_final": gettext_lazy(
        "%(people)s share a place in the standings; %(by)s, %(on)s will play in the final."
    ),
    "tie_between_tables": gettext_lazy(
        "%(people)s share a place in the standings; %(by)s, %(on)s will sit at table %(table)s."
    ),
    "tie_for_consolation": gettext_lazy(
        "%(people)s share a place in the standings; %(by)s, %(on)s will play on."
    ),
    "tie_to_move_up": gettext_lazy(
        "Table %(table)s: %(people)s are tied; %(by)s, %(on)s will move up."
    ),
    "tie_to_stay": gettext_lazy(
        "Table %(table)s: %(people)s are tied; %(by)s, %(on)s will not move down."
    ),
}


@dataclass(frozen=True)
class RuleChange:
    """The cost of one rule before and after; more is always worse."""

    label: str
    before: int
    after: int

    @property
    def by(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class CostComparison:
    """The changes in the order of their weight; the first one that differs decides. `verdict` is
    better, worse or same."""

    changes: Sequence[RuleChange]
    verdict: str
    words: str

    @property
    def changed(self) -> list[RuleChange]:
        return [change for change in self.changes if change.by]

    @property
    def unchanged(self) -> list[RuleChange]:
        return [change for change in self.changes if not change.by]


def compare(before: Mapping[str, int], after: Mapping[str, int]) -> CostComparison:
    """Return the comparison of two costs, both in the order of their rules."""
    changes = [
        RuleChange(str(RULES[rule]), before.get(rule, 0), count) for rule, count in after.items()
    ]
    first = next((change for change in changes if change.by), None)
    if first is None:
        return CostComparison(changes, "same", _("No rule is affected."))
    params = {"rule": first.label, "before": first.before, "after": first.after}
    if first.by < 0:
        words = _("Better. %(rule)s: %(after)s instead of %(before)s.") % params
        return CostComparison(changes, "better", words)
    words = _("Worse. %(rule)s: %(after)s instead of %(before)s.") % params
    return CostComparison(changes, "worse", words)


def cost_words(cost: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return each rule that costs something with its count."""
    return [(str(RULES[rule]), count) for rule, count in cost.items() if count]


def avoidable_cost(sitting: Sitting) -> dict[str, int]:
    """Return the cost of a draw without changes of seat in the first round, in which each player
    has had just one seat."""
    cost: Mapping[str, int] = sitting.plan.get("cost", {})
    is_first = "history" not in sitting.request and len(sitting.plan.get("rounds", ())) == 1
    return {rule: n for rule, n in cost.items() if not (is_first and rule == Rule.SEAT_SPREAD)}


def table_costs(lines: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """Return why a table costs what it does: a line for each pair or player."""
    return [_cost_line(line, names) for line in lines]


def sit_out_words(line: Mapping[str, Any], names: Names) -> str:
    """Return why a player sits out: how often before, compared with the others."""
    name = names.get(line["player"], "?")
    before, fewest = line["sat_out_before"], line["fewest_before"]
    if line.get("turn_of") == 0:  # ranks count, and it is this player's turn
        words = ngettext(
            "%(name)s has sat out %(n)s time before, and is the lowest-ranked of the players who "
            "have sat out least often.",
            "%(name)s has sat out %(n)s times before, and is the lowest-ranked of the players who "
            "have sat out least often.",
            before,
        )
        return words % {"name": name, "n": before}
    if before == fewest == 0:
        return _("%(name)s sits out for the first time; nobody has sat out less often.") % {
            "name": name
        }
    if before == fewest:
        words = ngettext(
            "%(name)s has sat out once before; nobody has sat out less often.",
            "%(name)s has sat out %(n)s times before; nobody has sat out less often.",
            before,
        )
        return words % {"name": name, "n": before}
    words = _(
        "%(name)s has sat out more often than others (%(n)s against %(fewest)s): other rules have "
        "priority."
    )
    return words % {"name": name, "n": before, "fewest": fewest}


@dataclass(frozen=True)
class TableWhy:
    """Why players share a table, for the players themselves: lines with the players that each is
    about (none for all other pairs), and the tables that were seated together."""

    lines: Sequence[tuple[Sequence[Player], str]]
    sizes: str


def table_why(match: Match, seats: Iterable[Seat], player: Player | None = None) -> TableWhy:
    """Return the reasons of a table as pages show them, for one player or for all pairs. Others
    with the same words share a line; for all pairs, so do the most frequent words."""
    players = [seat.player for seat in seats]
    reasons = own_reasons.of_table(match, players, [player.pk] if player else [])
    pairs: dict[str, list[Sequence[Player]]] = {}
    for meetings in reasons.meetings:
        words = _meetings_words(meetings, match.session, is_tournament=reasons.is_tournament)
        pairs.setdefault(words, []).append(meetings.players)
    lines: list[tuple[Sequence[Player], str]]
    if player is not None:
        lines = [
            ([each for pair in alike for each in pair if each != player], words)
            for words, alike in pairs.items()
        ]
    else:
        lines = list(_pair_lines(pairs, players))
    return TableWhy(lines, _sizes_words(reasons))


def _pair_lines(
    pairs: Mapping[str, Sequence[Sequence[Player]]], players: Sequence[Player]
) -> Iterator[tuple[Sequence[Player], str]]:
    most = max(pairs, key=lambda words: len(pairs[words]))
    for words, alike in pairs.items():
        if words != most or len(alike) == 1:
            yield from ((pair, words) for pair in alike)
    if len(pairs) == 1:
        yield players, most
    elif len(pairs[most]) > 1:
        yield (), most


def _sizes_words(reasons: TableReasons) -> str:
    if len(reasons.sizes) < 2:
        return ""
    tables = prechecks.sizes_in_words(reasons.sizes)
    return _("%(players)s players: %(tables)s.") % {
        "players": sum(reasons.sizes), "tables": tables,
    }  # fmt: skip


def _meetings_words(meetings: Meetings, session: Session, *, is_tournament: bool) -> str:
    """Return how often two players have met before, and when last, for the players themselves."""
    times, day = meetings.times, ""
    if meetings.last_at is not None:
        at = localtime(meetings.last_at, ZoneInfo(session.season.club.timezone))
        day = wording.date(at, "j F Y")
    if is_tournament:
        words = _tournament_words(times, day)
    elif not times:
        words = (
            _("First time this season; last on %(day)s.") if day else _("First time this season.")
        )
    elif meetings.is_same_session:
        words = ngettext(
            "Once this season, earlier this evening.",
            "%(n)s times this season, last earlier this evening.",
            times,
        )
    else:
        words = ngettext(
            "Once this season, on %(day)s.", "%(n)s times this season, last on %(day)s.", times
        )
    return words % {"n": times, "day": day}


def _tournament_words(times: int, day: str) -> str:
    if times:
        return ngettext("Once in this tournament.", "%(n)s times in this tournament.", times)
    if day:
        return _("First time in this tournament; last on %(day)s.")
    return _("First time in this tournament.")


def own_sit_out_words(line: OwnSitOut) -> list[str]:
    """Return why a player sits out, for the player: sentences without a name."""
    words = []
    if line.reason is SitOutReason.TOO_FEW:
        words.append(_("There are too few players for another table."))
    if line.reason is SitOutReason.GAP:
        words.append(_("The number of players does not fit the sizes of the tables."))
    if not line.before and line.is_least:
        words.append(_("First sit-out; nobody has sat out less often."))
    elif line.is_least:
        counted = ngettext(
            "%(n)s sit-out before; nobody has sat out less often.",
            "%(n)s sit-outs before; nobody has sat out less often.",
            line.before,
        )
        words.append(counted % {"n": line.before})
    else:
        counted = ngettext("%(n)s sit-out before.", "%(n)s sit-outs before.", line.before)
        words.append(counted % {"n": line.before})
    return words


def reason_words(reasons: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """Return why a draw differs from the request."""
    return [text for reason in reasons for text in _words_of_reason(reason, names)]


def draw_quality(sitting: Sitting) -> tuple[str, list[tuple[str, int, int]]]:
    """Return how good a draw is in a sentence, and the rules that cost more than their bound."""
    return plan_quality(
        sitting.request, sitting.plan, avoidable_cost(sitting), by_hand=sitting.by_hand
    )


def plan_quality(
    request: Mapping[str, Any], plan: Mapping[str, Any], cost: Mapping[str, int], *, by_hand: bool
) -> tuple[str, list[tuple[str, int, int]]]:
    """Return how good a plan is in a sentence, and the rules that cost more than their bound."""
    if by_hand:
        return _("Seated by hand: no better seating was searched for."), []
    if plan.get("status") == Status.OPTIMAL:
        return _("Optimal: by these rules, no draw is better."), []
    bound = plan.get("bound", {})
    gaps = [
        (str(RULES[rule]), count, bound.get(rule, 0))
        for rule, count in cost.items()
        if count > bound.get(rule, 0)
    ]
    if request.get("mode") not in {*map(str, SEARCHED)}:
        return _("This format decides the seats: there was nothing to choose."), []
    return _("The best draw found in the time available; it may be the best possible."), gaps


def _cost_line(line: Mapping[str, Any], names: Names) -> str:
    people = get_text_list([names.get(pk, "?") for pk in line["players"]], _("and"))
    times = line["times"]
    words = {
        Rule.FORBIDDEN_PAIR: _("%(people)s must not share a table."),
        Rule.LEVEL_GAP: _("%(people)s: their levels are too far apart."),
        Rule.SAME_LEVEL: _("%(people)s have about the same strength."),
        Rule.SAME_TEAM: _("%(people)s are in one team."),
        Rule.CONSECUTIVE_REPEAT: _("%(people)s also sat together in the previous round."),
        Rule.REPEAT_PAIR: ngettext(
            "%(people)s have met once before.",
            "%(people)s have met %(times)s times before.",
            times,
        ),
        Rule.PAST_MEETING: ngettext(
            "%(people)s have met once before.",
            "%(people)s have met %(times)s times before.",
            times,
        ),
        Rule.THIRD_MEETING: _("%(people)s meet for at least the third time."),
        Rule.REPEAT_TABLE_SIZE: ngettext(
            "%(people)s has had a table of another size once before.",
            "%(people)s has had a table of another size %(times)s times before.",
            times,
        ),
        Rule.REPEAT_LEFT_NEIGHBOUR: _("%(people)s: same left neighbour as before."),
        Rule.FIXED_TABLE: _("%(people)s is not at their fixed table."),
        Rule.STEP_FREE: _("%(people)s needs a step-free table."),
        Rule.PREFERRED_SIZE: _("A table of %(times)s is not the best size."),
        Rule.RANK_DISTANCE: _("Further apart in the standings than neighbours: %(times)s."),
    }[Rule(line["rule"])]
    return words % {"people": people, "times": times}


def _words_of_reason(reason: Mapping[str, Any], names: Names) -> Iterator[str]:
    def people(key: str) -> str:
        return get_text_list([names.get(int(name), "?") for name in reason[key]], _("and"))

    match reason.get("code"):
        case "gap":
            words = ngettext(
                "%(n)s player sits out: the number of players does not fit tables of these sizes.",
                "%(n)s players sit out: the number of players does not fit tables of these sizes.",
                reason["sit_out"],
            )
            yield words % {"n": reason["sit_out"]}
        case "too_few":
            yield _("There are too few players for another table.")
        case "never_meet":
            by_number = {str(pk): name for pk, name in names.items()}
            yield prechecks.never_meet_words(reason, by_number)
        case "out_of_time":
            yield _("The search stopped because its time was up.")
        case "unmet":
            params = {"rule": str(RULES[reason["rule"]]), "people": people("players")}
            params["against"] = get_text_list(
                list(
                    dict.fromkeys(
                        _conflict_words(conflict) for conflict in reason["conflicts_with"]
                    )
                ),
                _("and"),
            )
            yield (
                _("Rule not satisfied for %(people)s (%(rule)s); overruled by %(against)s.")
                % params
            )
        case str(code) if code in TIES:
            by = DECIDERS[reason.get("by", "standings")]
            yield str(TIES[reason["code"]]) % {
                "table": reason.get("table", 0) + 1,
                "people": people("players"),
                "by": by,
                "on": people("go_on"),
            }
        case "no_result":
            params = {"table": reason["table"] + 1, "on": people("go_on")}
            yield (
                _("Table %(table)s has no result; by the standings, %(on)s will advance.") % params
            )


def _conflict_words(other: Mapping[str, Any]) -> str:
    rule = other["rule"]
    return str(RULES[rule]) if rule in RULES else _("table sizes")
