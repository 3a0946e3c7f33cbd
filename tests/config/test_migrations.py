"""Words are no migrations: the labels of choices stand in the models alone."""

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

from league.models import Membership


def changes_of(state: ProjectState) -> dict[str, list[str]]:
    loader = MigrationLoader(None)
    changes = MigrationAutodetector(loader.project_state(), state).changes(graph=loader.graph)
    return {
        app: [migration.name for migration in migrations] for app, migrations in changes.items()
    }


def test_changed_label_needs_no_migration() -> None:
    role = Membership._meta.get_field("role")
    field = role.clone()
    field.choices = [("owner", "boss"), ("chair", "chairperson")]
    state = MigrationLoader(None).project_state()
    model = ModelState.from_model(Membership)
    state.models["league", "membership"] = model
    assert changes_of(state) == {}
    model.fields["role"] = field
    assert changes_of(state) == {}
    field.max_length = 11
    assert list(changes_of(state)) == ["league"]
