"""The addresses of the API that tokens of a table, of the scope `submit` and of one club reach."""

AT_A_TABLE = {
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("match", "GET"),
    ("record", "GET"),
    ("rounds", "GET"),
    ("round", "GET"),
    ("confirmations", "POST"),
    ("confirmation", "DELETE"),
    ("disputes", "GET"),
    ("disputes", "POST"),
    ("withdraw_dispute", "POST"),
    ("proposals", "GET"),
    ("proposals", "POST"),
}
SUBMIT_SCOPE = {
    ("bulk", "POST"),
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("effects", "POST"),
    ("confirmations", "POST"),
    ("confirmation", "DELETE"),
    ("disputes", "POST"),
    ("withdraw_dispute", "POST"),
    ("proposals", "POST"),
    ("withdraw_proposal", "POST"),
}
OF_NO_CLUB = {"check", "games", "schema", "docs", "collection", "docs_page", "unknown"}
# answers that are a secret: the scope that they need, besides admin
SECRETS_BY_SCOPE = {
    "table_code": "submit",
    "evening_paper": "submit",
    "paper": "submit",
    "door": "admin",
    "personal_link": "admin",
}
