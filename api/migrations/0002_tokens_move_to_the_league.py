from django.db import migrations


class Migration(migrations.Migration):
    """The table stays as it is: only the application that keeps it is another one."""

    dependencies = [("api", "0001_tokens")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Token")]),
    ]
