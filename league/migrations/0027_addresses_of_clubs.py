from django.db import migrations


def reserve_addresses(apps, schema_editor):
    """Reserve for each club the address that it has."""
    Club, ClubAddress = (apps.get_model("league", name) for name in ("Club", "ClubAddress"))
    ClubAddress.objects.bulk_create(
        ClubAddress(slug=slug, club_id=pk)
        for pk, slug in Club.objects.order_by("pk").values_list("pk", "slug")
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0026_club_settings")]

    operations = [migrations.RunPython(reserve_addresses, migrations.RunPython.noop)]
