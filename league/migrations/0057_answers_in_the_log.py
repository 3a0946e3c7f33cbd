from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0055_cancel_reason"),
    ]

    operations = [
        migrations.AddField(
            model_name="signup",
            name="is_logged",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddIndex(
            model_name="signup",
            index=models.Index(
                condition=models.Q(("is_logged", False)),
                fields=["sheet"],
                name="sign_up_unlogged",
            ),
        ),
    ]
