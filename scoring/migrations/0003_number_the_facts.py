"""Facts known so far hold from version 1 of their season's ledger, voided ones until version 2."""

from django.db import migrations
from django.db.models import Count, Max, Sum

DEFAULTS = {
    "points": "place_fraction",
    "scale": 60,
    "aggregate": "sum",
    "tiebreaks": ["wins", "mini_table", "best_evening"],
}
TARGETS = ("target", "chips")  # the house rules that say what a match is played to


def number(apps, schema_editor):
    table, result = apps.get_model("scoring", "Table"), apps.get_model("scoring", "Result")
    result.objects.update(since=1)
    result.objects.filter(voided_at__isnull=False).update(until=2)
    for season, newest in table.objects.values_list("season").annotate(Max("facts_version")):
        version = max(newest, 2) + 1
        tables = table.objects.filter(season=season)
        apps.get_model("scoring", "Ledger").objects.create(season_id=season, version=version)
        scheme = tables.get(game="").scheme
        apps.get_model("scoring", "SchemeVersion").objects.create(
            season_id=season, number=1, scheme={**DEFAULTS, **scheme}
        )
        tables.update(facts_version=version, rules_version=version, standings_version=0)
        for stored_table in tables:
            stored_table.scheme = {**DEFAULTS, **stored_table.scheme}
            stored_table.save(update_fields=["scheme"])


def complete(apps, schema_editor):
    """Each result says by itself how many shared its place and what the table scored."""
    result = apps.get_model("scoring", "Result")
    batches = result.objects.order_by().values("match", "match_version")
    for batch in batches.annotate(sum=Sum("score")):
        total = batch.pop("sum")
        rows = result.objects.filter(**batch)
        rows.update(total=total)
        for place, sharing in rows.order_by().values_list("place").annotate(Count("id")):
            rows.filter(place=place).update(sharing=sharing)
    for match in apps.get_model("league", "Match").objects.filter(results__isnull=False).distinct():
        target = next((match.options[name] for name in TARGETS if name in match.options), None)
        result.objects.filter(match=match).update(target=target)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_facts_with_versions"), ("league", "0001_world")]

    operations = [
        migrations.RunPython(number, migrations.RunPython.noop),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
