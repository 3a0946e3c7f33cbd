import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The table stays as it is: only the application that keeps it is another one."""

    dependencies = [("league", "0001_world"), ("api", "0002_tokens_move_to_the_league")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Token",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("digest", models.CharField(max_length=64, unique=True)),
                        ("prefix", models.CharField(max_length=16)),
                        (
                            "scope",
                            models.CharField(
                                choices=[
                                    ("read", "read"),
                                    ("submit", "enter rounds"),
                                    ("admin", "everything its owner may do"),
                                ],
                                max_length=10,
                                verbose_name="scope",
                            ),
                        ),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("expires_at", models.DateTimeField(blank=True, null=True)),
                        ("last_used_at", models.DateTimeField(blank=True, null=True)),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="tokens",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "api_token",
                        "ordering": ["id"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("scope__in", ["read", "submit", "admin"])),
                                name="token_scope_known",
                            )
                        ],
                    },
                ),
            ]
        ),
    ]
