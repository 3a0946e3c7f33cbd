"""Builds requests from few arguments, and plans without a clock."""

from seating import draw, request


def read(raw):
    parsed, problems = request.read(raw)
    assert parsed is not None, [problem.to_json() for problem in problems]
    return parsed


def make_request(players, *, least=4, most=4, preferred=(4,), **more):
    """Return a request for players p1, p2, … or these names, at tables of these sizes."""
    names = [f"p{number + 1}" for number in range(players)] if type(players) is int else players
    sizes = {"min": least, "max": most, "preferred": list(preferred)}
    return read({"seating": 1, "players": names, "table_sizes": sizes, **more})


def plan_of(request):
    """Return the plan of a request. The clock stands still, so that only the counted steps end the
    search."""
    return draw.draw(request, lambda: 0.0)
