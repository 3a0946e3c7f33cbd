"""The tables of the first release; `replaces` as in league.0001_initial."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('scoring', '0001_facts_and_tables'),
        ('scoring', '0002_facts_with_versions'),
        ('scoring', '0003_number_the_facts'),
        ('scoring', '0004_tables_in_order'),
        ('scoring', '0005_encounters_and_ratings'),
        ('scoring', '0006_encounters_so_far'),
        ('scoring', '0007_sum_from_an_index'),
        ('scoring', '0008_values_where_needed'),
    ]

    dependencies = [
        ('league', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ledger',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ledger', serialize=False, to='league.season')),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('encounters_version', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(blank=True, max_length=30)),
                ('scheme', models.JSONField()),
                ('scheme_number', models.PositiveIntegerField(default=1)),
                ('facts_version', models.PositiveBigIntegerField(default=0)),
                ('facts_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('rules_version', models.PositiveBigIntegerField(default=0)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='league.season')),
            ],
            options={
                'ordering': ['game'],
            },
        ),
        migrations.CreateModel(
            name='RatedSeason',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='league.season')),
                ('version', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='RatingBook',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating_book', serialize=False, to='league.club')),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('algorithm', models.CharField(blank=True, max_length=60)),
                ('computed_at', models.DateTimeField(null=True)),
                ('milliseconds', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Projection',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='projection', serialize=False, to='scoring.table')),
                ('standings_version', models.PositiveBigIntegerField(default=0)),
                ('computed_at', models.DateTimeField(null=True)),
                ('milliseconds', models.PositiveIntegerField(default=0)),
                ('scheme', models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('players', models.JSONField()),
                ('seed', models.CharField(max_length=64)),
                ('drawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='scoring.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.SlugField(blank=True, db_index=False, max_length=30)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('played', models.PositiveIntegerField()),
                ('last_played_at', models.DateTimeField()),
                ('history', models.JSONField()),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='league.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='league.player')),
            ],
            options={
                'ordering': ['game', 'player_id'],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('game', models.SlugField(db_index=False, max_length=30)),
                ('seat', models.PositiveSmallIntegerField()),
                ('players', models.PositiveSmallIntegerField()),
                ('score', models.IntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('sharing', models.PositiveSmallIntegerField()),
                ('total', models.IntegerField()),
                ('target', models.PositiveIntegerField(null=True)),
                ('match_version', models.PositiveIntegerField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='league.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='league.player')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='league.season')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='league.session')),
            ],
            options={
                'ordering': ['match', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='SchemeVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('scheme', models.JSONField()),
                ('adopted_at', models.DateTimeField(auto_now_add=True)),
                ('adopted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='schemes', to='league.season')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SitOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sit_outs', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='league.season')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='league.session')),
            ],
            options={
                'ordering': ['session', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.BigIntegerField()),
                ('played', models.PositiveIntegerField()),
                ('wins', models.PositiveIntegerField()),
                ('evenings', models.PositiveIntegerField()),
                ('best_evening', models.BigIntegerField()),
                ('sit_outs', models.PositiveIntegerField()),
                ('penalty', models.BigIntegerField()),
                ('qualified', models.BooleanField()),
                ('tiebreaks', models.JSONField(default=dict)),
                ('rank_key', models.BinaryField(max_length=200)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standings', to='league.player')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='scoring.table')),
            ],
            options={
                'ordering': ['-rank_key', 'player_id'],
            },
        ),
        migrations.CreateModel(
            name='Encounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('game', models.SlugField(db_index=False, max_length=30)),
                ('number', models.PositiveSmallIntegerField()),
                ('played_at', models.DateTimeField()),
                ('sides', models.JSONField()),
                ('ranks', models.JSONField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='league.match')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='league.season')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='league.session')),
            ],
            options={
                'ordering': ['played_at', 'session_id', 'match_id', 'number'],
                'indexes': [models.Index(fields=['match'], name='encounter_of_match'), models.Index(fields=['season', 'played_at'], name='encounter_in_time'), models.Index(fields=['season', 'since'], name='encounter_since'), models.Index(condition=models.Q(('until__isnull', False)), fields=['season', 'until'], name='encounter_until')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('match', 'number'), name='encounter_live_once'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('since')), _connector='OR'), name='encounter_since_until')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('voided_at', models.DateTimeField(null=True)),
                ('points', models.PositiveIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('voided_for', models.CharField(blank=True, max_length=200)),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='league.season')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='league.session')),
                ('voided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['session', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='penalty_has_a_reason')],
            },
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('season', 'game'), name='table_once_per_game'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['club', 'game'], name='rating_of_club'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'game'), name='rating_once_per_game'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['season', 'player', 'session', 'match', 'game', 'players', 'place', 'sharing', 'score', 'total', 'target', 'since', 'until'], name='result_summed'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(fields=['season', 'since'], name='result_since'),
        ),
        migrations.AddIndex(
            model_name='result',
            index=models.Index(condition=models.Q(('until__isnull', False)), fields=['season', 'until'], name='result_until'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('match', 'seat'), name='result_live_once_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1), ('place__lte', models.F('players'))), name='result_place_at_the_table'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('sharing__gte', 1), ('sharing__lte', models.F('players'))), name='result_place_shared'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('since')), _connector='OR'), name='result_since_until'),
        ),
        migrations.AddConstraint(
            model_name='schemeversion',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='scheme_version_once'),
        ),
        migrations.AddIndex(
            model_name='standing',
            index=models.Index(fields=['table', 'rank_key'], name='standing_in_order'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='standing_once_per_player'),
        ),
    ]
