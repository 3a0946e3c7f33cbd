"""Shared by the tests of the desk: signing in, and the form of a round."""

from tests import make


def sign_in(client, user):
    client.force_login(user)
    return user


def before_alice(build):
    """Return a fixture that returns what `build` does, and then lets Alice sign in: what is made
    once is copied into an empty database."""

    def built(client):
        made = build()
        sign_in(client, make.user())
        return made

    built.__doc__ = build.__doc__
    return built


def entry(match, number):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def scores(*values, **more):
    fields = {f"score-{seat}": value for seat, value in enumerate(values)}
    return {"evidence": "sheet", "finisher": "", **fields, **more}
