"""States of rounds that no move leads to."""


def state_with(state, **facts):
    """Return a copy of the state that differs from it in these facts."""
    other = state.copy()
    for name, value in facts.items():
        setattr(other, name, value)
    return other
