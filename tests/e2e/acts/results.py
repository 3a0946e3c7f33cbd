"""The acts at the desk with results; `evenings` makes what they need."""

from tests.e2e.acts import Act, typed_time

WHEN = typed_time(10)

OF_RESULT = [
    Act(
        "result:dispute",
        "/en/desk/matches/{disputed}/result/",
        ("Report a problem", ("[name=reason]", "It was 5")),
        "Dispute result",
        "It was 5",
    ),
    Act(
        "result:decide",
        "",
        (("[name=outcome]", " "), ("[name=words]", "Counted again")),
        "Resolve dispute",
        "Counted again",
    ),
    Act("result:reopen", "", (), "Reopen dispute", "[value=decide]"),
    Act("result:withdraw", "", (), "[value=withdraw]", "[value=reopen]"),
    Act("result:confirm", "", (), "Confirm for Ada", "[aria-label='Withdraw Ada’s confirmation']"),
    Act(
        "result:take_back", "", (), "Withdraw Ada’s confirmation", "[aria-label='Confirm for Ada']"
    ),
    Act("result:confirm", "", (), "Confirm as organiser", "Withdraw my confirmation"),
    Act("result:take_back", "", (), "Withdraw my", "Confirm as organiser"),
    Act(
        "result:confirm",
        "/en/desk/sessions/{results}/",
        (),
        "Confirm result of table 2",
        "#tables:not(:has([aria-label='Confirm result of table 2']))",
    ),
    Act(
        "true_seats:look",
        "/en/desk/matches/{settled}/seats/",
        (("[name=seat-2-name]", "Eva"),),
        "Preview effects",
        "[value=look].quiet",
    ),
    Act(
        "true_seats:save",
        "",
        (("[name=reason]", "Mixed up"),),
        "Save seats",
        "The seats have been corrected.",
    ),
    Act(
        "finish_call",
        "/en/desk/sessions/{results}/",
        (),
        "Mark the call from table 3 as answered",
        "#content:not(:has(#calls))",
    ),
    Act(
        "manage_match:renumber",
        "/en/desk/matches/{running}/manage/",
        (("[name=table]", "7"),),
        "Change number",
        "This is now table 7.",
    ),
    Act(
        "manage_match:replay",
        "/en/desk/matches/{drawn}/manage/",
        (("[name=reason]", "Cards missing"),),
        "Replay match",
        "The match is replayed at table",
    ),
    Act("table_code", "/en/desk/matches/{running}/code/", (), "Create code", "Close the table"),
    Act("revoke_code", "", (), "Close the table to phones", "Create code"),
    Act("table_cards", "/en/desk/sessions/{results}/cards/", (), "Create a code", "Print this"),
    Act(
        "result:postpone",
        "/en/desk/matches/{running}/result/",
        (("[name=to]", WHEN), ("[name=reason]", "Snow")),
        "Postpone match",
        "Snow",
    ),
    Act("result:go_on", "", (), "Cancel postponement", "#content:not(:has([value=go_on]))"),
    Act(
        "player_leaves:leave",
        "/en/desk/matches/{left}/leaving/",
        (
            ("[name=leaving]", " "),
            ("[name=other-name]", "Eva"),
            ("[name=effect][value=starter]", " "),
        ),
        "Let the player leave",
        "on, Eva plays for",
    ),
    Act(
        "player_leaves:undo",
        "/en/desk/matches/{left}/leaving/",
        (),
        "Undo substitution",
        "has the seat again.",
    ),
    Act(
        "corrections:look",
        "/en/desk/matches/{corrected}/corrections/",
        (),
        "Preview changes",
        "Nothing is saved yet.",
    ),
    Act("corrections:approve", "", (), "Approve correction", "The correction now counts."),
    Act(
        "corrections:reject",
        "/en/desk/matches/{refused}/corrections/",
        (),
        "Reject correction",
        "The correction has been rejected",
    ),
    Act(
        "corrections:take_back",
        "",
        (("[name=reason]", "Twice"),),
        "Propose to undo",
        "Another scorer or organiser",
    ),
    Act("corrections:withdraw", "", (), "Withdraw correction", "No corrections are waiting."),
    Act(
        "round:look",
        "/en/desk/matches/{refused}/rounds/2/",
        (("[name=score-1]", "7"),),
        "Preview changes",
        "Nothing is saved yet.",
    ),
    Act(
        "corrections:go_on",
        "/en/desk/matches/{stopped}/corrections/",
        (),
        "Propose to resume",
        "Another scorer or organiser",
    ),
]
