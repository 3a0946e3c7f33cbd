"""The acts at the desk of a club, of an account and of the server."""

from tests.e2e.acts import Act, File, typed_time
from tests.operations.people.drawn import picture

DATA = """
import json
from allauth.account.models import EmailAddress
from league.models import Player, Role
from league.operations.exchange import imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.messages import devices, posting
from league.operations.people import accounts, clubs, invitations
from league.operations.support import jobs
from league.operations.webhooks import outbox
from league.tasks import KINDS
from tests import make
from tests.api.playing import BROWSER
from tests.operations.exchange.plays import listed, play
pass_phrase = "a-good-pass-phrase"
by = accounts.create("kay@example.org", pass_phrase, name="Kay", is_operator=True)
accounts.create("leo@example.org", pass_phrase, name="Leo")
host = accounts.create("host@example.org", pass_phrase, name="Host")
club = make.club(by, "Keys")
offer = invitations.create(make.club(host, "Hosts"), by=host, role=Role.PLAYER)
ada, bruno, chloe, dov = make.players(club)
typed, tiped = make.players(club, ["Typed", "Tiped"])
Player.objects.filter(pk=ada.pk).update(account=by)
members = [make.member(club, Role.SCORER, f"{name}@example.org") for name in ("wim", "xan")]
EmailAddress.objects.create(user=members[0], email="new@example.org")
posting.post_test(devices.add(by, endpoint="https://push.invalid/1", label="Phone", **BROWSER))
hook = make.webhook(club, "https://a.invalid/hook")
outbox.send_test(hook)
hook.deliveries.update(state="delivered", next_attempt_at=None)
def imported(name, content=b"Name\\nZoe\\n", **settings):
    club, settings = make.club(by, name), {"kind": "players", "format": "csv", **settings}
    job = imports.start(club, ImportSettings(**settings), content, by=by)
    jobs.run(job.pk, KINDS)
    return f"/en/desk/clubs/{club.slug}/imports/{job.pk}/"
mistake = make.season(make.club(by, "Mistake"), "Mistaken season")
evening = make.session(mistake)
cup = make.tournament(mistake.club, here=[], name="Mistaken cup")
log = listed(play(incomplete="1"), play(date="2025-10-08"))
print(json.dumps({
    "evening": evening.pk, "season": mistake.pk, "cup": cup.pk,
    "mistake": f"/en/desk/clubs/{mistake.club.slug}/",
    "club": f"/en/desk/clubs/{club.slug}/", "ada": ada.pk, "bruno": bruno.pk, "dov": dov.pk,
    "typed": typed.pk, "tiped": tiped.pk, "hook": hook.pk, "account": members[0].pk,
    "join": invitations.token_of(offer), "imported": imported("Done"),
    "headed": imported("Headed", dry_run=True), "tried": imported("Tried", dry_run=True),
    "ready": imported("Ready", dry_run=True), "doubtful": imported("Doubtful", b"Name\\nZo?e\\n"),
    "similar": imported("Similar", b"Prenon;Nom\\nAda;Bo\\n", dry_run=True),
    "twins": imported("Twins", b"Name\\nAda Moreau\\nAda Moreaux\\n", dry_run=True),
    "logged": imported("Logged", log.encode(), kind="plays", format="xml", dry_run=True,
                       season_name="Log", create_players=True),
    "plain": imported("Plain", dry_run=True, header=False, mapping={"name": "A"}),
}))
"""
LOGO = File("logo.png", "image/png", picture(size=(30, 20)))
NAMES = File("names.csv", "text/csv", b"Name\nYann\n")
ARCHIVE = File("club.zip", "application/zip", b"PK")

