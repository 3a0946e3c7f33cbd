"""The tables of the first release. `replaces` names the migrations of the pre-releases, so a database
that has all of them is taken over as it is."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import league.models.name_keys


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('league', '0001_world'),
        ('league', '0002_tokens_from_the_api'),
        ('league', '0003_tokens_of_clubs_and_tables'),
        ('league', '0004_jobs'),
        ('league', '0005_submitted_at_may_be_told'),
        ('league', '0006_webhooks'),
        ('league', '0007_imports'),
        ('league', '0008_codes_of_tables'),
        ('league', '0009_edition_of_clubs'),
        ('league', '0010_evenings'),
        ('league', '0011_tournaments'),
        ('league', '0012_ladders'),
        ('league', '0013_results'),
        ('league', '0014_times_of_results'),
        ('league', '0015_publication_by_audience'),
        ('league', '0016_published_to_everybody'),
        ('league', '0017_head_of_imports'),
        ('league', '0018_minimum_of_entrants'),
        ('league', '0019_slow_webhooks'),
        ('league', '0020_user_language'),
        ('league', '0021_confirmed_addresses'),
        ('league', '0022_without_axes'),
        ('league', '0023_invitations'),
        ('league', '0024_operators'),
        ('league', '0025_mail'),
        ('league', '0026_club_settings'),
        ('league', '0027_addresses_of_clubs'),
        ('league', '0028_visibility_of_players'),
        ('league', '0029_merges'),
        ('league', '0032_log_of_clubs'),
        ('league', '0033_log_of_clubs_is_append_only'),
        ('league', '0034_correction_policy'),
        ('league', '0035_words_of_players'),
        ('league', '0036_words_of_stored_players'),
        ('league', '0037_health_checks'),
        ('league', '0038_sign_ups'),
        ('league', '0039_messages'),
        ('league', '0040_addresses_of_calendars'),
        ('league', '0041_formats_of_webhooks'),
        ('league', '0042_german'),
        ('league', '0043_hidden_achievements'),
        ('league', '0044_words'),
        ('league', '0045_progress'),
        ('league', '0046_skipped_rounds'),
        ('league', '0047_member_wishes'),
        ('league', '0048_room'),
        ('league', '0049_consolation'),
        ('league', '0050_phones_and_postponements'),
        ('league', '0051_tables_and_evenings'),
        ('league', '0052_club_visibility'),
        ('league', '0054_name_keys'),
        ('league', '0055_cancel_reason'),
        ('league', '0057_answers_in_the_log'),
        ('league', '0064_judged_whole'),
        ('league', '0065_device_of_a_round'),
        ('league', '0066_nickname'),
        ('league', '0067_one_log'),
        ('league', '0068_carry_logs_over'),
        ('league', '0069_remove_second_logs'),
        ('league', '0070_outgoing'),
        ('league', '0071_outgoing_rows'),
        ('league', '0072_one_outbox'),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('email', models.EmailField(error_messages={'unique': 'Another account already uses this e-mail address.'}, max_length=254, unique=True, verbose_name='e-mail')),
                ('name', models.CharField(blank=True, max_length=100, verbose_name='name')),
                ('name_key', league.models.name_keys.NameKeyField(blank=True, db_default='', default='', editable=False, of='name')),
                ('language', models.CharField(blank=True, max_length=5, verbose_name='language')),
                ('is_active', models.BooleanField(default=True)),
                ('is_operator', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('milliseconds', models.PositiveIntegerField()),
                ('error', models.CharField(blank=True, max_length=30)),
                ('response', models.TextField(blank=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('name_key', league.models.name_keys.NameKeyField(blank=True, db_default='', default='', editable=False, of='name')),
                ('timezone', models.CharField(default='Europe/Paris', max_length=64, verbose_name='time zone')),
                ('language', models.CharField(default='fr', max_length=5, verbose_name='language')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('visibility', models.CharField(db_default='public', default='public', max_length=10, verbose_name='visibility')),
                ('player_visibility', models.CharField(db_default='full', default='full', max_length=10)),
                ('main_colour', models.CharField(blank=True, max_length=7)),
                ('accent_colour', models.CharField(blank=True, max_length=7)),
                ('description', models.TextField(blank=True)),
                ('meeting_place', models.CharField(blank=True, max_length=100)),
                ('meeting_time', models.CharField(blank=True, max_length=100)),
                ('contact', models.CharField(blank=True, max_length=200)),
                ('logo_version', models.CharField(blank=True, max_length=12)),
                ('webhook_events', models.JSONField(default=list)),
                ('edition', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.CharField(blank=True, max_length=64)),
                ('kind', models.CharField(max_length=40)),
                ('subject', models.JSONField(default=dict)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('undo_data', models.JSONField(default=dict)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='AuditSubject',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('object_id', models.BigIntegerField(null=True)),
                ('salt', models.CharField(blank=True, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='AuditText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True)),
                ('salt', models.CharField(blank=True, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='AuditTextPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player_id', models.BigIntegerField(db_index=True, null=True)),
                ('account_id', models.BigIntegerField(db_index=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='ClubAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='ClubLogo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('size', models.PositiveSmallIntegerField()),
                ('content', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(max_length=32)),
                ('own', models.BooleanField(default=False)),
                ('how', models.CharField(max_length=10)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'confirmations',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='CorrectionProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(max_length=32)),
                ('kind', models.CharField(max_length=10)),
                ('number', models.PositiveIntegerField(null=True)),
                ('body', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('state', models.CharField(default='pending', max_length=9)),
                ('at_table', models.BooleanField(default=False)),
                ('proposed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('decided_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'proposed corrections',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('result', models.CharField(max_length=32)),
                ('reason', models.CharField(max_length=300)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('decided_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, max_length=10)),
                ('words', models.CharField(blank=True, max_length=300)),
                ('before', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name_plural': 'disputes',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=24, verbose_name='name')),
            ],
            options={
                'verbose_name_plural': 'divisions',
                'ordering': ['level'],
            },
        ),
        migrations.CreateModel(
            name='DivisionMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came', models.CharField(max_length=10)),
                ('reason', models.CharField(max_length=12)),
                ('source', models.PositiveSmallIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(default=0)),
                ('wish', models.CharField(blank=True, db_default='', default='', max_length=8)),
            ],
            options={
                'verbose_name_plural': 'places in divisions',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField(null=True, verbose_name='seeding')),
                ('level', models.PositiveSmallIntegerField(null=True, verbose_name='level')),
                ('step_free', models.BooleanField(default=False, verbose_name='needs a step-free table')),
                ('table', models.PositiveSmallIntegerField(null=True, verbose_name='fixed table')),
                ('minimum', models.PositiveSmallIntegerField(null=True, verbose_name='points needed to finish')),
                ('state', models.CharField(default='entered', max_length=10)),
                ('from_sitting', models.PositiveSmallIntegerField(default=1)),
                ('until_sitting', models.PositiveSmallIntegerField(null=True)),
                ('skips', models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=40, unique=True)),
                ('type', models.CharField(max_length=30)),
                ('data', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='HealthCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(max_length=30, unique=True)),
                ('colour', models.CharField(default='green', max_length=5)),
                ('since', models.DateTimeField()),
                ('announced_at', models.DateTimeField(null=True)),
                ('judged_at', models.DateTimeField(null=True)),
                ('figures', models.JSONField(default=dict)),
                ('measured_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['slug'],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('arguments', models.JSONField(default=dict)),
                ('language', models.CharField(default='en', max_length=5)),
                ('state', models.CharField(default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('problems', models.JSONField(default=list)),
                ('result', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=10, verbose_name='role')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('nonce', models.CharField(max_length=16)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('state', models.CharField(default='open', max_length=10)),
                ('answered_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='JobFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=5)),
                ('name', models.CharField(blank=True, max_length=200)),
                ('media_type', models.CharField(blank=True, max_length=100)),
                ('size', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='JobFilePart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('name_key', league.models.name_keys.NameKeyField(blank=True, db_default='', default='', editable=False, of='name')),
                ('games', models.JSONField(verbose_name='games')),
                ('rules', models.JSONField(verbose_name='rules')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name_plural': 'ladders',
                'ordering': ['name_key', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=30)),
                ('options', models.JSONField(default=dict)),
                ('table_number', models.PositiveIntegerField(null=True, verbose_name='table number')),
                ('totals', models.JSONField(default=list)),
                ('places', models.JSONField(default=list)),
                ('rounds_played', models.PositiveIntegerField(default=0)),
                ('over', models.BooleanField(default=False)),
                ('evidence', models.CharField(blank=True, max_length=10)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('called_off_at', models.DateTimeField(null=True)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('stop_reason', models.CharField(blank=True, max_length=200)),
                ('forfeits', models.JSONField(default=list)),
                ('result', models.CharField(blank=True, max_length=32)),
                ('result_at', models.DateTimeField(null=True)),
                ('confirmed', models.JSONField(default=list)),
                ('disputed', models.PositiveSmallIntegerField(default=0)),
                ('postponed_to', models.DateTimeField(null=True)),
                ('postpone_reason', models.CharField(blank=True, max_length=200)),
                ('postponed_after', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=10, verbose_name='role')),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=100)),
                ('batch', models.CharField(max_length=32)),
                ('data', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('on_pages', models.BooleanField(default=True)),
                ('read_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Outgoing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=7)),
                ('to', models.EmailField(blank=True, max_length=254)),
                ('category', models.CharField(blank=True, max_length=10)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('content', models.JSONField(default=dict)),
                ('state', models.CharField(default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'outgoing',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Period',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=30, verbose_name='name')),
                ('seed', models.CharField(max_length=64)),
                ('lots', models.JSONField(default=list)),
                ('forced', models.JSONField(default=list)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'ladder periods',
                'ordering': ['-number'],
            },
        ),
        migrations.CreateModel(
            name='PersonalLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='PlaceCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('name_key', league.models.name_keys.NameKeyField(blank=True, db_default='', default='', editable=False, of='name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('visibility', models.CharField(default='full', max_length=10, verbose_name='what the public sees')),
                ('alias', models.CharField(blank=True, max_length=100, verbose_name='alias')),
                ('nickname', models.CharField(blank=True, db_default='', default='', max_length=50, verbose_name='nickname')),
                ('is_child', models.BooleanField(default=False, verbose_name='child')),
                ('has_chosen', models.BooleanField(default=False)),
                ('hides_achievements', models.BooleanField(db_default=False, default=False, verbose_name='hide achievements')),
                ('is_ghost', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('struck_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['name_key', 'id'],
            },
        ),
        migrations.CreateModel(
            name='PlayerMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rows', models.JSONField(default=dict)),
                ('texts', models.JSONField(default=list)),
                ('last_ids', models.JSONField(default=dict)),
                ('players_before', models.JSONField(default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('undone_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='PlayerWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.BinaryField()),
                ('is_public', models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            name='PlayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name_plural': 'play-offs',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(null=True)),
                ('struck_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'presences',
                'ordering': ['since', 'id'],
            },
        ),
        migrations.CreateModel(
            name='PushKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('private', models.CharField(max_length=60)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=30)),
                ('label', models.CharField(blank=True, max_length=100)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_success_at', models.DateTimeField(null=True)),
                ('last_error', models.CharField(blank=True, max_length=30)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='RoomAnnouncement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=160)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(null=True)),
                ('removed_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='name')),
                ('name_key', league.models.name_keys.NameKeyField(blank=True, db_default='', default='', editable=False, of='name')),
                ('starts_on', models.DateField(verbose_name='first day')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('games', models.JSONField(default=list, verbose_name='games')),
                ('house_rules', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='house rules')),
                ('confirmation', models.CharField(default='nobody', max_length=10, verbose_name='who confirms results')),
                ('confirm_after_hours', models.PositiveSmallIntegerField(default=0, help_text='0: never automatically.', validators=[django.core.validators.MaxValueValidator(1440)], verbose_name='confirm automatically after (hours)')),
                ('correction_policy', models.CharField(default='free', max_length=13, verbose_name='what a correction requires')),
                ('corrections_close_after', models.PositiveSmallIntegerField(blank=True, help_text='Empty: no limit. 0: only on the day of the evening.', null=True, validators=[django.core.validators.MaxValueValidator(3650)], verbose_name='days in which an evening’s results can be corrected')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['-starts_on', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField(verbose_name='starts at')),
                ('place', models.CharField(blank=True, max_length=100, verbose_name='place')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('cancel_reason', models.CharField(blank=True, db_default='', default='', max_length=200)),
                ('closed_at', models.DateTimeField(null=True)),
                ('sequence', models.PositiveIntegerField(db_default=0, default=0)),
                ('changed_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['-starts_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_newcomer', models.BooleanField(db_default=False, default=False)),
                ('answer', models.CharField(max_length=5)),
                ('games', models.JSONField(default=list)),
                ('number', models.PositiveIntegerField(null=True)),
                ('has_place', models.BooleanField(default=False)),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('moved_up_at', models.DateTimeField(null=True)),
                ('is_logged', models.BooleanField(db_default=True, default=True)),
            ],
            options={
                'ordering': ['number', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SignUpSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                ('guests_allowed', models.PositiveSmallIntegerField(default=0, verbose_name='guests per player')),
                ('is_closed', models.BooleanField(default=False)),
                ('last_number', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=12)),
                ('state', models.CharField(default='draft', max_length=10)),
                ('seed', models.CharField(max_length=64)),
                ('request', models.JSONField()),
                ('request_hash', models.CharField(max_length=64)),
                ('plan', models.JSONField()),
                ('plan_round', models.PositiveSmallIntegerField(default=0)),
                ('by_hand', models.BooleanField(default=False)),
                ('sit_out', models.JSONField(default=list)),
                ('noted', models.JSONField(default=list)),
                ('reasons', models.JSONField(default=list)),
                ('provisional', models.BooleanField(default=False)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('minutes', models.PositiveSmallIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=1)),
                ('drawn_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('published_at', models.DateTimeField(null=True)),
                ('screens_at', models.DateTimeField(null=True)),
                ('public_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('paused_at', models.DateTimeField(null=True)),
                ('paused_seconds', models.PositiveIntegerField(default=0)),
                ('locked_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SittingTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('players', models.JSONField()),
                ('extra_minutes', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='StoppedMessages',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('kind', models.CharField(max_length=20)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'stopped messages',
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField()),
                ('body', models.JSONField()),
                ('verdict', models.JSONField()),
                ('notices', models.JSONField(default=list)),
                ('evidence', models.CharField(max_length=10)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('phone_of_table', models.PositiveSmallIntegerField(null=True)),
                ('device', models.CharField(blank=True, db_default='', max_length=20)),
                ('submitted_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('withdrawn_reason', models.CharField(blank=True, db_default='', max_length=200)),
            ],
            options={
                'ordering': ['number', 'version'],
            },
        ),
        migrations.CreateModel(
            name='SuppressedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('reason', models.CharField(max_length=15)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='TableCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('prefix', models.CharField(max_length=16)),
                ('name', models.CharField(blank=True, max_length=100, verbose_name='name')),
                ('scope', models.CharField(max_length=10, verbose_name='rights')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'api_token',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(max_length=30)),
                ('options', models.JSONField(default=dict, verbose_name='house rules')),
                ('format', models.CharField(max_length=12, verbose_name='format')),
                ('sittings_planned', models.PositiveSmallIntegerField(default=0, verbose_name='tournament rounds planned')),
                ('least', models.PositiveSmallIntegerField(verbose_name='smallest table')),
                ('most', models.PositiveSmallIntegerField(verbose_name='largest table')),
                ('preferred', models.JSONField(default=list, verbose_name='preferred table sizes')),
                ('rules', models.JSONField(default=list, verbose_name='draw rules, most important first')),
                ('go_on', models.PositiveSmallIntegerField(default=0, verbose_name='players who advance from each table')),
                ('finalists', models.PositiveSmallIntegerField(default=0, verbose_name='players in the final')),
                ('consolation', models.BooleanField(db_default=False, default=False, verbose_name='eliminated players play on alongside the final')),
                ('minutes', models.PositiveSmallIntegerField(default=0, verbose_name='minutes per tournament round')),
                ('step_free_tables', models.JSONField(default=list, verbose_name='step-free tables')),
                ('seed', models.CharField(max_length=64)),
                ('version', models.PositiveIntegerField(default=1)),
                ('closed_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('format', models.CharField(db_default='events', default='events', max_length=8)),
                ('description', models.CharField(blank=True, max_length=100)),
                ('events', models.JSONField(default=list)),
                ('secret', models.CharField(max_length=80)),
                ('old_secret', models.CharField(blank=True, max_length=80)),
                ('old_secret_until', models.DateTimeField(blank=True, null=True)),
                ('enabled', models.BooleanField(default=True)),
                ('disabled_at', models.DateTimeField(blank=True, null=True)),
                ('disabled_because', models.CharField(blank=True, max_length=10)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('slow_since', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
            ],
            options={
                'verbose_name_plural': 'wishes',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='CalendarAddress',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_address', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('nonce', models.CharField(max_length=32, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name_plural': 'calendar addresses',
            },
        ),
        migrations.CreateModel(
            name='MessageSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='message_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('choices', models.JSONField(default=dict)),
                ('digest_hour', models.PositiveSmallIntegerField(default=18)),
                ('silent_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('silent_until', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('timezone', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'verbose_name_plural': 'message settings',
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='email_lower'),
        ),
        migrations.CreateModel(
            name='AuditChain',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='league.club')),
                ('last_number', models.PositiveIntegerField(default=0)),
                ('last_hash', models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='SignUpSettings',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sign_up_settings', serialize=False, to='league.club')),
                ('access', models.CharField(default='account', max_length=7, verbose_name='how players sign up')),
                ('code', models.CharField(blank=True, max_length=12)),
            ],
            options={
                'verbose_name_plural': 'sign-up settings',
            },
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'unlisted', 'members'])), name='club_visibility_known'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('player_visibility__in', ['full', 'initial', 'alias', 'hidden'])), name='club_player_visibility_known'),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit_entries', to='league.club'),
        ),
        migrations.AddField(
            model_name='auditsubject',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subjects', to='league.auditentry'),
        ),
        migrations.AddField(
            model_name='audittext',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.club'),
        ),
        migrations.AddField(
            model_name='audittextperson',
            name='text',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='league.audittext'),
        ),
        migrations.AddField(
            model_name='clubaddress',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='league.club'),
        ),
        migrations.AddField(
            model_name='clublogo',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='logos', to='league.club'),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='taken_back_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='correctionproposal',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='correctionproposal',
            name='proposed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='dispute',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='dispute',
            name='opened_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='dispute',
            name='withdrawn_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='divisionmember',
            name='division',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='league.division'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='substitute',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='replaces', to='league.entrant'),
        ),
        migrations.AddField(
            model_name='event',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='league.club'),
        ),
        migrations.AddConstraint(
            model_name='healthcheck',
            constraint=models.CheckConstraint(condition=models.Q(('colour__in', ['green', 'amber', 'red'])), name='health_check_colour_known'),
        ),
        migrations.CreateModel(
            name='Import',
            fields=[
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='imported', serialize=False, to='league.job')),
                ('made', models.JSONField(default=dict)),
                ('changed', models.JSONField(default=list)),
                ('undone_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='job',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='job',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='accepted_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='accepted_invitations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='league.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='invited_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='jobfile',
            name='job',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='league.job'),
        ),
        migrations.AddField(
            model_name='jobfilepart',
            name='file',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='league.jobfile'),
        ),
        migrations.AddField(
            model_name='ladder',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ladders', to='league.club'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='league.match'),
        ),
        migrations.AddField(
            model_name='correctionproposal',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='correction_proposals', to='league.match'),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='league.match'),
        ),
        migrations.AddField(
            model_name='membership',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='league.club'),
        ),
        migrations.AddField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='message',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='league.club'),
        ),
        migrations.AddField(
            model_name='message',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.match'),
        ),
        migrations.AddField(
            model_name='message',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='outgoing',
            name='event',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.event'),
        ),
        migrations.AddField(
            model_name='outgoing',
            name='message',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.message'),
        ),
        migrations.AddField(
            model_name='attempt',
            name='delivery',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='league.outgoing'),
        ),
        migrations.AddField(
            model_name='period',
            name='ladder',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='periods', to='league.ladder'),
        ),
        migrations.AddField(
            model_name='period',
            name='opened_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='divisionmember',
            name='period',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='league.period'),
        ),
        migrations.AddField(
            model_name='division',
            name='period',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='league.period'),
        ),
        migrations.AddField(
            model_name='placecheck',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='placecheck',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.match'),
        ),
        migrations.AddField(
            model_name='player',
            name='account',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='player',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='league.club'),
        ),
        migrations.AddField(
            model_name='player',
            name='guardian',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged_players', to='league.player'),
        ),
        migrations.AddField(
            model_name='personallink',
            name='player',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='personal_link', to='league.player'),
        ),
        migrations.AddField(
            model_name='message',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='league.player'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='league.player'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='league.player'),
        ),
        migrations.AddField(
            model_name='divisionmember',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='league.player'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='league.player'),
        ),
        migrations.AddField(
            model_name='confirmation',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='league.player'),
        ),
        migrations.AddField(
            model_name='playermerge',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playermerge',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='league.club'),
        ),
        migrations.AddField(
            model_name='playermerge',
            name='merged',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player'),
        ),
        migrations.AddField(
            model_name='playermerge',
            name='survivor',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='league.player'),
        ),
        migrations.AddField(
            model_name='playermerge',
            name='undone_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerword',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='words', to='league.player'),
        ),
        migrations.AddField(
            model_name='playoff',
            name='match',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='play_off', to='league.match'),
        ),
        migrations.AddField(
            model_name='playoff',
            name='period',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='league.period'),
        ),
        migrations.AddField(
            model_name='presence',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='presences', to='league.player'),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='outgoing',
            name='subscription',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.pushsubscription'),
        ),
        migrations.AddField(
            model_name='roomannouncement',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='season',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='league.club'),
        ),
        migrations.AddField(
            model_name='placecheck',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.season'),
        ),
        migrations.AddField(
            model_name='period',
            name='play_offs',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='play_offs_of', to='league.season'),
        ),
        migrations.AddField(
            model_name='message',
            name='season',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.season'),
        ),
        migrations.AddField(
            model_name='division',
            name='season',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='division', to='league.season'),
        ),
        migrations.AddField(
            model_name='seat',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='league.match'),
        ),
        migrations.AddField(
            model_name='seat',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='league.player'),
        ),
        migrations.AddField(
            model_name='session',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='league.season'),
        ),
        migrations.AddField(
            model_name='roomannouncement',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='league.session'),
        ),
        migrations.AddField(
            model_name='presence',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='league.session'),
        ),
        migrations.AddField(
            model_name='message',
            name='session',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.session'),
        ),
        migrations.AddField(
            model_name='match',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='league.session'),
        ),
        migrations.AddField(
            model_name='signup',
            name='guest_of',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='guests', to='league.player'),
        ),
        migrations.AddField(
            model_name='signup',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sign_ups', to='league.player'),
        ),
        migrations.AddField(
            model_name='signupsheet',
            name='session',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up_sheet', to='league.session'),
        ),
        migrations.AddField(
            model_name='signup',
            name='sheet',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ups', to='league.signupsheet'),
        ),
        migrations.AddField(
            model_name='sitting',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='sittings', to='league.session'),
        ),
        migrations.AddField(
            model_name='sittingtable',
            name='match',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='sitting_table', to='league.match'),
        ),
        migrations.AddField(
            model_name='sittingtable',
            name='sitting',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='league.sitting'),
        ),
        migrations.AddConstraint(
            model_name='stoppedmessages',
            constraint=models.UniqueConstraint(fields=('email', 'kind'), name='messages_stopped_once'),
        ),
        migrations.AddField(
            model_name='submission',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to='league.match'),
        ),
        migrations.AddField(
            model_name='submission',
            name='submitted_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='submission',
            name='withdrawn_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='suppressedaddress',
            constraint=models.CheckConstraint(condition=models.Q(('reason__in', ['bounced', 'unsubscribed'])), name='suppression_reason_known'),
        ),
        migrations.AddField(
            model_name='tablecall',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablecall',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='league.match'),
        ),
        migrations.AddField(
            model_name='tablecode',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='league.match'),
        ),
        migrations.AddField(
            model_name='token',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='league.club'),
        ),
        migrations.AddField(
            model_name='token',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='league.match'),
        ),
        migrations.AddField(
            model_name='token',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablecode',
            name='token',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='code', to='league.token'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='season',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tournament', to='league.season'),
        ),
        migrations.AddField(
            model_name='sitting',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='league.tournament'),
        ),
        migrations.AddField(
            model_name='signupsheet',
            name='tournament',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up_sheet', to='league.tournament'),
        ),
        migrations.AddField(
            model_name='roomannouncement',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='league.tournament'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='league.tournament'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='league.club'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='outgoing',
            name='webhook',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.webhook'),
        ),
        migrations.AddField(
            model_name='wish',
            name='one',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.entrant'),
        ),
        migrations.AddField(
            model_name='wish',
            name='other',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.entrant'),
        ),
        migrations.AddField(
            model_name='wish',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='league.tournament'),
        ),
        migrations.AddConstraint(
            model_name='messagesettings',
            constraint=models.CheckConstraint(condition=models.Q(('digest_hour__lte', 23)), name='digest_hour_of_a_day'),
        ),
        migrations.AddConstraint(
            model_name='messagesettings',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('silent_from', None), ('silent_until', None)), models.Q(('silent_from__lte', 23), ('silent_until__lte', 23)), _connector='OR'), name='silent_hours_of_a_day'),
        ),
        migrations.AddConstraint(
            model_name='signupsettings',
            constraint=models.UniqueConstraint(condition=models.Q(('code', ''), _negated=True), fields=('code',), name='sign_up_code_of_one_club'),
        ),
        migrations.AddConstraint(
            model_name='signupsettings',
            constraint=models.CheckConstraint(condition=models.Q(('access__in', ['account', 'link', 'code'])), name='sign_up_access_known'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['club', 'kind'], name='audit_entry_by_kind'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['club', 'at'], name='audit_entry_by_time'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(fields=('club', 'number'), name='audit_entry_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='auditsubject',
            constraint=models.UniqueConstraint(fields=('kind', 'object_id', 'entry'), name='audit_subject_once'),
        ),
        migrations.AddConstraint(
            model_name='clublogo',
            constraint=models.UniqueConstraint(fields=('club', 'size'), name='club_logo_once_per_size'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['created_at'], name='event_by_time'),
        ),
        migrations.AddField(
            model_name='import',
            name='undone_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='job',
            index=models.Index(condition=models.Q(('state__in', ('waiting', 'running'))), fields=['id'], name='job_open'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'undone'])), name='job_state_known'),
        ),
        migrations.AddConstraint(
            model_name='jobfile',
            constraint=models.UniqueConstraint(fields=('job', 'role'), name='job_file_once'),
        ),
        migrations.AddConstraint(
            model_name='jobfilepart',
            constraint=models.UniqueConstraint(fields=('file', 'number'), name='job_file_part_once'),
        ),
        migrations.AddConstraint(
            model_name='ladder',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='ladder_name_unique_in_club', violation_error_message='The club already has a ladder of this name.'),
        ),
        migrations.AddConstraint(
            model_name='ladder',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='ladder_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='correctionproposal',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('match',), name='proposal_pending_once_in_match', violation_error_message='A correction of this match is already proposed.'),
        ),
        migrations.AddConstraint(
            model_name='correctionproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'pending')), models.Q(('decided_at__isnull', False), ('state__in', ['pending', 'approved', 'rejected', 'withdrawn', 'outdated']), models.Q(('state', 'pending'), _negated=True)), _connector='OR'), name='proposal_decided_or_pending'),
        ),
        migrations.AddConstraint(
            model_name='correctionproposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'resumption'), ('number', None)), models.Q(('kind__in', ['round', 'withdrawal']), ('number__isnull', False)), _connector='OR'), name='proposal_of_a_round_or_the_match'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='membership_once_per_club', violation_error_message='This person already belongs to the club.'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'scorer', 'player'])), name='membership_role_known'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('delivery', 'number'), name='attempt_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['full', 'initial', 'alias', 'hidden'])), name='player_visibility_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('account__isnull', False)), fields=('club', 'account'), name='one_player_per_account_and_club'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into', None), ('struck_at__isnull', False), _connector='OR'), name='merged_player_is_struck'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'scorer', 'player'])), name='invitation_role_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['open', 'accepted', 'declined', 'revoked'])), name='invitation_state_known'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('player',), name='one_open_invitation_per_player'),
        ),
        migrations.AddConstraint(
            model_name='divisionmember',
            constraint=models.UniqueConstraint(fields=('period', 'player'), name='player_once_in_period', violation_error_message='A player can be in only one division of a period.'),
        ),
        migrations.AddConstraint(
            model_name='divisionmember',
            constraint=models.CheckConstraint(condition=models.Q(('came__in', ['promoted', 'relegated', 'stayed', 'new', 'returned', 'play_off'])), name='division_member_came_known'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('decided_at', None), ('player__isnull', False), ('withdrawn_at', None)), fields=('match', 'player'), name='dispute_open_once_by_player', violation_error_message='This player has already disputed this result.'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('outcome', '')), models.Q(('decided_at__isnull', False), ('outcome__in', ['upheld', 'corrected', 'void']), ('withdrawn_at', None)), _connector='OR'), name='dispute_decided_or_not'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='dispute_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='confirmation',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False), ('taken_back_at', None)), fields=('match', 'result', 'player'), name='confirmation_once_by_player', violation_error_message='This player has already confirmed this result.'),
        ),
        migrations.AddConstraint(
            model_name='confirmation',
            constraint=models.UniqueConstraint(condition=models.Q(('player', None), ('taken_back_at', None)), fields=('match', 'result'), name='confirmation_once_by_referee', violation_error_message='An organiser has already confirmed this result.'),
        ),
        migrations.AddConstraint(
            model_name='confirmation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'referee'), ('player', None)), models.Q(('how__in', ['account', 'table']), ('player__isnull', False)), _connector='OR'), name='confirmation_by_player_or_referee'),
        ),
        migrations.AddConstraint(
            model_name='playermerge',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_at', None)), fields=('merged',), name='merged_once'),
        ),
        migrations.AddConstraint(
            model_name='playermerge',
            constraint=models.CheckConstraint(condition=models.Q(('merged', models.F('survivor')), _negated=True), name='merge_of_two_players'),
        ),
        migrations.AddIndex(
            model_name='playerword',
            index=models.Index(fields=['word', 'is_public', 'player'], name='word_of_player'),
        ),
        migrations.AddConstraint(
            model_name='playerword',
            constraint=models.UniqueConstraint(fields=('player', 'word'), name='word_once_per_player'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('confirmation__in', ['nobody', 'one', 'majority', 'all', 'referee'])), name='season_confirmation_known'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('confirm_after_hours__lte', 1440)), name='season_waits_at_most_60_days', violation_error_message='At most 1440 hours (60 days).'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('correction_policy__in', ['free', 'warned', 'reason', 'second_person'])), name='season_correction_policy_known'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('corrections_close_after__isnull', True), ('corrections_close_after__lte', 3650), _connector='OR'), name='season_corrections_close_in_time', violation_error_message='At most 3650 days (10 years).'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='season_name_unique_in_club', violation_error_message='The club already has a season with this name.'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='season_ends_after_start', violation_error_message='The last day must not be before the first.'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='placecheck',
            constraint=models.UniqueConstraint(fields=('season', 'version'), name='place_check_once'),
        ),
        migrations.AddConstraint(
            model_name='period',
            constraint=models.UniqueConstraint(fields=('ladder', 'number'), name='period_once_in_ladder', violation_error_message='This period is already open.'),
        ),
        migrations.AddConstraint(
            model_name='period',
            constraint=models.UniqueConstraint(fields=('ladder', 'name'), name='period_name_unique_in_ladder', violation_error_message='The ladder already has a period of this name.'),
        ),
        migrations.AddConstraint(
            model_name='period',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='period_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='period',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='period_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('period', 'level'), name='division_once_in_period', violation_error_message='A period has only one division per level.'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('period', 'name'), name='division_name_unique_in_period', violation_error_message='Two divisions cannot have the same name.'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('level__gte', 1)), name='division_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='seat_taken_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='player_sits_once'),
        ),
        migrations.AddConstraint(
            model_name='presence',
            constraint=models.UniqueConstraint(condition=models.Q(('struck_at', None), ('until', None)), fields=('session', 'player'), name='player_is_here_once'),
        ),
        migrations.AddConstraint(
            model_name='presence',
            constraint=models.CheckConstraint(condition=models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR'), name='presence_since_until'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('on_pages', True), ('read_at', None)), fields=['user'], name='message_unread'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['created_at'], name='message_by_time'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='message_once'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['seated', 'place_free', 'session_changed', 'session_tomorrow', 'result_to_confirm', 'dispute', 'table_call', 'place_changed', 'month', 'test'])), name='message_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(condition=models.Q(('called_off_at', None), ('over', False), ('stopped_at', None)), fields=('session', 'table_number'), name='open_table_number_once', violation_error_message='Another table has this number.'),
        ),
        migrations.AddIndex(
            model_name='signup',
            index=models.Index(condition=models.Q(('is_logged', False)), fields=['sheet'], name='sign_up_unlogged'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.UniqueConstraint(fields=('sheet', 'player'), name='sign_up_once'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.UniqueConstraint(fields=('sheet', 'number'), name='sign_up_number_once'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(('answer__in', ['yes', 'maybe', 'no'])), name='sign_up_answer_known'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', 'yes'), ('number__isnull', False)), models.Q(models.Q(('answer', 'yes'), _negated=True), ('has_place', False), ('number', None)), _connector='OR'), name='sign_up_yes_has_a_number'),
        ),
        migrations.AddConstraint(
            model_name='sittingtable',
            constraint=models.UniqueConstraint(fields=('sitting', 'number'), name='sitting_table_once'),
        ),
        migrations.AddConstraint(
            model_name='sittingtable',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='sitting_table_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(fields=('match', 'number', 'version'), name='submission_version_once'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('version__gte', 1)), name='submission_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='tablecall',
            constraint=models.UniqueConstraint(condition=models.Q(('done_at', None)), fields=('match',), name='one_open_call_per_match'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'submit', 'admin'])), name='token_scope_known'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.CheckConstraint(condition=models.Q(('match__isnull', True), models.Q(('club__isnull', False), ('expires_at__isnull', False), ('scope', 'submit')), _connector='OR'), name='token_of_a_table_is_bounded'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('format__in', ['social', 'swiss', 'round_robin', 'knock_out', 'king', 'random', 'snake', 'interval'])), name='tournament_format_known'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('least__gte', 2), ('most__gte', models.F('least'))), name='tournament_tables_have_sizes', violation_error_message='The largest table cannot be smaller than the smallest table.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('format', 'knock_out'), _negated=True), ('go_on__gte', 1), _connector='OR'), name='tournament_somebody_goes_on', violation_error_message='In a knock-out, at least one player advances from each table.'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='sitting_number_once', violation_error_message='The tournament already has a round with this number.'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='sitting_counts_from_one'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['preliminary', 'knock_out', 'final'])), name='sitting_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('published_at', None), ('state__in', ('draft', 'checked'))), models.Q(('published_at__isnull', False), ('state__in', ('published', 'running', 'locked'))), _connector='OR'), name='sitting_published_or_not'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(('published_at__isnull', False), models.Q(('public_at', None), ('screens_at', None)), _connector='OR'), name='sitting_players_see_it_first', violation_error_message='Publish a round to the players before showing it on screens or to the public.'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'running'), _negated=True), ('started_at__isnull', False), _connector='OR'), name='sitting_runs_since'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('locked_at__isnull', False), ('state', 'locked')), models.Q(models.Q(('state', 'locked'), _negated=True), ('locked_at', None)), _connector='OR'), name='sitting_locked_or_not'),
        ),
        migrations.AddConstraint(
            model_name='signupsheet',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('session', None), ('tournament__isnull', False)), models.Q(('session__isnull', False), ('tournament', None)), _connector='OR'), name='sign_up_sheet_of_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='signupsheet',
            constraint=models.CheckConstraint(condition=models.Q(('capacity', None), ('capacity__gte', 1), _connector='OR'), name='sign_up_sheet_has_places'),
        ),
        migrations.AddConstraint(
            model_name='roomannouncement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('session', None), ('tournament__isnull', False)), models.Q(('session__isnull', False), ('tournament', None)), _connector='OR'), name='announcement_at_one_occasion'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='entrant_once', violation_error_message='This player is already entered.'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['entered', 'here', 'gone', 'replaced'])), name='entrant_state_known'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'replaced'), ('substitute__isnull', False)), models.Q(models.Q(('state', 'replaced'), _negated=True), ('substitute', None)), _connector='OR'), name='entrant_replaced_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('disabled_because', ''), ('enabled', True)), models.Q(('disabled_because__in', ['person', 'gone', 'failing']), ('enabled', False)), _connector='OR'), name='webhook_off_for_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('format__in', ['events', 'discord', 'slack', 'telegram'])), name='webhook_format_known'),
        ),
        migrations.AddIndex(
            model_name='outgoing',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['channel', 'attempts', 'next_attempt_at'], name='outgoing_due'),
        ),
        migrations.AddIndex(
            model_name='outgoing',
            index=models.Index(fields=['created_at'], name='outgoing_by_time'),
        ),
        migrations.AddConstraint(
            model_name='outgoing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'pending'), ('next_attempt_at__isnull', False)), models.Q(('next_attempt_at', None), ('state__in', ['delivered', 'failed', 'refused', 'dropped'])), _connector='OR'), name='outgoing_pending_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='outgoing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('channel', 'mail'), ('event__isnull', True), ('message__isnull', True), ('subscription__isnull', True), ('webhook__isnull', True)), models.Q(('channel', 'webhook'), ('event__isnull', False), ('message__isnull', True), ('subscription__isnull', True), ('webhook__isnull', False)), models.Q(('channel', 'push'), ('event__isnull', True), ('message__isnull', False), ('subscription__isnull', False), ('webhook__isnull', True)), models.Q(('channel', 'message'), ('event__isnull', True), ('message__isnull', False), ('subscription__isnull', True), ('webhook__isnull', True)), models.Q(('channel', 'digest'), ('event__isnull', True), ('message__isnull', False), ('subscription__isnull', True), ('webhook__isnull', True)), _connector='OR'), name='outgoing_fits_its_channel'),
        ),
        migrations.AddConstraint(
            model_name='outgoing',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('webhook', 'event'), name='outgoing_event_once'),
        ),
        migrations.AddConstraint(
            model_name='outgoing',
            constraint=models.UniqueConstraint(fields=('message', 'subscription'), name='outgoing_message_once_per_device'),
        ),
        migrations.AddConstraint(
            model_name='outgoing',
            constraint=models.UniqueConstraint(condition=models.Q(('channel__in', ['message', 'digest'])), fields=('message',), name='outgoing_message_mailed_once'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('tournament', 'one', 'other'), name='wish_once', violation_error_message='There is already a wish about these two players.'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='wish_of_two_in_order'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['apart', 'together'])), name='wish_kind_known'),
        ),
    ]
