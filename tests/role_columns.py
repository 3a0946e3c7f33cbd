"""Which roles to ask of a row "role → status": in the quick part those that decide it, else all."""

import pytest


def deciding(statuses):
    """Return the columns, of roles that may less and less, where the answer changes: the last that
    gets what the first one gets, and the first of each refusal."""
    changes = [at for at in range(1, len(statuses)) if statuses[at] != statuses[at - 1]]
    return [(changes or [len(statuses)])[0] - 1, *changes]


def every(statuses):
    return range(len(statuses))


EACH = pytest.mark.parametrize("columns", [deciding, pytest.param(every, marks=pytest.mark.long)])
