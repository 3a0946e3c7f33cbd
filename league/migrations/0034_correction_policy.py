import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0033_log_of_clubs_is_append_only"),
    ]

    operations = [
        migrations.CreateModel(
            name="CorrectionProposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("result", models.CharField(max_length=32)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("round", "another version of a round"),
                            ("withdrawal", "the last round is taken back"),
                            ("resumption", "the stopped match goes on"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveIntegerField(null=True)),
                ("body", models.JSONField(null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("approved", "approved"),
                            ("rejected", "rejected"),
                            ("withdrawn", "withdrawn"),
                            ("outdated", "outdated"),
                        ],
                        default="pending",
                        max_length=9,
                    ),
                ),
                ("at_table", models.BooleanField(default=False)),
                ("proposed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "proposed corrections",
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="season",
            name="correction_policy",
            field=models.CharField(
                choices=[
                    ("free", "nothing: it counts at once"),
                    ("warned", "a confirmation"),
                    ("reason", "a reason"),
                    ("second_person", "the approval of a second person"),
                ],
                default="free",
                max_length=13,
                verbose_name="what a correction of a result needs",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="corrections_close_after",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Empty: always. 0: on the day of the evening only.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(3650)],
                verbose_name="days after an evening until which its results can be corrected",
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="withdrawn_reason",
            field=models.CharField(blank=True, db_default="", max_length=200),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("correction_policy__in", ["free", "warned", "reason", "second_person"])
                ),
                name="season_correction_policy_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("corrections_close_after__isnull", True),
                    ("corrections_close_after__lte", 3650),
                    _connector="OR",
                ),
                name="season_corrections_close_in_time",
                violation_error_message="At most 3650 days, which is 10 years.",
            ),
        ),
        migrations.AddField(
            model_name="correctionproposal",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="correctionproposal",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="correction_proposals",
                to="league.match",
            ),
        ),
        migrations.AddField(
            model_name="correctionproposal",
            name="proposed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="correctionproposal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "pending")),
                fields=("match",),
                name="proposal_pending_once_in_match",
                violation_error_message="A correction of this match is proposed already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="correctionproposal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "pending")),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("state__in", ["pending", "approved", "rejected", "withdrawn", "outdated"]),
                        models.Q(("state", "pending"), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="proposal_decided_or_pending",
            ),
        ),
        migrations.AddConstraint(
            model_name="correctionproposal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "resumption"), ("number", None)),
                    models.Q(("kind__in", ["round", "withdrawal"]), ("number__isnull", False)),
                    _connector="OR",
                ),
                name="proposal_of_a_round_or_the_match",
            ),
        ),
    ]
