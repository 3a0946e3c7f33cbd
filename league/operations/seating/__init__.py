"""Requests to the solver of `seating/`, their plans and explanations: the same for evenings and
tournaments. It writes no table: evenings keep their plans by `sessions.session_log`, tournaments by
`tournaments.play`. Read `requests.py` first.
"""
