"""The tables of django-axes go; wrong passwords are counted in the cache."""

from django.db import migrations

TABLES = [
    "axes_accessattemptexpiration",  # refers to the next
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
]


class Migration(migrations.Migration):
    dependencies = [("league", "0021_confirmed_addresses")]
    operations = [
        migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop)
        for table in TABLES
    ]
