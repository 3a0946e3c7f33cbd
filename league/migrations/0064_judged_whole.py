from django.db import migrations


class Migration(migrations.Migration):
    """Forget Match.progress. The column stays: the version before reads it during an update."""

    dependencies = [("league", "0057_answers_in_the_log")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("match", "progress")]
        )
    ]
