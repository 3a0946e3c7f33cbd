import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0037_health_checks"),
    ]

    operations = [
        migrations.CreateModel(
            name="PersonalLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="personal_link",
                        to="league.player",
                    ),
                ),
                ("nonce", models.CharField(max_length=32)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.AddField(
            model_name="session",
            name="cancelled_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="changed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="sequence",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="SignUpSettings",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sign_up_settings",
                        serialize=False,
                        to="league.club",
                    ),
                ),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("account", "with an account"),
                            ("link", "also with a personal link"),
                            ("code", "also with the code of the club and a name from the list"),
                        ],
                        default="account",
                        max_length=7,
                        verbose_name="how players sign up",
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=12)),
            ],
            options={
                "verbose_name_plural": "sign-up settings",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("code", ""), _negated=True),
                        fields=("code",),
                        name="sign_up_code_of_one_club",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("access__in", ["account", "link", "code"])),
                        name="sign_up_access_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignUpSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                (
                    "capacity",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="places"),
                ),
                (
                    "guests_allowed",
                    models.PositiveSmallIntegerField(default=0, verbose_name="guests per player"),
                ),
                ("is_closed", models.BooleanField(default=False)),
                ("last_number", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "session",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_up_sheet",
                        to="league.session",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_up_sheet",
                        to="league.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        choices=[("yes", "yes"), ("maybe", "perhaps"), ("no", "no")], max_length=5
                    ),
                ),
                ("is_newcomer", models.BooleanField(db_default=False, default=False)),
                ("games", models.JSONField(default=list)),
                ("number", models.PositiveIntegerField(null=True)),
                ("has_place", models.BooleanField(default=False)),
                ("answered_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("moved_up_at", models.DateTimeField(null=True)),
                (
                    "guest_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="guests",
                        to="league.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sign_ups",
                        to="league.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ups",
                        to="league.signupsheet",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "id"],
            },
        ),
        migrations.AddConstraint(
            model_name="signupsheet",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("session", None), ("tournament__isnull", False)),
                    models.Q(("session__isnull", False), ("tournament", None)),
                    _connector="OR",
                ),
                name="sign_up_sheet_of_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="signupsheet",
            constraint=models.CheckConstraint(
                condition=models.Q(("capacity", None), ("capacity__gte", 1), _connector="OR"),
                name="sign_up_sheet_has_places",
            ),
        ),
        migrations.AddConstraint(
            model_name="signup",
            constraint=models.UniqueConstraint(fields=("sheet", "player"), name="sign_up_once"),
        ),
        migrations.AddConstraint(
            model_name="signup",
            constraint=models.UniqueConstraint(
                fields=("sheet", "number"), name="sign_up_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="signup",
            constraint=models.CheckConstraint(
                condition=models.Q(("answer__in", ["yes", "maybe", "no"])),
                name="sign_up_answer_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="signup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer", "yes"), ("number__isnull", False)),
                    models.Q(
                        models.Q(("answer", "yes"), _negated=True),
                        ("has_place", False),
                        ("number", None),
                    ),
                    _connector="OR",
                ),
                name="sign_up_yes_has_a_number",
            ),
        ),
    ]
