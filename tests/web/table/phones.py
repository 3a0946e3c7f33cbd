"""Requests of a phone at a table."""

from django.test import TestCase

from tests.web.desk import scores

JSON = {"Accept": "application/json"}


def at(code, piece=""):
    return f"/en/t/{code}/{piece}"


def send(phone, code, number, *points, headers=None, **fields):
    form = {**scores(*points), "number": number, **fields}
    with TestCase.captureOnCommitCallbacks(execute=True):
        return phone.post(at(code, "rounds/"), form, headers=headers)


def text(answer):
    return answer.content.decode()
