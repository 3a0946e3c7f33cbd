"""What a generated client does with a club beside its games."""

from league.models import Club, Role
from league.operations.support import jobs
from league.tasks import KINDS
from tests import make


def run_club(program, club):
    invite(program, club)
    bind(program, club)
    listen(program, club)
    bring(program, club)
    take_out(program, club)


def invite(program, club):
    role = program.model("RoleEnum")
    body = program.model("InvitationRequest")(role=role("scorer"))
    offer = program.call("clubs_invitations_create", club.slug, body=body)
    assert "/join/" in offer.secret
    program.call("clubs_invitations_destroy", club.slug, offer.id)
    assert program.call("clubs_invitations_retrieve", club.slug, offer.id).state == "revoked"
    bob = make.member(Club.objects.get(slug=club.slug), Role.SCORER, "bob@example.org")
    member = program.call("clubs_members_retrieve", club.slug, bob.memberships.get().pk)
    promoted = program.call(
        "clubs_members_partial_update",
        club.slug,
        member.id,
        body=program.model("PatchedRoleRequest")(role=role("organiser")),
    )
    assert promoted.role == role("organiser")
    program.call("clubs_members_destroy", club.slug, member.id)
    assert len(program.call("clubs_members_list", club.slug).results) == 1


def bind(program, club):
    body = program.model("TokenRequest")(
        name="Screen", scope=program.model("ScopeEnum")("read"), club=club.slug
    )
    made = program.call("tokens_create", body=body)
    assert made.secret.startswith(made.prefix)
    program.call("tokens_destroy", made.id)
    assert program.call("tokens_retrieve", made.id).revoked_at is not None


def listen(program, club):
    request = program.model("NewWebhookRequest")
    events = [program.model("EventsEnum")("match.finished")]
    body = request(url="https://league.example/", events=events)
    hook = program.call("clubs_webhooks_create", club.slug, body=body)
    sent = program.call("clubs_webhooks_test_create", club.slug, hook.id)
    state = program.model("ClubsWebhooksDeliveriesListState")("pending")
    listed = program.call("clubs_webhooks_deliveries_list", club.slug, hook.id, state=state)
    assert [result.id for result in listed.results] == [sent.id]
    inward = request(url="https://127.0.0.1/", events=events)
    refused = program.send("clubs_webhooks_create", club.slug, body=inward)
    assert refused.parsed.problems[0].code.value == "private_address"


def bring(program, club):
    before = len(program.call("clubs_players_list", club.slug).results)
    body = program.model("ImportRequest")(
        kind=program.model("ImportKindEnum")("players"),
        format_=program.model("FormatEnum")("csv"),
        content="Nom;E-mail\nZoé;zoe@example.org\nAda;\n",
        dry_run=True,
    )
    tried = program.call("clubs_imports_create", club.slug, body=body)
    jobs.run(tried.id, KINDS)
    content = program.call("clubs_imports_retrieve", club.slug, tried.id)
    assert content.result.players.to_dict() == {"new": 1, "changed": 0, "skipped": 1}
    assert len(program.call("clubs_players_list", club.slug).results) == before


def take_out(program, club):
    """Export the club as an archive, and import the archive as another club."""
    job = program.call("clubs_exports_create", club.slug)
    jobs.run(job.id, KINDS)
    file = program.call("jobs_file_retrieve", job.id)
    taken = program.call("archives_create", body=file)
    jobs.run(taken.id, KINDS)
    content = program.call("jobs_retrieve", taken.id)
    assert content.result.to_dict()["club"] == "les-ardoises-2"
