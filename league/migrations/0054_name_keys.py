from django.db import migrations

from league.models.name_keys import NameKeyField
from league.names import name_key

BATCH = 2000
NAMED = ("User", "Club", "Player", "Season", "Ladder")


def store_keys(apps, schema_editor):
    """Store the keys of the names that are there already."""
    for kind in NAMED:
        model = apps.get_model("league", kind)
        rows = model._base_manager.only("pk", "name").order_by("pk")
        last = 0
        while batch := list(rows.filter(pk__gt=last)[:BATCH]):
            last = batch[-1].pk
            for row in batch:
                row.name_key = name_key(row.name)
            model._base_manager.bulk_update(batch, ["name_key"], batch_size=BATCH // 4)


class Migration(migrations.Migration):
    dependencies = [("league", "0052_club_visibility")]

    operations = [
        *(migrations.AddField(kind.lower(), "name_key", NameKeyField(of="name")) for kind in NAMED),
        migrations.AlterModelOptions("player", {"ordering": ["name_key", "id"]}),
        migrations.AlterModelOptions(
            "ladder", {"ordering": ["name_key", "id"], "verbose_name_plural": "ladders"}
        ),
        migrations.RunPython(store_keys, migrations.RunPython.noop),
    ]
