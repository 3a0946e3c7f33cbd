"""Rows hold the tie-breaks that were needed, and no sums that only these were made from. All tables
are counted again, because the rows stored before hold values that were not needed too."""

from django.db import migrations
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone


def recount_all(apps, schema_editor):
    ledgers, tables = apps.get_model("scoring", "Ledger"), apps.get_model("scoring", "Table")
    ledgers.objects.update(version=F("version") + 1)
    version = ledgers.objects.filter(season=OuterRef("season")).values("version")
    of_ledger = tables.objects.filter(season__ledger__isnull=False)
    of_ledger.update(
        facts_version=Subquery(version), rules_version=Subquery(version), facts_at=timezone.now()
    )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_sum_from_an_index")]

    operations = [
        migrations.RemoveIndex("standing", "standing_by_strength"),
        migrations.RemoveField("standing", "met"),
        migrations.RemoveField("standing", "last_result"),
        migrations.RemoveField("standing", "strength"),
        migrations.RunPython(recount_all, migrations.RunPython.noop),
    ]
