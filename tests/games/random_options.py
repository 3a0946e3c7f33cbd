"""Random house rules, possible and impossible, drawn from the descriptions of the games."""

from hypothesis import strategies as st

from games import GAMES
from games.house_rules import Choice, Number, NumberPerSeat, Numbers

MOST = 10**6  # of numbers without a limit


def possible_options(game, players, *, in_forms=False):
    """Return a strategy for some house rules; `in_forms`: within the limits of forms too."""
    rules = GAMES[game].house_rules
    values = {rule.name: _possible(rule, players, in_forms) for rule in rules}
    return st.fixed_dictionaries({}, optional=values)


def impossible_option(game, players):
    """Return a strategy for a house rule by name with a value that it cannot have."""
    rules = GAMES[game].house_rules
    return st.sampled_from(rules).flatmap(
        lambda rule: st.tuples(st.just(rule.name), _impossible(rule, players))
    )


def _possible(rule, players, in_forms):
    match rule:
        case Number():
            limits = [rule.most, MOST, rule.form_most if in_forms else None]
            if rule.shared:
                limits.append(rule.shared.stock // players)
            return st.integers(rule.least, min(most for most in limits if most is not None))
        case NumberPerSeat():
            one = st.sampled_from([*rule.names]) if in_forms else st.integers(rule.least, MOST)
            return st.lists(one, min_size=players, max_size=players)
        case Numbers():
            one = st.integers(rule.least, rule.form_most if in_forms else MOST)
            return st.lists(one, min_size=1, max_size=6, unique=True)
        case Choice():
            return st.sampled_from([str(value) for value in rule.choices])
    return st.booleans()


def _impossible(rule, players):
    not_numbers = st.sampled_from([None, True, "3", 2.5, [], {}])
    match rule:
        case Number():
            wrong = [not_numbers, st.integers(max_value=rule.least - 1)]
            if rule.most is not None:
                wrong.append(st.integers(min_value=rule.most + 1))
            if rule.shared:
                wrong.append(st.integers(rule.shared.stock // players + 1))
            return st.one_of(wrong)
        case NumberPerSeat():
            right = [rule.default] * players
            return st.sampled_from(
                [None, rule.default, right[1:], [*right, rule.default]]
                + [[*right[1:], wrong] for wrong in (rule.least - 1, "x", None, True)]
            )
        case Numbers():
            lists = [[], [1, 1], [rule.least - 1], ["0"], [0, None], [False], "0, 1", 3, None]
            return st.sampled_from(lists)
        case Choice():
            words = st.text().filter(lambda text: text not in rule.choices)
            return st.one_of(words, not_numbers)
    return st.sampled_from([None, 0, 1, "true", "yes", []])
