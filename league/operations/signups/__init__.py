"""Sign-ups: who comes to a session or a tournament, who waits for a place, who is at the door.

It alone writes SignUpSettings, PersonalLink, SignUpSheet and SignUp. Read `sign_ups` first, then
`waiting_list`.
"""
