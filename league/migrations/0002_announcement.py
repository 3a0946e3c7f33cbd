import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('league', '0006_webhooks')]

    dependencies = [
        ('league', '0001_initial'),
        ('scoring', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='announcement', serialize=False, to='scoring.table')),
                ('version', models.PositiveBigIntegerField(default=0)),
            ],
        ),
    ]
