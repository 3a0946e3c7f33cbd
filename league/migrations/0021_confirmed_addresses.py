"""Accounts that were made on the server's command line keep their addresses as confirmed ones."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def confirm(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    address = apps.get_model("account", "EmailAddress")
    has_address = address.objects.values("user")
    users = apps.get_model("league", "User").objects.exclude(pk__in=has_address)
    address.objects.bulk_create(
        [
            address(user_id=pk, email=email, primary=True, verified=True)
            for pk, email in users.values_list("pk", "email").iterator()
        ],
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0020_user_language"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]
    operations = [migrations.RunPython(confirm, migrations.RunPython.noop)]
