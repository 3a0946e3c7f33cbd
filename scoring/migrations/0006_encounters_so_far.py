"""The encounters of matches that were over before ratings came, from one more version of each
ledger on."""

from collections import defaultdict

from django.db import migrations

BATCH = 1000


def record(apps, schema_editor):
    encounter, result = (apps.get_model("scoring", name) for name in ("Encounter", "Result"))
    for ledger in apps.get_model("scoring", "Ledger").objects.all():
        results = result.objects.filter(season=ledger.season_id, until__isnull=True)
        seats = defaultdict(list)
        for row in results.select_related("session").order_by("match", "seat"):
            seats[row.match_id].append(row)
        if not seats:
            continue
        rounds = by_match(apps, seats)
        ledger.version += 1
        ledger.encounters_version = ledger.version
        ledger.save(update_fields=["version", "encounters_version"])
        encounter.objects.bulk_create(
            [
                encounter(since=ledger.version, number=number, **place(rows[0]), **met)
                for match, rows in seats.items()
                for number, met in numbered(rows, rounds[match])
            ],
            batch_size=BATCH,
        )


def place(row):
    names = ("season_id", "session_id", "match_id", "game")
    return {name: getattr(row, name) for name in names} | {"played_at": row.session.starts_at}


def by_match(apps, matches):
    """The verdicts on the rounds of each match as they stand, in playing order."""
    latest = defaultdict(dict)
    submissions = apps.get_model("league", "Submission").objects.filter(match__in=matches)
    rows = submissions.order_by("match", "number", "version")
    for match, number, verdict in rows.values_list("match", "number", "verdict"):
        latest[match][number] = verdict
    return defaultdict(list, {match: list(rounds.values()) for match, rounds in latest.items()})


def numbered(rows, rounds):
    """Round by round if all tell who played together, else the whole match as number 0."""
    told = [partners(rows, verdict) for verdict in rounds]
    if told and all(told):
        return list(enumerate(told, 1))
    singly = {"sides": [[row.player_id] for row in rows], "ranks": [row.place for row in rows]}
    return [(0, singly)]


def partners(rows, verdict):
    sides = {}
    for line, score in zip(verdict["breakdown"], verdict["scores"], strict=True):
        if "members" not in line:
            return None
        sides[tuple(line["members"])] = score
    return {
        "sides": [[rows[seat].player_id for seat in side] for side in sides],
        "ranks": [1 + sum(other > score for other in sides.values()) for score in sides.values()],
    }


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_encounters_and_ratings"), ("league", "0001_world")]

    operations = [migrations.RunPython(record, migrations.RunPython.noop)]
