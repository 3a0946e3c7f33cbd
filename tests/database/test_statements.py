"""Many rows bound as one parameter."""

import pytest
from django.utils import timezone

from database import statements
from league.models import Match
from tests import make

pytestmark = pytest.mark.django_db


KINDS = {
    "id": "bigint",
    "stop_reason": "text",
    "totals": "jsonb",
    "over": "boolean",
    "rounds_played": "integer",
    "stopped_at": "timestamp with time zone",
}
CHANGE = f"""
    UPDATE league_match SET {", ".join(f"{name} = new.{name}" for name in KINDS if name != "id")}
    FROM {{new}} WHERE league_match.id = new.id RETURNING league_match.id
"""


def test_many_rows_go_as_one_value_and_arrive_as_they_are():
    now = timezone.now()
    first, second = make.match(), make.match()
    rows = [
        {
            "id": first.pk,
            "stop_reason": "l'« été » 🌞 \\ \"%s\"",
            "totals": [-3, 0, 2**40],
            "over": True,
            "rounds_played": 7,
            "stopped_at": now,
        },
        {**dict.fromkeys(KINDS), "id": second.pk, "stop_reason": "", "totals": [], "over": False,
         "rounds_played": 0},
    ]  # fmt: skip
    sql, parameters = statements.bind_rows(CHANGE, KINDS, rows)
    assert len(parameters) == 1
    changed = statements.fetch_rows(sql, parameters)
    assert sorted(changed) == [(first.pk,), (second.pk,)]
    for row in rows:
        match = Match.objects.get(pk=row["id"])
        assert {name: getattr(match, name) for name in KINDS} == row


def test_the_text_is_the_same_however_many_rows_there_are():
    one, two = ([{**dict.fromkeys(KINDS), "id": pk} for pk in pks] for pks in ([1], [1, 2]))
    texts = {statements.bind_rows(CHANGE, KINDS, rows)[0] for rows in (one, two)}
    assert len(texts) == 1
