"""The desk of a tournament as a person uses it."""

WILD = "<script>alert(1)</script> 🎲"


def path(tournament, rest=""):
    return f"/en/desk/tournaments/{tournament.pk}/{rest}"


def page(client, tournament, rest=""):
    return client.get(path(tournament, rest)).content.decode()


def come(client, tournament, name, do="here"):
    return client.post(path(tournament, "here/"), {"name": name, "do": do})


def states(tournament):
    rows = tournament.entrants.select_related("player")
    return {entrant.player.name: entrant.state for entrant in rows}
