from django.db import migrations, models

KINDS = [
    "check_in", "leave", "add_player", "seat", "sit_out", "call_off", "renumber", "stop", "close",
    "postpone", "play_on",
]  # fmt: skip
LABELS = [kind.replace("_", " ").title() for kind in KINDS]
# Tables keep the numbers that all pages showed until now: their order in the evening. Those of
# tournaments have theirs in the plan.
NUMBER_TABLES = """
    UPDATE league_match SET table_number = (
        SELECT COUNT(*) FROM league_match earlier
        WHERE earlier.session_id = league_match.session_id
            AND earlier.called_off_at IS NULL AND earlier.id <= league_match.id
    )
    WHERE called_off_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM league_sittingtable WHERE league_sittingtable.match_id = league_match.id
    )
"""


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0050_phones_and_postponements"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="eveningaction",
            name="evening_action_known",
        ),
        migrations.AddField(
            model_name="match",
            name="table_number",
            field=models.PositiveIntegerField(null=True, verbose_name="table number"),
        ),
        migrations.AddField(
            model_name="season",
            name="house_rules",
            field=models.JSONField(
                db_default=models.Value({}, models.JSONField()),
                default=dict,
                verbose_name="house rules",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="closed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="eveningaction",
            name="kind",
            field=models.CharField(
                choices=list(zip(KINDS, LABELS, strict=True)),
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="eveningaction",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=KINDS),
                name="evening_action_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("called_off_at", None), ("over", False), ("stopped_at", None)),
                fields=("session", "table_number"),
                name="open_table_number_once",
                violation_error_message="Another table has this number.",
            ),
        ),
    ]
