"""States of rounds that no move leads to, and house rules."""

from games import GAMES


def state_with(state, **facts):
    """Return a copy of the state that differs from it in these facts."""
    other = state.copy()
    for name, value in facts.items():
        setattr(other, name, value)
    return other


def options_of(game, **house_rules):
    """Return the house rules of the smallest table, by default the usual ones."""
    state, problems = GAMES[game].start({}, GAMES[game].seats[0])
    assert not problems
    return state.options._replace(**house_rules)
