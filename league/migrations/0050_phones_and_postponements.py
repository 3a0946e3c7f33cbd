from django.db import migrations, models

KINDS = ["check_in", "leave", "add_player", "seat", "sit_out", "call_off", "postpone", "play_on"]
LABELS = [
    "Check In", "Leave", "Add Player", "Seat", "Sit Out", "Call Off", "Postpone", "Play On",
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("league", "0049_consolation")]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="phone_of_table",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="eveningaction",
            name="kind",
            field=models.CharField(choices=list(zip(KINDS, LABELS, strict=True)), max_length=12),
        ),
        migrations.RemoveConstraint(model_name="eveningaction", name="evening_action_known"),
        migrations.AddConstraint(
            model_name="eveningaction",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=KINDS), name="evening_action_known"
            ),
        ),
    ]
