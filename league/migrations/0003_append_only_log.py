"""PostgreSQL refuses to change or delete entries of the log of a club."""

from django.db import migrations

REFUSE_CHANGES = """
CREATE FUNCTION league_auditentry_refuse_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- league.operations.audit.club_log.allow_removal sets it for the removal of a whole club
    IF TG_OP = 'DELETE' AND current_setting('manche.audit_removal', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'The log of a club is append-only: entry % of club % stays as it is.',
        OLD.number, OLD.club_id;
END
$$;
CREATE TRIGGER auditentry_is_append_only BEFORE UPDATE OR DELETE ON league_auditentry
    FOR EACH ROW EXECUTE FUNCTION league_auditentry_refuse_changes();
"""
ALLOW_CHANGES = """
DROP TRIGGER auditentry_is_append_only ON league_auditentry;
DROP FUNCTION league_auditentry_refuse_changes();
"""


def on_postgresql(statements):
    """Return a step that runs these statements on PostgreSQL; SQLite has no server that could
    refuse what the owner of its file does."""

    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(statements, params=None)

    return run


class Migration(migrations.Migration):
    replaces = [("league", "0069_remove_second_logs")]
    dependencies = [("league", "0002_announcement")]

    operations = [
        migrations.RunPython(on_postgresql(REFUSE_CHANGES), on_postgresql(ALLOW_CHANGES)),
    ]
