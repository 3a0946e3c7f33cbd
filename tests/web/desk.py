"""Shared by the tests of the desk: signing in, and the form of a round."""


def sign_in(client, user):
    client.force_login(user)
    return user


def entry(match, number):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def scores(*values, **more):
    fields = {f"score-{seat}": value for seat, value in enumerate(values)}
    return {"evidence": "sheet", "finisher": "", **fields, **more}
