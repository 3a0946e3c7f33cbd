import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0038_sign_ups"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seated", "You sit at a table"),
                            ("place_free", "A place became free for you"),
                            ("session_changed", "An evening is moved or cancelled"),
                            ("session_tomorrow", "There is an evening tomorrow"),
                            ("result_to_confirm", "A result waits for your confirmation"),
                            ("dispute", "A result of your table is disputed"),
                            ("place_changed", "A correction changes your place"),
                            ("month", "Your month in the club"),
                            ("test", "A test"),
                        ],
                        max_length=20,
                    ),
                ),
                ("key", models.CharField(max_length=100)),
                ("batch", models.CharField(max_length=32)),
                ("data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("on_pages", models.BooleanField(default=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="league.club",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="league.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.season",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="MessageSettings",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="message_settings",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("choices", models.JSONField(default=dict)),
                ("digest_hour", models.PositiveSmallIntegerField(default=18)),
                ("silent_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("silent_until", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("timezone", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "verbose_name_plural": "message settings",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("digest_hour__lte", 23)), name="digest_hour_of_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("silent_from", None), ("silent_until", None)),
                            models.Q(("silent_from__lte", 23), ("silent_until__lte", 23)),
                            _connector="OR",
                        ),
                        name="silent_hours_of_a_day",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlaceCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveBigIntegerField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.match",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=30)),
                ("label", models.CharField(blank=True, max_length=100)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_success_at", models.DateTimeField(null=True)),
                ("last_error", models.CharField(blank=True, max_length=30)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="MessageDelivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("mail", "Mail"), ("digest", "Digest"), ("push", "Push")],
                        max_length=6,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("sent", "Sent"),
                            ("dropped", "Dropped"),
                            ("given_up", "Given Up"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_short", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="league.message",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="league.pushsubscription",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "message deliveries",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="StoppedMessages",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seated", "You sit at a table"),
                            ("place_free", "A place became free for you"),
                            ("session_changed", "An evening is moved or cancelled"),
                            ("session_tomorrow", "There is an evening tomorrow"),
                            ("result_to_confirm", "A result waits for your confirmation"),
                            ("dispute", "A result of your table is disputed"),
                            ("place_changed", "A correction changes your place"),
                            ("month", "Your month in the club"),
                            ("test", "A test"),
                        ],
                        max_length=20,
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name_plural": "stopped messages",
                "constraints": [
                    models.UniqueConstraint(fields=("email", "kind"), name="messages_stopped_once")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("on_pages", True), ("read_at", None)),
                fields=["user"],
                name="message_unread",
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["created_at"], name="message_by_time"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(fields=("user", "key"), name="message_once"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "seated",
                            "place_free",
                            "session_changed",
                            "session_tomorrow",
                            "result_to_confirm",
                            "dispute",
                            "place_changed",
                            "month",
                            "test",
                        ],
                    )
                ),
                name="message_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="placecheck",
            constraint=models.UniqueConstraint(
                fields=("season", "version"), name="place_check_once"
            ),
        ),
        migrations.AddIndex(
            model_name="messagedelivery",
            index=models.Index(
                condition=models.Q(("state", "pending")),
                fields=["channel", "attempts", "next_attempt_at"],
                name="message_delivery_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="messagedelivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel", "push")),
                fields=("message", "subscription"),
                name="message_pushed_once_per_device",
            ),
        ),
        migrations.AddConstraint(
            model_name="messagedelivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel", "push"), _negated=True),
                fields=("message",),
                name="message_mailed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="messagedelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("channel", "push"), ("subscription__isnull", False)),
                    models.Q(("channel__in", ["mail", "digest"]), ("subscription", None)),
                    _connector="OR",
                ),
                name="message_delivery_by_push_has_a_device",
            ),
        ),
        migrations.AddConstraint(
            model_name="messagedelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["pending", "sent", "dropped", "given_up"])),
                name="message_delivery_state_known",
            ),
        ),
    ]