OF_CLUB = [
    Act("desk", "/en/desk/", (("[name=name]", "Second club"),), "Create club", "First steps"),
    Act("first_steps:hide", "", (), "Hide this list", "New season"),
    Act("first_steps:show", "", ("More",), "Show the first steps", "Hide this list"),
    Act("first_steps:watch", "", ("Do you play",), "No, I only organise", "1 of 6 done"),
    Act(
        "add_season",
        "",
        ("Create a season", ("[name=name]", "Spring")),
        "Create season",
        "Plan an evening",
    ),
    Act("first_club", "/en/desk/first/", (("[name=name]", "Third"),), "Create club", "First steps"),
    Act("first_steps:play", "", ("Do you play",), "Yes, I play", "You play as Kay"),
    Act(
        "import_club",
        "/en/desk/",
        ("Create club from archive", ("[name=file]", ARCHIVE)),
        "Import archive",
        "",
    ),
    Act(
        "delete_session",
        "/en/desk/sessions/{evening}/settings/",
        ("Delete evening made",),
        "Delete evening",
        "has been deleted.",
    ),
    Act(
        "delete_season",
        "/en/desk/seasons/{season}/settings/",
        ("Delete season made",),
        "Delete season",
        "Mistaken season has been deleted.",
    ),
    Act(
        "delete_tournament",
        "/en/desk/tournaments/{cup}/plan/",
        ("Delete tournament made",),
        "Delete tournament",
        "Mistaken cup has been deleted.",
    ),
    Act(
        "delete_club",
        "{mistake}settings/",
        ("Delete club made",),
        "Delete club",
        "Mistake has been deleted.",
    ),
    Act("add_player", "{club}", (("#players [name=name]", "Iris"),), "Add player", "Iris has been"),
    Act(
        "paste_players",
        "{club}players/paste/",
        (("[name=text]", "Jo\nKim"),),
        "Preview players",
        "Twice in the list",
    ),
    Act("paste_players:add", "", (), "Add 2 players", "2 players have been added."),
    Act(
        "desk_player",
        "/en/desk/players/{dov}/",
        (("[name=alias]", "Dee"),),
        "Save",
        "Saved.",
    ),
    Act(
        "add_seating_wish",
        "{club}seating-wishes/",
        (("[name=one-name]", "Ada"), ("[name=other-name]", "Bruno"), ("[name=note]", "family")),
        "Add wish",
        "[aria-label^='Remove the wish']",
    ),
    Act("remove_seating_wish", "", (), "Remove the wish", "The wish has been removed."),
    Act(
        "set_seating_need",
        "{club}seating-wishes/",
        (("[name=player-name]", "Dov"), ("[name=level]", "2")),
        "Save needs",
        "Dov’s needs are saved.",
    ),
    Act(
        "set_step_free_tables",
        "{club}seating-wishes/",
        (("[name=step_free_tables]", "1, 2"),),
        "Save tables",
        "Saved.",
    ),
    Act(
        "merge_player",
        "/en/desk/players/{tiped}/merge/",
        (("[name=into-name]", "Typed"), "Preview merge"),
        "Merge players",
        "are now one player",
    ),
    Act("undo_merge", "", ("Undo merge",), "Undo merge", "is a separate player again"),
    Act("player_data", "/en/desk/players/{bruno}/data/", (), "Prepare file", ""),
    Act("player_link:make", "/en/desk/players/{bruno}/link/", (), "Create personal", "Revoke"),
    Act("player_link:revoke", "", (), "Revoke link", "Create personal link"),
    Act(
        "erase_player",
        "/en/desk/players/{tiped}/erase/",
        (("[name=name]", "Tiped"),),
        "Erase player",
        "Tiped has been erased.",
    ),
    Act(
        "sign_up_settings",
        "{club}sign-ups/",
        (("[name=access]", "ArrowDown"), ("[name=access]", "ArrowDown")),
        "Save",
        "Saved.",
    ),
    Act("renew_sign_up_code", "", (), "Renew code", "The club has a new code."),
    Act("personal_links", "{club}sign-ups/links/", (), "Create links", "Keep the page"),
    Act(
        "club_settings",
        "{club}settings/",
        (
            ("[name=meeting_time]", "Mondays"),
            ("[name=main_colour]", "#1c6a4c"),
            ("[type=color]", ""),
        ),
        "Save settings",
        "Saved.",
    ),
    Act(
        "send_logo",
        "{club}settings/",
        (("[name=logo]", LOGO),),
        "Upload logo",
        "Remove logo",
    ),
    Act("remove_logo", "", (), "Remove logo", "The logo has been removed."),
    Act("members", "{club}members/", (("[name=role]", "Scorer"),), "Create inv", "Revoke inv"),
    Act("revoke_invitation", "", (), "Revoke invitation", "Invite someone"),
    Act(
        "change_member",
        "",
        ("#members-list li:nth-child(2) summary", ("[name=role]", "Player")),
        "Change role",
        "Saved.",
    ),
    Act(
        "remove_member",
        "",
        ("#members-list li:nth-child(2) summary",),
        "Remove member",
        "is no longer a member.",
    ),
    Act("invitation_sheet", "{club}invitations/sheet/", (), "Create", "Print this page"),
    Act("archive", "{club}archive/", (), "Create archive", ""),
]
OF_PROGRAMS = [
    Act(
        "imports",
        "{club}imports/",
        (("[name=content]", NAMES),),
        "Preview import",
        "names.csv",
    ),
    Act("import:no_header", "{headed}", (), "Import the first line too", ""),
    Act("import:header", "{plain}", (), "Use the first line as column names", ""),
    Act("import:try", "{tried}", (("[name=name]", "Name"),), "Preview with these columns", ""),
    Act("import:use", "{similar}", (), "Use column", ""),
    Act(
        "import:same",
        "{twins}",
        (("[name=same]", " "),),
        "Preview with the ticked players",
        "",
    ),
    Act("import:preview", "{doubtful}", (), "Preview again", ""),
    Act("import:leave_out", "{logged}", (), "Preview without these plays", ""),
    Act("import:import", "{ready}", (), "Import now", ""),
    Act("import_undo", "{imported}", (), "Undo import", "The import has been undone."),
    Act(
        "webhooks",
        "{club}webhooks/",
        (("[name=url]", "https://b.invalid/"), ("[name=events]", " ")),
        "Add webhook",
        "The webhook has been created.",
    ),
    Act("webhook_do:test", "", (), "Send test message", "A test message is being sent."),
    Act("webhook_do:secret", "", (), "Show secret", "Anyone who knows this secret"),
    Act("webhook", "", (("[name=description]", "Wall"),), "Save", "Saved."),
    Act("webhook_do:rotate", "", ("New secret",), "Create new secret", "The new secret is active."),
    Act("webhook_do:off", "", (), "Disable webhook", "The webhook is disabled."),
    Act("webhook_do:on", "", (), "Enable webhook", "The webhook is enabled."),
    Act(
        "webhook_do:remove",
        "",
        ("Remove webhook",),
        "#content [value=remove]",
        "The webhook has been removed.",
    ),
    Act("webhook_replay", "{club}webhooks/{hook}/", (), "Send again", "The message is being sent."),
    Act(
        "webhook_do:replay",
        "",
        (("[name=since]", typed_time(-1)),),
        "Send messages",
        "messages are being",
    ),
    Act("tokens", "/en/desk/tokens/", (("[name=name]", "Wall"),), "Create token", "Copy it now"),
    Act("revoke_token", "/en/desk/tokens/", (), "Revoke token", "[class~=dropped]"),
]
OF_ACCOUNT = [
    Act("accept_invitation", "/en/join/{join}/", (), "Accept", "You are now a member of Hosts."),
    Act("own_players", "/en/account/players/", (("[name=alias]", "Kay"),), "Save choice", "Saved."),
    Act(
        "message_choices",
        "/en/account/messages/settings/",
        (("[name=digest_hour]", "ArrowDown"),),
        "Save choice",
        "Saved.",
    ),
    Act("test_device", "", (), "Send test", "A test has been sent to the device."),
    Act("remove_device", "", (), "Remove device", "This device no longer shows"),
    Act("account", "/en/account/", (("[name=name]", "Kay K."),), "Save", "Saved."),
    Act("calendar_address:renew", "", (), "Create address", "Your calendar has a new address."),
    Act("calendar_address:remove", "", (), "Remove address", "no longer works."),
    Act("my_data", "/en/desk/data/", (), "Prepare file", ""),
    Act(
        "password_link",
        "/en/desk/server/accounts/{account}/password/",
        (),
        "Create link",
        "Give it only to this person.",
    ),
    Act(
        "address_link",
        "/en/desk/server/accounts/{account}/address/",
        (),
        "Create link",
        "Give it only to this person.",
    ),
    Act("account_logout", "", (), "Sign out", "Sign in"),
]
LEAVING = [
    Act(
        "delete_account",
        "/en/account/delete/",
        (("[name=password]", "a-good-pass-phrase"), "Confirm", ("[name=email]", "leo@example.org")),
        "Delete account",
        "Your account has been deleted.",
    ),
]
WALKS = {
    "kay@example.org": [*OF_CLUB, *OF_PROGRAMS, *OF_ACCOUNT],
    "leo@example.org": LEAVING,
}
