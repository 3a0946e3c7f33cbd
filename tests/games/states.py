"""States of rounds that no move leads to."""


def state_with(state, **facts):
    """Return a state of its own that differs from this one in these facts."""
    other = state.copy()
    for name, value in facts.items():
        setattr(other, name, value)
    return other
